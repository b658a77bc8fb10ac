/** Calling rules as people meet them: whom a campaign calls and whom not, why, and what the ledger and the report keep. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallRecord } from '../../src/agent/journal.ts'
import { postgresJournalStore } from '../../src/agent/journal-store.ts'
import { checkNumbers } from '../../src/checks/check-numbers.ts'
import { findNumberCheck, saveNumberCheck } from '../../src/checks/queries.ts'
import { numbersWaitingForCheck } from '../../src/dialer/apply-policy-change.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { judgePastDials, dryRun as runDryRun, runningDryRun } from '../../src/replay/dry-run.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { openReceiver } from './receiver.ts'
import {
  type ContactBody,
  contactsOf,
  FAST,
  greeting,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  putPolicy,
  untilEvent,
  uploadCsv,
} from './things.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
  await world.app.start()
})

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const time = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Open every day for an hour before and three after what the clock in UTC shows now. */
function hoursAroundNow() {
  const minute = Math.floor(Date.now() / 60_000) % 1440
  const from = (minute - 60 + 1440) % 1440
  const to = (minute + 180) % 1440
  const spans =
    from < to
      ? [[from, to]]
      : [
          [0, to],
          [from, 1440],
        ]
  const day = spans.map(([start, end]) => ({ start: time(start as number), end: time(end as number) }))
  return Object.fromEntries(DAYS.map((name) => [name, day]))
}

const put = (policy: Json) => putPolicy(world.a, policy)
const campaignOf = (id: number) => made<Json & { state: string }>(world.a.request('GET', `/api/v1/campaign/${id}`))

