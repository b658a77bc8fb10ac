/** A campaign does not start before somebody has vouched for its list, or says by name what he starts in spite of. */
import { beforeAll, describe, expect, test } from 'vitest'
import { listsInUse } from '../../src/campaigns/queries.ts'
import { postgresCampaignStore } from '../../src/campaigns/store-postgres.ts'
import { watchAbandonment } from '../../src/campaigns/watch-abandonment.ts'
import { checkLists } from '../../src/contacts/check-lists.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { dropRegistries } from '../../src/registries/drop-registries.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  campaignOf,
  completedCampaign,
  made,
  newCampaign,
  newConfiguration,
  newList,
  newWorkflow,
  untilEvent,
  uploadCsv,
} from './things.ts'

const DAY_MS = 24 * 3_600_000
const POLICY = {
  duties: [{ id: 'consent', text: 'Everybody on the list has agreed.' }],
  registries: [{ id: 'robinson', name: 'the Robinson list', max_age_days: 30 }],
}
const clock = systemClock
let world: TestApp

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

const day = (ms: number) => new Date(clock.now() + ms).toISOString().slice(0, 10)
const CHECK = { registry: 'robinson', file_sha256: 'ab'.repeat(32), numbers: 1 }

async function campaignWithList() {
  const source_id = await newList(world.a, ['60'])
  const { id } = await newCampaign(world.a, { source_id })
  const list = `/api/v1/contact-lists/${encodeURIComponent(source_id)}`
  const start = (body?: Json) => world.a.request<Json>('POST', `/api/v1/campaign/${id}/start`, body)
  return { id, list, start }
}

/** Nobody asks here whether a campaign is ready. */
async function storedCampaigns() {
  const unasked = () => Promise.reject(new Error('not asked here'))
  const asked = {
    hasModel: unasked,
    speechUnavailableReason: unasked,
    speechProblems: unasked,
    materialProblems: unasked,
  }
  const ledgerKeys = openLedgerKeys(openSecretBox(world.config.secretKeys))
  return postgresCampaignStore({ db: world.app.db, ledgerKeys, providers: new Map(), checkedPublicUrl: null, ...asked })
}

const openOf = ({ body }: { body: Json }) =>
  ((body.details as Json | undefined)?.duties as Json[] | undefined)?.map((duty) => duty.id)

test('without rules a campaign starts as it always did', async () => {
  const { start } = await campaignWithList()
  expect((await start()).status).toBe(200)
})

test('open duties are told, and confirmed for this list alone, for a time', async () => {
  await made(world.a.request('PUT', '/api/v1/organizations/policy', { policy: POLICY }))
  const one = await campaignWithList()
  const refused = await one.start()
  expect([refused.status, refused.body.code, openOf(refused)]).toEqual([
    409,
    'duties_open',
    ['consent', 'registry:robinson'],
  ])
  await made(world.a.request('POST', `${one.list}/confirmations`, { duty_id: 'consent', valid_days: 10 }))
  expect(openOf(await one.start())).toEqual(['registry:robinson'])
  await made(world.a.request('POST', `${one.list}/registry-checks`, { ...CHECK, checked_on: day(-5 * DAY_MS) }))
  const other = await campaignWithList()
  expect(openOf(await other.start())).toEqual(['consent', 'registry:robinson'])
  const expire = (by: string) => world.pool.query(`update list_confirmations set expires_at = expires_at ${by}`)
  await expire("- interval '11 days'")
  expect(openOf(await one.start())).toEqual(['consent'])
  await expire("+ interval '11 days'")
  expect((await one.start()).status).toBe(200)
})

test('each is accepted by its name, and the ledger keeps who did', async () => {
  const { start, id } = await campaignWithList()
  expect((await start({ accept_duties: ['consent'] })).status).toBe(409)
  expect((await start({ accept_duties: ['consent', 'registry:robinson'] })).status).toBe(200)
  const { text } = await world.a.request('GET', '/api/v1/ledger/export')
  const accepted = text.split('\n').filter((line) => line.includes('"duties_accepted"'))
  expect(JSON.parse(accepted.at(-1) as string).record).toMatchObject({
    actor: `API key ${world.a.apiKeyId}`,
    body: { campaign_id: id, duties: ['consent', 'registry:robinson'] },
  })
})

