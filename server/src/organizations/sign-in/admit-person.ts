/** Decides whether a person identified by a provider or proxy may sign in, and with which role. */
import { ApiError } from '../../kernel/errors.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { doesAnotherAdminRemain } from '../change-key.ts'
import { lockOrganization } from '../lock-organization.ts'
import { hashToken } from '../session.ts'
import {
  findUserByIdentity,
  insertUser,
  isInvitationAcceptedBy,
  isSuspended,
  markInvitationAccepted,
  organizationForGroups,
  type StoredInvitation,
  type StoredUser,
  takeInvitation,
  updateUser,
} from '../user-queries.ts'
import { roleOfGroups } from '../user-roles.ts'
import type { Identity } from './identity.ts'
import type { SignInSettings } from './settings.ts'

export interface AdmissionRequest {
  identity: Identity
  /** The token of an invitation link, if the person used one. */
  invitation: string | null
  settings: Pick<SignInSettings, 'roles' | 'organization'>
  now: Date
}

/**
 * A known person may sign in unless deactivated; an invitation to their organization gives them its role. A role from groups is
 * checked each time: outside the groups it is lost, even if an invitation changed it meanwhile. Otherwise an invitation would
 * keep the access of a person whom the company has removed from its groups. A new person needs an invitation, or a group with a
 * role.
 */
export function admitPerson(db: Database, admission: AdmissionRequest): Promise<StoredUser> {
  return db.transaction().execute(async (tx) => {
    const { identity, invitation, now } = admission
    const open = invitation === null ? undefined : await takeInvitation(tx, hashToken(invitation), now)
    // Locks the organization before the user, in the same order as a change of roles; counting administrators needs it.
    if (open) await lockOrganization(tx, open.organization_id)
    const known = await findUserByIdentity(tx, identity)
    const user = known ? await admitKnown(tx, known, open, admission) : await admitNew(tx, open, admission)
    if (await isSuspended(tx, user.organization_id)) throw new ApiError('organization_suspended')
    return user
  })
}

type Open = StoredInvitation | undefined

async function admitKnown(tx: Queries, user: StoredUser, open: Open, admission: AdmissionRequest): Promise<StoredUser> {
  const { identity, invitation, settings, now } = admission
  if (user.deactivated_at !== null) throw new ApiError('user_deactivated')
  const { name, email, groups } = identity
  const seen = { name, email, signed_in_at: now }
  // The invitation link by which this person signed in before has no further effect.
  if (invitation !== null && !(await isInvitationAcceptedBy(tx, hashToken(invitation), user.id)))
    return updateUser(tx, user.id, { ...seen, ...(await invitedRole(tx, user, open, admission)) })
  const role = roleOfGroups(groups, settings.roles)
  if (user.role_from === 'invitation' && !user.needs_group) return updateUser(tx, user.id, seen)
  if (role === null) throw new ApiError('not_invited')
  if (user.role_from === 'invitation') return updateUser(tx, user.id, seen)
  return updateUser(tx, user.id, { ...seen, role })
}

/** Accepts the invitation for a person who has an account. */
async function invitedRole(tx: Queries, user: StoredUser, open: Open, { identity, settings, now }: AdmissionRequest) {
  const { id, organization_id: organizationId, role } = invitationFor(identity, open)
  if (organizationId !== user.organization_id) throw new ApiError('user_elsewhere')
  const losesAdmin = user.role === 'administrator' && role !== 'administrator'
  if (losesAdmin && !(await doesAnotherAdminRemain(tx, organizationId, { userId: user.id })))
    throw new ApiError('last_administrator')
  await markInvitationAccepted(tx, id, user.id, now)
  // The person was already outside all groups when invited, so the invitation is intended.
  const isInGroup = roleOfGroups(identity.groups, settings.roles) !== null
  const needsGroup = isInGroup && (user.role_from === 'groups' || user.needs_group)
  return { role, role_from: 'invitation' as const, needs_group: needsGroup }
}

async function admitNew(tx: Queries, open: Open, admission: AdmissionRequest): Promise<StoredUser> {
  const { identity, invitation, settings, now } = admission
  const { name, email, groups, issuer, subject } = identity
  const person = { name, email, identity: { issuer, subject }, now }
  if (invitation !== null) {
    const { id, organization_id: organizationId, role } = invitationFor(identity, open)
    const user = await insertUser(tx, { ...person, organizationId, role, roleFrom: 'invitation' })
    await markInvitationAccepted(tx, id, user.id, now)
    return user
  }
  const role = roleOfGroups(groups, settings.roles)
  const organizationId = role === null ? undefined : await organizationForGroups(tx, settings.organization)
  if (role === null || organizationId === undefined) throw new ApiError('not_invited')
  return insertUser(tx, { ...person, organizationId, role, roleFrom: 'groups' })
}

function invitationFor({ email }: Identity, open: Open): StoredInvitation {
  const found = requireOpen(open)
  if (found.email === null || found.email.toLowerCase() === email?.toLowerCase()) return found
  if (email !== null) throw new ApiError('invitation_for_another')
  const message =
    'This invitation is for one email address, and the sign-in brought no verified one. Ask for an invitation without an address.'
  throw new ApiError('invitation_for_another', { message })
}

export async function requireInvitation(tx: Queries, token: string, now: Date): Promise<StoredInvitation> {
  return requireOpen(await takeInvitation(tx, hashToken(token), now))
}

function requireOpen(open: Open): StoredInvitation {
  if (!open) throw new ApiError('invitation_not_valid')
  return open
}
