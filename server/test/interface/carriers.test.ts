import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { callbackUrls } from '../../src/calls/callback-urls.ts'
import type { CallbackUrls } from '../../src/telephony/provider.ts'
import { type Method, type TestApp, testApp } from './app.ts'
import { newConfiguration, newWorkflow, TWILIO } from './things.ts'

const PUBLIC_URL = 'https://calls.example.com'
let world: TestApp
let configurationId: number
let urls: CallbackUrls

beforeAll(async () => {
  world = await testApp({ environment: { PUBLIC_URL } })
  await world.app.dialer.start()
  await world.app.server.listen({ host: '127.0.0.1', port: 0 })
  // Nothing listens there: whoever looks a call up learns nothing.
  configurationId = await newConfiguration(world.a, { ...TWILIO, api_base_url: 'http://127.0.0.1:9' })
  urls = urlsAt(Date.now())
})

const urlsAt = (now: number) =>
  callbackUrls({ publicUrl: PUBLIC_URL, secrets: world.app.secrets, now: () => now }, configurationId)
const path = (url: string) => url.replace(/^(https?|wss?):\/\/[^/]+/, '')
const ref = (callId: number) => ({ callId, callKey: `od-${callId}`, providerCallId: null })

/** A call that Twilio has placed. */
async function liveCall(live = true): Promise<number> {
  const { rows } = await world.pool.query(
    `insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
            provider_call_id, phone_number, address_type, state, live, node_id, claimed_at, news_at, deadline_at)
     values ($1, 'outbound', $2, 1, $3, 'twilio', 'CA1', '+12025550100', 'pstn', $4, $5, 'node', now(), now(), now() + interval '1 hour')
     returning id`,
    [world.a.organizationId, await newWorkflow(world.a), configurationId, live ? 'dialing' : 'ended', live],
  )
  await world.pool.query('update organizations set live_calls = live_calls + 1 where id = $1', [world.a.organizationId])
  return rows[0].id
}

const stateOf = async (id: number) =>
  (await world.pool.query('select state from calls where id = $1', [id])).rows[0].state as string

function twilioPost(url: string, fields: Record<string, string>, token = TWILIO.auth_token) {
  const text = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('')
  const signature = createHmac('sha1', token)
    .update(url + text)
    .digest('base64')
  return world.request('POST', path(url), undefined, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
  })
}

const RINGING = { AccountSid: TWILIO.account_sid, CallSid: 'CA1', CallStatus: 'ringing' }

