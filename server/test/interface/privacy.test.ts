/** What is personal goes when its time has come, and one person goes from everywhere: looked for in the whole database and on disk. */

import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { saveCallRecord, saveRecordingKey } from '../../src/calls/queries.ts'
import { peaksKey, recordingKey } from '../../src/calls/recordings.ts'
import { sweepRecordings } from '../../src/calls/sweep-recordings.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { FileStore } from '../../src/kernel/file-store.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { verifyLedger } from '../../src/ledger/verify-ledger.ts'
import { applyRetention } from '../../src/privacy/apply-retention.ts'
import { clearErasedPersons } from '../../src/privacy/clear-erased-persons.ts'
import { finishErasures } from '../../src/privacy/finish-erasures.ts'
import { forgetErasedAttempts } from '../../src/privacy/forget-erased-attempts.ts'
import { recordingsDroppedUntil } from '../../src/privacy/queries.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { folderStore } from '../../src/storage/files/folder-store.ts'
import { insertCandidate } from '../../src/suppressions/queries.ts'
import { type Json, type Member, type TestApp, testApp } from './app.ts'
import { openReceiver } from './receiver.ts'
import {
  campaignOf,
  FAST,
  made,
  newCampaign,
  newConfiguration,
  newList,
  newWorkflow,
  untilCallEnds,
  untilEvent,
  uploadCsv,
} from './things.ts'

const DAY_MS = 24 * 3_600_000
/** The simulated carrier lets numbers that end in 00 answer. */
const NUMBER = '+12025550700'
const OTHER = '+12025550600'
const NAME = 'Zebulon'
/** The list's own name of the person, such as a customer number. */
const PERSON_ID = 'NHS-4711'
const WORDS = 'my cat is called Socrates'

let shiftMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + shiftMs }
let world: TestApp
let recordings: string

beforeAll(async () => {
  world = await testApp({ clock })
  recordings = join(world.config.dataDir, 'recordings')
  await world.app.dialer.start()
  await world.app.sender.start()
})

/** Every row of every table that holds one of these texts, but for the do-not-call list. */
async function whereIs(...texts: string[]): Promise<string[]> {
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'suppressions'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await world.pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
    for (const { row } of rows) if (texts.some((text) => row.includes(text))) found.push(`${name}: ${row}`)
  }
  return found
}

async function rowsWith(table: string, member: Member, text: string): Promise<number> {
  const { rows } = await world.pool.query<{ count: number }>(
    `select count(*) as count from "${table}" t where organization_id = $1 and strpos(t::text, $2) > 0`,
    [member.organizationId, text],
  )
  return rows[0]?.count as number
}

const contactsOf = async (number: string) =>
  (await world.pool.query<{ id: number }>('select id from contacts where phone_number = $1', [number])).rows.map(
    ({ id }) => id,
  )

/** Events and deliveries about this person's place in campaigns, and about their calls. */
async function toldOf(number: string, contactIds?: number[]): Promise<Json> {
  const ids = contactIds ?? (await contactsOf(number))
  const about = `contact_id = any($1) or call_id in (select id from calls where contact_id = any($1) or phone_number = $2)`
  const { rows } = await world.pool.query<Json>(
    `select (select count(*) from events where ${about}) as events,
            (select count(*) from webhook_deliveries where ${about}) as deliveries`,
    [ids, number],
  )
  return rows[0] as Json
}

const peaksFile = (recording: string) => recording.replace('.wav', '.peaks')

async function conversation(member: Member, callId: number): Promise<string> {
  const call = { organizationId: member.organizationId, callId }
  const store = folderStore(recordings)
  await store.write(recordingKey(call), Buffer.from('RIFF'))
  await store.write(peaksKey(call), Buffer.from('peaks'))
  const record = {
    timeline: [{ at: '2026-11-15T09:30:00.123Z', event: 'person_spoke', text: WORDS }],
    transcript: [{ who: 'person', text: WORDS }],
    gathered: { pet: WORDS },
    latencies: {},
    disposition: 'done',
  }
  await saveCallRecord(world.app.db, member.organizationId, callId, record, new Date())
  await saveRecordingKey(world.app.db, call, { key: recordingKey(call), bytes: 4 })
  return join(recordings, recordingKey(call))
}

