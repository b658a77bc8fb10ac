/**
 * Whose turn it is in a conversation with a brain of words, as a pure state machine. What the line knows (what is audible,
 * whether somebody speaks) comes with each event; what is to be done goes back as effects; which timers must run follows
 * from the state alone.
 *
 *              begun                       answered
 *   (new) ────────────▶ answering ───────────────────────▶ listening
 *                         ▲   │ ▲                           │
 *                         │   └─┘ newer words or keys       │ words, keys, silence
 *                         └─────────────────────────────────┘
 *   answering ──interrupted──▶ listening            any ──stop──▶ stopped
 */
import { isBackchannel } from '../../language/rules/backchannel.ts'
import { DISPOSITIONS } from './dispositions.ts'
import { NO_KEYS, type PressedKeys, pressKey } from './keypad.ts'
import type { Act, Expectation, Turn } from './turn.ts'
import { TURN_TAKING } from './turn-taking.ts'

/** What the line knows at the moment of an event. */
export interface LineFacts {
  /** By the clock: a mark that is late or lost does not make us deaf to a short answer. */
  audible: boolean
  /** By the marks. */
  speaking: boolean
  interruptible: boolean
  someoneSpeaks: boolean
  /** Of our words in this turn. */
  heardText: string
}

/** Speech that is being understood. */
interface Unclear {
  /** It was said over our words or our thinking. */
  overOurs: boolean
  turn: number
}

interface Open {
  /** How many turns were asked of the brain; the number of the present one. */
  turn: number
  expect: Expectation
  interrupted: { heardText: string } | null
  /** Words of a turn that was overtaken by more words before the brain reacted. */
  carried: string
  unclear: readonly Unclear[]
  /** Since the person's last word. */
  fillers: number
  silences: number
  cutUtterances: number
  /** The person does not stop: our reply is not to be interrupted by what they are already saying. */
  talkOver: boolean
  keys: PressedKeys
  typedAhead: readonly string[]
}

export interface Answering extends Open {
  kind: 'answering'
  /** What the brain was told, as long as it has not reacted. */
  unansweredText: string
  reacted: boolean
}

export interface Listening extends Open {
  kind: 'listening'
}

export type DialogState = Answering | Listening | { kind: 'stopped' }

export interface UtteranceHeard {
  text: string
  confidence: number
  lengthMs: number
  lastVoiceAtMs: number
  /** The turn was cut off, not ended. */
  cut: boolean
  onlyKeys: boolean
}

export type DialogEvent =
  | { kind: 'begun' }
  | { kind: 'speech_started' }
  | { kind: 'speaking'; lengthMs: number }
  | { kind: 'speech_ended'; lastVoiceAtMs: number }
  | ({ kind: 'understood' } & UtteranceHeard)
  | { kind: 'key'; digit: string }
  /** The brain acted in answer to this turn. */
  | { kind: 'acted'; turn: number; act: Extract<Act, { kind: 'say' | 'listen' }> | null }
  | { kind: 'answered'; turn: number }
  /** Everything we had to say has been played. */
  | { kind: 'quiet' }
  | { kind: 'time_up'; timer: DialogTimer }
  | { kind: 'stop' }

export type DialogTimer = 'patience' | 'keys' | 'cover'

export type DialogEffect =
  /** Whatever the brain was doing is dropped, and this is asked. */
  | { do: 'ask'; turn: Turn; number: number }
  /** We fall silent; `heardText` is what was heard if anything sounded. */
  | { do: 'fall_silent'; heardText: string | null }
  | { do: 'say'; text: string; interruptible: boolean }
  /** The next filler, if one is left. */
  | { do: 'fill'; number: number }
  /** The gap until our next sound counts from here. */
  | { do: 'reply_to'; lastVoiceAtMs: number }
  /** What is said next begins a new line of the transcript. */
  | { do: 'new_line' }
  | { do: 'note'; event: 'keys_pressed' | 'no_input'; details: Record<string, number> }
  | { do: 'leave'; disposition: string }
  | { do: 'fail'; reason: string }

export interface Step {
  state: DialogState
  effects: DialogEffect[]
}

export const DEFAULT_EXPECTATION: Expectation = { maxDigits: null, noInputAfterMs: TURN_TAKING.noInputAfterMs }

export const NEW_DIALOG: Listening = {
  kind: 'listening',
  turn: 0,
  expect: DEFAULT_EXPECTATION,
  interrupted: null,
  carried: '',
  unclear: [],
  fillers: 0,
  silences: 0,
  cutUtterances: 0,
  talkOver: false,
  keys: NO_KEYS,
  typedAhead: [],
}

