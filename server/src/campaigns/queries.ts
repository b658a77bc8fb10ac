/** SQL of campaigns themselves; view-queries.ts reads their contacts and calls. */
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Breaker } from '../dialer/rules/breaker.ts'
import type { Schedule } from '../dialer/rules/calling-window.ts'
import type { CallerPool } from '../dialer/rules/choose-caller.ts'
import type { Experiment } from '../dialer/rules/experiment.ts'
import type { CampaignState } from '../dialer/rules/may-dial.ts'
import type { RetryRules } from '../dialer/rules/outcomes.ts'
import type { RouteStop, StoredStep } from '../dialer/rules/route.ts'
import { STOP_EVENTS } from '../dialer/rules/stops.ts'
import { appendEvent } from '../events/append.ts'
import type { EventType } from '../events/types.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'

export interface StoredCampaign {
  id: number
  organization_id: number
  name: string
  workflow_id: number
  workflow_name: string
  /** Workflow version that the campaign uses since its start; null for a draft. */
  workflow_version_number: number | null
  workflow_current_version_number: number
  definition_id: number | null
  state: CampaignState
  source_type: string
  source_id: string
  list_id: number
  /** The list of people added after the campaign was created; null: none were. */
  enrolled_list_id: number | null
  keep_open: boolean
  finish_on_inbound: boolean
  /**
   * Duties that were open at an earlier start and accepted by name; null: not started, or started by a version that did not
   * store them.
   */
  accepted_duties: string[] | null
  /** In millionths of `currency`. */
  max_spend: number | null
  spent: number
  currency: string | null
  total_rows: number
  processed_rows: number
  failed_rows: number
  outcomes: Record<string, number>
  attempts: Record<string, number>
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  retry_config: RetryRules
  max_concurrency: number
  schedule_config: Schedule | null
  circuit_breaker: Breaker
  policy: { version: number; policy: unknown } | null
  executed_count: number
  total_queued_count: number
  live_calls: number
  parent_campaign_id: number | null
  redialed_campaign_id: number | null
  telephony_configuration_id: number | null
  telephony_configuration_name: string | null
  telephony_provider: string | null
  route: StoredStep[] | null
  /** Stopped configurations of the route, by configuration id. */
  route_stops: Record<string, RouteStop> | null
  caller_pool: CallerPool | null
  experiment: Experiment | null
  logs: StoredLogEntry[]
}

export interface StoredLogEntry {
  ts: string
  level: string
  event: string
  message: string
  details: Record<string, unknown>
}

/** Number of log entries in a campaign object: the newest ones, in chronological order. */
const SHOWN_LOG_ENTRIES = 100
/**
 * Number of log entries per campaign in a list: a hundred for each of thousands of campaigns would make up most of the answer.
 */
const LISTED_LOG_ENTRIES = 10

/** Events that take a campaign out of `running`; each is written with the change of state. */
const STOPS: readonly EventType[] = ['campaign_paused', 'campaign_failed', ...STOP_EVENTS]

/** The newest log entries, and always the entry that says why the campaign is not running, however old it is. */
function logsOfCampaign(entries: number) {
  if (entries === 0) return sql<StoredLogEntry[]>`'[]'::json`
  return sql<StoredLogEntry[]>`coalesce((
    select json_agg(json_build_object('ts', to_char(l.ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'level', l.level, 'event', l.event, 'message', l.message, 'details', l.details) order by l.id)
      from ((select * from campaign_logs where campaign_id = c.id order by id desc limit ${entries})
            union
            (select * from campaign_logs
              where campaign_id = c.id and event in (${sql.join(STOPS)}) and c.state in ('paused', 'failed')
              order by id desc limit 1)) l), '[]')`
}

function selectCampaigns(db: Queries, entries: number) {
  return db
    .selectFrom('campaigns as c')
    .innerJoin('workflows as w', 'w.id', 'c.workflow_id')
    .leftJoin('telephony_configurations as t', 't.id', 'c.telephony_configuration_id')
    .selectAll('c')
    .leftJoin('workflow_definitions as pinned', 'pinned.id', 'c.definition_id')
    .leftJoin('workflow_definitions as current', 'current.id', 'w.current_definition_id')
    .select([
      'w.name as workflow_name',
      'pinned.version_number as workflow_version_number',
      'current.version_number as workflow_current_version_number',
      't.name as telephony_configuration_name',
      't.provider as telephony_provider',
    ])
    .select(sql<string | null>`(select o.currency from organizations o where o.id = c.organization_id)`.as('currency'))
    .select(logsOfCampaign(entries).as('logs'))
    .select(
      sql<StoredCampaign['policy']>`(
        select json_build_object('version', p.version, 'policy', p.policy)
          from policies p where p.campaign_id = c.id order by p.version desc limit 1)`.as('policy'),
    )
}

