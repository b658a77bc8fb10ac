/** What a change of calling rules means for the queues. In the transaction of the change, under the organization's lock. */
import { sql } from 'kysely'
import { callableAsSql } from '../addresses/rules/callable-as.ts'
import { countPolicyChange } from '../organizations/queries.ts'
import type { Queries } from '../storage/database.ts'
import { personOfNumberSql } from './store-postgres-policies.ts'
import { campaignsToPlace, nameZones } from './zones-of-queue.ts'

export async function applyPolicyChange(db: Queries, organizationId: number): Promise<void> {
  const before = await countPolicyChange(db, organizationId)
  if (before === 0) await rememberAttempts(db, organizationId)
  for (const { id } of await campaignsToPlace(db, organizationId, null)) await nameZones(db, id)
  await releaseHeld(db, organizationId)
}

/** A campaign that starts under rules must know where its contacts may be, whoever made it. */
export async function requireZones(db: Queries, organizationId: number, campaignId: number): Promise<void> {
  const missing = await campaignsToPlace(db, organizationId, null)
  if (missing.some(({ id }) => id === campaignId)) await nameZones(db, campaignId)
}

/** Limits per number count from the first call on, not from the day on which somebody set them. */
async function rememberAttempts(db: Queries, organizationId: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  const number = sql.raw(callableAsSql('c.phone_number'))
  await sql`
    insert into number_attempts (call_id, organization_id, phone_number, at, what, refused, inbound, person_id)
    select c.id, c.organization_id, ${number}, c.claimed_at,
           case when c.outcome = 'answered' then 'conversation' when c.outcome = 'voicemail' then 'machine_detected'
                when c.cause in ('no_agent', 'agent_failed') then 'abandoned' end,
           exists (select from suppressions s
                    where s.organization_id = c.organization_id and s.phone_number = ${number} and s.call_id = c.id),
           c.direction = 'inbound', t.person_id
      from calls c left join contacts t on t.id = c.contact_id
     where c.organization_id = ${organizationId} and (c.direction = 'outbound' or c.outcome = 'answered')
    on conflict (call_id) do nothing`.execute(db)
}

/** Whom the rules before had put off is looked at again, and every running campaign too. */
async function releaseHeld(db: Queries, organizationId: number): Promise<void> {
  await sql`
    update contacts t set next_attempt_at = now(), held_until = null
      from campaigns c
     where c.organization_id = ${organizationId} and c.state <> 'completed' and t.campaign_id = c.id
       and t.held_until is not null and t.state = 'pending' and t.held_until = t.next_attempt_at`.execute(db)
  await sql`update campaigns set next_due_at = '-infinity'
             where organization_id = ${organizationId} and state = 'running'`.execute(db)
}

/** Contacts of these numbers, as `callableAs` gives them, that wait for a consent: the claim holds those that still lack one. */
export async function releaseForConsent(
  db: Queries,
  organizationId: number,
  numbers: readonly string[],
): Promise<void> {
  await releaseNumbers(db, organizationId, 'consent', numbers)
}

/** The number check has answered about these. */
export async function releaseChecked(db: Queries, organizationId: number, numbers: readonly string[]): Promise<void> {
  await releaseNumbers(db, organizationId, 'number_check', numbers)
}

/** Two branches, each by its index: a SIP URI may carry one of the numbers. */
async function releaseNumbers(
  db: Queries,
  organizationId: number,
  rule: 'consent' | 'number_check',
  numbers: readonly string[],
): Promise<void> {
  const asked = numbers as string[]
  const held = sql`organization_id = ${organizationId} and state = 'pending' and held_by = ${rule} and held_until = next_attempt_at`
  await sql`
    with waiting as (
      select id from contacts where phone_number = any(${asked}::text[]) and ${held}
      union all
      select id from contacts where phone_number like 'sip%' and callable_as(phone_number) = any(${asked}::text[]) and ${held}),
    released as (
      update contacts t set next_attempt_at = now(), held_until = null from waiting w where t.id = w.id returning t.campaign_id)
    update campaigns set next_due_at = '-infinity'
     where state = 'running' and id in (select campaign_id from released)`.execute(db)
}

/** A person vouched for the lists of this campaign: those of its contacts that wait for a consent are looked at again. */
export async function releaseVouched(db: Queries, campaignId: number): Promise<void> {
  await sql`
    update contacts set next_attempt_at = now(), held_until = null
     where campaign_id = ${campaignId} and held_until is not null and state = 'pending' and held_by = 'consent'
       and held_until = next_attempt_at`.execute(db)
}

/** Numbers whose contacts wait until the number check answers. */
export async function numbersWaitingForCheck(db: Queries, organizationId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ phone_number: string }>`
    select t.phone_number from campaigns c join contacts t on t.campaign_id = c.id
     where c.organization_id = ${organizationId} and c.state = 'running' and t.held_until is not null
       and t.state = 'pending' and t.held_by = 'number_check' and t.next_attempt_at = 'infinity' limit ${limit}`.execute(
    db,
  )
  return rows.map(({ phone_number }) => phone_number)
}

/** The person declined further calls in this one, whoever called. */
export async function markRefusal(db: Queries, callId: number): Promise<void> {
  const number = callableAsSql('c.phone_number')
  await sql`
    insert into number_attempts (call_id, organization_id, phone_number, at, refused, inbound, person_id)
    select c.id, c.organization_id, ${sql.raw(number)}, c.claimed_at, true, true,
           ${sql.raw(personOfNumberSql('c.organization_id', number))}
      from calls c join organizations o on o.id = c.organization_id and o.policy_version > 0
     where c.id = ${callId} and c.direction = 'inbound'
    on conflict (call_id) do nothing`.execute(db)
  await db.updateTable('number_attempts').set({ refused: true }).where('call_id', '=', callId).execute()
}
