/** The rights of each user role. */
import type { Scope } from '../http/route.ts'

export const USER_ROLES = ['viewer', 'operator', 'administrator'] as const
export type UserRole = (typeof USER_ROLES)[number]

const SCOPE_OF: Readonly<Record<UserRole, Scope>> = { viewer: 'read', operator: 'operate', administrator: 'admin' }
const BREADTH: readonly Scope[] = ['report', 'read', 'operate', 'admin']

export const scopeOfRole = (role: UserRole): Scope => SCOPE_OF[role]

/** The narrower of two scopes: a user's own key never has more rights than the user. */
export function narrowerScope(one: Scope, other: Scope): Scope {
  return BREADTH.indexOf(one) < BREADTH.indexOf(other) ? one : other
}

/** The widest role that these groups give; null: none of them gives a role. */
export function roleOfGroups(groups: readonly string[], roles: ReadonlyMap<string, UserRole>): UserRole | null {
  const given = groups.map((group) => roles.get(group)).filter((role) => role !== undefined)
  return USER_ROLES.findLast((role) => given.includes(role)) ?? null
}
