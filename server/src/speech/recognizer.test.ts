import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end, question, start, workflow } from '../../test/agent/harness.ts'
import { type HumanVoices, humanCall, humanVoices, spokenDigits } from '../../test/agent/human-voices.ts'
import { silence } from '../../test/agent/tones.ts'
import { WORKFLOW_WALK_LIMITS } from '../agent/rules/walk-state.ts'
import { systemClock } from '../kernel/clock.ts'
import { randomIntBetween, seededRng } from '../kernel/rng.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { missingPartMessage } from './availability.ts'
import { BeepDetector } from './beep.ts'
import { loadVoiceGate, UndecidedFrameBuffer } from './confirmed-voice-gate.ts'
import { DtmfDetector } from './dtmf.ts'
import { estimatedConfidence, MoonshineRecognizer, RECOGNIZER_LIMITS, type Recognition } from './recognizer.ts'
import { loadResampler, resampleAll } from './resample.ts'
import { FliteSynthesizer } from './synthesizer.ts'
import { TurnDetector, type TurnEvent } from './turns.ts'
import { type OpenVoiceGate, openLoudnessGate } from './vad.ts'
import { decodeAudio, encodeAudio, joinSamples } from './wire-audio.ts'

/** The whole way of a call: spoken by flite, 8 kHz mu-law with a little noise, cut into turns, recognised. */
const TIME_LIMIT_MS = 240_000
const absent = missingPartMessage('synthesizer') !== undefined || missingPartMessage('recognizer') !== undefined
const telephone: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
const VOICES = ['slt', 'rms', 'awb', 'kal16']

let cacheDirectory: string
let synthesizer: FliteSynthesizer
let ears: MoonshineRecognizer

beforeAll(() => {
  cacheDirectory = mkdtempSync(join(tmpdir(), 'outdial-ears-'))
  if (absent) return
  synthesizer = new FliteSynthesizer()
  ears = new MoonshineRecognizer({ clock: systemClock, cacheDirectory, processes: 1 })
})

afterAll(async () => {
  await synthesizer?.close()
  await ears?.close()
  rmSync(cacheDirectory, { recursive: true, force: true })
})

/** As a line carries it: silence around the words is never quite silent. */
async function overTheLine(text: string, voice: string): Promise<Int16Array> {
  const pieces: Int16Array[] = [silence(600)]
  for await (const piece of synthesizer.speak(text, { voice, format: telephone }))
    pieces.push(decodeAudio(piece, 'mulaw'))
  pieces.push(silence(1000))
  const rng = seededRng(text.length)
  const noisy = joinSamples(pieces).map((sample) => sample + randomIntBetween(rng, -20, 20))
  return decodeAudio(encodeAudio(noisy, 'mulaw'), 'mulaw')
}

function turnsIn(line: Int16Array, open: OpenVoiceGate): Extract<TurnEvent, { kind: 'speech_ended' }>[] {
  const gate = open(8000)
  const decided = new UndecidedFrameBuffer(gate)
  const detector = new TurnDetector()
  const events: TurnEvent[] = []
  for (let at = 0; at + 160 <= line.length; at += 160) {
    const samples = line.subarray(at, at + 160)
    const frame = { voice: gate.isVoice(samples), atMs: at / 8, durationMs: 20, samples }
    for (const each of decided.push(frame)) events.push(...detector.push(each))
  }
  gate.close()
  return events.filter((event) => event.kind === 'speech_ended')
}

async function recognised(text: string, voice: string): Promise<Recognition> {
  const turns = turnsIn(await overTheLine(text, voice), await loadVoiceGate())
  expect(turns).toHaveLength(1)
  return ears.recognize(resampleAll(await loadResampler(), turns[0]!.audio, 8000, 16000))
}