export interface CampaignListOptions extends PageRequest {
  states?: readonly CampaignState[] | undefined
  /** False: the log entries are left out. */
  logs?: boolean | undefined
}

export async function listCampaigns(
  db: Queries,
  organizationId: number,
  request: CampaignListOptions,
): Promise<Page<StoredCampaign>> {
  const logEntries = request.logs === false ? 0 : LISTED_LOG_ENTRIES
  let query = selectCampaigns(db, logEntries).where('c.organization_id', '=', organizationId)
  if (request.states !== undefined) query = query.where('c.state', 'in', [...request.states])
  return (await readPage(query, 'c.id', request)) as unknown as Page<StoredCampaign>
}

export async function findCampaign(
  db: Queries,
  organizationId: number,
  id: number,
  { logs = true } = {},
): Promise<StoredCampaign | undefined> {
  const row = await selectCampaigns(db, logs ? SHOWN_LOG_ENTRIES : 0)
    .where('c.organization_id', '=', organizationId)
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row as unknown as StoredCampaign | undefined
}

export async function hasExperiment(db: Queries, organizationId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('experiment', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Every writer locks in this order: first the organization, then the campaign. Returned without its log entries. */
export async function lockCampaign(
  db: Queries,
  organizationId: number,
  id: number,
): Promise<StoredCampaign | undefined> {
  await lockOrganization(db, organizationId)
  const locked = await db
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked ? findCampaign(db, organizationId, id, { logs: false }) : undefined
}

export interface NewCampaign {
  organizationId: number
  name: string
  workflowId: number
  sourceId: string
  listId: number
  enrolledListId: number | null
  keepOpen: boolean
  finishOnInbound: boolean
  telephonyConfigurationId: number | null
  /** Null: it dials through that configuration only. */
  route: StoredStep[] | null
  callerPool: CallerPool | null
  parentCampaignId: number | null
  totalRows: number
  maxConcurrency: number
  retry: RetryRules
  schedule: Schedule | null
  breaker: Breaker
  /** In millionths of the organization's currency, like `max_spend`. */
  maxSpend: number | null
  now: Date
}

/** Inserts the campaign with the id that its copied contacts already refer to. */
export async function insertCampaign(db: Queries, id: number, campaign: NewCampaign): Promise<void> {
  const { organizationId, name, workflowId, sourceId, listId, telephonyConfigurationId, parentCampaignId } = campaign
  const {
    totalRows,
    maxConcurrency,
    retry,
    schedule,
    breaker,
    enrolledListId,
    keepOpen,
    finishOnInbound,
    maxSpend,
    route,
    callerPool,
    now,
  } = campaign
  await sql`
    insert into campaigns (id, organization_id, name, workflow_id, state, source_type, source_id, list_id,
           telephony_configuration_id, parent_campaign_id, total_rows, max_concurrency, retry_config, schedule_config,
           circuit_breaker, enrolled_list_id, keep_open, finish_on_inbound, max_spend, route, route_ids, caller_pool, created_at, updated_at) overriding system value
    values (${id}, ${organizationId}, ${name}, ${workflowId}, 'draft', 'csv', ${sourceId}, ${listId},
           ${telephonyConfigurationId}, ${parentCampaignId}, ${totalRows}, ${maxConcurrency}, ${JSON.stringify(retry)},
           ${schedule === null ? null : JSON.stringify(schedule)}, ${JSON.stringify(breaker)}, ${enrolledListId},
           ${keepOpen}, ${finishOnInbound}, ${maxSpend}, ${route === null ? null : JSON.stringify(route)}::jsonb,
           ${idsOfRoute(route)}::bigint[], ${callerPool === null ? null : JSON.stringify(callerPool)}::jsonb, ${now}, ${now})`.execute(
    db,
  )
}

function idsOfRoute(route: readonly StoredStep[] | null): string[] | null {
  return route === null ? null : route.map((step) => String(step.telephony_configuration_id))
}

export interface CampaignEdit {
  name?: string
  maxConcurrency?: number
  retry?: RetryRules
  schedule?: Schedule | null
  breaker?: Breaker
  keepOpen?: boolean
  finishOnInbound?: boolean
  /** Null: the campaign keeps its first configuration and has no route. */
  route?: StoredStep[] | null
  callerPool?: CallerPool
  /** Null: the experiment is removed. */
  experiment?: Experiment | null
}

export async function saveEdit(db: Queries, id: number, edit: CampaignEdit, now: Date): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({
      updated_at: now,
      ...(edit.name === undefined ? {} : { name: edit.name }),
      ...(edit.maxConcurrency === undefined ? {} : { max_concurrency: edit.maxConcurrency }),
      ...(edit.retry === undefined ? {} : { retry_config: JSON.stringify(edit.retry) }),
      ...(edit.schedule === undefined
        ? {}
        : { schedule_config: edit.schedule === null ? null : JSON.stringify(edit.schedule) }),
      ...(edit.breaker === undefined ? {} : { circuit_breaker: JSON.stringify(edit.breaker) }),
      ...(edit.keepOpen === undefined ? {} : { keep_open: edit.keepOpen }),
      ...(edit.finishOnInbound === undefined ? {} : { finish_on_inbound: edit.finishOnInbound }),
      ...(edit.route === undefined ? {} : routeColumns(edit.route)),
      ...(edit.callerPool === undefined ? {} : { caller_pool: JSON.stringify(edit.callerPool) }),
      ...(edit.experiment === undefined
        ? {}
        : { experiment: edit.experiment === null ? null : JSON.stringify(edit.experiment) }),
    })
    .where('id', '=', id)
    .execute()
}

function routeColumns(route: StoredStep[] | null) {
  const [first] = route ?? []
  return {
    route: route === null ? null : JSON.stringify(route),
    route_ids: idsOfRoute(route),
    route_stops: null,
    ...(first ? { telephony_configuration_id: first.telephony_configuration_id } : {}),
  }
}

/** `vouched`: duties confirmed or accepted for every person of the campaign. `accepted`: those that were open and accepted. */
export async function saveDuties(
  db: Queries,
  id: number,
  { vouched, accepted }: { vouched: readonly string[]; accepted: readonly string[] },
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ vouched_duties: [...vouched], accepted_duties: [...accepted] })
    .where('id', '=', id)
    .execute()
}

