/** All SQL of this room. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import type { WorkflowDefinition } from './rules/definition.ts'

export type WorkflowStatus = 'active' | 'archived'

export interface ListedWorkflow {
  id: number
  name: string
  status: string
  created_at: Date
  total_runs: number
  workflow_uuid: string
}

export interface StoredWorkflow extends ListedWorkflow {
  current_definition_id: number
  version_number: number
  definition: WorkflowDefinition
}

/** A campaign counts its own dials; calls without a campaign (inbound, tests) are counted one by one. */
const TOTAL_RUNS = sql<number>`(
  (select coalesce(sum(c.executed_count), 0) from campaigns c where c.workflow_id = w.id) +
  (select count(*) from calls l
    where l.campaign_id is null and l.organization_id = w.organization_id and l.workflow_id = w.id)
)`.as('total_runs')

interface Wanted extends PageRequest {
  statuses: readonly WorkflowStatus[] | undefined
}

/** Counts the calls of all workflows in one pass: a separate count for each would read them all each time. */
export function listWorkflows(db: Queries, organizationId: number, wanted: Wanted): Promise<Page<ListedWorkflow>> {
  let query = db
    .selectFrom('workflows as w')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('campaigns')
          .select((inner) => ['workflow_id', inner.fn.sum<number>('executed_count').as('runs')])
          .where('organization_id', '=', organizationId)
          .groupBy('workflow_id')
          .as('dialed'),
      (join) => join.onRef('dialed.workflow_id', '=', 'w.id'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('calls')
          .select((inner) => ['workflow_id', inner.fn.countAll<number>().as('runs')])
          .where('organization_id', '=', organizationId)
          .where('campaign_id', 'is', null)
          .groupBy('workflow_id')
          .as('single'),
      (join) => join.onRef('single.workflow_id', '=', 'w.id'),
    )
    .select(['w.id', 'w.name', 'w.status', 'w.created_at', 'w.uuid as workflow_uuid'])
    .select(sql<number>`coalesce(dialed.runs, 0) + coalesce(single.runs, 0)`.as('total_runs'))
    .where('w.organization_id', '=', organizationId)
  if (wanted.statuses) query = query.where('w.status', 'in', wanted.statuses)
  return readPage(query, 'w.id', wanted)
}

export function summarizeWorkflows(
  db: Queries,
  organizationId: number,
  wanted: Wanted,
): Promise<Page<{ id: number; name: string }>> {
  let query = db.selectFrom('workflows').select(['id', 'name']).where('organization_id', '=', organizationId)
  if (wanted.statuses) query = query.where('status', 'in', wanted.statuses)
  return readPage(query, 'id', wanted)
}

export function findWorkflow(db: Queries, organizationId: number, id: number): Promise<StoredWorkflow | undefined> {
  return db
    .selectFrom('workflows as w')
    .innerJoin('workflow_definitions as d', 'd.id', 'w.current_definition_id')
    .select(['w.id', 'w.name', 'w.status', 'w.created_at', 'w.uuid as workflow_uuid'])
    .select(['d.id as current_definition_id', 'd.version_number'])
    .select((eb) => eb.ref('d.definition').$castTo<WorkflowDefinition>().as('definition'))
    .select(TOTAL_RUNS)
    .where('w.organization_id', '=', organizationId)
    .where('w.id', '=', id)
    .executeTakeFirst()
}

export async function findWorkflowId(db: Queries, organizationId: number, uuid: string): Promise<number | null> {
  const row = await db
    .selectFrom('workflows')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('uuid', '=', uuid.toLowerCase())
    .executeTakeFirst()
  return row?.id ?? null
}

