/** What the key or the person at the screen may do. The server decides; buttons say it in advance. */
import { useSession } from '../api/session.ts'
import { type Scope, whyNotScope } from '../ui/scope.ts'

/** Null: allowed. Otherwise the sentence that says why not. */
export function useWhyNot(needed: Scope): string | null {
  return whyNotScope(useSession()?.organization.scope ?? null, needed)
}
