/** Short messages about the user's last action, with undo. An error that needs action is never shown only as a toast. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export interface Toast {
  id: number
  text: string
  tone: 'done' | 'fault'
  action?: { label: string; run(): void }
}

const SHOWN_MS = 6_000
const AT_MOST = 3

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function toast(text: string, options: { tone?: Toast['tone']; action?: Toast['action'] } = {}): void {
  const { tone = 'done', action } = options
  set([...toasts, { id: nextId++, text, tone, ...(action ? { action } : {}) }].slice(-AT_MOST))
}

const remove = (id: number) => set(toasts.filter((candidate) => candidate.id !== id))

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <section className="toasts" aria-label={shared.justHappened} aria-live="polite">
      {shown.map((one) => (
        <OneToast key={one.id} toast={one} />
      ))}
    </section>
  )
}

function OneToast({ toast: { id, text, tone, action } }: { toast: Toast }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wait = () => {
    timer.current = setTimeout(() => remove(id), SHOWN_MS)
  }
  const stay = () => clearTimeout(timer.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per toast
  useEffect(() => {
    wait()
    return stay
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only stops the clock
    <div className="toast" onPointerEnter={stay} onPointerLeave={wait} onFocus={stay} onBlur={wait}>
      <Icon name={tone === 'fault' ? 'alert' : 'check'} small />
      <span>{text}</span>
      {action && (
        <Button
          small
          onClick={() => {
            remove(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