/** Looked at again whenever something has happened; every change of a contact is followed by an event. */
async function until<T>(look: () => Promise<T>, is: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look()
    if (is(seen)) return seen
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function start(csv: string, more: Json = {}, accept_duties: string[] = []): Promise<number> {
  const configuration = await newConfiguration(world.a, FAST)
  const source_id = await uploadCsv(world.a, csv)
  const { id } = await newCampaign(world.a, { source_id, telephony_configuration_id: configuration, ...more })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`, { accept_duties }))
  return id
}

const today = () => new Date(Date.now()).toISOString().slice(0, 10)

interface Wait {
  rule: string
  message: string
  contacts: number
  until: string | null
}

const explainCampaign = (id: number) =>
  made<{ waits: Wait[] } & Json>(world.a.request('GET', `/api/v1/campaign/${id}/explain`))

const explain = (campaign: number, contact: number) =>
  made<{ may_call_now: boolean; because: Array<{ rule: string; message: string; until: string | null }> } & Json>(
    world.a.request('GET', `/api/v1/campaign/${campaign}/contacts/${contact}/explain`),
  )

describe('hours where the person is', () => {
  test('only who is awake is called; the other waits, knows why, and is called when the rules allow it', async () => {
    await put({ hours: hoursAroundNow() })
    const id = await start(`phone_number,tz\n+12025550100,UTC\n+12025550200,Pacific/Kiritimati\n`)
    const [here, there] = (await until(
      () => contactsOf(world.a, id),
      ([first]) => first?.state === 'done',
    )) as [ContactBody, ContactBody]
    expect([here.outcome, there.state, there.outcome]).toEqual(['answered', 'pending', null])
    const why = await explain(id, there.id)
    expect(why.may_call_now).toBe(false)
    expect(why.because).toMatchObject([{ rule: 'contact_hours' }])
    expect(why.because[0]?.message).toMatch(
      /^It is \d\d:\d\d there \(Pacific\/Kiritimati, from the column timezone\); calling hours begin (at|on) .* \(the organization's policy\)\.$/,
    )
    expect(why.next_possible_at).toBe(why.because[0]?.until)
    expect(await made(world.a.request('GET', `/api/v1/campaign/${id}/explain`))).toMatchObject({
      pending_rows: 1,
      held_rows: 1,
      free_rows: 0,
      waits: [{ rule: 'contact_hours', contacts: 1, until: why.because[0]?.until }],
    })
    await put({ hours: Object.fromEntries(DAYS.map((name) => [name, [{ start: '00:00', end: '24:00' }]])) })
    await until(
      () => campaignOf(id),
      ({ state }) => state === 'completed',
    )
    const report = await world.a.request('GET', `/api/v1/campaign/${id}/report`)
    const [, first, second] = report.text.split('\n')
    expect(first).toMatch(/,UTC,timezone_column,\d{4}-\d\d-\d\d \d\d:\d\d UTC,1,/)
    expect(second).toMatch(/,Pacific\/Kiritimati,timezone_column,\d{4}-\d\d-\d\d \d\d:\d\d Pacific\/Kiritimati,2,/)
  })

  test('a start check counts those on the do-not-call list among the ready apart from those among the held', async () => {
    await put({ hours: hoursAroundNow() })
    const csv =
      'phone,tz\n+12025550310,UTC\n+12025550311,UTC\n+12025550312,Pacific/Kiritimati\n+12025550313,Pacific/Kiritimati\n'
    const { id } = await newCampaign(world.a, { source_id: await uploadCsv(world.a, csv) })
    const list = (phone_number: string) => made(world.a.request('POST', '/api/v1/suppressions', { phone_number }))
    const check = () => made(world.a.request('GET', `/api/v1/campaign/${id}/start-check`))
    await list('+12025550312')
    expect(await check()).toMatchObject({ ready_rows: 2, suppressed_rows: 1, ready_suppressed_rows: 0 })
    await list('+12025550310')
    expect(await check()).toMatchObject({ ready_rows: 2, suppressed_rows: 2, ready_suppressed_rows: 1 })
  })

  test('a number whose zone is not known is held, not finished, and called once there is a zone to go by', async () => {
    await put({ hours: hoursAroundNow(), unknown_zone: 'refuse' })
    const id = await start('phone_number\n+18005550100\n+12025550110\n')
    await until(
      () => explainCampaign(id),
      ({ waits }) => waits.some(({ rule }) => rule === 'zone_unknown'),
    )
    expect(await contactsOf(world.a, id)).toMatchObject([{ state: 'pending', outcome: null, attempts: 0 }, {}])
    await put({ hours: hoursAroundNow(), fallback_timezone: 'UTC' })
    const [held] = (await until(
      () => contactsOf(world.a, id),
      ([one]) => one?.state === 'done',
    )) as [ContactBody]
    expect(held.outcome).toBe('answered')
  })

  test('a person whom no selected pack covers is held with the reason, and called once a pack does', async () => {
    const scrubbed_on = { 'us-national-dnc': today(), 'ca-dncl': today() }
    const anyHour = { hours_floor: 'off', calls: { purpose: 'health' }, scrubbed_on }
    await put({ packs: ['mx'], ...anyHour })
    const id = await start('phone_number\n+14165550100\n', {}, ['registry:mx-repep'])
    const { waits } = await until(
      () => explainCampaign(id),
      ({ waits: some }) => some.some(({ rule }) => rule === 'uncovered'),
    )
    expect(waits).toMatchObject([{ rule: 'uncovered', contacts: 1, until: null }])
    expect(waits[0]?.message).toBe(
      'No pack selected by the organization\'s policy covers people in CA-ON and health calls. The contact is held. Select a pack that does, or set "uncovered" to "allow".',
    )
    expect(await contactsOf(world.a, id)).toMatchObject([{ state: 'pending', attempts: 0 }])
    await put({ packs: ['mx'], uncovered: 'allow', ...anyHour })
    const [contact] = (await until(
      () => contactsOf(world.a, id),
      ([one]) => one?.state === 'done',
    )) as [ContactBody]
    const { rules } = await explain(id, contact.id)
    expect(rules).toContainEqual({
      rule: 'contact_hours',
      holds: false,
      message: 'No rule about hours applies to CA-ON.',
      until: null,
    })
  })

  test('an edit after which no hour is left cancels nobody: all wait, and go on when it is put right', async () => {
    await put({})
    const minute = Math.floor(Date.now() / 60_000) % 1440
    const inTwelveHours = (minute + 720) % 1440
    const from = Math.min(inTwelveHours, 1380)
    const later = Object.fromEntries(DAYS.map((name) => [name, [{ start: time(from), end: time(from + 60) }]]))
    const numbers = Array.from({ length: 40 }, (_, index) => `+120255506${String(index).padStart(2, '0')},UTC`)
    const id = await start(`phone_number,tz\n${numbers.join('\n')}\n`, { policy: { hours: later } })
    await put({ hours: hoursAroundNow() })
    await until(
      () => explainCampaign(id),
      ({ waits }) => waits.some(({ rule }) => rule === 'never_open'),
    )
    expect(await campaignOf(id)).toMatchObject({ state: 'running', processed_rows: 0 })
    expect((await contactsOf(world.a, id)).filter(({ state }) => state !== 'pending')).toEqual([])
    await put({})
    expect((await explainCampaign(id)).waits).toMatchObject([{ rule: 'contact_hours', contacts: 40 }])
  })
})

describe('how often a number is called', () => {
  test('counts over all campaigns; who was called enough is put off with the reason, and freed when the rules change', async () => {
    await put({ caps: [{ max: 1, hours: 24 }] })
    const csv = 'phone_number\n+12025550300\n'
    await until(
      () => start(csv).then(campaignOf),
      () => true,
    )
    await until(
      () => contactsOfNumber('+12025550300'),
      (found) => found.attempts.length === 1 && found.campaigns[0]?.state === 'done',
    )
    const second = await start(csv)
    const [held] = (await until(
      () => contactsOf(world.a, second),
      ([one]) => one?.held_by === 'cap',
    )) as [ContactBody]
    const why = await explain(second, held.id)
    const cap = why.because.find(({ rule }) => rule === 'cap')
    expect(cap?.message).toMatch(
      /^1 call in the last 24 hours; the organization's policy allows 1\. This limit ends (on|at) /,
    )
    expect(await made(world.a.request('GET', `/api/v1/campaign/${second}/explain`))).toMatchObject({
      waits: [{ rule: 'cap', contacts: 1 }],
    })
    await put({ caps: [{ max: 2, hours: 24 }] })
    await until(
      () => campaignOf(second),
      ({ state }) => state === 'completed',
    )
    const { attempts, campaigns, because } = await contactsOfNumber('+12025550300')
    expect([attempts.length, campaigns.length]).toEqual([2, 2])
    expect(because).toMatchObject([{ rule: 'cap' }])
    // What is left when the calls are gone still says who called, and whether a phone rang.
    const gone = attempts.map(({ call_id }) => call_id)
    await world.pool.query('update number_attempts set call_id = -call_id where call_id = any($1)', [gone])
    await world.pool.query(
      `insert into number_attempts (call_id, organization_id, phone_number, at, inbound) values (-9, $1, '+12025550301', now(), true)`,
      [world.a.organizationId],
    )
    const left = (await contactsOfNumber('+12025550300')).attempts.filter(({ call_id }) => Number(call_id) < 0)
    const dialed = { direction: 'outbound', is_simulated: true }
    expect([...attempts, ...left]).toMatchObject([dialed, dialed, dialed, dialed])
    const { attempts: calledUs } = await contactsOfNumber('+12025550301')
    expect(calledUs).toMatchObject([{ direction: 'inbound', is_simulated: null }])
  })

  interface History extends Json {
    attempts: Json[]
    campaigns: ContactBody[]
    because: Json[]
  }
  const contactsOfNumber = (number: string) =>
    made<History>(world.a.request('GET', `/api/v1/numbers/${encodeURIComponent(number)}/history`))

  test('counts a person with several numbers in one list once, also within one claim', async () => {
    await put({ caps: [{ max: 1, hours: 24 }] })
    const rows = ['phone_number,person_id', '+13125550600,p1', '+13125550700,p1', '+13125550800,p2', '+13125550900,p1']
    const id = await start(rows.join('\n'), { max_concurrency: 10 })
    const contacts = await until(
      () => contactsOf(world.a, id),
      (seen) => seen.every(({ state, held_by }) => state === 'done' || held_by !== null),
    )
    expect(contacts.map(({ state, held_by }) => [state, held_by])).toEqual([
      ['done', null],
      ['pending', 'cap'],
      ['done', null],
      ['pending', 'cap'],
    ])
    // With one more call allowed, one of the others is called.
    await put({ caps: [{ max: 2, hours: 24 }] })
    const later = await until(
      () => contactsOf(world.a, id),
      (seen) => seen.filter(({ state }) => state === 'done').length > 2,
    )
    expect(later.filter(({ state }) => state === 'done')).toHaveLength(3)
  })

  test('single calls count and are counted; one to one’s own phone may be set aside, and the ledger says by whom', async () => {
    await put({ caps: [{ max: 1, hours: 24 }] })
    const telephony_configuration_id = await newConfiguration(world.a, FAST)
    const order = { workflow_id: await newWorkflow(world.a), phone_number: '+12025550400', telephony_configuration_id }
    const call = (body: Json) => world.a.request('POST', '/api/v1/telephony/initiate-call', body)
    const hasEnded = async () =>
      (await world.pool.query(`select from calls_live where phone_number = '+12025550400'`)).rows.length === 0
    expect((await call(order)).status).toBe(200)
    await until(hasEnded, Boolean)
    expect(await call(order)).toMatchObject({
      status: 409,
      body: {
        code: 'call_not_allowed',
        details: { because: [{ rule: 'cap' }] },
        message: expect.stringContaining('allows 1'),
      },
    })
    expect((await call({ ...order, override_reason: 'my own phone' })).status).toBe(200)
    const ledger = await world.a.request('GET', '/api/v1/ledger/export')
    const records = ledger.text
      .trim()
      .split('\n')
      .flatMap((line) => (JSON.parse(line) as { record?: string }).record ?? [])
      .map((record) => (typeof record === 'string' ? JSON.parse(record) : record) as Json & { body: Json })
    const persons = ledger.text
      .trim()
      .split('\n')
      .flatMap((line): Json[] => (line.startsWith('{"person"') ? [JSON.parse(line).person] : []))
    const person = persons.find(({ phone_number }) => phone_number === '+12025550400')?.person
    const own = records.filter(({ kind, body }) => kind === 'dial' && body.person === person)
    expect(own).toMatchObject([
      { actor: 'dialer', body: { rules: ['cap 1 attempts in 24 h (organization): 0 before'] } },
      { actor: `API key ${world.a.apiKeyId}`, body: { override: { reason: 'my own phone' }, rules: [] } },
    ])
    expect(await made(world.a.request('GET', '/api/v1/ledger/verify'))).toMatchObject({ ok: true })
  })
})

test('a conversation that ended with a no is a refusal: the next campaign waits', async () => {
  await put({ hours_floor: 'off', cooldowns: [{ after: 'refusal', hours: 24 }] })
  const csv = 'phone_number\n+12025550955\n'
  const first = await start(csv)
  await until(
    () => campaignOf(first),
    ({ state }) => state === 'completed',
  )
  const { runs } = await made<{ runs: Array<{ id: number }> }>(world.a.request('GET', `/api/v1/campaign/${first}/runs`))
  const callId = runs[0]?.id as number
  const store = postgresJournalStore(world.app.db)
  const save = (disposition: string, ...timeline: CallRecord['timeline']) => {
    const record: CallRecord = { timeline, transcript: [], gathered: {}, latencies: {}, disposition, turns: [] }
    return store.save(world.a.organizationId, callId, record, new Date())
  }
  const ended = { at: new Date().toISOString(), event: 'ended' } as const
  await save('moved', ended)
  // "No, wait" may still follow: only the end of the conversation decides.
  await save('not_interested')
  expect((await world.a.request('GET', '/api/v1/numbers/+12025550955/history')).body).toMatchObject({ because: [] })
  await save('not_interested', ended)
  const next = await start(csv)
  const [contact] = await until(
    () => contactsOf(world.a, next),
    ([one]) => one?.held_by === 'cooldown',
  )
  expect(contact).toMatchObject({ state: 'pending', attempts: 0 })
  await put({ hours_floor: 'off' })
})

test('a person who refused for ever is finished without a call once no other waits, and the campaign completes', async () => {
  await put({ hours_floor: 'off', cooldowns: [{ after: 'refusal', hours: 'forever' }] })
  await world.pool.query(
    `insert into number_attempts (call_id, organization_id, phone_number, at, refused, what)
     values (-19, $1, '+12025550957', now() - interval '1 day', true, 'conversation')`,
    [world.a.organizationId],
  )
  const id = await start('phone_number\n+12025550956\n+12025550957\n')
  await until(
    () => campaignOf(id),
    ({ state }) => state === 'completed',
  )
  const contacts = await contactsOf(world.a, id)
  expect(Object.fromEntries(contacts.map(({ phone_number, ...one }) => [phone_number, one]))).toMatchObject({
    '+12025550956': { state: 'done', attempts: 1 },
    '+12025550957': { state: 'done', outcome: 'canceled', held_by: 'cooldown', attempts: 0 },
  })
  await put({ hours_floor: 'off' })
})

describe('a number put on the do-not-call list', () => {
  const waiting = (query: string) => async () =>
    ((await world.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%${query}%'`))
      .rowCount ?? 0) > 0

  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  /** Nothing passes that needs the table, until it is let go. */
  async function hold(table: string, mode: string): Promise<() => Promise<void>> {
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query(`lock table ${table} in ${mode} mode`)
    return async () => {
      await holder.query('commit')
      holder.release()
    }
  }

  test('between its claim and its dial is not dialed', async () => {
    const { b } = world
    const { id } = await newCampaign(b, { source_id: await uploadCsv(b, 'phone_number\n+12025550300\n') })
    const letClaim = await hold('calls', 'share')
    await made(b.request('POST', `/api/v1/campaign/${id}/start`))
    await until(waiting('insert into calls'))
    const letDial = await hold('workflow_definitions', 'access exclusive')
    await letClaim()
    await until(waiting('from workflow_definitions'))
    await made(b.request('POST', '/api/v1/suppressions', { phone_number: '+12025550300', reason: 'by e-mail' }))
    await letDial()
    await untilEvent(b, id, 'campaign_completed')
    const contacts = await contactsOf(b, id)
    expect(contacts).toMatchObject([{ outcome: 'canceled', attempts: 0 }])
  })
})

