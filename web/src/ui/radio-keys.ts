import type { KeyboardEvent } from 'react'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Keyboard handling for a radio group of buttons: arrows move and choose, as in the WAI-ARIA pattern. */
export function onRadioKey(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]:not(:disabled)')]
  const at = radios.indexOf(event.target as HTMLElement)
  if (!step || at === -1) return
  event.preventDefault()
  const next = radios[step(at, radios.length - 1)]
  next?.focus()
  next?.click()
}

/** Tab index of a radio button: Tab reaches the chosen option, or the first one without a choice. */
export const radioTabIndex = (isChosen: boolean, isAnyChosen: boolean, index: number): 0 | -1 =>
  isChosen || (!isAnyChosen && index === 0) ? 0 : -1
