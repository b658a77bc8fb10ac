/** What the current key or user may do. The server decides; buttons show the result in advance. */
import { useSession } from '../api/session.ts'
import { type Scope, whyNotScope } from '../ui/scope.ts'

/** Why an action is not allowed, as a sentence; null: it is allowed. */
export function useWhyNot(needed: Scope): string | null {
  return whyNotScope(useSession()?.organization.scope ?? null, needed)
}
