import { beforeAll, describe, expect, test } from 'vitest'
import { computeZonesOfOldLists } from '../../src/contacts/list-zones.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { sql as trueCountries } from '../../src/storage/migrations/0052-true-countries.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  type CampaignBody,
  campaignOf,
  greeting,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  untilEvent,
  uploadCsv,
} from './things.ts'

const DUTY = { id: 'consent', text: 'Everybody has agreed.' }
let world: TestApp

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

interface Enrolment extends Json {
  added: number
  already_enrolled: number
  rejected: number
  results: Array<{
    index: number
    status: string
    contact_id: number | null
    phone_number: string | null
    code: string
  }>
}

const ask = (id: number, contacts: unknown, more: Json = {}) =>
  world.a.request<Enrolment>('POST', `/api/v1/campaign/${id}/contacts`, { contacts, ...more })
const enrol = (id: number, contacts: unknown, more: Json = {}) => made<Enrolment>(ask(id, contacts, more))
const act = (id: number, action: string, body?: unknown) =>
  made<CampaignBody>(world.a.request('POST', `/api/v1/campaign/${id}/${action}`, body))
/** Numbers of the simulated carrier that answer. */
const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ phone_number: `+1303${String(from + index).padStart(5, '0')}00` }))
const calls = async (id: number) => {
  const { rows } = await world.pool.query<{ phone_number: string; calls: number }>(
    'select phone_number, count(*)::int as calls from calls where campaign_id = $1 group by 1',
    [id],
  )
  return rows
}
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('adding people to a draft', () => {
  test('each row gets its answer, and a repeated request adds nobody', async () => {
    const workflow_id = await newWorkflow(world.a, greeting('Hello {{first_name}}.'))
    const { id } = await newCampaign(world.a, { workflow_id, endings: ['00'] })
    const input = [
      { phone_number: '+1 (303) 555-0101', variables: { first_name: 'Ada', visits: 3, vip: true, note: null } },
      { phone_number: '+13035550101', variables: { first_name: 'Ada again' } },
      { phone_number: 'sip:+13035550101@pbx.example.com', variables: { first_name: 'The same phone' } },
      { phone_number: '+12025550000', variables: { first_name: 'Is on the list' } },
      { phone_number: '911', variables: { first_name: 'Emergency' } },
      { phone_number: '+13035550102' },
      { phone_number: '+13035550103', variables: { first_name: 'x'.repeat(4097) } },
    ]
    const answer = await enrol(id, input)
    expect(answer).toMatchObject({ campaign_id: id, added: 1, already_enrolled: 3, rejected: 3 })
    expect(answer.results.map(({ status, code }) => code ?? status)).toEqual([
      'added',
      'already_enrolled',
      'already_enrolled',
      'already_enrolled',
      'emergency_number',
      'missing_variable',
      'value_too_long',
    ])
    expect(new Set(answer.results.slice(0, 3).map(({ contact_id }) => contact_id)).size).toBe(1)
    expect(await enrol(id, input)).toMatchObject({ added: 0, already_enrolled: 4, rejected: 3 })
    expect(await campaignOf(world.a, id)).toMatchObject({ total_rows: 2, total_queued_count: 0, state: 'draft' })
    const contact = await made(
      world.a.request('GET', `/api/v1/campaign/${id}/contacts/${answer.results[0]?.contact_id}`),
    )
    expect(contact).toMatchObject({
      phone_number: '+13035550101',
      variables: { first_name: 'Ada', visits: '3', vip: 'true', note: '' },
    })
    const report = await world.a.request('GET', `/api/v1/campaign/${id}/report`)
    expect(report.text.split('\n')[0]).toMatch(/first_name,visits,vip,note/)
  })

  test('a campaign made from the same list later does not get them; their list cannot be deleted while in use', async () => {
    const source_id = await uploadCsv(world.a, 'phone_number\n+12025550000\n')
    const { id } = await newCampaign(world.a, { source_id })
    await enrol(id, people(0, 2))
    expect(await newCampaign(world.a, { source_id })).toMatchObject({ total_rows: 1 })
    const { contact_lists } = await made<{
      contact_lists: Array<{ source_id: string; filename: string; total_rows: number }>
    }>(world.a.request('GET', '/api/v1/contact-lists'))
    const own = contact_lists.find(({ filename }) => filename === `campaign-${id}-added.csv`)
    expect(own).toMatchObject({ total_rows: 2, columns: ['phone_number'] })
    const removal = await world.a.request('DELETE', `/api/v1/contact-lists/${own?.source_id}`)
    expect(removal.body.code).toBe('contact_list_in_use')
  })

  test('a consent among the variables is not taken for recorded', async () => {
    const { id } = await newCampaign(world.a)
    const variables = { consent_kind: 'express', consent_at: '2026-10-01' }
    const { rejected, results } = await enrol(id, [{ phone_number: '+12025550188', variables }])
    expect([rejected, results[0]?.code]).toEqual([1, 'consent_not_recorded'])
  })

  test('a request that is not readable as a whole adds nobody', async () => {
    const { id } = await newCampaign(world.a)
    expect((await ask(id, [])).status).toBe(422)
    expect((await ask(id, [{ phone_number: '+13035550101' }, { variables: {} }])).status).toBe(422)
    expect((await ask(id, people(0, 10_001))).status).toBe(422)
    expect((await ask(id, people(0, 1), { source_id: 'both' })).status).toBe(422)
    expect((await ask(id, undefined, { source_id: 'none' })).body.code).toBe('source_not_found')
    expect((await world.b.request('POST', `/api/v1/campaign/${id}/contacts`, { contacts: people(0, 1) })).status).toBe(
      404,
    )
    expect(await campaignOf(world.a, id)).toMatchObject({ total_rows: 1 })
  })
})

