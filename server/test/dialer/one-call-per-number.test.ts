/**
 * One phone rings once at a time, in however many campaigns it is: the whole program against a carrier on loopback that keeps
 * its own record of who is on the line.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { callbackUrls } from '../../src/calls/callback-urls.ts'
import { afterFile } from '../after-file.ts'
import { type Json, type TestApp, testApp } from '../interface/app.ts'
import { made, newCampaign, newConfiguration, newWorkflow, TWILIO, untilEvent, uploadCsv } from '../interface/things.ts'

const PUBLIC_URL = 'https://calls.example.com'
const OURS = '+12025550123'

interface Dial {
  sid: string
  to: string
  statusUrl: string
}

/** Takes every dial and lets it ring until the test ends it. Knows nothing of the program but its requests. */
class Carrier {
  readonly dials: Dial[] = []
  readonly live = new Map<string, Dial>()
  readonly hungUp: string[] = []
  /** Numbers on the line that were dialed once more. */
  readonly twice: string[] = []
  readonly callers = new Set<string>()
  readonly #server: Server
  #dialed: () => void = () => {}

  constructor() {
    this.#server = createServer(async (request, response) => {
      const { status, body } = this.#answer(request, new URLSearchParams(await text(request)))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    afterFile(async () => void this.#server.close())
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #answer({ url = '', method }: IncomingMessage, form: URLSearchParams): { status: number; body: Json } {
    if (method === 'POST' && url.endsWith('/Calls.json')) {
      const to = form.get('To') ?? ''
      const dial = {
        sid: `CA${String(this.dials.length).padStart(32, '0')}`,
        to,
        statusUrl: form.get('StatusCallback') ?? '',
      }
      const isOnTheLine = [...this.live.values()].some((other) => other.to === to) || this.callers.has(to)
      if (isOnTheLine) this.twice.push(to)
      this.dials.push(dial)
      this.live.set(dial.sid, dial)
      this.#dialed()
      return { status: 201, body: { sid: dial.sid, status: 'queued' } }
    }
    const sid = /Calls\/(CA\w+)\.json$/.exec(url)?.[1]
    if (method === 'POST' && sid) {
      this.hungUp.push(sid)
      return { status: 200, body: { sid, status: 'completed' } }
    }
    return { status: 404, body: { code: 20404 } }
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds())
      await new Promise<void>((resolve) => {
        this.#dialed = resolve
      })
  }
}

let world: TestApp
let carrier: Carrier
let configurationId: number
let workflowId: number

beforeEach(async () => {
  world = await testApp({ environment: { PUBLIC_URL } })
  carrier = new Carrier()
  const api_base_url = await carrier.open()
  const config = { ...TWILIO, api_base_url, calls_per_second: 500 }
  configurationId = await newConfiguration(world.a, config, { is_default_outbound: true })
  workflowId = await newWorkflow(world.a)
  const numbers = `/api/v1/organizations/telephony-configs/${configurationId}/phone-numbers`
  await made(world.a.request('POST', numbers, { address: OURS, inbound_workflow_id: workflowId }))
  await world.app.dialer.start()
})

function signed(url: string, fields: Record<string, string>) {
  const joined = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('')
  const signature = createHmac('sha1', TWILIO.auth_token)
    .update(url + joined)
    .digest('base64')
  return world.request('POST', url.replace(PUBLIC_URL, ''), undefined, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
  })
}

async function end(
  { sid, to, statusUrl }: Dial,
  CallStatus = 'busy',
  more: Record<string, string> = {},
): Promise<void> {
  carrier.live.delete(sid)
  const answer = await signed(statusUrl, {
    AccountSid: TWILIO.account_sid,
    CallSid: sid,
    CallStatus,
    To: to,
    From: OURS,
    ...more,
  })
  expect(answer.status).toBe(204)
}

const configurationUrl = (hook: string) =>
  callbackUrls(
    { publicUrl: PUBLIC_URL, secrets: world.app.secrets, now: () => Date.now() },
    configurationId,
  ).configuration(hook)

async function callsIn(from: string): Promise<void> {
  carrier.callers.add(from)
  const fields = { AccountSid: TWILIO.account_sid, CallSid: `CAin${from}`, CallStatus: 'ringing', Direction: 'inbound' }
  const answer = await signed(configurationUrl('inbound'), { ...fields, From: from, To: OURS })
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain('Reject')
}

