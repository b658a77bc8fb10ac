import { findReadyList, rowsMissingVariables } from '../contacts/queries.ts'
import { copyListToQueue, createQueue } from '../dialer/queue.ts'
import { beginReviews } from '../dialer/review-queues.ts'
import type { Breaker } from '../dialer/rules/breaker.ts'
import type { Schedule } from '../dialer/rules/calling-window.ts'
import type { CallerPool } from '../dialer/rules/choose-caller.ts'
import type { RetryRules } from '../dialer/rules/outcomes.ts'
import { ApiError, invalidReferenceError } from '../kernel/errors.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Policy } from '../policies/rules/policy.ts'
import type { Queries } from '../storage/database.ts'
import { configurationProvider, defaultConfiguration } from '../telephony/configurations/queries.ts'
import { requiredContactVariables } from '../tools/tools-of-workflow.ts'
import { workflowVersion } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { type MissingVariable, missingVariables } from '../workflows/rules/missing-variables.ts'
import { type Actor, type CampaignDeps, loadCampaign } from './change-state.ts'
import { copyThenCreate } from './copy-contacts.ts'
import { requirePool } from './pool-settings.ts'
import { appendLog, countCampaigns, insertCampaign, type StoredCampaign } from './queries.ts'
import { type RouteRequest, requireRoute } from './route-settings.ts'
import { prepareCampaignPolicy, setCampaignPolicy } from './store-postgres.ts'

export interface CampaignRequest {
  name: string
  workflowId: number
  sourceId: string
  telephonyConfigurationId: number | undefined
  route: RouteRequest | undefined
  callerPool: CallerPool | undefined
  maxConcurrency: number
  retry: RetryRules
  schedule: Schedule | null
  breaker: Breaker
  keepOpen: boolean
  finishOnInbound: boolean
  policy: Policy | undefined
}

export async function createCampaign(
  deps: CampaignDeps,
  actor: Actor,
  request: CampaignRequest,
): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  const { organizationId } = actor
  await requireQuota(
    deps.db,
    organizationId,
    'campaigns',
    async () => (await countCampaigns(deps.db, organizationId)) + 1,
  )
  const { workflow, list } = await requireReferences(deps.db, organizationId, request)
  const definition = workflow.definition as WorkflowDefinition
  await requireVariables(deps.db, list, await requiredContactVariables(deps.db, organizationId, definition))
  if (request.policy) await prepareCampaignPolicy(deps.db, organizationId, request.policy, now)
  const id = await copyThenCreate(deps.db, {
    organizationId,
    listId: list.id,
    copy: (campaignId, stillWanted) => copyListToQueue(deps.db, campaignId, organizationId, list.id, stillWanted),
    async make(tx, campaignId, copied) {
      // Locked only after the copy: copying a long list must not make the dialer wait.
      await lockOrganization(tx, organizationId)
      // Checked again under the lock, which the deletion of a configuration takes too.
      const { configurationId, route } = await requireReferences(tx, organizationId, request)
      await insertCampaign(tx, campaignId, {
        ...request,
        organizationId,
        listId: list.id,
        enrolledListId: null,
        telephonyConfigurationId: configurationId,
        route,
        callerPool: request.callerPool ?? null,
        parentCampaignId: null,
        totalRows: copied.count,
        maxSpend: null,
        now,
      })
      await createQueue(tx, { id: campaignId, organizationId }, copied)
      const by = actor.author
      if (request.policy) {
        const campaign = { id: campaignId, organizationId }
        await setCampaignPolicy(deps.ledgerKeys, tx, { campaign, policy: request.policy, author: by, now })
      }
      await appendLog(
        tx,
        { id: campaignId, organizationId },
        {
          now,
          level: 'info',
          event: 'campaign_created',
          message: 'The campaign was created.',
          details: { by, total_rows: list.total_rows },
        },
      )
    },
  })
  await beginReviews(deps.db, organizationId)
  return loadCampaign(deps.db, actor, id)
}

/** Checks that the list, workflow and configuration of the campaign exist. */
async function requireReferences(db: Queries, organizationId: number, request: CampaignRequest) {
  const wanted = request.telephonyConfigurationId
  const route = request.route ? await requireRoute(db, organizationId, request.route, wanted) : null
  const first = route?.[0]?.telephony_configuration_id
  const configurationId = await pinnedConfiguration(db, organizationId, first ?? wanted)
  if (request.callerPool) {
    const pinned = configurationId === null ? [] : [configurationId]
    const through = route?.map((step) => step.telephony_configuration_id) ?? pinned
    await requirePool(db, organizationId, request.callerPool, through)
  }
  const workflow = await workflowVersion(db, organizationId, request.workflowId)
  if (!workflow) throw invalidReferenceError('workflow_not_found')
  if (workflow.status === 'archived') throw new ApiError('workflow_archived')
  const list = await findReadyList(db, organizationId, request.sourceId)
  if (!list) throw invalidReferenceError('source_not_found')
  return { configurationId, route, workflow, list }
}

async function pinnedConfiguration(
  tx: Queries,
  organizationId: number,
  wanted: number | undefined,
): Promise<number | null> {
  if (wanted === undefined) return defaultConfiguration(tx, organizationId)
  const provider = await configurationProvider(tx, organizationId, wanted)
  if (provider === null) throw invalidReferenceError('telephony_configuration_not_found')
  return wanted
}

export async function requireVariables(
  tx: Queries,
  list: { id: number; columns: string[] },
  needed: readonly MissingVariable[],
): Promise<void> {
  const missing = missingVariables(needed, list.columns)
  if (missing.length > 0) {
    const names = missing.map((variable) => variable.name)
    throw new ApiError('missing_variables', {
      message: `The contact list lacks columns that the workflow needs: ${names.join(', ')}. Add them to the list, or give the variables a default such as {{${names[0]} | there}}.`,
      details: { variables: names },
    })
  }
  const required = needed.map((variable) => variable.name)
  const empty = required.length === 0 ? [] : await rowsMissingVariables(tx, list.id, required)
  if (empty.length === 0) return
  const told = empty.map((one) => `${one.column} (${one.count} rows, such as row ${one.rows.join(', ')})`)
  throw new ApiError('missing_variables', {
    message: `Some contacts have no value for variables that the workflow needs: ${told.join('; ')}.`,
    details: { empty },
  })
}
