/** The simulated people: who answers which number, and how they behave. The README has the same table. */
import { pickRandom, type Rng, randomIntBetween } from '../../../kernel/rng.ts'
import type { SimulatedEnding } from './behaviour.ts'
import type { HeardReply, PersonAction, Script } from './person.ts'
import { type Phrase, spokenPhrase, VOICES, type Voice } from './phrases.ts'
import { tone } from './sound.ts'

export type SimulatedPersonName =
  | 'agrees'
  | 'refuses'
  | 'interrupts'
  | 'mumbles'
  | 'silent'
  | 'presses_keys'
  | 'objects'
  | 'chatters'
  | 'leaves'
  | 'agrees_slowly'
  | 'machine'

/** People by the third-last digit of a number, 0 to 9; a machine cannot be chosen. */
export const SIMULATED_PEOPLE: readonly { name: SimulatedPersonName; title: string; description: string }[] = [
  { name: 'agrees', title: 'Agrees', description: 'Says yes to everything.' },
  { name: 'refuses', title: 'Refuses', description: 'Says no three times, then hangs up.' },
  { name: 'interrupts', title: 'Interrupts, then agrees', description: 'Asks in mid-sentence who is calling.' },
  { name: 'mumbles', title: 'Mumbles, then agrees', description: 'Cannot be understood at first.' },
  { name: 'silent', title: 'Says nothing', description: 'Picks up and is silent.' },
  { name: 'presses_keys', title: 'Presses keys', description: 'Answers by the keys of the phone alone.' },
  { name: 'objects', title: 'Asks never to be called again', description: 'Would go on the do-not-call list.' },
  { name: 'chatters', title: 'Talks without end', description: 'Never lets the agent finish.' },
  { name: 'leaves', title: 'Hangs up', description: 'Is gone in the middle of a sentence.' },
  { name: 'agrees_slowly', title: 'Agrees, slowly', description: 'Takes 2.5 to 4.5 seconds for each answer.' },
]

/** North American numbers reserved for fiction differ only in their last two digits, so their last digit decides. */
const FICTION = /55501\d\d$/

export function personAtAddress(address: string, ending: SimulatedEnding): SimulatedPersonName {
  if (ending === 'voicemail') return 'machine'
  const digits = address.replace(/\D/g, '')
  const digit = FICTION.test(digits) ? digits.at(-1) : digits.at(-3)
  return (SIMULATED_PEOPLE[Number(digit ?? 0)] as (typeof SIMULATED_PEOPLE)[number]).name
}

const TIMES = {
  /** Time from picking up to the first word. */
  pickUpMs: [300, 900],
  thinkMs: [200, 700],
  slowThinkMs: [2500, 4500],
  interruptAfterMs: [1200, 2000],
  leaveAfterMs: [1500, 3000],
  /** Pause of a person who talks without end, too short to end a turn. */
  breathMs: [20, 100],
  /** If the agent says nothing for this long the person says "hello?", and after the same time again hangs up. */
  patienceMs: 7000,
  /** Patience of a silent person, longer than the agent should need. */
  silentPatienceMs: 30_000,
  beforeBeepMs: 400,
  beepMs: 500,
  recordingEndsAfterMs: 6000,
  longestRecordingMs: 120_000,
} as const

const BEEP_HZ = 1000

interface Self {
  rng: Rng
  voice: Voice
  /** Whether the person is the caller; callers wait for the greeting. */
  isCaller: boolean
}

type Answer = Phrase | { keys: string }

/** Simulated people do not understand questions. Asked often enough, they give every answer that a sample workflow needs. */
const AGREEING: readonly Answer[] = [
  'yes',
  'rating',
  'yes',
  'tomorrow',
  'tomorrow',
  'digits',
  'yes',
  'yes',
  'rating',
  'yes',
]
const REFUSING: readonly Answer[] = ['no', 'noThanks', 'callBack']
const OBJECTING: readonly Answer[] = ['stopCalling', 'takeMeOff', 'stopCalling']
const PRESSING: readonly Answer[] = ['1', '4', '1', '4279#', '1', '1'].map((keys) => ({ keys }))

