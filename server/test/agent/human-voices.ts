/**
 * Human voices for tests and measurements: the English prompts of Debian's Asterisk sounds, 8 kHz. They are fetched and never stored
 * here (their licence is CC BY-SA). A call with them runs on a virtual clock that stands still while the real recognizer works, so
 * the result does not depend on how busy the machine is.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { debianPackages as fetchPackages } from '../../../scripts/debian-packages.mjs'
import { type Clock, sleep } from '../../src/kernel/clock.ts'
import { type Rng, randomIntBetween, seededRng } from '../../src/kernel/rng.ts'
import { promisesSettled, type VirtualClock } from '../../src/kernel/virtual-clock.ts'
import { loadVoiceGate } from '../../src/speech/confirmed-voice-gate.ts'
import type { Recognition, Recognizer } from '../../src/speech/recognizer.ts'
import { loadResampler, resampleAll } from '../../src/speech/resample.ts'
import type { Synthesizer } from '../../src/speech/synthesizer.ts'
import { readWav } from '../../src/speech/wav.ts'
import { joinSamples } from '../../src/speech/wire-audio.ts'
import { telephone } from './formats.ts'
import { type TestCall, type TestCallOptions, testCall } from './harness.ts'
import { silence } from './tones.ts'

const PACKAGES = ['asterisk-core-sounds-en-wav', 'asterisk-moh-opsound-wav']
const TELEPHONE_HZ = 8000

export interface HumanVoices {
  /** One prompt by its name without ending, such as `digits/7`. */
  prompt(name: string): Int16Array
  /** Music on hold. */
  music(): Int16Array
}

/** This file is also run compiled, one folder deeper. */
const SCRIPTS = ['../../../scripts/debian-packages.mjs', '../../../../scripts/debian-packages.mjs']

/** Null where there is no apt to fetch them. */
export async function humanVoices(): Promise<HumanVoices | null> {
  const script = SCRIPTS.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
  if (script === undefined) return null
  const { debianPackages } = (await import(script.href)) as { debianPackages: typeof fetchPackages }
  const root = debianPackages({ name: 'human-voices', packages: PACKAGES })
  if (root === null) return null
  const sounds = join(root, 'usr/share/asterisk')
  const english = ['sounds/en_US_f_Allison', 'sounds/en']
    .map((folder) => join(sounds, folder))
    .find((path) => existsSync(path))
  if (english === undefined) throw new Error('the package of sounds has another layout')
  return {
    prompt: (name) => readTelephoneWav(join(english, `${name}.wav`)),
    music: () => readTelephoneWav(join(sounds, 'moh/macroform-cold_day.wav')),
  }
}

export function readTelephoneWav(path: string): Int16Array {
  const { samples, sampleRateHz } = readWav(readFileSync(path))
  if (sampleRateHz !== TELEPHONE_HZ) throw new Error(`${path} is not at 8 kHz`)
  return samples
}

/** Read out digit by digit, with pauses as people make them: short ones, and now and then a longer one between groups. */
export function spokenDigits(digits: string, digitOf: (digit: string) => Int16Array, rng: Rng): Int16Array {
  const pieces = [...digits].flatMap((digit, at) => {
    const isGroup = at > 0 && at % 3 === 0 && rng.next() < 0.3
    const pauseMs = at === 0 ? 0 : isGroup ? randomIntBetween(rng, 250, 450) : randomIntBetween(rng, 40, 200)
    return [silence(Math.round(pauseMs / 20) * 20), trimmed(digitOf(digit))]
  })
  return joinSamples(pieces)
}

/** Deterministic strings of `least` to `most` digits. */
export function digitStrings(count: number, least: number, most: number, seed: number): string[] {
  const rng = seededRng(seed)
  return Array.from({ length: count }, (_, at) => {
    const length = least + (at % (most - least + 1))
    return Array.from({ length }, () => String(Math.floor(rng.next() * 10))).join('')
  })
}

/** Silence around a recorded word is not part of how it is said among others. */
export function trimmed(samples: Int16Array, loud = 300): Int16Array {
  const first = samples.findIndex((sample) => Math.abs(sample) > loud)
  const last = samples.findLastIndex((sample) => Math.abs(sample) > loud)
  return first === -1 ? samples : samples.subarray(Math.max(0, first - 160), Math.min(samples.length, last + 320))
}

