/** The SQL of users and invitations. */
import type { Log } from '../kernel/log.ts'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import { hasDeletionUpTo } from './deletion-queries.ts'
import type { SignInSettings } from './sign-in/settings.ts'
import type { UserRole } from './user-roles.ts'

const USER = ['id', 'organization_id', 'name', 'email', 'role', 'role_from', 'needs_group', 'issuer'] as const
const USER_TIMES = ['created_at', 'signed_in_at', 'deactivated_at'] as const

export interface StoredUser {
  id: number
  organization_id: number
  name: string
  email: string | null
  role: UserRole
  role_from: 'invitation' | 'groups'
  /** The person first signed in through a group: outside all groups, an invitation does not give access. */
  needs_group: boolean
  issuer: string | null
  created_at: Date
  signed_in_at: Date | null
  deactivated_at: Date | null
}

/** The cast is safe, because the database checks `role` and `role_from`. */
const typed = (row: unknown) => row as StoredUser

export async function listUsers(db: Queries, organizationId: number, page: PageRequest): Promise<Page<StoredUser>> {
  const query = db
    .selectFrom('users')
    .select([...USER, ...USER_TIMES])
    .where('organization_id', '=', organizationId)
  const { rows, next_cursor } = await readPage(query, 'id', page)
  return { rows: rows.map(typed), next_cursor }
}

export async function findUser(db: Queries, organizationId: number, id: number): Promise<StoredUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...USER, ...USER_TIMES])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && typed(row)
}

export async function findUserByIdentity(
  db: Queries,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<StoredUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...USER, ...USER_TIMES])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
  return row && typed(row)
}

export interface NewUser {
  organizationId: number
  name: string
  email: string | null
  role: UserRole
  roleFrom: 'invitation' | 'groups'
  identity: { issuer: string; subject: string } | null
  now: Date
}

export async function insertUser(db: Queries, user: NewUser): Promise<StoredUser> {
  const { organizationId, name, email, role, roleFrom, identity, now } = user
  const row = await db
    .insertInto('users')
    .values({
      organization_id: organizationId,
      name,
      email,
      role,
      role_from: roleFrom,
      issuer: identity?.issuer ?? null,
      subject: identity?.subject ?? null,
      created_at: now,
      signed_in_at: now,
    })
    .returning([...USER, ...USER_TIMES])
    .executeTakeFirstOrThrow()
  return typed(row)
}

export interface UserChange {
  name?: string | undefined
  email?: string | null | undefined
  role?: UserRole | undefined
  role_from?: StoredUser['role_from']
  needs_group?: boolean
  signed_in_at?: Date
  deactivated_at?: Date | null
}

export async function updateUser(db: Queries, id: number, change: UserChange): Promise<StoredUser> {
  const row = await db
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .returning([...USER, ...USER_TIMES])
    .executeTakeFirstOrThrow()
  return typed(row)
}

/** Whether another active administrator can sign in without this user and this key. The organization must be locked. */
export async function hasOtherAdministrator(
  db: Queries,
  organizationId: number,
  { userId = 0, keyId = 0 }: { userId?: number; keyId?: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '!=', userId)
    .where('role', '=', 'administrator')
    .where('deactivated_at', 'is', null)
    .where((eb) => {
      const ownKey = eb
        .selectFrom('api_keys as key')
        .select('key.id')
        .whereRef('key.user_id', '=', 'users.id')
        .where('key.id', '!=', keyId)
        .where('key.scope', '=', 'admin')
        .where('key.archived_at', 'is', null)
      return eb.or([eb('users.issuer', 'is not', null), eb.exists(ownKey)])
    })
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Signs the user out everywhere. */
export async function deleteSessionsOfUser(db: Queries, userId: number): Promise<void> {
  await db.deleteFrom('console_sessions').where('user_id', '=', userId).execute()
}

const INVITATION = ['id', 'organization_id', 'role', 'name', 'email', 'invited_by', 'created_at', 'expires_at'] as const

export interface StoredInvitation {
  id: number
  organization_id: number
  role: UserRole
  name: string | null
  email: string | null
  invited_by: string
  created_at: Date
  expires_at: Date
}

const invitation = (row: unknown) => row as StoredInvitation

/** Invitations that can still be accepted. */
export async function listInvitations(
  db: Queries,
  organizationId: number,
  now: Date,
  page: PageRequest,
): Promise<Page<StoredInvitation>> {
  const query = db
    .selectFrom('invitations')
    .select(INVITATION)
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
  const { rows, next_cursor } = await readPage(query, 'id', page)
  return { rows: rows.map(invitation), next_cursor }
}

export interface NewInvitation {
  organizationId: number
  role: UserRole
  name: string | null
  email: string | null
  hash: Buffer
  invitedBy: string
  now: Date
  expiresAt: Date
}

export async function insertInvitation(db: Queries, request: NewInvitation): Promise<StoredInvitation> {
  const row = await db
    .insertInto('invitations')
    .values({
      organization_id: request.organizationId,
      role: request.role,
      name: request.name,
      email: request.email,
      token_hash: request.hash,
      invited_by: request.invitedBy,
      created_at: request.now,
      expires_at: request.expiresAt,
    })
    .returning(INVITATION)
    .executeTakeFirstOrThrow()
  return invitation(row)
}

/** Reads and locks the invitation until the transaction ends, so that a link is accepted only once. */
export async function takeInvitation(db: Queries, hash: Buffer, now: Date): Promise<StoredInvitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select(INVITATION)
    .where('token_hash', '=', hash)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row && invitation(row)
}

export async function isInvitationAcceptedBy(db: Queries, hash: Buffer, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', hash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function markInvitationAccepted(db: Queries, id: number, userId: number, now: Date): Promise<void> {
  await db.updateTable('invitations').set({ accepted_at: now, user_id: userId }).where('id', '=', id).execute()
}

/** Deletes an open invitation; an accepted one stays on record. */
export async function deleteInvitation(db: Queries, organizationId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * The organization of people who sign in by their group. Without a configured name it is the oldest organization. If that one was
 * deleted there is none, because the next oldest belongs to other people.
 */
export async function organizationForGroups(db: Queries, name: string | null): Promise<number | undefined> {
  const organizations = db.selectFrom('organizations').select('id').orderBy('id').limit(1)
  if (name !== null) return (await organizations.where('name', '=', name).executeTakeFirst())?.id
  const oldest = await organizations.executeTakeFirst()
  return oldest && ((await hasDeletionUpTo(db, oldest.id)) ? undefined : oldest.id)
}

/** Warns at start-up: if the organization of SIGN_IN_ORGANIZATION does not exist, all people who sign in by group are refused. */
export async function warnUnknownOrganization(
  db: Queries,
  { roles, organization }: Pick<SignInSettings, 'roles' | 'organization'>,
  log: Log,
): Promise<void> {
  if (organization === null && roles.size === 0) return
  if ((await organizationForGroups(db, organization)) !== undefined) return
  const problem =
    organization === null
      ? 'SIGN_IN_ORGANIZATION is not set and the oldest organization was deleted: people whose group has a role are refused until you set it'
      : 'SIGN_IN_ORGANIZATION names no organization: people whose group has a role are refused until it exists'
  log.warn({ organization }, problem)
}

export async function isSuspended(db: Queries, organizationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('suspended_at')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row === undefined || row.suspended_at !== null
}