function sweeper(installation: string) {
  const { db } = world.app
  const droppedUntil = () => recordingsDroppedUntil(db)
  return sweepRecordings({
    db,
    clock,
    log: silentLog,
    store: folderStore(recordings),
    kind: 'folder',
    installation,
    droppedUntil,
  })
}

async function peopleOf(member: Member): Promise<string> {
  const own = `${NAME},${PERSON_ID}`
  const rejected = `(202) 555-0700,${own}\n+1 (0)202 555 0700 evenings,${own}\n`
  return uploadCsv(member, `phone_number,first_name,person_id\n${NUMBER},${own}\n${OTHER},Other,NHS-1\n${rejected}`)
}

async function completed(member: Member, source_id: string) {
  const campaign = await newCampaign(member, { source_id, retry_config: { enabled: false } })
  await made(member.request('POST', `/api/v1/campaign/${campaign.id}/start`))
  await untilEvent(member, campaign.id, 'campaign_completed')
  const { runs } = await made<{ runs: Array<{ id: number; phone_number: string }> }>(
    member.request('GET', `/api/v1/campaign/${campaign.id}/runs`),
  )
  const callOf = (number: string) => runs.find((run) => run.phone_number === number)?.id as number
  return { id: campaign.id, callOf }
}

const counters = ({ total_rows, processed_rows, failed_rows, executed_count }: Json) => [
  total_rows,
  processed_rows,
  failed_rows,
  executed_count,
]
/** What could not be deleted, of whom. */
const failures: Array<[string, number]> = []
function retentionDuty(store: FileStore = folderStore(recordings)) {
  const failed = (kind: string, organizationId: number) => void failures.push([kind, organizationId])
  return applyRetention({ db: world.app.db, clock, log: silentLog, keys: keys(), recordings: store, failed })
}

const keys = () => openLedgerKeys(openSecretBox(world.config.secretKeys))
const verified = (member: Member) => verifyLedger({ db: world.app.db, keys: keys() }, member.organizationId)

