/** The simulated carrier's refusals: each fault as the answer to the dial, and as the end of an accepted call. */
import type { CallUpdate, Refused } from '../../provider.ts'

export const SIMULATED_FAULTS = [
  'account',
  'account_or_number',
  'caller',
  'network',
  'number',
  'unexplained',
  'unwanted',
] as const
export type SimulatedFault = (typeof SIMULATED_FAULTS)[number]

export interface SimulatedRefusals {
  fault: SimulatedFault
  /** Whether calls are accepted first and refused afterwards, as most carriers do. */
  late: boolean
}

type EndedNews = Extract<CallUpdate, { kind: 'ended' }>

const REASONS: Readonly<Record<SimulatedFault, string>> = {
  account: 'the account has no credit',
  account_or_number: 'the account may not call this destination',
  caller: 'the caller ID is not accepted',
  network: 'the network is full (503)',
  number: 'unallocated number',
  unexplained: 'unspecified',
  unwanted: 'unwanted (607)',
}

const VERDICTS: Readonly<Record<SimulatedFault, Omit<Refused, 'reason'>>> = {
  account: { kind: 'halt' },
  account_or_number: { kind: 'halt', perhapsNumber: true },
  caller: { kind: 'caller' },
  network: { kind: 'later' },
  number: { kind: 'never' },
  unexplained: { kind: 'rejected' },
  unwanted: { kind: 'never', unwanted: true },
}

const ENDS: Readonly<Record<SimulatedFault, Partial<EndedNews>>> = {
  account: { fault: 'account' },
  account_or_number: { fault: 'account', perhapsNumber: true },
  caller: { fault: 'caller' },
  network: { fault: 'network' },
  number: { permanent: true },
  unexplained: {},
  unwanted: { as: 'declined', unwanted: true },
}

export function simulatedRefusalOf(fault: SimulatedFault): Refused {
  return { ...VERDICTS[fault], reason: REASONS[fault] }
}

export function simulatedEndOf(fault: SimulatedFault): EndedNews {
  const end: EndedNews = {
    kind: 'ended',
    as: 'failed',
    permanent: false,
    durationSeconds: 0,
    cause: REASONS[fault],
    endedBy: 'carrier',
  }
  return { ...end, ...ENDS[fault] }
}
