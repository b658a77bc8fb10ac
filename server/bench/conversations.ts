import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPipelineBrain } from '../src/agent/brains/pipeline.ts'
import { sleep, systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { readDigits } from '../src/language/rules/spoken-digits.ts'
import { MoonshineRecognizer, type Recognizer } from '../src/speech/recognizer.ts'
import { ChainRecognizer, ServiceHealth } from '../src/speech/service-chain.ts'
import { openRecognition, openVoice } from '../src/speech/services/open-service.ts'
import { FliteSynthesizer, type Synthesizer } from '../src/speech/synthesizer.ts'
import type { WorkflowDefinition } from '../src/workflows/rules/definition.ts'
import { SCENARIOS, type Scenario } from '../test/agent/conversations.ts'
import { isAgreement, PEOPLE } from '../test/agent/people.ts'
import { CALLEE_VOICES, disagreements, type FinishedConversation, RealCalls } from '../test/agent/real-calls.ts'
import { openDeepgram } from '../test/agent/speech-services/deepgram.ts'
import { KEY } from '../test/agent/speech-services/stand-in.ts'
import type { BenchRow } from './speech.ts'

/** Everybody once with each voice. */
const ALL: readonly Scenario[] = [...SCENARIOS, ...PEOPLE]
const CONVERSATIONS = ALL.length * CALLEE_VOICES.length
const CONCURRENT = 10
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
    nameThem(finished)
    writeTranscripts(finished)
    const rows = rowsOf(finished, concurrent, (user + system) / 1000)
    return { rows: [...rows, ...(await modelRows({ synthesizer, recognizer }, Math.min(MODEL_CALLS, conversations)))] }
  } finally {
    await Promise.all([synthesizer.close(), recognizer.close()])
    rmSync(cacheDirectory, { recursive: true, force: true })
  }
}

/** Only the part with a model: a minute instead of ten. */
export async function modelBench(): Promise<BenchRow[]> {
  const cacheDirectory = mkdtempSync(join(tmpdir(), 'outdial-bench-'))
  const synthesizer = new FliteSynthesizer()
  const recognizer = new MoonshineRecognizer({ clock: systemClock, cacheDirectory })
  try {
    await recognizer.recognize(new Int16Array(16_000))
    const here = await modelRows({ synthesizer, recognizer }, MODEL_CALLS)
    return [...here, ...(await streamedRows(synthesizer, MODEL_CALLS))]
  } finally {
    await Promise.all([synthesizer.close(), recognizer.close()])
    rmSync(cacheDirectory, { recursive: true, force: true })
  }
}