test('people who join a list later are not covered by its earlier check', async () => {
  const { id, start } = await campaignWithList()
  const accept_duties = ['consent', 'registry:robinson']
  const join = (phone_number: string) =>
    made(world.a.request('POST', `/api/v1/campaign/${id}/contacts`, { contacts: [{ phone_number }], accept_duties }))
  const list = async () => {
    const { rows } = await world.pool.query<{ source_id: string }>(
      'select l.source_id from contact_lists l join campaigns c on c.enrolled_list_id = l.id where c.id = $1',
      [id],
    )
    return `/api/v1/contact-lists/${rows[0]?.source_id}`
  }
  const proof = async (path: string) => {
    await made(world.a.request('POST', `${path}/confirmations`, { duty_id: 'consent', valid_days: 10 }))
    await made(world.a.request('POST', `${path}/registry-checks`, { ...CHECK, checked_on: day(0) }))
  }
  const { source_id } = await made<Json>(world.a.request('GET', `/api/v1/campaign/${id}`))
  await proof(`/api/v1/contact-lists/${source_id}`)
  await join('+12025550181')
  // The list of those who joined counts too.
  expect(openOf(await start())).toEqual(['consent', 'registry:robinson'])
  await proof(await list())
  // The check was recorded by a node whose clock is a minute ahead of the database's.
  await world.pool.query("update list_registry_checks set created_at = created_at + interval '1 minute'")
  await join('+12025550182')
  expect(openOf(await start())).toEqual(['registry:robinson'])
  await proof(await list())
  // Checks from before the last person on the list was recorded: their time decides.
  await world.pool.query(
    "update list_registry_checks set last_contact_id = null, created_at = created_at - interval '1 hour'",
  )
  expect(openOf(await start())).toEqual(['registry:robinson'])
  await proof(await list())
  expect((await start()).status).toBe(200)
})

test('a check that is declared while people join waits for them, and covers them', async () => {
  const { id, start } = await campaignWithList()
  const accept_duties = ['consent', 'registry:robinson']
  const body = { contacts: [{ phone_number: '+12025550191' }], accept_duties }
  await made(world.a.request('POST', `/api/v1/campaign/${id}/contacts`, body))
  const { rows } = await world.pool.query<{ id: number; source_id: string }>(
    'select l.id, l.source_id from contact_lists l join campaigns c on l.id in (c.list_id, c.enrolled_list_id) where c.id = $1',
    [id],
  )
  const joining = await world.pool.connect()
  try {
    await joining.query('begin')
    await joining.query('select from contact_lists where id = any($1) for no key update', [rows.map((row) => row.id)])
    const checks = rows.map(async ({ source_id }) => {
      const path = `/api/v1/contact-lists/${source_id}`
      await made(world.a.request('POST', `${path}/confirmations`, { duty_id: 'consent', valid_days: 10 }))
      await made(world.a.request('POST', `${path}/registry-checks`, { ...CHECK, checked_on: day(0) }))
    })
    await waitingForLocks(checks.length)
    await joining.query(
      `insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, zones_id, variables)
       select organization_id, list_id, row_number + 1000, '+12025550192', address_type, zones_id, variables
         from list_contacts where list_id = any($1)`,
      [rows.map((row) => row.id)],
    )
    await joining.query('commit')
    await Promise.all(checks)
  } finally {
    joining.release()
  }
  expect((await start()).status).toBe(200)
})

async function waitingForLocks(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await world.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length
    })
    .toBeGreaterThanOrEqual(count)
}

test('a check is never in the future, and names its file', async () => {
  const { list } = await campaignWithList()
  const check = (change: Json) =>
    world.a.request('POST', `${list}/registry-checks`, { ...CHECK, checked_on: day(0), ...change })
  expect((await check({ checked_on: '2099-01-01' })).status).toBe(422)
  expect((await check({ checked_on: day(2 * DAY_MS) })).status).toBe(422)
  expect((await check({ checked_on: '2026-02-31' })).status).toBe(422)
  expect((await check({ file_sha256: 'z'.repeat(64) })).status).toBe(422)
  expect((await check({})).status).toBe(200)
  expect(await made(world.a.request('GET', `${list}/proofs`))).toMatchObject({ registry_checks: [CHECK] })
})

