/** Retries at an hour in which the person answered before, as an operator meets them. */
import { beforeAll, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { made, newCampaign, newConfiguration, uploadCsv } from './things.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.app.start()
})

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const setHours = (spans: ReadonlyArray<readonly [number, number]>) => {
  const day = spans.filter(([from, to]) => from < to).map(([from, to]) => ({ start: clock(from), end: clock(to) }))
  const policy = { hours: Object.fromEntries(DAYS.map((name) => [name, day])) }
  return made(world.a.request('PUT', '/api/v1/organizations/policy', { policy }))
}

interface Contact {
  id: number
  state: string
  attempts: number
  next_attempt_at: string | null
}

/** A week ago, in the hour that begins this many hours after the current one. */
const weekAgo = (hours: number) =>
  new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 7 * DAY_MS + hours * HOUR_MS + 600_000)

async function answeredAt(number: string, at: Date): Promise<void> {
  await world.pool.query(
    `insert into number_attempts (call_id, organization_id, phone_number, at, what, is_simulated)
     values ((select coalesce(min(call_id), 0) - 1 from number_attempts), $1, $2, $3, 'conversation', true)`,
    [world.a.organizationId, number, at],
  )
}

/** The contact after a first call that was not answered. Its list says that the person is in UTC. */
async function afterFirstCall(number: string, retry_config: Json): Promise<{ id: number; contact: Contact }> {
  const source_id = await uploadCsv(world.a, `phone_number,timezone\n${number},UTC\n`)
  const telephony_configuration_id = await newConfiguration(world.a)
  const { id } = await newCampaign(world.a, { source_id, telephony_configuration_id, retry_config })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  for (;;) {
    const { contacts } = await made<{ contacts: Contact[] }>(world.a.request('GET', `/api/v1/campaign/${id}/contacts`))
    const [contact] = contacts as [Contact]
    if (contact.attempts === 1 && contact.state === 'pending') return { id, contact }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const PREFERS = { max_retries: 2, retry_delay_seconds: 60, prefer_reached_hours: true }
const ALL_DAY = [[0, 24]] as const

test('a retry waits for the hour of the day in which the person answered, and the explanation names the day', async () => {
  await setHours(ALL_DAY)
  const reached = weekAgo(3)
  await answeredAt('+12025550170', reached)
  const { id, contact } = await afterFirstCall('+12025550170', PREFERS)
  const next = new Date(contact.next_attempt_at as string)
  expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([reached.getUTCHours(), 0])
  expect(next.getTime()).toBeLessThan(Date.now() + DAY_MS)
  const why = await made<{ because: Json[]; next_possible_at: string }>(
    world.a.request('GET', `/api/v1/campaign/${id}/contacts/${contact.id}/explain`),
  )
  const hour = reached.getUTCHours()
  expect(why.because).toMatchObject([
    {
      rule: 'retry_time',
      message: `The next attempt waits for the hour from ${clock(hour)} to ${clock(hour + 1)} (UTC), because the person answered in that hour on ${reached.toISOString().slice(0, 10)}.`,
    },
  ])
  expect(why.next_possible_at).toBe(contact.next_attempt_at)
})

test('without the option, without an earlier conversation, or outside the calling hours the delay alone counts', async () => {
  await setHours(ALL_DAY)
  const isByDelay = ({ next_attempt_at }: Contact) => Date.parse(next_attempt_at as string) < Date.now() + 61_000
  await answeredAt('+12025550171', weekAgo(3))
  const plain = await afterFirstCall('+12025550171', { ...PREFERS, prefer_reached_hours: false })
  expect(isByDelay(plain.contact)).toBe(true)
  expect(isByDelay((await afterFirstCall('+12025550172', PREFERS)).contact)).toBe(true)
  // Closed from two to five hours after now.
  const from = (new Date().getUTCHours() + 2) % 24
  const to = (from + 3) % 24
  await setHours(
    from < to
      ? [
          [0, from],
          [to, 24],
        ]
      : [[to, from]],
  )
  await answeredAt('+12025550173', weekAgo(3))
  expect(isByDelay((await afterFirstCall('+12025550173', PREFERS)).contact)).toBe(true)
  await setHours(ALL_DAY)
})

test('the rule that holds a person longest is named, and no hours are said to be open where the zone is unknown', async () => {
  const number = '+12025550180'
  const policy = { hours_floor: 'off', cooldowns: [{ after: 'conversation', hours: 72 }], least_gap_minutes: 90 }
  await made(world.a.request('PUT', '/api/v1/organizations/policy', { policy }))
  const at = new Date(Date.now() - 60_000)
  await answeredAt(number, at)
  const start = async (csv: string) => {
    const telephony_configuration_id = await newConfiguration(world.a)
    const input = { source_id: await uploadCsv(world.a, csv), telephony_configuration_id, keep_open: true }
    const { id } = await newCampaign(world.a, input)
    await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
    return id
  }
  const first = async (id: number) => {
    const path = `/api/v1/campaign/${id}/contacts`
    const { contacts } = await made<{ contacts: Array<Contact & { held_by: string | null }> }>(
      world.a.request('GET', path),
    )
    const [contact] = contacts as [Contact & { held_by: string | null }]
    const explained = await made<{ rules: Array<{ rule: string; holds: boolean; message: string }> }>(
      world.a.request('GET', `${path}/${contact.id}/explain`),
    )
    return { contact, rules: explained.rules }
  }
  const id = await start(`phone_number\n${number}\n`)
  for (;;) {
    const { contact } = await first(id)
    if (contact.held_by === null) await new Promise((resolve) => setTimeout(resolve, 10))
    else {
      expect([contact.held_by, contact.next_attempt_at]).toEqual([
        'cooldown',
        new Date(at.getTime() + 72 * HOUR_MS).toISOString(),
      ])
      break
    }
  }
  await setHours([[9, 20]])
  const unknown = await first(await start('phone_number\n+18005551234\n'))
  expect(unknown.rules.map(({ rule }) => rule)).toContain('zone_unknown')
  expect(unknown.rules.map(({ rule }) => rule)).not.toContain('contact_hours')
  await setHours(ALL_DAY)
  const later = await first(await start('phone_number,not_before\n+12025550181,2099-01-01\n'))
  expect(later.rules.find(({ rule }) => rule === 'retry_time')).toMatchObject({
    holds: false,
    message: 'No waiting time before the next attempt applies.',
  })
})

type ShownForecast = Json & { forecast: { calls_per_hour: Array<{ at: string }> } }

/** The hours in which a campaign over this list, whose people never answer, would dial. */
async function forecastHours(source_id: string, retry_config: Json): Promise<number[]> {
  const telephony_configuration_id = await newConfiguration(world.a)
  const assumptions = { answer_rate: 0, talk_seconds: 60 }
  const input = { source_id, telephony_configuration_id, retry_config, assumptions }
  const { forecast } = await made<ShownForecast>(world.a.request('POST', '/api/v1/campaign/forecast', input))
  return [...new Set(forecast.calls_per_hour.map(({ at }) => new Date(at).getUTCHours()))]
}

test('an organization without calling rules goes by its calls, and so does its forecast', async () => {
  const { organizationId } = world.a
  const version = (to: number) =>
    world.pool.query('update organizations set policy_version = $2 where id = $1', [organizationId, to])
  await version(0)
  await world.pool.query('delete from policies where organization_id = $1', [organizationId])
  const first = await afterFirstCall('+12025550174', { ...PREFERS, prefer_reached_hours: false })
  const reached = weekAgo(4)
  await world.pool.query(`update calls set outcome = 'answered', claimed_at = $2 where contact_id = $1`, [
    first.contact.id,
    reached,
  ])
  await made(world.a.request('POST', `/api/v1/campaign/${first.id}/pause`))
  const { contact } = await afterFirstCall('+12025550174', PREFERS)
  expect(new Date(contact.next_attempt_at as string).getUTCHours()).toBe(reached.getUTCHours())
  const sourceId = await uploadCsv(world.a, 'phone_number,timezone\n+12025550174,UTC\n')
  expect(await forecastHours(sourceId, PREFERS)).toContain(reached.getUTCHours())
  expect(await forecastHours(sourceId, { ...PREFERS, prefer_reached_hours: false })).not.toContain(
    reached.getUTCHours(),
  )
})
