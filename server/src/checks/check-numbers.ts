/** Checks the numbers of contacts that wait for a check, and one number before a single call. */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { sleep } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import { numberCheckRules } from '../policies/queries.ts'
import { checkState, FAILED_CHECK_MS, type NumberCheckRule } from '../policies/rules/number-check.ts'
import type { Database } from '../storage/database.ts'
import { type CheckServiceDeps, requestNumberChecks } from './ask-check-service.ts'
import { deleteChecksBefore, findNumberCheck, leaseNumbersToCheck, saveNumberCheck } from './queries.ts'

const EVERY_MS = 1_000
const NUMBERS_AT_ONCE = 200
const QUESTIONS_AT_ONCE = 20
const ORGANIZATIONS_AT_ONCE = 20
/** Within one run, no further request for an organization begins after this time; its other numbers wait for the next run. */
const ASKING_MS = 5_000
/** After this time another node takes over numbers whose check was started and not finished. Longer than the longest request. */
const LEASE_MS = FAILED_CHECK_MS

export interface NumberCheckDeps extends CheckServiceDeps {
  db: Database
  log: Log
  /** Numbers whose contacts wait for an answer, except those that were asked about after `asked` without one. */
  waiting(organizationId: number, limit: number, asked: Date): Promise<string[]>
  /** These numbers have an answer: their contacts become due again. */
  answered(organizationId: number, numbers: readonly string[]): Promise<void>
}

export function checkNumbers(deps: NumberCheckDeps): RecurringJob {
  /**
   * Organizations whose checks from this or an earlier run are still in progress: a slow service delays only its own
   * organization.
   */
  const busy = new Set<number>()
  return {
    name: 'check-numbers',
    everyMs: EVERY_MS,
    async runOnce() {
      const counts = { asked: 0, failed: 0 }
      const rules = (await numberCheckRules(deps.db)).filter(({ organizationId }) => !busy.has(organizationId))
      for (const { organizationId } of rules) busy.add(organizationId)
      const all = Promise.all(
        Array.from({ length: ORGANIZATIONS_AT_ONCE }, async () => {
          for (let next = rules.shift(); next !== undefined; next = rules.shift()) {
            await checkOrganization(deps, next, counts)
            busy.delete(next.organizationId)
          }
        }),
      )
      await Promise.race([all, sleep(deps.clock, EVERY_MS)])
      return { ...counts }
    },
  }
}

/** Errors are handled here, so that the failing service of one organization affects no other. */
async function checkOrganization(
  deps: NumberCheckDeps,
  { organizationId, rule }: { organizationId: number; rule: NumberCheckRule },
  counts: { asked: number; failed: number },
): Promise<void> {
  try {
    counts.asked += await checkWaiting(deps, organizationId, rule)
  } catch (error) {
    counts.failed++
    deps.log.warn({ err: error, organizationId }, 'failed to check the numbers of an organization')
  }
}

async function checkWaiting(deps: NumberCheckDeps, organizationId: number, rule: NumberCheckRule): Promise<number> {
  const { db, clock } = deps
  const asked = new Date(clock.now() - LEASE_MS)
  const waiting = [...new Set((await deps.waiting(organizationId, NUMBERS_AT_ONCE, asked)).map(canonicalNumber))]
  if (waiting.length === 0) return 0
  const known: string[] = []
  const open: string[] = []
  for (const number of waiting) {
    const state = checkState(rule, await findNumberCheck(db, organizationId, number), clock.now())
    ;(state.state === 'waiting' ? open : known).push(number)
  }
  if (known.length > 0) await deps.answered(organizationId, known)
  const endsMs = clock.now() + ASKING_MS
  let count = 0
  for (let from = 0; from < open.length && clock.now() < endsMs; from += QUESTIONS_AT_ONCE) {
    const lease = { now: new Date(clock.now()), leaseMs: LEASE_MS }
    const mine = await leaseNumbersToCheck(db, organizationId, open.slice(from, from + QUESTIONS_AT_ONCE), lease)
    await Promise.all(mine.map((number) => checkOne(deps, organizationId, rule, number)))
    if (mine.length > 0) await deps.answered(organizationId, mine)
    count += mine.length
  }
  return count
}

async function checkOne(
  deps: CheckServiceDeps,
  organizationId: number,
  rule: NumberCheckRule,
  number: string,
): Promise<void> {
  await saveNumberCheck(deps.db, organizationId, number, await requestNumberChecks(deps, organizationId, rule, number))
}

/** Checks a number before a single call; the caller waits for the answer. Does nothing if no rule requires a check. */
export async function checkNumberBeforeCall(
  deps: CheckServiceDeps,
  organizationId: number,
  phoneNumber: string,
): Promise<void> {
  const policy = await loadPolicy(deps.db, organizationId, null)
  const rule = policy?.compiled.numberCheck ?? null
  if (rule === null) return
  const number = canonicalNumber(phoneNumber)
  const known = await findNumberCheck(deps.db, organizationId, number)
  if (checkState(rule, known, deps.clock.now()).state === 'waiting') await checkOne(deps, organizationId, rule, number)
}

/** Answers are stored longer than they are valid. */
const KEPT_MS = 31 * 86_400_000
const DROPPED_AT_ONCE = 10_000

export function dropOldNumberChecks({ db, clock }: Pick<CheckServiceDeps, 'clock'> & { db: Database }): RecurringJob {
  return {
    name: 'drop-old-number-checks',
    everyMs: 3_600_000,
    runOnce: async () => ({
      dropped: await deleteChecksBefore(db, new Date(clock.now() - KEPT_MS), DROPPED_AT_ONCE),
    }),
  }
}
