import type { Checker, CheckerContext } from '../facts.ts'
import { breaker } from './breaker.ts'
import { callingRules } from './calling-rules.ts'
import { costs } from './costs.ts'
import { counters } from './counters.ts'
import { dryRun } from './dry-run.ts'
import { experiments } from './experiments.ts'
import { limits } from './limits.ts'
import { noStuckClaims } from './no-stuck-claims.ts'
import { noWaiting } from './no-waiting.ts'
import { nobodyLost } from './nobody-lost.ts'
import { nobodySpent } from './nobody-spent.ts'
import { numbersInOrder } from './numbers-in-order.ts'
import { oneLiveCall } from './one-live-call.ts'
import { ownOrganizations } from './own-organizations.ts'
import { reachedHours } from './reached-hours.ts'
import { redials } from './redials.ts'
import { retryBudget } from './retry-budget.ts'
import { returnedCalls } from './returned-calls.ts'
import { routes } from './routes.ts'
import { rulesAtTheDial } from './rules-at-the-dial.ts'
import { singleCalls } from './single-calls.ts'
import { timeOfClaims } from './time-of-claims.ts'
import { transactions } from './transactions.ts'

/** By the names under which they speak. */
const CHECKERS: Readonly<Record<string, (context: CheckerContext) => Checker>> = {
  'one live call': oneLiveCall,
  'nobody lost': nobodyLost,
  'nobody spent': nobodySpent,
  limits,
  counters,
  costs,
  'no waiting': noWaiting,
  'no stuck claims': noStuckClaims,
  'retry budget': retryBudget,
  'reached hours': reachedHours,
  breaker,
  redials,
  'numbers in order': numbersInOrder,
  routes,
  experiments,
  'single calls': singleCalls,
  'returned calls': returnedCalls,
  'calling rules': callingRules,
  'rules at the dial': rulesAtTheDial,
  'dry run': dryRun,
  transactions,
  'own organizations': ownOrganizations,
  'time of claims': timeOfClaims,
}

export function everyChecker(
  context: Omit<CheckerContext, 'fail'>,
  fail: (checker: string, sentence: string) => void,
): Checker[] {
  return Object.entries(CHECKERS).map(([name, make]) => make({ ...context, fail: (sentence) => fail(name, sentence) }))
}
