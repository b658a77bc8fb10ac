/** Numbers are released within what a carrier takes: here Cloudonix's ten requests in three seconds, counted by a clock that the test moves. */
import { expect, test } from 'vitest'
import { accountContext } from '../../../test/conformance/canned-carrier.ts'
import { silentLog } from '../../kernel/log.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import type { CarrierAccount } from '../provider.ts'
import { cloudonix } from '../providers/cloudonix/spec.ts'
import { NumberReleases } from './release-numbers.ts'

const LIMIT = { requests: 10, withinMs: 3_000 }
const ANSWER_MS = 50
const numbers = Array.from({ length: 12 }, (_, index) => `+1202555${String(1000 + index)}`)

/** A domain with all the numbers bound, that refuses what is beyond its limit and counts it. */
function limitedDomain(clock: VirtualClock) {
  const dnids = numbers.map((number, id) => ({ id, source: number.slice(1), applicationId: 100, active: true }))
  const taken: number[] = []
  let refused = 0
  const fetcher = async (url: unknown, init?: RequestInit): Promise<Response> => {
    await new Promise<void>((resolve) => clock.after(ANSWER_MS, resolve))
    if (taken.filter((at) => clock.monotonic() - at < LIMIT.withinMs).length >= LIMIT.requests) {
      refused++
      return new Response(null, { status: 429 })
    }
    taken.push(clock.monotonic())
    const path = String(url).split('/').slice(7)
    if (path[0] === 'applications') return Response.json({ id: 100, name: 'outdial' })
    if (init?.method !== 'PUT') return Response.json(dnids)
    Object.assign(dnids[Number(path[1])] ?? {}, JSON.parse(String(init.body)))
    return new Response(null, { status: 204 })
  }
  const credentials = { bearer_token: 'XI', domain_id: 'example.cloudonix.net' }
  const account = cloudonix.open({ ...accountContext(cloudonix, credentials, fetcher as typeof fetch), clock })
  const bound = () => dnids.filter(({ active }) => active).length
  return { account, bound, counts: () => ({ taken: taken.length, refused }) }
}

const bound = numbers.map((address) => ({ address, provider: 'cloudonix', accountId: 'example.cloudonix.net' }))

function releasesOf(clock: VirtualClock, isBoundNow: (address: string) => boolean = () => false) {
  const lines: Array<{ level: string; numbers: number; ending_in: string[] }> = []
  const line = (level: string) => (fields: object) =>
    void lines.push({ level, ...(fields as { numbers: number }) } as never)
  const log = { ...silentLog, info: line('info'), warn: line('warn') }
  const releases = new NumberReleases({ clock, log, isBoundNow: async ({ address }) => isBoundNow(address) })
  return { releases, lines }
}

/** Takes its time for each number, and says which it has released. */
function slowAccount(clock: VirtualClock, eachMs: number) {
  const done: string[] = []
  const bindInbound = async (address: string) => {
    await new Promise<void>((resolve) => clock.after(eachMs, resolve))
    done.push(address)
    return { ok: true, message: 'released' }
  }
  return { account: { bindInbound } as unknown as CarrierAccount, done }
}

test('all numbers are released, though the carrier takes few requests', async () => {
  const clock = new VirtualClock()
  const { account, bound: left, counts } = limitedDomain(clock)
  const { stillBound } = await clock.until(releasesOf(clock).releases.release(1, { account }, bound))
  expect([stillBound, left()]).toEqual([[], 0])
  // Three for each; and it is asked too early once in a while, not eight times at once.
  expect(counts().taken).toBe(36)
  expect(counts().refused).toBeLessThan(6)
})

test('after half a minute the answer names what is not done; the rest is done afterwards, and the log says so', async () => {
  const clock = new VirtualClock()
  const { account, done } = slowAccount(clock, 7000)
  const { releases, lines } = releasesOf(clock)
  const { sync, stillBound } = await clock.until(releases.release(1, { account }, bound), 30_000)
  expect(stillBound).toEqual(numbers.slice(4))
  expect(sync).toMatchObject({ ok: false, message: expect.stringContaining('8 of 12 numbers') })
  expect(lines).toEqual([])
  while (await clock.step(7000));
  expect(done).toEqual(numbers)
  expect(lines).toMatchObject([{ level: 'info', numbers: 0 }])
})

test('a number that another configuration has taken meanwhile is left alone', async () => {
  const clock = new VirtualClock()
  const { account, done } = slowAccount(clock, 10)
  const taken = numbers[3] as string
  const { releases } = releasesOf(clock, (address) => address === taken)
  const { stillBound } = await clock.until(releases.release(1, { account }, bound))
  expect(stillBound).toEqual([])
  expect(done).toEqual(numbers.filter((number) => number !== taken))
})

test('a carrier that never answers keeps nobody waiting, and a node that stops gives up soon; the log says what is left', async () => {
  const clock = new VirtualClock()
  const account = { bindInbound: () => new Promise<never>(() => {}) } as unknown as CarrierAccount
  const { releases, lines } = releasesOf(clock)
  const { stillBound } = await clock.until(releases.release(1, { account }, bound), 30_000)
  expect(stillBound).toEqual(numbers)
  await clock.until(releases.stop(), 10_000)
  const ends = numbers.map((number) => number.slice(-4))
  expect(lines).toMatchObject([{ level: 'warn', numbers: 12, ending_in: ends }])
})
