/** A transaction finds and changes only rows of organizations whose lock it holds: PostgreSQL would not find the others. */
import type { Checker, CheckerContext } from '../facts.ts'

export function ownOrganizations({ tables, fail }: CheckerContext): Checker {
  tables.reachedUnlocked = (organizationId) =>
    fail(`a transaction looked for a row of organization ${organizationId} without its lock`)
  return {}
}