/** How long a recognition takes on the virtual clock. */
const RECOGNITION_MS = 250
const ATTEMPTS_MAX = 10

/** Real work for which the virtual clock stands still. */
class RealWork {
  #working: Promise<unknown> | null = null

  get working(): Promise<unknown> | null {
    return this.#working
  }

  track<T>(work: Promise<T>): Promise<T> {
    const working = Promise.allSettled([this.#working, work]).then(() => {
      if (this.#working === working) this.#working = null
    })
    this.#working = working
    return work
  }
}

class AwaitedRecognizer implements Recognizer {
  readonly #clock: Clock
  readonly #recognizer: Recognizer
  readonly #real: RealWork
  readonly heard: Recognition[] = []

  constructor(clock: Clock, recognizer: Recognizer, real: RealWork) {
    this.#clock = clock
    this.#recognizer = recognizer
    this.#real = real
  }

  async recognize(...[audio, signal, ...rest]: Parameters<Recognizer['recognize']>): Promise<Recognition> {
    const heard = await this.#real.track(this.#persistent(audio, undefined, ...rest))
    this.heard.push(heard)
    await sleep(this.#clock, RECOGNITION_MS)
    signal?.throwIfAborted()
    return heard
  }

  /** On a busy machine the recognizer refuses what has waited for too long; here nobody is in a hurry. */
  async #persistent(...request: Parameters<Recognizer['recognize']>): Promise<Recognition> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#recognizer.recognize(...request)
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw error
      }
    }
  }

  async close(): Promise<void> {}
}

function awaitedSynthesizer(synthesizer: Synthesizer, real: RealWork): Synthesizer {
  const all = async (pieces: AsyncIterable<Uint8Array>) => {
    const made: Uint8Array[] = []
    for await (const piece of pieces) made.push(piece)
    return made
  }
  return {
    async *speak(text, { signal, ...options }) {
      yield* await real.track(all(synthesizer.speak(text, options)))
      signal?.throwIfAborted()
    },
    async warm() {},
    async close() {},
  }
}

export interface HumanCall extends TestCall {
  /** Every recognition, also those of pauses within a turn. */
  heard: readonly Recognition[]
}

/** A whole call: real voice detection, turns, resampling and recognition over 8 kHz mu-law with hiss; by default our own voice is a tone. */
export async function humanCall(
  recognizer: Recognizer,
  options: TestCallOptions,
  script: (call: TestCall) => Promise<void>,
): Promise<HumanCall> {
  const openResampler = await loadResampler()
  const openGate = await loadVoiceGate()
  let ears: AwaitedRecognizer | undefined
  const late: Recognizer = {
    recognize: (...request) => (ears as AwaitedRecognizer).recognize(...request),
    close: async () => {},
  }
  const real = new RealWork()
  const { person, synthesizer, ...others } = options
  const call = testCall({
    recognizer: late,
    openGate,
    openResampler,
    ...others,
    ...(synthesizer === undefined ? {} : { synthesizer: awaitedSynthesizer(synthesizer, real) }),
    person: { format: telephone, openResampler, noise: seededRng(7), ...person },
  })
  ears = new AwaitedRecognizer(call.clock, recognizer, real)
  await passUntil(call.clock, Promise.all([call.result, script(call)]), real)
  return Object.assign(call, { heard: ears.heard })
}

/** No call of a test takes longer. */
const CALL_MS_MAX = 15 * 60_000

async function passUntil(clock: VirtualClock, promise: Promise<unknown>, real: RealWork): Promise<void> {
  let done = false
  const mark = () => {
    done = true
  }
  promise.then(mark, mark)
  await promisesSettled()
  while (!done) {
    if (real.working !== null) {
      await real.working
      await promisesSettled()
    } else if (clock.monotonic() > CALL_MS_MAX || !(await clock.step())) {
      throw new Error('nothing more happens in this call')
    }
  }
  await promise
}

/** To 8 kHz, for recordings of other rates. */
export async function toTelephone(samples: Int16Array, sampleRateHz: number): Promise<Int16Array> {
  return sampleRateHz === TELEPHONE_HZ
    ? samples
    : resampleAll(await loadResampler(), samples, sampleRateHz, TELEPHONE_HZ)
}
