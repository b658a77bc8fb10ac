/** Numbers that people answer much less often than the others rest automatically; after they were woken only later calls count. */
import { beforeAll, expect, test } from 'vitest'
import { appendEvent } from '../../src/events/append.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { restWeakNumbers } from '../../src/telephony/numbers/rest-weak-numbers.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { ARI, CONFIGURATIONS, made, newConfiguration, newWorkflow } from './things.ts'

let world: TestApp
let path: string
const ids: number[] = []

beforeAll(async () => {
  world = await testApp({ environment: { PUBLIC_URL_CHECK: 'off' } })
  const configurationId = await newConfiguration(world.a, ARI)
  path = `${CONFIGURATIONS}/${configurationId}/phone-numbers`
  for (const address of ['+12025550100', '+12025550101', '+12025550102'])
    ids.push((await made(world.a.request('POST', path, { address }))).id)
  const workflowId = await newWorkflow(world.a)
  const [weak, ...others] = ids as [number, number, number]
  const add = (numberId: number, outcome: string, calls: number) =>
    world.pool.query(
      `insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
              phone_number, address_type, caller_number_id, state, live, outcome, node_id, attempt, claimed_at, news_at, deadline_at)
       select $1, 'outbound', $2, (select current_definition_id from workflows where id = $2), $3, 'ari', '+15550100', 'pstn',
              $4, 'ended', false, $5, 'node', 1, now(), now(), now() from generate_series(1, $6::int)`,
      [world.a.organizationId, workflowId, configurationId, numberId, outcome, calls],
    )
  await add(weak, 'answered', 8)
  await add(weak, 'no_answer', 200)
  for (const number of others) {
    await add(number, 'answered', 40)
    await add(number, 'no_answer', 160)
    // A refused call rang nowhere and says nothing about the number.
    await add(number, 'failed', 500)
  }
})

const job = () =>
  restWeakNumbers({
    db: openDatabase(world.pool),
    clock: systemClock,
    log: silentLog,
    rested: (tx, number) => appendEvent(tx, { ...number, type: 'caller_number_resting' }),
  })
const numbers = async () => (await made<{ phone_numbers: Json[] }>(world.a.request('GET', path))).phone_numbers

test('the weak number rests with the figures, an event says so, and the others stay in use', async () => {
  expect(await job().runOnce()).toEqual({ rested: 1, failed: 0 })
  const [weak, ...others] = await numbers()
  expect(weak).toMatchObject({ id: ids[0], resting_since: expect.any(String) })
  expect(weak?.resting_reason).toBe('people answered 3.8 % of 208 calls, and 20 % of those with the other numbers')
  for (const number of others) expect(number.resting_since).toBeNull()
  const { rows } = await world.pool.query(`select data from events where type = 'caller_number_resting'`)
  expect(rows).toMatchObject([{ data: { phone_number_id: ids[0], address: '+12025550100' } }])
  expect(await job().runOnce()).toEqual({ rested: 0, failed: 0 })
})

test('a number that was woken is judged by its later calls only', async () => {
  const woken = await made(world.a.request('POST', `${path}/${ids[0]}/wake`))
  expect(woken.resting_since).toBeNull()
  expect(await job().runOnce()).toEqual({ rested: 0, failed: 0 })
})