/** Only the part with hosted speech. */
export async function streamedBench(): Promise<BenchRow[]> {
  const synthesizer = new FliteSynthesizer()
  try {
    return await streamedRows(synthesizer, MODEL_CALLS)
  } finally {
    await synthesizer.close()
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

/** Figures alone say that something went wrong, not with whom. */
function nameThem(finished: readonly FinishedConversation[]): void {
  for (const each of finished) {
    const who = `${each.scenario.name} (${each.voice})`
    const wrong = disagreements(each)
    const said = () => each.record?.transcript.map(({ who, text }) => `${who}: ${text}`).join(' | ')
    if (wrong.length > 0) process.stdout.write(`  not as meant: ${who}: ${wrong.join(', ')} [${said()}]\n`)
    if (each.person.cutOffs > 0) process.stdout.write(`  cut off: ${who} [${said()}]\n`)
  }
}

/** `TRANSCRIPTS` may name a file for all transcripts, to be read by a person. */
function writeTranscripts(finished: readonly FinishedConversation[]): void {
  const file = process.env.TRANSCRIPTS
  if (file === undefined) return
  const texts = finished.map(({ scenario, voice, record }) => {
    const lines = record?.transcript.map(({ who, text }) => `  ${who}: ${text}`) ?? []
    return [`${scenario.name} (${voice}): ${record?.disposition}`, ...lines].join('\n')
  })
  writeFileSync(file, `${texts.join('\n\n')}\n`)
}

function rowsOf(finished: readonly FinishedConversation[], concurrent: number, cpuMs: number): BenchRow[] {
  const asMeant = finished.filter((each) => disagreements(each).length === 0).length
  const gaps = finished.flatMap(({ person }) => person.replyGapsMs)
  const firstAudio = finished.map(({ record }) => record?.latencies.first_audio_ms ?? Number.POSITIVE_INFINITY)
  const heardAfter = finished.map(({ person, attachedAtMs }) => (person.firstAudioMs ?? 0) - attachedAtMs)
  const silenced = finished.flatMap(({ person }) => person.silencedAfterMs)
  const short = finished.flatMap(({ person }) => person.replies.filter(isShortAnswer).map(({ gapMs }) => gapMs))
  const cutOffs = finished.filter(({ person }) => person.cutOffs > 0).length
  const method = `${finished.length} scripted calls, ${concurrent} at once, voices ${CALLEE_VOICES.join(', ')}`
  return [
    row('conversations that end as the callee meant', asMeant, `of ${finished.length}`, method),
    row('recorded as agreeing who did not', falseAgreements(finished), `of ${finished.length}`, method, '<= 0'),
    row('reply gap, median', percentile(gaps, 0.5), 'ms', `${method}; last sound sent to first sound heard`),
    row('reply gap, 95th percentile', percentile(gaps, 0.95), 'ms', `${gaps.length} replies`),
    row(
      'reply gap after yes/no, keys and menus, median',
      percentile(short, 0.5),
      'ms',
      `${short.length} replies`,
      '<= 450',
    ),
    row(
      'reply gap after yes/no, keys and menus, p95',
      percentile(short, 0.95),
      'ms',
      `${short.length} replies`,
      '<= 800',
    ),
    row('people who were cut off', cutOffs, `of ${finished.length}`, 'the agent began before they had finished'),
    row('answer to first audio sent, median', percentile(firstAudio, 0.5), 'ms', `${method}; dialed 1 s before`),
    row('answer to first audio sent, worst', Math.max(...firstAudio), 'ms', method),
    row('answer to first audio heard, worst', Math.max(...heardAfter), 'ms', `${method}; frames of 20 ms`),
    row('interruption to silence, median', percentile(silenced, 0.5), 'ms', 'first sound over the agent to its last'),
    row('interruption to silence, worst', Math.max(...silenced), 'ms', `${silenced.length} interruptions`),
    row('CPU per conversation', cpuMs / finished.length, 'ms', `${method}; both ends of the line in one process`),
  ]
}

function row(figure: string, value: number, unit: string, method: string, target?: string): BenchRow {
  return { figure, value: Math.round(value * 10) / 10, unit, method, ...(target === undefined ? {} : { target }) }
}

const SHORT_WORDS = 6
const MANY_DIGITS = 3

/** What chooses a way: a few words or a key, not a number that is read out and not a story. */
function isShortAnswer({ said }: { said: string }): boolean {
  const words = said.split(' ').length
  return said !== '' && words <= SHORT_WORDS && readDigits(said).digits.length < MANY_DIGITS
}

/** What must never happen. */
function falseAgreements(finished: readonly FinishedConversation[]): number {
  const others = finished.filter(({ scenario }) => 'means' in scenario && scenario.means !== 'agrees')
  return others.filter(({ record }) => isAgreement(record?.disposition ?? '')).length
}

const MODEL_CALLS = 20
const MODEL_MS = 300
/** Longer than a yes, so that only silence and the model's answer end the turn. */
const QUESTIONS = [
  'Do you have time on Tuesday afternoon?',
  'What do I have to bring along?',
  'Is there a place to park?',
]

const TALK: WorkflowDefinition = {
  nodes: [
    { id: 'start', type: 'startCall', data: { name: 'Talk', greeting: 'Hello, how can I help?', prompt: 'Help.' } },
    { id: 'end', type: 'endCall', data: { name: 'Done', say: 'Good-bye.' } },
  ],
  edges: [{ id: 'e', source: 'start', target: 'end', data: { label: 'done', condition: 'They are done.' } }],
}

/** Of the stand-in: from the request for final words to these words. */
const FINAL_MS = 150
/** Of the stand-in: from the end of a word to its being told. */
const LAG_MS = 150
/**
 * Of the stand-in: from a text to its first audio. Vendors name 75 ms (ElevenLabs Flash) and 40 to 90 ms (Cartesia Sonic) without
 * the network, and an example of Deepgram's shows 277 ms after the handshake.
 */
const FIRST_AUDIO_MS = [
  { ms: 100, target: '<= 600' },
  { ms: 150, target: undefined },
] as const

/** The same with a service that understands while somebody speaks, and one that speaks: stand-ins on this machine, at the pace of speech. */
async function streamedRows(synthesizer: FliteSynthesizer, conversations: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { ms, target } of FIRST_AUDIO_MS)
    rows.push(...(await streamedWith(synthesizer, conversations, ms, target)))
  return rows
}

async function streamedWith(
  synthesizer: FliteSynthesizer,
  conversations: number,
  firstAudioMs: number,
  target: string | undefined,
): Promise<BenchRow[]> {
  const says = [...QUESTIONS]
  const delays = { lagMs: LAG_MS, delayMs: FINAL_MS, firstAudioMs }
  const standIn = await openDeepgram({ says, saysToEach: true, gapMs: 450, ...delays })
  const access = { clock: systemClock, apiKey: KEY, baseUrl: standIn.url, region: null, model: null, language: null }
  const service = { name: 'deepgram', key: 'deepgram', ...openRecognition('deepgram', access) }
  const recognizer = new ChainRecognizer(systemClock, [service], null, new ServiceHealth(systemClock))
  const agentVoice = openVoice('deepgram', { ...access, voice: null })
  const sumMs = LAG_MS + MODEL_MS + firstAudioMs
  try {
    return await modelRows({ synthesizer, recognizer, agentVoice }, conversations, {
      label: `, streamed speech, first audio after ${firstAudioMs} ms`,
      target,
      also: `; a recognizer that tells words after ${LAG_MS} ms, final words ${FINAL_MS} ms and first audio ${firstAudioMs} ms after being asked: ${sumMs} ms are theirs`,
    })
  } finally {
    await agentVoice.close()
    await standIn.close()
  }
}

/** The reply gap with a language model that begins to answer after 0.3 s, each time with words nobody has said before. */
async function modelRows(
  speech: { synthesizer: FliteSynthesizer; recognizer: Recognizer; agentVoice?: Synthesizer },
  conversations: number,
  { label, target, also }: { label: string; target: string | undefined; also: string } = {
    label: '',
    target: '<= 700',
    also: '',
  },
): Promise<BenchRow[]> {
  const model = await slowModel(MODEL_MS)
  const scenario: Scenario = {
    name: 'asks a model',
    definition: TALK,
    words: QUESTIONS,
    disposition: 'person_hung_up',
    async script(person) {
      for (const question of QUESTIONS) {
        await person.untilAgentWaits()
        await person.say(question)
      }
      await person.untilAgentWaits()
      person.hangUp()
    },
  }
  try {
    const chat = { baseUrl: model.url, model: 'slow' }
    const sentences = { fallback: 'Sorry?', farewell: 'Good-bye.' }
    const calls = await RealCalls.open(
      speech.synthesizer,
      speech.recognizer,
      CONCURRENT,
      (conversation) => openPipelineBrain(conversation, { chat, clock: systemClock, log: silentLog, sentences }),
      speech.agentVoice,
    )
    await calls.rehearse([scenario])
    let left = conversations
    const finished: FinishedConversation[] = []
    const line = async (_: unknown, index: number) => {
      await sleep(systemClock, index * STAGGER_MS)
      while (left-- > 0) finished.push(await calls.hold(scenario, CALLEE_VOICES[left % CALLEE_VOICES.length] ?? 'rms'))
    }
    await Promise.all(Array.from({ length: CONCURRENT }, line))
    const gaps = finished.flatMap(({ person }) => person.replyGapsMs)
    const method = `${gaps.length} replies to free questions, ${CONCURRENT} calls at once, a model whose first word comes after ${MODEL_MS} ms${also}`
    return [
      row(`reply gap with a model${label}, median`, percentile(gaps, 0.5), 'ms', method, target),
      row(`reply gap with a model${label}, p95`, percentile(gaps, 0.95), 'ms', method),
      row(
        `requests to the model per reply${label}`,
        model.requests / gaps.length,
        '',
        'asked ahead on words that went on counts too',
      ),
    ]
  } finally {
    await model.close()
  }
}

/** An endpoint with OpenAI's chat interface that thinks for so long. */
async function slowModel(thinkMs: number) {
  let requests = 0
  const server = createServer((request, response) => {
    request.resume()
    const number = ++requests
    const piece = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'slow', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
    systemClock.after(thinkMs, () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(piece({ role: 'assistant', content: `That is answer ${number}. ` }, null))
      response.end(`${piece({ content: 'What else?' }, 'stop')}data: [DONE]\n\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    get requests() {
      return requests
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
