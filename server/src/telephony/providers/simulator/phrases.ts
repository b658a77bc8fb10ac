/**
 * Recorded phrases of simulated people. Rendered once by scripts/render-phrases.mjs, so that no speech engine is needed here.
 */
import { brotliDecompressSync } from 'node:zlib'
import { pickRandom, type Rng } from '../../../kernel/rng.ts'
import { RENDERED } from './generated/phrases.ts'

export type Phrase = keyof typeof RENDERED
export type Voice = (typeof VOICES)[number]

interface Rendered {
  voice: string
  text: string
  audio: string
}

export interface SpokenPhrase {
  audio: Uint8Array
  /** Words of the phrase; empty if it has none. */
  text: string
}

/** The voices of people; a machine has its own. */
export const VOICES = ['rms', 'awb'] as const

const unpacked = new Map<Rendered, Uint8Array>()

/**
 * A recorded phrase. It is shared by all callers and must not be modified. If this voice has not recorded it, another voice is
 * used.
 */
export function spokenPhrase(phrase: Phrase, voice: Voice, rng: Rng): SpokenPhrase {
  const variants: readonly Rendered[] = RENDERED[phrase]
  const own = variants.filter((variant) => variant.voice === voice)
  const variant = pickRandom(rng, own.length > 0 ? own : variants)
  let audio = unpacked.get(variant)
  if (!audio) {
    audio = brotliDecompressSync(Buffer.from(variant.audio, 'base64'))
    unpacked.set(variant, audio)
  }
  return { audio, text: variant.text }
}
