/** What every hosted speech service must do for us, tried with each of them against a stand-in that speaks its protocol. */
import { afterEach, describe, expect, test } from 'vitest'
import { openAzure } from '../../../test/agent/speech-services/azure.ts'
import { openCartesia } from '../../../test/agent/speech-services/cartesia.ts'
import { openDeepgram } from '../../../test/agent/speech-services/deepgram.ts'
import { openElevenLabs } from '../../../test/agent/speech-services/elevenlabs.ts'
import { accountOf, openGoogle } from '../../../test/agent/speech-services/google.ts'
import { openOpenAi } from '../../../test/agent/speech-services/openai.ts'
import { KEY, type StandIn, type StandInOptions, voiceOf } from '../../../test/agent/speech-services/stand-in.ts'
import { systemClock } from '../../kernel/clock.ts'
import { openEgress } from '../../kernel/egress.ts'
import { type AllowList, readAllowList } from '../../kernel/egress-rules.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import type { AudioFormat } from '../../telephony/media.ts'
import type { RecognitionStream } from '../streaming.ts'
import { encodeAudio } from '../wire-audio.ts'
import { deepgramRecognition } from './deepgram/recognition.ts'
import { listVoices } from './list-voices.ts'
import { openRecognition, openVoice } from './open-service.ts'
import type { SpeechServiceError } from './service-error.ts'
import { SOCKET_VOICE_LIMITS } from './socket-voice.ts'

const telephone: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
const wide: AudioFormat = { encoding: 'l16', sampleRateHz: 16000 }

interface Service {
  name: string
  open(options: StandInOptions): Promise<StandIn>
  key(standIn: StandIn, which: 'right' | 'wrong'): string
  recognitionUrl?(standIn: StandIn): string
}

const plainKey: Service['key'] = (_, which) => (which === 'right' ? KEY : 'another')

const DEEPGRAM: Service = { name: 'deepgram', open: openDeepgram, key: plainKey }
const ELEVENLABS: Service = { name: 'elevenlabs', open: openElevenLabs, key: plainKey }
const CARTESIA: Service = { name: 'cartesia', open: openCartesia, key: plainKey }
const OPENAI: Service = { name: 'openai_realtime', open: openOpenAi, key: plainKey }
const AZURE: Service = { name: 'azure', open: openAzure, key: plainKey }
const GOOGLE: Service = {
  name: 'google',
  open: openGoogle,
  key: accountOf,
  recognitionUrl: (standIn) => (standIn as StandIn & { grpc: string }).grpc,
}

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function opened(service: Service, options: StandInOptions): Promise<StandIn> {
  const standIn = await service.open(options)
  closing.push(() => standIn.close())
  return standIn
}

interface Listening {
  stream: RecognitionStream
  partials: string[]
  failed: Promise<SpeechServiceError>
  /** Resolves with the next words that are told. */
  heard(text: string): Promise<void>
}

