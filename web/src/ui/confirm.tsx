import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { shared } from '../words/shared.ts'
import { Button, type ButtonKind } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FaultWords } from './fault-words.tsx'
import type { IconName } from './icon.tsx'
import { Note } from './note.tsx'
import { type Scope, whyNotScope } from './scope.ts'

interface ConfirmProps {
  open: boolean
  onClose(): void
  /** The question, with the number. */
  title: string
  /** What will happen, to how many, and how to stop it. */
  children: ReactNode
  /** Repeats the verb and the number. */
  verb: string
  kind?: ButtonKind
  icon?: IconName
  safe?: string
  /** Why the action cannot be taken yet; null: it can. */
  whyNot?: string | null
  /** What the act needs; most need a key that may operate. */
  scope?: Scope
  /** The caller shows what came of it in the same place. */
  keepOpen?: boolean
  /** Shown when the act takes longer than a moment: how far it is. */
  progress?: ReactNode
  /** A refusal stays in the dialog, as a sentence. */
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
  const forbidden = whyNotScope(useSession()?.organization.scope ?? null, scope)
  const whyNot = forbidden ?? whyNotYet
  const finish = () => {
    setFault(null)
    onClose()
  }
  // While the server is asked the answer must have a place to be shown.
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

/** Most answers are there before anyone would have read it. */
function AfterMoment({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return late && <div role="status">{children}</div>
}
