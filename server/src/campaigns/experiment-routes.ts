import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import type { CheckVoice } from '../models/check-voice.ts'
import type { Database } from '../storage/database.ts'
import { removeExperiment, setExperiment, stopExperiment } from './change-experiment.ts'
import { loadCampaign, type OperationDeps } from './change-state.ts'
import { EXPERIMENT_EXAMPLE, experimentInput, experimentShape, shownExperiment } from './experiment-settings.ts'
import { ExperimentCounts } from './kept-counts.ts'
import type { StoredCampaign } from './queries.ts'
import { CAMPAIGN_PATH } from './routes.ts'
import { type ArmResult, experimentResult } from './rules/experiment-results.ts'
import { CAMPAIGN_EXAMPLE, campaignShape, serializeCampaign } from './shapes.ts'

const TAG = 'Campaigns'
const PATH = '/api/v1/campaign/{campaign_id}/experiment'

const intervalShape = z.object({ low: z.number(), high: z.number() }).nullable()

const answerShape = z
  .object({
    campaign_id: z.int(),
    as_of: timestamp().meta({
      description: 'When the people were counted. The counts of a large campaign are kept for half a minute or longer.',
    }),
    experiment: experimentShape,
    may_stop: z.boolean().meta({ description: 'An arm is better than the first one, or all others are worse.' }),
    sentence: z.string().meta({ description: 'The result in one sentence.' }),
    arms: z.array(
      z.object({
        name: z.string(),
        people: z.int().meta({ description: 'People of the arm. A person with several contacts counts once.' }),
        finished: z.int().meta({ description: 'People who were called and whose contacts are all finished.' }),
        successes: z.int(),
        uncalled: z.int().meta({ description: 'People finished without a call. They are not part of the rate.' }),
        rate: z.number().nullable().meta({ description: '`successes` divided by `finished`.' }),
        interval: intervalShape.meta({
          description: 'Contains the rate with 95 % probability, at every look together.',
        }),
        waits_for_hours: z.boolean().meta({
          description:
            'The arm has other hours than the first one. They are compared when nearly all people of both are finished.',
        }),
        verdict: z.enum(['better', 'worse', 'undecided', 'uneven']).nullable().meta({
          description:
            'Compared with the first arm. All comparisons of an experiment together claim a difference that does not exist in at most 5 % of experiments, however often one looks. `uneven`: the arms do not have their shares of the finished people. Null: the first arm, or a control group.',
        }),
        difference: z.number().nullable().meta({ description: 'Rate minus the rate of the first arm.' }),
        difference_interval: intervalShape.meta({
          description:
            'Contains the difference of the true rates, at every look together, except in about 5 % of experiments.',
        }),
        more_people: z
          .int()
          .nullable()
          .meta({ description: 'How many more people decide it at these rates. Null: decided, or far away.' }),
        sentence: z.string(),
      }),
    ),
  })
  .meta({ id: 'CampaignExperiment' })

const EXAMPLE = {
  campaign_id: 1,
  as_of: '2026-11-15T09:41:00.000Z',
  experiment: EXPERIMENT_EXAMPLE,
  may_stop: true,
  sentence:
    'short greeting is better than as before by 10.0 percentage points (between 4.0 and 15.9). You may stop the experiment.',
  arms: [
    {
      name: 'as before',
      people: 2503,
      finished: 1000,
      successes: 300,
      uncalled: 0,
      rate: 0.3,
      interval: { low: 0.254, high: 0.349 },
      waits_for_hours: false,
      verdict: null,
      difference: null,
      difference_interval: null,
      more_people: null,
      sentence: 'The other arms are compared with this one.',
    },
    {
      name: 'short greeting',
      people: 2497,
      finished: 1000,
      successes: 400,
      uncalled: 0,
      rate: 0.4,
      interval: { low: 0.35, high: 0.451 },
      waits_for_hours: false,
      verdict: 'better',
      difference: 0.1,
      difference_interval: { low: 0.04, high: 0.159 },
      more_people: null,
      sentence:
        'short greeting is better than as before by 10.0 percentage points (between 4.0 and 15.9). You may stop the experiment.',
    },
  ],
} as const

