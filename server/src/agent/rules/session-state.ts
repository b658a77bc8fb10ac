/**
 * The life cycle of a conversation on one call, as a pure state machine.
 *
 *                  a machine answered, words for it message said, or given up
 *   talking ──────────────────────────────────────▶ mailbox ─────────────┐
 *     │ ▲ ▼
 *     │ └── nobody takes over: the agent goes on ◀── transferring ◀─ leaving ◀─ talking
 *     │ │ │ ▲
 *     │ carrier took it │ └─ "do not call me" from any state but
 *     │ ▼ │ over; its own last words
 *     │ a service or a menu before the person (also after mailbox) ──▶ gate ── a person comes ──▶ talking, from the beginning
 *     └──────────── line closed, ended ──▶ over ◀── transferred │
 *                                            ▲────────────────────────────┘ last words played, nobody speaks
 */
import type { Announcement } from '../../language/rules/announcement.ts'
import type { ScreeningKind } from '../../language/rules/screening-kind.ts'
import { DISPOSITIONS } from './dispositions.ts'

/** Which side ended the conversation. A broken line counts as `person`. */
export type EndedBy = 'agent' | 'person' | 'system'

type LastAct = { kind: 'hang_up' } | { kind: 'transfer'; destination: string }

export type SessionPhase =
  | { at: 'talking' }
  /** A machine answered: the agent waits for the end of its greeting, then says the message. */
  | { at: 'mailbox' }
  /** A screening service or a menu answered before the person: the agent answers it, then waits for the person. */
  | { at: 'gate'; gate: ScreeningKind }
  /** The result is decided, and the last words are being played. */
  | { at: 'leaving'; disposition: string; lastAct: LastAct; ownWords: boolean }
  /** The carrier was asked for the transfer, and may close the audio before it confirms. */
  | { at: 'transferring'; lineClosed: boolean /** An operator takes the call over. */; toOperator?: true }
  | { at: 'transferred' }
  | { at: 'over'; transferred: boolean }

export interface SessionState {
  phase: SessionPhase
  /** Whether a machine or a fax answered. */
  machine: boolean
  /** Whether the person pressed a key or took a step of the conversation: then a carrier's verdict no longer counts. */
  personProven: boolean
  /** Whether the person asked not to be called again. */
  doNotCall: boolean
}

export type SessionEvent =
  | { kind: 'machine_found'; because: string; hasMessage: boolean }
  /** `hasWay`: whether the workflow has words or keys for it. */
  | { kind: 'gate_found'; gate: ScreeningKind; hasWay: boolean }
  /** A person has answered after a screening service or menu. */
  | { kind: 'gate_passed' }
  | { kind: 'person_proven' }
  | { kind: 'fax_found' }
  /** A network announcement instead of a person. */
  | { kind: 'announced'; announcement: Announcement }
  | { kind: 'leave'; disposition: string; lastWords?: string | undefined; lastAct?: LastAct }
  | { kind: 'do_not_call'; lastWords: string }
  /**
   * The workflow itself handles the opt-out: the number is put on the list immediately, and the call continues by the workflow.
   */
  | { kind: 'opted_out' }
  /** All the agent's audio has been played, and the person is silent. */
  | { kind: 'may_go' }
  | { kind: 'line_closed' }
  | { kind: 'transfer_answered'; ok: boolean }
  /** An operator who takes over has answered: the calls are joined next. */
  | { kind: 'operator_ready' }
  | { kind: 'end'; by: EndedBy; disposition?: string | undefined }

export type SessionEffect =
  | { do: 'stop_dialog' }
  | { do: 'fall_silent' }
  | { do: 'say'; text: string }
  | { do: 'found_machine'; because: string }
  | { do: 'report_announcement'; announcement: Announcement }
  | { do: 'wait_for_mailbox'; beeped: boolean }
  | { do: 'pass_gate'; gate: ScreeningKind }
  /** The detected machine turned out to be a person. */
  | { do: 'was_a_person' }
  /** The conversation starts again, now with a person. */
  | { do: 'begin_again' }
  | { do: 'suppress' }
  /** The call is already over: a request at its very end changes the disposition. */
  | { do: 'correct_disposition'; disposition: string }
  /** Hangs up as soon as everything has been played, and in any case after a time limit. */
  | { do: 'go_when_quiet' }
  | { do: 'hand_over'; destination: string }
  /** The transfer failed: the agent continues. */
  | { do: 'come_back'; fromOperator?: true }
  /** Ends soon, because the carrier closes the audio itself. */
  | { do: 'end_soon' }
  | { do: 'finish'; by: EndedBy; disposition: string }

export interface SessionStep {
  state: SessionState
  effects: SessionEffect[]
}

