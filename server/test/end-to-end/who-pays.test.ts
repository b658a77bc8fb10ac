/**
 * When something goes wrong, who pays: each row of the table in `dialer/rules/fault-consequences.ts`, seen in a campaign of the whole
 * program over a stand-in that refuses and reports as the carrier does.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBlackHole } from '../black-hole.ts'
import { findProviders } from '../conformance/find-providers.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import type { RunningStandIn, SignedWebhook } from '../conformance/stand-in.ts'
import { drawnCarriers } from '../drawn.ts'
import { freePort } from '../free-port.ts'
import type { Json } from '../interface/app.ts'
import {
  type CampaignBody,
  CONFIGURATIONS,
  campaignOf,
  DEFINITION,
  fresh,
  made,
  newWorkflow,
  PROMPTS_ONLY,
  uploadCsv,
} from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { Person } from './person.ts'
import { eventually, type Program, startProgram } from './program.ts'

const TIMEOUT_MS = 60_000
const PATIENCE_MS = 15_000
const TELEPHONE = { encoding: 'mulaw', sampleRateHz: 8000 } as const
const providers = new Map(
  (await findProviders()).flatMap((found) => ('fault' in found ? [] : [[found.provider.spec.name, found.provider]])),
)

interface ContactBody extends Json {
  phone_number: string
  state: string
  outcome: string | null
  attempts: number
}

let program: Program
const running: RunningStandIn[] = []

beforeAll(async () => {
  program = await startProgram()
}, TIMEOUT_MS)

afterEach(async () => {
  // Stand-ins of one carrier share an account, and a number belongs to one configuration of an account.
  await program.inside.pool.query('delete from phone_numbers')
  for (const carrier of running.splice(0)) await carrier.stop()
})

/** Of the newest world. Every world has people of its own: calls of an earlier one may still be live. */
const person = (index: number) => `+1415555${String(1000 + worlds * PEOPLE_MAX + index)}`
const PEOPLE_MAX = 40
let worlds = 0

class World {
  readonly carrier: RunningStandIn
  readonly side: CarrierSide
  readonly campaignId: number
  readonly configurationId: number
  dials = 0

  private constructor(carrier: RunningStandIn, configurationId: number, campaignId: number) {
    this.carrier = carrier
    this.side = new CarrierSide(carrier, program)
    this.configurationId = configurationId
    this.campaignId = campaignId
  }

  /** A started campaign for so many people. `refusals`: which refusal a number meets. */
  static async start(
    name: string,
    people: number,
    input: { refusals?: (number: string) => string | null; campaign?: Json; number?: Json; config?: Json } = {},
  ): Promise<World> {
    const carrier = await (providers.get(name) as NonNullable<ReturnType<typeof providers.get>>).standIn.start()
    running.push(carrier)
    worlds += 1
    const numbers = Array.from({ length: people }, (_, index) => person(index))
    let seen = (_dialed: string | undefined) => {}
    carrier.beforeDial = (body) => {
      const text = decodeURIComponent(body)
      const dialed = numbers.find((number) => text.includes(number.slice(1)))
      seen(dialed)
      const met = dialed === undefined ? null : (input.refusals?.(dialed) ?? null)
      if (met !== null) carrier.refusals.find((refusal) => refusal.name === met)?.arm()
    }
    const { operator } = program
    const config = { provider: name, ...carrier.credentials, calls_per_second: 50, ...input.config }
    const configuration = await made(operator.request('POST', CONFIGURATIONS, { name: fresh('carrier'), config }))
    const number = { address: OWN_NUMBER, is_default_caller_id: true, ...input.number }
    await made(operator.request('POST', `${CONFIGURATIONS}/${configuration.id}/phone-numbers`, number))
    const { id } = await made<CampaignBody>(
      operator.request('POST', '/api/v1/campaign/create', {
        name: fresh('campaign'),
        source_type: 'csv',
        source_id: await uploadCsv(operator, `phone_number\n${numbers.join('\n')}\n`),
        workflow_id: await newWorkflow(operator),
        telephony_configuration_id: configuration.id,
        max_concurrency: 1,
        retry_config: { enabled: false },
        ...input.campaign,
      }),
    )
    const world = new World(carrier, configuration.id, id)
    seen = () => {
      world.dials += 1
    }
    await world.order('start')
    return world
  }