/** Sets the campaign to running; the first start queues every contact. */
export async function setRunning(
  db: Queries,
  id: number,
  start: { now: Date; telephonyConfigurationId: number; definitionId: number },
): Promise<void> {
  await db
    .updateTable('campaigns')
    .set((eb) => ({
      state: 'running',
      telephony_configuration_id: start.telephonyConfigurationId,
      definition_id: start.definitionId,
      total_queued_count: eb
        .case()
        .when('started_at', 'is', null)
        .then(eb.ref('total_rows'))
        .else(eb.ref('total_queued_count'))
        .end(),
      started_at: eb.fn.coalesce('started_at', eb.val(start.now)),
      window_said: null,
      // Each start tries all configurations of the route again.
      route_stops: null,
      // Marks the campaign as due now, whatever it waited for; the claim computes the time again.
      next_due_at: sql<Date>`'-infinity'`,
      updated_at: start.now,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Adds to the campaign's number of contacts and stores their list. The next claim reads the queue of a running campaign again.
 */
export async function addEnrolledCount(db: Queries, id: number, added: number, enrolledListId: number): Promise<void> {
  await sql`
    update campaigns set total_rows = total_rows + ${added}, enrolled_list_id = ${enrolledListId},
           total_queued_count = total_queued_count + case when started_at is null then 0 else ${added} end,
           next_due_at = '-infinity'
     where id = ${id}`.execute(db)
}

/** The campaign completes as soon as its contacts are finished, which may be now: the dialer checks it again. */
export async function setClosed(db: Queries, id: number, now: Date): Promise<void> {
  await sql`update campaigns set keep_open = false, next_due_at = '-infinity', updated_at = ${now} where id = ${id}`.execute(
    db,
  )
}

/** The configurations of its route that the dialer stopped are used again. */
export async function clearRouteStops(db: Queries, id: number): Promise<void> {
  await sql`update campaigns set route_stops = null, next_due_at = '-infinity' where id = ${id}`.execute(db)
}

/** The dialer looks at the campaign immediately. */
export async function makeDue(db: Queries, id: number): Promise<void> {
  await sql`update campaigns set next_due_at = '-infinity' where id = ${id}`.execute(db)
}

export async function setPaused(db: Queries, id: number, now: Date): Promise<void> {
  await db.updateTable('campaigns').set({ state: 'paused', updated_at: now }).where('id', '=', id).execute()
}

/** Counts contacts finished without a call, by how often they had been dialed before. */
export async function addCanceledCount(
  db: Queries,
  id: number,
  byDials: ReadonlyArray<{ dials: number; count: number }>,
): Promise<void> {
  const count = byDials.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return
  const added = JSON.stringify(Object.fromEntries(byDials.map((one) => [String(one.dials), one.count])))
  await sql`
    update campaigns
       set processed_rows = processed_rows + ${count}, failed_rows = failed_rows + ${count},
           total_queued_count = greatest(0, total_queued_count - ${count}),
           outcomes = outcomes || jsonb_build_object('canceled', coalesce((outcomes->>'canceled')::int, 0) + ${count}::int),
           attempts = attempts || (select jsonb_object_agg(key, value::int + coalesce((attempts->>key)::int, 0))
                                     from jsonb_each_text(${added}::jsonb))
     where id = ${id}`.execute(db)
}

export async function setCompleted(db: Queries, id: number, now: Date): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ state: 'completed', completed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function setRedialed(db: Queries, id: number, redialedId: number): Promise<void> {
  await db.updateTable('campaigns').set({ redialed_campaign_id: redialedId }).where('id', '=', id).execute()
}

/** Deletes the campaign itself; its contacts, calls and records were deleted before. */
export async function removeCampaign(db: Queries, id: number): Promise<void> {
  await db.updateTable('campaigns').set({ redialed_campaign_id: null }).where('redialed_campaign_id', '=', id).execute()
  await db.updateTable('campaigns').set({ parent_campaign_id: null }).where('parent_campaign_id', '=', id).execute()
  await db.deleteFrom('campaigns').where('id', '=', id).execute()
}

/** Records that the calls and contacts of a deleted campaign still have to be removed. */
export async function scheduleRemoval(
  db: Queries,
  { id, organizationId }: { id: number; organizationId: number },
): Promise<void> {
  await db.insertInto('campaign_removals').values({ organization_id: organizationId, campaign_id: id }).execute()
}

export async function finishRemoval(db: Queries, campaignId: number): Promise<void> {
  await db.deleteFrom('campaign_removals').where('campaign_id', '=', campaignId).execute()
}

export async function unfinishedRemovals(db: Queries): Promise<number[]> {
  const rows = await db.selectFrom('campaign_removals').select('campaign_id').orderBy('campaign_id').execute()
  return rows.map((row) => row.campaign_id)
}

export async function saveSpendLimit(db: Queries, id: number, max: number | null, now: Date): Promise<void> {
  await db.updateTable('campaigns').set({ max_spend: max, updated_at: now }).where('id', '=', id).execute()
}

/** Whether a campaign that may still dial has a spend limit. */
export async function campaignsHaveLimits(db: Queries, organizationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('max_spend', 'is not', null)
    .where('state', '!=', 'completed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Resets the spent sums, because the organization's currency changes and the old sums are meaningless. */
export async function forgetCampaignSpending(db: Queries, organizationId: number): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ spent: 0, spent_calls: 0, max_spend: null })
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('spent', '>', 0), eb('max_spend', 'is not', null)]))
    .execute()
}

