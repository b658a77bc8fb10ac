import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type Member, type TestApp, testApp } from './app.ts'
import { CONFIGURATIONS } from './things.ts'

interface Field {
  name: string
  label: string
  type: string
  required: boolean
  sensitive: boolean
  description: string
  placeholder: string
}

interface Provider {
  provider: string
  display_name: string
  fields: Field[]
  docs_url: string
}

const METADATA = '/api/v1/organizations/telephony-providers/metadata'
const NAMES = [
  'ari',
  'cloudonix',
  'exotel',
  'plivo',
  'signalwire',
  'simulator',
  'sip',
  'telnyx',
  'twilio',
  'vobiz',
  'vonage',
]
let world: TestApp
let providers: Map<string, Provider>

beforeAll(async () => {
  world = await testApp()
  const { body } = await world.a.request<{ providers: Provider[] }>('GET', METADATA)
  providers = new Map(body.providers.map((provider) => [provider.provider, provider]))
})

describe('Telephony provider metadata', () => {
  test('the catalogue holds all providers, in one object', async () => {
    const { status, body } = await world.a.request('GET', METADATA)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['providers'])
    expect([...providers.keys()]).toEqual(NAMES)
  })

  test.each(NAMES)('%s: every field of the interface is there and of its type', (name) => {
    const provider = providers.get(name) as Provider
    expect(provider).toMatchObject({ display_name: expect.any(String), docs_url: expect.stringMatching(/^https:\/\//) })
    expect(provider.fields.length).toBeGreaterThan(2)
    for (const field of provider.fields) {
      expect(field).toMatchObject({
        name: expect.stringMatching(/^[a-z][a-z0-9_]*$/),
        label: expect.stringMatching(/./),
        type: expect.stringMatching(/^(string|password|text|url|number|integer|boolean)$/),
        required: expect.any(Boolean),
        sensitive: expect.any(Boolean),
        description: expect.stringMatching(/./),
        placeholder: expect.any(String),
      })
    }
    expect(new Set(provider.fields.map((field) => field.name)).size).toBe(provider.fields.length)
  })

  test.each(NAMES)('%s: a secret is shown as one in a form, and nothing else is', (name) => {
    for (const field of (providers.get(name) as Provider).fields) {
      if (field.type === 'password') expect([field.name, field.sensitive]).toEqual([field.name, true])
      if (field.sensitive) expect(field.type).toMatch(/^(password|text)$/)
    }
  })

  test('ari has the fields that the interface names', () => {
    const fields = new Map(providers.get('ari')?.fields.map((field) => [field.name, field]))
    const told = ['ari_endpoint', 'app_name', 'app_password', 'ws_client_name', 'outbound_context'].map((name) => {
      const field = fields.get(name)
      return [name, field?.required, field?.sensitive]
    })
    expect(told).toEqual([
      ['ari_endpoint', true, false],
      ['app_name', true, false],
      ['app_password', true, true],
      ['ws_client_name', false, false],
      ['outbound_context', false, false],
    ])
    expect(fields.has('from_numbers')).toBe(false)
  })

  test.each(NAMES)(
    '%s: the metadata is the shape of the form: what it calls required is what create asks for',
    async (name) => {
      const required = (providers.get(name) as Provider).fields.filter((field) => field.required)
      const { status, body } = await world.a.request<{ detail: Array<{ loc: string[]; type: string }> }>(
        'POST',
        CONFIGURATIONS,
        { name: `bare ${name}`, config: { provider: name } },
      )
      if (required.length === 0) return expect(status).toBe(200)
      expect(status).toBe(422)
      const missing = body.detail.filter((fault) => fault.type === 'missing').map((fault) => fault.loc)
      expect(missing).toEqual(required.map((field) => ['body', 'config', field.name]))
    },
  )

  test('SIMULATOR=off takes the simulated carrier out of the catalogue and out of what can be created', async () => {
    const without = await testApp({ environment: { SIMULATOR: 'off' } })
    const { body } = await without.a.request<{ providers: Provider[] }>('GET', METADATA)
    expect(body.providers.map((provider) => provider.provider)).toEqual(NAMES.filter((name) => name !== 'simulator'))
    const created = await without.a.request('POST', CONFIGURATIONS, { name: 'x', config: { provider: 'simulator' } })
    expect(created.status).toBe(422)
  })

  test('where the simulated carrier is, no tenant chooses: only a program started with SIMULATOR=remote knows carrier_url', async () => {
    const config = { provider: 'simulator', carrier_url: 'http://127.0.0.1:9/elsewhere' }
    const shown = async (member: Member) => {
      const { body } = await member.request<{ providers: Provider[] }>('GET', METADATA)
      const fields = body.providers.find(({ provider }) => provider === 'simulator')?.fields.map(({ name }) => name)
      const made = await member.request<{ credentials: Json }>('POST', CONFIGURATIONS, { name: 'elsewhere', config })
      return [fields?.includes('carrier_url'), made.status, made.body.credentials.carrier_url]
    }
    expect(await shown(world.a)).toEqual([false, 200, undefined])
    const tests = await testApp({ environment: { SIMULATOR: 'remote' } })
    expect(await shown(tests.a)).toEqual([true, 200, config.carrier_url])
  })

  test('a configuration of a provider that was switched off is still shown, without its credentials, and can be deleted', async () => {
    const { body: kept } = await world.a.request('POST', CONFIGURATIONS, {
      name: 'kept',
      config: { provider: 'simulator', carrier_secret: 'hush hush' },
    })
    const without = await world.again({ environment: { SIMULATOR: 'off' } })
    const headers = { 'x-api-key': world.a.key }
    const one = `${CONFIGURATIONS}/${kept.id}`
    const shown = await without.server.inject({ method: 'GET', url: one, headers })
    expect([shown.statusCode, shown.json()]).toEqual([200, { ...kept, credentials: {} }])
    const tested = await without.server.inject({ method: 'POST', url: `${one}/test`, headers })
    expect([tested.statusCode, tested.json()]).toEqual([
      200,
      { ok: false, message: expect.stringContaining('switched off'), details: {} },
    ])
    const renamed = await without.server.inject({ method: 'PUT', url: one, headers, payload: { name: 'renamed' } })
    expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { name: 'renamed' }])
    const changed = await without.server.inject({ method: 'PUT', url: one, headers, payload: { config: { speed: 2 } } })
    expect(changed.statusCode).toBe(422)
    const deleted = await without.server.inject({ method: 'DELETE', url: one, headers })
    expect(deleted.statusCode).toBe(200)
  })
})
