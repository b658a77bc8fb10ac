import { expect, test } from 'vitest'
import { chainRecognizer, chainSynthesizer } from '../../test/agent/speech-services/chains.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { DEFAULT_SETTINGS, type ModelSettings, sealSettings } from '../models/settings.ts'
import type { Recognizer, SherpaRecognizer } from '../speech/recognizer.ts'
import { SERVICE_CHAIN_LIMITS, type SpeechServiceFailure } from '../speech/streaming.ts'
import type { SpeakOptions, Synthesizer } from '../speech/synthesizer.ts'
import { openSpeechChooser } from './choose-speech.ts'

const secrets = openSecretBox([Buffer.alloc(32, 1)])
const FORMAT = { encoding: 'mulaw', sampleRateHz: 8000 } as const

/** Speaks these pieces; null breaks off. */
function synthesizer(pieces: (number | null)[], asked: SpeakOptions[] = []): Synthesizer {
  return {
    async *speak(_, options) {
      asked.push(options)
      for (const piece of pieces) {
        if (piece === null) throw new Error('broken')
        yield Uint8Array.of(piece)
      }
    },
    warm: async () => {},
    close: async () => {},
  }
}

function ears(text: string | null): Recognizer {
  return {
    async recognize() {
      if (text === null) throw new Error('broken')
      return { text, confidence: 1, ms: 0 }
    },
    close: async () => {},
  }
}

async function spoken(speaker: Synthesizer, options: Partial<SpeakOptions> = {}): Promise<number[]> {
  const heard: number[] = []
  for await (const piece of speaker.speak('Hello.', { format: FORMAT, ...options })) heard.push(...piece)
  return heard
}

const SERVICE: ModelSettings = {
  ...DEFAULT_SETTINGS,
  speech: {
    engine: 'openai',
    voice: 'nova',
    base_url: 'http://127.0.0.1:1/v1',
    api_key: 'sk-1',
    model: 's',
    fallback: [],
  },
  recognition: { engine: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key: null, model: 'r', fallback: [] },
}

function chooser(
  localSynthesizer: Synthesizer | null = synthesizer([1]),
  localRecognizer: Recognizer | null = ears('local'),
) {
  const local = {
    voice: (language: string) =>
      localSynthesizer === null || !language.startsWith('en')
        ? null
        : { synthesizer: localSynthesizer, letters: 'ascii' as const },
    recognizer: (language: string) => (language.startsWith('en') ? (localRecognizer as SherpaRecognizer | null) : null),
  }
  const choose = openSpeechChooser({ clock: new VirtualClock(), log: silentLog, secrets, local })
  return (settings: ModelSettings | null, organizationId = 1, requested = {}) =>
    choose({
      organizationId,
      modelSettings: settings === null ? null : JSON.parse(sealSettings(settings, secrets, organizationId)),
      definition: { settings: requested },
    })
}

test('an organization that never chose has the synthesizer and ears of this machine', () => {
  const localSynthesizer = synthesizer([1])
  const localRecognizer = ears('x')
  const chosen = chooser(localSynthesizer, localRecognizer)(null)
  expect(chosen.synthesizer.behind).toBe(localSynthesizer)
  expect(chosen.recognizer).toBe(localRecognizer)
  expect(chosen.voice).toBeUndefined()
})

test("the workflow's voice goes before the organization's", () => {
  expect(chooser()(SERVICE).voice).toBe('nova')
  expect(chooser()(SERVICE, 1, { voice: 'alloy' }).voice).toBe('alloy')
})

test('a service is kept between the calls of an organization, never shared with another', () => {
  const choose = chooser()
  const first = choose(SERVICE).synthesizer.behind
  expect(choose(SERVICE).synthesizer.behind).toBe(first)
  expect(choose(SERVICE, 2).synthesizer.behind).not.toBe(first)
  expect(choose({ ...SERVICE, speech: { ...SERVICE.speech, api_key: 'sk-2' } }).synthesizer.behind).not.toBe(first)
})

test('a machine that cannot speak says so, and one that cannot hear has no ears', () => {
  expect(() => chooser(null)(null)).toThrow('this machine cannot speak')
  expect(chooser(synthesizer([1]), null)(null).recognizer).toBeNull()
})

test('a service that cannot be reached is stood in for, ears and synthesizer', async () => {
  const chosen = chooser()(SERVICE)
  expect(await spoken(chosen.synthesizer)).toEqual([1])
  expect((await chosen.recognizer?.recognize(new Int16Array(160)))?.text).toBe('local')
})

test('a service that fails before its first sound is stood in for, in a voice the machine has', async () => {
  const asked: SpeakOptions[] = []
  const speaker = chainSynthesizer(new VirtualClock(), synthesizer([null]), synthesizer([7, 8], asked))
  expect(await spoken(speaker, { voice: 'nova' })).toEqual([7, 8])
  expect(asked[0]?.voice).toBeUndefined()
})

test('a service that is late with its first sound is stood in for', async () => {
  const clock = new VirtualClock()
  let begun: () => void = () => {}
  const beginning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const hanging: Synthesizer = {
    ...synthesizer([]),
    async *speak() {
      begun()
      await new Promise(() => {})
    },
  }
  const heard = spoken(chainSynthesizer(clock, hanging, synthesizer([7])))
  await beginning
  clock.advance(SERVICE_CHAIN_LIMITS.streamMs)
  expect(await heard).toEqual([7])
})

test('a service that breaks off in mid-word: the next voice says the clause from its beginning, and it is told', async () => {
  const troubles: SpeechServiceFailure[] = []
  const speaker = chainSynthesizer(new VirtualClock(), synthesizer([1, null]), synthesizer([7]))
  expect(await spoken(speaker, { told: (trouble) => troubles.push(trouble) })).toEqual([1, 7])
  expect(troubles).toEqual([{ part: 'voice', service: 'first', because: 'unreachable', next: 'local' }])
})

test('an interruption is not a failure of the service', async () => {
  const local: SpeakOptions[] = []
  const stop = new AbortController()
  stop.abort(new Error('interrupted'))
  const failing: Synthesizer = {
    ...synthesizer([]),
    async *speak(_, { signal }) {
      signal?.throwIfAborted()
      yield Uint8Array.of(1)
    },
  }
  const speaker = chainSynthesizer(new VirtualClock(), failing, synthesizer([7], local))
  await expect(spoken(speaker, { signal: stop.signal })).rejects.toThrow('interrupted')
  expect(local).toEqual([])
})

test('ears without a stand-in pass the failure on', async () => {
  await expect(chainRecognizer(ears(null), null).recognize(new Int16Array(1))).rejects.toThrow('broken')
  expect((await chainRecognizer(ears('service'), ears('local')).recognize(new Int16Array(1))).text).toBe('service')
})