describe('callbacks of carriers', () => {
  test('a callback that the carrier signed, at the address it was given, is applied', async () => {
    const id = await liveCall()
    expect((await twilioPost(urls.call(ref(id), 'status'), RINGING)).status).toBe(204)
    expect(await stateOf(id)).toBe('ringing')
  })

  test('the attestation that the carrier reports is in the call and in the number that was shown', async () => {
    const base = `/api/v1/organizations/telephony-configs/${configurationId}/phone-numbers`
    const number = (await world.a.request('POST', base, { address: '+12025550111' })).body as { id: number }
    const shown = async () => (await world.a.request('GET', `${base}/${number.id}`)).body
    expect(await shown()).toMatchObject({ attestation: null })
    const report = async (StirStatus: Record<string, string>) => {
      const id = await liveCall()
      await world.pool.query('update calls set caller_number_id = $2 where id = $1', [id, number.id])
      const fields = { ...RINGING, Direction: 'outbound-api', ...StirStatus }
      expect((await twilioPost(urls.call(ref(id), 'status'), fields)).status).toBe(204)
      return (await world.a.request('GET', `/api/v1/calls/${id}`)).body
    }
    expect(await report({ StirStatus: 'B' })).toMatchObject({ attestation: { level: 'B', is_verified: null } })
    expect(await shown()).toMatchObject({ attestation: { level: 'B', reported_at: expect.any(String) } })
    // A call without a report, or with a word that is not a level, shows nothing and takes nothing away.
    expect(await report({})).toMatchObject({ attestation: null })
    expect(await report({ StirStatus: 'Z' })).toMatchObject({ attestation: null })
    expect(await shown()).toMatchObject({ attestation: { level: 'B' } })
  })

  test("its lag behind the carrier's own clock is measured, as that of all other news is", async () => {
    const count = async () =>
      Number(
        /outdial_webhook_lag_ms_count\{provider="twilio"\} (\d+)/.exec(
          (await world.request('GET', '/metrics')).text,
        )?.[1] ?? 0,
      )
    const before = await count()
    const Timestamp = new Date().toUTCString()
    await twilioPost(urls.call(ref(await liveCall()), 'status'), { ...RINGING, Timestamp })
    // The figures are worked out once a second.
    await vi.waitFor(async () => expect(await count()).toBe(before + 1), { timeout: 5000 })
  })

  test('unsigned by the carrier it is 403 and changes nothing', async () => {
    const id = await liveCall()
    const url = urls.call(ref(id), 'status')
    for (const answer of [
      await world.request('POST', path(url), undefined, {
        raw: new URLSearchParams(RINGING).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      await twilioPost(url, RINGING, 'another token'),
      await world.request('GET', path(url)),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { detail: 'forbidden', code: 'forbidden' } })
    }
    expect(await stateOf(id)).toBe('dialing')
  })

  test.each<[string, (id: number) => string]>([
    ['a forged signature in the address', (id) => `/api/v1/telephony/calls/${id}/AAAAAAAAAAAAAAAAAAAAAAAA/status`],
    ['the signature of another call', (id) => urls.call(ref(id + 1), 'status').replace(`/${id + 1}/`, `/${id}/`)],
    ['a call that does not exist', () => urls.call(ref(999_999_999), 'status')],
    [
      'the signature of a call for a configuration',
      (id) => urls.call(ref(id), 'status').replace('/calls/', '/configurations/'),
    ],
    ['a forged configuration', () => `/api/v1/telephony/configurations/${configurationId}/nonsense/inbound`],
    [
      'a configuration that does not exist',
      () =>
        callbackUrls({ publicUrl: PUBLIC_URL, secrets: world.app.secrets, now: Date.now }, 999_999).configuration(
          'inbound',
        ),
    ],
  ])('%s is 403, by GET and POST, though the carrier signed it', async (_what, forge) => {
    const id = await liveCall()
    const url = forge(id).replace(/^\//, `${PUBLIC_URL}/`)
    expect(await twilioPost(url, RINGING)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await world.request('GET', path(url))).status).toBe(403)
    expect(await stateOf(id)).toBe('dialing')
  })

  test.each<[Method, string, number]>([
    ['PUT', '/api/v1/telephony/calls/1/x/status', 405],
    ['POST', '/api/v1/telephony/calls/one/x/status', 422],
    ['POST', '/api/v1/telephony/calls/1/x', 404],
  ])('%s %s is %s', async (method, url, status) => {
    expect((await world.request(method, url)).status).toBe(status)
  })

  test('a callback of more than 256 kB is 413', async () => {
    const answer = await world.request('POST', path(urls.call(ref(1), 'status')), undefined, {
      raw: 'x'.repeat(256 * 1024 + 1),
    })
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })

  test('an inbound call to a number nobody set up is refused in the words of the carrier', async () => {
    const answer = await twilioPost(urls.configuration('inbound'), {
      AccountSid: TWILIO.account_sid,
      CallSid: 'CA7',
      From: '+12025550100',
      To: '+12025559999',
    })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining('xml')])
    expect(answer.text).toMatch(/<Reject|<Hangup/)
  })
})

describe('the media socket', () => {
  const port = () => (world.app.server.server.address() as AddressInfo).port

  /** 101, or the status it was turned away with. */
  function open(target: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port()}${target}`)
      socket.once('open', () => {
        socket.terminate()
        resolve(101)
      })
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.once('error', (error) =>
        error.message.includes('Unexpected server response') ? undefined : reject(error),
      )
    })
  }

  test('a token opens the audio of its call once', async () => {
    const target = path(urls.media(ref(await liveCall())))
    expect(await open(target)).toBe(101)
    expect(await open(target)).toBe(403)
  })

  test('two at once with one token: one is let in', async () => {
    const target = path(urls.media(ref(await liveCall())))
    expect((await Promise.all([open(target), open(target), open(target)])).sort()).toEqual([101, 403, 403])
  })

  test.each<[string, () => Promise<string>, number]>([
    ['nonsense', async () => '/api/v1/telephony/media/nonsense', 403],
    [
      'a changed call id',
      async () =>
        path(urls.media(ref(await liveCall()))).replace(/media\/(\d+)/, (_all, id) => `media/${Number(id) + 1}`),
      403,
    ],
    ['an expired token', async () => path(urlsAt(Date.now() - 11 * 60_000).media(ref(await liveCall()))), 403],
    ['the token of a call that has ended', async () => path(urls.media(ref(await liveCall(false)))), 403],
    ['the token of a call that does not exist', async () => path(urls.media(ref(999_999_999))), 403],
    [
      'the signature of a callback',
      async () =>
        `/api/v1/telephony/media/${path(urls.call(ref(1), 'x'))
          .split('/')
          .at(-2)}`,
      403,
    ],
    ['another address', async () => '/api/v1/telephony/elsewhere', 404],
    ['a broken escape', async () => '/api/v1/telephony/media/%E0%A4%A', 403],
  ])('%s is refused', async (_what, target, status) => {
    expect(await open(await target())).toBe(status)
  })
})
