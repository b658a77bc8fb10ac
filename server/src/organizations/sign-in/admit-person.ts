/** Decides whether a person whom a provider or proxy vouches for comes in, and with which role. */
import { ApiError } from '../../kernel/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { hashToken } from '../session.ts'
import {
  findUserByIdentity,
  insertUser,
  isSuspended,
  noteAccepted,
  organizationForGroups,
  type StoredInvitation,
  type StoredUser,
  takeInvitation,
  updateUser,
} from '../user-queries.ts'
import { roleOfGroups } from '../user-roles.ts'
import type { Identity } from './identity.ts'
import type { SignInSettings } from './settings.ts'

export interface Admission {
  identity: Identity
  /** The token of an invitation link, if the person came by one. */
  invitation: string | null
  settings: Pick<SignInSettings, 'roles' | 'organization'>
  now: Date
}

/**
 * A known person comes in unless deactivated. A role that groups gave is asked of the groups each time: outside of them it is
 * gone. A new person needs an invitation, or a group with a role.
 */
export function admitPerson(db: Database, admission: Admission): Promise<StoredUser> {
  return db.transaction().execute(async (tx) => {
    const known = await findUserByIdentity(tx, admission.identity)
    const user = known ? await admitKnown(tx, known, admission) : await admitNew(tx, admission)
    if (await isSuspended(tx, user.organization_id)) throw new ApiError('organization_suspended')
    return user
  })
}

async function admitKnown(tx: Queries, user: StoredUser, { identity, settings, now }: Admission): Promise<StoredUser> {
  if (user.deactivated_at !== null) throw new ApiError('user_deactivated')
  const { name, email, groups } = identity
  const seen = { name, email, signed_in_at: now }
  if (user.role_from === 'invitation') return updateUser(tx, user.id, seen)
  const role = roleOfGroups(groups, settings.roles)
  if (role === null) throw new ApiError('not_invited')
  return updateUser(tx, user.id, { ...seen, role })
}

async function admitNew(tx: Queries, { identity, invitation, settings, now }: Admission): Promise<StoredUser> {
  const { name, email, groups, issuer, subject } = identity
  const person = { name, email, identity: { issuer, subject }, now }
  if (invitation !== null) {
    const found = await requireInvitation(tx, invitation, now)
    if (found.email !== null && found.email.toLowerCase() !== email?.toLowerCase())
      throw new ApiError('invitation_for_another')
    const { organization_id: organizationId, role } = found
    const user = await insertUser(tx, { ...person, organizationId, role, roleFrom: 'invitation' })
    await noteAccepted(tx, found.id, user.id, now)
    return user
  }
  const role = roleOfGroups(groups, settings.roles)
  const organizationId = role === null ? undefined : await organizationForGroups(tx, settings.organization)
  if (role === null || organizationId === undefined) throw new ApiError('not_invited')
  return insertUser(tx, { ...person, organizationId, role, roleFrom: 'groups' })
}

export async function requireInvitation(tx: Queries, token: string, now: Date): Promise<StoredInvitation> {
  const found = await takeInvitation(tx, hashToken(token), now)
  if (!found) throw new ApiError('invitation_not_valid')
  return found
}
