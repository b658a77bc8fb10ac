/**
 * A dry run with the rules that are in force refuses none of the dials that were made under them. Dials under earlier versions
 * of the rules only count for the limits of later ones.
 */

import { builtInPacks } from '../../src/policies/packs/packs.ts'
import type { ConfirmedDuties } from '../../src/policies/rules/consent.ts'
import { DialingRules } from '../../src/policies/rules/dialing-rules.ts'
import { compilePolicy } from '../../src/policies/rules/merge.ts'
import type { Policy } from '../../src/policies/rules/policy.ts'
import { type CallFacts, type LedgerEntry, Replay, type ReplayResult } from '../../src/replay/rules/replay-dials.ts'
import type { Checker, CheckerContext } from '../facts.ts'
import type { MemoryTables } from '../memory-tables.ts'

export function dryRun({ tables, fail }: CheckerContext): Checker {
  /**
   * The record of an inbound call has its end and its duration. If the end was written late, because the node of the call was gone, the
   * beginning that follows from them is later than the one from which the limits counted.
   */
  function beganAsCounted(entry: LedgerEntry): LedgerEntry {
    const { kind, body } = entry
    const attempt =
      kind === 'call_ended' && body.direction === 'inbound' ? tables.attempts.get(body.call_id ?? 0) : null
    return attempt ? { ...entry, atMs: attempt.atMs + (body.seconds ?? 0) * 1000 } : entry
  }

  return {
    stopped() {
      for (const organizationId of tables.ledger.keys()) {
        const entries = entriesOf(tables, organizationId)
        if (!isInOrder(entries)) continue
        const { refused, examples } = replayEntries(tables, organizationId, entries.map(beganAsCounted))
        if (refused > 0) return fail(`the rules in force refuse call ${examples[0]?.callId}: ${examples[0]?.message}`)
      }
    },
  }
}

/** False: the database's clock was put back. Earlier calls then lie ahead of later ones, and the time between them is not recorded. */
function isInOrder(entries: readonly LedgerEntry[]): boolean {
  return entries.every(({ atMs }, index) => index === 0 || atMs >= (entries[index - 1] as LedgerEntry).atMs)
}

function entriesOf(tables: MemoryTables, organizationId: number): LedgerEntry[] {
  return (tables.ledger.get(organizationId) ?? []).map(({ text }) => {
    const { at, kind, body } = JSON.parse(text) as { at: string; kind: string; body: LedgerEntry['body'] }
    return { atMs: Date.parse(at), kind, body }
  })
}

/** Judges what was dialed under the rules in force, by them or by a draft in their place. */
export function replayDay(tables: MemoryTables, organizationId: number, draft?: Policy): ReplayResult {
  return replayEntries(tables, organizationId, entriesOf(tables, organizationId), draft)
}

function replayEntries(
  tables: MemoryTables,
  organizationId: number,
  entries: readonly LedgerEntry[],
  draft?: Policy,
): ReplayResult {
  const stored = tables.policies.get(organizationId)
  const own = stored?.organization ?? null
  const known = new Map<string, DialingRules>()
  const allowed = new DialingRules(compilePolicy(null, null, builtInPacks()), 0)
  const versions = new Map(
    entries.map(({ atMs, body }) => [`${body.campaign_id ?? null} ${atMs}`, body.policy_version]),
  )
  const replay = new Replay({
    fromMs: 0,
    toMs: Number.POSITIVE_INFINITY,
    factsOf: (callId) => factsOf(tables, callId),
    rulesOf({ atMs, campaignId, ringMs, simulated }) {
      const campaign = campaignId === null ? undefined : stored?.campaigns.get(campaignId)
      const inForce = `${own?.version ?? 0}${campaign ? `.${campaign.version}` : ''}`
      if (versions.get(`${campaignId} ${atMs}`) !== inForce) return { rules: allowed }
      const isGone = campaignId !== null && !tables.campaigns.has(campaignId)
      const vouched = campaignId === null ? [] : (tables.campaigns.get(campaignId)?.vouchedDuties ?? 'every')
      const key = `${campaignId} ${ringMs} ${simulated}`
      const under = (vouchedDuties: ConfirmedDuties) => {
        const name = `${key} ${vouchedDuties}`
        const rules = known.get(name)
        if (rules) return rules
        const policy = compilePolicy(draft ?? own?.policy ?? null, campaign?.policy ?? null, builtInPacks())
        const made = new DialingRules(policy, ringMs, { reachesNobody: simulated, vouchedDuties })
        known.set(name, made)
        return made
      }
      return isGone ? { rules: under('every'), strictest: under([]) } : { rules: under(vouched) }
    },
  })
  replay.add(entries)
  return replay.result()
}

function factsOf(tables: MemoryTables, callId: number): CallFacts | undefined {
  const call = tables.calls.get(callId)
  const attempt = tables.attempts.get(callId)
  const found = attempt ?? call
  if (!found) return undefined
  const said = tables.consents.get(`${found.organizationId} ${found.phoneNumber}`) ?? []
  return {
    phoneNumber: found.phoneNumber,
    personId: attempt?.personId ?? null,
    refused: attempt?.refused ?? false,
    consents: said.map((one) => ({ ...one, recordedMs: 0 })),
    simulated: false,
  }
}
