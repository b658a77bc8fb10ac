import { z } from 'zod'
import { pageQuery, rowsWithCursor } from '../http/paging.ts'
import { type Route, route, SCOPES } from '../http/route.ts'
import { bool, customIssue, id, integer, optional, text, timestamp } from '../http/schemas.ts'
import { isNetwork } from '../kernel/network-list.ts'
import { apiKeyPrefixOf, hashApiKey, newApiKey } from './api-key.ts'
import { auditRoutes } from './audit-routes.ts'
import type { Authenticator } from './authenticate.ts'
import { setKeyArchived } from './change-key.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { organizationRoute } from './organization-routes.ts'
import { insertApiKey, listApiKeys, type StoredApiKey } from './queries.ts'
import { sessionRoutes } from './session-routes.ts'
import { type SignInDeps, signInRoutes } from './sign-in/routes.ts'
import { userRoutes } from './user-routes.ts'

const SCOPE_MEANING =
  '`report` sees figures without people; `read` looks at everything; `operate` also runs campaigns and calls; `admin` also changes keys, carriers, models and other settings.'

const apiKey = z
  .object({
    id: z.int(),
    name: z.string(),
    key_prefix: z.string().meta({ description: 'The first 8 characters of the key.' }),
    scope: z.enum(SCOPES).meta({ description: SCOPE_MEANING }),
    user_id: z.int().nullable().meta({ description: 'The user whose own key it is; null: a key of the organization.' }),
    addresses: z
      .array(z.string())
      .nullable()
      .meta({ description: 'IP addresses and networks that the key may be used from; null: all.' }),
    is_active: z.boolean().meta({ description: 'Neither archived nor expired.' }),
    created_at: timestamp(),
    expires_at: timestamp().nullable().meta({ description: 'When the key expires; null: never.' }),
    last_used_at: timestamp().nullable(),
    archived_at: timestamp().nullable(),
  })
  .meta({ id: 'ApiKey' })

const EXAMPLE = {
  id: 1,
  name: 'first key',
  key_prefix: 'od_Jx3kP',
  scope: 'admin',
  user_id: null,
  addresses: null,
  is_active: true,
  created_at: '2026-11-15T09:30:00.123Z',
  expires_at: null,
  last_used_at: null,
  archived_at: null,
}

function shown(key: StoredApiKey, nowMs: number) {
  return {
    id: key.id,
    name: key.name,
    key_prefix: key.key_prefix,
    scope: key.scope,
    user_id: key.user_id,
    addresses: key.addresses,
    is_active: key.archived_at === null && (key.expires_at === null || key.expires_at.getTime() > nowMs),
    created_at: key.created_at,
    expires_at: key.expires_at,
    last_used_at: key.last_used_at,
    archived_at: key.archived_at,
  }
}

const DAY_MS = 24 * 60 * 60_000
const EXPIRY_DAYS_MAX = 3650
const ADDRESSES_MAX = 50
const network = z
  .string()
  .max(50)
  .refine(isNetwork, customIssue('value_error', 'Value error, write an IP address or network such as 10.1.0.0/16'))

const KEY_PATH = z.object({ api_key_id: id() })

export interface OrganizationDeps extends SignInDeps {
  publicUrl: string
  authenticator: Pick<Authenticator, 'authenticate' | 'forget'>
  onDeck(organizationId: number): number
}

export function organizationRoutes(deps: OrganizationDeps): Route[] {
  const { db, clock, authenticator } = deps
  async function archive(organizationId: number, keyId: number, archivedAt: Date | null) {
    const key = await setKeyArchived(db, organizationId, keyId, archivedAt)
    authenticator.forget()
    return shown(key, clock.now())
  }

  return [
    ...sessionRoutes(deps),
    ...signInRoutes(deps),
    ...userRoutes(deps),
    ...invitationRoutes(deps),
    ...organizationRoute({ db, onDeck: deps.onDeck }),
    ...auditRoutes({ db }),
    route({
      method: 'GET',
      path: '/api/v1/user/api-keys',
      operation: 'listApiKeys',
      tag: 'API keys',
      summary: 'List the API keys of your organization',
      query: z.object({
        include_archived: optional(bool()).meta({ description: 'Also the archived ones.' }),
        ...pageQuery,
      }),
      answer: { schema: z.array(apiKey), example: [EXAMPLE] },
      async handle({ principal, query: { include_archived = false, ...page }, reply }) {
        const found = await listApiKeys(db, principal.organizationId, include_archived, page)
        return rowsWithCursor(reply, found).map((key) => shown(key, clock.now()))
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
        expires_in_days: optional(integer({ minimum: 1, maximum: EXPIRY_DAYS_MAX })).meta({
          description: 'Days until the key expires; left out: it does not expire.',
        }),
        addresses: optional(z.array(network).min(1).max(ADDRESSES_MAX)).meta({
          description: 'IP addresses and networks that the key may be used from: `192.0.2.7`, `10.1.0.0/16`.',
        }),
      }),
      bodyExample: { name: 'nightly import', scope: 'operate', expires_in_days: 365, addresses: ['192.0.2.0/24'] },
      answer: {
        schema: z.object({
          id: z.int(),
          name: z.string(),
          key_prefix: z.string(),
          scope: z.enum(SCOPES),
          addresses: z.array(z.string()).nullable(),
          api_key: z.string(),
          created_at: timestamp(),
          expires_at: timestamp().nullable(),
        }),
        example: {
          id: 2,
          name: 'nightly import',
          key_prefix: 'od_9fQ2c',
          scope: 'operate',
          addresses: ['192.0.2.0/24'],
          api_key: 'od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A',
          created_at: '2026-11-15T09:30:00.123Z',
          expires_at: '2027-11-15T09:30:00.123Z',
        },
      },
      async handle({ principal, body }) {
        const key = newApiKey()
        const { expires_in_days: days } = body
        const stored = await insertApiKey(db, {
          organizationId: principal.organizationId,
          name: body.name,
          prefix: apiKeyPrefixOf(key),
          hash: hashApiKey(key),
          scope: body.scope ?? 'admin',
          addresses: body.addresses ?? null,
          expiresAt: days === undefined ? null : new Date(clock.now() + days * DAY_MS),
          now: new Date(clock.now()),
        })
        const { id: keyId, name, key_prefix, scope, addresses, created_at, expires_at } = stored
        return { id: keyId, name, key_prefix, scope, addresses, api_key: key, created_at, expires_at }
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/user/api-keys/{api_key_id}',
      operation: 'archiveApiKey',
      tag: 'API keys',
      summary: 'Archive an API key: it stops working',
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
