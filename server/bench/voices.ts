/**
 * Human voices through the real recognizer, as in a call: digit strings, yes and no, announcements of the network, follow-me prompts.
 * `VOICES_DIR` may name a folder with more recordings: WAV files, `yes-*.wav` and `no-*.wav` for answers, `other-*.wav` for words
 * that answer nothing, and `<speaker>/<digit>_*.wav` (8 kHz) for digits of other speakers.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { seededRng } from '../src/kernel/rng.ts'
import { readDigits } from '../src/language/rules/spoken-digits.ts'
import { MoonshineRecognizer, type Recognizer } from '../src/speech/recognizer.ts'
import { readWav } from '../src/speech/wav.ts'
import { end, start, workflow } from '../test/agent/harness.ts'
import {
  digitStrings,
  type HumanVoices,
  humanCall,
  humanVoices,
  readTelephoneWav,
  spokenDigits,
  toTelephone,
  trimmed,
} from '../test/agent/human-voices.ts'
import type { BenchRow } from './speech.ts'

const STRINGS = 100
const AT_ONCE = 2

type DigitOutcome = 'believed' | 'read_back' | 'wrong_read_back' | 'asked_again' | 'silently_wrong'

export async function voicesBench(): Promise<BenchRow[]> {
  const voices = await humanVoices()
  if (voices === null) {
    process.stdout.write('  skipped: the human voices come from Debian packages, and there is no apt here\n')
    return []
  }
  const cacheDirectory = mkdtempSync(join(tmpdir(), 'outdial-voices-'))
  const recognizer = new MoonshineRecognizer({ clock: systemClock, cacheDirectory, processes: AT_ONCE })
  try {
    const rows: BenchRow[] = []
    for (const speaker of speakersOf(voices)) {
      for (const lengthIsKnown of [true, false]) rows.push(...(await digitRows(recognizer, speaker, lengthIsKnown)))
    }
    rows.push(...(await answerRows(recognizer, voices)), ...(await otherWordRows(recognizer, voices)))
    return [...rows, ...(await announcementRows(recognizer, voices))]
  } finally {
    await recognizer.close()
    rmSync(cacheDirectory, { recursive: true, force: true })
  }
}

interface Speaker {
  name: string
  digit(digit: string, take: number): Int16Array
  strings: number
}

function speakersOf(voices: HumanVoices): Speaker[] {
  const debian: Speaker = { name: 'Debian', digit: (digit) => voices.prompt(`digits/${digit}`), strings: STRINGS }
  const folder = process.env.VOICES_DIR
  if (folder === undefined) return [debian]
  const others = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory())
  return [
    debian,
    ...others.map(({ name }) => ({
      name,
      digit: (digit: string, take: number) => {
        const takes = readdirSync(join(folder, name)).filter((file) => file.startsWith(`${digit}_`))
        return readTelephoneWav(join(folder, name, takes[take % takes.length] as string))
      },
      strings: Math.ceil(STRINGS / Math.max(1, others.length)),
    })),
  ]
}

export async function digitRows(recognizer: Recognizer, speaker: Speaker, lengthIsKnown: boolean): Promise<BenchRow[]> {
  const strings = digitStrings(speaker.strings, 4, 10, 20261116)
  const outcomes = await inParallel(strings, async (digits, at) => {
    const rng = seededRng(at + 1)
    const samples = spokenDigits(digits, (digit) => speaker.digit(digit, at), rng)
    const { outcome, text } = await hearDigits(recognizer, digits, samples, lengthIsKnown)
    if (outcome !== 'believed') process.stdout.write(`  ${outcome}: ${speaker.name} ${digits}: ${text}\n`)
    return outcome
  })
  const count = (...kinds: DigitOutcome[]) => outcomes.filter((outcome) => kinds.includes(outcome)).length
  const name = `${speaker.name}, length ${lengthIsKnown ? 'known' : 'unknown'}`
  const method = `${strings.length} strings of 4 to 10 digits, pauses of 40 to 450 ms, mu-law with hiss, script brain`
  const unit = `of ${strings.length}`
  return [
    row(`digits right (${name})`, count('believed', 'read_back'), unit, method, `>= ${strings.length * 0.95}`),
    row(`digits right without a question (${name})`, count('believed'), unit, method),
    row(
      `digits asked again (${name})`,
      count('asked_again', 'wrong_read_back'),
      unit,
      'once more, or a wrong one read back',
    ),
    row(`digits silently wrong (${name})`, count('silently_wrong'), unit, method, '<= 0'),
  ]
}

/** One question for a number; what comes of the first answer. */
export async function hearDigits(
  recognizer: Recognizer,
  digits: string,
  samples: Int16Array,
  lengthIsKnown: boolean,
): Promise<{ outcome: DigitOutcome; text: string }> {
  const collect = { variable: 'number', kind: 'digits', ...(lengthIsKnown ? { exact_length: digits.length } : {}) }
  const definition = workflow(
    [start('What is your number?', { collect }), end('done')],
    [{ source: 'start', target: 'done' }],
  )
  const call = await humanCall(recognizer, { definition, direction: 'inbound' }, async ({ person }) => {
    await person.untilAgentWaits()
    await person.play(samples)
    await person.untilAgentWaits()
    person.hangUp()
  })
  const text = call.journal.record.transcript
    .slice(1)
    .map(({ who, text }) => `${who}: ${text}`)
    .join(' | ')
  const value = call.journal.record.gathered.number
  if (value !== undefined) return { outcome: value === digits ? 'believed' : 'silently_wrong', text }
  const [, said] = /I understood: (.*)\./u.exec(call.agentSaid().at(-1) ?? '') ?? []
  if (said === undefined) return { outcome: 'asked_again', text }
  return { outcome: readDigits(said).digits === digits ? 'read_back' : 'wrong_read_back', text }
}

