/** A person who names another time is called then: seen in the contact, in progress and in explain. */
import { beforeAll, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { FAST, made, newCampaign, newConfiguration } from './things.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

async function liveRun(campaignId: number): Promise<number> {
  for (;;) {
    const url = `/api/v1/campaign/${campaignId}/runs`
    const { runs } = await made<{ runs: Json[] }>(world.a.request('GET', url))
    const live = runs.find((run) => run.is_completed === false && run.state !== 'claimed')
    if (live) return Number(live.id)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('the next attempt is at that time, although no retries are configured', async () => {
  const { a, app } = world
  const talking = { ...FAST, account: 'talks', shortest_talk_seconds: 600, longest_talk_seconds: 600, speed: 1 }
  const telephony_configuration_id = await newConfiguration(a, talking)
  const { id } = await newCampaign(a, { endings: ['99'], telephony_configuration_id, retry_config: { enabled: false } })
  await made(a.request('POST', `/api/v1/campaign/${id}/start`))
  const callId = await liveRun(id)
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 24 * 3_600_000).toISOString()
  await app.dialer.report(callId, { kind: 'agent' })
  await app.dialer.report(callId, { kind: 'call_back', at })
  await app.dialer.report(callId, {
    kind: 'ended',
    as: 'completed',
    cause: 'hung up',
    permanent: false,
    endedBy: 'us',
    durationSeconds: 9,
  })

  const { contacts } = await made<{ contacts: Json[] }>(a.request('GET', `/api/v1/campaign/${id}/contacts`))
  expect(contacts[0]).toMatchObject({ state: 'pending', outcome: 'answered', next_attempt_at: at, call_back_at: at })
  const progress = await made(a.request('GET', `/api/v1/campaign/${id}/progress`))
  expect(progress).toMatchObject({ state: 'running', call_backs: 1, retries_not_due: 1, next_retry_at: at })
  const explained = await made<{ because: Json[] }>(
    a.request('GET', `/api/v1/campaign/${id}/contacts/${contacts[0]?.id}/explain`),
  )
  const message = 'The person asked to be called at a later time.'
  expect(explained.because).toContainEqual(expect.objectContaining({ rule: 'retry_time', message, until: at }))
})