async function hangsUp(from: string): Promise<void> {
  carrier.callers.delete(from)
  const [{ id }] = await rowsOf(`select id from calls where direction = 'inbound' and phone_number = $1`, [from])
  await world.app.dialer.report(id, {
    kind: 'ended',
    as: 'completed',
    permanent: false,
    durationSeconds: 5,
    cause: 'done',
    endedBy: 'callee',
  })
}

const rowsOf = async (statement: string, values: unknown[] = []) => (await world.pool.query(statement, values)).rows
const number = (index: number) => `+1202555${String(1000 + index)}`
const listOf = (people: number) =>
  uploadCsv(world.a, `phone_number\n${Array.from({ length: people }, (_, index) => number(index)).join('\n')}\n`)

async function startOver(sourceId: string, input: Json = {}): Promise<number> {
  const { id } = await newCampaign(world.a, {
    source_id: sourceId,
    workflow_id: workflowId,
    telephony_configuration_id: configurationId,
    retry_config: { enabled: false },
    max_concurrency: 10,
    ...input,
  })
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  return id
}

const initiate = (phone_number: string) =>
  world.a.request('POST', '/api/v1/telephony/initiate-call', { workflow_id: workflowId, phone_number })

/** Ends one call after the other as long as any is live, oldest first. */
async function endAll(dials: number): Promise<void> {
  for (let ended = 0; ended < dials; ended++) {
    await carrier.until(() => carrier.live.size > 0)
    await end(carrier.live.values().next().value as Dial)
  }
}

test.each([2, 3])(
  '%i campaigns over one list ring nobody twice at the same time, and everybody once each',
  async (campaigns) => {
    const people = 30
    const source = await listOf(people)
    const ids: number[] = []
    for (let index = 0; index < campaigns; index++) ids.push(await startOver(source))
    await endAll(people * campaigns)
    for (const id of ids) await untilEvent(world.a, id, 'campaign_completed')
    expect(carrier.twice).toEqual([])
    const rung = new Map<string, number>()
    for (const { to } of carrier.dials) rung.set(to, (rung.get(to) ?? 0) + 1)
    expect([...rung.values()]).toEqual(Array(people).fill(campaigns))
  },
)

test('a slot goes to the next person while the first ones are in another call, and explain names the rule', async () => {
  const source = await listOf(20)
  await startOver(source)
  await carrier.until(() => carrier.live.size === 10)
  const second = await startOver(source)
  await carrier.until(() => carrier.live.size === 20)
  expect(carrier.twice).toEqual([])
  const [contact] = await rowsOf('select id from contacts where campaign_id = $1 order by id', [second])
  const one = await made<Json & { because: Array<{ rule: string }> }>(
    world.a.request('GET', `/api/v1/campaign/${second}/contacts/${contact.id}/explain`),
  )
  expect(one.because.map(({ rule }) => rule)).toContain('in_another_call')
  const all = await made<Json & { waits: Array<{ rule: string; contacts: number }> }>(
    world.a.request('GET', `/api/v1/campaign/${second}/explain`),
  )
  expect(all.waits).toContainEqual(expect.objectContaining({ rule: 'in_another_call', contacts: 10 }))
})

test('the end of one call is followed by the dial of the other campaign that waited for it', async () => {
  const source = await listOf(1)
  await startOver(source)
  await carrier.until(() => carrier.live.size === 1)
  const second = await startOver(source)
  while ((await rowsOf('select held_by from contacts where campaign_id = $1', [second]))[0].held_by === null) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await end(carrier.dials[0] as Dial)
  await carrier.until(() => carrier.dials.length === 2)
  expect(carrier.twice).toEqual([])
})

