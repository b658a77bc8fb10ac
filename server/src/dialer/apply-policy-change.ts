/**
 * Applies a change of calling rules to the queues, in the transaction of the change and under the organization's lock.
 */
import { sql } from 'kysely'
import { canonicalNumberSql } from '../addresses/rules/canonical-number.ts'
import { lastRequestSql } from '../checks/check-sql.ts'
import { incrementPolicyVersion } from '../organizations/queries.ts'
import type { Queries } from '../storage/database.ts'
import { copyRemainingCallsToAttempts } from './copy-calls-to-attempts.ts'
import { requestReview } from './review-queues.ts'
import { IN_ANOTHER_CALL } from './rules/may-dial.ts'
import { personOfNumberSql } from './store-postgres-policies.ts'
import { ANY_NUMBER_INDEXED } from './store-postgres-rows.ts'
import { unfinishedCampaigns } from './zones-of-queue.ts'

/**
 * Takes a short time however long the queues are: postponed contacts and zones are reviewed afterwards in portions. Until then
 * these contacts wait, and every dial follows the new rules. `campaignId` is null for the policy of the organization.
 */
export async function applyPolicyChange(
  db: Queries,
  organizationId: number,
  campaignId: number | null = null,
): Promise<void> {
  const isFirst = (await incrementPolicyVersion(db, organizationId)) === 0
  if (isFirst) await copyRemainingCallsToAttempts(db, organizationId)
  const all = isFirst || campaignId === null
  const changed = all ? await unfinishedCampaigns(db, organizationId, 'all') : [campaignId]
  await requestReview(db, changed, { namesZones: false, stopsDialing: false })
  const unnamed = await unfinishedCampaigns(db, organizationId, 'without_zones')
  await requestReview(db, unnamed, { namesZones: true, stopsDialing: false })
  await sql`update campaigns set next_due_at = '-infinity'
             where organization_id = ${organizationId} and state = 'running'`.execute(db)
}

/**
 * A campaign that starts under calling rules needs the zones of its contacts, even if an earlier version created it.
 */
export async function ensureContactZones(db: Queries, organizationId: number, campaignId: number): Promise<void> {
  const unnamed = await unfinishedCampaigns(db, organizationId, 'without_zones')
  if (unnamed.includes(campaignId)) await requestReview(db, [campaignId], { namesZones: true, stopsDialing: false })
}

/**
 * Makes contacts with these numbers (in the form of `callableAs`) due again if they wait for consent. The claim still holds those
 * without it.
 */
export async function releaseNumbersWithConsent(
  db: Queries,
  organizationId: number,
  numbers: readonly string[],
): Promise<void> {
  await releaseNumbers(db, organizationId, 'consent', numbers)
}

/** Makes contacts due again for whose numbers the number check has an answer. */
export async function releaseCheckedNumbers(
  db: Queries,
  organizationId: number,
  numbers: readonly string[],
): Promise<void> {
  await releaseNumbers(db, organizationId, 'number_check', numbers)
}

/**
 * Three branches, each with its own index: a SIP URI may contain one of the numbers, and a contact may have several. A contact with
 * several numbers that waits with another of them, for another rule, turns to the number that this rule held. Only the end of a live
 * call with the person is waited for all the same.
 */
async function releaseNumbers(
  db: Queries,
  organizationId: number,
  rule: 'consent' | 'number_check',
  numbers: readonly string[],
): Promise<void> {
  const asked = numbers as string[]
  const waits = sql`organization_id = ${organizationId} and state = 'pending' and held_until = next_attempt_at`
  const held = sql`${waits} and held_by = ${rule}`
  await sql`
    with waiting as (
      select id, null as number from contacts where phone_number = any(${asked}::text[]) and ${held}
      union all
      select id, null from contacts where phone_number like 'sip%' and callable_as(phone_number) = any(${asked}::text[]) and ${held}
      union all
      select t.id, n.number from contacts t left join lateral (
               select u.number from unnest(t.numbers) with ordinality as u(number, place)
                where u.number = any(${asked}::text[]) and t.passed_numbers->>u.number = ${rule} order by u.place limit 1) n on true
       where t.numbers && ${asked}::text[] and ${waits} and ${sql.raw(ANY_NUMBER_INDEXED)}
         and (t.held_by = ${rule} or (n.number is not null and t.held_by <> ${IN_ANOTHER_CALL}))),
    released as (
      update contacts t
         set next_attempt_at = now(), held_until = null, phone_number = coalesce(w.number, t.phone_number),
             address_type = case when w.number is null then t.address_type when w.number like '+%' then 'pstn'
                                 when w.number ~* '^sips?:' then 'sip_uri' else 'sip_extension' end,
             passed_numbers = case when w.number is null then t.passed_numbers else t.passed_numbers - w.number end
        from (select id, max(number) as number from waiting group by id) w
       where t.id = w.id returning t.campaign_id)
    update campaigns set next_due_at = '-infinity'
     where state = 'running' and id in (select campaign_id from released)`.execute(db)
}

/** An operator vouched for the lists of this campaign: makes its contacts due again that wait for consent. */
export async function releaseVouchedContacts(db: Queries, campaignId: number): Promise<void> {
  await requestReview(db, [campaignId], { namesZones: false, stopsDialing: false })
}

/**
 * Numbers whose contacts wait for the number check; numbers never asked about come first. Leaves out numbers that were asked
 * about after `asked` without an answer: while the service fails, they would block all others.
 */
export async function numbersWaitingForCheck(
  db: Queries,
  organizationId: number,
  limit: number,
  asked: Date,
): Promise<string[]> {
  const last = sql.raw(lastRequestSql('c.organization_id', canonicalNumberSql('t.phone_number')))
  const waiting = sql`
    select t.phone_number from campaigns c join contacts t on t.campaign_id = c.id left join lateral ${last} q on true
     where c.organization_id = ${organizationId} and c.state = 'running' and t.held_until is not null
       and t.state = 'pending' and t.held_by = 'number_check' and t.next_attempt_at = 'infinity'`
  const { rows } = await sql<{ phone_number: string }>`
    (${waiting} and q.asked_at is null limit ${limit})
    union all
    (${waiting} and (q.asked_at <= ${asked} or q.answered) limit ${limit})
    limit ${limit}`.execute(db)
  return rows.map(({ phone_number }) => phone_number)
}

/** Records that the person declined further calls during this call, inbound or outbound. */
export async function recordRefusal(db: Queries, callId: number): Promise<void> {
  const number = canonicalNumberSql('c.phone_number')
  await sql`
    insert into number_attempts (call_id, organization_id, phone_number, at, refused, inbound, person_id)
    select c.id, c.organization_id, ${sql.raw(number)}, c.claimed_at, true, true,
           ${sql.raw(personOfNumberSql('c.organization_id', number))}
      from calls c join organizations o on o.id = c.organization_id and o.policy_version > 0
     where c.id = ${callId} and c.direction = 'inbound'
    on conflict do nothing`.execute(db)
  await sql`
    update number_attempts a set refused = true from calls c
     where c.id = ${callId} and a.organization_id = c.organization_id and a.call_id = c.id`.execute(db)
}
