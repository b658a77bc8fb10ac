/** Sets, removes and ends the experiment of a campaign. Its arms are fixed once the campaign has started. */
import { findListById } from '../contacts/queries.ts'
import type { Experiment } from '../dialer/rules/experiment.ts'
import { faultAt } from '../http/validation.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import type { Queries } from '../storage/database.ts'
import { requiredContactVariables } from '../tools/tools-of-workflow.ts'
import { definitionById } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { type Actor, type OperationDeps, requireCampaign } from './change-state.ts'
import { type CheckArmsDeps, checkArms } from './check-arms.ts'
import { requireVariables } from './create-campaign.ts'
import { type ExperimentRequest, requireExperiment } from './experiment-settings.ts'
import type { StoredCampaign } from './queries.ts'
import type { CampaignTransaction } from './store.ts'

type Deps = Pick<OperationDeps, 'campaigns' | 'dialer'>

export async function setExperiment(
  { campaigns, dialer, db, checkVoice }: Deps & CheckArmsDeps,
  actor: Actor,
  id: number,
  request: ExperimentRequest,
): Promise<StoredCampaign> {
  const { organizationId } = actor
  const before = requireCampaign(await campaigns.find(organizationId, id))
  const experiment = await requireExperiment(db, before, request)
  await requireVariablesOfArms(db, before, experiment)
  await requireDifferentArms({ db, checkVoice }, before, experiment, request)
  await campaigns.transaction((tx) => save(tx, actor, id, experiment, new Date(dialer.now())))
  return requireCampaign(await campaigns.find(organizationId, id))
}

async function requireDifferentArms(
  deps: CheckArmsDeps,
  campaign: StoredCampaign,
  experiment: Experiment,
  request: ExperimentRequest,
): Promise<void> {
  const { faults } = await checkArms(deps, campaign, experiment)
  if (faults.length === 0) return
  throw new ValidationError(
    faults.map(({ arm, field, message }) => {
      const asked = request.arms[arm]
      const place = ['body', 'arms', arm, ...(field === null ? [] : [field])]
      return faultAt(place, 'value_error', `Value error, ${message}`, field === null ? asked : asked?.[field])
    }),
  )
}

/** The list must have what the workflow version of each arm needs, as it must for the campaign's own. */
async function requireVariablesOfArms(db: Queries, campaign: StoredCampaign, { arms }: Experiment): Promise<void> {
  const { organization_id: organizationId, list_id } = campaign
  const list = await findListById(db, organizationId, list_id)
  for (const { definition_id } of list ? arms : []) {
    if (definition_id === undefined || !list) continue
    const definition = (await definitionById(db, organizationId, definition_id)) as WorkflowDefinition
    await requireVariables(db, list, await requiredContactVariables(db, organizationId, definition))
  }
}

export async function removeExperiment(deps: Deps, actor: Actor, id: number): Promise<StoredCampaign> {
  const now = new Date(deps.dialer.now())
  await deps.campaigns.transaction((tx) => save(tx, actor, id, null, now))
  return requireCampaign(await deps.campaigns.find(actor.organizationId, id))
}

async function save(
  tx: CampaignTransaction,
  actor: Actor,
  id: number,
  experiment: Experiment | null,
  now: Date,
): Promise<void> {
  const { organizationId } = actor
  const campaign = requireCampaign(await tx.lock(organizationId, id))
  if (campaign.started_at !== null) throw new ApiError('experiment_fixed')
  if (experiment === null && campaign.experiment === null) throw new ApiError('experiment_not_found')
  await tx.saveEdit(id, { experiment }, now)
  await tx.log(
    { id, organizationId },
    {
      now,
      level: 'info',
      event: 'campaign_changed',
      message: experiment === null ? 'The experiment was removed.' : 'The experiment was set.',
      details: { by: actor.author, changed: ['experiment'] },
    },
  )
}

/** From now on everyone is treated as one arm says; calls in progress continue as they are. */
export async function stopExperiment(deps: Deps, actor: Actor, id: number, name: string): Promise<StoredCampaign> {
  const now = new Date(deps.dialer.now())
  const { organizationId } = actor
  await deps.campaigns.transaction(async (tx) => {
    const { experiment, started_at } = requireCampaign(await tx.lock(organizationId, id))
    if (experiment === null) throw new ApiError('experiment_not_stoppable')
    const arm = requireArm(experiment, name)
    if (experiment.stopped?.arm === arm) return
    if (started_at === null || experiment.stopped) throw new ApiError('experiment_not_stoppable')
    const stopped = { arm, atMs: now.getTime(), by: actor.author }
    await tx.saveEdit(id, { experiment: { ...experiment, stopped } }, now)
    await tx.releaseArms({ id, organizationId }, now)
    await tx.log(
      { id, organizationId },
      {
        now,
        level: 'info',
        event: 'experiment_stopped',
        message: 'The experiment was ended. Everyone is treated as one arm says from now on.',
        details: { by: actor.author, arm: name },
      },
    )
  })
  deps.dialer.wake(organizationId)
  return requireCampaign(await deps.campaigns.find(organizationId, id))
}

function requireArm({ arms }: Experiment, name: string): number {
  const arm = arms.findIndex((one) => one.name === name)
  const fault = (message: string) =>
    new ValidationError([faultAt(['body', 'arm'], 'value_error', `Value error, ${message}`, name)])
  if (arm < 0) throw fault('the experiment has no arm with this name')
  if (arms[arm]?.not_called)
    throw fault('the people of this arm are not called; pause or finish the campaign to stop its calls')
  return arm
}
