/** A way in that does not work is found before the first person pays for it: at start, by the test, and on the line. */
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standIn } from '../carriers/twilio.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import type { RunningStandIn } from '../conformance/stand-in.ts'
import { leftOut } from '../drawn.ts'
import { freePort } from '../free-port.ts'
import type { Json } from '../interface/app.ts'
import { CONFIGURATIONS, fresh, made, newWorkflow, TWILIO, uploadCsv } from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { eventually, type Program, startProgram } from './program.ts'

const TIMEOUT_MS = 180_000

let carrier: RunningStandIn
let proxy: Server
let proxyUrl: string
let behind: Program
let program: Program

beforeAll(async () => {
  carrier = await standIn.start()
  program = await startProgram()
  const port = await freePort()
  proxy = deafProxy(port)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  behind = await startProgram({ PORT: String(port), PUBLIC_URL: proxyUrl })
}, TIMEOUT_MS)

afterAll(async () => {
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
  await carrier.stop()
})

/** As a proxy whose operator has not thought of websockets: passes requests on, and forgets the Upgrade headers. */
function deafProxy(port: number): Server {
  return createServer((incoming, outgoing) => {
    const { upgrade: _upgrade, connection: _connection, ...headers } = incoming.headers
    const onward = forward(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
}

async function twilio(at: Program, config: Json): Promise<number> {
  const { id } = await made(at.operator.request('POST', CONFIGURATIONS, { name: fresh('twilio'), config }))
  const number = { address: OWN_NUMBER, is_default_caller_id: true }
  await made(at.operator.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, number))
  return id
}

async function campaignOn(at: Program, configurationId: number): Promise<number> {
  const body = {
    name: fresh('campaign'),
    source_type: 'csv',
    source_id: await uploadCsv(at.operator, 'phone_number\n+14155550123\n'),
    workflow_id: await newWorkflow(at.operator),
    telephony_configuration_id: configurationId,
    retry_config: { enabled: false },
  }
  return (await made(at.operator.request('POST', '/api/v1/campaign/create', body))).id
}

describe('an address that carriers cannot reach', () => {
  test('keeps a campaign and a single call from starting, and says what to do', async () => {
    const configurationId = await twilio(program, TWILIO)
    const campaignId = await campaignOn(program, configurationId)
    const started = await program.operator.request<Json>('POST', `/api/v1/campaign/${campaignId}/start`)
    expect([started.status, started.body.code]).toEqual([409, 'public_url_unreachable'])
    expect(started.body.message).toMatch(/PUBLIC_URL.*going-public/)
    const single = await program.operator.request<Json>('POST', '/api/v1/telephony/initiate-call', {
      workflow_id: await newWorkflow(program.operator),
      phone_number: '+14155550123',
      telephony_configuration_id: configurationId,
    })
    expect(single.body.code).toBe('public_url_unreachable')
  })
})

describe('the test of a configuration', () => {
  const tested = async (at: Program) => {
    const id = await twilio(at, { provider: 'twilio', ...carrier.credentials })
    return made<{ ok: boolean; message: string; details: Json } & Json>(
      at.operator.request('POST', `${CONFIGURATIONS}/${id}/test`),
    )
  }

  test('goes out and comes in again, by HTTP and by websocket', async () => {
    const result = await tested(program)
    expect(result.ok).toBe(true)
    expect(result.details.callbacks).toMatch(/leads here, websockets too/)
  })

  test('finds a proxy that does not let websockets through', async () => {
    const result = await tested(behind)
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/does not let websockets through/) })
  })
})

// It waits in real time.
test.skipIf(leftOut())(
  'who answers and gets no audio is let go after some seconds, and called again another time',
  async () => {
    const side = new CarrierSide(carrier, behind)
    await behind.inside.pool.query('delete from phone_numbers')
    const configurationId = await twilio(behind, { provider: 'twilio', ...carrier.credentials })
    const campaignId = await campaignOn(behind, configurationId)
    await made(behind.operator.request('POST', `/api/v1/campaign/${campaignId}/start`))
    const call = await side.callTo('+14155550123', 1, campaignId)
    await side.tells(call, { kind: 'answered' })
    await eventually('the hang-up', async () =>
      carrier.requests.some(({ path, body }) => path.includes(`${call.providerCallId}`) && body.includes('completed')),
    )
    await side.tells(call, { kind: 'ended', as: 'completed' })
    const contact = await eventually('the contact to be given back', async () => {
      const path = `/api/v1/campaign/${campaignId}/contacts`
      const { contacts } = await made<{ contacts: Json[] } & Json>(behind.operator.request('GET', path))
      return contacts[0]?.state === 'pending' && contacts[0]
    })
    expect(contact).toMatchObject({ outcome: 'failed', attempts: 1 })
    const kept = await made<Json>(behind.operator.request('GET', `/api/v1/calls/${call.callId}`))
    expect(kept).toMatchObject({ outcome: 'failed', disposition: 'agent_failed' })
  },
  TIMEOUT_MS,
)

test('a deleted configuration takes its numbers’ calls with it: the carrier is told', async () => {
  await program.inside.pool.query('delete from phone_numbers')
  const id = await twilio(program, { provider: 'twilio', ...carrier.credentials })
  const numbers = `${CONFIGURATIONS}/${id}/phone-numbers`
  const { phone_numbers } = await made<{ phone_numbers: Array<{ id: number }> } & Json>(
    program.operator.request('GET', numbers),
  )
  const bind = { inbound_workflow_id: await newWorkflow(program.operator) }
  await made(program.operator.request('PUT', `${numbers}/${phone_numbers[0]?.id}`, bind))
  const changes = () =>
    carrier.requests.filter(({ path, method }) => method === 'POST' && path.includes('IncomingPhone'))
  const before = changes().length
  await made(program.operator.request('DELETE', `${CONFIGURATIONS}/${id}`))
  expect(changes().slice(before)).toMatchObject([{ body: expect.stringMatching(/^VoiceUrl=&/) }])
})
