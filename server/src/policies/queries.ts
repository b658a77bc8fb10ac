/** All SQL of this room. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import type { NumberCheckRule } from './rules/number-check.ts'
import { type Policy, policyInput } from './rules/policy.ts'

export interface StoredPolicy {
  id: number
  version: number
  policy: Policy
  author: string
  created_at: Date
}

const SHOWN = ['id', 'version', 'policy', 'author', 'created_at'] as const

/** Stored policies were validated; parsing adds defaults for fields of newer program versions. */
function read(row: { id: number; version: number; policy: unknown; author: string; created_at: Date }): StoredPolicy {
  return { ...row, policy: policyInput.parse(row.policy) }
}

function versionsOf(db: Queries, organizationId: number, campaignId: number | null) {
  return db
    .selectFrom('policies')
    .select(SHOWN)
    .where('organization_id', '=', organizationId)
    .where('campaign_id', campaignId === null ? 'is' : '=', campaignId)
    .orderBy('version', 'desc')
}

/** The policy in force. */
export async function findPolicy(
  db: Queries,
  organizationId: number,
  campaignId: number | null,
): Promise<StoredPolicy | null> {
  const row = await versionsOf(db, organizationId, campaignId).limit(1).executeTakeFirst()
  return row ? read(row) : null
}

/** The policies in force: the organization's, and those of campaigns that have one, or of this campaign alone. */
export async function policiesInForce(
  db: Queries,
  organizationId: number,
  only?: { campaignId: number },
): Promise<Map<number | null, StoredPolicy>> {
  let query = db
    .selectFrom('policies')
    .select([...SHOWN, 'campaign_id'])
    .distinctOn('campaign_id')
    .where('organization_id', '=', organizationId)
    .orderBy('campaign_id')
    .orderBy('version', 'desc')
  if (only) query = query.where((is) => is.or([is('campaign_id', 'is', null), is('campaign_id', '=', only.campaignId)]))
  const rows = await query.execute()
  return new Map(rows.map(({ campaign_id, ...row }) => [campaign_id, read(row)]))
}

export async function listVersions(
  db: Queries,
  organizationId: number,
  page: PageRequest,
): Promise<Page<StoredPolicy>> {
  const versions = versionsOf(db, organizationId, null).clearOrderBy()
  const { rows, next_cursor } = await readPage(versions, 'version', page, 'desc')
  return { rows: rows.map(read), next_cursor }
}

/** Inserts the next version. The caller holds the organization's lock, so concurrent changes are serialized. */
export async function insertPolicy(
  db: Queries,
  policy: { organizationId: number; campaignId: number | null; policy: Policy; author: string; now: Date },
): Promise<StoredPolicy> {
  const last = await versionsOf(db, policy.organizationId, policy.campaignId).limit(1).executeTakeFirst()
  const row = await db
    .insertInto('policies')
    .values({
      organization_id: policy.organizationId,
      campaign_id: policy.campaignId,
      version: (last?.version ?? 0) + 1,
      policy: JSON.stringify(policy.policy),
      author: policy.author,
      created_at: policy.now,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  return read(row)
}

/** The author of the first policy version with this registry date, among the latest consecutive versions that have it. */
export async function authorOfScrub(
  db: Queries,
  organizationId: number,
  registry: string,
  day: string,
): Promise<string | null> {
  const { rows } = await sql<{ author: string }>`
    select author from policies
     where organization_id = ${organizationId} and campaign_id is null and version > coalesce((
       select max(version) from policies
        where organization_id = ${organizationId} and campaign_id is null
          and policy -> 'scrubbed_on' ->> ${registry}::text is distinct from ${day}), 0)
     order by version limit 1`.execute(db)
  return rows[0]?.author ?? null
}

export interface Confirmation {
  duty_id: string
  note: string | null
  confirmed_by: string
  confirmed_at: Date
}

export async function insertConfirmation(
  db: Queries,
  confirmation: { organizationId: number; dutyId: string; note: string | null; by: string; now: Date },
): Promise<Confirmation> {
  return db
    .insertInto('duty_confirmations')
    .values({
      organization_id: confirmation.organizationId,
      duty_id: confirmation.dutyId,
      note: confirmation.note,
      confirmed_by: confirmation.by,
      confirmed_at: confirmation.now,
    })
    .returning(['duty_id', 'note', 'confirmed_by', 'confirmed_at'])
    .executeTakeFirstOrThrow()
}

/** The newest confirmation of each duty. */
export async function newestConfirmations(db: Queries, organizationId: number): Promise<Map<string, Confirmation>> {
  const { rows } = await sql<Confirmation>`
    select distinct on (duty_id) duty_id, note, confirmed_by, confirmed_at
      from duty_confirmations where organization_id = ${organizationId} order by duty_id, id desc`.execute(db)
  return new Map(rows.map((row) => [row.duty_id, row]))
}

export async function organizationsWithPolicy(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct organization_id as id from policies order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** The pack digests that were last recorded in the ledger, as text; `{}` if none were. */
export async function recordedPacks(db: Queries, organizationId: number): Promise<string> {
  const { rows } = await sql<{ packs: string }>`
    select packs from recorded_packs where organization_id = ${organizationId}`.execute(db)
  return rows[0]?.packs ?? '{}'
}

export async function savePacks(db: Queries, organizationId: number, packs: string): Promise<void> {
  await sql`
    insert into recorded_packs (organization_id, packs) values (${organizationId}, ${packs})
    on conflict (organization_id) do update set packs = excluded.packs`.execute(db)
}

/** The number check of the policy in force, if it uses this credential. */
export async function checksWithCredential(db: Queries, organizationId: number, uuid: string): Promise<string[]> {
  const inForce = await findPolicy(db, organizationId, null)
  return inForce?.policy.number_check?.credential_uuid === uuid ? ['number_check of the policy'] : []
}

/** Organizations whose policy in force has a number check. */
export async function numberCheckRules(db: Queries): Promise<Array<{ organizationId: number; rule: NumberCheckRule }>> {
  const { rows } = await sql<{ organizationId: number; rule: NumberCheckRule }>`
    select organization_id as "organizationId", rule from (
      select distinct on (organization_id) organization_id, policy -> 'number_check' as rule
        from policies where campaign_id is null order by organization_id, version desc) p
     where jsonb_typeof(rule) = 'object'`.execute(db)
  return rows
}