test('people who answered and found nobody are counted; above the rate a campaign warns, then pauses', async () => {
  const { b, pool } = world
  const { id } = await completedCampaign(b, ['60'])
  await pool.query(
    `insert into calls (organization_id, campaign_id, direction, workflow_id, definition_id, telephony_configuration_id,
                        provider, phone_number, address_type, state, live, outcome, cause, machine, node_id, claimed_at,
                        answered_at, ended_at, news_at, deadline_at)
     select $1, $2, 'outbound', 1, 1, 1, 'simulator', '+12025550000', 'pstn', 'ended', false,
            case when n <= 3 then 'failed' when n > 90 then 'voicemail' else 'answered' end,
            case n when 1 then 'no_agent' when 2 then 'agent_failed: the endpoint is away' when 3 then 'agent_failed' end,
            case when n > 90 then 'machine' end, 'n', now(), now(), now(), now(), now()
       from generate_series(1, 100) n`,
    [b.organizationId, id],
  )
  await pool.query(
    `insert into call_records (call_id, organization_id, timeline, transcript, gathered, latencies, updated_at)
     select id, organization_id, '[]', '[]', '{}', '{"first_audio_ms": 2500}', now() from calls
      where campaign_id = $1 and outcome = 'answered' and node_id = 'n' order by id limit 2`,
    [id],
  )
  const found = await made<Json>(b.request('GET', `/api/v1/campaign/${id}/abandonment`))
  expect(found).toMatchObject({ no_agent: 1, agent_failed: 2, late_audio: 2, abandoned: 5 })
  expect(found.answered as number).toBeGreaterThanOrEqual(90)
  const { campaign_id: _id, days: _days, ...counts } = found
  const name = (await campaignOf(b, id)).name
  const statistics = await made<Json>(b.request('GET', '/api/v1/statistics/abandonment?days=1&simulated=include'))
  expect(statistics).toMatchObject({ days: 1, totals: counts, campaigns: [{ campaign_id: id, name, ...counts }] })
  const csv = '/api/v1/statistics/abandonment/export'
  const [header, line, ...rest] = (await b.request('GET', `${csv}?simulated=only`)).text.split('\r\n')
  expect(header).toBe('day,campaign_id,campaign,answered,abandoned,no_agent,agent_failed,late_audio,rate_percent')
  expect(line).toBe(`${day(0)},${id},${name},${counts.answered},5,1,2,2,${counts.rate_percent}`)
  expect(rest).toEqual([''])
  // Without a filter only calls that rang a phone: the file is a record for authorities.
  expect((await b.request('GET', csv)).text.split('\r\n')).toEqual([header, ''])
  expect(await made<Json>(b.request('GET', '/api/v1/statistics/abandonment?days=1'))).toMatchObject({
    simulated: 'exclude',
    totals: { answered: 0 },
    campaigns: [],
  })
  await pool.query(`update campaigns set state = 'running' where id = $1`, [id])
  const duty = watchAbandonment({ db: world.app.db, clock, log: silentLog, campaigns: await storedCampaigns() })
  expect(await duty.runOnce()).toEqual({ warned: 1, paused: 0, failed: 0 })
  expect(await duty.runOnce()).toEqual({ warned: 0, paused: 0, failed: 0 })
  await made(b.request('PUT', '/api/v1/organizations/abandonment', { warn_percent: 3, pause_percent: 3 }))
  expect(await duty.runOnce()).toEqual({ warned: 0, paused: 1, failed: 0 })
  expect(await campaignOf(b, id)).toMatchObject({ state: 'paused' })
})

