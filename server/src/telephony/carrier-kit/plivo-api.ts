/** The common part of the REST API of Plivo and compatible carriers. */
import { createHash } from 'node:crypto'
import { isMachineDetectionOn } from '../fields.ts'
import type { AccountContext, CallbackUrls, DialRequest, LookUp } from '../provider.ts'
import { type CarrierAnswer, textAtPath } from './http.ts'
import { toPlivoAddress } from './plivo-dialect.ts'
import { endedEvent, hangupOfRecord } from './plivo-outcomes.ts'

/** Whether an address is one destination: `<` separates the destinations of a bulk dial, and Vobiz rejects a comma. */
export function isSingleDestination(address: string): boolean {
  return /^(\+\d{6,15}|sip:[^<>,\s]+)$/.test(address)
}

/** The body of a dial. Every HTTP method is stated: Vobiz requires it, and the documented defaults differ between pages. */
export function dialBody({ urls, credentials }: AccountContext, order: DialRequest, from: string): object {
  const { call } = order
  const machine = {
    // With its own callback address, the detection runs in parallel; without one, it would delay the answer.
    machine_detection: 'true',
    machine_detection_url: urls.call(call, 'machine'),
    machine_detection_method: 'POST',
  }
  return {
    from: toPlivoAddress(from),
    to: toPlivoAddress(order.to),
    answer_url: urls.call(call, 'answer'),
    answer_method: 'POST',
    ring_url: urls.call(call, 'ring'),
    ring_method: 'POST',
    hangup_url: urls.call(call, 'hangup'),
    hangup_method: 'POST',
    ring_timeout: order.ringTimeoutSeconds,
    time_limit: order.maxDurationSeconds,
    ...(isMachineDetectionOn(credentials) ? machine : {}),
  }
}

/**
 * The addresses of an application for inbound calls. Without an end address the end would be reported to the answer address.
 */
export function inboundAddresses(urls: CallbackUrls): Record<string, string> {
  return {
    answer_url: urls.configuration('inbound'),
    answer_method: 'POST',
    hangup_url: urls.configuration('hangup'),
    hangup_method: 'POST',
  }
}

/** The name of the program's own application: constant per configuration, different for each installation. */
export function applicationName(urls: CallbackUrls): string {
  return `outdial-${createHash('sha256').update(urls.configuration('inbound')).digest('hex').slice(0, 16)}`
}

/** The id of the application with this name in a list; empty if it is not in the list. */
export function applicationIn(list: unknown, name: string): string {
  const objects = asRecord(list).objects
  const found = Array.isArray(objects) ? objects.find((each) => textAtPath(each, 'app_name') === name) : null
  return textAtPath(found, 'app_id') ?? ''
}

/** Translates a call from a look-up. A list of live calls may still contain ended ones. */
export function foundCall(call: Readonly<Record<string, unknown>>, providerCallId: string): LookUp {
  const hangup = hangupOfRecord(call)
  return hangup
    ? { kind: 'ended', providerCallId, news: endedEvent(hangup) }
    : { kind: 'live', providerCallId, news: liveNews(call) }
}

/** The state of a live call. Both spellings are documented: Plivo's `call_status` and Vobiz' `call_state`. */
function liveNews(call: Readonly<Record<string, unknown>>): Extract<LookUp, { kind: 'live' }>['news'] {
  const word = String(call.call_status ?? call.call_state ?? '').toLowerCase()
  if (['in-progress', 'active', 'held', 'answered'].includes(word)) return 'answered'
  return ['ringing', 'early'].includes(word) ? 'ringing' : 'queued'
}

/** Describes an answer for operators and logs, never with the carrier's own text, which may contain a number. */
export function describeAnswer(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? `answered ${answer.status}` : answer.reason
}

export function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}

/** A value for the details of a check; values that are not text, number or boolean become null. */
export function scalarOrNull(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