  order(what: 'start' | 'resume'): Promise<Json> {
    return made(program.operator.request('POST', `/api/v1/campaign/${this.campaignId}/${what}`))
  }

  campaign(): Promise<CampaignBody> {
    return campaignOf(program.operator, this.campaignId)
  }

  until(state: string, withinMs = PATIENCE_MS): Promise<CampaignBody> {
    return eventually(
      `the campaign to be ${state}`,
      async () => {
        const campaign = await this.campaign()
        return campaign.state === state && campaign
      },
      withinMs,
    )
  }

  async contact(number: string): Promise<ContactBody> {
    const { contacts } = await made<{ contacts: ContactBody[] } & Json>(
      program.operator.request('GET', `/api/v1/campaign/${this.campaignId}/contacts?limit=100`),
    )
    return contacts.find((contact) => contact.phone_number === number) as ContactBody
  }

  call(number: string, attempt = 1) {
    return this.side.callTo(number, attempt, this.campaignId)
  }

  /** The number was called and the line was busy. */
  async busy(number: string): Promise<void> {
    const call = await this.call(number)
    await this.side.tells(call, { kind: 'ended', as: 'busy' })
  }

  /** Whoever has stepped back, and whatever backs off, comes due. */
  async timePasses(): Promise<void> {
    const { pool } = program.inside
    const contacts = `update contacts set next_attempt_at = now() - interval '1 second'
       where campaign_id = $1 and state = 'pending' and next_attempt_at > now()`
    await pool.query(contacts, [this.campaignId])
    await pool.query(`update telephony_configurations set backoff_until = '-infinity' where id = $1`, [
      this.configurationId,
    ])
    await program.inside.pool.query(`update campaigns set next_due_at = '-infinity' where id = $1`, [this.campaignId])
    await made(program.operator.request('GET', `/api/v1/campaign/${this.campaignId}`))
    program.inside.app.dialer.wake(program.operator.organizationId)
  }

  /** A status report with other fields than the stand-in would send by itself. */
  async tellsTwilio(number: string, fields: Record<string, string>, attempt = 1): Promise<void> {
    const call = await this.call(number, attempt)
    const webhook = this.side.carrier.statusWebhook(this.side.urls, call, { kind: 'ended', as: 'completed' })
    const form = Object.fromEntries(new URLSearchParams((webhook as SignedWebhook).body))
    const sign = this.carrier.sign as NonNullable<RunningStandIn['sign']>
    const { status } = await this.side.send(sign((webhook as SignedWebhook).url, { ...form, ...fields }))
    expect(status).toBeLessThan(300)
  }
}

describe('a destination that the account may not call', () => {
  test.each([
    ['vonage', 'account may not dial'],
    ['vobiz', 'destination not permitted'],
    ['plivo', 'country not permitted'],
    ['telnyx', 'country not enabled (D13)'],
    ['twilio', '21215 geographic permission'],
    ['cloudonix', '403 scope of the token'],
    ['exotel', '403 not enabled'],
  ])(
    '%s: is that contact’s own, and never holds the others',
    async (name, refusal) => {
      const world = await World.start(name, 3, { refusals: (number) => (number === person(0) ? refusal : null) })
      await world.busy(person(1))
      await world.busy(person(2))
      expect(await world.contact(person(0))).toMatchObject({ state: 'pending', attempts: 0 })
      await world.timePasses()
      const done = await world.until('completed')
      expect(done).toMatchObject({ processed_rows: 3, failed_rows: 3 })
      expect(done.logs.map(({ event }) => event)).not.toContain('campaign_paused')
      expect(await world.contact(person(0))).toMatchObject({ state: 'done', outcome: 'failed' })
    },
    TIMEOUT_MS,
  )

  test(
    'all of them refused: the campaign pauses, and nobody is spent',
    async () => {
      const world = await World.start('vonage', 8, { refusals: () => 'account may not dial' })
      const paused = await world.until('paused')
      expect(paused).toMatchObject({ processed_rows: 0, failed_rows: 0, executed_count: 0 })
      const said = paused.logs.map(({ message }) => message)
      expect(said).toContainEqual(expect.stringMatching(/^Paused: Vonage: the account may not place this call/))
    },
    TIMEOUT_MS,
  )
})