describe('consent of each person', () => {
  const withRecords = { consent: { any_of: ['express', 'express_written'], records: 'required' } }
  interface Consents extends Json {
    consents: Array<{ id: number; kind: string; source: string; author: string }>
  }
  interface LedgerLine {
    record: { kind: string; body: { rules?: string[]; consent?: string; proof_sha256?: string | null } }
  }
  const ledger = async () => {
    const { text } = await world.a.request('GET', '/api/v1/ledger/export')
    return text
      .split('\n')
      .flatMap((line) => (line.includes('"record"') ? [(JSON.parse(line) as LedgerLine).record] : []))
  }

  test('comes with the list, is asked for at the dial, ends by revocation and is on record', async () => {
    await put({ ...withRecords, hours_floor: 'off' })
    const csv = [
      'phone_number,consent_kind,consent_at,consent_source,consent_proof,consent_expires_at',
      '+12025550900,express_written,2026-10-01,web form,https://forms.example.com/1,',
      '+12025550901,,,,,',
      '+12025550902,express,2020-01-01,letter,,2021-01-01',
      '+12025550903,express,2099-01-01,letter,,',
      '+12025550904,maybe,2026-01-01,letter,,',
    ]
    const id = await start(csv.join('\n'))
    const contacts = await until(
      () => contactsOf(world.a, id),
      (all) => all[0]?.state === 'done' && all[1]?.held_by === 'consent' && all[2]?.held_by === 'consent',
    )
    expect(contacts.map(({ state, outcome }) => [state, outcome])).toEqual([
      ['done', 'answered'],
      ['pending', null],
      ['pending', null],
    ])
    const { because } = await explain(id, (contacts[1] as ContactBody).id)
    expect(because).toContainEqual(
      expect.objectContaining({
        rule: 'consent',
        message: expect.stringContaining(
          "No consent of this person is recorded; the organization's policy asks for one",
        ),
      }),
    )
    const expired = await explain(id, (contacts[2] as ContactBody).id)
    expect(expired.because.map(({ message }) => message).join()).toContain(
      'The consent of this person ended on 2021-01-01',
    )
    expect((await explainCampaign(id)).waits).toMatchObject([{ rule: 'consent', contacts: 2 }])
    const dial = (await ledger()).findLast(({ kind }) => kind === 'dial')
    expect(dial?.body.rules).toContainEqual(
      expect.stringMatching(/^consent \(organization\): express_written of 2026-10-01, record \d+$/),
    )

    const given = { kind: 'express', given_at: '2026-11-01T10:00:00Z', source: 'phone', proof: 'tape 7' }
    await made<Consents>(world.a.request('POST', '/api/v1/consents', { phone_number: '+12025550901', ...given }))
    await until(
      () => contactsOf(world.a, id),
      (all) => all[1]?.state === 'done',
    )
    const kept = (await ledger()).findLast(({ kind }) => kind === 'consent_recorded')
    expect(kept?.body).toMatchObject({ consent: 'express', proof_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(JSON.stringify(await ledger())).not.toContain('tape 7')
  })

  test('single calls need it too, and what was taken back stays so when the old list is uploaded again', async () => {
    await put({ ...withRecords, hours_floor: 'off' })
    const configuration = await newConfiguration(world.a, FAST)
    const workflow = await newWorkflow(world.a)
    const call = (phone_number: string) =>
      world.a.request<{ code: string; details: { because: Array<{ rule: string }> } }>(
        'POST',
        '/api/v1/telephony/initiate-call',
        { phone_number, workflow_id: workflow, telephony_configuration_id: configuration },
      )
    const stranger = await call('+12025550911')
    expect([stranger.status, stranger.body.code]).toEqual([409, 'call_not_allowed'])
    expect(stranger.body.details.because).toMatchObject([{ rule: 'consent' }])
    const csv = 'phone_number,consent_kind,consent_at\n+12025550910,express,2026-10-01T08:00:00Z\n'
    await uploadCsv(world.a, csv)
    expect((await call('+12025550910')).status).toBe(200)
    const revoked = await made<Consents>(
      world.a.request('POST', '/api/v1/consents/revoke', { phone_number: '+12025550910', source: 'letter' }),
    )
    expect(revoked.consents.map(({ kind }) => kind)).toEqual(['revoked', 'express'])
    await uploadCsv(world.a, csv)
    await uploadCsv(world.a, csv.replace('2026-10-01T08', '2026-10-01T09'))
    const after = await call('+12025550910')
    expect([after.status, after.body.details?.because]).toMatchObject([409, [{ rule: 'consent' }]])
    const { body: history } = await world.a.request<Consents>('GET', '/api/v1/numbers/+12025550910/history')
    expect(history.consents.map(({ kind }) => kind)).toEqual(['revoked', 'express', 'express'])
    await made(world.a.request('POST', '/api/v1/erasures', { phone_number: '+12025550910' }))
    await uploadCsv(world.a, csv)
    const erased = await call('+12025550910')
    expect([erased.status, erased.body.details?.because]).toMatchObject([409, [{ rule: 'consent' }]])
    const { body: kept } = await world.a.request<Consents>('GET', '/api/v1/numbers/+12025550910/consents')
    expect(kept.consents).toMatchObject([
      { kind: 'revoked', source: 'erased', author: 'erased', call_id: null },
      { kind: 'express' },
    ])
    const given = { phone_number: '+12025550912', kind: 'express', given_at: '2026-10-01T08:00:00Z', source: 'form' }
    const say = (more: Json = {}) => world.a.request('POST', '/api/v1/consents', { ...given, ...more })
    expect([(await say()).status, (await say()).status]).toEqual([200, 200])
    const corrected = await say({ expires_at: '2026-11-01T08:00:00Z' })
    expect([corrected.status, corrected.body.code]).toEqual([409, 'consent_differs'])
    // A list may only shorten it.
    const ending = (end: string) =>
      uploadCsv(
        world.a,
        `phone,consent_kind,consent_at,consent_expires_at\n+12025550912,express,2026-10-01T08:00:00Z,${end}\n`,
      )
    for (const end of ['2026-11-01', '2027-11-01', '']) await ending(end)
    const imports = (await ledger()).filter(({ kind }) => kind === 'consents_imported')
    expect(imports.at(-1)?.body).toMatchObject({ consents: 0, shortened: 1 })
    const { body: shortened } = await world.a.request<Consents>('GET', '/api/v1/numbers/+12025550912/consents')
    expect(shortened.consents).toMatchObject([{ expires_at: '2026-11-01T00:00:00.000Z', source: 'form' }])
    const future = { phone_number: '+12025550910', kind: 'express', given_at: '2099-01-01T00:00:00Z', source: 'x' }
    expect((await world.a.request('POST', '/api/v1/consents', future)).status).toBe(422)
  })

  test('a rule of the policy itself has no duty that vouches for a list: people without a record are held', async () => {
    await put({ hours_floor: 'off', consent: { any_of: ['express_written'] } })
    const id = await start('phone_number\n+12025550925\n')
    const contacts = await until(
      () => contactsOf(world.a, id),
      ([contact]) => contact?.held_by === 'consent',
    )
    expect(contacts.map(({ state }) => state)).toEqual(['pending'])
  })

  test('of a pack that is added while a campaign runs: nobody vouched for its duties, so people are held until somebody does', async () => {
    const suspensions = [{ from: '2026-01-01T00:00:00Z', reason: 'not yet' }]
    await put({ hours_floor: 'off', suspensions })
    await made(world.a.request('POST', '/api/v1/consents/revoke', { phone_number: '+4915123456721', source: 'mail' }))
    const workflow_id = await newWorkflow(world.a, greeting('Hello, this is an AI assistant of Acme.'))
    const id = await start('phone_number\n+4915123456720\n+4915123456721\n', { workflow_id })
    await put({ hours_floor: 'off', packs: ['eu'] })
    const held = await until(
      () => contactsOf(world.a, id),
      (all) => all.every(({ held_by }) => held_by === 'consent'),
    )
    const { because } = await explain(id, (held[0] as ContactBody).id)
    expect(because.map(({ message }) => message).join()).toContain('that are not confirmed yet (express-consent')
    const act = (what: string, body?: Json) =>
      world.a.request<Json>('POST', `/api/v1/campaign/${id}/${what}`, body).then((answer) => answer.body)
    await act('pause')
    const refused = (await act('resume')) as { code: string; details: { duties: { id: string }[] } }
    expect(refused.code).toBe('duties_open')
    const open = refused.details.duties.map((duty) => duty.id)
    expect((await made<Json>(world.a.request('GET', `/api/v1/campaign/${id}/start-check`))).open_duties).toHaveLength(
      open.length,
    )
    expect(await act('resume', { accept_duties: open })).toMatchObject({ state: 'running' })
    const contacts = await until(
      () => contactsOf(world.a, id),
      ([one, other]) => one?.state === 'done' && other?.held_by === 'consent',
    )
    expect(contacts.map(({ state }) => state)).toEqual(['done', 'pending'])
    const { rules } = await explain(id, (contacts[0] as ContactBody).id)
    expect(JSON.stringify(rules)).toContain('a person vouched for the whole list (the pack eu)')
    await act('pause')
    // What was accepted before is not asked about again.
    expect(await act('resume')).toMatchObject({ state: 'running' })
    await put({ hours_floor: 'off' })
  })
})

describe('a service that is asked about each number', () => {
  test('bars, lets pass, and without an answer holds; its reason is shown and an answer is asked for once', async () => {
    const receiver = await openReceiver((response, { body }) => {
      const { phone_number: number } = JSON.parse(body) as { phone_number: string }
      if (number.endsWith('32')) response.writeHead(500).end()
      else if (number.endsWith('33')) response.end('{"may_call":"true"}')
      else response.end(JSON.stringify({ may_call: !number.endsWith('31'), reason: 'reassigned on 2026-11-02' }))
    })
    const check = { url: receiver.url, fresh_hours: 24 }
    await put({ hours_floor: 'off', number_check: check })
    const id = await start('phone_number\n+12025550930\n+12025550931\n+12025550932\n+12025550933\n')
    const held = ({ held_by, next_attempt_at }: ContactBody) => held_by === 'number_check' && next_attempt_at !== null
    const contacts = await until(
      () => contactsOf(world.a, id),
      ([one, ...others]) => one?.state === 'done' && others.every(held),
    )
    expect(contacts.map(({ outcome }) => outcome)).toEqual(['answered', null, null, null])
    const because = async (index: number) => (await explain(id, (contacts[index] as ContactBody).id)).because
    const said = async (index: number) => (await because(index)).find(({ rule }) => rule === 'number_check')?.message
    expect(await said(1)).toBe(
      'The number check of your organization says that this number must not be called: reassigned on 2026-11-02.',
    )
    expect(await said(2)).toBe(
      'The number check of your organization failed: The number check answered with status 500. It is asked again.',
    )
    expect(await said(3)).toContain('has no "may_call" that is true or false')
    const dial = await world.a.request('GET', '/api/v1/ledger/export')
    expect(dial.text).toContain('number check: allowed, 20')

    const workflow_id = await newWorkflow(world.a)
    const telephony_configuration_id = await newConfiguration(world.a, FAST)
    const call = (phone_number: string) =>
      world.a.request<Json>('POST', '/api/v1/telephony/initiate-call', {
        phone_number,
        workflow_id,
        telephony_configuration_id,
      })
    expect((await call('+12025550931')).body).toMatchObject({ code: 'call_not_allowed' })
    expect((await call('+12025550934')).status).toBe(200)
    const asked = receiver.arrived.map(({ body }) => (JSON.parse(body) as { phone_number: string }).phone_number)
    // Contacts of campaigns before this one wait too.
    expect(asked.filter((number) => number.startsWith('+1202555093')).sort()).toEqual(
      [30, 31, 32, 33, 34].map((last) => `+120255509${last}`),
    )

    await put({ hours_floor: 'off', number_check: { ...check, on_failure: 'call' } })
    const after = await until(
      () => contactsOf(world.a, id),
      (all) => all[2]?.state === 'done' && all[3]?.state === 'done',
    )
    expect(after.map(({ state }) => state)).toEqual(['done', 'pending', 'done', 'done'])

    const { uuid: credential_uuid } = await made<{ uuid: string }>(
      world.a.request('POST', '/api/v1/credentials/', {
        name: 'number check',
        credential_type: 'bearer_token',
        credential_data: { token: 'a-long-secret' },
      }),
    )
    await put({ hours_floor: 'off', number_check: { ...check, on_failure: 'call', credential_uuid } })
    const refused = { body: { code: 'credential_in_use', details: { used_by: ['number_check of the policy'] } } }
    expect(await world.a.request('DELETE', `/api/v1/credentials/${credential_uuid}`)).toMatchObject(refused)
    await put({ hours_floor: 'off', number_check: { ...check, on_failure: 'call', credential_uuid: 'gone' } })
    expect((await call('+12025550936')).body).toMatchObject({ code: 'call_not_allowed' })

    const policy = { number_check: check }
    const source_id = await uploadCsv(world.a, 'phone_number\n+12025550935\n')
    const draft = { name: 'x', source_type: 'csv', workflow_id, source_id, policy }
    expect((await world.a.request('POST', '/api/v1/campaign/create', draft)).status).toBe(422)
    await put({ hours_floor: 'off' })
  })
})

describe('services of several organizations', () => {
  test('one that is slow, or a fault with one, keeps no other waiting; a failure lifts no bar', async () => {
    let [askedA, askedB] = [() => {}, () => {}]
    const a = new Promise<void>((resolve) => {
      askedA = resolve
    })
    const b = new Promise<void>((resolve) => {
      askedB = resolve
    })
    const slow = await openReceiver(async (response) => {
      askedA()
      await b
      response.end('{"may_call":true}')
    })
    const quick = await openReceiver((response) => {
      askedB()
      response.end('{"may_call":true}')
    })
    const policy = (url: string) => ({ policy: { hours_floor: 'off', number_check: { url, timeout_ms: 10_000 } } })
    await made(world.a.request('PUT', '/api/v1/organizations/policy', policy(slow.url)))
    await made(world.b.request('PUT', '/api/v1/organizations/policy', policy(quick.url)))
    const id = await start('phone_number\n+12025550951\n')
    // The question of one is under way, and its service answers only after that of the other was asked.
    await a
    const telephony_configuration_id = await newConfiguration(world.b, FAST)
    const source_id = await uploadCsv(world.b, 'phone_number\n+12025550952\n')
    const other = await newCampaign(world.b, { source_id, telephony_configuration_id })
    await made(world.b.request('POST', `/api/v1/campaign/${other.id}/start`))
    await until(
      () => contactsOf(world.a, id),
      ([contact]) => contact?.state === 'done',
    )

    const { db } = world.app
    const own = world.b.organizationId
    const released: string[] = []
    const duty = checkNumbers({
      db,
      clock: systemClock,
      log: silentLog,
      secrets: openSecretBox(world.config.secretKeys),
      egress: { of: () => Promise.reject(new Error('nobody is asked here')) as never },
      waiting: async (organizationId) => {
        if (organizationId !== own) throw new Error('a fault with one organization')
        return ['+12025550952']
      },
      answered: async (_, numbers) => void released.push(...numbers),
    })
    expect(await duty.runOnce()).toEqual({ asked: 0, failed: 1 })
    expect(released).toEqual(['+12025550952'])

    const save = (verdict: 'barred' | 'failed') =>
      saveNumberCheck(db, own, '+12025550953', { verdict, atMs: Date.now(), reason: verdict })
    await save('barred')
    await save('failed')
    expect(await findNumberCheck(db, own, '+12025550953')).toMatchObject({ verdict: 'barred', reason: 'barred' })
    await made(world.b.request('PUT', '/api/v1/organizations/policy', { policy: {} }))
    await put({ hours_floor: 'off' })

    // Barred numbers whose answer is too old, while the service fails, do not hide a number that was never asked about.
    const hold = `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, next_attempt_at, held_by, held_until)
      select $1, $2, 0, '+1202555' || n, 'pstn', 'infinity', 'number_check', 'infinity' from generate_series(6000, 6005) n`
    await world.pool.query(hold, [own, other.id])
    await world.pool.query(
      `insert into number_checks (organization_id, phone_number, verdict, checked_at, asked_at)
       select $1, '+1202555' || n, 'barred', now() - interval '9 days', now() from generate_series(6000, 6004) n`,
      [own],
    )
    await world.pool.query(`update campaigns set state = 'running' where id = $1`, [other.id])
    const now = Date.now()
    expect(await numbersWaitingForCheck(db, own, 3, new Date(now - 60_000))).toEqual(['+12025556005'])
    const later = await numbersWaitingForCheck(db, own, 3, new Date(now + 60_000))
    expect([later[0], later.length]).toEqual(['+12025556005', 3])
    await world.pool.query(`update contacts set state = 'done' where campaign_id = $1`, [other.id])
  })
})

describe('a person whom a limit holds and a rule without end too', () => {
  /** An hour must pass between two calls, and one was placed now. */
  async function calledJustNow(phone_number: string, more: Json): Promise<number> {
    await put({ hours_floor: 'off', least_gap_minutes: 60 })
    const workflow_id = await newWorkflow(world.a)
    const telephony_configuration_id = await newConfiguration(world.a, FAST)
    const single = { phone_number, workflow_id, telephony_configuration_id }
    await made(world.a.request('POST', '/api/v1/telephony/initiate-call', single))
    await put({ hours_floor: 'off', least_gap_minutes: 60, ...more })
    return start(`phone_number\n${phone_number}\n`)
  }
  const anHourLater = (phone_number: string) =>
    world.pool.query(`update number_attempts set at = at - interval '2 hours' where phone_number = $1`, [phone_number])
  const called = (id: number) =>
    until(
      () => contactsOf(world.a, id),
      ([contact]) => contact?.state === 'done',
    )

  const GIVEN_AT = '2026-11-01T10:00:00Z'
  const record = (phone_number: string) =>
    made(
      world.a.request('POST', '/api/v1/consents', {
        phone_number,
        kind: 'express',
        given_at: GIVEN_AT,
        source: 'phone',
      }),
    )
  /** As after a fault between the record and the release. */
  const store = (number: string) =>
    world.pool.query(
      `insert into consents (organization_id, phone_number, kind, at, source, author, created_at)
       values ($1, $2, 'express', $3, 'phone', 'test', now())`,
      [world.a.organizationId, number, GIVEN_AT],
    )
  test.each([
    ['is recorded', '+12025550941', record],
    [
      'is recorded a second time',
      '+12025550943',
      async (number: string) => [await store(number), await record(number)],
    ],
    [
      'is in a list a second time',
      '+12025550944',
      async (number: string) => {
        await store(number)
        await uploadCsv(world.a, `phone,consent_kind,consent_at\n${number},express,${GIVEN_AT}\n`)
      },
    ],
  ])('is called when the consent %s', async (_how, number, tell) => {
    const id = await calledJustNow(number, { consent: { any_of: ['express'], records: 'required' } })
    await until(
      () => contactsOf(world.a, id),
      ([contact]) => contact?.held_by === 'consent',
    )
    await anHourLater(number)
    await tell(number)
    await called(id)
  })

  test('is called when the number check answers', async () => {
    const number = '+12025550942'
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    const receiver = await openReceiver(async (response, { body }) => {
      if (body.includes(number)) await asked
      response.end('{"may_call":true}')
    })
    const id = await calledJustNow(number, { number_check: { url: receiver.url, timeout_ms: 10_000 } })
    await until(
      () => contactsOf(world.a, id),
      ([contact]) => contact?.held_by === 'number_check',
    )
    await anHourLater(number)
    answer()
    await called(id)
    await put({ hours_floor: 'off' })
  })
})

describe('before anything is called', () => {
  interface Preview extends Json {
    waiting: number
    callable: number
    held: Array<{ rule: string; contacts: number; newly: number }>
  }
  const preview = (policy: Json) => world.b.request<Preview>('POST', '/api/v1/organizations/policy/preview', { policy })
  const csv = 'phone_number\n+12025550700\n+14165550700\n+18005550700\n'

  test('a preview says how many a policy would hold, by reason, and changes nothing', async () => {
    const { b } = world
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: {} }))
    await newCampaign(b, { source_id: await uploadCsv(b, csv) })
    const scrubbed_on = { 'us-national-dnc': today() }
    const { body } = await preview({ packs: ['us-federal'], scrubbed_on, calls: { purpose: 'marketing' } })
    expect(body.waiting).toBe(3)
    expect(body.held).toMatchObject([
      { rule: 'uncovered', contacts: 1, newly: 1, until: null },
      { rule: 'zone_unknown', contacts: 1, newly: 1, until: null },
    ])
    expect(await made(b.request('GET', '/api/v1/organizations/policy'))).toMatchObject({ policy: { packs: [] } })
    expect((await preview({ packs: ['atlantis'] })).status).toBe(422)
    expect((await preview({})).body).toMatchObject({ callable: 3, held: [], later: [] })
  })

  test('creating and starting without calling hours warns, and says whom the rules will hold', async () => {
    const { b } = world
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: {} }))
    const configuration = await newConfiguration(b, FAST)
    const source_id = await uploadCsv(b, csv)
    const draft = await newCampaign(b, { source_id, telephony_configuration_id: configuration })
    expect(draft.warnings).toEqual([expect.stringMatching(/^No calling hours apply to 3 contacts\. The simulated/)])
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: { hours: hoursAroundNow() } }))
    const started = await made<{ warnings: string[] }>(b.request('POST', `/api/v1/campaign/${draft.id}/start`))
    expect(started.warnings).toEqual([expect.stringMatching(/^1 contact will be held\. The time zone of this number/)])
    await made(b.request('POST', `/api/v1/campaign/${draft.id}/pause`))
  })

  test('who was finished by a rule can be taken up by a redial that names the rule', async () => {
    const { b, pool } = world
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: {} }))
    const { id } = await newCampaign(b, { source_id: await uploadCsv(b, csv) })
    await pool.query(`update campaigns set state = 'completed' where id = $1`, [id])
    await pool.query(
      `update contacts set state = 'done', outcome = 'canceled',
              held_by = case when phone_number = '+12025550700' then 'never_open' else 'suppressed' end
        where campaign_id = $1`,
      [id],
    )
    await pool.query(`update campaigns set outcomes = '{"canceled": 2}' where id = $1`, [id])
    const { left_out } = await made<Json>(b.request('GET', `/api/v1/campaign/${id}/left-out`))
    expect(left_out).toEqual(
      expect.arrayContaining([
        { rule: 'never_open', contacts: 1 },
        { rule: 'suppressed', contacts: expect.any(Number) },
      ]),
    )
    const redial = (body: Json) => b.request('POST', `/api/v1/campaign/${id}/redial`, body)
    expect((await redial({})).body.code).toBe('nothing_to_redial')
    expect((await redial({ retry_on_rules: ['suppressed'] })).status).toBe(422)
    expect(await made(redial({ retry_on_rules: ['never_open'] }))).toMatchObject({ total_rows: 1 })
  })

  test('a dry run judges the dials that were made, and names whom a looser policy would let through', async () => {
    const { b } = world
    interface DryRun extends Json {
      dials: number
      refused: number
      refused_by_rule: Json[]
      days: Array<{ refused: number }>
      released: Json
      not_judged: number
      not_judged_by_cause: Json[]
    }
    const dryRun = (policy: Json, more: Json = {}) =>
      b.request<DryRun>('POST', '/api/v1/organizations/policy/dry-run', { policy, ...more })
    const once = { caps: [{ max: 1, hours: 24 }] }
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: once }))
    const before = (await dryRun(once)).body
    const configuration = await newConfiguration(b, FAST)
    const list = await uploadCsv(b, 'phone_number\n+12025550800\n+12025550900\n')
    const startWith = async (more: Json) => {
      const { id } = await newCampaign(b, { source_id: list, telephony_configuration_id: configuration, ...more })
      await made(b.request('POST', `/api/v1/campaign/${id}/start`))
      return id
    }
    const first = await startWith({})
    await untilEvent(b, first, 'campaign_completed')
    const second = await startWith({})
    await until(
      () => made<{ waits: Wait[] } & Json>(b.request('GET', `/api/v1/campaign/${second}/explain`)),
      ({ waits }) => waits.some(({ rule, contacts }) => rule === 'cap' && contacts === 2),
    )
    const same = (await dryRun(once)).body
    expect(same).toMatchObject({ dials: before.dials + 2, refused: before.refused, released: { contacts: 0 } })
    expect((await dryRun({})).body).toMatchObject({
      refused: 0,
      released: { contacts: 2, precision: 'exact', by_rule: [{ rule: 'cap', contacts: 2 }] },
    })
    const twice = { caps: [{ max: 2, hours: 24 }] }
    expect((await dryRun(twice)).body.released).toMatchObject({ contacts: 2, precision: 'exact' })
    const capped = { organizationId: b.organizationId, policy: policyInput.parse({}), days: 1, nowMs: Date.now() }
    const progress: number[][] = []
    const judging = runDryRun(openDatabase(world.pool), capped)
    // The other organization does not see it.
    expect([runningDryRun(b.organizationId)?.days, runningDryRun(world.a.organizationId)]).toEqual([1, null])
    await judging
    expect(await made(b.request('GET', '/api/v1/organizations/policy/dry-run'))).toEqual({ running: null })
    const progressed = ({ read, total }: { read: number; total: number }) => progress.push([read, total])
    await judgePastDials(openDatabase(world.pool), { ...capped, progressed })
    expect([progress[0]?.[0], progress.at(-1)?.[0]]).toEqual([0, progress[0]?.[1]])
    const some = await judgePastDials(openDatabase(world.pool), { ...capped, heldMax: 1 })
    expect(some.waiting).toMatchObject({ contacts: 1, precision: 'about' })
    const tomorrow = DAYS[(new Date(Date.now() + 86_400_000).getUTCDay() + 8) % 7] as string
    const closed = (await dryRun({ hours: { [tomorrow]: [{ start: '12:00', end: '13:00' }] } }, { days: 1 })).body
    expect(closed.refused).toBe(closed.dials)
    expect(closed.days.reduce((sum, { refused }) => sum + refused, 0)).toBe(closed.refused)
    expect(closed.refused_by_rule).toMatchObject([{ rule: 'contact_hours', from: 'organization' }])
    // Whom the operator erased, and what a deleted campaign knew, decides nothing.
    const required = { consent: { any_of: ['express'], records: 'required' } }
    const asked = (await dryRun(required)).body
    expect(asked).toMatchObject({ refused: asked.dials - Number(asked.not_judged), not_judged: before.not_judged })
    await made(b.request('POST', '/api/v1/erasures', { phone_number: '+12025550900' }))
    const afterwards = (await dryRun(required)).body
    expect(afterwards.refused).toBe(asked.refused - 1)
    expect(afterwards.not_judged_by_cause).toContainEqual({ cause: 'consent_unknown', dials: 1 })
    const scrubbed_on = { 'us-national-dnc': new Date().toISOString().slice(0, 10) }
    const policy = policyInput.parse({ packs: ['us-federal'], calls: { purpose: 'marketing' }, scrubbed_on })
    const judged = async () =>
      (await judgePastDials(openDatabase(world.pool), { ...capped, policy, nowMs: Date.now() })).replay
    const known = await judged()
    await made(b.request('DELETE', `/api/v1/campaign/${first}`))
    const gone = await judged()
    expect(known.refused - gone.refused).toBe(gone.notJudged.campaign_deleted)
    // At night in Washington its hours refuse the call, whatever the campaign knew.
    expect(gone.notJudged.campaign_deleted).toBe(known.byRule.some(({ rule }) => rule === 'consent') ? 1 : 0)
    expect((await dryRun({ packs: ['atlantis'] })).status).toBe(422)
    expect((await dryRun({}, { days: 91 })).status).toBe(422)
    const input = { organizationId: b.organizationId, policy: policyInput.parse(once), days: 1, nowMs: Date.now() }
    await expect(judgePastDials(openDatabase(world.pool), { ...input, recordsMax: 1 })).rejects.toMatchObject({
      detail: [{ loc: ['body', 'days'], type: 'too_many_records' }],
    })
  })
})
