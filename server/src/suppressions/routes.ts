import { Readable } from 'node:stream'
import { z } from 'zod'
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { CHECK_DESPITE_OTHER_FAULTS, checkAddressField, countryCode } from '../addresses/schemas.ts'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { id, optional, text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import { appendSuppressionChange } from './append-change.ts'
import { candidateRoutes } from './candidate-routes.ts'
import { suppressionsCsv } from './export-suppressions.ts'
import { deleteSuppression, listSuppressions } from './queries.ts'
import { rangeRoutes } from './range-routes.ts'
import { expiryField, SUPPRESSIONS_TAG, type SuppressionDeps } from './schemas.ts'
import { addSuppression } from './suppress-number.ts'

const BASE = '/api/v1/suppressions'
const DEFAULT_REASON = 'requested'

const suppression = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    reason: z.string(),
    source: z.string().meta({ description: 'Where it came from: `api`, `call`, `import`, or a registry you name.' }),
    author: z.string().nullable(),
    call_id: z.int().nullable().meta({ description: 'The call in which the person asked for it.' }),
    expires_at: timestamp().nullable().meta({ description: 'Null: it does not expire.' }),
    created_at: timestamp(),
  })
  .meta({ id: 'Suppression' })

const EXAMPLE = {
  id: 1,
  phone_number: '+447912345678',
  reason: DEFAULT_REASON,
  source: 'api',
  author: 'API key 1',
  call_id: null,
  expires_at: null,
  created_at: '2026-11-15T09:30:00.123Z',
}

export function suppressionRoutes(deps: SuppressionDeps): Route[] {
  return [...numberRoutes(deps), exportRoute(deps), ...candidateRoutes(deps), ...rangeRoutes(deps)]
}

function numberRoutes({ db, clock, keys, listed }: SuppressionDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listSuppressions',
      tag: SUPPRESSIONS_TAG,
      summary: 'List the numbers that are never called',
      query: z.object(pageQuery),
      answer: pageAnswer('suppressions', suppression, EXAMPLE),
      async handle({ principal, query }) {
        const { rows, next_cursor } = await listSuppressions(db, principal.organizationId, query)
        return { suppressions: rows, next_cursor }
      },
    }),
    route({
      method: 'POST',
      path: BASE,
      operation: 'suppressNumber',
      tag: SUPPRESSIONS_TAG,
      summary: 'Never call this number again, in any campaign',
      description:
        'A number that is already on the list keeps its entry, which is returned. If both entries expire, the later date applies.',
      body: z
        .object({
          phone_number: text({ minimum: 1, maximum: 255 }),
          country_code: optional(countryCode()),
          reason: optional(text({ minimum: 1, maximum: 255 })),
          source: optional(text({ minimum: 1, maximum: 255 })),
          expires_at: expiryField(),
        })
        .superRefine(checkAddressField('phone_number'), CHECK_DESPITE_OTHER_FAULTS),
      bodyExample: { phone_number: '+447912345678', reason: 'asked by e-mail' },
      answer: { schema: suppression, example: EXAMPLE },
      async handle({ principal, body }) {
        const address = normalizeAddress(body.phone_number, body.country_code ?? null)
        if (!address.ok) throw new Error('an address that passed validation cannot be normalized')
        const stored = await addSuppression(
          { db, keys },
          {
            organizationId: principal.organizationId,
            phoneNumber: address.normalized,
            reason: body.reason ?? DEFAULT_REASON,
            source: body.source ?? 'api',
            author: principal.author,
            callId: null,
            expiresAt: body.expires_at ? new Date(body.expires_at) : null,
            now: new Date(clock.now()),
          },
        )
        listed(principal.organizationId)
        return stored
      },
    }),
    route({
      method: 'DELETE',
      path: `${BASE}/{suppression_id}`,
      operation: 'deleteSuppression',
      scope: 'admin',
      tag: SUPPRESSIONS_TAG,
      summary: 'Allow a number to be called again',
      params: z.object({ suppression_id: id() }),
      query: z.object({
        reason: optional(text({ minimum: 1, maximum: 255 })).meta({ description: 'Recorded in the ledger.' }),
      }),
      answer: { schema: suppression, example: EXAMPLE },
      errors: ['suppression_not_found'],
      handle: ({ principal, params, query }) =>
        db.transaction().execute(async (tx) => {
          const { organizationId, author } = principal
          const removed = await deleteSuppression(tx, organizationId, params.suppression_id)
          if (!removed) throw new ApiError('suppression_not_found')
          const body = { phone_number: removed.phone_number, was: removed.reason, reason: query.reason ?? null }
          const actor = author
          await appendRecords(tx, keys, organizationId, [
            { kind: 'suppression_removed', atMs: clock.now(), actor, body },
          ])
          const change = { change: 'removed', entries: 1, source: removed.source, by: author } as const
          await appendSuppressionChange(tx, { organizationId, now: new Date(clock.now()), ...change })
          return removed
        }),
    }),
  ]
}

function exportRoute({ db }: SuppressionDeps): Route {
  return route({
    method: 'GET',
    path: `${BASE}/export`,
    operation: 'exportSuppressions',
    tag: SUPPRESSIONS_TAG,
    summary: 'The whole list as CSV, which can be imported again',
    answer: {
      contentType: 'text/csv',
      description: 'phone_number, reason, source, expires_at, created_at, author, call_id',
    },
    async handle({ principal, reply }) {
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="do-not-call.csv"')
        .send(Readable.from(suppressionsCsv(db, principal.organizationId)))
    },
  })
}