describe('an account that cannot dial, or whose only caller ID is refused', () => {
  test.each([
    ['twilio', '21219 not verified on trial'],
    ['twilio', '21210 caller not verified'],
    ['twilio', '20003 authenticate'],
    ['telnyx', 'caller ID not accepted (D35)'],
    ['plivo', 'invalid caller ID'],
    ['vobiz', 'no balance'],
    ['vonage', 'caller ID not accepted'],
    ['cloudonix', '402 no credit'],
    ['exotel', '402 payment required'],
  ])(
    '%s, %s: pauses at once, says why and what to do, and gives the contact back',
    async (name, refusal) => {
      const world = await World.start(name, 3, { refusals: () => refusal })
      const paused = await world.until('paused')
      expect(world.dials).toBe(1)
      expect(paused).toMatchObject({ processed_rows: 0, executed_count: 0 })
      const why = /caller/.test(refusal) ? 'no_caller_number_left' : 'carrier_account_refused'
      expect(paused.logs.find(({ event }) => event === why)?.message).toMatch(/resume/)
      expect(await world.contact(person(0))).toMatchObject({ state: 'pending', attempts: 0 })
    },
    TIMEOUT_MS,
  )
})

describe('congestion', () => {
  test(
    'a rate limit gives back and comes back by itself',
    async () => {
      let refused = 0
      const world = await World.start('plivo', 1, { refusals: () => (refused++ === 0 ? 'too many requests' : null) })
      await world.busy(person(0))
      const done = await world.until('completed')
      expect(done).toMatchObject({ executed_count: 1, total_queued_count: 1 })
      expect(done.logs.filter(({ event }) => event === 'carrier_unavailable')).toHaveLength(1)
    },
    TIMEOUT_MS,
  )

  test(
    'a network that turns the call away spends nobody: called again, attempts unspent',
    async () => {
      const world = await World.start('twilio', 1)
      await world.tellsTwilio(person(0), { CallStatus: 'failed', SipResponseCode: '503' })
      await eventually('the contact to be given back', async () => {
        const contact = await world.contact(person(0))
        return contact.state === 'pending' && contact
      })
      expect(await world.campaign()).toMatchObject({ state: 'running', processed_rows: 0, failed_rows: 0 })
      await world.timePasses()
      await eventually('the second dial', async () => world.dials === 2)
    },
    TIMEOUT_MS,
  )
})

describe('what is known of a number', () => {
  test(
    'dead numbers are final, and never count for the breaker',
    async () => {
      const breaker = { enabled: true, failure_threshold: 0.1, window_seconds: 60, min_calls_in_window: 1 }
      const world = await World.start('twilio', 3, {
        refusals: () => '21211 invalid number',
        campaign: { circuit_breaker: breaker },
      })
      const done = await world.until('completed')
      expect(done).toMatchObject({ processed_rows: 3, failed_rows: 3 })
    },
    TIMEOUT_MS,
  )

  test(
    'a list that fails alike as a whole pauses the campaign, breaker or not, and is given back',
    async () => {
      const world = await World.start('twilio', 15, { refusals: () => '21211 invalid number' })
      const paused = await world.until('paused')
      expect(paused).toMatchObject({ processed_rows: 0 })
      expect(paused.logs.map(({ message }) => message).join()).toContain('15 of 15 failed: the number is not valid')
    },
    TIMEOUT_MS,
  )
})

