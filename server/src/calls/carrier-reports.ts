/**
 * What a carrier tells of a call, whichever way it comes (webhook, websocket, in process): its lag is measured, the
 * conversation hears of it, and the dialer makes it durable. The one place where these three are wired together.
 */
import type { Clock } from '../kernel/clock.ts'
import type { CallRef, CarrierNews } from '../telephony/provider.ts'

export interface CarrierReportDeps {
  clock: Clock
  metrics: { webhook(provider: string, lagMs: number | null): void }
  agents: { news(call: CallRef, news: CarrierNews): void }
  dialer: { report(callId: number, news: CarrierNews, providerCallId: string | null): Promise<void> }
}

export interface CarrierReport {
  provider: string
  /** False for a configuration whose answered calls carry no audio. */
  speaks: boolean
  call: CallRef
  news: CarrierNews
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
