/** Numbers are released within what a carrier takes: here Cloudonix's ten requests in three seconds, counted by a clock that the test moves. */
import { expect, test } from 'vitest'
import { accountContext } from '../../../test/conformance/canned-carrier.ts'
import { VirtualClock } from '../../kernel/virtual-clock.ts'
import type { CarrierAccount } from '../provider.ts'
import { cloudonix } from '../providers/cloudonix/spec.ts'
import { releaseAll } from './release-numbers.ts'

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

test('all numbers are released, though the carrier takes few requests', async () => {
  const clock = new VirtualClock()
  const { account, bound, counts } = limitedDomain(clock)
  const faults = await clock.until(releaseAll(clock, { account }, numbers))
  expect([faults.size, bound()]).toEqual([0, 0])
  // Three for each; and it is asked too early once in a while, not eight times at once.
  expect(counts().taken).toBe(36)
  expect(counts().refused).toBeLessThan(6)
})

test('a carrier that never answers keeps nobody waiting longer than the limit, and every number is named', async () => {
  const clock = new VirtualClock()
  const asked: string[] = []
  const bindInbound = (address: string) => {
    asked.push(address)
    return new Promise<never>(() => {})
  }
  const account = { bindInbound } as unknown as CarrierAccount
  const faults = await clock.until(releaseAll(clock, { account }, numbers), 30_000)
  expect([...faults.keys()]).toEqual(numbers)
  expect(asked).toEqual(numbers.slice(0, 1))
})
