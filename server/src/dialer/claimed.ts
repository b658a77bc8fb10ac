/** A call that is written down and now to be asked of the carrier. */
import type { DialOrder } from '../telephony/provider.ts'
import type { ConfigurationRow, NewCall } from './store.ts'

export interface Claimed {
  callId: number
  organizationId: number
  /** Null for a single call. */
  campaignId: number | null
  configurationId: number
  definitionId: number
  /** Database time, as the call was written. */
  claimedAtMs: number
  /** When the claim was decided on, by this node's monotonic clock: an old one is not placed any more. */
  decidedAtMs: number
  order: Omit<DialOrder, 'call'>
}

type WrittenCall = Pick<
  NewCall,
  'organizationId' | 'configurationId' | 'definitionId' | 'phoneNumber' | 'addressType' | 'callerNumber' | 'claimedAtMs'
> & { campaignId: number | null }

export function claimedFrom(
  callId: number,
  call: WrittenCall,
  configuration: ConfigurationRow,
  decidedAtMs: number,
): Claimed {
  return {
    callId,
    organizationId: call.organizationId,
    campaignId: call.campaignId,
    configurationId: call.configurationId,
    definitionId: call.definitionId,
    claimedAtMs: call.claimedAtMs,
    decidedAtMs,
    order: {
      to: call.phoneNumber,
      toType: call.addressType,
      from: call.callerNumber,
      ringTimeoutSeconds: configuration.ringTimeoutSeconds,
      maxDurationSeconds: configuration.maxCallSeconds,
    },
  }
}