describe('adding people to a running campaign', () => {
  test('it stays running while it is kept open, calls each new person once, and completes when it is closed', async () => {
    const telephony_configuration_id = await newConfiguration(world.a)
    const settings = { keep_open: true, max_concurrency: 100, telephony_configuration_id }
    const { id } = await newCampaign(world.a, { ...settings, endings: ['00', '60'], retry_config: { enabled: false } })
    await act(id, 'start')
    await until(async () => (await campaignOf(world.a, id)).processed_rows === 2)
    expect(await campaignOf(world.a, id)).toMatchObject({ state: 'running', keep_open: true })
    // Two clients send the same people at the same time; a third sends one.
    const [first, second] = await Promise.all([enrol(id, people(0, 700)), enrol(id, people(0, 700))])
    expect((first?.added ?? 0) + (second?.added ?? 0)).toBe(700)
    const source_id = await uploadCsv(
      world.a,
      `phone_number\n${people(699, 2)
        .map((one) => one.phone_number)
        .join('\n')}\n`,
    )
    expect(await enrol(id, undefined, { source_id })).toMatchObject({ added: 1, already_enrolled: 1, results: [] })
    await until(async () => (await campaignOf(world.a, id)).processed_rows === 703)
    expect((await act(id, 'close')).keep_open).toBe(false)
    await untilEvent(world.a, id, 'campaign_completed')
    expect(await campaignOf(world.a, id)).toMatchObject({
      state: 'completed',
      total_rows: 703,
      processed_rows: 703,
      total_queued_count: 703,
      executed_count: 703,
    })
    const called = await calls(id)
    expect(called.length).toBe(703)
    expect(called.every(({ calls }) => calls === 1)).toBe(true)
    expect((await ask(id, people(900, 1))).body.code).toBe('campaign_not_enrollable')
  })

  test('where a policy is set, duties must be accepted for the new people, and people in new time zones are called', async () => {
    const { b } = world
    const { id } = await newCampaign(b, { keep_open: true })
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: { duties: [DUTY] } }))
    const contacts = [{ phone_number: '+13125550100' }, { phone_number: '+12125550100' }]
    const path = `/api/v1/campaign/${id}/contacts`
    const refused = await b.request('POST', path, { contacts })
    expect(refused.body).toMatchObject({ code: 'duties_open', details: { duties: [DUTY] } })
    expect(await campaignOf(b, id)).toMatchObject({ total_rows: 1 })
    const accept_duties = ['consent']
    expect(await made(b.request('POST', path, { contacts, accept_duties }))).toMatchObject({ added: 2 })
    const { rows } = await world.pool.query(
      `select z.zones_id, z.contacts, l.next_id is not null as lane from campaign_zones z
         left join campaign_lanes l using (campaign_id, zones_id) where z.campaign_id = $1`,
      [id],
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(rows.every(({ lane }) => lane)).toBe(true)
    expect(rows.reduce((sum, { contacts }) => sum + contacts, 0)).toBe(3)
  })

  test('people of a list are where the columns chosen for it say, also when an upgrade computes zones again', async () => {
    const { id } = await newCampaign(world.a, { keep_open: true })
    const csv = 'phone_number,Zeitzone\n+12125550177,Asia/Tokyo\n'
    const source_id = await uploadCsv(world.a, csv, '&timezone_column=Zeitzone')
    expect(await enrol(id, undefined, { source_id })).toMatchObject({ added: 1 })
    const zonesOfList = async (where: string, key: unknown) => {
      const { rows } = await world.pool.query<{ id: number; name: string }>(
        `select l.id, s.name from contact_lists l join list_contacts t on t.list_id = l.id join zone_sets s on s.id = t.zones_id
          where ${where} and t.phone_number = '+12125550177'`,
        [key],
      )
      return rows.map(({ id: list, name }) => ({ list, name }))
    }
    const enrolled = 'l.id = (select enrolled_list_id from campaigns where id = $1)'
    const before = [...(await zonesOfList(enrolled, id)), ...(await zonesOfList('l.source_id = $1', source_id))]
    const there = 'timezone_column|US,US-NY@Asia/Tokyo'
    expect(before.map(({ name }) => name)).toEqual([there, there])
    // As the version before had placed a British number.
    const lists = before.map(({ list }) => list)
    await world.pool.query(`insert into zone_sets (name) values ('number|GB,GG,IM,JE@Europe/London')`)
    await world.pool.query(
      `update contact_lists set zones = jsonb_set(zones, '{sets}', jsonb_build_array(jsonb_build_array(
         (select id from zone_sets where name = 'number|GB,GG,IM,JE@Europe/London'), 1))) where id = any($1)`,
      [lists],
    )
    await world.pool.query(trueCountries)
    await world.pool.query('update list_contacts set zones_id = 0 where list_id = any($1)', [lists])
    const duty = computeZonesOfOldLists({
      db: world.app.db,
      pool: world.pool,
      log: silentLog,
      zonesChanged: async () => {},
    })
    expect(await duty.runOnce()).toEqual({ lists: 2, failed: 0 })
    expect([...(await zonesOfList(enrolled, id)), ...(await zonesOfList('l.source_id = $1', source_id))]).toEqual(
      before,
    )
    expect(await duty.runOnce()).toEqual({ lists: 0, failed: 0 })
  })
})

