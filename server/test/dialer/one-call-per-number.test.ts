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

async function end({ sid, to, statusUrl }: Dial, CallStatus = 'busy'): Promise<void> {
  carrier.live.delete(sid)
  const answer = await signed(statusUrl, {
    AccountSid: TWILIO.account_sid,
    CallSid: sid,
    CallStatus,
    To: to,
    From: OURS,
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

async function startOver(sourceId: string, wish: Json = {}): Promise<number> {
  const { id } = await newCampaign(world.a, {
    source_id: sourceId,
    workflow_id: workflowId,
    telephony_configuration_id: configurationId,
    retry_config: { enabled: false },
    max_concurrency: 10,
    ...wish,
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
