import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, systemClock } from '../src/kernel/clock.ts'
import { BeepDetector } from '../src/speech/beep.ts'
import { loadVoiceGate } from '../src/speech/confirmed-voice-gate.ts'
import { DtmfDetector } from '../src/speech/dtmf.ts'
import { MoonshineRecognizer } from '../src/speech/recognizer.ts'
import { loadResampler, resampleAll } from '../src/speech/resample.ts'
import { FliteSynthesizer } from '../src/speech/synthesizer.ts'
import { TurnDetector } from '../src/speech/turns.ts'
import { decodeAudio } from '../src/speech/wire-audio.ts'
import type { AudioFormat } from '../src/telephony/media.ts'

export interface BenchRow {
  figure: string
  value: number
  unit: string
  method: string
  target?: string
}

const telephone: AudioFormat = { encoding: 'mulaw', sampleRateHz: 8000 }
const VOICES = ['slt', 'rms', 'awb', 'kal16']
const REPLIES = [
  'Yes.',
  'No, thank you.',
  'Stop calling me.',
  'Call me back tomorrow.',
  'One two three four five.',
  'I already paid that bill last week.',
]
const CONCURRENT = 50

export async function speechBench(): Promise<{ rows: BenchRow[] }> {
  const synthesizer = new FliteSynthesizer()
  try {
    const rows = [...(await firstAudio(synthesizer)), ...(await mediaPath(synthesizer))]
    return { rows: [...rows, ...(await recognition(await makeUtterances(synthesizer)))] }
  } finally {
    await synthesizer.close()
  }
}

/** Sentences never said before, so that the cache does not help; then one of them again. */
async function firstAudio(synthesizer: FliteSynthesizer): Promise<BenchRow[]> {
  await hear(synthesizer, 'The first sentence also loads the voice.')
  const fresh: number[] = []
  for (let number = 1; number <= 20; number++) {
    const text = `Hello number ${number}, this is Green Valley Clinic calling about your appointment on Tuesday.`
    fresh.push(await msToFirstPiece(synthesizer, text))
  }
  const cached = await msToFirstPiece(synthesizer, 'The first sentence also loads the voice.')
  const method = 'speak() to the first piece, slt, 8 kHz mu-law'
  return [
    row('first audio of a new sentence, median', percentile(fresh, 0.5), 'ms', `${method}, 20 sentences`),
    row('first audio of a new sentence, worst', Math.max(...fresh), 'ms', `${method}, 20 sentences`),
    row('first audio of a cached sentence', cached, 'ms', method),
  ]
}

/** What each second of a call costs on the main thread. */
async function mediaPath(synthesizer: FliteSynthesizer): Promise<BenchRow[]> {
  const line = await hear(
    synthesizer,
    'This is what a call sounds like while a person speaks to the agent for some time.',
  )
  const openResampler = await loadResampler()
  const gate = (await loadVoiceGate())(8000)
  const resampler = openResampler(8000, 16000)
  const [turns, keys, beeps] = [new TurnDetector(), new DtmfDetector(), new BeepDetector()]
  let atMs = 0
  const listen = (rounds: number) => {
    for (let at = 0; at + 160 <= line.length * rounds; at += 160) {
      const from = at % (line.length - 160)
      const samples = decodeAudio(line.subarray(from, from + 160), 'mulaw')
      turns.push({ voice: gate.isVoice(samples), atMs, durationMs: 20, samples: resampler.push(samples) })
      keys.push(samples)
      beeps.push(samples)
      atMs += 20
    }
  }
  const rounds = 20
  listen(rounds)
  const begun = process.cpuUsage()
  listen(rounds)
  const used = cpuMs(begun)
  const seconds = (rounds * line.length) / 8000
  gate.close()
  resampler.close()
  const method = `decode, voice gate, turns, keys, beep and resampling of ${seconds.toFixed(0)} s of speech`
  return [row('CPU of one call listening, per second', used / seconds, 'ms', method)]
}

