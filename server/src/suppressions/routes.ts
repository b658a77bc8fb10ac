import { z } from 'zod'
import { normalizeAddress } from '../addresses/rules/normalize-address.ts'
import { ALONGSIDE, countryCode, readableAddress } from '../addresses/schemas.ts'
import { type Route, route } from '../http/route.ts'
import { id, optional, page, text, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { deleteSuppression, insertSuppression, listSuppressions } from './queries.ts'

const BASE = '/api/v1/suppressions'
const TAG = 'Suppressions'
const DEFAULT_REASON = 'requested'

const suppression = z
  .object({
    id: z.int(),
    phone_number: z.string(),
    reason: z.string(),
    call_id: z.int().nullable().meta({ description: 'The call in which the person asked for it.' }),
    created_at: timestamp(),
  })
  .meta({ id: 'Suppression' })

const EXAMPLE = {
  id: 1,
  phone_number: '+447912345678',
  reason: DEFAULT_REASON,
  call_id: null,
  created_at: '2026-11-15T09:30:00.123Z',
}

export function suppressionRoutes({ db, clock }: { db: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listSuppressions',
      tag: TAG,
      summary: 'List the numbers that are never called',
      query: z.object(page),
      answer: { schema: z.object({ suppressions: z.array(suppression) }), example: { suppressions: [EXAMPLE] } },
      handle: async ({ principal, query }) => ({
        suppressions: await listSuppressions(db, principal.organizationId, query),
      }),
    }),
    route({
      method: 'POST',
      path: BASE,
      operation: 'suppressNumber',
      tag: TAG,
      summary: 'Never call this number again, in no campaign',
      description: 'A number that is on the list already stays as it was and is answered.',
      body: z
        .object({
          phone_number: text({ minimum: 1, maximum: 255 }),
          country_code: optional(countryCode()),
          reason: optional(text({ minimum: 1, maximum: 255 })),
        })
        .superRefine(readableAddress('phone_number'), ALONGSIDE),
      bodyExample: { phone_number: '+447912345678', reason: 'asked by e-mail' },
      answer: { schema: suppression, example: EXAMPLE },
      async handle({ principal, body }) {
        const address = normalizeAddress(body.phone_number, body.country_code ?? null)
        if (!address.ok) throw new Error('an address that was accepted cannot be read')
        return insertSuppression(db, {
          organizationId: principal.organizationId,
          phoneNumber: address.normalized,
          reason: body.reason ?? DEFAULT_REASON,
          now: new Date(clock.now()),
        })
      },
    }),
    route({
      method: 'DELETE',
      path: `${BASE}/{suppression_id}`,
      operation: 'deleteSuppression',
      scope: 'admin',
      tag: TAG,
      summary: 'Allow a number to be called again',
      params: z.object({ suppression_id: id() }),
      answer: { schema: suppression, example: EXAMPLE },
      errors: ['suppression_not_found'],
      async handle({ principal, params }) {
        const removed = await deleteSuppression(db, principal.organizationId, params.suppression_id)
        if (!removed) throw new ApiError('suppression_not_found')
        return removed
      },
    }),
  ]
}
