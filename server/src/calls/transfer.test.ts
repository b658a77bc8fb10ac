/** Handing over when something of ours fails: nobody is left on a silent line. The rest is in `test/end-to-end/transfer.test.ts`. */
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/interface/app.ts'
import { FAST, made, newConfiguration, newWorkflow } from '../../test/interface/things.ts'
import { markJoined, readyToTakeOver } from '../dialer/transfer-queries.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import type { OpenAccount } from '../telephony/account-pool.ts'
import type { CallRef, CarrierAccount } from '../telephony/provider.ts'
import { endJoinedCalls } from './end-joined-calls.ts'
import { type TransferDeps, transferCall } from './transfer.ts'

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
function depsWith(account: Partial<CarrierAccount>): TransferDeps {
  const accounts = { get: async () => ({ account }) as unknown as OpenAccount }
  return { db: world.app.db, clock: systemClock, log: silentLog, dialer: world.app.dialer, accounts, refer }
}

let people = 0
async function talking(): Promise<CallRef> {
  const wish = {
    workflow_id: workflowId,
    phone_number: `+120255501${String(10 + people++)}`,
    telephony_configuration_id: configurationId,
  }
  const { id } = await made(world.a.request('POST', '/api/v1/telephony/initiate-call', wish))
  return refer(id, null)
}

async function partnerOf(callId: number): Promise<number> {
  for (;;) {
    const { rows } = await world.pool.query('select id from calls where transfer_of = $1 and placed_at is not null', [
      callId,
    ])
    if (rows[0]) return rows[0].id
  }
}

const wish = (destination: string) => ({
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
  const handing = transferCall(depsWith({ join, hangUp }), call, wish('+12025550188'))
  const partner = await partnerOf(call.callId)
  await readyToTakeOver(world.app.db, partner)
  expect(await handing).toMatchObject({ ok: false })
  expect(hungUp.map(({ callId }) => callId)).toEqual([partner])
})

test('an account that cannot be opened costs nobody a call', async () => {
  const call = await talking()
  const deps = { ...depsWith({}), accounts: { get: () => Promise.reject(new Error('no such account')) } }
  await expect(transferCall(deps, call, wish('+12025550188'))).rejects.toThrow('no such account')
  const { rows } = await world.pool.query('select 1 from calls where transfer_of = $1', [call.callId])
  expect(rows).toEqual([])
})

test('two that were joined are watched by every node: when one is over, the other is hung up, though not for ever', async () => {
  const [one, other, apart] = [await talking(), await talking(), await talking()]
  await markJoined(world.app.db, [one.callId, other.callId], 7200)
  const hungUp: number[] = []
  const { db, log, accounts } = depsWith({ hangUp: async ({ callId }) => void hungUp.push(callId) })
  const duty = endJoinedCalls({ db, log, accounts, refer })
  await duty.runOnce()
  expect(hungUp).toEqual([])
  await world.pool.query('update calls set live = false where id = $1', [one.callId])
  for (let run = 0; run < 10; run++) await duty.runOnce()
  expect(new Set(hungUp)).toEqual(new Set([other.callId]))
  expect(hungUp).toHaveLength(4)
  expect(hungUp).not.toContain(apart.callId)
})

test('who was called to take over somebody that has gone is let go, whatever became of the node that called them', async () => {
  const [call, partner] = [await talking(), await talking()]
  await world.pool.query('update calls set transfer_of = $1 where id = $2', [call.callId, partner.callId])
  const hungUp: number[] = []
  const { db, log, accounts } = depsWith({ hangUp: async ({ callId }) => void hungUp.push(callId) })
  const duty = endJoinedCalls({ db, log, accounts, refer })
  await duty.runOnce()
  expect(hungUp).not.toContain(partner.callId)
  await world.pool.query('update calls set live = false where id = $1', [call.callId])
  await duty.runOnce()
  expect(hungUp).toContain(partner.callId)
})
