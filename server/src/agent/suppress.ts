import { type Clock, sleep } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Journal } from './journal.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

interface Suppressing {
  suppress(): Promise<'simulated' | undefined>
  journal: Journal
  clock: Clock
  log: Log
}

/**
 * Adds the number to the do-not-call list, as promised to the person and required by law: retried until it succeeds, and logged
 * as an error if it cannot.
 */
export async function suppressImmediately({ suppress, journal, clock, log }: Suppressing): Promise<void> {
  for (let attempt = 1; attempt <= TURN_TAKING_LIMITS.suppressTries; attempt++) {
    try {
      const result = await suppress()
      journal.note(result === 'simulated' ? 'suppression_simulated' : 'suppressed')
      return
    } catch (error) {
      log.error({ err: error, attempt }, 'failed to add a number to the do-not-call list after its request')
      if (attempt < TURN_TAKING_LIMITS.suppressTries)
        await sleep(clock, TURN_TAKING_LIMITS.suppressRetryMs * 2 ** (attempt - 1))
    }
  }
  journal.note('suppression_failed')
}