test(
  'a person who marked our calls as unwanted is finished, and an operator decides about the do-not-call list',
  async () => {
    const world = await World.start('twilio', 1)
    await world.tellsTwilio(person(0), { CallStatus: 'failed', SipResponseCode: '607' })
    await world.until('completed')
    expect(await world.contact(person(0))).toMatchObject({ state: 'done', outcome: 'declined' })
    const BASE = '/api/v1/suppressions'
    const { candidates } = await made<{ candidates: Json[] } & Json>(
      program.operator.request('GET', `${BASE}/candidates`),
    )
    const { callId } = await world.call(person(0))
    const offered = candidates.find(({ phone_number }) => phone_number === person(0)) as Json
    expect(offered).toMatchObject({ source: 'carrier', call_id: callId, reason: expect.stringContaining('607') })
    await made(program.operator.request('POST', `${BASE}/candidates/${offered.id}/accept`))
    const { suppressions } = await made<{ suppressions: Json[] } & Json>(program.operator.request('GET', BASE))
    expect(suppressions).toContainEqual(expect.objectContaining({ phone_number: person(0), call_id: callId }))
  },
  TIMEOUT_MS,
)

describe('answered, and', () => {
  test(
    'hung up at once by the person: answered, hung up early',
    async () => {
      const world = await World.start('twilio', 1)
      await world.tellsTwilio(person(0), { CallStatus: 'completed', CallDuration: '0' })
      await world.until('completed')
      expect(await world.contact(person(0))).toMatchObject({ state: 'done', outcome: 'answered' })
      const call = await world.call(person(0))
      const kept = await made<Json>(program.operator.request('GET', `/api/v1/calls/${call.callId}`))
      expect(kept).toMatchObject({ outcome: 'answered', disposition: 'hung_up_early' })
    },
    TIMEOUT_MS,
  )

  test(
    'nobody of ours there: given back politely, and the third in a row pauses',
    async () => {
      const world = await World.start('twilio', 4)
      for (const index of [0, 1, 2]) {
        await world.tellsTwilio(person(index), { CallStatus: 'completed', CallDuration: '42' })
      }
      const paused = await world.until('paused')
      expect(paused).toMatchObject({ processed_rows: 0, executed_count: 3 })
      expect(paused.logs.map(({ event }) => event)).toContain('agent_missing')
      expect(await world.contact(person(0))).toMatchObject({ state: 'pending', attempts: 1 })
    },
    TIMEOUT_MS,
  )
})

test(
  'answered and nobody of ours there counts for the breaker; busy and dead numbers do not',
  async () => {
    const breaker = { enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 4 }
    const world = await World.start('twilio', 5, {
      refusals: (number) => (number === person(1) ? '21211 invalid number' : null),
      campaign: { circuit_breaker: breaker },
    })
    await world.busy(person(0))
    for (const index of [2, 3]) await world.tellsTwilio(person(index), { CallStatus: 'completed', CallDuration: '42' })
    const paused = await world.until('paused')
    expect(paused).toMatchObject({ processed_rows: 2 })
    expect(paused.logs.map(({ event }) => event)).toContain('circuit_breaker_tripped')
    expect(paused.logs.map(({ event }) => event)).not.toContain('agent_missing')
  },
  TIMEOUT_MS,
)

