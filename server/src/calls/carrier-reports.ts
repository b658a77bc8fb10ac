/**
 * Handles carrier events of a call from any channel (webhook, websocket, in process): measures their lag, passes them to the
 * conversation, and makes them durable through the dialer. The only place where these three meet.
 */
import type { Clock } from '../kernel/clock.ts'
import type { CallRef, CallUpdate } from '../telephony/provider.ts'

export interface CarrierReportDeps {
  clock: Clock
  metrics: { webhook(provider: string, lagMs: number | null): void }
  agents: { news(call: CallRef, news: CallUpdate): void }
  dialer: { report(callId: number, news: CallUpdate, providerCallId: string | null): Promise<void> }
}

export interface CarrierReport {
  provider: string
  /** Whether answered calls of this configuration carry audio. */
  speaks: boolean
  call: CallRef
  news: CallUpdate
  /** The carrier's own time of the event, or null. */
  atMs: number | null
}

export function carrierReports(deps: CarrierReportDeps): (report: CarrierReport) => Promise<void> {
  return async ({ provider, speaks, call, news, atMs }) => {
    deps.metrics.webhook(provider, atMs === null ? null : deps.clock.now() - atMs)
    if (speaks) deps.agents.news(call, news)
    await deps.dialer.report(call.callId, news, call.providerCallId)
  }
}
