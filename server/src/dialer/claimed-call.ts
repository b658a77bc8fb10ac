/** A call that is stored and has yet to be requested from the carrier. */
import type { DialRequest } from '../telephony/provider.ts'
import type { ConfigurationRow, LiveCall, NewCall } from './store.ts'

export interface ClaimedCall {
  callId: number
  organizationId: number
  /** The campaign; null for a single call. */
  campaignId: number | null
  configurationId: number
  definitionId: number
  /** Database time at which the call was inserted. */
  claimedAtMs: number
  /** When the claim was decided, by this node's monotonic clock; claims that are too old are not placed. */
  decidedAtMs: number
  order: Omit<DialRequest, 'call'>
  /** The call as it is stored; left out for single calls. */
  stored?: LiveCall
}

type WrittenCall = Pick<
  NewCall,
  'organizationId' | 'configurationId' | 'definitionId' | 'phoneNumber' | 'addressType' | 'callerNumber' | 'claimedAtMs'
> & { campaignId: number | null }

export function claimedCallFrom(
  callId: number,
  call: WrittenCall,
  configuration: ConfigurationRow,
  decidedAtMs: number,
): ClaimedCall {
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

/** What is stored of a new call; one without a campaign has no contact either. */
type StoredOfNewCall = Omit<NewCall, 'campaignId' | 'contactId'> & Pick<LiveCall, 'campaignId' | 'contactId'>

/** The call as `insertCalls` stores it. */
export function liveCallFrom(id: number, call: StoredOfNewCall): LiveCall {
  return {
    id,
    organizationId: call.organizationId,
    campaignId: call.campaignId,
    contactId: call.contactId,
    attempt: call.attempt,
    configurationId: call.configurationId,
    provider: call.provider,
    providerCallId: null,
    direction: 'outbound',
    phoneNumber: call.phoneNumber,
    returnsContactId: null,
    callerNumberId: call.callerNumberId,
    state: 'claimed',
    outcome: null,
    cause: null,
    endedBy: null,
    machine: null,
    agentAtMs: null,
    nodeId: call.nodeId,
    claimedAtMs: call.claimedAtMs,
    placedAtMs: null,
    answeredAtMs: null,
    endedAtMs: null,
    lastEventAtMs: call.claimedAtMs,
    deadlineAtMs: call.deadlineAtMs,
    durationSeconds: null,
    talkedIn: null,
    ...(call.numbers ? { numbers: call.numbers } : {}),
  }
}
