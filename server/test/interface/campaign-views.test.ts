import { beforeAll, describe, expect, test } from 'vitest'
import { listDownloadUrl } from '../../src/contacts/list-download.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  type CampaignBody,
  completedCampaign,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  uploadCsv,
} from './things.ts'

let world: TestApp
let campaign: CampaignBody
let base: string

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  campaign = await completedCampaign(world.a, ['00', '01', '60', '70', '80', '95'])
  base = `/api/v1/campaign/${campaign.id}`
})

interface Contact extends Json {
  id: number
  phone_number: string
  outcome: string | null
}

const contacts = async (query = '') =>
  made<{ contacts: Contact[]; next_cursor: number | null }>(world.a.request('GET', `${base}/contacts${query}`))

describe('progress', () => {
  test('of a completed campaign', async () => {
    expect(await made(world.a.request('GET', `${base}/progress`))).toEqual({
      campaign_id: campaign.id,
      state: 'completed',
      total_rows: 6,
      processed_rows: 6,
      failed_calls: campaign.failed_rows,
      progress_percentage: 100,
      started_at: campaign.started_at,
      completed_at: campaign.completed_at,
      live_calls: 0,
      pending_rows: 0,
      ready_rows: 0,
      held_rows: 0,
      waiting_for_retry: 0,
      retries_not_due: 0,
      call_backs: 0,
      next_retry_at: null,
      waiting_counted: true,
      waiting_counted_at: null,
      outcomes: expect.objectContaining({ busy: 1, no_answer: 1 }),
      attempts: { '1': 6 },
      answer_rate: expect.any(Number),
      calls_per_minute: 6,
      waiting_because: [{ rule: 'campaign_state', message: 'The campaign is completed.', until: null }],
      window_open: true,
      window_changes_at: null,
      estimated_end_at: null,
    })
  })

  test('of a draft: nothing has happened', async () => {
    const draft = await newCampaign(world.a)
    expect(await made(world.a.request('GET', `/api/v1/campaign/${draft.id}/progress`))).toMatchObject({
      state: 'draft',
      processed_rows: 0,
      progress_percentage: 0,
      pending_rows: 1,
      outcomes: {},
      answer_rate: null,
      started_at: null,
    })
  })
})

