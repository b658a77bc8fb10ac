/** All SQL of this room: it reads tables of other rooms. */
import { sql } from 'kysely'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import { readZoneSet, type ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { consentsSql } from '../consents/consents-sql.ts'
import { type HistoryRecord, historySql, personOfContactSql, readHistory } from '../dialer/store-postgres-policies.ts'
import type { ConsentEvent } from '../policies/rules/consent.ts'
import { type Policy, policyInput } from '../policies/rules/policy.ts'
import type { NumberHistory } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'
import type { CallFacts } from './rules/replay-dials.ts'

interface FactsRow {
  id: number
  phoneNumber: string | null
  personId: string | null
  refused: boolean | null
  erased: boolean
  provider: string | null
  consents: Array<
    [id: number, kind: ConsentEvent, atMs: number, expiresMs: number | null, source: string, recordedMs: number]
  > | null
}

/**
 * Facts about these calls that the ledger does not have; calls without any stored facts are left out. The consents of an erased
 * person are deleted, so their absence means nothing.
 */
export async function factsOfCalls(
  db: Queries,
  organizationId: number,
  callIds: readonly number[],
  withConsents: boolean,
): Promise<Map<number, CallFacts>> {
  const { rows } = await sql<FactsRow>`
    select d.id, d.phone_number as "phoneNumber", d.person_id as "personId", d.refused, d.erased, d.provider,
           case when ${withConsents}::boolean then (
             select json_agg(json_build_array(n.id, n.kind, (extract(epoch from n.at) * 1000)::float8,
                                              (extract(epoch from n.expires_at) * 1000)::float8, n.source,
                                              (extract(epoch from n.created_at) * 1000)::float8))
               from consents n where n.organization_id = ${organizationId} and n.phone_number = d.phone_number) end as consents
      from (select x.id, coalesce(a.phone_number, callable_as(nullif(c.phone_number, ${ERASED_NUMBER}))) as phone_number, a.person_id,
                   a.refused, coalesce(a.erased, false) or coalesce(c.phone_number = ${ERASED_NUMBER}, false) as erased, c.provider
              from unnest(${callIds as number[]}::bigint[]) as x(id)
              left join number_attempts a on a.call_id = x.id and a.organization_id = ${organizationId}
              left join calls c on c.id = x.id and c.organization_id = ${organizationId}
             where a.call_id is not null or c.id is not null) d`.execute(db)
  return new Map(
    rows.map(({ id, phoneNumber, personId, refused, erased, provider, consents }) => [
      id,
      {
        phoneNumber,
        personId,
        refused: refused ?? false,
        simulated: provider === 'simulator',
        consents: withConsents ? consentsOf(erased, consents) : 'not_asked',
      },
    ]),
  )
}

function consentsOf(erased: boolean, consents: FactsRow['consents']): CallFacts['consents'] {
  return erased ? 'unknown' : (consents ?? []).map(readConsent)
}

function readConsent([id, kind, atMs, expiresMs, source, recordedMs]: NonNullable<FactsRow['consents']>[number]) {
  return { id, kind, atMs, expiresMs, source, recordedMs }
}

/** Every version of the policies of campaigns, keyed by `campaign.version`. */
export async function campaignPolicies(db: Queries, organizationId: number): Promise<Map<string, Policy>> {
  const { rows } = await sql<{ key: string; policy: unknown }>`
    select campaign_id || '.' || version as key, policy from policies
     where organization_id = ${organizationId} and campaign_id is not null`.execute(db)
  return new Map(rows.map(({ key, policy }) => [key, policyInput.parse(policy)]))
}

/** Each date of a registry check, as declared by versions of the organization's policy. */
export async function declaredScrubs(
  db: Queries,
  organizationId: number,
): Promise<Array<[registry: string, date: string]>> {
  const { rows } = await sql<{ registry: string; date: string }>`
    select distinct s.key as registry, s.value as date
      from policies p cross join jsonb_each_text(p.policy -> 'scrubbed_on') s
     where p.organization_id = ${organizationId} and p.campaign_id is null
       and jsonb_typeof(p.policy -> 'scrubbed_on') = 'object'`.execute(db)
  return rows.map(({ registry, date }) => [registry, date])
}

/** Duties that were confirmed or accepted at each campaign's last start. */
export async function confirmedDuties(db: Queries, organizationId: number): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; duties: string[] | null }>`
    select id, vouched_duties as duties from campaigns where organization_id = ${organizationId}`.execute(db)
  return new Map(rows.map(({ id, duties }) => [id, duties ?? []]))
}

export interface HeldContact {
  id: number
  campaignId: number
  heldBy: string
  set: ZoneSet
  history: NumberHistory
}

/** Contacts that a rule about their call history holds, with that history. Uses the index of postponed contacts. */
export async function heldContacts(
  db: Queries,
  organizationId: number,
  { rules, now, afterId, limit }: { rules: readonly string[]; now: Date; afterId: number; limit: number },
): Promise<HeldContact[]> {
  const number = 'callable_as(t.phone_number)'
  const person = personOfContactSql('t.organization_id', number, 't.person_id')
  const { rows } = await sql<HistoryRecord & { id: number; campaignId: number; heldBy: string; name: string }>`
    select t.id, t.campaign_id as "campaignId", t.held_by as "heldBy", s.name,
           ${sql.raw(historySql('t.organization_id', number, `array[${person}]`, `'-infinity'`))} as history,
           ${sql.raw(consentsSql('t.organization_id', number))} as consents, null as check
      from (select t.* from campaigns c join contacts t on t.campaign_id = c.id
             where c.organization_id = ${organizationId} and c.state <> 'completed' and t.state = 'pending'
               and t.held_until is not null and t.held_until = t.next_attempt_at and t.next_attempt_at > ${now}
               and t.held_by = any(${rules as string[]}) and t.id > ${afterId} order by t.id limit ${limit}) t
      join zone_sets s on s.id = t.zones_id order by t.id`.execute(db)
  return rows.map(({ id, campaignId, heldBy, name, ...row }) => ({
    id,
    campaignId,
    heldBy,
    set: readZoneSet(name),
    history: { ...readHistory(row), check: 'not_asked' },
  }))
}
