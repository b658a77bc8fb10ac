/** The experiment of a campaign in requests: its arms, and what counts as success. */
import { z } from 'zod'
import { ARM_SHARE_MAX, ARMS_MAX, ARMS_MIN, type Arm, type Experiment, type Goal } from '../dialer/rules/experiment.ts'
import { CONTACT_OUTCOMES } from '../dialer/rules/outcomes.ts'
import type { StoredStep } from '../dialer/rules/route.ts'
import { bool, id, integer, optional, text, timestamp } from '../http/schemas.ts'
import { faultAt } from '../http/validation.ts'
import { type ValidationDetail, ValidationError } from '../kernel/errors.ts'
import type { Queries } from '../storage/database.ts'
import { activeNumbersOf } from '../telephony/numbers/queries.ts'
import { definitionOfVersion } from '../workflows/queries.ts'
import type { StoredCampaign } from './queries.ts'
import { clockTime } from './rules/settings.ts'

const ARM_NAME_CHARACTERS_MAX = 40
const ARM_VOICE_CHARACTERS_MAX = 255
const GOAL_DISPOSITIONS_MAX = 20

const armInput = z.object({
  name: text({ minimum: 1, maximum: ARM_NAME_CHARACTERS_MAX }),
  share: optional(integer({ minimum: 1, maximum: ARM_SHARE_MAX })).meta({
    description: 'How many of the people are in this arm, relative to the shares of the other arms. 1 if left out.',
  }),
  workflow_version_number: optional(integer({ minimum: 1 })).meta({
    description: 'Version of the campaign’s workflow for these people. Left out: the version of the campaign.',
  }),
  phone_number_id: optional(id()).meta({
    description:
      'The only number that these people see; an active number of the campaign’s telephony configuration. Left out: as the campaign shows its numbers.',
  }),
  voice: optional(text({ minimum: 1, maximum: ARM_VOICE_CHARACTERS_MAX })).meta({
    description:
      'Voice of the agent for these people, as in the settings of a workflow. It must exist. Left out: the workflow’s.',
  }),
  hours: optional(z.object({ start_time: clockTime(false), end_time: clockTime(true) })).meta({
    description:
      'These people are called within these hours of the day only, by the clock where the person is. Calling hours and rules still apply.',
  }),
  not_called: optional(bool()).meta({
    description: 'Control group: these people are counted and never called. Not for the first arm.',
  }),
})

export const experimentInput = z.object({
  name: text({ minimum: 1, maximum: 255 }),
  arms: z.array(armInput).min(ARMS_MIN).max(ARMS_MAX).meta({
    description: 'The other arms are compared with the first one.',
  }),
  goal: z.object({
    outcomes: optional(z.array(z.enum(CONTACT_OUTCOMES)).max(CONTACT_OUTCOMES.length)).meta({
      description: 'A person with a contact of one of these outcomes is a success, such as `answered`.',
    }),
    dispositions: optional(z.array(text({ minimum: 1, maximum: 255 })).max(GOAL_DISPOSITIONS_MAX)).meta({
      description: 'A person with a conversation of one of these results is a success, such as `confirmed`.',
    }),
  }),
})

export type ExperimentRequest = z.output<typeof experimentInput>

export const experimentShape = z
  .object({
    name: z.string(),
    arms: z.array(
      z.object({
        name: z.string(),
        share: z.int(),
        workflow_version_number: z.int().nullable(),
        phone_number_id: z.int().nullable(),
        voice: z.string().nullable(),
        hours: z.object({ start_time: z.string(), end_time: z.string() }).nullable(),
        not_called: z.boolean(),
      }),
    ),
    goal: z.object({ outcomes: z.array(z.string()), dispositions: z.array(z.string()) }),
    stopped: z
      .object({ arm: z.string(), at: timestamp(), by: z.string() })
      .nullable()
      .meta({ description: 'Since then everyone is treated as this arm says. Null: the experiment is open.' }),
  })
  .meta({ id: 'Experiment' })

const NOTHING_CHANGED = { phone_number_id: null, voice: null, hours: null, not_called: false }

export const EXPERIMENT_EXAMPLE = {
  name: 'Short greeting',
  arms: [
    { name: 'as before', share: 1, workflow_version_number: 3, ...NOTHING_CHANGED },
    { name: 'short greeting', share: 1, workflow_version_number: 4, ...NOTHING_CHANGED },
  ],
  goal: { outcomes: [], dispositions: ['confirmed'] },
  stopped: null,
}

