/** Handing over when something of ours fails: nobody is left on a silent line. The rest is in `test/end-to-end/transfer.test.ts`. */
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/interface/app.ts'
import { FAST, made, newConfiguration, newWorkflow } from '../../test/interface/things.ts'
import { markJoined, readyToTakeOver } from '../dialer/transfer-queries.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import type { OpenAccount } from '../telephony/account-pool.ts'
import type { CallRef, Capabilities, CarrierAccount } from '../telephony/provider.ts'
import { endJoinedCalls } from './end-joined-calls.ts'
import { hangUpCall } from './hang-up.ts'
import { carrierTimeLimits, type TransferDeps, transferCall } from './transfer.ts'

let world: TestApp
let configurationId: number
let workflowId: number

const refer = (callId: number, providerCallId: string | null): CallRef => ({
  callId,
  callKey: `od-test-${callId}`,
  providerCallId,
})

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  const long = { shortest_talk_seconds: 3000, longest_talk_seconds: 3000, speed: 1 }
  configurationId = await newConfiguration(world.a, { ...FAST, ...long })
  workflowId = await newWorkflow(world.a)
})

/** The dialer, the database and the carrier are the program's own; only what the test is about fails. */
function depsWith(account: Partial<CarrierAccount>, capabilities: Partial<Capabilities> = {}): TransferDeps {
  const spec = { displayName: 'Exotel', capabilities }
  const accounts = { get: async () => ({ account, spec }) as unknown as OpenAccount }
  return { db: world.app.db, clock: systemClock, log: silentLog, dialer: world.app.dialer, accounts, refer }
}

test('an emergency number is never called as the destination of a transfer', async () => {
  const call = await talking()
  const input = { destination: '112', announcement: 'Hello', signal: new AbortController().signal }
  const result = await transferCall(depsWith({}), call, input)
  expect(result).toEqual({ ok: false, message: 'Not put through: the destination is an emergency number.' })
  const { rows } = await world.pool.query('select 1 from calls where transfer_of = $1', [call.callId])
  expect(rows).toEqual([])
})

let people = 0
async function talking(over = configurationId): Promise<CallRef> {
  const input = {
    workflow_id: workflowId,
    phone_number: `+120255501${String(10 + people++)}`,
    telephony_configuration_id: over,
  }
  const { id } = await made(world.a.request('POST', '/api/v1/telephony/initiate-call', input))
  // Named by the carrier, so that nothing of it changes behind the test's back.
  for (;;) {
    const { rows } = await world.pool.query('select 1 from calls where id = $1 and provider_call_id is not null', [id])
    if (rows[0]) return refer(id, null)
  }
}

async function partnerOf(callId: number): Promise<number> {
  for (;;) {
    const { rows } = await world.pool.query('select id from calls where transfer_of = $1 and placed_at is not null', [
      callId,
    ])
    if (rows[0]) return rows[0].id
  }
}

const input = (destination: string) => ({
  destination,
  announcement: 'A call for you.',
  signal: new AbortController().signal,
})

test.each([
  ['throws', () => Promise.reject(new Error('nobody expected this'))],
  ['is refused', async () => ({ ok: false, message: 'The calls could not be connected.' })],
])('whoever is ready to take over is let go when joining %s', async (_what, join) => {
  const hungUp: CallRef[] = []
  const hangUp = async (call: CallRef) => void hungUp.push(call)
  const call = await talking()
  const handing = transferCall(depsWith({ join, hangUp }), call, input('+12025550188'))
  const partner = await partnerOf(call.callId)
  await readyToTakeOver(world.app.db, partner)
  expect(await handing).toMatchObject({ ok: false })
  expect(hungUp.map(({ callId }) => callId)).toEqual([partner])
})

test('a destination that rings longer than the step allows is hung up', async () => {
  const hungUp: number[] = []
  const hangUp = async (call: CallRef) => void hungUp.push(call.callId)
  const ringing = { ...FAST, speed: 1, shortest_ring_seconds: 25, longest_ring_seconds: 25 }
  const call = await talking(await newConfiguration(world.a, ringing))
  const result = await transferCall(depsWith({ hangUp }), call, { ...input('+12025550188'), ringSeconds: 0 })
  expect(result).toEqual({ ok: false, message: 'Not put through: the call was not answered.' })
  expect(hungUp).toEqual([await partnerOf(call.callId)])
})

