import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { id } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { findWorkflow } from '../workflows/queries.ts'
import { CALLS_SEARCHED_MAX, listMisunderstood } from './queries.ts'
import { PEOPLE_PER_PHRASE_MIN, unexpectedPhrases } from './rules/unexpected-phrases.ts'

const shape = z
  .object({
    workflow_id: z.int(),
    people_min: z.int().meta({ description: 'Phrases that fewer people said are not shown.' }),
    phrases: z.array(
      z.object({
        node: z.string().meta({ description: 'The step at which it was said.' }),
        phrase: z.string(),
        people: z.int().meta({ description: 'How many different people said it there.' }),
      }),
    ),
  })
  .meta({ id: 'UnexpectedPhrases' })

const count = (number: number) => number.toLocaleString('en')

export function phraseRoutes({ db }: { db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/workflow/{workflow_id}/unexpected-phrases',
      operation: 'listUnexpectedPhrases',
      tag: 'Workflows',
      summary: 'List phrases that no exit of a workflow expected',
      description: `From the newest ${count(CALLS_SEARCHED_MAX.ofWorkflow)} answered calls of the workflow among the newest ${count(CALLS_SEARCHED_MAX.ofOrganization)} calls of the organization; the most frequent first. Only phrases of at least ${PEOPLE_PER_PHRASE_MIN} different people are listed, so that nothing personal is shown. Erased and expired transcripts are not counted.`,
      params: z.object({ workflow_id: id() }),
      answer: {
        schema: shape,
        example: {
          workflow_id: 1,
          people_min: PEOPLE_PER_PHRASE_MIN,
          phrases: [{ node: 'greeting', phrase: 'next week', people: 41 }],
        },
      },
      errors: ['workflow_not_found'],
      async handle({ principal: { organizationId }, params }) {
        const workflow = await findWorkflow(db, organizationId, params.workflow_id)
        if (!workflow) throw new ApiError('workflow_not_found')
        const missed = await listMisunderstood(db, organizationId, workflow.id)
        return { workflow_id: workflow.id, people_min: PEOPLE_PER_PHRASE_MIN, phrases: unexpectedPhrases(missed) }
      },
    }),
  ]
}
