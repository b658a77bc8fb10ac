import { z } from 'zod'
import { type Route, route, SCOPES } from '../http/route.ts'
import { bool, id, optional, page, text, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { hashApiKey, newApiKey, prefixOf } from './api-key.ts'
import { auditRoutes } from './audit-routes.ts'
import type { Authenticator } from './authenticate.ts'
import { changeArchived } from './change-key.ts'
import { organizationRoute } from './organization-routes.ts'
import { insertApiKey, listApiKeys, type StoredApiKey } from './queries.ts'
import { sessionRoutes } from './session-routes.ts'

const SCOPE_MEANING =
  '`read` looks; `operate` also runs campaigns and calls; `admin` also changes keys, carriers, models and other settings.'

const apiKey = z
  .object({
    id: z.int(),
    name: z.string(),
    key_prefix: z.string().meta({ description: 'The first 8 characters of the key.' }),
    scope: z.enum(SCOPES).meta({ description: SCOPE_MEANING }),
    is_active: z.boolean(),
    created_at: timestamp(),
    last_used_at: timestamp().nullable(),
    archived_at: timestamp().nullable(),
  })
  .meta({ id: 'ApiKey' })

const EXAMPLE = {
  id: 1,
  name: 'first key',
  key_prefix: 'od_Jx3kP',
  scope: 'admin',
  is_active: true,
  created_at: '2026-11-15T09:30:00.123Z',
  last_used_at: null,
  archived_at: null,
}

function shown(key: StoredApiKey) {
  return {
    id: key.id,
    name: key.name,
    key_prefix: key.key_prefix,
    scope: key.scope,
    is_active: key.archived_at === null,
    created_at: key.created_at,
    last_used_at: key.last_used_at,
    archived_at: key.archived_at,
  }
}

const KEY_PATH = z.object({ api_key_id: id() })

export function organizationRoutes({
  db,
  clock,
  authenticator,
}: {
  db: Database
  clock: Clock
  authenticator: Pick<Authenticator, 'authenticate' | 'forget'>
}): Route[] {
  async function archive(organizationId: number, keyId: number, archivedAt: Date | null) {
    const key = await changeArchived(db, organizationId, keyId, archivedAt)
    authenticator.forget()
    return shown(key)
  }

  return [
    ...sessionRoutes({ db, clock, authenticator }),
    ...organizationRoute({ db }),
    ...auditRoutes({ db }),
    route({
      method: 'GET',
      path: '/api/v1/user/api-keys',
      operation: 'listApiKeys',
      tag: 'API keys',
      summary: 'List the API keys of your organization',
      query: z.object({
        include_archived: optional(bool()).meta({ description: 'Also the archived ones.' }),
        ...page,
      }),
      answer: { schema: z.array(apiKey), example: [EXAMPLE] },
      async handle({ principal, query }) {
        const { include_archived = false, limit, offset } = query
        return (await listApiKeys(db, principal.organizationId, include_archived, { limit, offset })).map(shown)
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/user/api-keys',
      operation: 'createApiKey',
      tag: 'API keys',
      summary: 'Create an API key; it is shown this once',
      scope: 'admin',
      body: z.object({
        name: text({ minimum: 1, maximum: 255 }),
        scope: optional(z.enum(SCOPES)).meta({ description: `\`admin\` if left out. ${SCOPE_MEANING}` }),
      }),
      bodyExample: { name: 'nightly import', scope: 'operate' },
      answer: {
        schema: z.object({
          id: z.int(),
          name: z.string(),
          key_prefix: z.string(),
          scope: z.enum(SCOPES),
          api_key: z.string(),
          created_at: timestamp(),
        }),
        example: {
          id: 2,
          name: 'nightly import',
          key_prefix: 'od_9fQ2c',
          scope: 'operate',
          api_key: 'od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A',
          created_at: '2026-11-15T09:30:00.123Z',
        },
      },
      async handle({ principal, body }) {
        const key = newApiKey()
        const stored = await insertApiKey(db, {
          organizationId: principal.organizationId,
          name: body.name,
          prefix: prefixOf(key),
          hash: hashApiKey(key),
          scope: body.scope ?? 'admin',
          now: new Date(clock.now()),
        })
        const { id: keyId, name, key_prefix, scope, created_at } = stored
        return { id: keyId, name, key_prefix, scope, api_key: key, created_at }
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/user/api-keys/{api_key_id}',
      operation: 'archiveApiKey',
      tag: 'API keys',
      summary: 'Archive an API key: it opens nothing any more',
      description: 'The console sessions of the key end with it.',
      scope: 'admin',
      params: KEY_PATH,
      answer: { schema: apiKey, example: { ...EXAMPLE, is_active: false, archived_at: '2026-11-15T10:00:00.000Z' } },
      errors: ['api_key_not_found', 'last_admin_key'],
      handle: ({ principal, params }) => archive(principal.organizationId, params.api_key_id, new Date(clock.now())),
    }),
    route({
      method: 'PUT',
      path: '/api/v1/user/api-keys/{api_key_id}/reactivate',
      operation: 'reactivateApiKey',
      tag: 'API keys',
      summary: 'Make an archived API key work again',
      scope: 'admin',
      params: KEY_PATH,
      answer: { schema: apiKey, example: EXAMPLE },
      errors: ['api_key_not_found'],
      handle: ({ principal, params }) => archive(principal.organizationId, params.api_key_id, null),
    }),
  ]
}
