import { z } from 'zod'
import { csvLine } from '../http/csv.ts'
import { type Route, route } from '../http/route.ts'
import { optional, timestamp } from '../http/schemas.ts'
import type { Database } from '../storage/database.ts'
import { type Actor, loadCampaign } from './change-state.ts'
import { countContacts, countDispositions, countGathered, type ResultRange } from './result-queries.ts'
import { CAMPAIGN_PATH } from './routes.ts'

/** Values shown per variable; further ones are only counted. */
export const RESULT_VALUES_MAX = 100

export const RANGE_QUERY = {
  from: optional(timestamp()).meta({ description: 'Only contacts whose last call was at this moment or later.' }),
  to: optional(timestamp()).meta({ description: 'Only contacts whose last call was before this moment.' }),
}

export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): ResultRange {
  return {
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  }
}

const countedShape = z.object({ value: z.string(), contacts: z.int() })

const resultsShape = z
  .object({
    campaign_id: z.int(),
    contacts: z.int(),
    outcomes: z.array(countedShape).meta({ description: 'Finished contacts by outcome; the others by state.' }),
    dispositions: z
      .array(countedShape)
      .meta({ description: 'The result of the last conversation of each contact. Contacts without one are left out.' }),
    gathered: z
      .array(
        z.object({
          name: z.string(),
          contacts: z.int().meta({ description: 'Contacts with a value.' }),
          values: z.array(countedShape).meta({ description: `The ${RESULT_VALUES_MAX} most frequent values.` }),
          other: z.int().meta({ description: 'Contacts with a value that is not listed.' }),
        }),
      )
      .meta({ description: 'Values that the conversations gathered, by variable.' }),
  })
  .meta({ id: 'CampaignResults' })

const EXAMPLE = {
  campaign_id: 7,
  contacts: 120,
  outcomes: [
    { value: 'answered', contacts: 80 },
    { value: 'no_answer', contacts: 40 },
  ],
  dispositions: [{ value: 'confirmed', contacts: 62 }],
  gathered: [{ name: 'reason', contacts: 12, values: [{ value: 'moved away', contacts: 9 }], other: 3 }],
}

async function campaignResults(db: Database, actor: Actor, id: number, range: ResultRange) {
  const { id: campaignId, organization_id: organizationId } = await loadCampaign(db, actor, id)
  const campaign = { id: campaignId, organizationId }
  const outcomes = await countContacts(db, campaign, range)
  const dispositions = await countDispositions(db, campaign, range)
  const counted = await countGathered(db, campaign, range, RESULT_VALUES_MAX)
  const gathered = [...new Set(counted.map(({ name }) => name))].map((name) => {
    const own = counted.filter((one) => one.name === name)
    const contacts = own[0]?.contactsOfName ?? 0
    const values = own.map(({ value, contacts }) => ({ value, contacts }))
    return { name, contacts, values, other: contacts - values.reduce((sum, one) => sum + one.contacts, 0) }
  })
  const contacts = outcomes.reduce((sum, one) => sum + one.contacts, 0)
  return { campaign_id: campaignId, contacts, outcomes, dispositions, gathered }
}

export function resultRoutes({ db }: { db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/results',
      operation: 'getCampaignResults',
      tag: 'Campaigns',
      summary: 'Read the results of a campaign’s conversations',
      description: 'Each contact counts once, by its last call.',
      params: CAMPAIGN_PATH,
      query: z.object(RANGE_QUERY),
      answer: { schema: resultsShape, example: EXAMPLE },
      errors: ['campaign_not_found'],
      handle: async ({ principal, params, query }) =>
        campaignResults(db, principal, params.campaign_id, rangeOf(query)),
    }),
    route({
      method: 'GET',
      path: '/api/v1/campaign/{campaign_id}/results.csv',
      operation: 'getCampaignResultsCsv',
      tag: 'Campaigns',
      summary: 'The results as CSV: kind, name, value, contacts',
      params: CAMPAIGN_PATH,
      query: z.object(RANGE_QUERY),
      answer: { contentType: 'text/csv', description: 'One line per value.' },
      errors: ['campaign_not_found'],
      async handle({ principal, params, query, reply }) {
        const results = await campaignResults(db, principal, params.campaign_id, rangeOf(query))
        reply.header('content-type', 'text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="campaign-${results.campaign_id}-results.csv"`)
        return reply.send(csvOf(results))
      },
    }),
  ]
}

function csvOf({ outcomes, dispositions, gathered }: Awaited<ReturnType<typeof campaignResults>>): string {
  const lines = [
    ['kind', 'name', 'value', 'contacts'],
    ...outcomes.map(({ value, contacts }) => ['outcome', null, value, contacts]),
    ...dispositions.map(({ value, contacts }) => ['disposition', null, value, contacts]),
    ...gathered.flatMap(({ name, values, other }) => [
      ...values.map(({ value, contacts }) => ['gathered', name, value, contacts]),
      ...(other > 0 ? [['gathered_other', name, null, other]] : []),
    ]),
  ]
  return lines.map((line) => csvLine(line)).join('')
}
