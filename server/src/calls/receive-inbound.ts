/** Handles an inbound call: finds the workflow by number, or rejects politely. */
import { countryOf } from '../addresses/rules/country-of.ts'
import { isCountryCode, normalizeAddress } from '../addresses/rules/normalize-address.ts'
import type { Dialer } from '../dialer/dialer.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { configurationsOfAccount } from '../telephony/configurations/queries.ts'
import type { Attestation, CallRef, InboundCall, InboundDecision } from '../telephony/provider.ts'
import { claimedAtMsOf, findInboundNumber, type InboundNumber, liveCallByProviderId } from './queries.ts'

export interface InboundDeps {
  db: Database
  log: Log
  dialer: Pick<Dialer, 'receiveOne'>
  /** Why no agent could talk to the caller; null if one can. */
  noAgentReason(organizationId: number, definitionId: number): Promise<string | null>
  /** Stores the carrier's verification of the caller's signature. */
  attested(callId: number, attestation: Attestation): Promise<void>
  refer(callId: number, providerCallId: string | null, claimedAtMs?: number): CallRef
}

export interface InboundAccount {
  configurationId: number
}

export async function receiveInbound(
  deps: InboundDeps,
  account: InboundAccount,
  inbound: InboundCall,
): Promise<InboundDecision> {
  const { db, log } = deps
  const { configurationId } = account
  // A carrier that got no answer in time sends the same call again.
  const known = await liveCallByProviderId(db, configurationId, inbound.providerCallId)
  if (known !== null) return accepted(deps, known, inbound)
  // Configurations may share an account (a PBX has one endpoint for all of them): the called number decides which one is meant.
  const sharing = await configurationsOfAccount(db, configurationId)
  const number = await findInboundNumber(db, sharing, spellings(inbound.to))
  const reason = !number
    ? 'unknown number'
    : !number.is_active
      ? 'inactive number'
      : number.workflow_id === null
        ? 'no workflow'
        : null
  if (!number || reason !== null || number.workflow_id === null || number.definition_id === null) {
    log.info({ configuration_id: configurationId, reason }, 'rejecting an inbound call')
    return { kind: 'refuse', reason: reason ?? 'no workflow' }
  }
  const unable = await deps.noAgentReason(number.organization_id, number.definition_id)
  if (unable !== null) {
    log.warn({ configuration_id: configurationId, reason: unable }, 'rejecting an inbound call')
    return { kind: 'refuse', reason: unable }
  }
  const from = callerNumber(inbound.from, number)
  const callId = await deps.dialer.receiveOne({
    organizationId: number.organization_id,
    configurationId: number.configuration_id,
    workflowId: number.workflow_id,
    definitionId: number.definition_id,
    inboundId: inbound.providerCallId,
    from,
    to: inbound.to,
    numberId: number.id,
    variables: { caller_number: from, called_number: inbound.to },
  })
  if (callId === null) {
    log.warn(
      { configuration_id: configurationId },
      "rejecting an inbound call: the organization's limit of concurrent calls is reached",
    )
    return { kind: 'refuse', reason: 'no free slot' }
  }
  if (inbound.attestation) await deps.attested(callId, inbound.attestation)
  return accepted(deps, callId, inbound)
}

async function accepted({ db, refer }: InboundDeps, callId: number, inbound: InboundCall): Promise<InboundDecision> {
  return { kind: 'accept', call: refer(callId, inbound.providerCallId, await claimedAtMsOf(db, callId)) }
}

/**
 * A PBX passes on what its trunk sent: a caller from the same country often has a national number. Without its country code the
 * caller would match neither a contact nor the do-not-call list.
 */
function callerNumber(from: string, { address_normalized, country_code }: InboundNumber): string {
  const ofExtension = country_code !== null && isCountryCode(country_code) ? country_code : null
  const normalized = normalizeAddress(from, countryOf(address_normalized) ?? ofExtension)
  return normalized.ok && normalized.type === 'pstn' ? normalized.normalized : from
}

/**
 * All notations under which the called number may be stored: carriers write it with and without plus, as a SIP URI, or as an
 * extension.
 */
function spellings(to: string): string[] {
  const user = /^sips?:([^@;]+)/.exec(to)?.[1] ?? to
  const found = new Set<string>([to, user])
  for (const text of [to, user, `+${user.replace(/^\+|^00/, '')}`]) {
    const normalized = normalizeAddress(text, null)
    if (normalized.ok) found.add(normalized.normalized)
  }
  return [...found]
}
