/** What the current key or user may do. The server decides; buttons show the result in advance. */
import { useSession } from '../api/session.ts'
import { type Scope, whyScopeDenied } from '../ui/scope.ts'

/** Why an action is not allowed, as a sentence; null: it is allowed. */
export function useWhyScopeDenied(needed: Scope): string | null {
  return whyScopeDenied(useSession()?.organization.scope ?? null, needed)
}
