/**
 * Claims ahead of free slots in the whole program: people on deck are shown as waiting, and nobody on deck is dialed after a
 * do-not-call entry or a pause was answered. The first people of each list are busy, so that calls end; the others talk for hours,
 * so that the deck stays as it is.
 */
import { afterEach, expect, test } from 'vitest'
import { WEEKDAYS } from '../../src/policies/rules/policy.ts'
import { type Json, type Member, testApp } from './app.ts'
import { FAST, made, newCampaign, newConfiguration } from './things.ts'

const SLOTS = 4
const BUSY = 12
const PEOPLE = 60
/** A few ends are a high rate here, and claims stay on deck for as long as the test looks at them. */
const claimsAhead = { ends: 3, withinMs: 600_000, ageMs: 600_000, restMs: 20 }
const { app, pool, a, b } = await testApp({ environment: { CLAIMS_AHEAD: 'on' }, claimsAhead })
await app.dialer.start()

interface LiveRow {
  id: number
  state: string
  contact_id: number
  phone_number: string
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 10))

async function liveRows(campaignId: number): Promise<LiveRow[]> {
  const { rows } = await pool.query(
    `select c.id, c.state, c.contact_id, l.phone_number from calls_live l join calls c on c.id = l.call_id
      where c.campaign_id = $1 order by c.id`,
    [campaignId],
  )
  return rows
}

/** A running campaign whose slots are all taken, with as many people on deck. */
async function campaignWithDeck(member: Member): Promise<{ id: number; talking: LiveRow[]; waiting: LiveRow[] }> {
  const talks = { ...FAST, shortest_talk_seconds: 3600, longest_talk_seconds: 3600, speed: 1 }
  const endings = Array.from({ length: PEOPLE }, (_, index) => (index < BUSY ? '60' : '00'))
  const { id } = await newCampaign(member, {
    endings,
    telephony_configuration_id: await newConfiguration(member, talks),
    max_concurrency: SLOTS,
    retry_config: { enabled: false },
  })
  await made(member.request('POST', `/api/v1/campaign/${id}/start`))
  for (;;) {
    const rows = await liveRows(id)
    const waiting = rows.filter(({ state }) => state === 'claimed')
    const talking = rows.filter(({ state }) => state === 'answered')
    if (waiting.length === SLOTS && talking.length === SLOTS && app.dialer.onDeck(member.organizationId, id) === SLOTS)
      return { id, talking, waiting }
    await soon()
  }
}

const progressOf = (id: number) => made<Json>(a.request('GET', `/api/v1/campaign/${id}/progress`))
const endOf = (callId: number) =>
  app.dialer.report(callId, {
    kind: 'ended',
    as: 'completed',
    permanent: false,
    durationSeconds: 1,
    cause: '',
    endedBy: 'callee',
  })

/** Another campaign with due contacts of the same organization would keep the next test from having a deck. */
afterEach(async () => {
  const { rows } = await pool.query('select id, state, organization_id from campaigns')
  for (const { id, state, organization_id } of rows) {
    const member = organization_id === a.organizationId ? a : b
    if (state === 'running') await made(member.request('POST', `/api/v1/campaign/${id}/pause`))
    for (const call of await liveRows(id)) await endOf(call.id)
  }
})

test('people on deck are shown as waiting and not as live calls', async () => {
  const { id } = await campaignWithDeck(a)
  const stored = await pool.query('select live_calls from campaigns where id = $1', [id])
  expect(stored.rows).toEqual([{ live_calls: 2 * SLOTS }])

  const waiting = PEOPLE - BUSY - SLOTS
  expect(await progressOf(id)).toMatchObject({ live_calls: SLOTS, processed_rows: BUSY, pending_rows: waiting })
  const { progress } = await made<{ progress: Json[] }>(a.request('GET', '/api/v1/campaign/progress'))
  expect(progress).toMatchObject([{ campaign_id: id, live_calls: SLOTS, pending_rows: waiting }])
  expect(await made(a.request('GET', `/api/v1/campaign/${id}`))).toMatchObject({ live_calls: SLOTS })
  const { campaigns } = await made<{ campaigns: Json[] }>(a.request('GET', '/api/v1/campaign/'))
  expect(campaigns).toMatchObject([{ id, live_calls: SLOTS }])
  const explained = await made<Json & { limits: Json[] }>(a.request('GET', `/api/v1/campaign/${id}/explain`))
  expect(explained).toMatchObject({ pending_rows: waiting, waits: [{ rule: 'campaign_slots', contacts: waiting }] })
  expect(explained.limits).toContainEqual(
    expect.objectContaining({ rule: 'campaign_slots', limit: SLOTS, used: SLOTS, reached: true }),
  )
  expect(explained.limits).toContainEqual(expect.objectContaining({ rule: 'organization_slots', used: SLOTS }))
  expect(await made(a.request('GET', '/api/v1/organization'))).toMatchObject({ live_calls: SLOTS })
  const { text: figures } = await a.request('GET', '/metrics')
  expect(figures).toContain(`\noutdial_live_calls ${SLOTS}\n`)
  expect(figures).toContain(`\noutdial_on_deck ${SLOTS}\n`)
  expect(figures).toContain(`\noutdial_queue_depth ${waiting}\n`)
})

