/**
 * Which of several numbers of one contact is dialed next. A contact keeps the number that is dialed next as its phone number; the
 * list in its order and the numbers that are passed over are beside it. Contacts with one number have neither.
 */
import type { AddressType } from '../../telephony/provider.ts'

/**
 * Why a number is passed over. For good: it is on the do-not-call list, it does not exist or may not be called, or a call to it
 * failed without a reason.
 * Until the next attempt is settled or the rule changes: the person did not consent to calls to this number, or no configuration of
 * the route takes it.
 */
export const PASS_REASONS = ['suppressed', 'not_callable', 'call_failed', 'consent', 'no_route'] as const
export type PassReason = (typeof PASS_REASONS)[number]

export const PASSED_FOR_GOOD: readonly PassReason[] = ['suppressed', 'not_callable', 'call_failed']

export interface NumbersOfContact {
  /** All numbers in their order; the first is the one by which duplicates are found. */
  all: readonly string[]
  /** The numbers that are passed over, with the reason. */
  passed: Readonly<Record<string, PassReason>>
}

/** The number that is dialed next, and the numbers that are passed over from now on. */
export interface NumberMove {
  phoneNumber: string
  passed: Readonly<Record<string, PassReason>>
}

export function isForGood(reason: PassReason): boolean {
  return PASSED_FOR_GOOD.includes(reason)
}

/** The passes that stay after an attempt, and in another campaign: rules that held other numbers are asked again. */
export function lasting(passed: NumbersOfContact['passed']): Record<string, PassReason> {
  return Object.fromEntries(Object.entries(passed).filter(([, reason]) => isForGood(reason)))
}

/** The first number after this one, around the end of the list, that `passed` does not name; null: there is no other. */
function following(all: readonly string[], current: string, passed: NumbersOfContact['passed']): string | null {
  const from = all.indexOf(current)
  const inOrder = [...all.slice(from + 1), ...all.slice(0, Math.max(0, from))]
  return inOrder.find((number) => number !== current && !(number in passed)) ?? null
}

/**
 * The passes that count while this number is judged. A contact waits with a number that is passed over itself; when it is judged
 * again, all other numbers that only a rule held are judged again too.
 */
function passesFor({ passed }: NumbersOfContact, current: string): NumbersOfContact['passed'] {
  return current in passed ? lasting(passed) : passed
}

/** The numbers of a contact whose current number is dialed: no rule holds that number any more. The same object: none did. */
export function whenDialed(numbers: NumbersOfContact, dialed: string): NumbersOfContact {
  const { all, passed } = numbers
  if (!(dialed in passed)) return numbers
  return { all, passed: Object.fromEntries(Object.entries(passed).filter(([number]) => number !== dialed)) }
}

/** After an attempt that did not reach the person: the next number in order, or the same one if no other is left. */
export function afterAttempt({ all, passed }: NumbersOfContact, dialed: string): NumberMove {
  const kept = lasting(passed)
  return { phoneNumber: following(all, dialed, kept) ?? dialed, passed: kept }
}

/** After an attempt that showed that this number is useless; null: no other number is left. */
export function afterUselessNumber(
  { all, passed }: NumbersOfContact,
  dialed: string,
  reason: PassReason,
): NumberMove | null {
  const kept = { ...lasting(passed), [dialed]: reason }
  const phoneNumber = following(all, dialed, kept)
  return phoneNumber === null ? null : { phoneNumber, passed: kept }
}

export type PassedOver =
  | ({ kind: 'next' } & NumberMove)
  /** No other number can be dialed, and a rule holds this one: the contact waits with it. `passed` has the reason of each number. */
  | ({ kind: 'held'; reason: PassReason } & NumberMove)
  /** No number is left. */
  | { kind: 'none' }

/** The claim found that the current number cannot be dialed, and why. */
export function passOver(numbers: NumbersOfContact, current: string, reason: PassReason): PassedOver {
  const { all } = numbers
  const now = { ...passesFor(numbers, current), [current]: reason }
  const next = following(all, current, now)
  if (next !== null) return { kind: 'next', phoneNumber: next, passed: now }
  // All numbers are passed over. One that only a rule holds may be dialed when that rule changes: all of them are then asked again.
  if (!isForGood(reason)) return { kind: 'held', reason, phoneNumber: current, passed: now }
  const held = all.find((number) => !isForGood(now[number] as PassReason))
  // An earlier claim asked the rule about that number, and the rule may have changed since: it is asked again before the contact waits.
  return held === undefined ? { kind: 'none' } : { kind: 'next', phoneNumber: held, passed: lasting(now) }
}

/**
 * A waiting contact calls from one of its numbers: that number is dialed next, and not while the call lasts. Null: it is dialed next
 * already, or it is passed over for good.
 */
export function moveToCaller({ all, passed }: NumbersOfContact, current: string, from: string): NumberMove | null {
  const reason = passed[from]
  if (from === current || !all.includes(from) || (reason !== undefined && isForGood(reason))) return null
  return { phoneNumber: from, passed }
}

/** The type of an address in the form in which it is stored. */
export function addressTypeOf(address: string): AddressType {
  if (address.startsWith('+')) return 'pstn'
  return /^sips?:/i.test(address) ? 'sip_uri' : 'sip_extension'
}
