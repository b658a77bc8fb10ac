/**
 * The states of a realtime endpoint and their consequences, as a pure state machine.
 *
 *            response.created response.done
 *   idle ─────────────────────▶ responding ───────────────▶ idle ── `next`, if it was armed, is done
 *                                 │ ▲ │
 *     person speaks, keys pressed ▼ │ asked again │ failed or empty twice, fatal error, disconnected
 *                               cut off (its sounds and ▼
 *                               tool calls are dropped) closed
 */
import type { WorkflowEdge } from '../../workflows/rules/definition.ts'
import { DISPOSITIONS } from './dispositions.ts'
import { NO_KEYS, type PressedKeys, pressKey } from './keypad.ts'

export const REALTIME_LIMITS = {
  /** Time limit from connecting to the endpoint's confirmation of the settings. */
  connectMs: 5000,
  /** Consecutive failed or empty responses before the brain gives up; after the first one the request is repeated. */
  failuresBeforeGivingUp: 2,
  /** Maximum number of errors reported by the endpoint, and of unreadable events, in one call. */
  mostErrors: 20,
  /** Maximum number of consecutive tool calls without a word to the person. */
  mostSilentCalls: 8,
  /** Maximum number of consecutive workflow steps without a word from the person. */
  mostSilentNodes: 20,
  longestTranscript: 8000,
  /** If the transcript of an answer to a confirmation does not arrive within this time, it counts as not understood. */
  wordsMs: 6000,
} as const

/** Error codes after which the endpoint sends nothing more. */
const FATAL_ERRORS: ReadonlyMap<string, string> = new Map([
  ['invalid_api_key', 'refused'],
  ['insufficient_quota', 'out_of_quota'],
  ['rate_limit_exceeded', 'rate_limited'],
  ['session_expired', 'session_expired'],
])

/** The action after the endpoint has spoken. */
export type AfterSpeechAction =
  | { kind: 'end'; disposition: string }
  | { kind: 'transfer'; destination: string }
  | { kind: 'follow'; edge: WorkflowEdge }
  /** The agent says goodbye before hanging up, even if the model forgets it. */
  | { kind: 'take_leave' }

interface Open {
  /** Ids of interrupted responses; their remaining audio is not played. */
  cut: ReadonlySet<string>
  /** The action after the next response; it is armed when that response begins. */
  next: { armed: boolean; after: AfterSpeechAction } | null
  /** Ids of tool calls that were already answered: some endpoints report them twice. */
  calls: ReadonlySet<string>
  keys: PressedKeys
  failures: number
  errors: number
  silentCalls: number
  silentNodes: number
  /** Whether the current or last response contained speech. */
  spoke: boolean
}

export type RealtimeState =
  | (Open & { kind: 'idle' })
  | (Open & { kind: 'responding'; responseId: string | null })
  | { kind: 'closed' }

export type CalledToolKind = 'record' | 'tool' | 'edge' | 'transfer' | 'hang_up' | 'do_not_call' | 'unknown' | 'early'

export type RealtimeEvent =
  | { kind: 'response_created'; id: string | null }
  | { kind: 'audio'; responseId: string }
  | { kind: 'speech_started'; mayInterrupt: boolean; mayBePlaying: boolean }
  | { kind: 'key'; digit: string; maxDigits: number | null; mayBePlaying: boolean }
  | { kind: 'key_pause_over'; mayBePlaying: boolean }
  /** A step of the workflow begins; `after` is the action after its words, null if the person is to answer. */
  | { kind: 'entered'; speaks: boolean; after: AfterSpeechAction | null }
  | { kind: 'called'; callId: string; responseId: string; tool: CalledToolKind }
  | { kind: 'response_done'; id: string | null; failed: boolean; code: string }
  | { kind: 'erred'; code: string }
  | { kind: 'disconnected' }
  | { kind: 'closed' }

export type RealtimeEffect =
  | { do: 'play' }
  | { do: 'interrupt' }
  | { do: 'cancel_response' }
  | { do: 'typed'; digits: string }
  | { do: 'request_words' }
  | { do: 'request_farewell' }
  | { do: 'go_on'; after: Exclude<AfterSpeechAction, { kind: 'take_leave' }> }
  /** Sends the tool's answer; `goOn` asks the endpoint to continue to speak. */
  | { do: 'answer_tool'; tool: CalledToolKind; goOn: boolean }
  | { do: 'fail'; reason: string }

export interface RealtimeStep {
  state: RealtimeState
  effects: RealtimeEffect[]
}

export const NEW_REALTIME: RealtimeState = {
  kind: 'idle',
  cut: new Set(),
  next: null,
  calls: new Set(),
  keys: NO_KEYS,
  failures: 0,
  errors: 0,
  silentCalls: 0,
  silentNodes: 0,
  spoke: false,
}

type Alive = Exclude<RealtimeState, { kind: 'closed' }>

