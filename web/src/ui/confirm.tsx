import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { shared } from '../words/shared.ts'
import { Button, type ButtonKind } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FaultWords } from './fault-words.tsx'
import type { IconName } from './icon.tsx'
import { Note } from './note.tsx'
import { type Scope, whyScopeDenied } from './scope.ts'

interface ConfirmProps {
  open: boolean
  onClose(): void
  /** The question, including the number of people or items. */
  title: string
  /** Explains what will happen to how many, and how to stop it. */
  children: ReactNode
  /** Label of the button: repeats the verb and the number. */
  verb: string
  kind?: ButtonKind
  icon?: IconName
  safe?: string
  /** Why the action is not possible yet; null: it is possible. */
  whyNot?: string | null
  /** The required scope; most actions need `operate`. */
  scope?: Scope
  /** The dialog stays open, because the caller shows the result in it. */
  keepOpen?: boolean
  /** Progress that is shown if the action takes longer than a moment. */
  progress?: ReactNode
  /** Runs the action. If it fails, the dialog stays open with the error as a sentence. */
  act(): Promise<unknown>
}

export function Confirm({
  open,
  onClose,
  title,
  children,
  verb,
  kind = 'primary',
  icon,
  safe = shared.cancel,
  whyNot: whyNotYet = null,
  scope = 'operate',
  keepOpen = false,
  progress,
  act,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const forbidden = whyScopeDenied(useSession()?.organization.scope ?? null, scope)
  const whyNot = forbidden ?? whyNotYet
  const finish = () => {
    setFault(null)
    onClose()
  }
  // The dialog cannot be closed during the request, so that its answer is shown.
  const close = () => {
    if (!busy) finish()
  }
  const go = async () => {
    setBusy(true)
    setFault(null)
    try {
      await act()
      if (!keepOpen) finish()
    } catch (error) {
      setFault(error)
    } finally {
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={close} keys="esc">
        {safe}
      </Button>
      <Button
        kind={kind}
        {...(icon ? { icon } : {})}
        busy={busy}
        {...(whyNot ? { disabled: true, title: whyNot } : {})}
        onClick={() => void go()}
      >
        {verb}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onClose={close} title={title} footer={footer}>
      {children}
      {forbidden && <Note tone="warn">{forbidden}</Note>}
      {busy && progress && <AfterMoment>{progress}</AfterMoment>}
      {fault !== null && (
        <div role="alert">
          <Note tone="bad">
            <FaultWords error={fault} />
          </Note>
        </div>
      )}
    </Dialog>
  )
}

const MOMENT_MS = 3_000

/** Shows its children after a delay, because most answers arrive immediately. */
function AfterMoment({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return late && <div role="status">{children}</div>
}