describe('one person', () => {
  test('goes from everywhere, is not called any more, and what is counted stays', async () => {
    const { a } = world
    const receiver = await openReceiver()
    await made(a.request('POST', '/api/v1/webhooks', { url: receiver.url }))
    const source_id = await peopleOf(a)
    const done = await completed(a, source_id)
    const draft = await newCampaign(a, { source_id, retry_config: { enabled: false } })
    const file = await conversation(a, done.callOf(NUMBER))
    const kept = await conversation(a, done.callOf(OTHER))
    // In the audit trail and in the ledger.
    const { id } = await made(a.request('POST', '/api/v1/suppressions', { phone_number: NUMBER }))
    await made(a.request('DELETE', `/api/v1/suppressions/${id}`))
    const offered = { organizationId: a.organizationId, phoneNumber: NUMBER, source: 'carrier' as const, reason: WORDS }
    await insertCandidate(openDatabase(world.pool), { ...offered, callId: 1 }, new Date())
    // A call by itself, and one in a conversation with us.
    const workflow_id = await newWorkflow(a)
    const telephony_configuration_id = await newConfiguration(a)
    await made(
      a.request('POST', '/api/v1/telephony/initiate-call', {
        workflow_id,
        phone_number: NUMBER,
        telephony_configuration_id,
        variables: { first_name: NAME, pet: WORDS },
      }),
    )
    while ((await made<{ runs: Json[] }>(a.request('GET', '/api/v1/calls?live=true'))).runs.length > 0);
    await receiver.until(4)
    const before = counters(await campaignOf(a, done.id))
    expect((await whereIs(NUMBER)).length).toBeGreaterThan(7)
    expect(await toldOf(NUMBER)).toEqual({ events: 2, deliveries: 2 })
    const persons = await contactsOf(NUMBER)

    const erased = await made<{ counts: Json }>(a.request('POST', '/api/v1/erasures', { phone_number: NUMBER }))
    expect(erased.counts).toMatchObject({ contacts: 2, calls: 2, list_rows: 3, audit_events: 3, ledger_records: 5 })
    expect(await whereIs(NUMBER, NAME, PERSON_ID, WORDS, '2025550700', '(202) 555-0700', '202 555 0700')).toEqual(
      await stillKept(),
    )
    expect(await toldOf(NUMBER, persons)).toEqual({ events: 0, deliveries: 0 })
    expect([existsSync(file), existsSync(peaksFile(file))]).toEqual([false, false])
    expect([existsSync(kept), existsSync(peaksFile(kept))]).toEqual([true, true])
    expect((await whereIs(OTHER)).length).toBeGreaterThan(3)
    expect(counters(await campaignOf(a, done.id))).toEqual(before)
    expect(await verified(a)).toMatchObject({ ok: true, faults: [] })

    await made(a.request('POST', `/api/v1/campaign/${draft.id}/start`))
    await untilEvent(a, draft.id, 'campaign_completed')
    const { runs } = await made<{ runs: Json[] }>(a.request('GET', `/api/v1/campaign/${draft.id}/runs`))
    expect(runs.map((run) => run.phone_number)).toEqual([OTHER])
    // Nobody had decided whether the person asked not to be called.
    const { suppressions } = await made<{ suppressions: Json[] }>(a.request('GET', '/api/v1/suppressions'))
    expect(suppressions).toMatchObject([{ phone_number: NUMBER, reason: 'marked_as_unwanted' }])
    await made(a.request('DELETE', `/api/v1/suppressions/${suppressions[0]?.id}`))
    const { erasures } = await made<{ erasures: Json[] }>(a.request('GET', '/api/v1/erasures'))
    expect(erasures).toHaveLength(1)
  })

  test('goes as well where a SIP URI carries their number, and the history of the number names it before', async () => {
    const { b } = world
    const number = '+12025550755'
    const source_id = await uploadCsv(b, `phone_number\nsip:${number}@pbx.example\n${OTHER}\n`)
    const { id } = await newCampaign(b, { source_id })
    const history = () =>
      made<{ campaigns: Array<{ campaign_id: number }> }>(
        b.request('GET', `/api/v1/numbers/${encodeURIComponent(number)}/history`),
      )
    expect((await history()).campaigns).toMatchObject([{ campaign_id: id }])
    const { counts } = await made<{ counts: Json }>(b.request('POST', '/api/v1/erasures', { phone_number: number }))
    expect(counts).toMatchObject({ contacts: 1, list_rows: 1 })
    expect(await whereIs(number)).toEqual([])
    expect((await history()).campaigns).toEqual([])
  })

  describe('with several numbers', () => {
    const [first, second] = ['+12025554160', '+12025554261']
    const policy = { hours_floor: 'off', caps: [{ max: 10, hours: 24 }] }
    const consentTo = (phone_number: string) =>
      made(
        world.b.request('POST', '/api/v1/consents', {
          phone_number,
          kind: 'express',
          given_at: '2026-01-01T10:00:00Z',
          source: `web form of ${NAME}`,
        }),
      )
    const attemptsOf = async (number: string) =>
      (await world.pool.query('select erased from number_attempts where phone_number = $1 order by call_id', [number]))
        .rows
    async function calledOnBoth(): Promise<void> {
      await made(world.b.request('PUT', '/api/v1/organizations/policy', { policy }))
      const csv = `phone_number,phone_number_2,first_name\n${first},${second},${NAME}\n`
      const retry_config = { enabled: true, max_retries: 1, retry_delay_seconds: 0 }
      const { id } = await newCampaign(world.b, { source_id: await uploadCsv(world.b, csv), retry_config })
      await made(world.b.request('POST', `/api/v1/campaign/${id}/start`))
      await untilEvent(world.b, id, 'campaign_completed')
      for (const number of [first, second]) expect([number, await attemptsOf(number)]).toEqual([number, [NOT_ERASED]])
      await consentTo(second)
      const offered = { organizationId: world.b.organizationId, source: 'carrier' as const, reason: 'unwanted' }
      await insertCandidate(openDatabase(world.pool), { ...offered, phoneNumber: second, callId: 1 }, new Date())
    }
    const NOT_ERASED = { erased: false }
    const erase = () => made<{ counts: Json }>(world.b.request('POST', '/api/v1/erasures', { phone_number: first }))
    const tablesWith = async (number: string) => [
      ...new Set((await whereIs(number)).map((row) => row.slice(0, row.indexOf(':')))),
    ]

    afterEach(async () => {
      await world.pool.query('delete from number_attempts where organization_id = $1', [world.b.organizationId])
      await world.pool.query('delete from suppressions where organization_id = $1', [world.b.organizationId])
    })

    test('goes with all of them', async () => {
      await calledOnBoth()
      expect((await erase()).counts).toMatchObject({ contacts: 1, calls: 2, attempts_kept: 2 })
      // A rule still counts the calls.
      for (const number of [first, second]) {
        expect(await tablesWith(number)).toEqual(['number_attempts'])
        expect(await attemptsOf(number)).toEqual([{ erased: true }])
      }
      const { rows } = await world.pool.query('select phone_number from suppressions where organization_id = $1', [
        world.b.organizationId,
      ])
      expect(rows).toEqual([{ phone_number: second }])
      expect(await verified(world.b)).toMatchObject({ ok: true, faults: [] })
    })

    test('leaves what belongs to another contact with one of them', async () => {
      await calledOnBoth()
      const shared = await uploadCsv(world.b, `phone_number,first_name\n${second},Flatmate\n`)
      await completed(world.b, shared)
      const key = async () => rowsWith('ledger_persons', world.b, second)
      expect([await key(), (await attemptsOf(second)).length]).toEqual([1, 2])
      await erase()
      expect(await tablesWith(first)).toEqual(['number_attempts'])
      expect(await attemptsOf(second)).toEqual([{ erased: true }, NOT_ERASED])
      const kept = ['consents', 'contacts', 'ledger_persons', 'list_contacts', 'suppression_candidates']
      expect(await tablesWith(second)).toEqual(expect.arrayContaining(kept))
      expect((await whereIs('Flatmate')).length).toBeGreaterThan(0)
      await made(world.b.request('POST', '/api/v1/erasures', { phone_number: second }))
      expect(await tablesWith(second)).toEqual(['number_attempts'])
    })
  })

  describe('whose erasure is interrupted after its main transaction', () => {
    const TOLD = 'their answer about Melchior'

    async function interrupted(number: string) {
      const { a, pool } = world
      const done = await completed(a, await uploadCsv(a, `phone_number,first_name\n${number},Melchior\n`))
      const contactIds = await contactsOf(number)
      const callId = done.callOf(number)
      const file = await conversation(a, callId)
      const { id } = await made(a.request('POST', '/api/v1/suppressions', { phone_number: number }))
      await made(a.request('DELETE', `/api/v1/suppressions/${id}`))
      await pool.query(
        `insert into webhook_deliveries (organization_id, kind, lane, message_id, contact_id, call_id, payload, state,
                                         next_attempt_at, expires_at, created_at)
         values ($1, 'direct', 'x', $2, $3, $4, $5, 'pending', now() + interval '1 hour', now() + interval '1 day', now())`,
        [a.organizationId, `message ${callId}`, contactIds[0], callId, JSON.stringify({ transcript: TOLD })],
      )
      await pool.query(
        `create function refuse_one() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
         create trigger refuse_one before delete on events for each row execute function refuse_one()`,
      )
      const { status } = await a.request('POST', '/api/v1/erasures', { phone_number: number, reason: 'interrupted' })
      expect(status).toBe(500)
      // It would have been sent.
      expect(await whereIs(TOLD)).toEqual([])
      await pool.query('drop trigger refuse_one on events; drop function refuse_one()')
      expect(await toldOf(number, contactIds)).toMatchObject({ events: 1 })
      const [begun] = await erasures()
      expect(begun).toMatchObject({ reason: 'interrupted', finished: false, counts: { contacts: 1, events: 0 } })
      return { contactIds, file, erasureId: begun?.id }
    }

    const erasures = async () => (await made<{ erasures: Json[] }>(world.a.request('GET', '/api/v1/erasures'))).erasures
    const COUNTS = { contacts: 1, calls: 1, list_rows: 1, events: 1, audit_events: 2, ledger_records: 3 }

    async function expectNothingOf(number: string, { contactIds, file }: Awaited<ReturnType<typeof interrupted>>) {
      expect(await whereIs(number, 'Melchior')).toEqual([])
      expect(await toldOf(number, contactIds)).toEqual({ events: 0, deliveries: 0 })
      expect([existsSync(file), existsSync(peaksFile(file))]).toEqual([false, false])
      expect(await verified(world.a)).toMatchObject({ ok: true, faults: [] })
    }

    test('is finished by the repeated request', async () => {
      const number = '+12025554700'
      const begun = await interrupted(number)
      const count = (await erasures()).length
      const again = await made<Json>(world.a.request('POST', '/api/v1/erasures', { phone_number: number }))
      expect(again).toMatchObject({ id: begun.erasureId, reason: 'interrupted', finished: true, counts: COUNTS })
      expect(await erasures()).toHaveLength(count)
      await expectNothingOf(number, begun)
    })

    test('is finished by a recurring job, except while the request may still be running', async () => {
      const number = '+12025554800'
      const begun = await interrupted(number)
      const { db } = world.app
      const job = finishErasures({ db, clock, keys: keys(), recordings: folderStore(recordings), log: silentLog })
      expect(await job.runOnce()).toEqual({ erasures: 0, failed: 0 })
      shiftMs = 6 * 60_000
      expect(await job.runOnce()).toEqual({ erasures: 1, failed: 0 })
      expect(await job.runOnce()).toEqual({ erasures: 0, failed: 0 })
      shiftMs = 0
      expect((await erasures())[0]).toMatchObject({ id: begun.erasureId, finished: true, counts: COUNTS })
      await expectNothingOf(number, begun)
    })
  })

  test('whose record in the ledger only says that it was erased is no excuse for altering one', async () => {
    const { b } = world
    await made(b.request('POST', '/api/v1/suppressions', { phone_number: OTHER }))
    await world.pool.query(
      `update ledger_records set record = replace(replace(record, $2, 'x'), ',"kind"', ',"erased":true,"kind"')
        where organization_id = $1`,
      [b.organizationId, OTHER],
    )
    expect(await verified(b)).toMatchObject({ ok: false, faults: [{ fault: 'altered' }] })
    await world.pool.query('delete from ledger_records where organization_id = $1', [b.organizationId])
    await world.pool.query('delete from ledger_heads where organization_id = $1', [b.organizationId])
  })

  test('is not erased while a call with them goes on', async () => {
    const { a } = world
    const slow = await newConfiguration(a, { ...FAST, speed: 1, shortest_ring_seconds: 60, longest_ring_seconds: 60 })
    const body = { workflow_id: await newWorkflow(a), phone_number: NUMBER, telephony_configuration_id: slow }
    await made(a.request('POST', '/api/v1/telephony/initiate-call', body))
    const { status, body: answer } = await a.request('POST', '/api/v1/erasures', { phone_number: NUMBER })
    expect([status, answer.code]).toEqual([409, 'person_in_call'])
    expect((await whereIs(NUMBER)).length).toBeGreaterThan(0)
  })
})

