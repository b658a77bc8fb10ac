import { TURN_TAKING_LIMITS } from './turn-taking.ts'

export type KeySource = 'event' | 'audio'

interface Press {
  digit: string
  atMs: number
}

/**
 * Merges keys that arrive as carrier events, as tones in the audio, or as both; each press counts once. Once a carrier has sent
 * one event it is trusted to send them all, and tones no longer count: speech sometimes resembles one.
 */
export class KeySources {
  #eventsSeen = false
  /** Keys detected in the audio that the carrier has not reported yet. */
  #inAudio: Press[] = []

  /** Whether this press was not counted yet. */
  isNew(digit: string, source: KeySource, atMs: number): boolean {
    if (source === 'audio') {
      if (this.#eventsSeen) return false
      this.#inAudio.push({ digit, atMs })
      return true
    }
    this.#eventsSeen = true
    this.#inAudio = this.#inAudio.filter((press) => atMs - press.atMs <= TURN_TAKING_LIMITS.sameKeyMs)
    const same = this.#inAudio.findIndex((press) => press.digit === digit)
    if (same < 0) return true
    this.#inAudio.splice(same, 1)
    return false
  }
}

const KEY = /^[0-9*#A-D]$/

/** Keys of an incomplete entry. */
export interface PressedKeys {
  digits: string
  /** Number of presses since the last entry, including meaningless ones: each of them extends the wait for more. */
  presses: number
}

export const NO_KEYS: PressedKeys = { digits: '', presses: 0 }

/**
 * Adds a key. An entry is complete by its length, by `#`, or (by the caller's timer) by a pause. Other characters are ignored.
 */
export function pressKey(
  before: PressedKeys,
  digit: string,
  maxDigits: number | null,
): { keys: PressedKeys; complete: string | null } {
  const presses = before.presses + 1
  if (!KEY.test(digit)) return { keys: { digits: before.digits, presses }, complete: null }
  // A hash alone is a key like any other; after digits it ends the entry.
  if (digit === '#' && before.digits !== '') return { keys: NO_KEYS, complete: before.digits }
  const digits = before.digits + digit
  if (digit === '#' || areKeysComplete(digits, maxDigits)) return { keys: NO_KEYS, complete: digits }
  return { keys: { digits, presses }, complete: null }
}

export function areKeysComplete(digits: string, maxDigits: number | null): boolean {
  return digits.length >= Math.min(maxDigits ?? TURN_TAKING_LIMITS.mostDigits, TURN_TAKING_LIMITS.mostDigits)
}
