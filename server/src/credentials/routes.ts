import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { freeObject, optional, text, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { requireQuota } from '../organizations/quotas.ts'
import type { Database, Queries } from '../storage/database.ts'
import {
  type Credential,
  type CredentialChange,
  changeCredential,
  countCredentials,
  deleteCredential,
  findCredential,
  insertCredential,
  listCredentials,
} from './queries.ts'
import { CREDENTIAL_TYPES, type CredentialType, completeCredentialData, faultsOfData } from './rules/credential-data.ts'
import { sealCredentialData } from './use-credential.ts'

const CREDENTIALS = '/api/v1/credentials/'
const CREDENTIAL = '/api/v1/credentials/{credential_uuid}'
const TAG = 'Credentials'
const NAME_LENGTH_MAX = 255
const DESCRIPTION_LENGTH_MAX = 2000

const shown = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  credential_type: z.enum(CREDENTIAL_TYPES),
  created_at: timestamp(),
  updated_at: timestamp().nullable(),
})

const EXAMPLE = {
  uuid: '8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11',
  name: 'Calendar',
  description: null,
  credential_type: 'bearer_token' as const,
  created_at: '2026-11-16T09:00:00.000Z',
  updated_at: null,
}

const params = z.object({ credential_uuid: text() })
const name = () => text({ minimum: 1, maximum: NAME_LENGTH_MAX })
const description = () => optional(text({ maximum: DESCRIPTION_LENGTH_MAX }))

export interface CredentialRouteDeps {
  db: Database
  clock: Clock
  secrets: Pick<SecretBox, 'seal' | 'open'>
  /** Names of everything that uses the credential and would fail without it. */
  usersOf(db: Queries, organizationId: number, uuid: string): Promise<readonly string[]>
}

export function credentialRoutes(deps: CredentialRouteDeps): Route[] {
  return [...readRoutes(deps), createRoute(deps), changeRoute(deps), deleteRoute(deps)]
}

function readRoutes({ db }: CredentialRouteDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: CREDENTIALS,
      operation: 'listCredentials',
      tag: TAG,
      summary: 'List credentials',
      description: 'Credentials are used by tools, MCP servers and pre-call fetch. Their secrets are never shown.',
      answer: { schema: z.array(shown), example: [EXAMPLE] },
      handle: async ({ principal }) => (await listCredentials(db, principal.organizationId)).map(show),
    }),
    route({
      method: 'GET',
      path: CREDENTIAL,
      operation: 'getCredential',
      tag: TAG,
      summary: 'One credential, without its secret',
      params,
      answer: { schema: shown, example: EXAMPLE },
      errors: ['credential_not_found'],
      handle: async ({ principal, params: { credential_uuid } }) =>
        show(await credentialOf(db, principal.organizationId, credential_uuid)),
    }),
  ]
}

function createRoute({ db, clock, secrets }: CredentialRouteDeps): Route {
  return route({
    method: 'POST',
    path: CREDENTIALS,
    operation: 'createCredential',
    tag: TAG,
    summary: 'Store a credential',
    description:
      '`credential_data` by type: `api_key` {header_name (X-API-Key), api_key}, `bearer_token` {token}, `basic_auth` {username, password}, `custom_header` {header_name, header_value}, `none` {}. Secrets are stored encrypted and are never shown again.',
    scope: 'admin',
    body: z.object({
      name: name(),
      description: description(),
      credential_type: z.enum(CREDENTIAL_TYPES),
      credential_data: freeObject(),
    }),
    bodyExample: { name: 'Calendar', credential_type: 'bearer_token', credential_data: { token: 'a-long-secret' } },
    answer: { schema: shown, example: EXAMPLE },
    errors: ['credential_name_taken', 'quota_exceeded'],
    async handle({ principal: { organizationId }, body }) {
      const { credential_type: type } = body
      const data = readData(type, body.credential_data)
      const now = new Date(clock.now())
      return db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        await requireQuota(
          tx,
          organizationId,
          'credentials',
          async () => (await countCredentials(tx, organizationId)) + 1,
        )
        const { name: given, description: about = null } = body
        const made = await unlessNameTaken(
          insertCredential(tx, { uuid: randomUUID(), organizationId, name: given, description: about, type, now }),
        )
        const sealed = sealCredentialData({ id: made.id, type, data }, secrets)
        return show(await changeCredential(tx, made.id, { credential_data: sealed }))
      })
    },
  })
}

