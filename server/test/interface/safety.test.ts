/** Secrets are encrypted at rest, masked in answers, absent from logs and from the `input` of a 422. */
import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldsOf } from '../../src/telephony/fields.ts'
import { providersOf } from '../../src/telephony/providers.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { CONFIGURATIONS, fresh } from './things.ts'

const SENTINEL = 'SENTINEL-4711'
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'
const MODELS = '/api/v1/organizations/model-configuration'
const SPECS = [...providersOf({ simulated: true }).values()]
const SECRETS = SPECS.flatMap((spec) =>
  fieldsOf(spec)
    .filter((field) => field.sensitive)
    .map((field) => [spec.name, field.name] as const),
)

const PRIVATE_KEY = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey
/** A line of it that no other key has. */
const TELLTALE = PRIVATE_KEY.split('\n')[5] as string

/** What each provider accepts, its secrets telltale. */
const CREDENTIALS: Record<string, Json> = {
  ari: { ari_endpoint: NOWHERE, app_name: 'outdial', app_password: `${SENTINEL}-ari` },
  cloudonix: {
    bearer_token: `${SENTINEL}-cx`,
    domain_id: 'd',
    requests_api_key: `${SENTINEL}-cr`,
    api_base_url: NOWHERE,
  },
  exotel: { account_sid: 'clinic1', api_key: 'abcd1234', api_token: `${SENTINEL}-ex`, api_base_url: NOWHERE },
  plivo: { auth_id: 'MA1234567890ABCDEFGH', auth_token: `${SENTINEL}-pl`, api_base_url: NOWHERE },
  signalwire: {
    space_url: NOWHERE,
    project_id: '11111111-2222-3333-4444-555555555555',
    api_token: `${SENTINEL}-sw`,
    signing_key: `${SENTINEL}-sk`,
  },
  simulator: { carrier_secret: `${SENTINEL}-sim` },
  sip: { sip_host: '127.0.0.1:9', username: '1001', password: `${SENTINEL}-sip` },
  telnyx: {
    api_key: `${SENTINEL}-tx`,
    connection_id: '1',
    public_key: Buffer.alloc(32, 7).toString('base64'),
    api_base_url: NOWHERE,
  },
  twilio: { account_sid: `AC${'a'.repeat(32)}`, auth_token: `${SENTINEL}-tw`, api_base_url: NOWHERE },
  vobiz: { auth_id: 'MA1234567890ABCDEFGH', auth_token: `${SENTINEL}-vb`, api_base_url: NOWHERE },
  vonage: {
    application_id: '11111111-2222-3333-4444-555555555555',
    private_key: PRIVATE_KEY,
    api_key: 'abcd1234',
    api_secret: `${SENTINEL}-vs`,
    signature_secret: `${SENTINEL}-vg`,
    api_base_url: NOWHERE,
    rest_base_url: NOWHERE,
  },
}

let world: TestApp
const answers: string[] = []

async function send(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) {
  const answer = await world.a.request<Json & { id: number; detail: Json[] }>(method, url, body)
  answers.push(answer.text)
  return answer
}

beforeAll(async () => {
  world = await testApp()
  for (const [provider, credentials] of Object.entries(CREDENTIALS)) {
    const name = fresh(provider)
    const { status, body } = await send('POST', CONFIGURATIONS, { name, config: { provider, ...credentials } })
    expect([provider, status, body.detail]).toEqual([provider, 200, undefined])
    const one = `${CONFIGURATIONS}/${body.id}`
    await send('GET', one)
    await send('POST', `${one}/test`)
    await send('PUT', one, { config: { ...credentials, calls_per_second: 1 } })
    await send('PUT', one, { config: { ...credentials, calls_per_second: 'x' } })
    await send('POST', `${one}/phone-numbers`, { address: '+12025550143' })
  }
  await send('PUT', MODELS, {
    brain: 'pipeline',
    chat: { base_url: `${NOWHERE}/v1`, api_key: `${SENTINEL}-llm`, model: 'm' },
  })
  await send('GET', MODELS)
  await send('POST', `${MODELS}/test`)
})

test('the world of this file has every provider in it', () => {
  expect(Object.keys(CREDENTIALS)).toEqual(SPECS.map((spec) => spec.name))
})

