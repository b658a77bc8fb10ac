/** What a user may do, by role. */
import type { Scope } from '../http/route.ts'

export const USER_ROLES = ['viewer', 'operator', 'administrator'] as const
export type UserRole = (typeof USER_ROLES)[number]

const SCOPE_OF: Readonly<Record<UserRole, Scope>> = { viewer: 'read', operator: 'operate', administrator: 'admin' }
const BREADTH: readonly Scope[] = ['report', 'read', 'operate', 'admin']

export const scopeOfRole = (role: UserRole): Scope => SCOPE_OF[role]

/** A user's own key never does more than the user may. */
export function narrowerScope(one: Scope, other: Scope): Scope {
  return BREADTH.indexOf(one) < BREADTH.indexOf(other) ? one : other
}

/** The widest role that one of these groups gives; null if none of them gives any. */
export function roleOfGroups(groups: readonly string[], roles: ReadonlyMap<string, UserRole>): UserRole | null {
  const given = groups.map((group) => roles.get(group)).filter((role) => role !== undefined)
  return USER_ROLES.findLast((role) => given.includes(role)) ?? null
}
