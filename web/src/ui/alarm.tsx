/**
 * Alarms for failed actions after which calls continue. An alarm stays on every page until the user dismisses it, or it succeeds.
 */
import { useSyncExternalStore } from 'react'
import { shared } from '../words/shared.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export interface Alarm {
  /** Subject of the alarm; a newer alarm with the same key replaces it. */
  key: string
  text: string
  retry: { label: string; run(): void }
}

let alarms: readonly Alarm[] = []
const listeners = new Set<() => void>()

function set(next: readonly Alarm[]): void {
  alarms = next
  for (const listener of listeners) listener()
}

export function raiseAlarm(alarm: Alarm): void {
  set([...alarms.filter(({ key }) => key !== alarm.key), alarm])
}

export function clearAlarm(key: string): void {
  if (alarms.some((alarm) => alarm.key === key)) set(alarms.filter((alarm) => alarm.key !== key))
}

export function clearAlarms(): void {
  set([])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Alarms() {
  const shown = useSyncExternalStore(subscribe, () => alarms)
  return (
    <div role="alert" aria-live="assertive">
      {shown.map(({ key, text, retry }) => (
        <div key={key} className="banner bad live-banner">
          <Icon name="alert" />
          <span>{text}</span>
          <Button small kind="danger" onClick={retry.run}>
            {retry.label}
          </Button>
          <Button small kind="quiet" onClick={() => clearAlarm(key)}>
            {shared.dismiss}
          </Button>
        </div>
      ))}
    </div>
  )
}
