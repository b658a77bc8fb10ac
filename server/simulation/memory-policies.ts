/** What setting a policy does to the simulated database, as policies/set-policy.ts and dialer/apply-policy-change.ts do on PostgreSQL. */
import { attemptEndOf } from '../src/dialer/policy-gate.ts'
import type { Policy } from '../src/policies/rules/policy.ts'
import type { MemoryTables } from './memory-tables.ts'

/** The next version of it; of the organization if the campaign is null. */
export function storePolicy(
  tables: MemoryTables,
  organizationId: number,
  campaignId: number | null,
  policy: Policy,
): void {
  const before = tables.policies.get(organizationId) ?? { organization: null, campaigns: new Map() }
  const next = (known: { version: number } | null | undefined) => ({ version: (known?.version ?? 0) + 1, policy })
  tables.policies.set(
    organizationId,
    campaignId === null
      ? { ...before, organization: next(before.organization) }
      : {
          ...before,
          campaigns: new Map([...before.campaigns, [campaignId, next(before.campaigns.get(campaignId))]]),
        },
  )
}

export function applyPolicyChange(tables: MemoryTables, organizationId: number, nowMs: number): void {
  const organization = tables.organizations.get(organizationId)
  if (!organization) return
  const { policyVersion } = organization
  tables.organizations.set(organizationId, { ...organization, policyVersion: policyVersion + 1 })
  if (policyVersion === 0) rememberAttempts(tables, organizationId)
  for (const campaign of tables.campaigns.values()) {
    if (campaign.organizationId !== organizationId) continue
    if (campaign.state !== 'completed') releaseHeld(tables, campaign.id, nowMs)
    if (campaign.state === 'running') tables.campaigns.set(campaign.id, { ...campaign, nextDueAtMs: null })
  }
}

/** Limits per number count from the first call on, not from the day on which somebody set them. */
function rememberAttempts(tables: MemoryTables, organizationId: number): void {
  for (const call of tables.calls.values()) {
    if (call.organizationId !== organizationId || tables.attempts.has(call.id)) continue
    if (call.direction === 'inbound' && call.outcome !== 'answered') continue
    tables.attempts.set(call.id, {
      callId: call.id,
      organizationId,
      phoneNumber: call.phoneNumber,
      atMs: call.claimedAtMs,
      policyVersion: '0',
      what: call.outcome === null ? null : attemptEndOf(call.outcome, isAbandoned(call.cause) ? 'agent' : null),
      refused: false,
      inbound: call.direction === 'inbound',
      personId: tables.contacts.get(call.contactId ?? -1)?.personId ?? null,
    })
  }
}

/** As `copy-calls-to-attempts.ts` reads it from the calls. */
function isAbandoned(cause: string | null): boolean {
  return cause === 'no_agent' || (cause?.startsWith('agent_failed') ?? false)
}

/** Whom the rules before had put off is looked at again. */
function releaseHeld(tables: MemoryTables, campaignId: number, nowMs: number): void {
  for (const contact of tables.contacts.of(campaignId).values()) {
    const { state, heldUntilMs, nextAttemptAtMs } = contact
    if (state !== 'pending' || heldUntilMs === undefined || heldUntilMs !== nextAttemptAtMs) continue
    tables.contacts.set(contact.id, { ...contact, nextAttemptAtMs: nowMs, heldUntilMs: null })
  }
}
