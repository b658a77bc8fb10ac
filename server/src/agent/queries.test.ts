import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../../test/after-file.ts'
import { question } from '../../test/agent/harness.ts'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { type Egress, openEgress } from '../kernel/egress.ts'
import { type AllowList, readAllowList } from '../kernel/egress-rules.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { RecordingLoader } from '../recorded-audio/load-recordings.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { suppressNumber } from '../suppressions/suppress-number.ts'
import { type CallRecord, Journal } from './journal.ts'
import { postgresJournalStore, recordSaverOf } from './journal-store.ts'
import { loadCallWithTools } from './load-call.ts'
import { loadCall } from './queries.ts'
import { Utterance } from './rules/utterance.ts'

const NOW = new Date(Date.UTC(2026, 10, 16, 23, 30))
let db: Database
let ours: Organization
let others: Organization

interface Organization {
  organizationId: number
  workflowId: number
  definitionId: number
  configurationId: number
}

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  ours = await organization('ours')
  others = await organization('others')
})

async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(db)
  return rows[0] as T
}

async function organization(name: string): Promise<Organization> {
  const { id: organizationId } = await one(
    sql<{ id: number }>`insert into organizations (name, created_at) values (${name}, ${NOW}) returning id`,
  )
  const { id: workflowId } = await one(
    sql<{ id: number }>`insert into workflows (organization_id, name, created_at, updated_at)
      values (${organizationId}, 'Reminder', ${NOW}, ${NOW}) returning id`,
  )
  const { id: definitionId } = await one(
    sql<{
      id: number
    }>`insert into workflow_definitions (organization_id, workflow_id, version_number, definition, created_at)
      values (${organizationId}, ${workflowId}, 1, ${JSON.stringify(question)}, ${NOW}) returning id`,
  )
  const { id: configurationId } = await one(
    sql<{ id: number }>`insert into telephony_configurations
      (organization_id, name, provider, account_id, credentials, created_at, updated_at)
      values (${organizationId}, 'carrier', 'simulator', ${name}, '{}', ${NOW}, ${NOW}) returning id`,
  )
  return { organizationId, workflowId, definitionId, configurationId }
}

interface CallFields {
  direction?: 'outbound' | 'inbound'
  variables?: Record<string, unknown>
  definitionId?: number
  state?: string
  live?: boolean
  contactId?: number
  campaignId?: number
  phoneNumber?: string
}

async function call(of: Organization, fields: CallFields = {}): Promise<number> {
  const variables = fields.variables === undefined ? null : JSON.stringify(fields.variables)
  const { id } = await one(
    sql<{
      id: number
    }>`insert into calls (organization_id, campaign_id, contact_id, direction, workflow_id, definition_id,
        telephony_configuration_id, provider, phone_number, address_type, caller_number, state, live, node_id, claimed_at,
        placed_at, news_at, deadline_at, variables)
      values (${of.organizationId}, ${fields.campaignId ?? null}, ${fields.contactId ?? null},
        ${fields.direction ?? 'outbound'}, ${of.workflowId}, ${fields.definitionId ?? of.definitionId},
        ${of.configurationId}, 'simulator', ${fields.phoneNumber ?? '+15550123'}, 'pstn', '+15550100', ${fields.state ?? 'answered'},
        ${fields.live ?? true}, 'node', ${NOW}, ${NOW}, ${NOW}, ${NOW}, ${variables}) returning id`,
  )
  return id
}

const TOKYO = { enabled: true, timezone: 'Asia/Tokyo', slots: [] }

async function campaignContact(
  of: Organization,
  schedule: { enabled: boolean; timezone: string } | null = TOKYO,
): Promise<{ campaignId: number; contactId: number }> {
  const { id: listId } = await one(
    sql<{ id: number }>`insert into contact_lists (organization_id, source_id, filename, status, created_at)
      values (${of.organizationId}, ${`source-${randomUUID()}`}, 'a.csv', 'ready', ${NOW}) returning id`,
  )
  const { id: rowId } = await one(
    sql<{
      id: number
    }>`insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables)
      values (${of.organizationId}, ${listId}, 1, '+15550123', 'pstn', '{"First Name": "Ann"}') returning id`,
  )
  const { id: campaignId } = await one(
    sql<{
      id: number
    }>`insert into campaigns (organization_id, name, workflow_id, state, source_type, source_id, list_id,
        max_concurrency, retry_config, schedule_config, circuit_breaker, created_at, updated_at)
      values (${of.organizationId}, 'Autumn', ${of.workflowId}, 'running', 'csv', 'x', ${listId}, 1, '{}',
        ${schedule === null ? null : JSON.stringify(schedule)}, '{}', ${NOW}, ${NOW}) returning id`,
  )
  const { id: contactId } = await one(
    sql<{ id: number }>`insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
      values (${of.organizationId}, ${campaignId}, ${rowId}, '+15550123', 'pstn') returning id`,
  )
  return { campaignId, contactId }
}