/** What the other person said. */
async function stillKept(): Promise<string[]> {
  return (await whereIs(WORDS)).filter((row) => row.startsWith('call_records:'))
}

describe('what limits count of an erased person', () => {
  const policy = { caps: [{ max: 1, hours: 24 }] }
  const attempts = async (number: string) =>
    (await world.pool.query('select erased from number_attempts where phone_number = $1', [number])).rows

  test('is kept while they count it: the number, uploaded again, is not called beyond them', async () => {
    const number = '+12025550900'
    const list = () => uploadCsv(world.b, `phone_number\n${number}\n`)
    await made(world.b.request('PUT', '/api/v1/organizations/policy', { policy }))
    await completed(world.b, await list())
    const { counts } = await made<{ counts: Json }>(
      world.b.request('POST', '/api/v1/erasures', { phone_number: number }),
    )
    expect([counts.attempts_kept, await attempts(number)]).toEqual([1, [{ erased: true }]])
    const again = await newCampaign(world.b, { source_id: await list() })
    await made(world.b.request('POST', `/api/v1/campaign/${again.id}/start`))
    for (let held = false; !held; ) {
      const { contacts } = await made<{ contacts: Json[] }>(
        world.b.request('GET', `/api/v1/campaign/${again.id}/contacts`),
      )
      expect(contacts[0]?.state).toBe('pending')
      held = contacts[0]?.held_by === 'cap'
    }
    await made(world.b.request('POST', `/api/v1/campaign/${again.id}/pause`))
    const duty = forgetErasedAttempts({ db: world.app.db, clock, log: silentLog })
    expect(await duty.runOnce()).toEqual({ attempts: 0, failed: 0 })
    shiftMs += DAY_MS
    expect(await duty.runOnce()).toEqual({ attempts: 1, failed: 0 })
    shiftMs -= DAY_MS
    expect(await attempts(number)).toEqual([])
  })

  test('goes at once where no rule counts anything', async () => {
    const number = '+12025551000'
    await made(world.b.request('PUT', '/api/v1/organizations/policy', { policy: {} }))
    await completed(world.b, await uploadCsv(world.b, `phone_number\n${number}\n`))
    await made(world.b.request('POST', '/api/v1/erasures', { phone_number: number }))
    expect(await attempts(number)).toEqual([])
  })
})

