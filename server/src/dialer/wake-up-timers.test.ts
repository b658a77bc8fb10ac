import { describe, expect, test } from 'vitest'
import { VirtualTime } from '../../simulation/virtual-time.ts'
import { WakeUpTimers } from './wake-up-timers.ts'

const ORGANIZATION = 7

function world() {
  const time = new VirtualTime(1_800_000_000_000)
  const clock = { aheadMs: 0 }
  const now = () => time.now() + clock.aheadMs
  const rungAtMs: number[] = []
  const alarms = new WakeUpTimers(time, now, () => rungAtMs.push(time.monotonic()))
  const pass = (ms: number) => time.run(time.now() + ms, () => false)
  return { clock, now, alarms, rungAtMs, pass }
}

describe('an alarm', () => {
  test('stays when a later moment is asked for, and gives way to an earlier one', async () => {
    const { now, alarms, rungAtMs, pass } = world()
    alarms.atLatest(ORGANIZATION, now() + 500)
    alarms.atLatest(ORGANIZATION, now() + 900)
    alarms.atLatest(ORGANIZATION, now() + 200)
    await pass(2000)
    expect(rungAtMs).toEqual([201])
  })

  test('that was set long ago by a clock that is slow is set anew when a later moment is asked for', async () => {
    const { clock, now, alarms, rungAtMs, pass } = world()
    alarms.atLatest(ORGANIZATION, now() + 60_000)
    await pass(59_000)
    // The database has counted half a second more meanwhile.
    clock.aheadMs = 500
    alarms.atLatest(ORGANIZATION, now() + 700)
    await pass(2000)
    expect(rungAtMs).toEqual([59_501])
  })

  test("that was passed over by a step of the database's clock rings when the next is asked for, and keeps nobody waiting", async () => {
    const { clock, now, alarms, rungAtMs, pass } = world()
    alarms.atLatest(ORGANIZATION, now() + 600_000)
    clock.aheadMs = 3_600_000
    alarms.atLatest(ORGANIZATION, now() + 300)
    await pass(2000)
    expect(rungAtMs).toEqual([0])
  })
})