export const NEW_SESSION: SessionState = {
  phase: { at: 'talking' },
  machine: false,
  personProven: false,
  doNotCall: false,
}

/** Computes the next state. `speaking`: some of the agent's audio is not played yet. */
export function sessionStep(state: SessionState, event: SessionEvent, speaking: boolean): SessionStep {
  const { phase } = state
  switch (event.kind) {
    case 'machine_found':
      if (phase.at !== 'talking' && phase.at !== 'gate') return same(state)
      // A carrier judges by sound alone: words that ask who is calling, or a key, are better evidence.
      if (event.because === 'carrier' && (state.personProven || phase.at === 'gate')) return same(state)
      return foundMachine(state, event.because, event.hasMessage)
    case 'gate_found':
      // A mailbox that was detected by the length of its speech, or by a carrier, may turn out to be a service or a menu by its
      // words.
      if (phase.at !== 'talking' && phase.at !== 'mailbox') return same(state)
      return foundGate({ ...state, machine: false }, event.gate, event.hasWay)
    case 'gate_passed': {
      if (phase.at !== 'gate') return same(state)
      const talking: SessionState = { ...state, phase: { at: 'talking' }, personProven: true }
      return { state: talking, effects: [{ do: 'begin_again' }] }
    }
    case 'person_proven':
      return same({ ...state, personProven: true })
    case 'fax_found': {
      if (phase.at === 'over') return same(state)
      const fax = finish({ ...state, machine: true }, 'agent', DISPOSITIONS.fax, speaking)
      return { ...fax, effects: [{ do: 'found_machine', because: 'fax' }, ...fax.effects] }
    }
    case 'announced':
      return announced(state, event.announcement)
    case 'leave':
      return leave(state, event.disposition, event.lastWords, event.lastAct ?? { kind: 'hang_up' })
    case 'do_not_call':
      return doNotCall(state, event.lastWords)
    case 'opted_out':
      return state.doNotCall ? same(state) : { state: { ...state, doNotCall: true }, effects: [{ do: 'suppress' }] }
    case 'may_go':
      return mayGo(state, speaking)
    case 'line_closed':
      if (phase.at === 'transferring') return same({ ...state, phase: { ...phase, lineClosed: true } })
      return finish(state, 'person', undefined, speaking)
    case 'transfer_answered':
      return transferAnswered(state, event.ok, speaking)
    case 'operator_ready':
      if (!canConnect(state)) return same(state)
      return {
        state: { ...state, phase: { at: 'transferring', lineClosed: false, toOperator: true } },
        effects: [{ do: 'stop_dialog' }, { do: 'fall_silent' }],
      }
    case 'end':
      return finish(state, event.by, event.disposition, speaking)
  }
}

/** Whether an operator can take the call over: a person is on the line, and no transfer has begun. */
export function canConnect({ phase }: SessionState): boolean {
  return phase.at === 'talking' || (phase.at === 'leaving' && phase.lastAct.kind === 'hang_up')
}

function same(state: SessionState): SessionStep {
  return { state, effects: [] }
}

function foundMachine(state: SessionState, because: string, hasMessage: boolean): SessionStep {
  const effects: SessionEffect[] = [{ do: 'found_machine', because }, { do: 'stop_dialog' }, { do: 'fall_silent' }]
  const machine = { ...state, machine: true }
  if (!hasMessage) {
    const ended = finish(machine, 'agent', DISPOSITIONS.voicemail, false)
    return { state: ended.state, effects: [...effects, ...ended.effects] }
  }
  effects.push({ do: 'wait_for_mailbox', beeped: because === 'beep' })
  return { state: { ...machine, phase: { at: 'mailbox' } }, effects }
}

/** A network announcement means that no person was reached: the agent hangs up without a farewell. */
function announced(state: SessionState, announcement: Announcement): SessionStep {
  const { at } = state.phase
  if (state.personProven || (at !== 'talking' && at !== 'mailbox')) return same(state)
  const disposition = announcement === 'no_such_number' ? DISPOSITIONS.noSuchNumber : DISPOSITIONS.unreachable
  const ended = finish({ ...state, machine: true }, 'agent', disposition, false)
  const effects: SessionEffect[] = [
    { do: 'stop_dialog' },
    { do: 'fall_silent' },
    { do: 'report_announcement', announcement },
  ]
  return { state: ended.state, effects: [...effects, ...ended.effects] }
}

function foundGate(state: SessionState, gate: ScreeningKind, hasWay: boolean): SessionStep {
  const atGate: SessionState = { ...state, phase: { at: 'gate', gate } }
  const effects: SessionEffect[] = [{ do: 'stop_dialog' }, { do: 'fall_silent' }]
  if (hasWay) return { state: atGate, effects: [...effects, { do: 'pass_gate', gate }] }
  const ended = finish(atGate, 'agent', undefined, false)
  return { state: ended.state, effects: [...effects, ...ended.effects] }
}