function listening(
  service: Service,
  standIn: StandIn,
  clock: VirtualClock,
  which: 'right' | 'wrong' = 'right',
  format = telephone,
): Listening {
  const partials: string[] = []
  let wake = () => {}
  let fail: (error: SpeechServiceError) => void = () => {}
  const failed = new Promise<SpeechServiceError>((resolve) => {
    fail = resolve
  })
  const stream = openRecognition(service.name, {
    clock,
    apiKey: service.key(standIn, which),
    baseUrl: service.recognitionUrl?.(standIn) ?? standIn.url,
    region: null,
    model: null,
    language: null,
  }).open?.(format, {
    partial: (text) => {
      partials.push(text)
      wake()
    },
    endOfTurn() {},
    failed: fail,
  }) as RecognitionStream
  closing.push(() => stream.close())
  const heard = async (text: string) => {
    while (!partials.includes(text)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { stream, partials, failed, heard }
}

/** Sound and the silence after it, in frames of 20 ms. */
function say(stream: RecognitionStream, format = telephone): void {
  const frame = (level: number) => encodeAudio(new Int16Array(format.sampleRateHz / 50).fill(level), format.encoding)
  for (let index = 0; index < 25; index++) stream.push(frame(index < 15 ? 6000 : 0))
}

describe.each([DEEPGRAM, ELEVENLABS, CARTESIA, OPENAI, AZURE, GOOGLE])('recognition by $name', (service) => {
  test.each([
    ['of the telephone', telephone],
    ['in wide audio', wide],
  ])('tells words while they are spoken and stands by them at the end of each turn, %s', async (_, format) => {
    const standIn = await opened(service, { says: ['yes please', 'on Tuesday', 'at nine'] })
    const { stream, heard } = listening(service, standIn, new VirtualClock(), 'right', format)
    say(stream, format)
    // One of them tells nothing before a turn is over.
    if (service !== OPENAI) await heard('yes please')
    expect(await stream.final()).toMatchObject({ text: 'yes please' })
    stream.nextTurn()
    say(stream, format)
    expect(await stream.final()).toMatchObject({ text: 'on Tuesday', confidence: expect.any(Number) })
    // The person goes on: both stretches are one turn.
    say(stream, format)
    expect((await stream.final()).text).toBe('on Tuesday at nine')
    expect(standIn.complaints).toEqual([])
  })

  test('words of a turn that come late are not put into the next one', async () => {
    const standIn = await opened(service, { says: ['do not', 'tomorrow'], lateFinals: true })
    const { stream } = listening(service, standIn, new VirtualClock())
    say(stream)
    const first = stream.final()
    stream.nextTurn()
    say(stream)
    const second = stream.final()
    let answers = 0
    const both = Promise.all([first, second].map((each) => each.finally(() => answers++)))
    while (answers < 2) {
      standIn.release()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await both).map(({ text }) => text)).toEqual(['do not', 'tomorrow'])
  })

  test.each([
    ['a wrong key', 'none', 'wrong', { fault: 'refused', retryable: false }],
    ['too many at once', 'busy', 'right', { fault: 'busy', retryable: true }],
    ['a connection that breaks in mid-word', 'drops', 'right', { fault: 'dropped', retryable: true }],
  ] as const)('%s is told, and nobody waits for words', async (_, trouble, which, error) => {
    const standIn = await opened(service, { says: ['yes'], trouble })
    const { stream, failed } = listening(service, standIn, new VirtualClock(), which)
    say(stream)
    const words = stream.final().then(
      () => null,
      (reason: SpeechServiceError) => reason,
    )
    expect(await failed).toMatchObject(error)
    expect(await words).toMatchObject(error)
    await expect(stream.final()).rejects.toMatchObject(error)
  })
})

describe.each([DEEPGRAM, ELEVENLABS, CARTESIA, AZURE, GOOGLE])('the voice of $name', (service) => {
  function voice(standIn: StandIn, clock = new VirtualClock(), which: 'right' | 'wrong' = 'right') {
    const synthesizer = openVoice(service.name, {
      clock,
      apiKey: service.key(standIn, which),
      baseUrl: standIn.url,
      region: null,
      voice: 'en-US-Somebody',
      model: null,
      language: 'en',
      cacheLimitBytes: 0,
    })
    closing.push(() => synthesizer.close())
    return synthesizer
  }
  async function spoken(synthesizer: ReturnType<typeof voice>, text: string, format = telephone): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    for await (const piece of synthesizer.speak(text, { format })) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  test('says every clause whole, in the format of the line, over a connection that is kept', async () => {
    const standIn = await opened(service, {})
    const synthesizer = voice(standIn)
    for (const text of ['Good morning, this is the clinic.', "It's 5 < 6 & more."]) {
      expect(await spoken(synthesizer, text)).toEqual(Buffer.from(voiceOf(text, telephone)))
    }
    if (service !== AZURE && service !== GOOGLE) expect(standIn.connections).toBe(1)
    const pieces: number[] = []
    for await (const piece of synthesizer.speak('Wide.', { format: wide })) pieces.push(piece.length)
    expect(pieces.every((length) => length % 2 === 0)).toBe(true)
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(voiceOf('Wide.', wide).length)
    expect(await spoken(synthesizer, ' ... ')).toHaveLength(0)
    expect(standIn.complaints).toEqual([])
  })

  test('nothing of a clause that was interrupted is heard in the next one', async () => {
    const standIn = await opened(service, {})
    const synthesizer = voice(standIn)
    const stop = new AbortController()
    const pieces = synthesizer
      .speak('This is a long sentence that nobody wants to hear to its end.', {
        format: telephone,
        signal: stop.signal,
      })
      [Symbol.asyncIterator]()
    await pieces.next()
    stop.abort(new Error('interrupted'))
    await expect(pieces.next()).rejects.toThrow('interrupted')
    expect(await spoken(synthesizer, 'Yes?')).toEqual(Buffer.from(voiceOf('Yes?', telephone)))
  })

  test('lists all its voices with id, name and language; a refused key is told', async () => {
    const standIn = await opened(service, {})
    const asked = (which: 'right' | 'wrong') => {
      const apiKey = service.key(standIn, which)
      return listVoices(service.name, { clock: systemClock, apiKey, baseUrl: standIn.url, region: null })
    }
    const names = service.name === 'google' ? ['v1', 'v2'] : ['Rachel', 'Klara']
    expect(await asked('right')).toEqual({
      voices: [
        { id: 'v1', name: names[0], language: null },
        { id: 'v2', name: names[1], language: expect.stringMatching(/^de(-DE)?$/) },
      ],
      isCut: false,
    })
    await expect(asked('wrong')).rejects.toMatchObject({ fault: 'refused' })
  })

  test('a wrong key, too many at once, and a connection that breaks in mid-word are told', async () => {
    const standIn = await opened(service, {})
    await expect(spoken(voice(standIn, undefined, 'wrong'), 'Hello.')).rejects.toMatchObject({
      fault: 'refused',
      retryable: false,
    })
    const synthesizer = voice(standIn)
    const long = 'Good morning, this is the clinic.'
    await spoken(synthesizer, long)
    standIn.trouble = 'drops'
    await expect(spoken(synthesizer, `${long} Again.`)).rejects.toMatchObject({ retryable: true })
    standIn.trouble = 'busy'
    await expect(spoken(synthesizer, 'Hello.')).rejects.toMatchObject({ fault: 'busy', retryable: true })
    // It is asked again once it can.
    standIn.trouble = 'none'
    expect(await spoken(synthesizer, 'Hello.')).toEqual(Buffer.from(voiceOf('Hello.', telephone)))
  })
})

test('a voice that was taken back and never confirms it costs its connection, not the next words', async () => {
  const standIn = await opened(DEEPGRAM, { trouble: 'hangs' })
  const clock = new VirtualClock()
  const synthesizer = openVoice('deepgram', {
    clock,
    apiKey: KEY,
    baseUrl: standIn.url,
    region: null,
    voice: null,
    model: null,
    language: null,
  })
  closing.push(() => synthesizer.close())
  const stop = new AbortController()
  const pieces = synthesizer.speak('Hello.', { format: telephone, signal: stop.signal })[Symbol.asyncIterator]()
  const first = pieces.next()
  stop.abort(new Error('late'))
  await expect(first).rejects.toThrow('late')
  clock.advance(SOCKET_VOICE_LIMITS.cancelMs)
  standIn.trouble = 'none'
  const heard: Uint8Array[] = []
  for await (const piece of synthesizer.speak('Good-bye.', { format: telephone })) heard.push(piece)
  expect(Buffer.concat(heard)).toEqual(Buffer.from(voiceOf('Good-bye.', telephone)))
})

test('every service is reached by the rules for outgoing traffic alone', async () => {
  const clock = new VirtualClock()
  const egress = await openEgress({
    clock,
    allow: readAllowList([]) as AllowList,
    look: async () => ({ alone: false, grants: [] }),
  })
  closing.push(() => egress.close())
  for (const service of [DEEPGRAM, ELEVENLABS, CARTESIA, OPENAI, AZURE, GOOGLE]) {
    const standIn = await opened(service, { says: ['yes'] })
    const url = service.recognitionUrl?.(standIn) ?? standIn.url
    const access = { clock, apiKey: service.key(standIn, 'right'), region: null, model: null, language: null, egress }
    const recognition = openRecognition(service.name, { ...access, baseUrl: url })
    await expect(recognition.recognize(new Int16Array(1600))).rejects.toMatchObject({ fault: 'unreachable' })
    if (service !== OPENAI) {
      const synthesizer = openVoice(service.name, { ...access, baseUrl: standIn.url, voice: 'en-US-A' })
      const pieces = synthesizer.speak('Hello.', { format: telephone })[Symbol.asyncIterator]()
      await expect(pieces.next()).rejects.toMatchObject({ fault: 'unreachable' })
    }
    expect(standIn.connections).toBe(0)
  }
})

test('Deepgram listens in several languages only if the person may answer in them', () => {
  const query = (alsoLanguages: string[]) => {
    const options = { baseUrl: 'wss://x', apiKey: 'k', model: 'nova-3', language: 'en', alsoLanguages }
    const { searchParams } = new URL(deepgramRecognition(options).address(telephone).url)
    return [searchParams.get('language'), ...searchParams.getAll('language_hint')]
  }
  expect(query([])).toEqual(['en'])
  expect(query(['de', 'pt-BR'])).toEqual(['multi', 'en', 'de', 'pt-BR'])
})