const QUESTION = workflow(
  [start('Will you come to your appointment?'), end('coming'), end('cancelled')],
  [
    { source: 'start', target: 'coming', examples: ['yes'] },
    { source: 'start', target: 'cancelled', examples: ['no'] },
  ],
)

/** The package has no more words of answer. */
const DEBIAN_ANSWERS = [{ name: 'vm-no', means: 'cancelled' }] as const

/** What each of them must end as; `gate` is waited for. */
const ANNOUNCED: readonly { prompts: readonly string[]; ends: string }[] = [
  { prompts: ['ss-noservice'], ends: 'no_such_number' },
  { prompts: ['check-number-dial-again'], ends: 'no_such_number' },
  { prompts: ['cannot-complete-as-dialed'], ends: 'unreachable' },
  { prompts: ['im-sorry', 'cannot-complete-as-dialed', 'check-number-dial-again'], ends: 'unreachable' },
  { prompts: ['all-circuits-busy-now'], ends: 'unreachable' },
  { prompts: ['all-circuits-busy-now', 'please-try-call-later'], ends: 'unreachable' },
  { prompts: ['number-not-answering'], ends: 'unreachable' },
  { prompts: ['followme/sorry'], ends: 'unreachable' },
  { prompts: ['followme/pls-hold-while-try'], ends: 'gate: screening' },
  { prompts: ['pls-hold-while-try'], ends: 'gate: screening' },
]

interface Recorded {
  name: string
  samples: Int16Array
}

/** The recordings of `VOICES_DIR` whose names begin like this. */
async function recordedWords(kind: 'yes' | 'no' | 'other'): Promise<Recorded[]> {
  const folder = process.env.VOICES_DIR
  if (folder === undefined || !existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.startsWith(`${kind}-`) && file.endsWith('.wav'))
  return Promise.all(
    files.map(async (name) => {
      const { samples, sampleRateHz } = readWav(readFileSync(join(folder, name)))
      return { name, samples: trimmed(await toTelephone(samples, sampleRateHz)) }
    }),
  )
}

interface Answer extends Recorded {
  means: 'coming' | 'cancelled'
}

async function answersOf(voices: HumanVoices): Promise<Answer[]> {
  const debian: Answer[] = DEBIAN_ANSWERS.map((each) => ({ ...each, samples: trimmed(voices.prompt(each.name)) }))
  const yes = (await recordedWords('yes')).map((word): Answer => ({ ...word, means: 'coming' }))
  const no = (await recordedWords('no')).map((word): Answer => ({ ...word, means: 'cancelled' }))
  return [...debian, ...yes, ...no]
}

