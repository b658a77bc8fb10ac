/** A dial that was given back was shown to nobody: it spends nothing of its number's limit of the day. */
import { expect, test } from 'vitest'
import type { ClaimedCall } from '../../src/dialer/claimed-call.ts'
import { DialLoop } from '../../src/dialer/dial-loop.ts'
import { noMetrics } from '../../src/dialer/metrics.ts'
import { PolicyCache } from '../../src/dialer/policy-cache.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from './postgres-fixture.ts'

const PEOPLE = 6

test('a carrier that answers "later" uses up no daily limit; a call that was placed does', async () => {
  const database = await testDatabase()
  const { pool } = database
  const { store, ...fixture } = await postgresFixture(database)
  const organizationId = await fixture.addOrganization(PEOPLE)
  const configurationId = await fixture.addConfiguration(organizationId, 100)
  const campaignId = await fixture.addCampaign(organizationId, configurationId, 'running')
  for (let index = 0; index < PEOPLE; index++) {
    await fixture.addContact(organizationId, { campaignId, phoneNumber: `+1202555010${index}` })
  }
  await fixture.addNumber(organizationId, configurationId, { address: '+12025550199' })
  await pool.query('update phone_numbers set max_calls_per_day = $1', [PEOPLE])
  const used = async () => (await pool.query('select used_count from phone_numbers')).rows[0].used_count as number

  const placed: ClaimedCall[] = []
  let claimedAll = () => {}
  const claimed = new Promise<void>((resolve) => {
    claimedAll = resolve
  })
  const loop = new DialLoop({
    store,
    clock: systemClock,
    log: silentLog,
    nodeId: 'node',
    metrics: noMetrics,
    now: () => Date.now(),
    knowsTime: () => true,
    doubtTime: () => {},
    mayClaim: () => placed.length === 0,
    policies: new PolicyCache(),
    agentExpected: () => false,
    room: { left: () => Number.POSITIVE_INFINITY, taken: () => {}, ended: () => {} },
    place: (one) => {
      if (placed.push(one) === PEOPLE) claimedAll()
    },
    slotsLeft: () => {},
    appended: () => {},
  })
  loop.wake(organizationId)
  await claimed
  expect(await used()).toBe(PEOPLE)
  const [first, ...others] = placed as [ClaimedCall, ...ClaimedCall[]]
  await loop.report(first.callId, { kind: 'placed', providerCallId: 'CA1' })
  await Promise.all(others.map(({ callId }) => loop.report(callId, { kind: 'later', reason: '429' })))
  expect(await used()).toBe(1)
  await loop.stop()
})
