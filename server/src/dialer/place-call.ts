/** Requests one claimed call from the carrier, unless something has changed since the claim. */
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { AccountUnusable, type CallRef, type CarrierAccount, type PlaceResult } from '../telephony/provider.ts'
import type { ClaimedCall } from './claimed-call.ts'
import type { DialerMetrics } from './metrics.ts'
import type { PlaceTimeouts } from './place-timeouts.ts'
import type { CallReport } from './rules/call-report.ts'

/** Without an answer within this time, the call may be ringing: it is `unknown`. */
export const PLACE_TIMEOUT_MS = 10_000

export interface Accounts {
  /**
   * The live account of a configuration. Throws `AccountUnusable`, or the error of a temporary failure (the database is
   * unreachable).
   */
  get(configurationId: number, call?: CallRef): Promise<{ provider: string; account: CarrierAccount }>
}

export interface PlaceOptions {
  clock: Clock
  log: Log
  metrics: DialerMetrics
  timeouts: PlaceTimeouts
  accounts: Accounts
  refer(callId: number, providerCallId: string | null, claimedAtMs?: number): CallRef
  /** Longest duration of a call with this workflow at the carrier; left out: the configuration's limit. */
  longestSeconds?(definitionId: number, configured: number): Promise<number>
  /** Checked right before the request is sent: whether the lease is certain and the campaign is not paused. */
  mayPlace(claimed: ClaimedCall): boolean
  report(callId: number, report: CallReport): Promise<void>
}

export async function placeCall(options: PlaceOptions, claimed: ClaimedCall): Promise<void> {
  const report = await ask(options, claimed)
  await options.report(claimed.callId, report)
}

async function ask(options: PlaceOptions, claimed: ClaimedCall): Promise<CallReport> {
  const { accounts, clock, log, metrics } = options
  const opened = await accounts.get(claimed.configurationId).catch((error: unknown): CallReport => {
    log.error({ err: error, configuration_id: claimed.configurationId }, 'failed to open a telephony configuration')
    return error instanceof AccountUnusable
      ? { kind: 'halt', reason: 'the telephony configuration cannot be used' }
      : { kind: 'later', reason: 'the telephony configuration cannot be read at the moment' }
  })
  if ('kind' in opened) return opened
  const { maxDurationSeconds: configured } = claimed.order
  const maxDurationSeconds = (await options.longestSeconds?.(claimed.definitionId, configured)) ?? configured
  // There is no await between this check and the request, so the result is still true when the request is sent.
  if (!options.mayPlace(claimed)) return { kind: 'returned' }
  const startedMs = clock.monotonic()
  metrics.dialed(opened.provider, startedMs)
  const { signal, done } = options.timeouts.begin(startedMs)
  const order = { ...claimed.order, maxDurationSeconds, call: options.refer(claimed.callId, null, claimed.claimedAtMs) }
  const result = await opened.account.place(order, signal).catch((error: unknown): PlaceResult => {
    log.error({ err: error, provider: opened.provider }, 'a provider threw an error while placing a call')
    return { kind: 'unknown', reason: 'the provider failed while placing the call' }
  })
  done()
  metrics.placed(opened.provider, result.kind, clock.monotonic() - startedMs)
  return reportOf(result)
}

function reportOf(result: PlaceResult): CallReport {
  if (result.kind === 'placed') return result
  const { kind, reason } = result
  if (kind === 'never' && result.unwanted) return { kind: 'refused', permanent: true, reason, unwanted: true }
  if (kind === 'never' || kind === 'rejected') return { kind: 'refused', permanent: kind === 'never', reason }
  if (kind === 'unknown' && result.errorAnswer) return { kind, reason, errorAnswer: true }
  if (kind === 'halt' && result.perhapsNumber) return { kind, reason, perhapsNumber: true }
  if (kind === 'later' && result.retryAfterMs !== undefined) return { kind, reason, retryAfterMs: result.retryAfterMs }
  return { kind, reason }
}
