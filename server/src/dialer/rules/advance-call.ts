/**
 * What an event does to a call. A call's state only moves forward, so late, repeated and out-of-order events do no harm:
 *
 *   claimed ──▶ dialing ──▶ ringing ──▶ answered ──▶ ended
 *      └───────────┴───────────┴────────────┴─────────▲
 */
import type { CallUpdate } from '../../telephony/provider.ts'
import type { CallState, LiveCall } from '../store.ts'
import type { ProgressReport } from './call-report.ts'
import { type CallFault, HUNG_UP_EARLY } from './fault-consequences.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'

const ORDER: Record<CallState, number> = { claimed: 0, dialing: 1, ringing: 2, answered: 3, ended: 4 }

export interface AdvanceResult {
  call: LiveCall
  changed: boolean
  /** Set if this report ended the call. */
  end: CallEnd | null
}

export interface CallEnd {
  outcome: Outcome
  fault: CallFault | null
  /** Whether the call rang, was answered, or ended as busy or no answer. An accepted request does not count. */
  gotThrough: boolean
  /** Whether a network announcement answered instead of a person. */
  announced: boolean
}

/** Whether the phone rings or was answered, according to the reports. */
export function hasRungOrAnswered({ state, answeredAtMs }: Pick<LiveCall, 'state' | 'answeredAtMs'>): boolean {
  return state === 'ringing' || state === 'answered' || answeredAtMs !== null
}

export function advanceCall(
  call: LiveCall,
  report: ProgressReport,
  nowMs: number,
  agentExpected: boolean,
): AdvanceResult {
  switch (report.kind) {
    case 'placed':
      return moved(call, 'dialing', nowMs, {
        providerCallId: call.providerCallId ?? report.providerCallId,
        placedAtMs: call.placedAtMs ?? nowMs,
      })
    case 'unknown':
      // The dial request may time out after events have already reported more; the state from the events is kept.
      return moved(call, 'dialing', nowMs, {
        cause: call.cause ?? (report.errorAnswer ? `${ERROR_ANSWER}: ${report.reason}` : report.reason),
      })
    case 'seen':
      return moved(call, report.state, nowMs, {
        providerCallId: call.providerCallId ?? report.providerCallId,
        placedAtMs: call.placedAtMs ?? nowMs,
        answeredAtMs: report.state === 'answered' ? (call.answeredAtMs ?? nowMs) : call.answeredAtMs,
      })
    case 'dialing':
      return moved(call, 'dialing', nowMs, { placedAtMs: call.placedAtMs ?? nowMs })
    case 'ringing':
      return moved(call, 'ringing', nowMs, { placedAtMs: call.placedAtMs ?? nowMs })
    case 'answered':
      return moved(call, 'answered', nowMs, {
        placedAtMs: call.placedAtMs ?? nowMs,
        answeredAtMs: call.answeredAtMs ?? nowMs,
      })
    case 'machine':
      // A running conversation receives such verdicts too, judges better, and reports its own result.
      return moved(call, call.state, nowMs, {
        placedAtMs: call.placedAtMs ?? nowMs,
        ...(call.agentAtMs === null ? { machine: machineOf(call, report.verdict) } : {}),
      })
    case 'agent_verdict':
      return moved(call, call.state, nowMs, { machine: report.verdict })
    case 'announcement':
      return moved(call, call.state, nowMs, { cause: ANNOUNCED[report.announcement] })
    case 'message_left':
      return moved(call, call.state, nowMs, { machine: 'machine', cause: MESSAGE_LEFT_CAUSE })
    case 'call_back':
      return moved(call, call.state, nowMs, { cause: report.at === null ? null : `${CALL_BACK}: ${report.at}` })
    case 'withdrawn':
      return moved(call, call.state, nowMs, call.state === 'answered' ? {} : { cause: WITHDRAWN_CAUSE })
    case 'agent':
      return moved(call, 'answered', nowMs, {
        agentAtMs: call.agentAtMs ?? nowMs,
        answeredAtMs: call.answeredAtMs ?? nowMs,
        placedAtMs: call.placedAtMs ?? nowMs,
      })
    case 'agent_failed':
      // The person was reached and named a time, so they are called then and not earlier.
      if (callBackAtMs(call) !== null) return moved(call, 'answered', nowMs, {})
      return moved(call, 'answered', nowMs, {
        agentAtMs: null,
        cause: `${AGENT_FAILED}: ${report.reason}`,
        answeredAtMs: call.answeredAtMs ?? nowMs,
        placedAtMs: call.placedAtMs ?? nowMs,
      })
    case 'refused':
      return ended(call, report.unwanted ? 'declined' : 'failed', faultOfRefusal(report), nowMs, {
        cause: report.reason,
        endedBy: 'carrier',
      })
    case 'lost':
      return endedAsLost(call, report.reason, nowMs)
    case 'ended':
      return endedByCarrier(call, report, nowMs, agentExpected)
  }
}

