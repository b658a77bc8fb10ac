/** The caller's own organization, and the key that the request uses. */
import { z } from 'zod'
import { type Principal, type Route, route, SCOPES } from '../http/route.ts'
import { bool, customIssue, optional, timestamp } from '../http/schemas.ts'
import { VERSION } from '../kernel/version.ts'
import type { Database } from '../storage/database.ts'
import { changeOrganization, findApiKey, organizationById } from './queries.ts'
import { QUOTA_NAMES, quotasOf } from './quotas.ts'
import { findUser } from './user-queries.ts'
import { USER_ROLES } from './user-roles.ts'

const PATH = '/api/v1/organization'
const TAG = 'Organization'

const organization = z
  .object({
    id: z.int(),
    name: z.string(),
    time_zone: z.string().meta({
      description:
        'Time zone in which the console shows times that have no zone of their own, and in which the days of spend limits and of limits per number begin.',
    }),
    listening_allowed: z
      .boolean()
      .meta({ description: 'Whether operators may listen to live calls. Off until an admin switches it on.' }),
    max_concurrency: z.int().meta({ description: 'The organization’s limit of concurrent calls.' }),
    live_calls: z.int(),
    quotas: z
      .record(z.enum(QUOTA_NAMES), z.int())
      .meta({ description: 'How much the organization may have; beyond it requests are 409 `quota_exceeded`.' }),
    created_at: timestamp(),
    api_key: z
      .object({ id: z.int(), name: z.string(), key_prefix: z.string(), scope: z.enum(SCOPES) })
      .nullable()
      .meta({
        description: 'The key of this request or console session; null for a user who signed in without a key.',
      }),
    user: z
      .object({ id: z.int(), name: z.string(), role: z.enum(USER_ROLES) })
      .nullable()
      .meta({ description: 'The user who asks; null for a key that belongs to no user.' }),
    scope: z.enum(SCOPES).meta({ description: 'What this request may do.' }),
    session_id: z.int().nullable(),
    version: z.string().meta({ description: 'Version of the program.' }),
  })
  .meta({ id: 'Organization' })

const EXAMPLE = {
  id: 1,
  name: 'Default',
  time_zone: 'Europe/Berlin',
  listening_allowed: false,
  max_concurrency: 200,
  live_calls: 12,
  quotas: {
    contact_lists: 2000,
    contact_rows: 20_000_000,
    campaigns: 5000,
    webhooks: 20,
    credentials: 200,
    tools: 500,
    documents: 500,
    registries: 100,
    workflow_recordings: 200,
    contact_bytes: 20_000_000_000,
    recording_bytes: 1_000_000_000_000,
  },
  created_at: '2026-11-15T09:30:00.123Z',
  api_key: { id: 1, name: 'first key', key_prefix: 'od_Jx3kP', scope: 'admin' },
  user: null,
  scope: 'admin',
  session_id: null,
  version: '0.1.0',
}

const timeZone = z.string().refine(isTimeZone, customIssue('value_error', 'Value error, unknown time zone'))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

interface OrganizationRouteDeps {
  db: Database
  /** Contacts that are claimed ahead of free slots. The database counts them as live calls, but no phone rings. */
  onDeck(organizationId: number): number
}

export function organizationRoute({ db, onDeck }: OrganizationRouteDeps): Route[] {
  async function shown({ organizationId, apiKeyId, userId, scope, sessionId }: Principal) {
    const found = await organizationById(db, organizationId)
    const key = apiKeyId === null ? undefined : await findApiKey(db, organizationId, apiKeyId)
    const user = userId === null ? undefined : await findUser(db, organizationId, userId)
    const quotas = await quotasOf(db, organizationId)
    return {
      ...found,
      // The two figures are read at different moments.
      live_calls: Math.max(0, found.live_calls - onDeck(organizationId)),
      quotas,
      api_key: key ? { id: key.id, name: key.name, key_prefix: key.key_prefix, scope: key.scope } : null,
      user: user ? { id: user.id, name: user.name, role: user.role } : null,
      scope,
      session_id: sessionId,
      version: VERSION,
    }
  }

  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'getOrganization',
      tag: TAG,
      summary: 'Your organization, its live calls, and the key or user that asks',
      scope: 'report',
      answer: { schema: organization, example: EXAMPLE },
      handle: ({ principal }) => shown(principal),
    }),
    route({
      method: 'PATCH',
      path: PATH,
      operation: 'updateOrganization',
      tag: TAG,
      summary: 'Change your organization',
      scope: 'admin',
      description:
        'Many countries require that a call announces that operators may listen. Switch `listening_allowed` on only if the first words of your workflows say so, or if the law does not require it.',
      body: z.object({ time_zone: optional(timeZone), listening_allowed: optional(bool()) }),
      bodyExample: { time_zone: 'Europe/Berlin' },
      answer: { schema: organization, example: EXAMPLE },
      async handle({ principal, body }) {
        if (Object.values(body).some((value) => value !== undefined))
          await changeOrganization(db, principal.organizationId, body)
        return shown(principal)
      },
    }),
  ]
}