async function recognition(utterances: readonly Int16Array[]): Promise<BenchRow[]> {
  const cacheDirectory = mkdtempSync(join(tmpdir(), 'outdial-bench-'))
  const ears = new MoonshineRecognizer({ clock: systemClock, cacheDirectory })
  try {
    // The first also loads the model.
    await ears.recognize(utterances[0] as Int16Array)
    return [...(await oneAtATime(ears, utterances)), ...(await manyAtOnce(ears, utterances))]
  } finally {
    await ears.close()
    rmSync(cacheDirectory, { recursive: true, force: true })
  }
}

async function oneAtATime(ears: MoonshineRecognizer, utterances: readonly Int16Array[]): Promise<BenchRow[]> {
  const begun = process.cpuUsage()
  const alone: number[] = []
  for (const utterance of utterances) alone.push((await ears.recognize(utterance)).ms)
  const cpu = cpuMs(begun) / utterances.length
  const seconds = utterances.reduce((sum, utterance) => sum + utterance.length / 16000, 0) / utterances.length
  const method = `Moonshine base, ${utterances.length} utterances of ${seconds.toFixed(1)} s on average, one at a time`
  return [
    row('CPU per utterance', cpu, 'ms', method),
    row('recognition of one utterance, median', percentile(alone, 0.5), 'ms', method),
  ]
}

async function manyAtOnce(ears: MoonshineRecognizer, utterances: readonly Int16Array[]): Promise<BenchRow[]> {
  const lag = watchLag(systemClock)
  const startedAtMs = systemClock.monotonic()
  const many = Array.from({ length: CONCURRENT }, (_, index) => utterances[index % utterances.length] as Int16Array)
  await Promise.all(many.map((utterance) => ears.recognize(utterance)))
  const tookMs = systemClock.monotonic() - startedAtMs
  const lags = lag.stop()
  const method = `${CONCURRENT} recognitions asked for at once; a 1 ms timer on the main loop`
  return [
    row('utterances per second, saturated', (CONCURRENT / tookMs) * 1000, '/s', method),
    row('main loop lag under load, 99th percentile', percentile(lags, 0.99), 'ms', method),
    row('main loop lag under load, worst', Math.max(...lags), 'ms', method),
  ]
}

function watchLag(clock: Clock): { stop(): number[] } {
  const intervalMs = 1
  const lags: number[] = []
  let watching = true
  const look = (sinceMs: number) => {
    clock.after(intervalMs, () => {
      const nowMs = clock.monotonic()
      lags.push(Math.max(0, nowMs - sinceMs - intervalMs))
      if (watching) look(nowMs)
    })
  }
  look(clock.monotonic())
  return {
    stop() {
      watching = false
      return lags
    },
  }
}

async function makeUtterances(synthesizer: FliteSynthesizer): Promise<Int16Array[]> {
  const openResampler = await loadResampler()
  const utterances: Int16Array[] = []
  for (const voice of VOICES) {
    for (const reply of REPLIES) {
      const line = decodeAudio(await hear(synthesizer, reply, voice), 'mulaw')
      utterances.push(resampleAll(openResampler, line, 8000, 16000))
    }
  }
  return utterances
}

async function hear(synthesizer: FliteSynthesizer, text: string, voice?: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of synthesizer.speak(text, { format: telephone, voice })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Listens to the end: a sentence left unfinished would be made at the cost of the next one measured. */
async function msToFirstPiece(synthesizer: FliteSynthesizer, text: string): Promise<number> {
  const startedAtMs = systemClock.monotonic()
  let firstMs: number | undefined
  for await (const _ of synthesizer.speak(text, { format: telephone }))
    firstMs ??= systemClock.monotonic() - startedAtMs
  return firstMs as number
}

function row(figure: string, value: number, unit: string, method: string): BenchRow {
  return { figure, value: Math.round(value * 100) / 100, unit, method }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(since)
  return (used.user + used.system) / 1000
}