test.each(['inbound', 'outbound'] as const)('%s, without a list: today is where the number is', async (direction) => {
  const context = await loadCall(db, await call(ours, { direction, phoneNumber: '+12125550123' }), NOW)
  expect(context?.timezone).toBe('America/New_York')
  expect(context?.variables.date).toBe('Monday, November 16, 2026')
  expect(context?.variables.time).toBe('6:30 PM')
})

test('a call of a campaign brings the columns of its contact, and the time where it is', async () => {
  const context = await loadCall(db, await call(ours, await campaignContact(ours)), NOW)
  expect(context).toMatchObject({
    organizationId: ours.organizationId,
    direction: 'outbound',
    definition: question,
    phoneNumber: '+15550123',
    timezone: 'Asia/Tokyo',
    dialedAtMs: NOW.getTime(),
    answeredAtMs: null,
    modelSettings: null,
  })
  expect(context?.variables).toMatchObject({
    'First Name': 'Ann',
    campaign_name: 'Autumn',
    workflow_name: 'Reminder',
    phone_number: '+15550123',
    caller_number: '+15550100',
    called_number: '+15550123',
    date: 'Tuesday, November 17, 2026',
  })
})

test('a person in an arm of an experiment is called with the voice of the arm', async () => {
  const { campaignId, contactId } = await campaignContact(ours)
  const arms = [{ name: 'A' }, { name: 'B', voice: 'amy' }]
  await sql`update campaigns set experiment = ${JSON.stringify({ arms })} where id = ${campaignId}`.execute(db)
  const voiceIn = async (arm: string | null) => {
    const id = await call(ours, { campaignId, contactId })
    await sql`update calls set arm = ${arm} where id = ${id}`.execute(db)
    return (await loadCall(db, id, NOW))?.definition.settings?.voice
  }
  expect([await voiceIn('A'), await voiceIn('B'), await voiceIn(null)]).toEqual([undefined, 'amy', undefined])
})

test('a person is called in the language of the list, if the workflow has it, and otherwise in its own', async () => {
  const own = await organization(`languages ${randomUUID()}`)
  const spoken = question.nodes.flatMap(({ data }) => Object.values(data)).filter((text) => typeof text === 'string')
  const phrases = question.edges.flatMap(({ data }) => data.examples ?? [])
  const texts = Object.fromEntries([...spoken, ...phrases].map((text) => [text, `ES ${text}`]))
  const definition = { ...question, settings: { voice: 'slt', languages: [{ language: 'es', voice: 'lola', texts }] } }
  await sql`update workflow_definitions set definition = ${JSON.stringify(definition)}
    where id = ${own.definitionId}`.execute(db)
  const load = async (variables: Record<string, string>) => loadCall(db, await call(own, { variables }), NOW)
  for (const variables of [{ language: 'es-MX' }, { Language: 'Spanish' }]) {
    const context = await load(variables)
    expect(context?.definition.settings).toMatchObject({ language: 'es', voice: 'lola' })
    expect(JSON.stringify(context?.definition.nodes)).toContain('ES Hello, this is the clinic')
    expect(context?.languageNotOffered).toBeUndefined()
  }
  expect((await load({ language: '' }))?.definition).toEqual(definition)
  expect(await load({ language: 'fr' })).toMatchObject({ definition, languageNotOffered: 'fr' })
})