/** Whether an unfinished campaign dials through this configuration. */
export async function isConfigurationUsed(db: Queries, configurationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where(sql<boolean>`(telephony_configuration_id = ${configurationId} or ${configurationId} = any(route_ids))`)
    .where('state', '!=', 'completed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Clears the configuration of completed campaigns, which keep their history. */
export async function forgetConfiguration(db: Queries, configurationId: number): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ telephony_configuration_id: null })
    .where('telephony_configuration_id', '=', configurationId)
    .execute()
  await sql`
    update campaigns
       set route = (select jsonb_agg(step) from jsonb_array_elements(route) step
                     where (step->>'telephony_configuration_id')::bigint <> ${configurationId}),
           route_ids = nullif(array_remove(route_ids, ${configurationId}::bigint), '{}'),
           telephony_configuration_id = coalesce(telephony_configuration_id,
                                                 (array_remove(route_ids, ${configurationId}::bigint))[1])
     where ${configurationId} = any(route_ids)`.execute(db)
}

export async function isListUsed(db: Queries, organizationId: number, listId: number): Promise<boolean> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(({ eb, or }) => or([eb('list_id', '=', listId), eb('enrolled_list_id', '=', listId)]))
    .unionAll(db.selectFrom('campaign_copies').select('campaign_id as id').where('list_id', '=', listId))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The lists of unfinished campaigns, or of one campaign. A redial contains people of earlier campaigns, who may have been added
 * there one by one.
 */