test('a single call to somebody on the line is refused with 409, and goes when that call has ended', async () => {
  await startOver(await listOf(1))
  await carrier.until(() => carrier.live.size === 1)
  expect(await initiate(number(0))).toMatchObject({ status: 409, body: { code: 'number_in_another_call' } })
  await end(carrier.dials[0] as Dial)
  expect((await initiate(number(0))).status).toBe(200)
  expect(await initiate(number(0))).toMatchObject({ status: 409, body: { code: 'number_in_another_call' } })
  const answers = await Promise.all([initiate(number(5)), initiate(number(5)), initiate(number(5))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await carrier.until(() => carrier.dials.length === 3)
  expect(carrier.twice).toEqual([])
})

test('a campaign calls a person in a single call after that call', async () => {
  expect((await initiate(number(0))).status).toBe(200)
  await carrier.until(() => carrier.live.size === 1)
  const id = await startOver(await listOf(3))
  await carrier.until(() => carrier.live.size === 3)
  await endAll(4)
  await untilEvent(world.a, id, 'campaign_completed')
  expect(carrier.twice).toEqual([])
  expect(carrier.dials).toHaveLength(4)
})

test('who is talking to us on a call of their own is not rung meanwhile, and is called afterwards', async () => {
  await callsIn(number(0))
  const id = await startOver(await listOf(3))
  await carrier.until(() => carrier.live.size === 2)
  expect(await initiate(number(0))).toMatchObject({ status: 409, body: { code: 'number_in_another_call' } })
  expect(carrier.dials.map(({ to }) => to).sort()).toEqual([number(1), number(2)])
  await hangsUp(number(0))
  await endAll(3)
  await untilEvent(world.a, id, 'campaign_completed')
  expect(carrier.twice).toEqual([])
})

test('who calls while we ring them is served, the ringing stops, and no attempt of theirs is spent', async () => {
  const id = await startOver(await listOf(1))
  await carrier.until(() => carrier.live.size === 1)
  const [dial] = carrier.dials as [Dial]
  await signed(dial.statusUrl, {
    AccountSid: TWILIO.account_sid,
    CallSid: dial.sid,
    CallStatus: 'ringing',
    To: dial.to,
    From: OURS,
  })
  await callsIn(number(0))
  while (carrier.hungUp.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(carrier.hungUp).toEqual([dial.sid])
  await end(dial, 'canceled')
  const [contact] = await rowsOf('select state, dials from contacts where campaign_id = $1', [id])
  expect(contact).toEqual({ state: 'pending', dials: 0 })
  expect(await rowsOf(`select cause, outcome from calls where id = (select min(id) from calls)`)).toEqual([
    { cause: 'caller_on_the_line', outcome: 'canceled' },
  ])
})

/** A campaign over people with several numbers, whose retries follow immediately. */
const startWithNumbers = async (rows: string, max_retries = 5) =>
  startOver(await uploadCsv(world.a, `phone_number,phone_number_2,phone_number_3\n${rows}\n`), {
    retry_config: { enabled: true, max_retries, retry_delay_seconds: 0 },
  })

/** Waits for the dial of this position and ends it. */
async function endDial(position: number, status?: string, more?: Record<string, string>): Promise<void> {
  await carrier.until(() => carrier.dials.length > position)
  await end(carrier.dials[position] as Dial, status, more)
}

const onlyContact = async (campaignId: number) => {
  const [{ id }] = await rowsOf('select id from contacts where campaign_id = $1', [campaignId])
  return made<Json & { id: number; attempts: number; outcome: string; phone_number: string }>(
    world.a.request('GET', `/api/v1/campaign/${campaignId}/contacts/${id}`),
  )
}

test('the numbers of one person are dialed in turn, a dead one once, and the retries count for the person', async () => {
  const source = await uploadCsv(world.a, `phone_number,phone_number_2,phone_number_3\n${number(1)},${number(2)},911\n`)
  const list = await made<Json>(world.a.request('GET', `/api/v1/contact-lists/${source}`))
  expect(list).toMatchObject({
    total_rows: 1,
    rejected_rows: 0,
    left_out_numbers: 1,
    errors: [{ row: 2, column: 'phone_number_3', code: 'further_number_invalid' }],
  })
  const id = await startOver(source, { retry_config: { enabled: true, max_retries: 3, retry_delay_seconds: 0 } })
  await endDial(0, 'busy')
  await endDial(1, 'failed', { SipResponseCode: '404' })
  await carrier.until(() => carrier.dials.length > 2)
  expect(await onlyContact(id)).toMatchObject({
    phone_numbers: [
      { phone_number: number(1), passed_over_by: null },
      { phone_number: number(2), is_next: false, passed_over_by: 'not_callable' },
    ],
  })
  await endDial(2, 'no-answer')
  await endDial(3, 'busy')
  await untilEvent(world.a, id, 'campaign_completed')
  expect(carrier.dials.map(({ to }) => to)).toEqual([number(1), number(2), number(1), number(1)])
  expect(await onlyContact(id)).toMatchObject({ attempts: 4, outcome: 'busy' })
  const report = await world.a.request('GET', `/api/v1/campaign/${id}/report`)
  expect(report.text.split('\n')[0]).toContain('dialed_number')
})

test('a number on the do-not-call list is passed over, and only the last one ends the contact', async () => {
  const list = (phone_number: string) =>
    made(world.a.request('POST', '/api/v1/suppressions', { phone_number, reason: 'asked' }))
  await list(number(1))
  const source = await uploadCsv(
    world.a,
    `phone_number,phone_number_2\n${number(1)},${number(2)}\n${number(1).slice(0, -1)}9,\n`,
  )
  const preview = await made<Json>(world.a.request('GET', `/api/v1/contact-lists/${source}/preview`))
  expect(preview).toMatchObject({ suppressed_rows: 0, callable_rows: 2 })
  const id = await startWithNumbers([number(1), number(2), number(3)].join(','))
  await carrier.until(() => carrier.dials.length > 0)
  await list(number(3))
  const explained = await made<Json>(
    world.a.request('GET', `/api/v1/campaign/${id}/contacts/${(await onlyContact(id)).id}/explain`),
  )
  expect(explained).toMatchObject({
    phone_numbers: [
      { phone_number: number(1), passed_over_by: 'suppressed' },
      { phone_number: number(2), passed_over_by: null },
      { phone_number: number(3), passed_over_by: 'suppressed' },
    ],
  })
  await endDial(0, 'busy')
  await carrier.until(() => carrier.dials.length > 1)
  await list(number(2))
  await endDial(1, 'busy')
  await untilEvent(world.a, id, 'campaign_completed')
  expect(carrier.dials.map(({ to }) => to)).toEqual([number(2), number(2)])
  expect(await rowsOf('select state, held_by from contacts where campaign_id = $1', [id])).toEqual([
    { state: 'done', held_by: 'suppressed' },
  ])
})

test('somebody who calls from their second number is known, their ringing first one stops, and erasing it erases all', async () => {
  const id = await startWithNumbers([number(1), number(2)].join(','))
  await carrier.until(() => carrier.live.size === 1)
  await callsIn(number(2))
  while (carrier.hungUp.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const contact = await onlyContact(id)
  expect(await rowsOf(`select returns_contact_id as id from calls where direction = 'inbound'`)).toEqual([
    { id: contact.id },
  ])
  await end(carrier.dials[0] as Dial, 'canceled')
  await hangsUp(number(2))
  await made(world.a.request('POST', `/api/v1/campaign/${id}/pause`))
  await made(world.a.request('POST', '/api/v1/erasures', { phone_number: number(2), reason: 'asked by e-mail' }))
  const [row] = await rowsOf('select phone_number, numbers, passed_numbers from contacts where campaign_id = $1', [id])
  expect(row).toMatchObject({ numbers: null, passed_numbers: null })
  const left = await rowsOf(
    `select (select string_agg(t::text, '') from contacts t) || (select string_agg(l::text, '') from list_contacts l)
         || (select string_agg(c::text, '') from calls c) as text`,
  )
  expect(left[0].text).not.toContain(number(1))
})

test('people are added with several numbers, and found again by the first while another is dialed', async () => {
  const id = await startOver(await listOf(1), {
    keep_open: true,
    retry_config: { max_retries: 2, retry_delay_seconds: 0 },
  })
  await endDial(0, 'completed', { CallDuration: '0' })
  const add = (phone_numbers: string[]) =>
    made<Json>(world.a.request('POST', `/api/v1/campaign/${id}/contacts`, { contacts: [{ phone_numbers }] }))
  const added = await add([number(1), number(2), 'nonsense'])
  expect(added).toMatchObject({ added: 1, results: [{ left_out_numbers: [{ position: 2 }] }] })
  await carrier.until(() => carrier.dials.some(({ to }) => to === number(1)))
  await end(carrier.dials.find(({ to }) => to === number(1)) as Dial)
  await carrier.until(() => carrier.dials.some(({ to }) => to === number(2)))
  expect(await add([number(1)])).toMatchObject({ added: 0, already_enrolled: 1 })
  expect(await add([number(2)])).toMatchObject({ added: 1, already_enrolled: 0 })
  const both = { contacts: [{ phone_number: number(8), phone_numbers: [number(9)] }] }
  expect((await world.a.request('POST', `/api/v1/campaign/${id}/contacts`, both)).status).toBe(422)
})