describe('many campaigns in one answer', () => {
  test('the list shows live calls and outcomes that add up, and can leave the logs out', async () => {
    const { campaigns } = await made<{ campaigns: CampaignBody[] }>(world.a.request('GET', '/api/v1/campaign/'))
    const whole = campaigns.find((one) => one.id === campaign.id) as CampaignBody
    expect(whole).toMatchObject({ live_calls: 0, processed_rows: 6, outcomes: { busy: 1, no_answer: 1 } })
    expect(Object.values(whole.outcomes as Record<string, number>).reduce((sum, count) => sum + count)).toBe(6)
    expect(whole.logs.length).toBeGreaterThan(0)
    const short = await made<{ campaigns: CampaignBody[] }>(world.a.request('GET', '/api/v1/campaign/?logs=false'))
    expect(short.campaigns).toEqual(campaigns.map((one) => ({ ...one, logs: [] })))
  })

  test('the list carries the newest ten log entries of each, a campaign alone its newest hundred', async () => {
    const { id } = await newCampaign(world.a)
    await world.pool.query(
      `insert into campaign_logs (organization_id, campaign_id, ts, level, event, message, details)
       select $1, $2, now(), 'info', 'noted', 'entry ' || n, '{}' from generate_series(1, 120) n`,
      [world.a.organizationId, id],
    )
    const { campaigns } = await made<{ campaigns: CampaignBody[] }>(world.a.request('GET', '/api/v1/campaign/'))
    const listed = campaigns.find((one) => one.id === id) as CampaignBody
    const alone = await made<CampaignBody>(world.a.request('GET', `/api/v1/campaign/${id}`))
    expect([listed.logs.length, alone.logs.length]).toEqual([10, 100])
    expect(listed.logs).toEqual(alone.logs.slice(-10))
    expect(listed.logs.at(-1)).toMatchObject({ message: 'entry 120' })
  })

  test('the list and the progress of many can be narrowed to a state', async () => {
    const draft = await newCampaign(world.a)
    const ids = async (state: string) =>
      (
        await made<{ campaigns: CampaignBody[] }>(world.a.request('GET', `/api/v1/campaign/?state=${state}`))
      ).campaigns.map((one) => one.id)
    expect(await ids('draft')).toContain(draft.id)
    expect(await ids('completed')).not.toContain(draft.id)
    const { progress } = await made<{ progress: Json[] }>(
      world.a.request('GET', '/api/v1/campaign/progress?state=completed'),
    )
    expect(progress.map((one) => one.campaign_id)).toEqual(await ids('completed'))
    const one = await made(world.a.request('GET', `${base}/progress`))
    expect(progress.find((each) => each.campaign_id === campaign.id)).toEqual(one)
    expect((await world.b.request('GET', '/api/v1/campaign/progress')).body).toMatchObject({ progress: [] })
  })

  test('who waits for a retry is told apart from who was never called', async () => {
    const { id } = await newCampaign(world.a, {
      endings: ['70', '70'],
      retry_config: { max_retries: 1, retry_delay_seconds: 3600 },
    })
    await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
    for (let ended = 0; ended < 2; ) {
      const { body } = await world.a.request<CampaignBody>('GET', `/api/v1/campaign/${id}`)
      ended = body.executed_count as number
    }
    expect(await made(world.a.request('GET', `/api/v1/campaign/${id}/progress`))).toMatchObject({
      pending_rows: 2,
      ready_rows: 0,
      held_rows: 2,
      waiting_for_retry: 2,
      retries_not_due: 2,
      call_backs: 0,
      next_retry_at: expect.any(String),
      outcomes: {},
    })
    const explained = await made<Json & { waits: Json[] }>(world.a.request('GET', `/api/v1/campaign/${id}/explain`))
    expect(explained).toMatchObject({ pending_rows: 2, ready_rows: 0, held_rows: 2, free_rows: 0 })
    expect(explained.waits).toEqual([
      { rule: 'retry_time', message: expect.any(String), until: expect.any(String), contacts: 2 },
    ])
    expect(explained.limits).toContainEqual({ rule: 'campaign_slots', limit: 10, used: 0, reached: false, until: null })
    const { contacts } = await made<{ contacts: Contact[] }>(world.a.request('GET', `/api/v1/campaign/${id}/contacts`))
    const path = `/api/v1/campaign/${id}/contacts/${contacts[0]?.id}/explain`
    const contact = await made<Json & { because: Json[]; rules: Json[]; attempts: Json[] }>(
      world.a.request('GET', path),
    )
    expect(contact).toMatchObject({ may_call_now: false, next_possible_at: contacts[0]?.next_attempt_at })
    expect(contact.because.map((reason) => reason.rule)).toEqual(['retry_time'])
    expect(contact.rules).toContainEqual({
      rule: 'campaign_state',
      holds: false,
      message: 'The campaign is running.',
      until: null,
    })
    expect(contact.attempts).toMatchObject([{ attempt: 1, outcome: 'no_answer', state: 'ended' }])
    await made(world.a.request('POST', `/api/v1/campaign/${id}/pause`))
    const paused = await made(world.a.request('GET', path))
    expect(paused).toMatchObject({ may_call_now: false, next_possible_at: null })
    expect(await made(world.a.request('GET', `/api/v1/campaign/${id}/explain`))).toMatchObject({
      held_rows: 2,
      waits: [{ rule: 'campaign_state', message: 'The campaign is paused.', until: null, contacts: 2 }],
    })
  })
})

