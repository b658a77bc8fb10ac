import { beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../kernel/log.ts'
import type { DialerStore } from '../store.ts'
import { keepLease, Lease } from './keep-lease.ts'

/** Far from the machine's own idea of the time. */
const DATABASE_AHEAD_MS = 7_200_000

class ThreeHands {
  wallMs = 1_800_000_000_000
  monotonicMs = 5000
  elapsedMs = 90_000

  now = () => this.wallMs
  monotonic = () => this.monotonicMs
  elapsed = () => this.elapsedMs
  after = () => ({ cancel() {} })

  pass(ms: number): void {
    this.wallMs += ms
    this.monotonicMs += ms
    this.elapsedMs += ms
  }

  sleep(ms: number): void {
    this.wallMs += ms
    this.elapsedMs += ms
  }
}

describe('a lease', () => {
  let clock: ThreeHands
  let lease: Lease
  /** What the database's clock shows. */
  let databaseMs: number
  const pass = (ms: number) => {
    clock.pass(ms)
    databaseMs += ms
  }
  const beat = (thereMs = 1, backMs = 1) => {
    const sent = lease.read()
    pass(thereMs)
    const answer = databaseMs
    pass(backMs)
    lease.renewed(sent, answer, 2)
  }

  /** Behind the database's time by no more than an answer takes to arrive, and never ahead of it. */
  const isProven = (mostMs = 1) => {
    expect(lease.now()).toBeLessThanOrEqual(databaseMs)
    expect(databaseMs - lease.now()).toBeLessThanOrEqual(mostMs)
  }

  beforeEach(() => {
    clock = new ThreeHands()
    lease = new Lease(clock)
    databaseMs = clock.wallMs + DATABASE_AHEAD_MS
  })

  test('is not there, and knows no time, before the first heartbeat', () => {
    expect(lease.isSure()).toBe(false)
    expect(lease.knowsTime()).toBe(false)
  })

  test('tells the time of the database from then on', () => {
    beat()
    pass(700)
    expect(lease.knowsTime()).toBe(true)
    isProven()
  })

  test('ends by itself when no heartbeat follows, a second before others see it end', () => {
    beat()
    pass(3900)
    expect(lease.isSure()).toBe(true)
    pass(200)
    expect(lease.isSure()).toBe(false)
  })

  test('that was lost and regained does not bring back what was claimed before', () => {
    beat()
    pass(100)
    const claimedMs = clock.monotonicMs
    expect(lease.isUnbrokenSince(claimedMs)).toBe(true)
    pass(3000)
    beat()
    expect(lease.isUnbrokenSince(claimedMs)).toBe(true)
    pass(9000)
    beat()
    expect(lease.isSure()).toBe(true)
    expect(lease.isUnbrokenSince(claimedMs)).toBe(false)
  })

  test('knows no time after a silence: the database that comes back may have another clock', () => {
    beat()
    pass(5100)
    databaseMs += 420_000
    expect(lease.knowsTime()).toBe(false)
    beat()
    expect(lease.knowsTime()).toBe(true)
    isProven()
  })

  test('is not moved by an answer that was long on its way', () => {
    beat()
    beat(1, 30_000)
    isProven()
    expect(lease.isSure()).toBe(false)
  })

  test.each([
    [2400, 1],
    [1, 2400],
    [1200, 1200],
  ])(
    'is never ahead of the database, also after a first heartbeat that took %i ms there and %i ms back',
    (there, back) => {
      beat(there, back)
      isProven(back)
      pass(1000)
      beat()
      isProven()
    },
  )

  test('takes a later time from an answer that was long on its way: that time is proven', () => {
    beat(1, 2400)
    pass(100)
    beat(1, 300)
    isProven(300)
  })

  test('does not trust a clock that was set anew until the next heartbeat', () => {
    beat()
    clock.wallMs += 3_600_000
    expect(lease.knowsTime()).toBe(false)
    expect(lease.isSure()).toBe(false)
    beat()
    expect(lease.knowsTime()).toBe(true)
    isProven()
  })

  test('notices that the machine slept, though the monotonic clock did not', () => {
    beat()
    clock.sleep(60_000)
    databaseMs += 60_000
    expect(lease.isSure()).toBe(false)
    expect(lease.knowsTime()).toBe(false)
  })

  test('does not count an answer that was overtaken by sleep', () => {
    const sent = lease.read()
    const answer = databaseMs
    clock.sleep(60_000)
    databaseMs += 60_000
    lease.renewed(sent, answer, 2)
    expect(lease.isSure()).toBe(false)
    expect(lease.knowsTime()).toBe(false)
  })

  test('is not sure after a sleep in which the clock on the wall was put back', () => {
    beat()
    // Asleep for half a minute, and the wall shows an hour less than before.
    clock.sleep(30_000)
    clock.wallMs -= 3_630_000
    databaseMs += 30_000
    expect(lease.isSure()).toBe(false)
    beat()
    expect(lease.isSure()).toBe(true)
  })

  test('judges nobody by age until no request of the dead can be left: the clock may have been set before it began', () => {
    expect(lease.judgesByAge()).toBe(false)
    for (let second = 0; second < 20; second++) {
      beat()
      expect(lease.judgesByAge()).toBe(false)
      pass(1000)
    }
    beat()
    expect(lease.judgesByAge()).toBe(true)
  })

  describe('when the clock of the database is set', () => {
    const step = (byMs: number) => {
      databaseMs += byMs
      pass(1000)
      beat()
    }

    test('forward: what was written before is not older for that', () => {
      beat()
      pass(2000)
      const claimedAtMs = lease.now()
      step(3_600_000)
      isProven()
      expect(lease.now() - lease.onTodaysClock(claimedAtMs)).toBeCloseTo(1002, 0)
      const laterMs = lease.now()
      pass(500)
      expect(lease.onTodaysClock(laterMs)).toBe(laterMs)
    })

    test('forward: nor is what another node writes by the old clock until its own heartbeat', () => {
      beat()
      pass(2000)
      const oldClock = databaseMs
      step(3_600_000)
      // The other node's heartbeat comes up to a lease later than ours.
      const claimedAtMs = oldClock + 1000 + 4900
      pass(4900)
      expect(lease.onTodaysClock(claimedAtMs)).toBe(claimedAtMs + 3_600_000)
    })

    test('forward by little: what others wrote by the new clock before our heartbeat is not taken for older', () => {
      beat()
      const writtenMs = databaseMs + 3000 + 10
      step(3000)
      expect(lease.onTodaysClock(writtenMs)).toBe(writtenMs)
    })

    test('back and then forward by more: what was written before both steps is no older for that', () => {
      beat()
      pass(2000)
      const claimedAtMs = lease.now()
      step(-560_000)
      pass(6000)
      beat()
      step(2_545_000)
      pass(20_000)
      beat()
      const ageMs = lease.now() - lease.onTodaysClock(claimedAtMs)
      expect(ageMs).toBeLessThan(30_000)
      // Nor after one more step.
      step(3_600_000)
      expect(lease.now() - lease.onTodaysClock(claimedAtMs)).toBeLessThan(40_000)
    })

    test('back and then forward by less: what is written afterwards has its own age', () => {
      beat()
      pass(2000)
      step(-2_545_000)
      step(560_000)
      const writtenMs = lease.now()
      pass(30_000)
      beat()
      expect(lease.now() - lease.onTodaysClock(writtenMs)).toBeCloseTo(30_002, 0)
    })

    test('back, and a transaction shows it first: the time is unknown until the next heartbeat', () => {
      beat()
      databaseMs -= 60_000
      lease.doubtTime()
      expect(lease.knowsTime()).toBe(false)
      expect(lease.isSure()).toBe(false)
      // A slow answer too gives a better time than none.
      beat(400, 400)
      expect(lease.knowsTime()).toBe(true)
      expect(lease.stepsBack).toBe(1)
      isProven(400)
    })

    test('back by so little that it is no step: after a doubt a slow answer is believed all the same', () => {
      beat()
      databaseMs -= 1500
      lease.doubtTime()
      beat(400, 400)
      expect(lease.knowsTime()).toBe(true)
      isProven(400)
    })

    test('either way: nobody is judged by it for a while', () => {
      for (const byMs of [45_000, -45_000]) {
        beat()
        pass(30_000)
        beat()
        expect(lease.isSettled()).toBe(true)
        step(byMs)
        expect(lease.isSettled()).toBe(false)
        for (let second = 0; second < 21; second++) {
          pass(1000)
          beat()
        }
        expect(lease.isSettled()).toBe(true)
      }
    })

    test('back: that is counted, because times that were computed by the clock before the step are wrong', () => {
      beat()
      expect(lease.stepsBack).toBe(0)
      step(3_600_000)
      expect(lease.stepsBack).toBe(0)
      step(-3_600_000)
      expect(lease.stepsBack).toBe(1)
      step(0)
      expect(lease.stepsBack).toBe(1)
      databaseMs -= 60_000
      beat(400, 400)
      expect(lease.stepsBack).toBe(2)
    })

    test('back while the database did not answer: that is counted when it answers again', () => {
      beat()
      pass(600_000)
      step(-3_600_000)
      expect(lease.stepsBack).toBe(1)
    })

    test('is known after a slow heartbeat too, if the step is longer than the trip', () => {
      beat()
      databaseMs += 60_000
      beat(400, 400)
      expect(Math.abs(lease.now() - databaseMs)).toBeLessThan(500)
      expect(lease.isSettled()).toBe(false)
    })

    test('and not when it is this machine that slept', () => {
      beat()
      clock.sleep(40_000)
      databaseMs += 40_000
      beat()
      expect(lease.isSettled()).toBe(true)
    })

    test('with our own, because it is the same machine', () => {
      beat()
      const claimedAtMs = lease.now()
      clock.wallMs += 3_600_000
      step(3_600_000)
      expect(lease.isSettled()).toBe(false)
      expect(lease.now() - lease.onTodaysClock(claimedAtMs)).toBeCloseTo(1002, 0)
    })

    test('while this machine slept', () => {
      beat()
      const claimedAtMs = lease.now()
      clock.sleep(40_000)
      databaseMs += 40_000
      step(3_600_000)
      expect(lease.isSettled()).toBe(false)
      expect(lease.now() - lease.onTodaysClock(claimedAtMs)).toBeCloseTo(41_002, 0)
    })
  })
})

test('a heartbeat tells when another node is gone, once', async () => {
  const clock = new ThreeHands()
  const nodes = [1, 2, 2, 1, 1]
  const heard: string[] = []
  const heartbeat = async () => ({
    databaseNowMs: clock.wallMs,
    liveNodes: nodes.shift() as number,
    wasSetBack: false,
    ownCalls: new Map(),
  })
  const job = keepLease({
    store: { heartbeat } as unknown as DialerStore,
    clock,
    log: silentLog,
    nodeId: 'node',
    lease: new Lease(clock),
    regained: () => void heard.push('regained'),
    nodeGone: () => void heard.push(`gone, ${nodes.length} heartbeats left`),
    timeKnown: () => {},
  })
  while (nodes.length > 0) {
    await job.runOnce()
    clock.pass(1000)
  }
  expect(heard).toEqual(['regained', 'gone, 1 heartbeats left'])
})
