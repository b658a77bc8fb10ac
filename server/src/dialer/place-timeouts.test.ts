import { expect, test } from 'vitest'
import { PlaceTimeouts } from './place-timeouts.ts'

/** A clock whose timers fire when told. */
class Hand {
  nowMs = 0
  timers: Array<{ atMs: number; work(): void }> = []

  now = () => this.nowMs
  monotonic = () => this.nowMs
  elapsed = () => this.nowMs
  after = (delayMs: number, work: () => void) => {
    const timer = { atMs: this.nowMs + delayMs, work }
    this.timers.push(timer)
    return { cancel: () => void this.timers.splice(this.timers.indexOf(timer), 1) }
  }

  passTo(ms: number): void {
    this.nowMs = ms
    for (const timer of this.timers.filter(({ atMs }) => atMs <= ms)) {
      this.timers.splice(this.timers.indexOf(timer), 1)
      timer.work()
    }
  }
}

const LIMIT_MS = 10_000

test('requests of the same moment share a limit, later ones have their own', () => {
  const hand = new Hand()
  const timeouts = new PlaceTimeouts(hand, LIMIT_MS)
  const first = timeouts.begin(hand.nowMs)
  hand.passTo(10)
  const second = timeouts.begin(hand.nowMs)
  hand.passTo(60)
  const third = timeouts.begin(hand.nowMs)
  expect(second.signal).toBe(first.signal)
  first.done()
  hand.passTo(LIMIT_MS)
  expect(second.signal.aborted).toBe(true)
  expect(third.signal.aborted).toBe(false)
  hand.passTo(LIMIT_MS + 60)
  expect(third.signal.aborted).toBe(true)
})

test('when all are answered no timer is left, and whoever comes next begins anew', () => {
  const hand = new Hand()
  const timeouts = new PlaceTimeouts(hand, LIMIT_MS)
  const requests = [timeouts.begin(hand.nowMs), timeouts.begin(hand.nowMs)]
  for (const { done } of requests) done()
  expect(hand.timers).toEqual([])
  hand.passTo(20)
  const next = timeouts.begin(hand.nowMs)
  hand.passTo(LIMIT_MS + 10)
  expect(next.signal.aborted).toBe(false)
  hand.passTo(LIMIT_MS + 20)
  expect(next.signal.aborted).toBe(true)
})
