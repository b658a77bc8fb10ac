import { useEffect, useState } from 'react'
import { sentenceOf } from '../../api/error-words.ts'
import { type SignInMethods, signInAtProvider, signInByProxy, signInMethods } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { signInWords as w } from '../../words/sign-in.ts'

/** Sign-in methods of this server besides keys; null until the server has answered. */
export function useSignInMethods(): SignInMethods | null {
  const [methods, setMethods] = useState<SignInMethods | null>(null)
  useEffect(() => {
    // If the server does not answer, a key can still be used.
    signInMethods().then(setMethods, () => setMethods({ provider: null, proxy_user: null }))
  }, [])
  return methods
}

/** Buttons for the identity provider and the trusted proxy, if the server has them. */
export function OtherSignInMethods({ invitation = null }: { invitation?: string | null }) {
  const methods = useSignInMethods()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const act = async (signIn: (invitation: string | null) => Promise<void>) => {
    setBusy(true)
    setFault(null)
    await signIn(invitation).catch((error: unknown) => setFault(sentenceOf(error)))
    setBusy(false)
  }
  if (!methods || (methods.provider === null && methods.proxy_user === null)) return null
  return (
    <div className="stack mt-4.5 gap-2.5">
      {methods.provider && (
        <Button kind="primary" className="big" busy={busy} onClick={() => void act(signInAtProvider)}>
          {w.with(methods.provider.name)}
        </Button>
      )}
      {methods.proxy_user !== null && (
        <Button kind="primary" className="big" busy={busy} onClick={() => void act(signInByProxy)}>
          {w.as(methods.proxy_user)}
        </Button>
      )}
      {fault && (
        <p className="bad small row" role="alert">
          <Icon name="alert" small />
          {fault}
        </p>
      )}
    </div>
  )
}