describe('contacts', () => {
  test('are listed in list order, each with what became of it', async () => {
    const { contacts: all, next_cursor } = await contacts()
    expect(next_cursor).toBeNull()
    expect(all.map((contact) => contact.phone_number.slice(-2))).toEqual(['00', '01', '60', '70', '80', '95'])
    expect(all[2]).toEqual({
      id: expect.any(Number),
      row_number: expect.any(Number),
      phone_number: '+12025550260',
      phone_numbers: [{ phone_number: '+12025550260', is_next: false, passed_over_by: null }],
      state: 'done',
      outcome: 'busy',
      attempts: 1,
      next_attempt_at: null,
      call_back_at: null,
      finished_at: expect.any(String),
      variables: { first_name: 'Person 2' },
      zones: { timezones: ['America/New_York'], places: ['US', 'US-DC'], source: 'number' },
      held_by: null,
    })
  })

  test('are filtered by state and outcome, and searched by number and variable', async () => {
    const found = async (query: string) => (await contacts(query)).contacts.map((one) => one.phone_number.slice(-2))
    expect(await found('?state=pending')).toEqual([])
    expect(await found('?state=done&outcome=busy')).toEqual(['60'])
    expect(await found('?q=0260')).toEqual(['60'])
    expect(await found('?q=person%204')).toEqual(['80'])
    expect(await found('?q=%25')).toEqual([])
    expect(await found("?q=';drop table contacts;--")).toEqual([])
  })

  test('come in pages by a cursor that misses none', async () => {
    const seen: number[] = []
    for (let cursor: number | null = 0; cursor !== null; ) {
      const page: { contacts: Contact[]; next_cursor: number | null } = await contacts(`?limit=2&cursor=${cursor}`)
      expect(page.contacts.length).toBeLessThanOrEqual(2)
      seen.push(...page.contacts.map((contact) => contact.id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual((await contacts()).contacts.map((contact) => contact.id))
  })

  test.each(['?state=asleep', '?outcome=lovely', '?limit=0', '?limit=1001', '?cursor=-1', '?cursor=x'])(
    '%s is 422',
    async (query) => {
      const { status, body } = await world.a.request<{ detail: Json[] }>('GET', `${base}/contacts${query}`)
      expect(status).toBe(422)
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', query.slice(1).split('=')[0]] })])
    },
  )

  test('one contact has its attempts', async () => {
    const [first] = (await contacts('?outcome=busy')).contacts
    const one = await made<Json & { calls: Json[] }>(world.a.request('GET', `${base}/contacts/${first?.id}`))
    expect(one).toEqual({
      ...first,
      may_call_now: false,
      because: [
        { rule: 'contact_state', message: 'The contact is finished.', until: null },
        { rule: 'campaign_state', message: 'The campaign is completed.', until: null },
      ],
      calls: [expect.objectContaining({ contact_id: first?.id, outcome: 'busy', attempt: 1 })],
    })
    expect(await world.a.request('GET', `${base}/contacts/999999999`)).toMatchObject({
      status: 404,
      body: { code: 'contact_not_found' },
    })
  })

  test('one contact says what keeps it from being called', async () => {
    const draft = await newCampaign(world.a, { endings: ['77'] })
    const path = `/api/v1/campaign/${draft.id}`
    const { contacts: people } = await made<{ contacts: Contact[] }>(world.a.request('GET', `${path}/contacts`))
    const phone_number = people[0]?.phone_number
    await made(world.a.request('POST', '/api/v1/suppressions', { phone_number }))
    const one = await made(world.a.request('GET', `${path}/contacts/${people[0]?.id}`))
    expect(one).toMatchObject({ may_call_now: false })
    expect((one as unknown as { because: Json[] }).because.map((reason) => reason.rule)).toEqual([
      'suppressed',
      'campaign_state',
    ])
    const progress = await made<{ waiting_because: Json[] }>(world.a.request('GET', `${path}/progress`))
    expect(progress.waiting_because.map((reason) => reason.rule)).toEqual(['campaign_state'])
  })

  test("a contact of another campaign of one's own is not found either", async () => {
    const other = await newCampaign(world.a)
    const [first] = (await contacts()).contacts
    const answer = await world.a.request('GET', `/api/v1/campaign/${other.id}/contacts/${first?.id}`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'contact_not_found' } })
  })
})

describe('runs', () => {
  test('are paged, newest first, with the fields clients know', async () => {
    const { runs, ...page } = await made<Json & { runs: Json[] }>(world.a.request('GET', `${base}/runs?limit=4&page=2`))
    expect(page).toEqual({
      total_count: 6,
      total_is_exact: true,
      page: 2,
      limit: 4,
      total_pages: 2,
      next_cursor: null,
    })
    expect(runs).toHaveLength(2)
    expect(runs[0]).toMatchObject({
      id: expect.any(Number),
      workflow_id: campaign.workflow_id,
      name: expect.any(String),
      mode: 'simulator',
      created_at: expect.any(String),
      is_completed: true,
      state: 'ended',
      outcome: expect.any(String),
      call_type: 'outbound',
      phone_number: expect.stringMatching(/^\+/),
      initial_context: { first_name: expect.any(String) },
      gathered_context: {},
      transcript_url: null,
      recording_url: null,
      definition_id: expect.any(Number),
      campaign_id: campaign.id,
    })
    expect(runs[0]).toHaveProperty('duration_seconds')
    const busy = await made<{ runs: Json[] }>(world.a.request('GET', `${base}/runs?outcome=busy`))
    expect(busy.runs.map((run) => run.outcome)).toEqual(['busy'])
  })
})

describe('report', () => {
  test('is CSV, one line per contact with its last outcome and variables', async () => {
    const answer = await world.a.request('GET', `${base}/report`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain(`campaign-${campaign.id}.csv`)
    const lines = answer.text.trim().split('\r\n')
    expect(lines[0]).toBe(
      'contact_id,phone_number,state,outcome,attempts,last_attempt_at,duration_seconds,cause,disposition,gathered,timezones,timezones_from,attempts_local_time,policy_version,held_by,summary,success,sentiment,telephony_configuration,dialed_number,first_name',
    )
    expect(lines).toHaveLength(7)
    expect(lines[3]).toMatch(
      /^\d+,\+12025550260,done,busy,1,\d{4}-.*Z,.*,user busy,,,America\/New_York,number,[^,]+,,,,,,configuration[^,]*,\+12025550260,Person 2$/,
    )
  })

  test('makes formulas in variables harmless and keeps quotes, commas and line ends', async () => {
    const source_id = await uploadCsv(
      world.a,
      'phone,note\n+12025550100,"=HYPERLINK(""x"")"\n+12025550101,"a, ""b""\nc"\n',
    )
    const input = {
      source_id,
      workflow_id: await newWorkflow(world.a),
      telephony_configuration_id: await newConfiguration(world.a),
    }
    const { id } = await newCampaign(world.a, input)
    const { text } = await world.a.request('GET', `/api/v1/campaign/${id}/report`)
    expect(text).toContain(`,"'=HYPERLINK(""x"")"\r\n`)
    expect(text).toContain(',"a, ""b""\nc"\r\n')
  })

  test('has every contact once, in the order of the list, also when it is read in many portions', async () => {
    const numbers = Array.from({ length: 5_150 }, (_, index) => `+1303555${String(index).padStart(4, '0')}`)
    const source_id = await uploadCsv(world.a, ['phone', ...numbers].join('\n'))
    const { id } = await newCampaign(world.a, { source_id })
    const { text } = await world.a.request('GET', `/api/v1/campaign/${id}/report`)
    const lines = text.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[1])).toEqual(numbers)
  })
})