describe('the order of calls', () => {
  interface Row {
    id: number
    phone_number: string
    state: string
    outcome: string | null
    held_by: string | null
  }
  const rows = async (id: number) =>
    (await made<{ contacts: Row[] }>(world.a.request('GET', `/api/v1/campaign/${id}/contacts`))).contacts
  const dialed = async (id: number) => {
    const { rows: found } = await world.pool.query<{ phone_number: string }>(
      'select phone_number from calls where campaign_id = $1 order by id',
      [id],
    )
    return found.map(({ phone_number }) => phone_number.slice(-4))
  }

  test('goes by the priority of the list; nobody is called before or after their time', async () => {
    const csv = [
      'phone_number,priority,not_before,not_after',
      '+13035551100,low,,',
      '+13035551200,,,',
      '+13035551300,9,,',
      '+13035551400,,2099-01-01,',
      '+13035551500,,,2026-01-01T00:00:00Z',
      '+13035551600,VIP,,',
      '+13035551700,,next week,',
      '+13035551800,,2030-01-02,2030-01-01',
      '',
    ].join('\n')
    const list = await world.a.request<{ source_id: string; errors: Json[] }>(
      'POST',
      '/api/v1/contact-lists?filename=people.csv',
      undefined,
      { raw: csv, headers: { 'content-type': 'text/csv' } },
    )
    expect(list.body.errors).toMatchObject([
      { row: 7, column: 'priority', code: 'priority_invalid' },
      { row: 8, column: 'not_before', code: 'not_before_invalid' },
      { row: 9, column: 'not_after', code: 'not_after_invalid' },
    ])
    const telephony_configuration_id = await newConfiguration(world.a)
    const { source_id } = list.body
    const { id } = await newCampaign(world.a, { source_id, telephony_configuration_id, max_concurrency: 1 })
    await act(id, 'start')
    await until(async () => (await rows(id)).filter(({ state }) => state === 'done').length === 4)
    expect(await dialed(id)).toEqual(['1300', '1200', '1100'])
    const found = await rows(id)
    const of = (ending: string) => found.find(({ phone_number }) => phone_number.endsWith(ending))
    expect(of('1500')).toMatchObject({ state: 'done', outcome: 'canceled', held_by: 'not_after' })
    const explained = (contact: number) =>
      made<{ because: Json[]; next_possible_at: string }>(
        world.a.request('GET', `/api/v1/campaign/${id}/contacts/${contact}/explain`),
      )
    const waits = await explained(of('1400')?.id as number)
    expect(waits.because).toMatchObject([{ rule: 'not_before', until: waits.next_possible_at }])
    expect(waits.next_possible_at).toMatch(/^2099-01-01T0[67]:00/)
    expect((await explained(of('1500')?.id as number)).because).toMatchObject([
      { rule: 'contact_state', message: expect.stringContaining('not_after') },
    ])
  })

  test.each([
    ['with calling rules', 1],
    ['without calling rules', 0],
  ])('follows a correction of where people are: their times are read again, %s', async (_name, version) => {
    const { rows: kept } = await world.pool.query('select policy_version from organizations where id = $1', [
      world.a.organizationId,
    ])
    const setVersion = (to: number) =>
      world.pool.query('update organizations set policy_version = $2 where id = $1', [world.a.organizationId, to])
    await setVersion(version * Math.max(1, kept[0].policy_version))
    const west = 'America/Los_Angeles'
    const csv = `phone_number,Zone,Not Before,not_after\n+12125553100,${west},2098-01-01 09:00,2099-01-01\n+12125553200,${west},2098-01-01T09:00:00Z,\n`
    const source_id = await uploadCsv(world.a, csv)
    const { id } = await newCampaign(world.a, { source_id, keep_open: true })
    const added = { variables: { Zone: west }, not_before: '2098-01-01 09:00' }
    await enrol(id, [{ phone_number: '+12125553300', ...added }])
    const times = async () => {
      const found = await world.pool.query(
        `select right(t.phone_number, 4) as number, t.not_before, t.not_after, t.next_attempt_at = t.not_before as waits,
                l.not_before = t.not_before as as_list
           from contacts t join list_contacts l on l.id = t.list_contact_id where t.campaign_id = $1 order by t.id`,
        [id],
      )
      return found.rows.map((row) => [
        row.number,
        row.not_before.toISOString().slice(0, 16),
        row.not_after?.toISOString().slice(0, 16) ?? null,
        row.waits && row.as_list,
      ])
    }
    expect(await times()).toEqual([
      ['3100', '2098-01-01T14:00', '2099-01-02T05:00', true],
      ['3200', '2098-01-01T09:00', null, true],
      ['3300', '2098-01-01T14:00', null, true],
    ])
    const { rows: lists } = await world.pool.query<{ source_id: string }>(
      `select l.source_id from contact_lists l join campaigns c on l.id in (c.list_id, c.enrolled_list_id) where c.id = $1`,
      [id],
    )
    for (const list of lists) {
      await made(world.a.request('POST', `/api/v1/contact-lists/${list.source_id}/zones`, { timezone_column: 'Zone' }))
    }
    expect(await times()).toEqual([
      ['3100', '2098-01-01T17:00', '2099-01-02T08:00', true],
      ['3200', '2098-01-01T09:00', null, true],
      ['3300', '2098-01-01T17:00', null, true],
    ])
    await setVersion(kept[0].policy_version)
  })

  test('goes by the priority of a whole list; a row’s own priority counts before it', async () => {
    const telephony_configuration_id = await newConfiguration(world.a)
    const setPriority = (source_id: string, priority: unknown) =>
      world.a.request('PATCH', `/api/v1/contact-lists/${source_id}`, { priority })
    const own = await uploadCsv(world.a, 'phone_number,priority\n+13035554100,3\n+13035554200,\n+13035554300,6\n')
    expect(await made(setPriority(own, 8))).toMatchObject({ source_id: own, priority: 8 })
    const input = { telephony_configuration_id, max_concurrency: 1 }
    const { id } = await newCampaign(world.a, { source_id: own, ...input })
    await act(id, 'start')
    await untilEvent(world.a, id, 'campaign_completed')
    expect(await dialed(id)).toEqual(['4200', '4300', '4100'])
    // Added to a campaign, an urgent list comes first and another one last.
    const urgent = await uploadCsv(world.a, 'phone_number\n+13035555100\n+13035555200\n')
    const idle = await uploadCsv(world.a, 'phone_number\n+13035555300\n')
    await made(setPriority(urgent, 7))
    await made(setPriority(idle, 2))
    const source_id = await uploadCsv(world.a, 'phone_number\n+13035555400\n')
    const several = await newCampaign(world.a, { source_id, ...input })
    for (const added of [idle, urgent]) await enrol(several.id, undefined, { source_id: added })
    await act(several.id, 'start')
    await untilEvent(world.a, several.id, 'campaign_completed')
    expect(await dialed(several.id)).toEqual(['5100', '5200', '5400', '5300'])
    expect(await made(setPriority(urgent, null))).toMatchObject({ priority: null })
    for (const wrong of [10, -1, 1.5, 'high', undefined]) expect((await setPriority(urgent, wrong)).status).toBe(422)
    expect((await setPriority('nothing', 1)).status).toBe(404)
    expect((await world.b.request('PATCH', `/api/v1/contact-lists/${urgent}`, { priority: 9 })).status).toBe(404)
  })

  test('of added people: a high priority goes before everybody not yet dialed, a time that is not readable is refused', async () => {
    const telephony_configuration_id = await newConfiguration(world.a)
    const source_id = await uploadCsv(world.a, 'phone_number\n+13035552100\n+13035552200\n')
    const { id } = await newCampaign(world.a, { source_id, telephony_configuration_id, max_concurrency: 1 })
    const answer = await enrol(id, [
      { phone_number: '+13035552300' },
      { phone_number: '+13035552400', priority: 9 },
      { phone_number: '+13035552500', not_before: 'soon' },
      { phone_number: '+13035552600', variables: { not_after: '2026-01-01' } },
    ])
    expect(answer.results.map(({ status, code }) => code ?? status)).toEqual([
      'added',
      'added',
      'not_before_invalid',
      'added',
    ])
    await act(id, 'start')
    await untilEvent(world.a, id, 'campaign_completed')
    expect(await dialed(id)).toEqual(['2400', '2100', '2200', '2300'])
    // The list of added people is used again: its priorities are beside the variables, and no column names them.
    const { rows: lists } = await world.pool.query<{ source_id: string }>(
      'select l.source_id from contact_lists l join campaigns c on c.enrolled_list_id = l.id where c.id = $1',
      [id],
    )
    const again = { source_id: lists[0]?.source_id as string, telephony_configuration_id, max_concurrency: 1 }
    const second = await newCampaign(world.a, again)
    const third = await newCampaign(world.a, { endings: ['00'], telephony_configuration_id, max_concurrency: 1 })
    expect(await enrol(third.id, undefined, { source_id: again.source_id })).toMatchObject({ added: 3, rejected: 0 })
    for (const campaign of [second, third]) {
      await act(campaign.id, 'start')
      await untilEvent(world.a, campaign.id, 'campaign_completed')
    }
    expect(await dialed(second.id)).toEqual(['2400', '2300'])
    expect((await dialed(third.id)).slice(0, 1)).toEqual(['2400'])
  })
})