export async function countWorkflows(db: Queries, organizationId: number): Promise<Record<WorkflowStatus, number>> {
  const rows = await db
    .selectFrom('workflows')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('organization_id', '=', organizationId)
    .groupBy('status')
    .execute()
  const of = (status: WorkflowStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { active: of('active'), archived: of('archived') }
}

/** Locks the workflow, so that concurrent saves are serialized. */
export async function lockWorkflow(db: Queries, organizationId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('workflows')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertWorkflow(
  db: Queries,
  row: { organization_id: number; name: string; created_at: Date; updated_at: Date },
): Promise<number> {
  return (await db.insertInto('workflows').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateWorkflow(
  db: Queries,
  id: number,
  change: { name?: string; status?: WorkflowStatus; updated_at: Date },
): Promise<void> {
  await db.updateTable('workflows').set(change).where('id', '=', id).execute()
}

/**
 * Adds the next version and makes it the current one, unless it equals the current one. PostgreSQL compares the JSON, so neither
 * key order nor number notation matters. Returns whether there is a new version.
 */
export async function addDefinition(
  db: Queries,
  row: { organizationId: number; workflowId: number; definition: WorkflowDefinition; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with current as (
      select d.version_number, d.definition
        from workflows w join workflow_definitions d on d.id = w.current_definition_id
       where w.id = ${row.workflowId}
    )
    insert into workflow_definitions (organization_id, workflow_id, version_number, definition, created_at)
    select ${row.organizationId}, ${row.workflowId}, coalesce((select version_number from current), 0) + 1,
           wanted.definition, ${row.now}
      from (select ${JSON.stringify(row.definition)}::jsonb as definition) wanted
     where wanted.definition is distinct from (select definition from current)
    returning id`.execute(db)
  const added = rows[0]
  if (!added) return false
  await db.updateTable('workflows').set({ current_definition_id: added.id }).where('id', '=', row.workflowId).execute()
  return true
}

export async function workflowVersion(
  db: Queries,
  organizationId: number,
  workflowId: number,
): Promise<{ definitionId: number; definition: unknown; status: string } | null> {
  const row = await db
    .selectFrom('workflows as w')
    .innerJoin('workflow_definitions as d', 'd.id', 'w.current_definition_id')
    .select(['d.id as definitionId', 'd.definition', 'w.status'])
    .where('w.organization_id', '=', organizationId)
    .where('w.id', '=', workflowId)
    .executeTakeFirst()
  return row ?? null
}

export async function definitionById(db: Queries, organizationId: number, id: number): Promise<unknown> {
  const row = await db
    .selectFrom('workflow_definitions')
    .select('definition')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.definition ?? null
}

/** The id of a workflow's version; null: it has no such version. */
export async function definitionOfVersion(
  db: Queries,
  organizationId: number,
  workflowId: number,
  version: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('workflow_definitions')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    // As a bigint: a number that no version can have is an unknown version too.
    .where('version_number', '=', sql<number>`${version}::bigint`)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether a conversation with this workflow can be transferred. */
export async function canTransfer(db: Queries, definitionId: number): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select definition -> 'nodes' @> '[{"type": "transfer"}]' as can
      from workflow_definitions where id = ${definitionId}`.execute(db)
  return rows[0]?.can ?? false
}

/** All versions whose webhook nodes send headers of their own. */
export async function definitionsWithHeaders(
  db: Queries,
): Promise<{ id: number; workflow_id: number; definition: WorkflowDefinition }[]> {
  const { rows } = await sql<{ id: number; workflow_id: number; definition: WorkflowDefinition }>`
    select id, workflow_id, definition from workflow_definitions
     where jsonb_path_exists(definition, '$.nodes[*] ? (@.type == "webhook").data.headers.*')
     order by id`.execute(db)
  return rows
}

/** Stores the same version in another form; does nothing if it was changed in the meantime. */
export async function replaceDefinition(
  db: Queries,
  id: number,
  before: WorkflowDefinition,
  after: WorkflowDefinition,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow_definitions set definition = ${JSON.stringify(after)}::jsonb
     where id = ${id} and definition = ${JSON.stringify(before)}::jsonb`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** SQL condition on a definition `d`: a step names this document. */
const namesDocument = (uuid: string) => sql<boolean>`
  jsonb_path_exists(d.definition, '$.nodes[*].data.document_uuids[*] ? (@ == $uuid)',
                    jsonb_build_object('uuid', ${uuid}::text))`

/** SQL condition on a definition `d`: a step or an edge plays this recording. */
const namesRecording = (recordingId: string) => sql<boolean>`
  jsonb_path_exists(d.definition,
    '$.*[*].data ? (@.greeting_recording_id == $id || @.say_recording_id == $id || @.transition_speech_recording_id == $id)',
    jsonb_build_object('id', ${recordingId}::text))`

/** SQL condition on a definition `d`: a pre-call fetch uses this credential. */
const namesCredential = (uuid: string) => sql<boolean>`
  jsonb_path_exists(d.definition, '$.nodes[*].data ? (@.pre_call_fetch_credential_uuid == $uuid)',
                    jsonb_build_object('uuid', ${uuid}::text))`

/** SQL condition: campaign `c` calls people with the version `d`, all of them or an arm of its experiment. */
const IN_CAMPAIGN = sql`(c.definition_id = d.id
  or c.experiment -> 'arms' @> jsonb_build_array(jsonb_build_object('definition_id', d.id)))`

/**
 * Names of the workflows whose definition meets the condition: in their current version, unless archived, and in versions that
 * campaigns still use. An archived workflow answers no calls, and is checked again when it is activated.
 */
async function workflowsThat(db: Queries, organizationId: number, names: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct w.name
      from workflows w join workflow_definitions d on d.workflow_id = w.id
     where w.organization_id = ${organizationId}
       and ((d.id = w.current_definition_id and w.status <> 'archived')
            or exists (select from campaigns c where ${IN_CAMPAIGN} and c.state <> 'completed'))
       and ${names}
     order by w.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Names of unfinished campaigns whose workflow version meets the condition. */
async function campaignsThat(db: Queries, organizationId: number, names: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name
      from campaigns c join workflow_definitions d on ${IN_CAMPAIGN}
     where c.organization_id = ${organizationId} and c.state <> 'completed' and ${names}
     order by c.name`.execute(db)
  return rows.map(({ name }) => name)
}

export const workflowsWithDocument = (db: Queries, organizationId: number, uuid: string) =>
  workflowsThat(db, organizationId, namesDocument(uuid))

export const workflowsWithRecording = (db: Queries, organizationId: number, recordingId: string) =>
  workflowsThat(db, organizationId, namesRecording(recordingId))

export const campaignsWithDocument = (db: Queries, organizationId: number, uuid: string) =>
  campaignsThat(db, organizationId, namesDocument(uuid))

export const campaignsWithRecording = (db: Queries, organizationId: number, recordingId: string) =>
  campaignsThat(db, organizationId, namesRecording(recordingId))

export const fetchesWithCredential = (db: Queries, organizationId: number, uuid: string) =>
  workflowsThat(db, organizationId, namesCredential(uuid))