function changeRoute({ db, clock, secrets }: CredentialRouteDeps): Route {
  return route({
    method: 'PUT',
    path: CREDENTIAL,
    operation: 'updateCredential',
    tag: TAG,
    summary: 'Change a credential',
    description: 'Fields that are left out stay as they are. A change of the type needs `credential_data`.',
    scope: 'admin',
    params,
    body: z.object({
      name: optional(name()),
      description: description(),
      credential_type: optional(z.enum(CREDENTIAL_TYPES)),
      credential_data: optional(freeObject()),
    }),
    bodyExample: { credential_data: { token: 'a-new-secret' } },
    answer: { schema: shown, example: EXAMPLE },
    errors: ['credential_not_found', 'credential_name_taken'],
    handle: ({ principal: { organizationId }, params: { credential_uuid }, body }) =>
      db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        const before = await credentialOf(tx, organizationId, credential_uuid)
        const type = body.credential_type ?? before.credential_type
        const isNewType = type !== before.credential_type
        const given = body.credential_data ?? (isNewType ? {} : undefined)
        const data = given && sealCredentialData({ id: before.id, type, data: readData(type, given) }, secrets)
        const change: CredentialChange = {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.description === undefined ? {} : { description: body.description }),
          ...(data === undefined ? {} : { credential_type: type, credential_data: data }),
          updated_at: new Date(clock.now()),
        }
        return show(await unlessNameTaken(changeCredential(tx, before.id, change)))
      }),
  })
}

function deleteRoute({ db, usersOf }: CredentialRouteDeps): Route {
  return route({
    method: 'DELETE',
    path: CREDENTIAL,
    operation: 'deleteCredential',
    tag: TAG,
    summary: 'Delete a credential',
    scope: 'admin',
    params,
    answer: {
      schema: z.object({ status: z.literal('deleted'), uuid: z.string() }),
      example: { status: 'deleted', uuid: EXAMPLE.uuid },
    },
    errors: ['credential_not_found', 'credential_in_use'],
    handle: ({ principal: { organizationId }, params: { credential_uuid } }) =>
      db.transaction().execute(async (tx) => {
        await lockOrganization(tx, organizationId)
        const { id, uuid } = await credentialOf(tx, organizationId, credential_uuid)
        const users = await usersOf(tx, organizationId, uuid)
        if (users.length > 0) throw new ApiError('credential_in_use', { details: { used_by: users } })
        await deleteCredential(tx, id)
        return { status: 'deleted', uuid }
      }),
  })
}

async function credentialOf(db: Queries, organizationId: number, uuid: string): Promise<Credential> {
  const found = await findCredential(db, organizationId, uuid)
  if (!found) throw new ApiError('credential_not_found')
  return found
}

function readData(type: CredentialType, given: Readonly<Record<string, unknown>>): Record<string, string> {
  const faults = faultsOfData(type, given)
  if (faults.length === 0) return completeCredentialData(type, given)
  throw new ValidationError(
    faults.map(({ field, problem }) => ({
      loc: ['body', 'credential_data', field],
      msg: `Value error, ${field} ${problem}`,
      type: 'value_error',
      // The input may be a secret and must not be part of an error message.
      input: null,
    })),
  )
}

async function unlessNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'credential_name_taken') {
      throw new ApiError('credential_name_taken')
    }
    throw error
  }
}

function show({ uuid, name, description, credential_type, created_at, updated_at }: Credential) {
  return {
    uuid,
    name,
    description,
    credential_type,
    created_at: created_at.toISOString(),
    updated_at: updated_at?.toISOString() ?? null,
  }
}
