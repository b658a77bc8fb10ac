/** The calling rules about one contact or one campaign, for people who ask; the claim reads its own under its locks. */
import { sql } from 'kysely'
import { callableAs } from '../addresses/rules/callable-as.ts'
import { readZoneSet, type ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import type { NumberHistory } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'
import { reachesNobody } from './policy-memory.ts'
import { placeOfNumber } from './rules/single-call-policy.ts'
import { readHistory } from './store-postgres-policies.ts'
import { ms } from './store-postgres-rows.ts'

/** Where the ring time-out of a configuration is not known. */
const RING_SECONDS = 30

/** Null: no policy is set. */
export async function rulesOfCampaign(
  db: Queries,
  organizationId: number,
  campaignId: number | null,
): Promise<DialingRules | null> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  if (!policy) return null
  const { rows } = await sql<{ seconds: number | null; provider: string }>`
    select (t.credentials->>'ring_timeout_seconds')::int as seconds, t.provider
      from campaigns c join telephony_configurations t on t.id = c.telephony_configuration_id
     where c.id = ${campaignId} and c.organization_id = ${organizationId}`.execute(db)
  const ringMs = (rows[0]?.seconds ?? RING_SECONDS) * 1000
  return new DialingRules(policy.compiled, ringMs, { reachesNobody: reachesNobody(rows[0]?.provider ?? null) })
}

/** What happened with a number in all campaigns of the organization. */
export async function historyOfNumber(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
): Promise<NumberHistory> {
  const { rows } = await sql<{ history: Parameters<typeof readHistory>[0] }>`
    select json_agg(json_build_array(${sql.raw(ms('a.at'))}, a.what, a.refused)) as history
      from number_attempts a where a.organization_id = ${organizationId} and a.phone_number = ${callableAs(phoneNumber)}`.execute(
    db,
  )
  return readHistory(rows[0]?.history ?? null)
}

/** As the claim sees it, or as its list says where no policy is set. */
export function placeOf(name: string | null, phoneNumber: string): ZoneSet {
  return name === null ? placeOfNumber(phoneNumber) : readZoneSet(name)
}

export interface GroupFigures {
  set: ZoneSet
  /** Due by their own time. */
  due: number
  /** Put off by these rules, and until when the first of them. */
  held: Array<{ rule: string; contacts: number; untilMs: number | null }>
}

/** The pending contacts of a campaign by where they may be. Empty where no policy is set. */
export async function groupFigures(db: Queries, campaignId: number, now: Date): Promise<GroupFigures[]> {
  const { rows } = await sql<{ name: string; due: number; rule: string | null; held: number; untilMs: number | null }>`
    select s.name, p.due, p.rule, p.held, p.until as "untilMs"
      from (select zones_id, case when held_until = next_attempt_at then held_by end as rule,
                   count(*) filter (where next_attempt_at <= ${now}) as due,
                   count(*) filter (where next_attempt_at > ${now} and held_until = next_attempt_at) as held,
                   min(${sql.raw(ms('next_attempt_at'))}) filter (where next_attempt_at > ${now} and isfinite(next_attempt_at)) as until
              from contacts where campaign_id = ${campaignId} and state = 'pending' and zones_id > 0
             group by 1, 2) p
      join zone_sets s on s.id = p.zones_id order by s.name`.execute(db)
  const groups = new Map<string, GroupFigures>()
  for (const { name, due, rule, held, untilMs } of rows) {
    const group = groups.get(name) ?? { set: readZoneSet(name), due: 0, held: [] }
    group.due += due
    if (rule !== null && held > 0) group.held.push({ rule, contacts: held, untilMs })
    groups.set(name, group)
  }
  return [...groups.values()]
}
