/** No contact is claimed by a time that the database had before its clock was put back: retries and hours may not have come yet. */
import type { Checker, CheckerContext } from '../facts.ts'

export function timeOfClaims({ tables, fail }: CheckerContext): Checker {
  tables.claimedAhead = (byMs) => fail(`contacts are claimed by a time ${Math.round(byMs)} ms ahead of the database's`)
  return {}
}