test('what a pause answers and logs counts nobody on deck', async () => {
  const logged = async (id: number) => {
    const { rows } = await pool.query(
      `select details from campaign_logs where campaign_id = $1 and event = 'campaign_paused'`,
      [id],
    )
    return rows.map(({ details }) => details.live_calls)
  }
  const first = await campaignWithDeck(a)
  expect(await made(a.request('POST', `/api/v1/campaign/${first.id}/pause`))).toMatchObject({ live_calls: SLOTS })
  expect(await logged(first.id)).toEqual([SLOTS])
  for (const call of first.talking) await endOf(call.id)

  const second = await campaignWithDeck(a)
  const { paused } = await made<{ paused: Json[] }>(a.request('POST', '/api/v1/campaign/pause-all'))
  expect(paused).toMatchObject([{ id: second.id, live_calls: SLOTS }])
  expect(await logged(second.id)).toEqual([SLOTS])
})

test('a person on deck is not dialed after the do-not-call entry was answered', async () => {
  const { id, talking, waiting } = await campaignWithDeck(a)
  const [listed] = waiting as [LiveRow]
  await made(a.request('POST', '/api/v1/suppressions', { phone_number: listed.phone_number }))
  await Promise.all(talking.map((call) => endOf(call.id)))
  for (;;) {
    const answered = (await liveRows(id)).filter(({ state }) => state === 'answered')
    if (answered.length === SLOTS) break
    await soon()
  }
  const { rows: calls } = await pool.query('select placed_at from calls where contact_id = $1', [listed.contact_id])
  expect(calls.filter(({ placed_at }) => placed_at !== null)).toEqual([])
  expect((await liveRows(id)).some(({ contact_id }) => contact_id === listed.contact_id)).toBe(false)
})

test('after a pause was answered, nobody on deck is dialed, and everybody on deck is back in the queue', async () => {
  const { id, talking, waiting } = await campaignWithDeck(a)
  await made(a.request('POST', `/api/v1/campaign/${id}/pause`))
  const still = await liveRows(id)
  expect(still.filter(({ state }) => state === 'claimed')).toEqual([])
  await Promise.all(talking.map((call) => endOf(call.id)))
  expect(await liveRows(id)).toEqual([])
  const { rows: people } = await pool.query('select state, dials from contacts where id = any($1)', [
    waiting.map(({ contact_id }) => contact_id),
  ])
  expect(people).toEqual(waiting.map(() => ({ state: 'pending', dials: 0 })))
  expect(await progressOf(id)).toMatchObject({ live_calls: 0, state: 'paused' })
})

const ALL_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, [{ start: '00:00', end: '24:00' }]]))
const setPolicy = (policy: Json) => made(b.request('PUT', '/api/v1/organizations/policy', { policy }))

test('under calling rules people on deck are shown as waiting, and a change of the rules is applied to them before it is answered', async () => {
  await setPolicy({ hours: ALL_DAY, hours_floor: 'off', caps: [{ max: 3, hours: 24 }] })
  const { id, talking, waiting } = await campaignWithDeck(b)
  const pending = PEOPLE - BUSY - SLOTS
  expect(await made(b.request('GET', `/api/v1/campaign/${id}/progress`))).toMatchObject({
    live_calls: SLOTS,
    pending_rows: pending,
  })
  const explained = await made<Json>(b.request('GET', `/api/v1/campaign/${id}/explain`))
  expect(explained).toMatchObject({ pending_rows: pending, waits: [{ rule: 'campaign_slots', contacts: pending }] })

  await setPolicy({ hours: ALL_DAY, hours_floor: 'off', caps: [{ max: 2, hours: 24 }] })
  const before = waiting.map((call) => call.id)
  await Promise.all(talking.map((call) => endOf(call.id)))
  for (;;) {
    const answered = (await liveRows(id)).filter(({ state }) => state === 'answered')
    if (answered.length === SLOTS) break
    await soon()
  }
  const { rows: dialed } = await pool.query('select id from calls where id = any($1) and placed_at is not null', [
    before,
  ])
  expect(dialed).toEqual([])
  const { rows: attempts } = await pool.query('select call_id from number_attempts where call_id = any($1)', [before])
  expect(attempts).toEqual([])
})
