/** What the current key or user may do. The server decides; buttons show it in advance. */
import { useSession } from '../api/session.ts'
import { type Scope, whyNotScope } from '../ui/scope.ts'

/** Null: allowed. Otherwise the sentence that says why not. */
export function useWhyNot(needed: Scope): string | null {
  return whyNotScope(useSession()?.organization.scope ?? null, needed)
}