describe('a secret that was sent', () => {
  test('is in no answer', () => {
    expect(answers.length).toBeGreaterThan(40)
    expect(answers.filter((text) => text.includes(SENTINEL) || text.includes(TELLTALE))).toEqual([])
  })

  test('is in no line of the log, nor is any key', () => {
    const log = world.log.lines.join('\n')
    expect(log).not.toContain(SENTINEL)
    expect(log).not.toContain(TELLTALE)
    expect(log).not.toContain(Buffer.from(SENTINEL).toString('base64').slice(0, 12))
    expect(log).not.toContain(world.a.key)
  })

  test('is nowhere in the database in clear; sealed it is there', async () => {
    const dump = await everything()
    expect(dump).toContain('sealed:')
    for (const text of [
      TELLTALE,
      SENTINEL,
      Buffer.from(SENTINEL).toString('base64').slice(0, 12),
      Buffer.from(SENTINEL).toString('hex'),
    ]) {
      expect(dump).not.toContain(text)
    }
    expect(dump).not.toContain(world.a.key)
    for (const key of world.config.secretKeys) expect(dump).not.toContain(key.toString('base64'))
  })
})

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await world.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.rows.length).toBeGreaterThan(15)
  const dumps = await Promise.all(
    tables.rows.map(({ name }) =>
      world.pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`),
    ),
  )
  return dumps.flatMap((dump) => dump.rows.map((row) => row.row)).join('\n')
}

describe('the input of a 422 never holds a secret', () => {
  const post = (body: unknown) => world.a.request<{ detail: Json[] }>('POST', CONFIGURATIONS, body)

  test.each(SECRETS)('%s: %s of any wrong shape', async (provider, field) => {
    for (const value of [
      [SENTINEL],
      { inner: SENTINEL },
      `\0${SENTINEL}`,
      SENTINEL.padStart(20_000, 'x'),
      `****${SENTINEL.slice(0, 4)}`,
    ]) {
      const { status, text, body } = await post({
        name: 'x',
        config: { provider, ...CREDENTIALS[provider], [field]: value },
      })
      expect([status, text.includes(SENTINEL)]).toEqual([422, false])
      expect(body.detail.some((fault) => (fault.loc as string[]).includes(field))).toBe(true)
    }
  })

  test.each<[string, (config: Json) => unknown]>([
    ['the name is missing, so that the whole body is shown', (config) => ({ config })],
    [
      'another credential is missing, so that the others are shown',
      (config) => ({ name: 'x', config: { ...config, account_sid: undefined } }),
    ],
    ['the config is a list', (config) => ({ name: 'x', config: [config] })],
    ['the config was made JSON twice', (config) => ({ name: 'x', config: JSON.stringify(config) })],
    ['the provider is unknown', (config) => ({ name: 'x', config: { ...config, provider: 'nobody' } })],
    ['the whole body was made JSON twice', (config) => JSON.stringify({ name: 'x', config })],
    ['the whole body is a list', (config) => [{ name: 'x', config }]],
  ])('%s', async (_what, body) => {
    const { status, text } = await post(body({ provider: 'twilio', ...CREDENTIALS.twilio }))
    expect(status).toBe(422)
    expect(text).not.toContain(SENTINEL)
  })

  test('of the model configuration', async () => {
    for (const chat of [
      { api_key: [SENTINEL] },
      { api_key: { inner: SENTINEL } },
      { api_key: SENTINEL, temperature: 'hot' },
      [{ api_key: SENTINEL }],
    ]) {
      const { status, text } = await world.a.request('PUT', MODELS, { chat })
      expect([status, text.includes(SENTINEL)]).toEqual([422, false])
    }
  })
})

test('nothing sent becomes SQL', async () => {
  const injection = `x'); drop table campaigns; --`
  for (const url of ['/api/v1/contact-lists/', '/api/v1/node-types/']) {
    expect((await world.a.request('GET', url + encodeURIComponent(injection))).status).toBe(404)
  }
  await send('POST', '/api/v1/user/api-keys', { name: injection })
  await world.a.request('GET', `/api/v1/workflow/fetch?status=${encodeURIComponent(injection)}`)
  const { body } = await world.a.request<Json[]>('GET', '/api/v1/user/api-keys')
  expect(body.some((key) => key.name === injection)).toBe(true)
  expect((await world.a.request('GET', '/api/v1/campaign/')).status).toBe(200)
})
