/** The people of an organization and their roles. */
import { z } from 'zod'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { bool, id, optional, timestamp } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Authenticator } from './authenticate.ts'
import { doesAnotherAdminRemain } from './change-key.ts'
import { lockOrganization } from './lock-organization.ts'
import { deleteSessionsOfUser, findUser, listUsers, type StoredUser, updateUser } from './user-queries.ts'
import { USER_ROLES, type UserRole } from './user-roles.ts'

export const PEOPLE_TAG = 'People'
export const ROLE_DESCRIPTION =
  '`viewer` looks at everything; `operator` also runs campaigns and calls; `administrator` also changes keys, people, carriers and other settings.'

const user = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(USER_ROLES).meta({ description: ROLE_DESCRIPTION }),
    role_from: z.enum(['invitation', 'groups']).meta({
      description:
        '`groups`: the identity provider sets the role at each sign-in, by SIGN_IN_ROLES of the installation.',
    }),
    needs_group: z.boolean().meta({
      description:
        'True: this user came by a group first and accepted an invitation later. The invitation set the role; outside of all groups of SIGN_IN_ROLES the user cannot sign in.',
    }),
    is_active: z.boolean().meta({ description: 'False: this user cannot sign in, and their keys do not work.' }),
    created_at: timestamp(),
    signed_in_at: timestamp().nullable().meta({ description: 'The last sign-in by provider, proxy or invitation.' }),
  })
  .meta({ id: 'User' })

const EXAMPLE = {
  id: 4,
  name: 'Ada Byron',
  email: 'ada@example.com',
  role: 'operator',
  role_from: 'invitation',
  needs_group: false,
  is_active: true,
  created_at: '2026-11-15T09:30:00.123Z',
  signed_in_at: '2026-11-16T08:01:12.004Z',
}

const shown = ({ id: userId, deactivated_at, created_at, signed_in_at, ...user }: StoredUser) => ({
  id: userId,
  name: user.name,
  email: user.email,
  role: user.role,
  role_from: user.role_from,
  needs_group: user.needs_group,
  is_active: deactivated_at === null,
  created_at,
  signed_in_at,
})

interface UserDeps {
  db: Database
  clock: Clock
  authenticator: Pick<Authenticator, 'forget'>
}

export function userRoutes(deps: UserDeps): Route[] {
  const { db } = deps
  const PATH = z.object({ user_id: id() })
  return [
    route({
      method: 'GET',
      path: '/api/v1/users',
      operation: 'listUsers',
      tag: PEOPLE_TAG,
      summary: 'List the users of your organization',
      scope: 'admin',
      query: z.object(pageQuery),
      answer: pageAnswer('users', user, EXAMPLE),
      async handle({ principal, query }) {
        const { rows, next_cursor } = await listUsers(db, principal.organizationId, query)
        return { users: rows.map(shown), next_cursor }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/users/{user_id}',
      operation: 'getUser',
      tag: PEOPLE_TAG,
      summary: 'Read a user',
      scope: 'admin',
      params: PATH,
      answer: { schema: user, example: EXAMPLE },
      errors: ['user_not_found'],
      async handle({ principal, params }) {
        const found = await findUser(db, principal.organizationId, params.user_id)
        if (!found) throw new ApiError('user_not_found')
        return shown(found)
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/v1/users/{user_id}',
      operation: 'updateUser',
      tag: PEOPLE_TAG,
      summary: 'Change the role of a user, or deactivate them',
      description:
        'Deactivating ends the sessions and keys of the user within a second. What the user did keeps their name in the audit trail.',
      scope: 'admin',
      params: PATH,
      body: z.object({
        role: optional(z.enum(USER_ROLES)).meta({ description: ROLE_DESCRIPTION }),
        is_active: optional(bool()),
      }),
      bodyExample: { role: 'viewer' },
      answer: { schema: user, example: { ...EXAMPLE, role: 'viewer' } },
      errors: ['user_not_found', 'last_administrator', 'role_from_groups'],
      handle: async ({ principal, params, body }) =>
        shown(await changeUser(deps, principal.organizationId, params.user_id, body)),
    }),
  ]
}

interface UserRequest {
  role?: UserRole | undefined
  is_active?: boolean | undefined
}

async function changeUser(
  { db, clock, authenticator }: UserDeps,
  organizationId: number,
  userId: number,
  { role, is_active }: UserRequest,
): Promise<StoredUser> {
  const changed = await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const before = await findUser(tx, organizationId, userId)
    if (!before) throw new ApiError('user_not_found')
    if (role !== undefined && role !== before.role && before.role_from === 'groups')
      throw new ApiError('role_from_groups')
    const wasAdmin = before.role === 'administrator' && before.deactivated_at === null
    const staysAdmin = (role ?? before.role) === 'administrator' && is_active !== false
    if (wasAdmin && !staysAdmin && !(await doesAnotherAdminRemain(tx, organizationId, { userId })))
      throw new ApiError('last_administrator')
    if (role === undefined && is_active === undefined) return before
    if (is_active === false) await deleteSessionsOfUser(tx, userId)
    const deactivatedAt = is_active === false ? (before.deactivated_at ?? new Date(clock.now())) : null
    return updateUser(tx, userId, { role, ...(is_active === undefined ? {} : { deactivated_at: deactivatedAt }) })
  })
  authenticator.forget()
  return changed
}
