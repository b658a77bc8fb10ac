/** The page of a number and the explanation of its contact answer the same question by the same facts. */
import { beforeAll, expect, test } from 'vitest'
import { wallClockIn } from '../../src/policies/rules/wall-clock.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { ARI, made, newCampaign, newConfiguration, uploadCsv } from './things.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** The time zone that follows from the area code of the numbers below. */
const ZONE = 'America/New_York'
const ALL_DAY = hours([[0, 1440]])

function hours(spans: ReadonlyArray<readonly [number, number]>): Json {
  const time = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const day = spans.map(([start, end]) => ({ start: time(start), end: time(end) }))
  return Object.fromEntries(DAYS.map((name) => [name, day]))
}

/** Open in New York from `from` to `to` minutes after now, on every day. */
function openIn(from: number, to: number): Json {
  const { minute } = wallClockIn(ZONE, Date.now())
  const [start, end] = [(minute + from + 1440) % 1440, (minute + to + 1440) % 1440]
  return start < end
    ? hours([[start, end]])
    : hours([
        [0, end],
        [start, 1440],
      ])
}

interface Reason {
  rule: string
  message: string
  until: string | null
}

interface Answer {
  may_call_now: boolean
  because: Reason[]
}

interface History extends Answer, Json {
  campaigns: Array<Answer & { contact_id: number; phone_number: string; state: string }>
}

async function waiting(csv: string): Promise<{ id: number; contactId: number; number: string }> {
  // A real carrier, because the calling hours do not apply to simulated calls.
  const telephony_configuration_id = await newConfiguration(world.a, ARI)
  const { id } = await newCampaign(world.a, { source_id: await uploadCsv(world.a, csv), telephony_configuration_id })
  const { contacts } = await made<{ contacts: Array<{ id: number; phone_number: string }> }>(
    world.a.request('GET', `/api/v1/campaign/${id}/contacts`),
  )
  const { id: contactId, phone_number: number } = contacts[0] as { id: number; phone_number: string }
  return { id, contactId, number }
}

const setRules = (policy: Json) => made(world.a.request('PUT', '/api/v1/organizations/policy', { policy }))
const historyOf = (number: string) =>
  made<History>(world.a.request('GET', `/api/v1/numbers/${encodeURIComponent(number)}/history`))
const explain = (id: number, contactId: number) =>
  made<Answer & Json>(world.a.request('GET', `/api/v1/campaign/${id}/contacts/${contactId}/explain`))
const viewed = (id: number, contactId: number) =>
  made<Answer & Json>(world.a.request('GET', `/api/v1/campaign/${id}/contacts/${contactId}`))

const rulesOf = ({ because }: Answer) => because.map(({ rule }) => rule)
/** Without the sentences: they name the current time, which differs between two answers. */
const lasting = ({ because }: Answer) => because.map(({ rule, until }) => ({ rule, until }))

test('a list that says where the person is decides in the history of the number too', async () => {
  await setRules({ hours: openIn(-60, 180) })
  const { id, contactId, number } = await waiting('phone_number,timezone\n+12025550701,Pacific/Kiritimati\n')
  const why = await explain(id, contactId)
  expect(rulesOf(why)).toContain('contact_hours')
  const { may_call_now, because, campaigns } = await historyOf(number)
  // For a single call only the number decides, not the columns of a list.
  expect([may_call_now, because]).toEqual([true, []])
  expect(campaigns).toMatchObject([{ contact_id: contactId, may_call_now: false, because: lasting(why) }])
  expect(await viewed(id, contactId)).toMatchObject({ may_call_now: false, because: lasting(why) })
})

test('a campaign with stricter rules decides in the history of the number too', async () => {
  await setRules({ hours: ALL_DAY })
  const { id, contactId, number } = await waiting('phone_number\n+12025550702\n')
  await made(world.a.request('PATCH', `/api/v1/campaign/${id}`, { policy: { hours: openIn(300, 420) } }))
  const why = await explain(id, contactId)
  expect(rulesOf(why)).toContain('contact_hours')
  const { may_call_now, campaigns } = await historyOf(number)
  expect(may_call_now).toBe(true)
  expect(campaigns).toMatchObject([{ may_call_now: false, because: lasting(why) }])
})

test('a finished contact and a number in a call are said to be so', async () => {
  await setRules({ hours: ALL_DAY })
  const { contactId, number } = await waiting('phone_number\n+12025550703\n')
  await world.pool.query(`update contacts set state = 'done', outcome = 'busy' where id = $1`, [contactId])
  expect((await historyOf(number)).campaigns).toMatchObject([{ may_call_now: null, because: [] }])
  await world.pool.query('insert into calls_live (call_id, organization_id, phone_number) values (-1, $1, $2)', [
    world.a.organizationId,
    number,
  ])
  expect(await historyOf(number)).toMatchObject({ may_call_now: false, because: [{ rule: 'in_another_call' }] })
})