export function dialogStep(state: DialogState, event: DialogEvent, line: LineFacts): Step {
  if (state.kind === 'stopped') return same(state)
  switch (event.kind) {
    case 'begun':
      return ask(state, { kind: 'started' })
    case 'speech_started':
      return same(state)
    case 'speaking':
      return speaking(state, event.lengthMs, line)
    case 'speech_ended':
      return speechEnded(state, event.lastVoiceAtMs, line)
    case 'understood':
      return understood(state, event, line)
    case 'key':
      return key(state, event.digit, line)
    case 'acted':
      return acted(state, event.turn, event.act)
    case 'answered':
      return same(event.turn === state.turn ? listening(state) : state)
    case 'quiet':
      return quiet(state)
    case 'time_up':
      return timeUp(state, event.timer, line)
    case 'stop':
      return same({ kind: 'stopped' })
  }
}

/** A timer runs as long as its key stays the same, and begins anew with another. */
export interface TimerPlan {
  key: string
  afterMs: number
}

export function dialogTimers(
  state: DialogState,
  line: LineFacts,
  fillers: number,
): Record<DialogTimer, TimerPlan | null> {
  if (state.kind === 'stopped') return { patience: null, keys: null, cover: null }
  const thinking = state.kind === 'answering' || state.unclear.length > 0
  const typing = state.keys.presses > 0
  const theirTurn = !thinking && !line.speaking && !line.someoneSpeaks && !typing
  return {
    /** The person's turn: silence is counted from here. */
    patience: theirTurn ? { key: `${state.turn}`, afterMs: patienceOf(state.expect) } : null,
    keys: typing ? { key: `${state.keys.presses}`, afterMs: TURN_TAKING.digitPauseMs } : null,
    /** While recognizer or brain are busy and nothing is heard: fillers, and in the end the fallback. */
    cover:
      thinking && !line.speaking
        ? {
            key: `${state.turn}/${state.unclear.length}/${state.fillers}`,
            afterMs: coverAfterMs(state.fillers, fillers),
          }
        : null,
  }
}

function same(state: DialogState): Step {
  return { state, effects: [] }
}

function listening(state: Answering | Listening): Listening {
  const { turn, expect, interrupted, carried, unclear, fillers } = state
  const { silences, cutUtterances, talkOver, keys, typedAhead } = state
  const kept = { turn, expect, interrupted, carried, unclear, fillers, silences, cutUtterances, talkOver }
  return { kind: 'listening', ...kept, keys, typedAhead }
}

function ask(state: Answering | Listening, turn: Turn, effects: DialogEffect[] = []): Step {
  const number = state.turn + 1
  const next: Answering = {
    ...state,
    kind: 'answering',
    turn: number,
    fillers: turn.kind === 'heard' ? state.fillers : 0,
    interrupted: null,
    carried: '',
    expect: DEFAULT_EXPECTATION,
    unansweredText: turn.kind === 'heard' ? turn.text : '',
    reacted: false,
  }
  return { state: next, effects: [...effects, { do: 'new_line' }, { do: 'ask', turn, number }] }
}

/** We fall silent, and the brain stops; what it had not reacted to is told again with what comes next. */
function interrupt(state: Answering | Listening, line: LineFacts): { state: Listening; effects: DialogEffect[] } {
  const unanswered = state.kind === 'answering' && !state.reacted ? state.unansweredText : state.carried
  const interrupted = line.audible ? { heardText: line.heardText } : state.interrupted
  return {
    state: { ...listening(state), carried: unanswered, interrupted },
    effects: [{ do: 'fall_silent', heardText: line.audible ? line.heardText : null }],
  }
}

function isBusy(state: Answering | Listening, line: LineFacts): boolean {
  return line.audible || state.kind === 'answering'
}

function speaking(state: Answering | Listening, lengthMs: number, line: LineFacts): Step {
  if (state.talkOver || lengthMs < TURN_TAKING.interruptAfterMs) return same(state)
  return isBusy(state, line) && line.interruptible ? interrupt(state, line) : same(state)
}

function speechEnded(state: Answering | Listening, lastVoiceAtMs: number, line: LineFacts): Step {
  const overOurs = isBusy(state, line)
  const unclear = [...state.unclear, { overOurs, turn: state.turn }]
  if (overOurs) return same({ ...state, unclear })
  return {
    state: { ...state, unclear, fillers: 0 },
    effects: [{ do: 'new_line' }, { do: 'reply_to', lastVoiceAtMs }],
  }
}

