import { expect, test } from 'vitest'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { ModelCircuitBreaker } from './model-circuit-breaker.ts'

const asked = (away: ModelCircuitBreaker, model = 'm') => away.ask(model) as number

test('failures of questions that were asked side by side are one failure, not several in a row', () => {
  const clock = new VirtualClock()
  const away = new ModelCircuitBreaker(clock)
  const questions = Array.from({ length: 16 }, () => asked(away))
  for (const question of questions) away.failed('m', question)
  expect(away.ask('m')).toBeNull()
  clock.advance(5_000)
  const finder = asked(away)
  expect(finder).not.toBeNull()
  // One finds out; the others wait for it.
  expect(away.ask('m')).toBeNull()
  // One of those that were asked long before is of no account.
  away.failed('m', questions[0] as number)
  expect(away.untilMs('m')).toBe(clock.now() + 90_000)
  away.failed('m', finder)
  expect(away.untilMs('m')).toBe(clock.now() + 30_000)
  clock.advance(30_000)
  asked(away)
  away.answered('m')
  expect([away.ask('m'), away.ask('m')]).not.toContain(null)
})

test('each model is away on its own', () => {
  const away = new ModelCircuitBreaker(new VirtualClock())
  away.failed('one', asked(away, 'one'))
  expect(away.ask('one')).toBeNull()
  expect(away.ask('other')).not.toBeNull()
})
