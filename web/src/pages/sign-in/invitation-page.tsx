import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { acceptInvitation, openSessionWithKey, signOut, useSession } from '../../api/session.ts'
import { OutdialLogo } from '../../components/outdial-logo.tsx'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { accountWords } from '../../words/account.ts'
import { OtherSignInMethods, useSignInMethods } from './other-sign-in-methods.tsx'

const w = accountWords.invitation

/** The page that an invitation link opens. */
export function InvitationPage() {
  const navigate = useNavigate()
  const session = useSession()
  const methods = useSignInMethods()
  const [token] = useState(() => window.location.hash.slice(1))
  // An existing session: accepting the invitation would replace it, so the visitor has to confirm.
  const [earlier, setEarlier] = useState(session)
  useEffect(() => {
    document.title = `${w.title} · Outdial`
    if (session && !earlier) void navigate({ to: paths.overview, replace: true })
  }, [session, earlier, navigate])
  const byKey = methods !== null && methods.provider === null && methods.proxy_user === null
  return (
    <main className="gate">
      <div className="gate-in">
        <div className="row mb-7 gap-3">
          <OutdialLogo />
          <b className="wordmark">Outdial</b>
        </div>
        <h1>{w.invited}</h1>
        {token === '' ? (
          <div className="mt-3">
            <Note tone="bad">{w.incomplete}</Note>
          </div>
        ) : earlier ? (
          <SignedInAlready organization={earlier.organization.name} onOut={() => setEarlier(null)} />
        ) : byKey ? (
          <NameForm token={token} />
        ) : (
          <OtherSignInMethods invitation={token} />
        )}
      </div>
    </main>
  )
}

function SignedInAlready({ organization, onOut }: { organization: string; onOut(): void }) {
  return (
    <div className="stack mt-3 gap-3">
      <Note>{w.signedIn(organization)}</Note>
      <div className="row wrap">
        <Button kind="primary" onClick={() => void signOut().then(onOut)}>
          {w.outAndAccept}
        </Button>
        <ButtonLink to={paths.overview}>{w.stay}</ButtonLink>
      </div>
    </div>
  )
}

function NameForm({ token }: { token: string }) {
  const [name, setName] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setFault(w.nameFirst)
    setBusy(true)
    setFault(null)
    await acceptInvitation(token, name.trim()).then(setKey, (error: unknown) => setFault(sentenceOf(error)))
    setBusy(false)
  }
  if (key !== null) return <OwnKey value={key} />
  return (
    <form className="stack mt-4.5 gap-2.5" onSubmit={(event) => void submit(event)}>
      <label className="strong" htmlFor="name">
        {w.yourName}
      </label>
      <input
        id="name"
        className="input big"
        autoComplete="name"
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {fault && (
        <p className="bad small row" role="alert">
          <Icon name="alert" small />
          {fault}
        </p>
      )}
      <Button type="submit" kind="primary" className="big" busy={busy}>
        {w.accept}
      </Button>
    </form>
  )
}

function OwnKey({ value }: { value: string }) {
  const [fault, setFault] = useState<string | null>(null)
  return (
    <section className="note good once mt-4.5" aria-label={w.yourKey}>
      <div className="stack w-full gap-2">
        <b className="strong">{w.copyNow}</b>
        <div className="cmd row between">
          <code className="code break-all">{value}</code>
          <CopyButton text={value} label={accountWords.copyKey} />
        </div>
        <span className="small">{w.nextTime}</span>
        {fault && (
          <p className="bad small" role="alert">
            {w.stillValid(fault)}
          </p>
        )}
        <Button
          kind="primary"
          onClick={() => void openSessionWithKey().catch((error: unknown) => setFault(sentenceOf(error)))}
        >
          {w.toConsole}
        </Button>
      </div>
    </section>
  )
}