describe('retention', () => {
  test('each kind goes after its own days, of this organization alone', async () => {
    const { b, a } = world
    const source_id = await peopleOf(b)
    const { id, callOf } = await completed(b, source_id)
    const [file, other] = [await conversation(b, callOf(NUMBER)), await conversation(a, 987_654)]
    const running = await newCampaign(b, { source_id: await newList(b, ['00']) })
    const call = () => made<Json>(b.request('GET', `/api/v1/calls/${callOf(NUMBER)}`))
    const days = { recordings_days: 10, transcripts_days: 20, contacts_days: 40, events_days: 5 }
    expect(await made(b.request('PUT', '/api/v1/organizations/retention', days))).toMatchObject(days)
    const duty = retentionDuty()
    const events = async () => (await made<{ events: Json[] }>(b.request('GET', '/api/v1/events'))).events.length

    await duty.runOnce()
    expect([existsSync(file), (await call()).phone_number, (await events()) > 0]).toEqual([true, NUMBER, true])
    shiftMs = 6 * DAY_MS
    await duty.runOnce()
    expect([existsSync(file), await events()]).toEqual([true, 0])
    shiftMs = 11 * DAY_MS
    await duty.runOnce()
    expect([existsSync(file), existsSync(peaksFile(file)), existsSync(other)]).toEqual([false, false, true])
    expect((await b.request('GET', `/api/v1/calls/${callOf(NUMBER)}/recording`)).status).toBe(404)
    // The machine that had recorded it was away, and keeps it only now.
    await conversation(b, callOf(NUMBER))
    await duty.runOnce()
    await sweeper('ours').runOnce()
    expect([existsSync(file), existsSync(peaksFile(file)), existsSync(other)]).toEqual([false, false, true])
    expect((await b.request('GET', `/api/v1/calls/${callOf(NUMBER)}/recording`)).status).toBe(404)
    expect([await rowsWith('call_records', b, WORDS), await rowsWith('call_records', a, WORDS)]).toEqual([1, 2])
    shiftMs = 21 * DAY_MS
    await duty.runOnce()
    expect([await rowsWith('call_records', b, WORDS), await rowsWith('call_records', a, WORDS)]).toEqual([0, 2])
    expect(await call()).toMatchObject({ phone_number: NUMBER, transcript: [] })
    const before = counters(await campaignOf(b, id))
    shiftMs = 41 * DAY_MS
    await duty.runOnce()
    expect((await call()).phone_number).toBe('erased')
    for (const table of ['calls', 'contacts', 'list_contacts', 'list_rejections', 'contact_lists']) {
      const left = await Promise.all(['5550700', NAME, PERSON_ID].map((text) => rowsWith(table, b, text)))
      expect([table, ...left]).toEqual([table, 0, 0, 0])
    }
    expect((await whereIs(PERSON_ID)).filter((row) => !row.startsWith('number_attempts:'))).toEqual([])
    expect(counters(await campaignOf(b, id))).toEqual(before)
    // A campaign that was not completed still has its people.
    const { contacts } = await made<{ contacts: Json[] }>(b.request('GET', `/api/v1/campaign/${running.id}/contacts`))
    expect(contacts[0]?.phone_number).not.toBe('erased')
    expect(await rowsWith('list_contacts', b, 'Person 0')).toBe(1)
    shiftMs = 0
  })

  test('the person id of contacts that an earlier version erased goes as well', async () => {
    const { b } = world
    const { id } = await newCampaign(b, {
      source_id: await uploadCsv(b, `phone_number,person_id\n${OTHER},NHS-4712\n`),
    })
    const rows = async () =>
      (await world.pool.query('select phone_number, person_id from contacts where campaign_id = $1', [id])).rows
    const duty = clearErasedPersons({ db: world.app.db })
    expect(await duty.runOnce()).toEqual({ contacts: 0 })
    expect(await rows()).toEqual([{ phone_number: OTHER, person_id: 'NHS-4712' }])
    await world.pool.query(`update contacts set phone_number = 'erased' where campaign_id = $1`, [id])
    expect(await duty.runOnce()).toEqual({ contacts: 1 })
    expect(await rows()).toEqual([{ phone_number: 'erased', person_id: null }])
  })

  test('what a limit per number counts is not forgotten before the limit is over', async () => {
    const { a } = world
    await made(a.request('PUT', '/api/v1/organizations/policy', { policy: { caps: [{ max: 1, hours: 30 * 24 }] } }))
    await made(a.request('PUT', '/api/v1/organizations/retention', { contacts_days: 1 }))
    const telephony_configuration_id = await newConfiguration(a, FAST)
    const order = { workflow_id: await newWorkflow(a), phone_number: '+12025550800', telephony_configuration_id }
    const call = () => a.request('POST', '/api/v1/telephony/initiate-call', order)
    const duty = retentionDuty()
    const { id } = await made(call())
    await untilCallEnds(a, id)
    shiftMs = 2 * DAY_MS
    await duty.runOnce()
    expect(await call()).toMatchObject({ status: 409, body: { code: 'call_not_allowed' } })
    shiftMs = 31 * DAY_MS
    await duty.runOnce()
    expect(await rowsWith('number_attempts', a, '+12025550800')).toBe(0)
    shiftMs = 0
  })

  test('null keeps things; a field that is not sent stays', async () => {
    const { b } = world
    const path = '/api/v1/organizations/retention'
    const after = await made(b.request('PUT', path, { events_days: null }))
    expect(after).toMatchObject({ recordings_days: 10, events_days: null })
    expect((await b.request('PUT', path, { events_days: 0 })).status).toBe(422)
    const { audit_events } = await made<{ audit_events: Json[] }>(
      b.request('GET', '/api/v1/audit-events?operation=setRetention'),
    )
    expect(audit_events.at(-1)).toMatchObject({ before: { events_days: 5 }, after: { events_days: null } })
  })
})

test('files whose call is gone are swept away, once they are not being written any more', async () => {
  const { a } = world
  const [orphan, young, kept] = await Promise.all([
    conversation(a, 900_001),
    conversation(a, 900_002),
    conversation(a, 900_003),
  ])
  await world.pool.query('delete from call_records where call_id in (900001, 900002)')
  await world.pool.query("select setval('calls_id_seq', 1000000)")
  const hourAgo = new Date(Date.now() - 3_600_000)
  for (const file of [orphan, peaksFile(orphan), kept]) await utimes(file, hourAgo, hourAgo)
  await sweeper('ours').runOnce()
  expect([orphan, peaksFile(orphan), young, kept].map((file) => existsSync(file))).toEqual([false, false, true, true])
  // A place that somebody else uses too: what we do not know is not ours to delete.
  await utimes(young, hourAgo, hourAgo)
  await expect(sweeper('another').runOnce()).rejects.toThrow('belong to another installation')
  expect(existsSync(young)).toBe(true)
})
