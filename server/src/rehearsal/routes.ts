import { z } from 'zod'
import { CAMPAIGN_PATH } from '../campaigns/routes.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { preCallFetchOf } from '../workflows/rules/definition.ts'
import { type RehearsalDeps, startRehearsal } from './background.ts'
import {
  definitionOf,
  findRehearsal,
  findRehearsedCampaign,
  NO_REPORT_MS_MAX,
  type RehearsedCampaign,
} from './queries.ts'
import { REHEARSAL_LIMITS } from './rehearse.ts'
import { FINDING_KINDS } from './rules/row-judge.ts'
import { shownFindings } from './shown-findings.ts'

const PATH = '/api/v1/campaign/{campaign_id}/rehearsal'
const EXAMPLES = { default: 5, most: REHEARSAL_LIMITS.contactsNamedMax }

const shape = z
  .object({
    campaign_id: z.int(),
    state: z.enum(['running', 'ended', 'failed', 'interrupted']).meta({
      description:
        '`failed`: an error of the program, see its log. `interrupted`: its node stopped. Start another one.',
    }),
    outdated: z.boolean().meta({
      description: 'The workflow has another version now, or people were added. Rehearse again.',
    }),
    workflow_version_number: z.int(),
    started_at: timestamp(),
    ended_at: timestamp().nullable(),
    rows: z.int().meta({ description: 'Contacts that may still be called.' }),
    rows_done: z.int().meta({ description: 'Those that are judged. 0 while the columns are learned.' }),
    odd_rows: z.int().meta({ description: 'Contacts with at least one finding, defaults not counted.' }),
    default_rows: z.int().meta({ description: 'Contacts to whom the agent says a default of the workflow.' }),
    findings: z
      .array(
        z.object({
          kind: z.enum(FINDING_KINDS),
          column: z.string().meta({ description: 'The column; the variable, if the list has no such column.' }),
          rows: z.int(),
          message: z.string(),
          examples: z.array(
            z.object({
              contact_id: z.int(),
              row: z.int().meta({ description: 'Row of the file.' }),
              phone_number: z.string(),
              value: z.string(),
              said: z.string().nullable().meta({
                description:
                  'The sentence that the agent would say. `…`: known only in the call. Null: no sentence says it, a model is given it.',
              }),
            }),
          ),
        }),
      )
      .meta({ description: 'By kind and column, most harmful first. Empty until it has ended.' }),
    notes: z.array(z.string()).meta({ description: 'What was not rehearsed.' }),
  })
  .meta({ id: 'CampaignRehearsal' })

const EXAMPLE = {
  campaign_id: 1,
  state: 'ended',
  outdated: false,
  workflow_version_number: 2,
  started_at: '2026-11-15T09:41:00.000Z',
  ended_at: '2026-11-15T09:41:04.000Z',
  rows: 9981,
  rows_done: 9981,
  odd_rows: 1,
  default_rows: 0,
  findings: [
    {
      kind: 'not_a_date' as const,
      column: 'appointment_date',
      rows: 1,
      message: 'This is not a date that can be said in words, so it is said as written. Write it as 2026-11-17.',
      examples: [
        {
          contact_id: 17,
          row: 18,
          phone_number: '+18505550123',
          value: '46352',
          said: 'Your appointment is on 46352.',
        },
      ],
    },
  ],
  notes: [],
}

export function rehearsalRoutes(deps: RehearsalDeps): Route[] {
  return [startRoute(deps), readRoute(deps)]
}

function startRoute(deps: RehearsalDeps): Route {
  return route({
    method: 'POST',
    path: PATH,
    operation: 'rehearseCampaign',
    tag: 'Campaigns',
    audit: 'none',
    summary: 'Rehearse the list of a campaign: find cells that would be said oddly',
    description: `Reads every contact that may still be called and compares each cell that the workflow says with what it should be and with the other cells of its column. No call is placed. The answer comes immediately; read the progress and the result with \`GET\`. It is kept until the next rehearsal of the campaign. A node runs ${REHEARSAL_LIMITS.atOnceMax} at a time.`,
    params: CAMPAIGN_PATH,
    answer: {
      schema: shape,
      example: { ...EXAMPLE, state: 'running', ended_at: null, rows_done: 0, odd_rows: 0, findings: [] },
    },
    errors: ['campaign_not_found', 'rehearsal_running', 'rehearsal_busy'],
    async handle({ principal: { organizationId }, params }) {
      const campaign = await campaignOf(deps, organizationId, params.campaign_id)
      await startRehearsal(deps, campaign)
      return shown(deps, campaign, EXAMPLES.default)
    },
  })
}

function readRoute(deps: RehearsalDeps): Route {
  return route({
    method: 'GET',
    path: PATH,
    operation: 'getCampaignRehearsal',
    tag: 'Campaigns',
    summary: 'Progress and result of the newest rehearsal of a campaign',
    params: CAMPAIGN_PATH,
    query: z.object({
      examples: optional(integer({ minimum: 1, maximum: EXAMPLES.most })).meta({
        description: `Contacts shown per finding; ${EXAMPLES.default} if left out.`,
      }),
    }),
    answer: { schema: shape, example: EXAMPLE },
    errors: ['campaign_not_found', 'rehearsal_not_found'],
    async handle({ principal: { organizationId }, params, query }) {
      const campaign = await campaignOf(deps, organizationId, params.campaign_id)
      return shown(deps, campaign, query.examples ?? EXAMPLES.default)
    },
  })
}

async function campaignOf({ db }: RehearsalDeps, organizationId: number, id: number): Promise<RehearsedCampaign> {
  const campaign = await findRehearsedCampaign(db, organizationId, id)
  if (!campaign) throw new ApiError('campaign_not_found')
  return campaign
}

async function shown({ db, clock }: RehearsalDeps, campaign: RehearsedCampaign, examples: number) {
  const stored = await findRehearsal(db, campaign.organizationId, campaign.id)
  const version = stored && (await definitionOf(db, campaign.organizationId, stored.definition_id))
  if (!stored || !version) throw new ApiError('rehearsal_not_found')
  const isSilent = stored.state === 'running' && clock.now() - stored.reported_at.getTime() > NO_REPORT_MS_MAX
  const isOver = stored.state === 'ended'
  return {
    campaign_id: campaign.id,
    state: isSilent ? ('interrupted' as const) : stored.state,
    outdated: stored.definition_id !== campaign.definitionId || stored.list_rows !== campaign.listRows,
    workflow_version_number: version.versionNumber,
    started_at: stored.started_at,
    ended_at: stored.ended_at,
    rows: stored.rows,
    rows_done: stored.rows_done,
    odd_rows: stored.odd_rows,
    default_rows: stored.default_rows,
    findings: isOver ? await shownFindings(db, campaign, version.definition, stored.findings, examples) : [],
    notes: preCallFetchOf(version.definition) === null ? [] : [FETCHED_NOTE],
  }
}

const FETCHED_NOTE =
  'The workflow asks a service before each call. The values that the service returns were not rehearsed.'