describe('results', () => {
  const results = (query = '') => made<Json>(world.a.request('GET', `${base}/results${query}`))
  const FUTURE = new Date(Date.now() + 86_400_000).toISOString()

  beforeAll(async () => {
    // As two conversations would have left it; the third contact has no record.
    const { rows } = await world.pool.query(
      `select id from calls where campaign_id = $1 and outcome = 'answered' order by id limit 2`,
      [campaign.id],
    )
    for (const [index, { id }] of rows.entries()) {
      await world.pool.query(
        `insert into call_records (call_id, organization_id, disposition, gathered, updated_at) values ($1, $2, 'confirmed', $3, now())
         on conflict (call_id) do update set disposition = excluded.disposition, gathered = excluded.gathered`,
        [id, world.a.organizationId, JSON.stringify({ reason: 'ill', when: index === 0 ? 'Monday' : '' })],
      )
    }
  })

  test('count each contact once, by outcome, disposition and gathered value', async () => {
    const found = await results()
    expect(found).toMatchObject({
      campaign_id: campaign.id,
      contacts: 6,
      dispositions: expect.arrayContaining([{ value: 'confirmed', contacts: 2 }]),
      gathered: [
        { name: 'reason', contacts: 2, values: [{ value: 'ill', contacts: 2 }], other: 0 },
        { name: 'when', contacts: 1, values: [{ value: 'Monday', contacts: 1 }], other: 0 },
      ],
    })
    const outcomes = Object.fromEntries(
      (found.outcomes as Array<{ value: string; contacts: number }>).map(({ value, contacts }) => [value, contacts]),
    )
    expect(outcomes).toEqual(campaign.outcomes)
    const csv = await world.a.request('GET', `${base}/results.csv`)
    expect(csv.text).toContain('gathered,reason,ill,2')
  })

  test('and the report and the runs can be narrowed to a range of time', async () => {
    expect(await results(`?from=${FUTURE}`)).toMatchObject({ contacts: 0, outcomes: [], gathered: [] })
    expect(await results(`?to=${FUTURE}`)).toMatchObject({ contacts: 6 })
    const lines = async (query: string) =>
      (await world.a.request('GET', `${base}/report${query}`)).text.trim().split('\n').length
    expect([await lines(`?from=${FUTURE}`), await lines(`?to=${FUTURE}`)]).toEqual([1, 7])
    const runs = async (query: string) => made<{ total_count: number }>(world.a.request('GET', query))
    expect((await runs(`${base}/runs?from=${FUTURE}`)).total_count).toBe(0)
    expect((await runs(`/api/v1/calls?workflow_id=${campaign.workflow_id}&to=${FUTURE}`)).total_count).toBe(6)
    expect((await runs('/api/v1/calls?workflow_id=987654')).total_count).toBe(0)
    expect((await world.a.request('GET', `${base}/report?from=yesterday`)).status).toBe(422)
  })
})

