/** The audit trail: who changed what, with the values before and after. */
import { z } from 'zod'
import { cursorParameter } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { bool, integer, optional, text, timestamp } from '../http/schemas.ts'
import type { Database } from '../storage/database.ts'
import { readAudit } from './audit-queries.ts'

const PAGE_MAX = 1000

const auditEvent = z
  .object({
    id: z.int(),
    at: timestamp(),
    operation: z.string().meta({ description: 'The operationId of the request.' }),
    subject: z.string().meta({ description: 'The address that was changed.' }),
    author: z.string().nullable().meta({
      description: 'Who did it, by name. Null in events of versions before 0.2.',
    }),
    user_id: z.int().nullable(),
    api_key_id: z.int().nullable().meta({ description: 'Null: a user without a key, or the command line.' }),
    api_key_name: z.string().nullable(),
    session_id: z.int().nullable(),
    address: z.string().nullable().meta({ description: 'The IP address that the request came from.' }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string().nullable(),
    finished: z
      .boolean()
      .meta({ description: 'False: the program stopped during the change. Check whether it took effect.' }),
  })
  .meta({ id: 'AuditEvent' })

const EXAMPLE = {
  id: 41,
  at: '2026-11-15T09:30:00.123Z',
  operation: 'updateCampaign',
  subject: '/api/v1/campaign/7',
  author: 'Ada Byron (user 4)',
  user_id: 4,
  api_key_id: null,
  api_key_name: null,
  session_id: 12,
  address: '192.0.2.7',
  before: { name: 'November', max_concurrency: 10 },
  after: { name: 'November', max_concurrency: 20 },
  request_id: '6f1c2b0e-5d0d-4e0e-9a8e-2f9c7a1b3d4e',
  finished: true,
}

export function auditRoutes({ db }: { db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/audit-events',
      operation: 'listAuditEvents',
      tag: 'Organization',
      summary: 'List changes, sign-ins and data exports',
      description:
        'The log has no last page: `next_cursor` is never null, and an empty list is the end. `cursor` is the same as `after`, and with `newest_first` the same as `before`. Secrets are masked. Kept for `audit_days` of the retention settings.',
      scope: 'admin',
      query: z.object({
        cursor: cursorParameter(),
        after: optional(integer({ minimum: 0 })),
        newest_first: optional(bool()).meta({ description: 'Oldest first if left out.' }),
        before: optional(integer({ minimum: 0 })).meta({
          description: 'With `newest_first`: only those before this one.',
        }),
        limit: optional(integer({ minimum: 1, maximum: PAGE_MAX })).meta({ description: '100 if left out.' }),
        operation: optional(text({ maximum: 100 })).meta({ description: 'Only this operation.' }),
        subject: optional(text({ maximum: 500 })).meta({ description: 'Only this address and those below it.' }),
      }),
      answer: {
        schema: z.object({ audit_events: z.array(auditEvent), next_cursor: z.int() }),
        example: { audit_events: [EXAMPLE], next_cursor: 41 },
      },
      async handle({ principal, query: { newest_first, cursor, limit = 100, ...query } }) {
        const { organizationId } = principal
        const { operation, subject } = query
        const after = (newest_first ? undefined : cursor) ?? query.after ?? 0
        const order = { before: newest_first ? (cursor ?? query.before ?? null) : undefined }
        const events = await readAudit(db, { organizationId, after, limit, operation, subject, ...order })
        return { audit_events: events, next_cursor: events.at(-1)?.id ?? cursor ?? after }
      },
    }),
  ]
}
