/**
 * Keyboard shortcuts. The component mounted last handles a key first, so a drawer's `esc` comes before the page's. Disabled
 * while typing, behind a dialog, and if the user disables them.
 */
import { useEffect, useRef } from 'react'
import { storedPreference, storePreference } from '../ui/theme.ts'

type Handler = (event: KeyboardEvent) => void

interface Binding {
  keys: string
  run: { current: Handler }
}

const SEQUENCE_MS = 1_200
const REPEATING: ReadonlySet<string> = new Set(['j', 'k', 'mod+z', 'mod+shift+z', 'mod+y'])
const ALSO_TYPING: ReadonlySet<string> = new Set(['mod+k', 'mod+s'])
const bindings: Binding[] = []
let first: { key: string; at: number } | null = null

export const keysAreOn = (): boolean => storedPreference('outdial-keys') !== 'off'
export const setKeysOn = (on: boolean): void => storePreference('outdial-keys', on ? 'on' : 'off')

/** Registers a shortcut: `p`, `?`, `escape`, `g o`, `mod+k`. */
export function useKey(keys: string, handler: Handler | null): void {
  const run = useRef<Handler>(() => {})
  run.current = handler ?? (() => {})
  const active = handler !== null
  useEffect(() => {
    if (!active) return
    const binding = { keys, run }
    bindings.push(binding)
    return () => {
      bindings.splice(bindings.indexOf(binding), 1)
    }
  }, [keys, active])
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]')
  )
}

function pressed(event: KeyboardEvent): string {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : ''
  return mod + event.key.toLowerCase()
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return
  const key = pressed(event)
  // A key that is held down may move a selection repeatedly, but never repeats an action.
  if (event.repeat && !REPEATING.has(key)) return
  // Only single keys can be disabled; while typing, undo applies to the text field.
  if (!key.startsWith('mod+') && !keysAreOn() && key !== 'escape') return
  if (!ALSO_TYPING.has(key) && isTyping(event.target)) return
  if (document.querySelector('[role=dialog], [role=menu]')) return
  const sequence = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : null
  const found =
    bindings.findLast((binding) => binding.keys === sequence) ?? bindings.findLast((binding) => binding.keys === key)
  first = found ? null : { key, at: event.timeStamp }
  if (!found) return
  event.preventDefault()
  found.run.current(event)
}

export function listenToKeys(): void {
  document.addEventListener('keydown', handle)
}