test('an account that cannot be opened costs nobody a call', async () => {
  const call = await talking()
  const deps = { ...depsWith({}), accounts: { get: () => Promise.reject(new Error('no such account')) } }
  await expect(transferCall(deps, call, input('+12025550188'))).rejects.toThrow('no such account')
  const { rows } = await world.pool.query('select 1 from calls where transfer_of = $1', [call.callId])
  expect(rows).toEqual([])
})

test('a carrier that cannot join two calls transfers nobody, and no phone rings for it', async () => {
  const call = await talking()
  const result = await transferCall(depsWith({}, { joinsCalls: false }), call, input('+12025550188'))
  expect(result).toEqual({ ok: false, message: 'Not put through: Exotel cannot connect two calls.' })
  const { rows } = await world.pool.query('select 1 from calls where transfer_of = $1', [call.callId])
  expect(rows).toEqual([])
})

test('a carrier that ends calls by their audio says so where the audio is not here', async () => {
  const { callId } = await talking()
  const hungUp: number[] = []
  const hangUp = async (call: CallRef) => void hungUp.push(call.callId)
  const asked = (holds: boolean) =>
    hangUpCall(depsWith({ hangUp, holds: () => holds }, { endsByAudio: true }), world.a.organizationId, callId)
  await expect(asked(false)).rejects.toMatchObject({ code: 'hang_up_impossible' })
  expect(hungUp).toEqual([])
  await asked(true)
  expect(hungUp).toEqual([callId])
})

/** What the duty hung up, by a clock that the test moves. */
function watching(atOnce?: number) {
  const hungUp: number[] = []
  const clock = new VirtualClock()
  const { db, log, accounts } = depsWith({ hangUp: async ({ callId }) => void hungUp.push(callId) })
  const duty = endJoinedCalls({ db, clock, log, accounts, refer, ...(atOnce ? { atOnce } : {}) })
  const run = async (times: number) => {
    hungUp.length = 0
    for (let done = 0; done < times; done++) await duty.runOnce()
    return hungUp
  }
  return { clock, run }
}

const over = (call: CallRef) => world.pool.query('update calls set live = false where id = $1', [call.callId])

test('two that were joined are watched by every node: when one is over, the other is hung up, again and again but not in a rush', async () => {
  const [one, other] = [await talking(), await talking()]
  await markJoined(world.app.db, [one.callId, other.callId], 7200)
  const { clock, run } = watching()
  expect(await run(1)).toEqual([])
  await over(one)
  expect(await run(10)).toEqual(Array(4).fill(other.callId))
  await clock.pass(4 * 60_000)
  expect(await run(10)).toEqual([other.callId])
  // The carrier has named it only now: what was tried before could not reach it.
  await world.pool.query(`update calls set provider_call_id = 'late' where id = $1`, [other.callId])
  expect(await run(10)).toEqual(Array(4).fill(other.callId))
  await over(other)
})

test('calls that stay though they were hung up do not stand before others', async () => {
  const pairs = [[await talking(), await talking()] as const, [await talking(), await talking()] as const]
  for (const [one, other] of pairs) await markJoined(world.app.db, [one.callId, other.callId], 7200)
  for (const [one] of pairs) await over(one)
  const [first, second] = pairs.map(([, other]) => other.callId)
  expect(await watching(1).run(8)).toEqual([...Array(4).fill(first), ...Array(4).fill(second)])
  for (const [, other] of pairs) await over(other)
})

test('who was called to take over somebody that has gone is let go, whatever became of the node that called them', async () => {
  const [call, partner] = [await talking(), await talking()]
  await world.pool.query('update calls set transfer_of = $1 where id = $2', [call.callId, partner.callId])
  const { run } = watching()
  expect(await run(1)).not.toContain(partner.callId)
  await over(call)
  expect(await run(1)).toContain(partner.callId)
})

test('a look-up that failed is not remembered: the next call of the workflow gets its own limit', async () => {
  const { rows } = await world.pool.query('select current_definition_id as id from workflows where id = $1', [
    workflowId,
  ])
  const definitionId = rows[0].id
  let isAway = true
  const flaky = new Proxy(world.app.db, {
    get: (db, name) => {
      if (isAway) throw new Error('the pool is exhausted')
      const member = Reflect.get(db, name)
      return typeof member === 'function' ? member.bind(db) : member
    },
  })
  const longest = carrierTimeLimits(flaky)
  // Unknown whether it transfers: two people who talk must not be cut off.
  expect(await longest(definitionId, 600)).toBe(7200)
  isAway = false
  // The workflow has no transfer.
  expect(await longest(definitionId, 600)).toBe(600)
  isAway = true
  expect(await longest(definitionId, 600)).toBe(600)
})
