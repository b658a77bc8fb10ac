/** All SQL of this room: it reads tables of other rooms, and writes `campaign_rehearsals`. */
import { sql } from 'kysely'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import type { Queries } from '../storage/database.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import type { FindingKind } from './rules/row-judge.ts'

/** A running rehearsal without a report for this long was interrupted, because its node stopped. */
export const NO_REPORT_MS_MAX = 60_000

export type RehearsalState = 'running' | 'ended' | 'failed'

/** Findings of one kind in one column. */
export interface FindingGroup {
  kind: FindingKind
  column: string
  rows: number
  /** Ids of the first contacts, in the order of the list. */
  contacts: number[]
}

export interface RehearsalReport {
  state: RehearsalState
  rows: number
  rowsDone: number
  oddRows: number
  defaultRows: number
  findings: readonly FindingGroup[]
}

export interface StoredRehearsal {
  run: number
  definition_id: number
  list_rows: number
  state: RehearsalState
  rows: number
  rows_done: number
  odd_rows: number
  default_rows: number
  findings: FindingGroup[]
  started_at: Date
  reported_at: Date
  ended_at: Date | null
}

export interface RehearsedCampaign {
  id: number
  organizationId: number
  name: string
  workflowName: string
  definitionId: number
  definition: WorkflowDefinition
  versionNumber: number
  listRows: number
  timezone: string
  /** Columns of the campaign's lists in their order, without the phone column. */
  columns: string[]
}

/** The campaign with its workflow. A draft has no pinned version yet; it starts with the newest one. */
export async function findRehearsedCampaign(
  db: Queries,
  organizationId: number,
  campaignId: number,
): Promise<RehearsedCampaign | undefined> {
  const { rows } = await sql<Omit<RehearsedCampaign, 'columns'> & { lists: Array<[string[], string | null]> | null }>`
    select c.id, c.organization_id as "organizationId", c.name, w.name as "workflowName", d.id as "definitionId", d.definition,
           d.version_number as "versionNumber", c.total_rows as "listRows",
           coalesce(c.schedule_config ->> 'timezone', o.time_zone) as timezone,
           (select json_agg(json_build_array(l.columns, l.phone_column) order by l.id) from contact_lists l
             where l.id in (c.list_id, c.enrolled_list_id) and l.organization_id = c.organization_id) as lists
      from campaigns c
      join organizations o on o.id = c.organization_id
      join workflows w on w.id = c.workflow_id
      join workflow_definitions d on d.id = coalesce(c.definition_id, w.current_definition_id)
     where c.id = ${campaignId} and c.organization_id = ${organizationId}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { lists, ...campaign } = row
  const columns = (lists ?? []).flatMap(([names, phone]) => names.filter((name) => name !== phone))
  return { ...campaign, columns: [...new Set(columns)] }
}

export interface RehearsedContact {
  id: number
  row: number
  phoneNumber: string
  cells: Record<string, string>
}

/** Contacts that may still be called, in the order of the list. Erased people are left out. */
export async function nextRehearsedContacts(
  db: Queries,
  campaignId: number,
  afterId: number,
  limit: number,
): Promise<RehearsedContact[]> {
  const { rows } = await sql<RehearsedContact>`
    select t.id, l.row_number as row, t.phone_number as "phoneNumber", l.variables as cells
      from (select id, list_contact_id, phone_number from contacts
             where campaign_id = ${campaignId} and state <> 'done' and id > ${afterId} order by id limit ${limit}) t
      join list_contacts l on l.id = t.list_contact_id
     where l.phone_number <> ${ERASED_NUMBER} order by t.id`.execute(db)
  return rows
}

/** The contacts with these ids, without erased ones. */
export async function rehearsedContacts(
  db: Queries,
  campaignId: number,
  ids: readonly number[],
): Promise<RehearsedContact[]> {
  const { rows } = await sql<RehearsedContact>`
    select t.id, l.row_number as row, t.phone_number as "phoneNumber", l.variables as cells
      from contacts t join list_contacts l on l.id = t.list_contact_id
     where t.id = any(${ids as number[]}::bigint[]) and t.campaign_id = ${campaignId} and l.phone_number <> ${ERASED_NUMBER}
     order by t.id`.execute(db)
  return rows
}

export async function countRehearsed(db: Queries, campaignId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contacts where campaign_id = ${campaignId} and state <> 'done'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Replaces the previous rehearsal. Null: one is running. */
export async function beginRehearsal(
  db: Queries,
  { id, organizationId, definitionId, listRows }: RehearsedCampaign,
  rows: number,
  now: Date,
): Promise<number | null> {
  const silent = new Date(now.getTime() - NO_REPORT_MS_MAX)
  const { rows: begun } = await sql<{ run: number }>`
    insert into campaign_rehearsals as r (campaign_id, organization_id, run, definition_id, list_rows, state, rows, rows_done,
           odd_rows, default_rows, findings, started_at, reported_at)
    values (${id}, ${organizationId}, 1, ${definitionId}, ${listRows}, 'running', ${rows}, 0, 0, 0, '[]', ${now}, ${now})
    on conflict (campaign_id, organization_id) do update
       set run = r.run + 1, definition_id = excluded.definition_id, list_rows = excluded.list_rows, state = 'running',
           rows = excluded.rows, rows_done = 0, odd_rows = 0, default_rows = 0, findings = '[]',
           started_at = excluded.started_at, reported_at = excluded.reported_at, ended_at = null
     where r.state <> 'running' or r.reported_at < ${silent}
    returning r.run`.execute(db)
  return begun[0]?.run ?? null
}

/** Stores a report. It is dropped if the run was replaced by a newer one, or its campaign was deleted. */
export async function reportRehearsal(
  db: Queries,
  { campaignId, run }: { campaignId: number; run: number },
  report: RehearsalReport,
  now: Date,
): Promise<void> {
  const { state, rows, rowsDone, oddRows, defaultRows, findings } = report
  await sql`
    update campaign_rehearsals
       set state = ${state}, rows = ${rows}, rows_done = ${rowsDone}, odd_rows = ${oddRows}, default_rows = ${defaultRows},
           findings = ${JSON.stringify(findings)}, reported_at = ${now},
           ended_at = ${state === 'running' ? null : now}::timestamptz
     where campaign_id = ${campaignId} and run = ${run} and state = 'running'`.execute(db)
}

export async function findRehearsal(
  db: Queries,
  organizationId: number,
  campaignId: number,
): Promise<StoredRehearsal | undefined> {
  const { rows } = await sql<StoredRehearsal>`
    select run, definition_id, list_rows, state, rows, rows_done, odd_rows, default_rows, findings, started_at, reported_at, ended_at
      from campaign_rehearsals where campaign_id = ${campaignId} and organization_id = ${organizationId}`.execute(db)
  return rows[0]
}

/** The version that was rehearsed, which may be older than the one a start would use. */
export async function definitionOf(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<{ definition: WorkflowDefinition; versionNumber: number } | undefined> {
  const { rows } = await sql<{ definition: WorkflowDefinition; versionNumber: number }>`
    select definition, version_number as "versionNumber" from workflow_definitions
     where id = ${id} and organization_id = ${organizationId}`.execute(db)
  return rows[0]
}
