/** Checks that the arms of an experiment differ in fact: each voice exists, and no two arms treat people alike. */
import type { Arm, Experiment } from '../dialer/rules/experiment.ts'
import { ApiError } from '../kernel/errors.ts'
import type { CheckVoice } from '../models/check-voice.ts'
import type { Queries } from '../storage/database.ts'
import { definitionById, workflowVersion } from '../workflows/queries.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { numberFault, numbersForArms } from './experiment-settings.ts'
import { findCampaign, hasExperiment, type StoredCampaign } from './queries.ts'

export interface CheckArmsDeps {
  db: Queries
  checkVoice: CheckVoice
}

export interface ArmFault {
  /** Position of the arm. */
  arm: number
  /** Null: the arm as a whole. */
  field: 'voice' | 'phone_number_id' | null
  message: string
}

export interface CheckedArms {
  faults: ArmFault[]
  /** Sentences about what could not be checked. */
  unchecked: string[]
}

type ArmsOwner = Pick<
  StoredCampaign,
  'organization_id' | 'workflow_id' | 'definition_id' | 'started_at' | 'telephony_configuration_id' | 'route'
>

/** May ask a speech service for its voices, so it must not be called within a transaction. */
export async function checkArms(
  { db, checkVoice }: CheckArmsDeps,
  campaign: ArmsOwner,
  { arms, stopped }: Experiment,
): Promise<CheckedArms> {
  const faults: ArmFault[] = []
  const unchecked: string[] = []
  /** The first arm with these settings. */
  const known = new Map<string, Arm>()
  const numbers = await numbersForArms(db, campaign)
  for (const [index, arm] of arms.entries()) {
    // After the end of an experiment everyone is treated as one arm says.
    if (stopped && stopped.arm !== index) continue
    const { definitionId, definition } = await definitionOf(db, campaign, arm)
    const settings = { ...definition.settings, ...(arm.voice === undefined ? {} : { voice: arm.voice }) }
    const voice = await checkVoice(campaign.organization_id, { settings }, { asksService: arm.voice !== undefined })
    if (arm.voice !== undefined && voice.fault !== null)
      faults.push({ arm: index, field: 'voice', message: voice.fault })
    if (arm.voice !== undefined && voice.unchecked !== null)
      unchecked.push(`The voice of the arm "${arm.name}" is not checked. ${voice.unchecked}`)
    // The people of a running campaign wait for the number instead, and explain says so.
    const { phone_number_id: number } = arm
    if (number !== undefined && !numbers.includes(number) && campaign.started_at === null)
      faults.push({ arm: index, field: 'phone_number_id', message: capitalized(numberFault(campaign)) })
    const treated = arm.not_called ? 'not called' : { definitionId, voice: voice.used, ...callSettings(arm) }
    const twin = known.get(JSON.stringify(treated))
    known.set(JSON.stringify(treated), twin ?? arm)
    const isKnownFault = faults.some(({ arm: faulty }) => faulty === index)
    if (twin && !isKnownFault && campaign.started_at === null)
      faults.push({ arm: index, field: null, message: alike(twin) })
  }
  return { faults, unchecked }
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const callSettings = ({ phone_number_id, hours }: Arm) => ({ number: phone_number_id ?? null, hours: hours ?? null })

const alike = ({ name }: Arm) =>
  `This arm treats its people exactly as the arm "${name}" does, so that there is nothing to compare. Change one thing in one of them.`

/** The workflow version that calls of the arm use; without one of its own it is that of the campaign. */
async function definitionOf(db: Queries, campaign: ArmsOwner, { definition_id }: Arm) {
  const { organization_id: organizationId, workflow_id } = campaign
  const pinned = definition_id ?? campaign.definition_id
  if (pinned !== null)
    return {
      definitionId: pinned,
      definition: (await definitionById(db, organizationId, pinned)) as WorkflowDefinition,
    }
  const current = await workflowVersion(db, organizationId, workflow_id)
  if (!current) throw new ApiError('workflow_not_found')
  return { definitionId: current.definitionId, definition: current.definition as WorkflowDefinition }
}

/** Throws before a start or resume if an arm cannot be used as it is set: a voice may have been removed since. */
export async function requireUsableArms(
  deps: CheckArmsDeps,
  organizationId: number,
  campaignId: number,
): Promise<void> {
  if (!(await hasExperiment(deps.db, organizationId, campaignId))) return
  const campaign = await findCampaign(deps.db, organizationId, campaignId, { logs: false })
  if (!campaign?.experiment) return
  const [fault] = (await checkArms(deps, campaign, campaign.experiment)).faults
  if (fault) throw armError(campaign.experiment, fault)
}

export function armError({ arms }: Experiment, { arm, message }: ArmFault): ApiError {
  const named = `The arm "${arms[arm]?.name}" of the experiment cannot be used. ${message}`
  return new ApiError('experiment_arm_unusable', { message: named })
}
