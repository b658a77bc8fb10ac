export type Scope = 'report' | 'read' | 'operate' | 'admin'

const ORDER: readonly Scope[] = ['report', 'read', 'operate', 'admin']

const WORDS: Record<Scope, string> = {
  report: 'only see reports',
  read: 'only look',
  operate: 'operate, but not administer',
  admin: 'do everything',
}

/** Why a scope is not sufficient; null: allowed. `own` is null while no user is signed in. */
export function whyScopeDenied(own: Scope | null, needed: Scope): string | null {
  if (own === null || ORDER.indexOf(own) >= ORDER.indexOf(needed)) return null
  return `You can ${WORDS[own]}. Ask an administrator of your organization for more.`
}