describe('where the number tells no place', () => {
  const SWITCHED_OFF = { ...TOKYO, enabled: false }
  const berlin = async () => {
    const own = await organization(`berlin ${randomUUID()}`)
    await sql`update organizations set time_zone = 'Europe/Berlin' where id = ${own.organizationId}`.execute(db)
    return own
  }

  test('hours that are switched off have no say: the organization’s zone tells what day it is', async () => {
    const own = await berlin()
    const context = await loadCall(db, await call(own, await campaignContact(own, SWITCHED_OFF)), NOW)
    expect(context?.timezone).toBe('Europe/Berlin')
    expect(context?.variables).toMatchObject({ date: 'Tuesday, November 17, 2026', time: '12:30 AM' })
  })

  test('nor is there a zone without hours, or without a campaign', async () => {
    const own = await berlin()
    const zones = [
      await loadCall(db, await call(own, await campaignContact(own, null)), NOW),
      await loadCall(db, await call(own, { direction: 'inbound' }), NOW),
    ].map((context) => context?.timezone)
    expect(zones).toEqual(['Europe/Berlin', 'Europe/Berlin'])
  })
})

test('several places are possible: the organization’s zone, or one of them where it has none', async () => {
  const mobile = { phoneNumber: '+61412345678' }
  const own = await organization('australia')
  const unset = await loadCall(db, await call(own, mobile), NOW)
  expect(unset?.timezone).toMatch(/^Australia\//)
  await sql`update organizations set time_zone = 'Australia/Brisbane' where id = ${own.organizationId}`.execute(db)
  expect((await loadCall(db, await call(own, mobile), NOW))?.timezone).toBe('Australia/Brisbane')
})

test('a single call brings its own variables, all as text; an inbound one knows who calls', async () => {
  const variables = { amount: 12.5, empty: null, paid: false }
  const context = await loadCall(db, await call(ours, { direction: 'inbound', variables }), NOW)
  expect(context?.variables).toMatchObject({
    amount: '12.5',
    empty: '',
    paid: 'false',
    caller_number: '+15550123',
    called_number: '+15550100',
  })
  expect(context?.dialedAtMs).toBeNull()
})

test('a call that is over, unknown, or points into another organization is not there', async () => {
  const over = await call(ours, { state: 'ended', live: false })
  const foreign = await call(ours, { definitionId: others.definitionId })
  expect([await loadCall(db, over, NOW), await loadCall(db, foreign, NOW), await loadCall(db, 10 ** 12, NOW)]).toEqual([
    null,
    null,
    null,
  ])
})

async function stored(callId: number) {
  return one(sql<CallRecord>`select * from call_records where call_id = ${callId}`)
}

test('a record is written, and written over', async () => {
  const callId = await call(ours)
  const clock = new VirtualClock({ startMs: NOW.getTime() })
  const save = recordSaverOf(postgresJournalStore(db), ours.organizationId, callId, () => clock.now())
  const journal = new Journal(clock, save, (error) => {
    throw error
  })
  journal.note('answered')
  await journal.flush()
  // What PostgreSQL's JSON would refuse, and what it must keep.
  const words = new Utterance('nul \u0000 half \ud83d whole 😀 "quoted" مرحبا', { isWithheld: false, confidence: 0.5 })
  journal.personSaid(words, 0)
  journal.gather('rating', '5')
  journal.firstAudio(12)
  journal.disposition = 'done'
  await journal.flush()
  expect(await stored(callId)).toMatchObject({
    organization_id: ours.organizationId,
    transcript: [{ text: 'nul  half  whole 😀 "quoted" مرحبا', confidence: 0.5 }],
    gathered: { rating: '5' },
    latencies: { first_audio_ms: 12 },
    disposition: 'done',
    recording: null,
  })
})

test('a record of another organization is never written over', async () => {
  const callId = await call(others)
  const store = postgresJournalStore(db)
  const empty = { timeline: [], transcript: [], gathered: {}, latencies: {} }
  await store.save(others.organizationId, callId, { ...empty, disposition: 'theirs', turns: [] }, NOW)
  await store.save(ours.organizationId, callId, { ...empty, disposition: 'ours', turns: [] }, NOW)
  expect((await stored(callId)).disposition).toBe('theirs')
})

test('a number is suppressed for its own organization, once', async () => {
  const phoneNumber = '+15550177'
  const keys = openLedgerKeys(openSecretBox([Buffer.alloc(32, 7)]))
  const callId = await call(ours)
  for (let times = 0; times < 2; times++) {
    await suppressNumber({ db, keys }, { organizationId: ours.organizationId, phoneNumber, callId }, NOW)
  }
  const { rows } =
    await sql`select organization_id, call_id, reason from suppressions where phone_number = ${phoneNumber}`.execute(db)
  expect(rows).toEqual([{ organization_id: ours.organizationId, call_id: callId, reason: 'asked_during_call' }])
})

describe('what a service is asked before a call', () => {
  const asked: Array<{ body: unknown; key: unknown }> = []
  let answer: (response: ServerResponse) => void = () => {}
  let url = ''
  const secrets = openSecretBox([randomBytes(32)])
  let egress: Egress

  beforeAll(async () => {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      asked.push({ body: JSON.parse(Buffer.concat(chunks).toString()), key: request.headers['x-api-key'] })
      answer(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/who`
    const look = async () => ({ alone: true, grants: [] })
    egress = await openEgress({ clock: systemClock, allow: readAllowList([]) as AllowList, look })
    afterFile(async () => {
      server.closeAllConnections()
      server.close()
      await egress.close()
    })
  })

  async function fetched(mode: string, direction: 'outbound' | 'inbound', more: object = {}) {
    const [first, ...rest] = question.nodes
    const data = { ...first?.data, pre_call_fetch_mode: mode, pre_call_fetch_url: url, ...more }
    const definition = JSON.stringify({ ...question, nodes: [{ ...first, data }, ...rest] })
    const { id: definitionId } = await one(
      sql<{ id: number }>`insert into workflow_definitions
        (organization_id, workflow_id, version_number, definition, created_at)
        values (${ours.organizationId}, ${ours.workflowId}, (select count(*) + 1 from workflow_definitions),
          ${definition}, ${NOW}) returning id`,
    )
    const callId = await call(ours, { definitionId, direction, variables: { name: 'Ann', city: 'Bonn' } })
    asked.length = 0
    const loaded = await loadCallWithTools(
      { db, clock: systemClock, secrets, egress, recordings: new RecordingLoader(db) },
      callId,
    )
    return loaded as NonNullable<typeof loaded>
  }

  test.each(['outbound', 'inbound'] as const)(
    'fills variables of %s calls, and nothing that is always known',
    async (direction) => {
      const dynamic = { name: 'Dr. Ann', balance: 12.5, phone_number: '+19990000', nested: {}, 'Caller Number': 'x' }
      answer = (response) => response.end(JSON.stringify({ [`call_${direction}`]: { dynamic_variables: dynamic } }))
      const { callId, variables, fetched: outcome } = await fetched(direction, direction)
      const [from, to] = direction === 'outbound' ? ['+15550100', '+15550123'] : ['+15550123', '+15550100']
      const numbers = { agent_id: ours.workflowId, from_number: from, to_number: to, call_id: callId }
      expect(asked.map(({ body }) => body)).toEqual([
        { event: `call_${direction}`, [`call_${direction}`]: { ...numbers, campaign_id: null, contact_id: null } },
      ])
      expect(variables).toMatchObject({ name: 'Dr. Ann', balance: '12.5', city: 'Bonn', phone_number: '+15550123' })
      expect(outcome).toMatchObject({ ok: true, status: 200, variables: { name: 'Dr. Ann', balance: '12.5' } })
    },
  )

  test('asks only where the mode says so', async () => {
    for (const [mode, direction] of [
      ['outbound', 'inbound'],
      ['inbound', 'outbound'],
      ['disabled', 'inbound'],
    ] as const) {
      expect((await fetched(mode, direction)).fetched).toBeUndefined()
      expect(asked).toEqual([])
    }
  })

  test.each([
    ['refused', (response: ServerResponse) => response.writeHead(500).end('{}')],
    ['unreadable', (response: ServerResponse) => response.end('<html>')],
    ['unreadable', (response: ServerResponse) => response.end('{"dynamic_variables": []}')],
    ['not_reached', (response: ServerResponse) => response.destroy()],
  ])('leaves the call as it is when the service fails: %s', async (reason, behave) => {
    answer = behave
    const { variables, fetched: outcome } = await fetched('always', 'inbound')
    expect(outcome).toMatchObject({ ok: false, reason, variables: {} })
    expect(variables).toMatchObject({ name: 'Ann' })
  })

  test('sends nothing without the credential it is to carry', async () => {
    const { fetched: outcome } = await fetched('always', 'inbound', { pre_call_fetch_credential_uuid: 'gone' })
    expect(outcome).toMatchObject({ ok: false, reason: 'not_sent' })
    expect(asked).toEqual([])
  })
})