const AGENT_FAILED = 'agent_failed'
const ERROR_ANSWER = 'carrier_error'
export const MESSAGE_LEFT_CAUSE = 'message_left'
/** The cause of a call's end by kind of network announcement. */
const ANNOUNCED = { no_such_number: 'announcement: no such number', unreachable: 'announcement: unreachable' } as const
const CALL_BACK = 'call_back'

/** Whether a network announcement answered the call instead of a person. */
export function isAnnouncement(cause: string | null): boolean {
  return cause === ANNOUNCED.no_such_number || cause === ANNOUNCED.unreachable
}
/** Cause of a call that the dialer hung up before it was answered, because the person was calling the organization. */
export const WITHDRAWN_CAUSE = 'caller_on_the_line'

/**
 * Whether the call ended because the dialer withdrew it. A call that the network had refused before the hang-up arrived ended by
 * that refusal, and keeps its cause.
 */
export function isWithdrawn({ cause }: Pick<LiveCall, 'cause'>, outcome: Outcome): boolean {
  return cause === WITHDRAWN_CAUSE && (outcome === 'canceled' || outcome === 'no_answer' || outcome === 'busy')
}

/** The error with which the carrier answered the dial request, if no event followed; else null. */
export function errorAtDial({ cause, placedAtMs }: Pick<LiveCall, 'cause' | 'placedAtMs'>): string | null {
  return placedAtMs === null && cause?.startsWith(`${ERROR_ANSWER}: `) ? cause.slice(ERROR_ANSWER.length + 2) : null
}

/** The time for which the person asked to be called back, if any. */
export function callBackAtMs({ cause }: Pick<LiveCall, 'cause'>): number | null {
  if (!cause?.startsWith(CALL_BACK)) return null
  const [, at] = cause.split(`${CALL_BACK}: `)
  const atMs = at === undefined ? Number.NaN : Date.parse(at)
  return Number.isNaN(atMs) ? null : atMs
}

/** A person who hangs up this soon after answering did not wait for the agent to speak. */
const EARLY_MS = 3000

function endedByCarrier(
  call: LiveCall,
  news: Extract<CallUpdate, { kind: 'ended' }>,
  nowMs: number,
  agentExpected: boolean,
): AdvanceResult {
  const answered = call.answeredAtMs !== null || news.as === 'completed'
  const { endedBy } = news
  const durationSeconds = wholeSeconds(news.durationSeconds) ?? secondsSince(call.answeredAtMs, nowMs)
  if (answered && isAnnouncement(call.cause)) return endedAsAnnounced(call, nowMs, { endedBy, durationSeconds })
  const agentMissing = agentExpected && call.agentAtMs === null
  const early = answered && agentMissing && hungUpEarly(call, news, nowMs)
  const known = { answered, machine: call.machine === 'machine', agentMissing: agentMissing && !early }
  const outcome = outcomeOf(news.unwanted && !answered ? 'declined' : news.as, known)
  const fault = outcome === 'failed' || (news.unwanted && !answered) ? faultOf(call, news, answered) : null
  const missing = agentFailed(call) ? call.cause : 'no_agent'
  const promised = outcome === 'answered' && callBackAtMs(call) !== null
  const withdrawn = isWithdrawn(call, outcome)
  const left = outcome === 'voicemail' && call.cause === MESSAGE_LEFT_CAUSE
  const told = promised || left || withdrawn ? call.cause : news.cause
  const fields = {
    cause: fault === 'agent' ? missing : early && outcome === 'answered' ? HUNG_UP_EARLY : told,
    endedBy,
    placedAtMs: call.placedAtMs ?? nowMs,
    answeredAtMs: answered ? (call.answeredAtMs ?? nowMs) : null,
    durationSeconds,
  }
  return ended(call, outcome, fault, nowMs, fields, news.as === 'busy' || news.as === 'no_answer')
}

