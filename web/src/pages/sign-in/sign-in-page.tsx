import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { signIn, useSession, useSessionExpired } from '../../api/session.ts'
import { helpHome } from '../../components/help.ts'
import { OutdialLogo } from '../../components/outdial-logo.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { storedPreference, storePreference } from '../../ui/theme.ts'
import { signInWords as w } from '../../words/sign-in.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { signInFault } from './sign-in-fault.ts'

const COMMAND = 'npx outdial keys create --organization Default --name laptop'

/** The page after sign-in: only a page of this console, so that a link from outside cannot choose the destination. */
function placeAfter(to: string | undefined): string {
  return to?.startsWith('/') && !to.startsWith('//') ? to : paths.overview
}

export function SignInPage() {
  const navigate = useNavigate()
  const { to } = useSearch({ strict: false }) as { to?: string }
  const session = useSession()
  const expired = useSessionExpired()
  useEffect(() => {
    document.title = `${w.title} · Outdial`
    if (session) void navigate({ to: placeAfter(to), replace: true })
  }, [session, navigate, to])
  return (
    <main className="gate">
      <div className="gate-in">
        <div className="row mb-7 gap-3">
          <OutdialLogo />
          <b className="wordmark">Outdial</b>
        </div>
        <h1>{w.title}</h1>
        {expired && (
          <div className="mt-3">
            <Note tone="warn">{w.expired}</Note>
          </div>
        )}
        <OtherSignInMethods />
        <KeyForm />
        <p className="small mute mt-3">{w.exchanged}</p>
        <Lost />
      </div>
      <Foot />
    </main>
  )
}

function KeyForm() {
  const [key, setKey] = useState('')
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === '') {
      setFault(w.paste)
      return field.current?.focus()
    }
    setBusy(true)
    setFault(null)
    try {
      await signIn(key.trim())
      storePreference('outdial-signed-in', 'yes')
    } catch (error) {
      setFault(signInFault(error, window.isSecureContext))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="stack mt-4.5 gap-2.5" onSubmit={(event) => void submit(event)}>
      <label className="strong" htmlFor="key">
        {w.apiKey}
      </label>
      <div className="affix">
        <input
          id="key"
          ref={field}
          className="input code big"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          spellCheck={false}
          value={key}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? 'key-fault' : undefined}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button icon="eye" aria-label={shown ? w.hide : w.show} aria-pressed={shown} onClick={() => setShown(!shown)} />
      </div>
      {fault && (
        <p id="key-fault" className="bad small row" role="alert">
          <Icon name="alert" small />
          {fault}
        </p>
      )}
      <Button type="submit" kind="primary" className="big" busy={busy}>
        {w.title}
      </Button>
    </form>
  )
}

function Lost() {
  return (
    <details className="lost" open={storedPreference('outdial-signed-in') === null}>
      <summary className="strong">
        <Icon name="help" small />
        {w.where}
      </summary>
      <p className="soft">{w.printed}</p>
      <div className="cmd">
        <code>{COMMAND}</code>
        <CopyButton text={COMMAND} label={w.copyCommand} />
      </div>
    </details>
  )
}

/** Decoration with empty slots: before sign-in no data of an organization is shown. */
function Foot() {
  const [ready, setReady] = useState<boolean | null>(null)
  useEffect(() => {
    fetch('/api/v1/ready').then(
      (response) => setReady(response.ok),
      () => setReady(false),
    )
  }, [])
  return (
    <footer className="gate-foot">
      <div className="ticks" aria-hidden="true">
        {Array.from({ length: 120 }, (_, tick) => (
          <i key={tick} />
        ))}
      </div>
      <div className="row between wrap small mute">
        <span className="row" role="status">
          {ready !== null && <i className={ready ? 'dot-ok' : 'dot-ok off'} />}
          {ready === null ? '' : ready ? w.ready : w.notReady}
        </span>
        <a className="link" href={helpHome}>
          {w.documentation}
        </a>
      </div>
    </footer>
  )
}