describe('source-download-url', () => {
  test('leads, without a key, to the list of the campaign, for a quarter of an hour', async () => {
    const { download_url, expires_in } = await made<{ download_url: string; expires_in: number }>(
      world.a.request('GET', `${base}/source-download-url`),
    )
    expect(expires_in).toBe(900)
    expect(download_url).toMatch(new RegExp(`^${world.config.publicUrl}/api/v1/`))
    const { status, text, headers } = await world.request('GET', download_url)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/csv/)
    expect(text.trim().split(/\r?\n/)).toHaveLength(7)
    expect(text).toContain('+12025550260')
  })

  test('a forged or expired link is 403', async () => {
    const { download_url } = await made<{ download_url: string }>(world.a.request('GET', `${base}/source-download-url`))
    const [link, organization, list] = /downloads\/(\d+)\.(\d+)/.exec(download_url) ?? []
    expect(link).toBeDefined()
    const forged = download_url.replace(/(downloads\/\d+)\.(\d+)\./, (_all, a, b) => `${a}.${Number(b) + 1}.`)
    expect(await world.request('GET', forged)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const address = { organizationId: Number(organization), listId: Number(list) }
    const expired = listDownloadUrl({ secrets: world.app.secrets, publicUrl: '' }, address, Date.now() - 3_600_000)
    expect(await world.request('GET', expired)).toMatchObject({ status: 403, body: { code: 'link_expired' } })
  })
})

test('views that wait keep nobody from the rest of the interface', async () => {
  const blocker = await world.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table contacts in access exclusive mode')
  const views = Array.from({ length: 20 }, () => contacts())
  const blocked = async () =>
    (await blocker.query(`select 1 from pg_locks where relation = 'contacts'::regclass and not granted`)).rowCount
  try {
    // Until no more of them come to wait.
    for (let same = 0, before = 0; same < 50; ) {
      const now = (await blocked()) ?? 0
      same = now > 0 && now === before ? same + 1 : 0
      before = now
    }
    // More of them than there are connections: whoever asks for something else is answered all the same.
    const keys = await made<{ api_keys?: unknown }>(world.a.request('GET', '/api/v1/user/api-keys'))
    expect(keys).toBeTruthy()
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  const answers = await Promise.all(views)
  expect(answers.map(({ contacts: shown }) => shown.length)).toEqual(Array(20).fill(6))
})
