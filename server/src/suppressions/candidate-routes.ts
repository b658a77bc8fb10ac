import { z } from 'zod'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { id, optional, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { decideCandidate, listCandidates, lockCandidate, type StoredCandidate } from './queries.ts'
import { SUPPRESSIONS_TAG, type SuppressionDeps } from './schemas.ts'
import { addSuppressionInTransaction, reasonOfCandidate } from './suppress-number.ts'

const BASE = '/api/v1/suppressions/candidates'

const candidate = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    source: z.enum(['carrier', 'conversation']).meta({
      description:
        '`carrier`: the person marked our calls as unwanted (SIP 607). `conversation`: the person said something that may have been a request not to be called.',
    }),
    reason: z.string().nullable().meta({ description: 'The words of the carrier or of the person.' }),
    call_id: z.int().nullable().meta({ description: 'The call in which it happened.' }),
    state: z.enum(['open', 'accepted', 'dismissed']),
    author: z.string().nullable().meta({ description: 'Who decided.' }),
    offered_at: timestamp(),
    decided_at: timestamp().nullable(),
  })
  .meta({ id: 'SuppressionCandidate' })

const EXAMPLE = {
  id: 1,
  phone_number: '+447912345678',
  source: 'carrier',
  reason: 'SIP 607, marked as unwanted by the person called',
  call_id: 17,
  state: 'open',
  author: null,
  offered_at: '2026-11-15T09:30:00.123Z',
  decided_at: null,
}

export function candidateRoutes(deps: SuppressionDeps): Route[] {
  const { db } = deps
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listSuppressionCandidates',
      tag: SUPPRESSIONS_TAG,
      summary: 'List the numbers that may belong on the do-not-call list',
      description:
        'Oldest first. Each has at most one open entry. Accept or dismiss them; until then they are not suppressed.',
      query: z.object({
        ...pageQuery,
        state: optional(z.enum(['open', 'accepted', 'dismissed'])).meta({ description: '`open` if left out.' }),
      }),
      answer: pageAnswer('candidates', candidate, EXAMPLE),
      async handle({ principal, query }) {
        const page = { ...query, state: query.state ?? ('open' as const) }
        const { rows, next_cursor } = await listCandidates(db, principal.organizationId, page)
        return { candidates: rows, next_cursor }
      },
    }),
    decision(deps, 'accept'),
    decision(deps, 'dismiss'),
  ]
}

const WORDS = {
  accept: {
    operation: 'acceptSuppressionCandidate',
    summary: 'Never call the number of this candidate again',
    description:
      'Adds the number to the do-not-call list for good. The entry names the call that the candidate came from.',
    state: 'accepted',
  },
  dismiss: {
    operation: 'dismissSuppressionCandidate',
    summary: 'Leave the number of this candidate off the do-not-call list',
    description: 'The number may be called. If it is offered again later, a new candidate is listed.',
    state: 'dismissed',
  },
} as const

function decision(deps: SuppressionDeps, verb: 'accept' | 'dismiss'): Route {
  const { operation, summary, description, state } = WORDS[verb]
  return route({
    method: 'POST',
    path: `${BASE}/{candidate_id}/${verb}`,
    operation,
    tag: SUPPRESSIONS_TAG,
    summary,
    description,
    params: z.object({ candidate_id: id() }),
    answer: {
      schema: candidate,
      example: { ...EXAMPLE, state, author: 'API key 1', decided_at: '2026-11-15T10:00:00.000Z' },
    },
    errors: ['suppression_candidate_not_found', 'suppression_candidate_decided'],
    async handle({ principal, params }) {
      const { organizationId, author } = principal
      const decided = await decide(deps, { organizationId, id: params.candidate_id, state, author })
      if (state === 'accepted') deps.listed(organizationId)
      return decided
    },
  })
}

interface Decision {
  organizationId: number
  id: number
  state: 'accepted' | 'dismissed'
  author: string
}

function decide(
  { db, clock, keys }: { db: Database } & Pick<SuppressionDeps, 'clock' | 'keys'>,
  { organizationId, id, state, author }: Decision,
): Promise<StoredCandidate> {
  const now = new Date(clock.now())
  return db.transaction().execute(async (tx) => {
    const found = await lockCandidate(tx, organizationId, id)
    if (!found) throw new ApiError('suppression_candidate_not_found')
    if (found.state !== 'open') throw new ApiError('suppression_candidate_decided')
    if (state === 'accepted') {
      await addSuppressionInTransaction(tx, keys, {
        organizationId,
        phoneNumber: found.phone_number,
        reason: reasonOfCandidate(found.source),
        source: found.source,
        author,
        callId: found.call_id,
        expiresAt: null,
        now,
      })
    }
    return decideCandidate(tx, id, { state, author, now })
  })
}