describe('a model that is down', () => {
  const MODELS = '/api/v1/organizations/model-configuration'
  let endpoint: Server

  beforeAll(async () => {
    const body = JSON.stringify({ error: { message: 'The quota of this month is used up.' } })
    endpoint = createServer((_, response) => response.writeHead(402, { 'content-type': 'application/json' }).end(body))
    endpoint.listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const base_url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`
    await made(program.operator.request('PUT', MODELS, { brain: 'pipeline', chat: { base_url, model: 'm' } }))
  })

  afterAll(async () => {
    await made(program.operator.request('PUT', MODELS, { brain: 'script' }))
    endpoint.close()
  })

  const answers = async (world: World, index: number) => {
    const call = await world.call(person(index))
    const line = new Person(await world.side.picksUp(call), TELEPHONE)
    await line.isHungUpOn()
    await world.side.tells(call, { kind: 'ended', as: 'completed' })
    return call
  }

  test(
    'pauses after three, with the endpoint’s own words; nobody counts as reached',
    async () => {
      const workflow_id = await newWorkflow(program.operator, PROMPTS_ONLY)
      const world = await World.start('twilio', 3, { campaign: { workflow_id, max_concurrency: 3 } })
      const [first] = await Promise.all([answers(world, 0), answers(world, 1), answers(world, 2)])
      const kept = await made<Json>(program.operator.request('GET', `/api/v1/calls/${first.callId}`))
      expect(kept).toMatchObject({ outcome: 'failed', disposition: 'agent_failed' })
      const paused = await world.until('paused')
      expect(paused).toMatchObject({ processed_rows: 0, executed_count: 3 })
      const said = paused.logs.find(({ event }) => event === 'agent_missing')?.message
      expect(said).toContain('The endpoint answered with status 402. It said: "The quota of this month is used up.')
      expect(await world.contact(person(0))).toMatchObject({ state: 'pending', attempts: 1 })
    },
    TIMEOUT_MS,
  )

  test(
    'a workflow that the script can speak is spoken by it',
    async () => {
      const [start, end] = DEFINITION.nodes
      const edge = {
        id: 'e',
        source: 'start',
        target: 'end',
        data: { label: 'go', condition: 'They agree.', keys: ['1'] },
      }
      const workflow_id = await newWorkflow(program.operator, { nodes: [start, end], edges: [edge] })
      const world = await World.start('twilio', 1, { campaign: { workflow_id } })
      const call = await world.call(person(0))
      const line = new Person(await world.side.picksUp(call), TELEPHONE)
      // Keys without a meaning are the model's to answer: it fails twice.
      for (const key of ['7', '8', '1']) {
        await line.hears(0.3)
        line.presses(key)
      }
      await line.isHungUpOn()
      await world.side.tells(call, { kind: 'ended', as: 'completed' })
      await world.until('completed')
      const kept = await made<Json>(program.operator.request('GET', `/api/v1/calls/${call.callId}`))
      expect(kept).toMatchObject({ outcome: 'answered', disposition: 'end' })
      expect(JSON.stringify(kept.timeline)).toContain('"fell_back"')
    },
    TIMEOUT_MS,
  )
})

test(
  'a call shows what its model cost, by the prices of the organization',
  async () => {
    const MODELS = '/api/v1/organizations/model-configuration'
    const chunk = (delta: object, rest: object = {}) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null }], ...rest })}\n\n`
    const usage = { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 }
    const endpoint = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ role: 'assistant', content: 'Good morning, this is the clinic.' }))
      response.write(chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }))
      response.end('data: [DONE]\n\n')
    })
    endpoint.listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const base_url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`
    const prices = { currency: 'EUR', models: [{ model: 'm', input_per_million: '3', output_per_million: '15' }] }
    try {
      await made(program.operator.request('PUT', MODELS, { brain: 'pipeline', chat: { base_url, model: 'm' }, prices }))
      const workflow_id = await newWorkflow(program.operator, PROMPTS_ONLY)
      const world = await World.start('twilio', 1, { campaign: { workflow_id } })
      const call = await world.call(person(0))
      const line = new Person(await world.side.picksUp(call), TELEPHONE)
      await line.hears(0.3)
      line.hangsUp()
      await world.side.tells(call, { kind: 'ended', as: 'completed' })
      await world.until('completed')
      const kept = () => made<Json>(program.operator.request('GET', `/api/v1/calls/${call.callId}`))
      await eventually('its record', async () => JSON.stringify((await kept()).timeline).includes('"ended"'))
      const { models, cost } = (await kept()).model_usage as { models: Record<string, number>[]; cost: Json }
      const [used] = models
      expect(used).toMatchObject({ model: 'm', unreported_requests: 0 })
      const requests = used?.requests ?? 0
      expect([requests > 0, used?.input_tokens]).toEqual([true, 1000 * requests])
      // 1,000 tokens at 3 and 10 at 15 for a million.
      expect(cost).toEqual({ amount: expect.any(String), currency: 'EUR', is_complete: true })
      expect(Number(cost.amount)).toBeCloseTo(0.00315 * requests, 9)
    } finally {
      await made(program.operator.request('PUT', MODELS, { brain: 'script' }))
      endpoint.close()
    }
  },
  TIMEOUT_MS,
)

describe('a call that comes in', () => {
  const REFUSED = /<Reject|<Hangup|"talk"|actions\/reject/

  /** The number is bound to this workflow; what the carrier is told to do with a call to it. */
  async function callsIn(name: string, workflowId: number) {
    const world = await World.start(name, 1)
    const { operator } = program
    const numbers = `${CONFIGURATIONS}/${world.configurationId}/phone-numbers`
    const [number] = (await made<{ phone_numbers: { id: number }[] } & Json>(operator.request('GET', numbers)))
      .phone_numbers
    await made(operator.request('PUT', `${numbers}/${number?.id}`, { inbound_workflow_id: workflowId }))
    return async () => {
      const before = world.carrier.requests.length
      const { text } = await world.side.send(world.carrier.inboundWebhook(world.side.urls, '+14155550177', OWN_NUMBER))
      return `${text}\n${world.carrier.requests
        .slice(before)
        .map(({ path }) => path)
        .join('\n')}`
    }
  }

  test(
    'and that nobody could talk on is turned away politely',
    async () => {
      const calls = await callsIn('twilio', await newWorkflow(program.operator, PROMPTS_ONLY))
      const told = await calls()
      expect(told).toMatch(REFUSED)
      expect(told).not.toContain('/media/')
    },
    TIMEOUT_MS,
  )

  test.each(drawnCarriers(['twilio', 'telnyx', 'vonage', 'plivo', 'vobiz', 'cloudonix'], (name) => name))(
    '%s: while no slot of the organization is free is turned away politely, and taken when one is',
    async (name) => {
      const calls = await callsIn(name, await newWorkflow(program.operator))
      const { pool } = program.inside
      const limit = (most: string) =>
        pool.query(`update organizations set max_concurrency = ${most} where id = $1`, [
          program.operator.organizationId,
        ])
      await limit('live_calls')
      try {
        const told = await calls()
        expect(told).toMatch(REFUSED)
        expect(told).not.toContain('/media/')
      } finally {
        await limit('200')
      }
      expect(await calls()).not.toMatch(REFUSED)
    },
    TIMEOUT_MS,
  )
})

test(
  'a number’s own limit: not more calls at once under it, whatever the campaign may; its answer rate is shown',
  async () => {
    const { operator, inside } = program
    const world = await World.start('twilio', 3, { campaign: { max_concurrency: 3 }, number: { max_calls_at_once: 1 } })
    await world.call(person(0))
    const live = async () => {
      const { rows } = await inside.pool.query('select 1 from calls where campaign_id = $1 and live', [
        world.campaignId,
      ])
      return rows.length
    }
    expect(await live()).toBe(1)
    await world.busy(person(0))
    await world.call(person(1))
    expect(await live()).toBe(1)
    await world.tellsTwilio(person(1), { CallStatus: 'completed', CallDuration: '1' })
    await world.busy(person(2))
    await world.until('completed')
    const numbers = `${CONFIGURATIONS}/${world.configurationId}/phone-numbers`
    const shown = await made<{ phone_numbers: Json[] } & Json>(operator.request('GET', numbers))
    expect(shown.phone_numbers[0]?.answer_rate).toEqual({ placed: 3, answered: 1, rate: 1 / 3 })
  },
  TIMEOUT_MS,
)

test(
  'two nodes: what the carrier tells one of them of who answered reaches the conversation on the other',
  async () => {
    const port = String(await freePort())
    const other = await program.inside.again({ environment: { PORT: port, PUBLIC_URL: program.url } })
    await other.start()
    try {
      const [start, end] = DEFINITION.nodes
      const edge = { id: 'e', source: 'start', target: 'end', data: { label: 'go', keys: ['1'] } }
      const workflow_id = await newWorkflow(program.operator, { nodes: [start, end], edges: [edge] })
      const config = { amd_enabled: true }
      const world = await World.start('twilio', 1, { campaign: { workflow_id }, config })
      const call = await world.call(person(0))
      const line = new Person(await world.side.picksUp(call), TELEPHONE)
      await line.hears(0.3)
      const told = world.carrier.statusWebhook(world.side.urls, call, { kind: 'machine', verdict: 'machine' })
      const { url, ...webhook } = told as SignedWebhook
      const elsewhere = url.replace(program.url, `http://127.0.0.1:${port}`)
      expect((await world.side.send({ ...webhook, url: elsewhere })).status).toBeLessThan(300)
      await line.isHungUpOn()
      await world.side.tells(call, { kind: 'ended', as: 'completed' })
      await world.until('completed')
      expect(await world.contact(person(0))).toMatchObject({ state: 'done', outcome: 'voicemail' })
    } finally {
      await other.stop(0)
    }
  },
  TIMEOUT_MS,
)