export async function listsInUse(
  db: Queries,
  organizationId: number,
  campaignId: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive line as (
      select parent_campaign_id, list_id, enrolled_list_id from campaigns
       where organization_id = ${organizationId} and state <> 'completed'
         and (${campaignId}::bigint is null or id = ${campaignId}::bigint)
      union
      select p.parent_campaign_id, p.list_id, p.enrolled_list_id from campaigns p join line l on p.id = l.parent_campaign_id)
    select distinct id from line, unnest(array[list_id, enrolled_list_id]) as id where id is not null order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface NewLogEntry {
  now: Date
  level: 'info' | 'warning' | 'error'
  event: EventType
  message: string
  details: Record<string, unknown>
}

export async function appendLog(
  db: Queries,
  campaign: { id: number; organizationId: number },
  entry: NewLogEntry,
): Promise<void> {
  const details = JSON.stringify(entry.details)
  const { now, level, event, message } = entry
  await db
    .insertInto('campaign_logs')
    .values({
      organization_id: campaign.organizationId,
      campaign_id: campaign.id,
      ts: now,
      level,
      event,
      message,
      details,
    })
    .execute()
  await appendEvent(db, {
    organizationId: campaign.organizationId,
    at: now,
    type: event,
    campaignId: campaign.id,
    data: { level, message, ...entry.details },
  })
}

/** Campaigns completed within this time. */
export function completedBetween(
  db: Queries,
  organizationId: number,
  after: Date,
  before: Date,
): Promise<Array<{ id: number; completed_at: Date | null }>> {
  return db
    .selectFrom('campaigns')
    .select(['id', 'completed_at'])
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'completed')
    .where('completed_at', '>', after)
    .where('completed_at', '<=', before)
    .orderBy('completed_at')
    .execute()
}

/** Whether a campaign of this list is active, may be started, or was completed recently. */
export async function isListNeeded(db: Queries, listId: number, before: Date): Promise<boolean> {
  const found = await db
    .selectFrom('campaigns')
    .select('id')
    .where(({ eb, or }) => or([eb('list_id', '=', listId), eb('enrolled_list_id', '=', listId)]))
    .where(({ eb, or }) => or([eb('state', '<>', 'completed'), eb('completed_at', '>', before)]))
    // Includes campaigns whose contacts are still being copied from the list.
    .unionAll(db.selectFrom('campaign_copies').select('campaign_id as id').where('list_id', '=', listId))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function countCampaigns(db: Queries, organizationId: number): Promise<number> {
  const { count } = await db
    .selectFrom('campaigns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** Pauses all campaigns after a restore: no call is placed until an operator has checked. */
export async function pauseAllCampaigns(client: PoolClient, now: Date): Promise<number> {
  const { rowCount } = await client.query(
    `update campaigns set state = 'paused', updated_at = $1 where state = 'running'`,
    [now],
  )
  return rowCount ?? 0
}

/** The list and the workflow version of a campaign. */
export async function loadListAndDefinition(
  db: Queries,
  organizationId: number,
  campaignId: number,
): Promise<{ list_id: number; enrolled_list_id: number | null; definition: WorkflowDefinition } | undefined> {
  const found = await db
    .selectFrom('campaigns as c')
    .innerJoin('workflows as w', 'w.id', 'c.workflow_id')
    // A draft has no pinned version yet; it starts with the newest one.
    .innerJoin('workflow_definitions as d', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('d.id', '=', fn.coalesce(ref('c.definition_id'), ref('w.current_definition_id'))),
      ),
    )
    .select(['c.list_id', 'c.enrolled_list_id', 'd.definition'])
    .where('c.organization_id', '=', organizationId)
    .where('c.id', '=', campaignId)
    .executeTakeFirst()
  return found && { ...found, definition: found.definition as WorkflowDefinition }
}
