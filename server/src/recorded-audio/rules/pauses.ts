/**
 * Splits a recording at its pauses. After an interruption the recording resumes from the interrupted piece, like the clauses of
 * a synthesized voice; and a carrier has at most one piece in its buffer.
 */

const WINDOW_MS = 20
/** Level of a pause relative to the mean level. */
const QUIET_DB = -25
const PAUSE_MS_MIN = 160
const PIECE_MS_MIN = 700

export interface AudioPiece {
  startMs: number
  endMs: number
}

/** The pieces cover the recording without gaps. A piece longer than `longestMs` is split even without a pause. */
export function splitAtPauses(samples: Int16Array, sampleRateHz: number, longestMs: number): AudioPiece[] {
  const totalMs = (samples.length / sampleRateHz) * 1000
  const cuts = [...pausesIn(samples, sampleRateHz), totalMs]
  const pieces: AudioPiece[] = []
  let startMs = 0
  for (const cutMs of cuts) {
    if (cutMs < totalMs && cutMs - startMs < PIECE_MS_MIN) continue
    for (; cutMs - startMs > longestMs; startMs += longestMs) pieces.push({ startMs, endMs: startMs + longestMs })
    if (cutMs > startMs) pieces.push({ startMs, endMs: cutMs })
    startMs = cutMs
  }
  return pieces
}

/** Positions of the middle of each pause. */
function pausesIn(samples: Int16Array, sampleRateHz: number): number[] {
  const size = Math.floor((sampleRateHz * WINDOW_MS) / 1000)
  const powers = Array.from({ length: Math.floor(samples.length / size) }, (_, window) => {
    let sum = 0
    for (const sample of samples.subarray(window * size, (window + 1) * size)) sum += sample * sample
    return sum / size
  })
  const mean = powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length)
  const quiet = mean * 10 ** (QUIET_DB / 10)
  const pauses: number[] = []
  let since: number | null = null
  for (const [window, power] of powers.entries()) {
    if (power <= quiet) {
      since ??= window
      continue
    }
    if (since !== null && since > 0 && (window - since) * WINDOW_MS >= PAUSE_MS_MIN)
      pauses.push(((since + window) / 2) * WINDOW_MS)
    since = null
  }
  return pauses
}

/** Distributes the words over the pieces in proportion to their duration. */
export function distributeWords(text: string, pieces: readonly AudioPiece[]): string[] {
  const words = text.split(/\s+/u).filter(Boolean)
  const totalMs = pieces.at(-1)?.endMs ?? 0
  let used = 0
  return pieces.map(({ endMs }) => {
    const until = totalMs === 0 ? words.length : Math.round((endMs / totalMs) * words.length)
    const own = words.slice(used, until)
    used = until
    return own.join(' ')
  })
}