test.each(drawnCarriers(['twilio', 'plivo', 'telnyx', 'vonage', 'vobiz', 'cloudonix'], (name) => name))(
  '%s: a dial whose answer was lost, and of which no callback came, gives its slot back within two minutes',
  async (name) => {
    let dials = 0
    const world = await World.start(name, 1, { refusals: () => (dials++ === 0 ? 'connection lost' : null) })
    const { pool } = program.inside
    const calls = async () => {
      const found = await pool.query<{ id: number; live: boolean; cause: string | null }>(
        'select id, live, cause from calls where campaign_id = $1 order by id',
        [world.campaignId],
      )
      return found.rows
    }
    const [lost] = await eventually('the dial to be in doubt', async () => {
      const found = await calls()
      return found[0]?.cause ? found : null
    })
    // A minute passes; what is left of the two is for the looks that follow.
    const moved = ['claimed_at', 'news_at'].map((column) => `${column} = ${column} - interval '60 seconds'`).join()
    await pool.query(`update calls set ${moved} where id = $1`, [lost?.id])
    const freed = async () => !(await calls()).some(({ id, live }) => id === lost?.id && live)
    await eventually('the slot to be free', freed, 45_000)
  },
  TIMEOUT_MS,
)

test.each(drawnCarriers(['twilio', 'telnyx', 'vonage', 'plivo', 'vobiz', 'cloudonix', 'exotel'], (name) => name))(
  '%s: callbacks that are no callbacks change nothing, and stop nobody',
  async (name) => {
    const world = await World.start(name, 1)
    const call = await world.call(person(0))
    await world.side.tells(call, { kind: 'ringing' })
    const end = world.carrier.statusWebhook(world.side.urls, call, { kind: 'ended', as: 'busy' }) as SignedWebhook
    const bodies = ['\0', '{"a":', '%00%FF=%', '\u{1F600}'.repeat(100), `x=${'y'.repeat(300_000)}`, '[[[[]]]]', 'null']
    for (const body of bodies) {
      const headers = Object.fromEntries(
        Object.entries(end.headers).filter(([name]) => !/^content-length$/i.test(name)),
      )
      const { status } = await world.side.send({ ...end, method: 'POST', headers, body })
      expect([400, 403, 413]).toContain(status)
    }
    expect(await world.contact(person(0))).toMatchObject({ state: 'in_call' })
    await world.side.tells(call, { kind: 'ended', as: 'busy' })
    await world.until('completed')
  },
  TIMEOUT_MS,
)