function understood(before: Answering | Listening, said: UtteranceHeard, line: LineFacts): Step {
  const [unclear, ...others] = before.unclear
  const state = { ...before, unclear: others }
  const theirTurn = unclear !== undefined && !unclear.overOurs && unclear.turn === state.turn
  const noise = said.text === '' && said.lengthMs < TURN_TAKING.shortestUtteranceMs
  if (said.onlyKeys || (noise && state.interrupted === null)) return same(state)
  if (theirTurn || !isBusy(state, line)) return answerTo(state, said, theirTurn, [])
  // Said over our words: unless it is more than a sign of listening we go on.
  if (said.text === '' || isBackchannel(said.text) || !line.interruptible) return same(state)
  const silenced = interrupt(state, line)
  return answerTo(silenced.state, said, false, silenced.effects)
}

function answerTo(
  state: Answering | Listening,
  said: UtteranceHeard,
  theirTurn: boolean,
  effects: DialogEffect[],
): Step {
  const cutUtterances = state.cutUtterances + (said.cut ? 1 : 0)
  if (said.cut && cutUtterances >= TURN_TAKING.longestUtterances) {
    return { state, effects: [...effects, { do: 'leave', disposition: DISPOSITIONS.neverStopped }] }
  }
  const text = `${state.carried} ${said.text}`.trim()
  const turn: Turn = { kind: 'heard', text, confidence: said.confidence, interrupted: state.interrupted }
  const replyTo: DialogEffect[] = theirTurn ? [] : [{ do: 'reply_to', lastVoiceAtMs: said.lastVoiceAtMs }]
  return ask({ ...state, cutUtterances, talkOver: said.cut, silences: 0 }, turn, [...effects, ...replyTo])
}

function key(before: Answering | Listening, digit: string, line: LineFacts): Step {
  const silenced =
    line.audible && line.interruptible ? interrupt(before, line) : { state: before, effects: [] as DialogEffect[] }
  const { keys, complete } = pressKey(silenced.state.keys, digit, silenced.state.expect.maxDigits)
  const state = { ...silenced.state, keys, silences: 0 }
  if (complete === null) return { state, effects: silenced.effects }
  return typed(state, complete, line.audible && !line.interruptible, silenced.effects)
}

function typed(state: Answering | Listening, digits: string, audible: boolean, before: DialogEffect[]): Step {
  const effects: DialogEffect[] = [...before, { do: 'note', event: 'keys_pressed', details: { count: digits.length } }]
  const next = { ...state, keys: NO_KEYS }
  if (audible) return { state: { ...next, typedAhead: [...next.typedAhead, digits] }, effects }
  return ask(next, { kind: 'digits', digits }, effects)
}

function acted(state: Answering | Listening, turn: number, act: Extract<Act, { kind: 'say' | 'listen' }> | null): Step {
  if (state.kind !== 'answering' || turn !== state.turn) return same(state)
  const next: Answering = { ...state, reacted: true }
  if (act === null) return same(next)
  if (act.kind === 'listen') return same({ ...next, expect: act.expect })
  const interruptible = act.interruptible && !state.talkOver
  return { state: next, effects: [{ do: 'say', text: act.text, interruptible }] }
}

function quiet(state: Answering | Listening): Step {
  const [digits, ...typedAhead] = state.typedAhead
  return digits === undefined ? same(state) : ask({ ...state, typedAhead }, { kind: 'digits', digits })
}

function timeUp(state: Answering | Listening, timer: DialogTimer, line: LineFacts): Step {
  switch (timer) {
    case 'keys':
      if (state.keys.digits === '') return same({ ...state, keys: NO_KEYS })
      return typed(state, state.keys.digits, line.audible, [])
    case 'patience':
      return silence(state)
    case 'cover':
      if (line.someoneSpeaks) return same(state)
      return { state: { ...state, fillers: state.fillers + 1 }, effects: [{ do: 'fill', number: state.fillers }] }
  }
}

function silence(state: Answering | Listening): Step {
  const times = state.silences + 1
  const note: DialogEffect = { do: 'note', event: 'no_input', details: { times } }
  const next = { ...state, silences: times }
  if (times > TURN_TAKING.mostSilences) {
    return { state: next, effects: [note, { do: 'leave', disposition: DISPOSITIONS.noInput }] }
  }
  return ask(next, { kind: 'no_input', times }, [note])
}

function coverAfterMs(used: number, fillers: number): number {
  if (used === 0) return TURN_TAKING.fillerAfterMs
  return used < fillers ? TURN_TAKING.nextFillerAfterMs : TURN_TAKING.giveUpAfterMs
}

/** A brain may ask for more or less patience, within reason. */
function patienceOf({ noInputAfterMs }: Expectation): number {
  const { noInputAfterMs: usual, leastPatienceMs, mostPatienceMs } = TURN_TAKING
  return Number.isFinite(noInputAfterMs) ? Math.min(mostPatienceMs, Math.max(leastPatienceMs, noInputAfterMs)) : usual
}