function leave(state: SessionState, disposition: string, lastWords: string | undefined, lastAct: LastAct): SessionStep {
  if (state.phase.at !== 'talking' && state.phase.at !== 'mailbox' && state.phase.at !== 'gate') return same(state)
  const phase: SessionPhase = { at: 'leaving', disposition, lastAct, ownWords: lastWords !== undefined }
  const words: SessionEffect[] = lastWords === undefined ? [] : [{ do: 'fall_silent' }, { do: 'say', text: lastWords }]
  const machine = state.machine || state.phase.at === 'gate'
  return {
    state: { ...state, phase, machine },
    effects: [...nobodyCame(state.phase), { do: 'stop_dialog' }, ...words, { do: 'go_when_quiet' }],
  }
}

/** Handles a do-not-call request immediately, in any phase: first the list, then the confirmation. */
function doNotCall(state: SessionState, lastWords: string): SessionStep {
  if (state.doNotCall) return same(state)
  // A "machine" that makes this request is a person.
  const asked = { ...state, doNotCall: true, machine: false }
  if (state.phase.at === 'over') {
    const correct: SessionEffect = { do: 'correct_disposition', disposition: DISPOSITIONS.doNotCall }
    return { state: asked, effects: [{ do: 'suppress' }, correct] }
  }
  const talking: SessionState = { ...asked, phase: { at: 'talking' } }
  const left = leave(talking, DISPOSITIONS.doNotCall, lastWords, { kind: 'hang_up' })
  const person: SessionEffect[] = state.machine ? [{ do: 'was_a_person' }] : []
  return { state: left.state, effects: [{ do: 'suppress' }, ...person, ...left.effects] }
}

function mayGo(state: SessionState, speaking: boolean): SessionStep {
  if (state.phase.at !== 'leaving') return same(state)
  const { lastAct } = state.phase
  if (lastAct.kind === 'hang_up') return finish(state, 'agent', undefined, speaking)
  const { destination } = lastAct
  const phase: SessionPhase = { at: 'transferring', lineClosed: false }
  return { state: { ...state, phase }, effects: [{ do: 'hand_over', destination }] }
}

function transferAnswered(state: SessionState, ok: boolean, speaking: boolean): SessionStep {
  const { phase } = state
  if (phase.at === 'over') return same({ ...state, phase: { at: 'over', transferred: ok } })
  if (phase.at !== 'transferring') return same(state)
  if (ok) {
    const transferred: SessionState = { ...state, phase: { at: 'transferred' } }
    if (!phase.lineClosed) return { state: transferred, effects: [{ do: 'end_soon' }] }
    return finish(transferred, 'agent', undefined, speaking)
  }
  const talking: SessionState = { ...state, phase: { at: 'talking' } }
  if (phase.lineClosed) return finish(talking, 'person', DISPOSITIONS.transferFailed, speaking)
  return { state: talking, effects: [phase.toOperator ? { do: 'come_back', fromOperator: true } : { do: 'come_back' }] }
}

function finish(state: SessionState, by: EndedBy, disposition: string | undefined, speaking: boolean): SessionStep {
  const { phase } = state
  if (phase.at === 'over') return same(state)
  const machine = state.machine || phase.at === 'gate'
  const over: SessionState = { ...state, machine, phase: { at: 'over', transferred: phase.at === 'transferred' } }
  const finished: SessionEffect = { do: 'finish', by, disposition: disposition ?? decided(state, speaking) }
  return { state: over, effects: [...nobodyCame(phase), finished] }
}

/**
 * A call that got no further than a screening service or menu reached no person, whatever disposition the workflow has for that
 * end.
 */
function nobodyCame(phase: SessionPhase): SessionEffect[] {
  return phase.at === 'gate' ? [{ do: 'found_machine', because: phase.gate }] : []
}

/** The result of the conversation, if the event that ends it does not name one. */
function decided({ phase, machine }: SessionState, speaking: boolean): string {
  switch (phase.at) {
    case 'leaving':
      // A message interrupted by the machine was not left.
      if (phase.disposition === DISPOSITIONS.messageLeft && speaking) return DISPOSITIONS.voicemail
      return phase.disposition
    case 'transferring':
    case 'transferred':
      return DISPOSITIONS.transferred
    case 'gate':
      return phase.gate === 'ivr' ? DISPOSITIONS.ivr : DISPOSITIONS.screened
    case 'talking':
    case 'mailbox':
    case 'over':
      return machine ? DISPOSITIONS.voicemail : DISPOSITIONS.hungUp
  }
}