const INPUT_EXAMPLE = {
  name: 'Short greeting',
  arms: [
    { name: 'as before', workflow_version_number: 3 },
    { name: 'short greeting', workflow_version_number: 4 },
  ],
  goal: { dispositions: ['confirmed'] },
}

function shownArm({ comparison, isWaiting, ...arm }: ArmResult) {
  const { name, people, finished, successes, uncalled, rate, interval, sentence } = arm
  return {
    name,
    people,
    finished,
    successes,
    uncalled,
    rate,
    interval,
    waits_for_hours: isWaiting,
    verdict: comparison?.verdict ?? null,
    difference: comparison?.difference ?? null,
    difference_interval: comparison?.interval ?? null,
    more_people: comparison?.morePeople ?? null,
    sentence,
  }
}

async function showExperiment(kept: ExperimentCounts, campaign: StoredCampaign, now: () => number) {
  const { experiment } = campaign
  if (experiment === null) throw new ApiError('experiment_not_found')
  const { arms: counted, atMs } = await kept.of(campaign, now)
  const counts = experiment.arms.map(
    (_, index) => counted.find(({ arm }) => arm === index) ?? { people: 0, finished: 0, successes: 0, uncalled: 0 },
  )
  const { arms, mayStop, sentence } = experimentResult(experiment, counts)
  return {
    campaign_id: campaign.id,
    as_of: new Date(atMs),
    experiment: shownExperiment(experiment),
    may_stop: mayStop,
    sentence,
    arms: arms.map(shownArm),
  }
}

export function experimentRoutes(
  deps: OperationDeps & { db: Database; reads: Database; checkVoice: CheckVoice },
): Route[] {
  const answer = { schema: campaignShape, example: CAMPAIGN_EXAMPLE }
  const kept = new ExperimentCounts(deps.reads, deps.clock)
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'getCampaignExperiment',
      tag: TAG,
      summary: 'Read the experiment of a campaign with its results so far',
      description:
        'It can be read and stopped at any time: the verdicts stay right however often one looks. Only people count who are finished; after the end of the experiment only those who were finished by then.',
      params: CAMPAIGN_PATH,
      answer: { schema: answerShape, example: EXAMPLE },
      errors: ['campaign_not_found', 'experiment_not_found'],
      handle: async ({ principal, params }) =>
        showExperiment(kept, await loadCampaign(deps.reads, principal, params.campaign_id), () => deps.dialer.now()),
    }),
    route({
      method: 'PUT',
      path: PATH,
      operation: 'setCampaignExperiment',
      tag: TAG,
      summary: 'Set the experiment of a campaign that has not started yet',
      description:
        'Each person belongs to one arm: the same for every attempt, and for all contacts of the person. It is replaced as a whole.',
      params: CAMPAIGN_PATH,
      body: experimentInput,
      bodyExample: INPUT_EXAMPLE,
      answer,
      errors: ['campaign_not_found', 'experiment_fixed', 'missing_variables'],
      handle: async ({ principal, params, body }) =>
        serializeCampaign(await setExperiment(deps, principal, params.campaign_id, body)),
    }),
    route({
      method: 'DELETE',
      path: PATH,
      operation: 'deleteCampaignExperiment',
      tag: TAG,
      summary: 'Remove the experiment of a campaign that has not started yet',
      params: CAMPAIGN_PATH,
      answer,
      errors: ['campaign_not_found', 'experiment_not_found', 'experiment_fixed'],
      handle: async ({ principal, params }) =>
        serializeCampaign(await removeExperiment(deps, principal, params.campaign_id)),
    }),
    route({
      method: 'POST',
      path: `${PATH}/stop`,
      operation: 'stopCampaignExperiment',
      tag: TAG,
      summary: 'End an experiment: everyone is treated as one arm says from now on',
      description:
        'The results stay as they are. People of a control group who were left out already stay uncalled; `redial` with `retry_on_rules` calls them. Repeating the request changes nothing.',
      params: CAMPAIGN_PATH,
      body: z.object({ arm: text({ minimum: 1, maximum: 255 }) }),
      bodyExample: { arm: 'short greeting' },
      answer,
      errors: ['campaign_not_found', 'experiment_not_stoppable'],
      handle: async ({ principal, params, body }) =>
        serializeCampaign(await stopExperiment(deps, principal, params.campaign_id, body.arm)),
    }),
  ]
}