test(
  'signed news with NULs and numbers without end is cleaned before it is written down',
  async () => {
    const world = await World.start('twilio', 1)
    await world.tellsTwilio(person(0), { CallStatus: 'ring\0ing' })
    await world.tellsTwilio(person(0), {
      CallStatus: 'failed',
      SipResponseCode: '4\u000004\0',
      CallDuration: '9'.repeat(400),
    })
    await world.until('completed')
    expect(await world.contact(person(0))).toMatchObject({ state: 'done', outcome: 'failed' })
  },
  TIMEOUT_MS,
)

test(
  'a carrier’s host that drops packets: nothing was sent, so the contact is given back and no slot is held',
  async () => {
    const hole = await openBlackHole()
    try {
      const world = await World.start('twilio', 1, { config: { api_base_url: hole.url } })
      const waiting = await eventually('the carrier to be found away', async () => {
        const campaign = await world.campaign()
        return campaign.logs.find(({ event }) => event === 'carrier_unavailable')
      })
      expect(waiting.message).toMatch(/^Waiting: /)
      expect(await world.contact(person(0))).toMatchObject({ state: 'pending', attempts: 0 })
      expect(await world.campaign()).toMatchObject({ state: 'running', processed_rows: 0, executed_count: 0 })
      await made(program.operator.request('POST', `/api/v1/campaign/${world.campaignId}/pause`))
    } finally {
      hole.close()
    }
  },
  TIMEOUT_MS,
)

