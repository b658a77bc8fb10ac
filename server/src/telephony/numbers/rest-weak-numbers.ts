/** Recurring job: lets numbers rest that people answer much less often than the others of the same configuration. */
import type { Clock } from '../../kernel/clock.ts'
import { eachSeparately } from '../../kernel/each-separately.ts'
import type { Log } from '../../kernel/log.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { markNumberResting, organizationsWithPools, ratedNumbers } from './queries.ts'
import { type WeakNumber, weakNumbers } from './rules/weak-numbers.ts'

const EVERY_MS = 3_600_000

export interface RestingNumber {
  organizationId: number
  at: Date
  data: { level: 'warning'; message: string; phone_number_id: number; address: string; reason: string }
}

export interface RestDeps {
  db: Database
  clock: Clock
  log: Log
  /** Appends the event about it, in the same transaction. */
  rested(tx: Queries, number: RestingNumber): Promise<unknown>
}

export function restWeakNumbers(deps: RestDeps): RecurringJob {
  const { db, log } = deps
  const name = 'rest-weak-numbers'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce() {
      let rested = 0
      const each = { log, job: name, fieldsOf: (id: number) => ({ organization_id: id }) }
      const failed = await eachSeparately(await organizationsWithPools(db), each, async (organizationId) => {
        for (const numbers of (await ratedNumbers(db, organizationId)).values()) {
          for (const weak of weakNumbers(numbers)) if (await rest(deps, organizationId, weak)) rested++
        }
      })
      return { rested, failed }
    },
  }
}

function rest({ db, clock, rested }: RestDeps, organizationId: number, weak: WeakNumber): Promise<boolean> {
  const { id, placed, answered, others } = weak
  const reason = `people answered ${percent(answered / placed)} of ${placed} calls, and ${percent(others)} of those with the other numbers`
  return db.transaction().execute(async (tx) => {
    const at = new Date(clock.now())
    const address = await markNumberResting(tx, organizationId, { id, reason }, at)
    if (address === null) return false
    const message = `One of the numbers rests: ${reason}.`
    await rested(tx, { organizationId, at, data: { level: 'warning', message, phone_number_id: id, address, reason } })
    return true
  })
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}