describe('an imported registry', () => {
  const REGISTRY = '/api/v1/registries/robinson'
  const headers = { 'content-type': 'text/csv' }
  const ON_IT = '+12025550190'
  const send = (raw: string, query = '') =>
    world.b.request('POST', `/api/v1/registries/import?registry=robinson&country_code=US${query}`, undefined, {
      raw,
      headers,
    })
  const registries = async () => (await made<Json>(world.b.request('GET', '/api/v1/registries'))).registries as Json[]
  const suppressed = async (phone_number: string) => {
    const { suppressions } = await made<{ suppressions: Json[] }>(world.b.request('GET', '/api/v1/suppressions'))
    return suppressions.find((one) => one.phone_number === phone_number)?.source ?? null
  }
  const campaign = async (numbers: readonly string[]) => {
    const source_id = await uploadCsv(world.b, ['phone_number', ...numbers].join('\n'))
    const { id } = await newCampaign(world.b, { source_id })
    const proofs = () => made<Json>(world.b.request('GET', `/api/v1/contact-lists/${source_id}/proofs`))
    return { id, proofs, start: () => world.b.request<Json>('POST', `/api/v1/campaign/${id}/start`) }
  }

  test('a broken line, an older file and one that may be cut off change nothing', async () => {
    const broken = await send('2025550190\n202555\n')
    expect([broken.status, broken.text]).toEqual([422, expect.stringContaining('line 2')])
    expect(broken.text).not.toContain('202555"')
    expect(await registries()).toMatchObject([
      { as_of: null, numbers: 0, import: null, failures: [{ step: 'import' }] },
    ])
    expect((await send('\n\n')).body.code).toBe('no_valid_rows')
    expect((await send('2025550190\n', '&as_of=2099-01-01')).status).toBe(422)
    const file = Array.from({ length: 20 }, (_, index) => `202555${1000 + index}`)
    expect((await send(file.join('\n'), `&as_of=${day(-DAY_MS)}`)).status).toBe(200)
    expect((await send('2025550190\n')).body.code).toBe('registry_smaller')
    expect((await send(file.join('\n'), `&as_of=${day(-9 * DAY_MS)}`)).status).toBe(422)
    expect(await registries()).toMatchObject([{ registry: 'robinson', numbers: 20, as_of: day(-DAY_MS), import: null }])
    expect((await send('2025550190\n2025550190\n2025550191\n', '&accept_smaller=true')).status).toBe(200)
    expect(await registries()).toMatchObject([{ numbers: 2, as_of: day(0), file_sha256: expect.any(String) }])
    await dropRegistries({ db: world.app.db, clock, log: silentLog }).runOnce()
    const { rows } = await world.pool.query('select sum(numbers)::int as numbers from registry_blocks')
    expect(rows).toEqual([{ numbers: 2 }])
  })

  test('its people are on the do-not-call list when their list is imported, and the check is evidence', async () => {
    await made(world.b.request('PUT', '/api/v1/organizations/policy', { policy: { registries: POLICY.registries } }))
    const { proofs, start } = await campaign([ON_IT, '+12025550060'])
    expect([await suppressed(ON_IT), await suppressed('+12025550060')]).toEqual(['registry:robinson', null])
    const [{ file_sha256, numbers }] = (await registries()) as [Json]
    expect((await proofs()).registry_checks).toMatchObject([
      { registry: 'robinson', checked_on: day(0), file_sha256, numbers, compared: 2, matches: 1 },
    ])
    expect((await start()).status).toBe(200)
    // The other organization has no registry.
    expect((await made<Json>(world.a.request('GET', '/api/v1/registries'))).registries).toEqual([])
  })

  test('people who are added, single calls, and lists from before it are held against it', async () => {
    const { id, start, proofs } = await campaign(['+12025550160', '+12025550192'])
    const contacts = [{ phone_number: '+12025550191' }, { phone_number: '+12025550161' }]
    const path = `/api/v1/campaign/${id}/contacts`
    expect(await made(world.b.request('POST', path, { contacts }))).toMatchObject({ added: 2 })
    expect([await suppressed('+12025550191'), await suppressed('+12025550161')]).toEqual(['registry:robinson', null])
    // A newer file: whoever starts, or the recurring job, asks again.
    await made(send('2025550192\n2025550190\n2025550193\n2025550161\n'))
    expect(await suppressed('+12025550192')).toBe(null)
    expect((await start()).status).toBe(200)
    expect(await suppressed('+12025550192')).toBe('registry:robinson')
    // Added one by one, on a list of their own.
    expect(await suppressed('+12025550161')).toBe('registry:robinson')
    expect((await proofs()).registry_checks).toMatchObject([{ compared: 2, matches: 1 }])
    const call = {
      phone_number: '+12025550193',
      workflow_id: await newWorkflow(world.b),
      telephony_configuration_id: await newConfiguration(world.b),
    }
    expect((await world.b.request('POST', '/api/v1/telephony/initiate-call', call)).body.code).toBe('number_suppressed')
    const { text } = await world.b.request('GET', '/api/v1/ledger/export')
    for (const kind of ['registry_imported', 'registry_checked']) expect(text).toContain(`"${kind}"`)
  })

  test('the recurring job checks the lists of running campaigns against a new file', async () => {
    const { id } = await campaign(['+12025550194', '+12025550165'])
    await made(send('2025550194\n2025550190\n2025550192\n2025550193\n'))
    const keys = openLedgerKeys(openSecretBox(world.config.secretKeys))
    const lists = async (organizationId: number) =>
      organizationId === world.b.organizationId ? listsInUse(world.app.db, organizationId, id) : []
    const deps = { db: world.app.db, clock, keys, log: world.log, listed: () => {}, allChecked: async () => {} }
    expect(await checkLists({ ...deps, listsInUse: lists }).runOnce()).toEqual({ failed: 0 })
    expect([await suppressed('+12025550194'), await suppressed('+12025550165')]).toEqual(['registry:robinson', null])
    await world.pool.query(`update registry_blocks set distances = '\\x00' where first_key = 12025550190`)
    const later = await campaign(['+12025550195'])
    expect((await later.start()).status).toBe(500)
    await made(world.b.request('DELETE', REGISTRY))
    expect((await world.b.request('DELETE', REGISTRY)).status).toBe(404)
    // Whoever was found stays on the do-not-call list.
    expect(await suppressed(ON_IT)).toBe('registry:robinson')
  })

  test('its day reaches the rule at each dial when every list in use is compared, and not before', async () => {
    const check = () => world.app.jobs.find(({ name }) => name === 'check-lists')?.runOnce()
    const day0 = day(0)
    const scrubbed = async () => {
      const { policy } = await made<Json>(world.b.request('GET', '/api/v1/organizations/policy'))
      return (policy as Json).scrubbed_on ?? {}
    }
    const single = {
      phone_number: '+12025550170',
      workflow_id: await newWorkflow(world.b),
      telephony_configuration_id: await newConfiguration(world.b),
    }
    const call = () => world.b.request<Json>('POST', '/api/v1/telephony/initiate-call', single)
    expect((await send('2025550190\n202555\n')).status).toBe(422)
    await check()
    expect([await scrubbed(), (await call()).body.code]).toEqual([{}, 'call_not_allowed'])
    expect(await registries()).toMatchObject([
      { as_of: null, scrubbed_on: null, failures: [{ step: 'import', message: expect.stringContaining('line 2') }] },
    ])
    await made(send('2025550190\n'))
    const { id, start } = await campaign(['+12025550171'])
    expect((await call()).body.code).toBe('call_not_allowed')
    await world.pool.query(`update registry_blocks set distances = '\\x00'`)
    await made(
      world.b.request('POST', `/api/v1/campaign/${id}/contacts`, { contacts: [{ phone_number: '+12025550172' }] }),
    ).catch(() => {})
    await check()
    expect(await scrubbed()).toEqual({})
    await made(send('2025550190\n'))
    await check()
    expect(await scrubbed()).toEqual({ robinson: day0 })
    expect(await registries()).toMatchObject([
      { is_required: true, scrubbed_on: day0, lists_unchecked: 0, failures: [], numbers: 1 },
    ])
    await made(start())
    await made(
      world.b.request('POST', `/api/v1/campaign/${id}/contacts`, { contacts: [{ phone_number: '+12025550173' }] }),
    )
    await untilEvent(world.b, id, 'call_ended')
    const { versions } = await made<Json>(world.b.request('GET', '/api/v1/organizations/policy/versions'))
    expect((versions as Json[])[0]).toMatchObject({ author: 'check of all lists against robinson' })
    // Nobody is compared with a deleted registry, so its day counts no longer.
    await made(world.b.request('DELETE', REGISTRY))
    expect([await scrubbed(), (await call()).body.code]).toEqual([{}, 'call_not_allowed'])
    // A day that a person has set stays.
    const own = { registries: POLICY.registries, scrubbed_on: { robinson: day0 } }
    await made(world.b.request('PUT', '/api/v1/organizations/policy', { policy: own }))
    await made(send('2025550190\n'))
    await check()
    await made(world.b.request('DELETE', REGISTRY))
    expect(await scrubbed()).toEqual({ robinson: day0 })
  })
})