/** Models differ a little between processors, so one voice in four may be misheard where `mayMiss` says so. */
test.skipIf(absent).each([
  ['Yes.', /^(yes|yeah)\b/i, 0],
  ['No.', /^no\b/i, 0],
  ['Stop calling me.', /call/i, 1],
  ['Please take me off your list.', /take me off/i, 1],
  ['One two three four five.', /^(1\D*2\D*3\D*4\D*5|one\W+two\W+three\W+four\W+five)/i, 1],
  ['I am not interested.', /not interested/i, 1],
] as const)(
  '"%s" is understood',
  async (text, pattern, mayMiss) => {
    // One after the other: what waits for longer than three seconds is given up, and digits are heard twice.
    const heard: Recognition[] = []
    for (const voice of VOICES) heard.push(await recognised(text, voice))
    const missed = heard.filter((each) => !pattern.test(each.text))
    expect(missed.map((each) => each.text).slice(mayMiss)).toEqual([])
    for (const each of heard) expect(each.confidence).toBeGreaterThan(0)
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'silence and noise are understood as nothing',
  async () => {
    const rng = seededRng(1)
    expect((await ears.recognize(new Int16Array(16_000))).text).toBe('')
    expect((await ears.recognize(new Int16Array(0))).text).toBe('')
    const hiss = Int16Array.from({ length: 16_000 }, () => randomIntBetween(rng, -30, 30))
    expect(await ears.recognize(hiss)).toMatchObject({ text: '', confidence: 0 })
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'the caller’s audio is left untouched, and a piece of a larger recording is enough',
  async () => {
    const line = resampleAll(await loadResampler(), await overTheLine('No.', 'rms'), 8000, 16000)
    const before = line.slice()
    expect((await ears.recognize(line.subarray(1000))).text).toMatch(/^no\b/i)
    expect(line).toEqual(before)
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'a recognition that is no longer wanted is given up at once',
  async () => {
    const unwanted = new AbortController()
    const line = resampleAll(await loadResampler(), await overTheLine('Wrong number.', 'rms'), 8000, 16000)
    const pending = ears.recognize(line, unwanted.signal)
    unwanted.abort(new Error('speech resumed'))
    await expect(pending).rejects.toThrow('speech resumed')
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'speech is one turn for either voice detector, and holds no keys and no beep',
  async () => {
    const text = 'Hello, thank you for calling about the appointment on Tuesday, I will be there.'
    for (const voice of VOICES) {
      const line = await overTheLine(text, voice)
      for (const open of [await loadVoiceGate(), openLoudnessGate]) {
        const turns = turnsIn(line, open)
        expect(turns).toHaveLength(1)
        expect(Math.abs(turns[0]!.startedAtMs - 600)).toBeLessThan(200)
      }
      expect(new DtmfDetector().push(line)).toEqual([])
      expect(new BeepDetector().push(line)).toEqual([])
    }
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'a guess is had once the small model is there, and none while utterances wait for the large one',
  async () => {
    const line = resampleAll(await loadResampler(), await overTheLine('I am not interested.', 'rms'), 8000, 16000)
    const { signal } = new AbortController()
    await expect.poll(() => ears.guess(line, signal), { timeout: TIME_LIMIT_MS }).toMatch(/interested/i)
    const utterances = Array.from({ length: 2 * RECOGNIZER_LIMITS.processesMax }, () => ears.recognize(line))
    expect(await ears.guess(line, signal)).toBe(null)
    await Promise.all(utterances)
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)('the vocabulary was written once, whole', () => {
  const lines = readFileSync(join(cacheDirectory, 'moonshine-tokens.txt'), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(32_768)
  expect(lines[3]).toBe(`${Buffer.of(0).toString('base64')} 3`)
})

test('confidence is none without words, and low for loops, odd pace and noise', () => {
  const usual = { text: 'call me tomorrow', speechMs: 1200, signalOverNoise: 50 }
  const best = estimatedConfidence(usual, false)
  expect(estimatedConfidence({ ...usual, text: '...' }, false)).toBe(0)
  expect(estimatedConfidence(usual, true)).toBeLessThan(best)
  expect(estimatedConfidence({ ...usual, speechMs: 200 }, false)).toBeLessThan(best)
  expect(estimatedConfidence({ ...usual, signalOverNoise: 2 }, false)).toBeLessThan(best)
})

test('words heard in noise, odd or in a loop decide nothing of consequence by themselves', () => {
  const usual = { text: 'Yes.', speechMs: 400, signalOverNoise: 50 }
  expect(estimatedConfidence(usual, false)).toBeGreaterThanOrEqual(WORKFLOW_WALK_LIMITS.sureConfidence)
  expect(estimatedConfidence({ ...usual, signalOverNoise: 7 }, false)).toBeLessThan(WORKFLOW_WALK_LIMITS.sureConfidence)
  expect(estimatedConfidence({ ...usual, speechMs: 60 }, false)).toBeLessThan(WORKFLOW_WALK_LIMITS.sureConfidence)
  expect(estimatedConfidence(usual, true)).toBeLessThan(WORKFLOW_WALK_LIMITS.sureConfidence)
})

const AHEAD = { source: 'start', target: 'done' }

/** Debian's prompts. Few of them: `npm run bench -- voices` measures all. */
const voices = absent ? null : await humanVoices()

test.skipIf(voices === null).each([
  ['603809', 7],
  ['1482', 3],
] as const)(
  'a person who reads out %s is understood or asked, never recorded with another number',
  async (digits, seed) => {
    const samples = spokenDigits(digits, (digit) => (voices as HumanVoices).prompt(`digits/${digit}`), seededRng(seed))
    const collect = { variable: 'number', kind: 'digits', exact_length: digits.length }
    const definition = workflow([start('What is your number?', { collect }), end('done')], [AHEAD])
    const call = await humanCall(ears, { definition, direction: 'inbound' }, async ({ person }) => {
      await person.untilAgentWaits()
      await person.play(samples)
      await person.untilAgentWaits()
      person.hangUp()
    })
    const readBack =
      call
        .agentSaid()
        .at(-1)
        ?.includes([...digits].join(' ')) ?? false
    expect(call.journal.record.gathered.number ?? (readBack ? digits : 'not understood')).toBe(digits)
  },
  TIME_LIMIT_MS,
)

test.skipIf(voices === null)(
  'an announcement of the network in a human voice ends the call as what it is',
  async () => {
    const call = await humanCall(ears, { definition: question }, async ({ person }) => {
      await person.pause(300)
      await person.play((voices as HumanVoices).prompt('ss-noservice'))
      await person.pause(8000)
      person.hangUp()
    })
    expect(call.journal.record.disposition).toBe('no_such_number')
  },
  TIME_LIMIT_MS,
)
test.skipIf(voices === null)(
  'music on hold is no answer, does not interrupt, and does not keep the call open',
  async () => {
    const music = (voices as HumanVoices).music()
    const call = await humanCall(ears, { definition: question }, async ({ person }) => {
      for (let at = 0; !person.isOver; at += 8000) await person.play(music.subarray(at, at + 8000))
    })
    expect(call.journal.record.disposition).toBe('no_input')
    expect(call.journal.record.transcript.every(({ who }) => who === 'agent')).toBe(true)
    expect(call.reports).not.toContainEqual(expect.objectContaining({ kind: 'agent_verdict' }))
    expect(call.person.clears).toBe(0)
    expect(call.clock.monotonic()).toBeLessThan(60_000)
  },
  TIME_LIMIT_MS,
)

test.skipIf(absent)(
  'our own voice on the line is neither an answer nor an interruption nor a wish not to be called',
  async () => {
    const greeting = 'Hello, this is the clinic. If you tell us to stop calling you, we will. Will you come on Tuesday?'
    const definition = workflow(
      [start(greeting), end('coming'), end('cancelled')],
      [
        { source: 'start', target: 'coming', examples: ['yes'] },
        { source: 'start', target: 'cancelled', examples: ['no'] },
      ],
    )
    const yes = (await overTheLine('Yes.', 'awb')).subarray(4800)
    const person = { echo: { delayMs: 260, gain: 0.3 } }
    const options = { definition, synthesizer, voice: 'slt', person, direction: 'inbound' as const }
    const call = await humanCall(ears, options, async ({ person }) => {
      await person.untilAgentWaits()
      await person.play(yes)
    })
    expect(call.suppressions).toBe(0)
    expect(call.journal.record.disposition).toBe('coming')
    const said = call.journal.record.transcript.map(({ who, text }) => (who === 'agent' ? 'agent' : text))
    expect(said).toEqual(['agent', expect.stringMatching(/^ye/i), 'agent'])
    expect(call.person.clears).toBe(0)
  },
  TIME_LIMIT_MS,
)
