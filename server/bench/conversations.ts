import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep, systemClock } from '../src/kernel/clock.ts'
import { MoonshineRecognizer } from '../src/speech/recognizer.ts'
import { FliteSynthesizer } from '../src/speech/synthesizer.ts'
import { SCENARIOS, type Scenario } from '../test/agent/conversations.ts'
import { isAgreement, PEOPLE } from '../test/agent/people.ts'
import { CALLEE_VOICES, disagreements, type FinishedConversation, RealCalls } from '../test/agent/real-calls.ts'
import type { BenchRow } from './speech.ts'

/** Everybody once with each voice. */
const ALL: readonly Scenario[] = [...SCENARIOS, ...PEOPLE]
const CONVERSATIONS = ALL.length * CALLEE_VOICES.length
const CONCURRENT = 20
/** People do not answer all in the same instant. */
const STAGGER_MS = 1200

export interface ConversationBenchOptions {
  conversations?: number
  concurrent?: number
}

/** Whole conversations by voice and by key, script brain, real recognizer and synthesizer, in real time over 8 kHz mu-law. */
export async function conversationBench(options: ConversationBenchOptions = {}): Promise<{ rows: BenchRow[] }> {
  const { conversations = CONVERSATIONS, concurrent = CONCURRENT } = options
  const cacheDirectory = mkdtempSync(join(tmpdir(), 'outdial-bench-'))
  const synthesizer = new FliteSynthesizer()
  const recognizer = new MoonshineRecognizer({ clock: systemClock, cacheDirectory })
  try {
    const calls = await RealCalls.open(synthesizer, recognizer, concurrent)
    await calls.rehearse(ALL)
    await recognizer.recognize(new Int16Array(16_000))
    const begun = process.cpuUsage()
    const finished = await holdAll(calls, conversations, concurrent)
    const { user, system } = process.cpuUsage(begun)
    return { rows: rowsOf(finished, concurrent, (user + system) / 1000) }
  } finally {
    await Promise.all([synthesizer.close(), recognizer.close()])
    rmSync(cacheDirectory, { recursive: true, force: true })
  }
}

async function holdAll(calls: RealCalls, total: number, concurrent: number): Promise<FinishedConversation[]> {
  const finished: FinishedConversation[] = []
  let next = 0
  const line = async (_: unknown, index: number) => {
    await sleep(systemClock, index * STAGGER_MS)
    while (next < total) {
      const number = next++
      const scenario = ALL[number % ALL.length]
      // Voices change more slowly than scenarios, so that every pair of them comes up.
      const voice = CALLEE_VOICES[Math.floor(number / ALL.length) % CALLEE_VOICES.length]
      if (scenario !== undefined && voice !== undefined) finished.push(await calls.hold(scenario, voice))
    }
  }
  await Promise.all(Array.from({ length: concurrent }, line))
  return finished
}

function rowsOf(finished: readonly FinishedConversation[], concurrent: number, cpuMs: number): BenchRow[] {
  const asMeant = finished.filter((each) => disagreements(each).length === 0).length
  const gaps = finished.flatMap(({ person }) => person.replyGapsMs)
  const firstAudio = finished.map(({ record }) => record?.latencies.first_audio_ms ?? Number.POSITIVE_INFINITY)
  const heardAfter = finished.map(({ person, attachedAtMs }) => (person.firstAudioMs ?? 0) - attachedAtMs)
  const silenced = finished.flatMap(({ person }) => person.silencedAfterMs)
  const method = `${finished.length} scripted calls, ${concurrent} at once, voices ${CALLEE_VOICES.join(', ')}`
  const row = (figure: string, value: number, unit: string, how: string): BenchRow => ({
    figure,
    value: Math.round(value * 10) / 10,
    unit,
    method: how,
  })
  return [
    row('conversations that end as the callee meant', asMeant, `of ${finished.length}`, method),
    row('recorded as agreeing who did not', falseAgreements(finished), `of ${finished.length}`, method),
    row('reply gap, median', percentile(gaps, 0.5), 'ms', `${method}; last sound sent to first sound heard`),
    row('reply gap, 95th percentile', percentile(gaps, 0.95), 'ms', `${gaps.length} replies`),
    row('answer to first audio sent, median', percentile(firstAudio, 0.5), 'ms', `${method}; dialed 1 s before`),
    row('answer to first audio sent, worst', Math.max(...firstAudio), 'ms', method),
    row('answer to first audio heard, worst', Math.max(...heardAfter), 'ms', `${method}; frames of 20 ms`),
    row('interruption to silence, median', percentile(silenced, 0.5), 'ms', 'first sound over the agent to its last'),
    row('interruption to silence, worst', Math.max(...silenced), 'ms', `${silenced.length} interruptions`),
    row('CPU per conversation', cpuMs / finished.length, 'ms', `${method}; both ends of the line in one process`),
  ]
}

/** What must never happen. */
function falseAgreements(finished: readonly FinishedConversation[]): number {
  const others = finished.filter(({ scenario }) => 'means' in scenario && scenario.means !== 'agrees')
  return others.filter(({ record }) => isAgreement(record?.disposition ?? '')).length
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