test(
  'a 503 of a gateway that had passed the call on makes no second call',
  async () => {
    const world = await World.start('plivo', 1)
    const call = await world.call(person(0))
    await world.side.tells(call, { kind: 'ringing' })
    await program.inside.app.dialer.report(call.callId, { kind: 'later', reason: 'the carrier answered 503' })
    expect(await world.contact(person(0))).toMatchObject({ state: 'in_call' })
    await world.side.tells(call, { kind: 'ended', as: 'busy' })
    await world.until('completed')
    expect(world.dials).toBe(1)
  },
  TIMEOUT_MS,
)

test(
  'redial takes those who failed only when asked to',
  async () => {
    const world = await World.start('twilio', 2, { refusals: () => '21211 invalid number' })
    await world.until('completed')
    const redial = (input: Json) =>
      program.operator.request<CampaignBody>('POST', `/api/v1/campaign/${world.campaignId}/redial`, input)
    const flags = { retry_on_voicemail: true, retry_on_no_answer: true, retry_on_busy: true }
    expect((await redial(flags)).body).toMatchObject({ code: 'nothing_to_redial' })
    const again = await redial({ ...flags, retry_on_failed: true })
    expect([again.status, again.body.total_rows]).toEqual([200, 2])
  },
  TIMEOUT_MS,
)

test(
  'the end of the audio is news: a last callback that is lost holds no slot',
  async () => {
    const world = await World.start('vobiz', 1)
    const call = await world.call(person(0))
    await world.side.tells(call, { kind: 'ringing' })
    const peer = await world.side.picksUp(call)
    await peer.hears(160)
    peer.hangUp()
    await world.until('completed', 40_000)
    expect(await world.contact(person(0))).toMatchObject({ state: 'done', outcome: 'answered' })
  },
  TIMEOUT_MS,
)