export function shownExperiment({ name, arms, goal, stopped }: Experiment) {
  return {
    name,
    arms: arms.map(({ name: arm, share, workflow_version_number, phone_number_id, voice, hours, not_called }) => ({
      name: arm,
      share,
      workflow_version_number: workflow_version_number ?? null,
      phone_number_id: phone_number_id ?? null,
      voice: voice ?? null,
      hours: hours ?? null,
      not_called: not_called ?? false,
    })),
    goal: { outcomes: [...goal.outcomes], dispositions: [...goal.dispositions] },
    stopped: stopped ? { arm: (arms[stopped.arm] as Arm).name, at: new Date(stopped.atMs), by: stopped.by } : null,
  }
}

/** The experiment of a request. Throws an error with the path of each fault. */
export async function requireExperiment(
  db: Queries,
  campaign: StoredCampaign,
  input: ExperimentRequest,
): Promise<Experiment> {
  const faults: ValidationDetail[] = []
  const goal = goalOf(input, faults)
  const arms: Arm[] = []
  const numbers = await numbersForArms(db, campaign)
  for (const [index, asked] of input.arms.entries()) {
    const fault = (field: keyof typeof asked, message: string) =>
      faults.push(faultAt(['body', 'arms', index, field], 'value_error', `Value error, ${message}`, asked[field]))
    const { name, share = 1, workflow_version_number: version, phone_number_id: number, voice, hours } = asked
    if (arms.some((arm) => arm.name === name)) fault('name', 'another arm has this name')
    if (asked.not_called && index === 0)
      fault('not_called', 'the other arms are compared with the first one, so that its people must be called')
    if (asked.not_called && [version, number, voice, hours].some((setting) => setting !== undefined))
      fault('not_called', 'a control group has no settings of calls')
    if (hours && hours.start_time >= hours.end_time)
      fault('hours', 'the hours never open; the end must be after the start, on the same day')
    const definition = version === undefined ? null : await versionOf(db, campaign, version)
    if (version !== undefined && definition === null)
      fault('workflow_version_number', 'the workflow of the campaign has no version with this number')
    if (number !== undefined && !numbers.includes(number)) fault('phone_number_id', numberFault(campaign))
    arms.push({
      name,
      share,
      ...(version === undefined || definition === null
        ? {}
        : { workflow_version_number: version, definition_id: definition }),
      ...(number === undefined ? {} : { phone_number_id: number }),
      ...(voice === undefined ? {} : { voice }),
      ...(hours ? { hours } : {}),
      ...(asked.not_called ? { not_called: true as const } : {}),
    })
  }
  if (faults.length > 0) throw new ValidationError(faults)
  return { name: input.name, arms, goal }
}

function goalOf({ goal }: ExperimentRequest, faults: ValidationDetail[]): Goal {
  const { outcomes = [], dispositions = [] } = goal
  if (outcomes.length + dispositions.length === 0)
    faults.push(faultAt(['body', 'goal'], 'value_error', 'Value error, name an outcome or a disposition', goal))
  return { outcomes: [...new Set(outcomes)], dispositions: [...new Set(dispositions)] }
}

const versionOf = (db: Queries, { organization_id, workflow_id }: StoredCampaign, version: number) =>
  definitionOfVersion(db, organization_id, workflow_id, version)

/** Ids of the numbers that an arm may show. A route may lead a person through a configuration that does not have the number. */
export async function numbersForArms(
  db: Queries,
  campaign: Pick<StoredCampaign, 'organization_id' | 'telephony_configuration_id' | 'route'>,
): Promise<number[]> {
  const { organization_id, telephony_configuration_id: configurationId, route } = campaign
  if (configurationId === null || (route !== null && route.length > 1)) return []
  return (await activeNumbersOf(db, organization_id, [configurationId])).map((number) => number.id)
}

/** Throws if an arm shows a number that the changed route no longer has for everyone. */
export function requireArmNumbers(
  { experiment, telephony_configuration_id: before }: StoredCampaign,
  route: readonly StoredStep[],
): void {
  if (!experiment?.arms.some(({ phone_number_id }) => phone_number_id !== undefined)) return
  if (route.length === 1 && route[0]?.telephony_configuration_id === before) return
  const message = 'Value error, an arm of the experiment shows a number of its own; change the experiment first'
  throw new ValidationError([faultAt(['body', 'route'], 'value_error', message, route)])
}

export function numberFault({ route }: Pick<StoredCampaign, 'route'>): string {
  return route !== null && route.length > 1
    ? 'an arm can show a number of its own only if the campaign has one telephony configuration'
    : 'no active number of the telephony configuration of this campaign has this id'
}