export function scriptOf(name: SimulatedPersonName, { rng, isCaller }: { rng: Rng; isCaller: boolean }): Script {
  return SCRIPTS[name]({ rng, isCaller, voice: pickRandom(rng, VOICES) })
}

const SCRIPTS: Record<SimulatedPersonName, (self: Self) => Script> = {
  *agrees(self) {
    yield* pickUp(self)
    yield* answerEach(self, AGREEING)
  },
  *refuses(self) {
    yield* pickUp(self)
    yield* answerEach(self, REFUSING)
  },
  *interrupts(self) {
    yield* pickUp(self)
    yield { kind: 'overhear', ms: drawn(self, TIMES.interruptAfterMs), patienceMs: TIMES.patienceMs }
    yield say(self, 'whoIsThis')
    yield* answerEach(self, AGREEING)
  },
  *mumbles(self) {
    yield* pickUp(self)
    yield* answerEach(self, ['mumble', ...AGREEING])
  },
  *silent() {
    yield { kind: 'outwait', quietMs: TIMES.silentPatienceMs, longestMs: Number.POSITIVE_INFINITY }
  },
  *presses_keys(self) {
    yield* pickUp(self)
    yield* answerEach(self, PRESSING)
  },
  *objects(self) {
    yield* pickUp(self)
    yield* answerEach(self, OBJECTING)
  },
  *chatters(self) {
    yield* pickUp(self)
    yield* hearOut(self)
    for (;;) {
      yield say(self, 'chatter')
      yield { kind: 'pause', ms: drawn(self, TIMES.breathMs) }
    }
  },
  *leaves(self) {
    yield* pickUp(self)
    yield { kind: 'overhear', ms: drawn(self, TIMES.leaveAfterMs), patienceMs: TIMES.patienceMs }
  },
  *agrees_slowly(self) {
    yield* pickUp(self)
    yield* answerEach(self, AGREEING, TIMES.slowThinkMs)
  },
  *machine(self) {
    yield { kind: 'pause', ms: drawn(self, TIMES.pickUpMs) }
    yield say(self, 'greeting')
    yield { kind: 'pause', ms: TIMES.beforeBeepMs }
    yield { kind: 'say', audio: tone(BEEP_HZ, TIMES.beepMs), text: '' }
    yield { kind: 'outwait', quietMs: TIMES.recordingEndsAfterMs, longestMs: TIMES.longestRecordingMs }
  },
}

function* pickUp(self: Self): Script {
  if (self.isCaller) return
  yield { kind: 'pause', ms: drawn(self, TIMES.pickUpMs) }
  yield say(self, 'hello')
}

/** Gives one answer to each utterance, then says good-bye. Returns early if the other side is gone. */
function* answerEach(
  self: Self,
  answers: readonly Answer[],
  thinkMs: readonly [number, number] = TIMES.thinkMs,
): Script {
  for (const answer of answers) {
    if ((yield* hearOut(self)) === 'silence') return
    yield { kind: 'pause', ms: drawn(self, thinkMs) }
    if (typeof answer === 'string') yield say(self, answer)
    else for (const digit of answer.keys) yield { kind: 'press', digit }
  }
  yield* hearOut(self)
  yield say(self, 'goodbye')
}

function* hearOut(self: Self): Generator<PersonAction, HeardReply, HeardReply> {
  if ((yield { kind: 'listen', patienceMs: TIMES.patienceMs }) === 'words') return 'words'
  yield say(self, 'hello')
  return yield { kind: 'listen', patienceMs: TIMES.patienceMs }
}

function say(self: Self, phrase: Phrase): PersonAction {
  return { kind: 'say', ...spokenPhrase(phrase, self.voice, self.rng) }
}

function drawn(self: Self, [low, high]: readonly [number, number]): number {
  return randomIntBetween(self.rng, low, high)
}
