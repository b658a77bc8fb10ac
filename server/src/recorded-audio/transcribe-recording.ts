import type { Recognizer } from '../speech/recognizer.ts'
import { STORED_RATE_HZ } from './rules/limits.ts'
import { splitAtPauses } from './rules/pauses.ts'

/** Longest piece passed to the recognizer, because recognizers are made for single utterances. */
const UTTERANCE_MS_MAX = 12_000

/** Recognizes utterance by utterance; the recording is split at its pauses. */
export async function transcribeRecording(recognizer: Recognizer, samples: Int16Array): Promise<string> {
  const texts: string[] = []
  for (const { startMs, endMs } of utterancesOf(samples)) {
    const at = (ms: number) => Math.round((ms * STORED_RATE_HZ) / 1000)
    const { text } = await recognizer.recognize(samples.slice(at(startMs), at(endMs)))
    if (text.trim() !== '') texts.push(text.trim())
  }
  return texts.join(' ')
}

/** Splits into as few utterances as possible: a recognizer understands a whole sentence better than its parts. */
function utterancesOf(samples: Int16Array): { startMs: number; endMs: number }[] {
  const joined: { startMs: number; endMs: number }[] = []
  for (const { startMs, endMs } of splitAtPauses(samples, STORED_RATE_HZ, UTTERANCE_MS_MAX)) {
    const last = joined.at(-1)
    if (last && endMs - last.startMs <= UTTERANCE_MS_MAX) last.endMs = endMs
    else joined.push({ startMs, endMs })
  }
  return joined
}
