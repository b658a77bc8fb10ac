/** A tenant chooses addresses; neither stored secrets nor the installation's own network may be had by it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, memberWith, requester, type TestApp, testApp } from './app.ts'
import { ARI, CONFIGURATIONS, made, newConfiguration, TWILIO } from './things.ts'

const MODELS = '/api/v1/organizations/model-configuration'
let world: TestApp
const arrived: string[] = []
const elsewhere = createServer((request, response) => {
  arrived.push(JSON.stringify(request.headers))
  response.end('{}')
})
let address: string

beforeAll(async () => {
  world = await testApp()
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(() => elsewhere.close())

interface Refusal extends Json {
  detail: Array<{ loc: string[]; msg: string; type: string }>
}

describe('a changed address needs its secrets again', () => {
  test('of a carrier: left out, or as their mask', async () => {
    const id = await newConfiguration(world.a, TWILIO)
    const { credentials } = await made<{ credentials: Json }>(world.a.request('GET', `${CONFIGURATIONS}/${id}`))
    for (const config of [{ api_base_url: address }, { ...credentials, api_base_url: address }]) {
      const { status, body } = await world.a.request<Refusal>('PUT', `${CONFIGURATIONS}/${id}`, { config })
      expect([status, body.detail.map((fault) => fault.loc.join('.'))]).toEqual([422, ['body.config.auth_token']])
    }
    const whole = { ...credentials, auth_token: TWILIO.auth_token, api_base_url: address }
    await made(world.a.request('PUT', `${CONFIGURATIONS}/${id}`, { config: whole }))
    // What is sent back unchanged is still no change.
    const same = await made<{ credentials: Json }>(world.a.request('GET', `${CONFIGURATIONS}/${id}`))
    await made(world.a.request('PUT', `${CONFIGURATIONS}/${id}`, { config: same.credentials }))
  })

  test('of Asterisk, whose address is required', async () => {
    const id = await newConfiguration(world.a, ARI)
    const body = { config: { ari_endpoint: `${address}/x` } }
    const answer = await world.a.request<Refusal>('PUT', `${CONFIGURATIONS}/${id}`, body)
    expect([answer.status, answer.body.detail[0]?.loc]).toEqual([422, ['body', 'config', 'app_password']])
  })

  test('of a model', async () => {
    const chat = { base_url: 'https://models.example.com/v1', api_key: 'a long secret key', model: 'm' }
    await made(world.a.request('PUT', MODELS, { brain: 'pipeline', chat }))
    const moved = await world.a.request<Refusal>('PUT', MODELS, { chat: { base_url: address } })
    expect([moved.status, moved.body.detail[0]?.loc]).toEqual([422, ['body', 'chat', 'api_key']])
    await made(world.a.request('PUT', MODELS, { chat: { base_url: address, api_key: 'another' } }))
  })
})

test.each([
  'not a url',
  'ftp://x.example',
  'http://user:secret@x.example',
  'http://x.example/#',
  'http://x.example/?a=',
])('an address must be one: %s', async (api_base_url) => {
  const body = { name: 'x', config: { ...TWILIO, api_base_url } }
  const answer = await world.a.request<Refusal>('POST', CONFIGURATIONS, body)
  expect([answer.status, answer.body.detail?.[0]?.loc, answer.body.detail?.[0]?.type]).toEqual([
    422,
    ['body', 'config', 'api_base_url'],
    'url_parsing',
  ])
})

test('with several organizations nobody reaches the network of the installation, and the answer says what to do', async () => {
  const strict = await world.again({ environment: { EGRESS_ALLOW: '' } })
  const member = memberWith(world.a, requester(strict))
  const id = await newConfiguration(member, { ...TWILIO, api_base_url: address })
  const seen = arrived.length
  const carrier = await made<{ ok: boolean; message: string }>(member.request('POST', `${CONFIGURATIONS}/${id}/test`))
  expect([carrier.ok, carrier.message]).toEqual([false, expect.stringContaining('EGRESS_ALLOW')])
  await made(
    member.request('PUT', MODELS, {
      brain: 'pipeline',
      chat: { base_url: address, api_key: 'k', model: 'm' },
      speech: { engine: 'openai', base_url: address, api_key: 'k', model: 'm', voice: 'v' },
      recognition: { engine: 'openai', base_url: address, api_key: 'k', model: 'm' },
    }),
  )
  expect(await made<{ ok: boolean }>(member.request('POST', `${MODELS}/test`))).toMatchObject({ ok: false })
  expect(arrived.length).toBe(seen)
})
