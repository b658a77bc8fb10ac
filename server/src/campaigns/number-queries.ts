/** Everything about one number: its campaigns, its calls, and its do-not-call entry. */
import { sql } from 'kysely'
import { ringsSamePhone } from '../addresses/queries.ts'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { isSimulated } from '../calls/simulated.ts'
import type { Queries } from '../storage/database.ts'

export interface NumberCampaign {
  campaign_id: number
  name: string
  contact_id: number
  /** The number of the contact that is dialed next. */
  phone_number: string
  state: string
  outcome: string | null
  attempts: number
  next_attempt_at: Date | null
  held_by: string | null
}

export async function campaignsOfNumber(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
  limit: number,
): Promise<NumberCampaign[]> {
  const { rows } = await sql<NumberCampaign>`
    select c.id as campaign_id, c.name, t.id as contact_id, t.phone_number, t.state, t.outcome, t.dials as attempts,
           case when t.state = 'pending' and isfinite(t.next_attempt_at) then t.next_attempt_at end as next_attempt_at,
           t.held_by
      from contacts t join campaigns c on c.id = t.campaign_id
     where t.organization_id = ${organizationId}
       and (${ringsSamePhone(sql.ref('t.phone_number'), phoneNumber)} or t.numbers @> array[${canonicalNumber(phoneNumber)}])
     order by t.id desc limit ${limit}`.execute(db)
  return rows
}

export interface NumberAttempt {
  call_id: number
  campaign_id: number | null
  contact_id: number | null
  at: Date
  state: string | null
  outcome: string | null
  cause: string | null
  duration_seconds: number | null
  policy_version: string | null
  refused: boolean
  direction: 'outbound' | 'inbound'
  /** Null: the call was deleted without a record of whether it was simulated. */
  is_simulated: boolean | null
}

/** Calls of contacts and single calls, and attempts of deleted campaigns, for which only the time is known. */
export async function attemptsOfNumber(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
  limit: number,
): Promise<NumberAttempt[]> {
  const { rows } = await sql<NumberAttempt>`
    with found as (
      select k.id from contacts t join calls k on k.contact_id = t.id
       where t.organization_id = ${organizationId} and t.numbers is null and ${ringsSamePhone(sql.ref('t.phone_number'), phoneNumber)}
      union
      select k.id from contacts t join calls k on k.contact_id = t.id
       where t.organization_id = ${organizationId} and t.numbers @> array[${canonicalNumber(phoneNumber)}]
         and ${ringsSamePhone(sql.ref('k.phone_number'), phoneNumber)}
      union
      select id from calls where organization_id = ${organizationId} and ${ringsSamePhone(sql.ref('phone_number'), phoneNumber)}
         and contact_id is null and direction = 'outbound'
      union
      select call_id from number_attempts where organization_id = ${organizationId} and phone_number = ${canonicalNumber(phoneNumber)})
    select f.id as call_id, k.campaign_id, k.contact_id, coalesce(k.claimed_at, n.at) as at, k.state, k.outcome, k.cause,
           k.duration_seconds, n.policy_version, coalesce(n.refused, false) as refused,
           coalesce(k.direction, case when n.inbound then 'inbound' else 'outbound' end) as direction,
           coalesce(${isSimulated(sql`k.provider`)}, n.is_simulated) as is_simulated
      from found f left join calls k on k.id = f.id 
           left join number_attempts n on n.organization_id = ${organizationId} and n.call_id = f.id
     order by at desc, f.id desc limit ${limit}`.execute(db)
  return rows
}