/** Single words of the package that answer no question of yes and no. */
const DEBIAN_OTHER_WORDS = [
  ...Array.from({ length: 21 }, (_, number) => `digits/${number}`),
  ...[
    '30',
    '40',
    '50',
    '60',
    '70',
    '80',
    '90',
    'hundred',
    'thousand',
    'star',
    'pound',
    'today',
    'tomorrow',
    'yesterday',
  ],
  ...Array.from({ length: 7 }, (_, day) => `day-${day}`),
  ...Array.from({ length: 12 }, (_, month) => `mon-${month}`),
].map((name) => (name.includes('/') ? name : `digits/${name}`))

/** A word that is neither yes nor no must not become a yes. */
export async function otherWordRows(recognizer: Recognizer, voices: HumanVoices): Promise<BenchRow[]> {
  const debian = DEBIAN_OTHER_WORDS.map((name) => ({ name, samples: trimmed(voices.prompt(name)) }))
  const words = [...debian, ...(await recordedWords('other'))]
  const found = await inParallel(words, async ({ name, samples }) => {
    const call = await oneAnswer(recognizer, samples)
    const { disposition } = call.journal.record
    const decided = disposition === 'coming' || disposition === 'cancelled'
    if (decided) process.stdout.write(`  ${name}: ${disposition}, heard ${JSON.stringify(wordsIn(call))}\n`)
    return disposition
  })
  const count = (kind: string) => found.filter((each) => each === kind).length
  const method = 'single words that answer nothing, mu-law with hiss, script brain'
  const unit = `of ${words.length}`
  return [
    row('other words taken for yes', count('coming'), unit, method, '<= 0'),
    row('other words taken for no', count('cancelled'), unit, method),
  ]
}

/** One call in which the question is answered by these samples. */
function oneAnswer(recognizer: Recognizer, samples: Int16Array) {
  return humanCall(recognizer, { definition: QUESTION, direction: 'inbound' }, async ({ person }) => {
    await person.untilAgentWaits()
    await person.play(samples)
    await person.untilAgentWaits()
    person.hangUp()
  })
}

export async function answerRows(recognizer: Recognizer, voices: HumanVoices): Promise<BenchRow[]> {
  const answers = await answersOf(voices)
  const found = await inParallel(answers, async ({ name, means, samples }) => {
    const call = await oneAnswer(recognizer, samples)
    const { disposition } = call.journal.record
    if (disposition !== means)
      process.stdout.write(`  ${name}: ${disposition}, heard ${JSON.stringify(wordsIn(call))}\n`)
    return disposition === means
      ? 'right'
      : disposition === 'coming' || disposition === 'cancelled'
        ? 'reversed'
        : 'asked again'
  })
  const count = (kind: string) => found.filter((each) => each === kind).length
  const method = 'single words of answer, mu-law with hiss, script brain'
  const unit = `of ${answers.length}`
  return [
    row('yes and no understood', count('right'), unit, method, `>= ${Math.floor((answers.length * 17) / 18)}`),
    row('yes and no reversed', count('reversed'), unit, method, '<= 0'),
  ]
}

export async function announcementRows(recognizer: Recognizer, voices: HumanVoices): Promise<BenchRow[]> {
  const found = await inParallel(ANNOUNCED, async ({ prompts, ends }) => {
    const call = await humanCall(recognizer, { definition: QUESTION }, async ({ person }) => {
      await person.pause(300)
      for (const name of prompts) {
        await person.play(voices.prompt(name))
        await person.pause(300)
      }
      await person.pause(12_000)
      person.hangUp()
    })
    const { disposition } = call.journal.record
    const gates = call.journal.record.timeline.filter(({ event }) => event === 'gate').map(({ kind }) => String(kind))
    const became = gates.length > 0 ? `gate: ${gates.join(', ')}` : disposition
    if (became !== ends)
      process.stdout.write(
        `  ${prompts.join(' + ')}: ${became} instead of ${ends}, heard ${JSON.stringify(wordsIn(call))}\n`,
      )
    return became === ends
  })
  const right = found.filter(Boolean).length
  return [
    row(
      'announcements and follow-me prompts',
      right,
      `of ${found.length}`,
      'ended or waited for as what they are',
      `>= ${found.length}`,
    ),
  ]
}

function wordsIn(call: { heard: readonly { text: string }[] }): string[] {
  return call.heard.map(({ text }) => text)
}

/** Each recognizer process works for one call. */
async function inParallel<T, R>(items: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const line = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T, at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, line))
  return results
}

function row(figure: string, value: number, unit: string, method: string, target?: string): BenchRow {
  return { figure, value, unit, method, ...(target === undefined ? {} : { target }) }
}
