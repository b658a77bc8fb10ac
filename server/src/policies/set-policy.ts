/**
 * Sets the policy of an organization or of a campaign: validated as a whole, stored as a new version, recorded in the ledger.
 */
import type { Transaction } from 'kysely'
import { appendEvent } from '../events/append.ts'
import { type ValidationDetail, ValidationError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { Json } from '../ledger/rules/canonical-json.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Queries } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { builtInPacks } from './packs/packs.ts'
import { findPolicy, insertPolicy, type StoredPolicy } from './queries.ts'
import { compilePolicy, isNeverOpen, mergeRulesFor } from './rules/merge.ts'
import type { Policy } from './rules/policy.ts'
import { rulesLooserThan } from './rules/policy-comparison.ts'

interface Setting {
  keys: LedgerKeys
  organizationId: number
  campaignId: number | null
  policy: Policy
  /** Path of the policy in the request. */
  where: readonly string[]
  author: string
  now: Date
}

/** Must run in the transaction of the surrounding change. */
export async function setPolicy(tx: Transaction<Schema>, setting: Setting): Promise<StoredPolicy> {
  const { keys, organizationId, campaignId, policy, author, now } = setting
  await lockOrganization(tx, organizationId)
  const organization = campaignId === null ? null : ((await findPolicy(tx, organizationId, null))?.policy ?? null)
  const faults =
    campaignId !== null && policy.number_check
      ? [fault(setting.where, ['number_check'], 'organization_only', 'only the policy of the organization can have it')]
      : policyFaults(organization, policy, setting.where, now.getTime())
  if (faults.length > 0) throw new ValidationError(faults)
  const stored = await insertPolicy(tx, { organizationId, campaignId, policy, author, now })
  await appendEvent(tx, {
    organizationId,
    at: now,
    type: 'policy_changed',
    campaignId,
    data: { version: stored.version, by: author },
  })
  const body = { campaign_id: campaignId, version: stored.version, policy: JSON.parse(JSON.stringify(policy)) as Json }
  await appendRecords(tx, keys, organizationId, [{ kind: 'policy_changed', atMs: now.getTime(), actor: author, body }])
  return stored
}

function fault(
  where: readonly string[],
  path: readonly (string | number)[],
  type: string,
  msg: string,
  ctx?: Record<string, unknown>,
): ValidationDetail {
  return {
    loc: [...where, ...path.map(String)],
    msg: `Value error, ${msg}`,
    type,
    input: null,
    ...(ctx ? { ctx } : {}),
  }
}

/** Number of checks whose result is kept, and how long a result counts: rules about dates depend on the current time. */
const CHECKS_KEPT_MAX = 20
const CHECK_KEPT_MS = 60_000
const recentChecks = new Map<string, ValidationDetail[]>()

/**
 * Checks a policy before the transaction that sets it, so that the check under the organization's lock finds the result. With many
 * packs it takes 50 ms. The result is not reported here: the organization's policy may change before the lock.
 */
export async function checkPolicyAhead(
  db: Queries,
  level: 'organization' | 'campaign',
  { organizationId, policy, where, now }: Pick<Setting, 'organizationId' | 'policy' | 'where' | 'now'>,
): Promise<void> {
  const organization = level === 'organization' ? null : ((await findPolicy(db, organizationId, null))?.policy ?? null)
  policyFaults(organization, policy, where, now.getTime())
}

/** Faults that the schema does not find. `organization` is null for the organization's own policy. */
export function policyFaults(
  organization: Policy | null,
  policy: Policy,
  where: readonly string[],
  nowMs: number,
): ValidationDetail[] {
  const key = JSON.stringify([Math.floor(nowMs / CHECK_KEPT_MS), where, organization, policy])
  const known = recentChecks.get(key)
  if (known) return known
  const faults = findFaults(organization, policy, where, nowMs)
  const [oldest] = recentChecks.keys()
  if (recentChecks.size >= CHECKS_KEPT_MAX && oldest !== undefined) recentChecks.delete(oldest)
  recentChecks.set(key, faults)
  return faults
}

function findFaults(
  organization: Policy | null,
  policy: Policy,
  where: readonly string[],
  nowMs: number,
): ValidationDetail[] {
  const packs = builtInPacks()
  const unknown = policy.packs.flatMap((id, index) =>
    packs.get(id)
      ? []
      : [fault(where, ['packs', index], 'policy_pack_not_found', 'there is no ready pack with this id')],
  )
  if (unknown.length > 0) return unknown
  const impossible = contradictions(policy, where, nowMs)
  if (impossible.length > 0) return impossible
  const looser = organization ? rulesLooserThan(organization, policy, packs) : []
  const told = looser.map(({ path, stricter }) =>
    fault(where, path, 'looser_than_organization', `the organization is stricter: ${stricter}`, { stricter }),
  )
  return told.length > 0 ? told : neverOpen(organization, policy, where, nowMs)
}

/** A date begins somewhere on earth this long before it begins in UTC. */
const EARLIEST_DAY_MS = 14 * 3_600_000

/** Finds values that cannot be true, or that would silently have no effect. */
function contradictions(policy: Policy, where: readonly string[], nowMs: number): ValidationDetail[] {
  const found: ValidationDetail[] = []
  for (const [id, date] of Object.entries(policy.scrubbed_on ?? {})) {
    if (Date.parse(date) <= nowMs + EARLIEST_DAY_MS) continue
    found.push(fault(where, ['scrubbed_on', id], 'date_in_future', 'the day of a check cannot be in the future'))
  }
  for (const field of ['holiday', 'holiday_eve'] as const) {
    if (!policy.hours?.[field] || policy.holidays) continue
    const message =
      'these hours never apply, because the policy names no holidays; add holidays.calendars or holidays.added'
    found.push(fault(where, ['hours', field], 'no_holidays', message))
  }
  if (policy.unknown_zone === 'fallback' && !policy.fallback_timezone) {
    const message =
      'there is no fallback_timezone to fall back to; give one, or leave unknown_zone out to hold these numbers'
    found.push(fault(where, ['unknown_zone'], 'no_fallback', message))
  }
  for (const [index, { from, until }] of (policy.suspensions ?? []).entries()) {
    if (!until || Date.parse(until) > Date.parse(from)) continue
    found.push(
      fault(where, ['suspensions', index, 'until'], 'ends_before_it_begins', 'the suspension ends before it begins'),
    )
  }
  const dates = new Set(policy.holidays?.added)
  for (const [index, date] of (policy.holidays?.removed ?? []).entries()) {
    if (dates.has(date))
      found.push(fault(where, ['holidays', 'removed', index], 'contradiction', `${date} is both added and removed`))
  }
  return found
}

/** Checks that some hour of the week is open, for every place that one of the packs covers, and for other places. */
function neverOpen(organization: Policy | null, policy: Policy, where: readonly string[], nowMs: number) {
  const compiled = organization
    ? compilePolicy(organization, policy, builtInPacks())
    : compilePolicy(policy, null, builtInPacks())
  const places = new Set(compiled.sources.flatMap(({ pack }) => pack?.places ?? []))
  // `ZZ` stands for a place that no pack covers: only the policy's own hours apply.
  for (const place of ['ZZ', ...places]) {
    const { hours } = mergeRulesFor(compiled, [place.slice(0, 2), place], nowMs)
    if (!isNeverOpen(hours)) continue
    const from = hours.map((rule) => rule.from)
    const message = `no minute of the week is open${place === 'ZZ' ? '' : ` for ${place}`} under ${from.join(', ')} together`
    return [fault(where, ['hours'], 'never_open', message, { place: place === 'ZZ' ? null : place, from })]
  }
  return []
}