export function realtimeStep(state: RealtimeState, event: RealtimeEvent): RealtimeStep {
  if (state.kind === 'closed') return same(state)
  switch (event.kind) {
    case 'response_created': {
      const next = state.next === null ? null : { ...state.next, armed: true }
      return same({ ...open(state), kind: 'responding', responseId: event.id, spoke: false, next })
    }
    case 'audio':
      if (state.cut.has(event.responseId)) return same(state)
      return { state: { ...state, silentCalls: 0, spoke: true }, effects: [{ do: 'play' }] }
    case 'speech_started': {
      const heard = { ...state, silentNodes: 0 }
      return event.mayInterrupt ? interrupt(heard, event.mayBePlaying) : same(heard)
    }
    case 'key': {
      const { keys, complete } = pressKey(state.keys, event.digit, event.maxDigits)
      return complete === null ? same({ ...state, keys }) : typed(state, complete, event.mayBePlaying)
    }
    case 'key_pause_over':
      return state.keys.digits === ''
        ? same({ ...state, keys: NO_KEYS })
        : typed(state, state.keys.digits, event.mayBePlaying)
    case 'entered':
      return entered(state, event.speaks, event.after)
    case 'called':
      return called(state, event)
    case 'response_done':
      return responseDone(state, event)
    case 'erred':
      return erred(state, event.code)
    case 'disconnected':
      return fail('disconnected')
    case 'closed':
      return same({ kind: 'closed' })
  }
}

export function isResponseCut(state: RealtimeState, responseId: string): boolean {
  return state.kind === 'closed' || state.cut.has(responseId)
}

function same(state: RealtimeState): RealtimeStep {
  return { state, effects: [] }
}

function fail(reason: string): RealtimeStep {
  return { state: { kind: 'closed' }, effects: [{ do: 'fail', reason }] }
}

function open(state: Alive): Open {
  const { cut, next, calls, keys, failures, errors, silentCalls, silentNodes, spoke } = state
  return { cut, next, calls, keys, failures, errors, silentCalls, silentNodes, spoke }
}

function interrupt(state: Alive, mayBePlaying: boolean): RealtimeStep {
  const responseId = state.kind === 'responding' ? state.responseId : null
  if (responseId === null) return { state, effects: mayBePlaying ? [{ do: 'interrupt' }] : [] }
  return { state: { ...state, cut: new Set([...state.cut, responseId]) }, effects: [{ do: 'interrupt' }] }
}

function typed(before: Alive, digits: string, mayBePlaying: boolean): RealtimeStep {
  const { state, effects } = interrupt({ ...before, keys: NO_KEYS, silentNodes: 0 }, mayBePlaying)
  const responding = before.kind === 'responding' && before.responseId !== null
  const cancel: RealtimeEffect[] = responding ? [{ do: 'cancel_response' }] : []
  return { state, effects: [...effects, ...cancel, { do: 'typed', digits }] }
}

function entered(before: Alive, speaks: boolean, after: AfterSpeechAction | null): RealtimeStep {
  const state: Alive = { ...before, silentNodes: before.silentNodes + 1, next: null }
  if (state.silentNodes > REALTIME_LIMITS.mostSilentNodes) {
    return { state, effects: [{ do: 'go_on', after: { kind: 'end', disposition: DISPOSITIONS.loop } }] }
  }
  if (after === null) return { state, effects: [{ do: 'request_words' }] }
  if (!speaks) return goOn(state, after)
  return { state: { ...state, next: { armed: false, after } }, effects: [{ do: 'request_words' }] }
}

function goOn(state: Alive, after: AfterSpeechAction): RealtimeStep {
  if (after.kind !== 'take_leave') return { state, effects: [{ do: 'go_on', after }] }
  const end: AfterSpeechAction = { kind: 'end', disposition: DISPOSITIONS.completed }
  if (state.spoke) return { state, effects: [{ do: 'go_on', after: end }] }
  return { state: { ...state, next: { armed: false, after: end } }, effects: [{ do: 'request_farewell' }] }
}

function called(state: Alive, event: Extract<RealtimeEvent, { kind: 'called' }>): RealtimeStep {
  const { callId, responseId, tool } = event
  if (state.cut.has(responseId) || state.calls.has(callId)) return same(state)
  const silentCalls = state.silentCalls + 1
  if (silentCalls > REALTIME_LIMITS.mostSilentCalls) return fail('tool_loop')
  const next: Alive = { ...state, calls: new Set([...state.calls, callId]), silentCalls }
  const speaksOn = tool === 'record' || tool === 'tool' || tool === 'unknown' || tool === 'early'
  const effects: RealtimeEffect[] = [{ do: 'answer_tool', tool, goOn: speaksOn && state.next === null }]
  if (tool !== 'hang_up') return { state: next, effects }
  return { state: { ...next, next: { armed: true, after: { kind: 'take_leave' } } }, effects }
}

function responseDone(before: Alive, event: Extract<RealtimeEvent, { kind: 'response_done' }>): RealtimeStep {
  const { id, failed, code } = event
  const interrupted = id !== null && before.cut.has(id)
  const cut = new Set([...before.cut].filter((each) => each !== id))
  const state: Alive = { ...open(before), kind: 'idle', cut }
  if (failed && !interrupted) {
    const failures = state.failures + 1
    if (failures >= REALTIME_LIMITS.failuresBeforeGivingUp) return fail(FATAL_ERRORS.get(code) ?? 'response_failed')
    return { state: { ...state, failures }, effects: [{ do: 'request_words' }] }
  }
  const done: Alive = { ...state, failures: 0 }
  if (done.next?.armed !== true) return same(done)
  return goOn({ ...done, next: null }, done.next.after)
}

function erred(state: Alive, code: string): RealtimeStep {
  const fatal = FATAL_ERRORS.get(code)
  if (fatal !== undefined) return fail(fatal)
  const errors = state.errors + 1
  return errors > REALTIME_LIMITS.mostErrors ? fail('errors') : same({ ...state, errors })
}