/** The carrier reports an answer and may charge for it, but an announcement answered and no person was reached. */
function endedAsAnnounced(call: LiveCall, nowMs: number, fields: Partial<LiveCall>): AdvanceResult {
  const [outcome, fault] =
    call.cause === ANNOUNCED.no_such_number ? (['failed', 'number'] as const) : (['no_answer', null] as const)
  const placedAtMs = call.placedAtMs ?? nowMs
  const { end, ...advance } = ended(call, outcome, fault, nowMs, { cause: call.cause, placedAtMs, ...fields })
  return { ...advance, end: end && { ...end, announced: true } }
}

/** The end of the call is unknown. An answered call lasted at least until its last event. */
function endedAsLost(call: LiveCall, cause: string, nowMs: number): AdvanceResult {
  if (call.answeredAtMs === null) return ended(call, 'lost', null, nowMs, { cause })
  const durationSeconds = secondsSince(call.answeredAtMs, call.lastEventAtMs)
  if (isAnnouncement(call.cause)) return endedAsAnnounced(call, nowMs, { durationSeconds })
  const promised = callBackAtMs(call) !== null || call.cause === MESSAGE_LEFT_CAUSE
  const told = promised ? call.cause : cause
  return ended(call, answeredOutcome(call, false), null, nowMs, { cause: told, durationSeconds })
}

function agentFailed(call: LiveCall): boolean {
  return call.cause?.startsWith(AGENT_FAILED) ?? false
}

/**
 * The agent was not connected yet and the person did not wait: this was the person's choice, not a fault of the agent. Without a
 * duration and without a report of the answer, the call may have been answered since its dial.
 */
function hungUpEarly(call: LiveCall, news: Extract<CallUpdate, { kind: 'ended' }>, nowMs: number): boolean {
  if (agentFailed(call) || news.endedBy === 'us' || news.endedBy === 'carrier') return false
  const answeredAtMs = call.answeredAtMs ?? call.claimedAtMs
  const talkedMs = news.durationSeconds === null ? nowMs - answeredAtMs : news.durationSeconds * 1000
  return talkedMs <= EARLY_MS
}

function faultOf(call: LiveCall, news: Extract<CallUpdate, { kind: 'ended' }>, answered: boolean): CallFault {
  if (answered) return 'agent'
  if (news.unwanted) return 'unwanted'
  if (news.permanent) return 'number'
  if (news.fault === undefined) return 'unexplained'
  // A phone that has rung counts as an attempt, even if the network reports a fault afterwards.
  if (call.state === 'ringing') return 'interrupted'
  return news.perhapsNumber ? 'account_or_number' : news.fault
}

function faultOfRefusal({ permanent, unwanted }: Extract<ProgressReport, { kind: 'refused' }>): CallFault {
  return unwanted ? 'unwanted' : permanent ? 'number' : 'unexplained'
}

function moved(call: LiveCall, to: CallState, nowMs: number, fields: Partial<LiveCall>): AdvanceResult {
  if (call.state === 'ended') return { call, changed: false, end: null }
  const state = ORDER[to] > ORDER[call.state] ? to : call.state
  return { call: { ...call, ...fields, state, lastEventAtMs: nowMs }, changed: true, end: null }
}

function ended(
  call: LiveCall,
  outcome: Outcome,
  fault: CallFault | null,
  nowMs: number,
  fields: Partial<LiveCall>,
  rangBefore = false,
): AdvanceResult {
  if (call.state === 'ended') return { call, changed: false, end: null }
  const next: LiveCall = { ...call, ...fields, state: 'ended', outcome, endedAtMs: nowMs, lastEventAtMs: nowMs }
  const gotThrough = hasRungOrAnswered(call) || next.answeredAtMs !== null || rangBefore
  return { call: next, changed: true, end: { outcome, fault, gotThrough, announced: false } }
}

function answeredOutcome(call: LiveCall, agentMissing: boolean): Outcome {
  return outcomeOf('completed', { answered: true, machine: call.machine === 'machine', agentMissing })
}

/** A verdict of `machine` stays: a later `human` comes from the recorded voice on the machine. */
function machineOf(call: LiveCall, verdict: 'human' | 'machine' | 'fax' | 'unknown'): LiveCall['machine'] {
  if (verdict === 'machine' || verdict === 'fax') return 'machine'
  return call.machine ?? (verdict === 'human' ? 'human' : null)
}

function secondsSince(startMs: number | null, nowMs: number): number | null {
  return startMs === null ? null : Math.max(0, Math.round((nowMs - startMs) / 1000))
}

/** Converts to whole seconds: some carriers report fractions, which must not keep a call from ending. */
function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(0, Math.round(seconds))
}
