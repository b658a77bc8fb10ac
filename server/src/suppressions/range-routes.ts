import { z } from 'zod'
import { prefixesOfCountry } from '../addresses/rules/prefixes-of-country.ts'
import { countryCode } from '../addresses/schemas.ts'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { customIssue, id, optional, text, timestamp } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import { appendSuppressionChange } from './append-change.ts'
import { deleteRange, insertRange, listRanges } from './queries.ts'
import { expiryField, SUPPRESSIONS_TAG, type SuppressionDeps } from './schemas.ts'

const BASE = '/api/v1/suppressed-ranges'

const range = z
  .object({
    id: z.int(),
    kind: z.enum(['prefix', 'country']),
    value: z.string().meta({ description: 'The prefix, or the country’s two letters.' }),
    prefixes: z.array(z.string()).meta({ description: 'No number that begins with one of these is called.' }),
    reason: z.string(),
    source: z.string(),
    author: z.string().nullable(),
    expires_at: timestamp().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: 'SuppressedRange' })

const EXAMPLE = {
  id: 1,
  kind: 'prefix',
  value: '+1900',
  prefixes: ['+1900'],
  reason: 'premium numbers',
  source: 'api',
  author: 'API key 1',
  expires_at: null,
  created_at: '2026-11-15T09:30:00.123Z',
}

const body = z
  .object({
    prefix: optional(z.string().regex(/^\+[1-9]\d{0,14}$/)),
    country_code: optional(countryCode()),
    reason: text({ minimum: 1, maximum: 255 }),
    source: optional(text({ minimum: 1, maximum: 255 })),
    expires_at: expiryField(),
  })
  .superRefine((given, context) => {
    if ((given.prefix === undefined) !== (given.country_code === undefined)) return
    const message = 'Value error, give either a prefix or a country_code'
    context.addIssue({ ...customIssue('value_error', message, { error: 'one of both' }), path: ['prefix'] })
  })

export function rangeRoutes({ db, clock, keys, listed }: SuppressionDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listSuppressedRanges',
      tag: SUPPRESSIONS_TAG,
      summary: 'List the prefixes and countries that are never called',
      query: z.object(pageQuery),
      answer: pageAnswer('ranges', range, EXAMPLE),
      async handle({ principal, query }) {
        const { rows, next_cursor } = await listRanges(db, principal.organizationId, query)
        return { ranges: rows, next_cursor }
      },
    }),
    route({
      method: 'POST',
      path: BASE,
      operation: 'suppressRange',
      scope: 'admin',
      tag: SUPPRESSIONS_TAG,
      summary: 'Never call numbers with a prefix, or numbers of a country',
      description: 'The answer shows the resulting range. Sending the same range again replaces its reason and expiry.',
      body,
      bodyExample: { prefix: '+1900', reason: 'premium numbers' },
      answer: { schema: range, example: EXAMPLE },
      async handle({ principal, body: given }) {
        const stored = await db.transaction().execute(async (tx) => {
          const { organizationId, author } = principal
          const now = new Date(clock.now())
          const actor = author
          const { prefix, country_code: country } = given
          await appendRecords(tx, keys, organizationId, [
            {
              kind: 'range_suppressed',
              atMs: now.getTime(),
              actor,
              body: {
                prefix: prefix ?? null,
                country_code: country ?? null,
                reason: given.reason,
                expires_at: given.expires_at ?? null,
              },
            },
          ])
          const inserted = await insertRange(tx, {
            organizationId,
            kind: prefix ? 'prefix' : 'country',
            value: prefix ?? (country as string),
            prefixes: prefix ? [prefix] : prefixesOfCountry(country as NonNullable<typeof country>),
            reason: given.reason,
            source: given.source ?? 'api',
            author: actor,
            expiresAt: given.expires_at ? new Date(given.expires_at) : null,
            now,
          })
          const change = { change: 'range_added', entries: 1, source: inserted.source, by: author } as const
          await appendSuppressionChange(tx, { organizationId, now, ...change })
          return inserted
        })
        listed(principal.organizationId)
        return stored
      },
    }),
    route({
      method: 'DELETE',
      path: `${BASE}/{range_id}`,
      operation: 'deleteSuppressedRange',
      scope: 'admin',
      tag: SUPPRESSIONS_TAG,
      summary: 'Allow these numbers to be called again',
      params: z.object({ range_id: id() }),
      answer: { schema: range, example: EXAMPLE },
      errors: ['suppression_not_found'],
      handle: ({ principal, params }) =>
        db.transaction().execute(async (tx) => {
          const { organizationId, author } = principal
          const removed = await deleteRange(tx, organizationId, params.range_id)
          if (!removed) throw new ApiError('suppression_not_found')
          await appendRecords(tx, keys, organizationId, [
            {
              kind: 'range_allowed',
              atMs: clock.now(),
              actor: author,
              body: { kind: removed.kind, value: removed.value },
            },
          ])
          const change = { change: 'range_removed', entries: 1, source: removed.source, by: author } as const
          await appendSuppressionChange(tx, { organizationId, now: new Date(clock.now()), ...change })
          return removed
        }),
    }),
  ]
}
