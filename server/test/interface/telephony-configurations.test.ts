import { beforeAll, describe, expect, test } from 'vitest'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { ARI, CONFIGURATIONS, fresh, made, newConfiguration, TWILIO } from './things.ts'

interface Configuration extends Json {
  id: number
  name: string
  credentials: Json
  is_default_outbound: boolean
  phone_number_count?: number
}

let world: TestApp

beforeAll(async () => {
  world = await testApp()
})

const create = (body: Json = {}) =>
  made<Configuration>(world.a.request('POST', CONFIGURATIONS, { name: fresh('configuration'), config: ARI, ...body }))
const get = (id: number) => made<Configuration>(world.a.request('GET', `${CONFIGURATIONS}/${id}`))
const put = (id: number, body: unknown) => world.a.request<Configuration>('PUT', `${CONFIGURATIONS}/${id}`, body)
const list = async () =>
  (await made<{ configurations: Configuration[] }>(world.a.request('GET', CONFIGURATIONS))).configurations

/** The secret as the carrier would be told it. */
async function stored(id: number, field: string): Promise<unknown> {
  const { rows } = await world.pool.query('select credentials from telephony_configurations where id = $1', [id])
  const value = rows[0].credentials[field]
  return String(value).startsWith('sealed:')
    ? openSecretBox(world.config.secretKeys).open(value, `telephony_configurations/${id}/${field}`)
    : value
}

test('a configuration that is moved to another account leaves the old one’s pace and back-off behind', async () => {
  const { id } = await create({ config: TWILIO })
  const held = `update telephony_configurations set backoff_until = now() + interval '1 hour', backoffs = 3,
                  account_paced_until = now() + interval '1 hour' where id = $1`
  const state = async () =>
    (
      await world.pool.query(
        `select isfinite(backoff_until) as held, backoffs, isfinite(account_paced_until) as paced
           from telephony_configurations where id = $1`,
        [id],
      )
    ).rows[0]
  await world.pool.query(held, [id])
  await made(put(id, { config: { ring_timeout_seconds: 20 } }))
  expect(await state()).toEqual({ held: true, backoffs: 3, paced: true })
  await made(put(id, { config: { account_sid: `AC${'9'.repeat(32)}` } }))
  expect(await state()).toEqual({ held: false, backoffs: 0, paced: false })
})

describe('telephony configurations: shapes', () => {
  test('a configuration has exactly the fields of the interface, its sensitive credentials masked', async () => {
    const body = await create({ config: { ...ARI, ws_client_name: 'outdial' } })
    expect(body).toEqual({
      id: expect.any(Number),
      name: body.name,
      provider: 'ari',
      is_default_outbound: false,
      credentials: {
        ari_endpoint: ARI.ari_endpoint,
        app_name: 'outdial',
        app_password: '*********cret',
        ws_client_name: 'outdial',
        outbound_context: '',
        endpoint_template: expect.any(String),
        amd_context: '',
        audio_transport: 'websocket',
        calls_per_second: expect.any(Number),
        ring_timeout_seconds: 30,
        max_call_seconds: 1800,
        allowed_countries: '',
        premium_numbers: false,
      },
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(await get(body.id)).toEqual(body)
  })

  test('a list item has phone_number_count, 0 for a new configuration, and no credentials', async () => {
    const { id } = await create()
    const { credentials: _none, ...rest } = await get(id)
    expect((await list()).find((one) => one.id === id)).toEqual({ ...rest, phone_number_count: 0 })
    await made(world.a.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, { address: '+12025550143' }))
    expect((await list()).find((one) => one.id === id)?.phone_number_count).toBe(1)
  })

  test('ari: ws_client_name and outbound_context are empty unless given', async () => {
    const { credentials } = await create()
    expect([credentials.ws_client_name, credentials.outbound_context]).toEqual(['', ''])
  })

  test('limit and offset are accepted on the list', async () => {
    const ids = (await list()).map((one) => one.id)
    const { configurations } = await made<{ configurations: Configuration[] }>(
      world.a.request('GET', `${CONFIGURATIONS}?limit=1&offset=1`),
    )
    expect(configurations.map((one) => one.id)).toEqual(ids.slice(1, 2))
    expect((await world.a.request('GET', `${CONFIGURATIONS}?limit=0&offset=-1`)).body.detail).toHaveLength(2)
  })
})

describe('telephony configurations: the rules of the interface', () => {
  test('rule 1: the name is unique within the organization, on create and on update', async () => {
    const first = await create()
    const taken = { detail: 'telephony_configuration_name_taken', code: 'telephony_configuration_name_taken' }
    const again = await world.a.request('POST', CONFIGURATIONS, { name: first.name, config: ARI })
    expect(again).toMatchObject({ status: 409, body: taken })
    const second = await create()
    expect(await put(second.id, { name: first.name })).toMatchObject({ status: 409, body: taken })
    expect((await put(first.id, { name: first.name })).status).toBe(200)
    expect((await world.b.request('POST', CONFIGURATIONS, { name: first.name, config: ARI })).status).toBe(200)
  })

  test('rule 2: a new default takes the place of the previous one', async () => {
    const first = await create({ is_default_outbound: true })
    expect(first.is_default_outbound).toBe(true)
    const second = await create({ is_default_outbound: true })
    expect((await get(first.id)).is_default_outbound).toBe(false)
    expect((await get(second.id)).is_default_outbound).toBe(true)
    await create()
    expect((await list()).filter((one) => one.is_default_outbound).map((one) => one.id)).toEqual([second.id])
    const back = await made<Configuration>(
      world.a.request('POST', `${CONFIGURATIONS}/${first.id}/set-default-outbound`),
    )
    expect(back.is_default_outbound).toBe(true)
    expect((await list()).filter((one) => one.is_default_outbound).map((one) => one.id)).toEqual([first.id])
  })

  test('rule 2: a default of one organization leaves that of another alone', async () => {
    const others = await newConfiguration(world.b, ARI, { is_default_outbound: true })
    await create({ is_default_outbound: true })
    const { body } = await world.b.request('GET', `${CONFIGURATIONS}/${others}`)
    expect(body.is_default_outbound).toBe(true)
  })

  test('rule 2: ten defaults at once leave one', async () => {
    const before = await create()
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => create({ is_default_outbound: true })),
      ...Array.from({ length: 4 }, () =>
        made(world.a.request('POST', `${CONFIGURATIONS}/${before.id}/set-default-outbound`)),
      ),
    ])
    expect(answers).toHaveLength(10)
    expect((await list()).filter((one) => one.is_default_outbound)).toHaveLength(1)
  })

  test('rule 3: from_numbers inside config is ignored on create, whatever it holds', async () => {
    for (const from_numbers of [['+12025550100', '+12025550101'], 'nonsense', 7, null]) {
      const { id, credentials } = await create({ config: { ...ARI, from_numbers } })
      expect(credentials).not.toHaveProperty('from_numbers')
      expect((await list()).find((one) => one.id === id)?.phone_number_count).toBe(0)
    }
  })

  test('rule 4: the credential fields are those of the provider metadata; credentials of another provider are named as missing', async () => {
    const { auth_token, account_sid } = TWILIO
    const answer = await world.a.request<{ detail: Json[] }>('POST', CONFIGURATIONS, {
      name: fresh('configuration'),
      config: { provider: 'ari', auth_token, account_sid },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.detail.map((fault) => [fault.loc, fault.type])).toEqual(
      ['ari_endpoint', 'app_name', 'app_password'].map((name) => [['body', 'config', name], 'missing']),
    )
    expect(answer.text).not.toContain(auth_token)
  })

  test('rule 5: on update the provider cannot be changed; the unchanged one may be sent', async () => {
    const { id } = await create()
    expect(await put(id, { config: { ...TWILIO } })).toMatchObject({
      status: 400,
      body: { code: 'provider_immutable' },
    })
    expect((await get(id)).provider).toBe('ari')
    expect((await put(id, { config: { provider: 'ari', app_name: 'other' } })).status).toBe(200)
    expect((await put(id, { config: { app_name: 'third' } })).body.credentials.app_name).toBe('third')
  })

  test('rule 6: on update only the changed credential fields need to be sent', async () => {
    const before = await create({ config: { ...ARI, ws_client_name: 'media' } })
    const { status, body } = await put(before.id, { config: { app_password: 'another long one' } })
    expect(status).toBe(200)
    expect(body.credentials).toEqual({ ...before.credentials, app_password: '************ one' })
    expect(await stored(before.id, 'app_password')).toBe('another long one')
    const renamed = (await put(before.id, { name: fresh('renamed') })).body
    expect(renamed.credentials).toEqual(body.credentials)
    expect((await put(before.id, {})).body).toEqual({ ...renamed, updated_at: expect.any(String) })
    expect((await put(before.id, { name: null, config: null })).body.name).toBe(renamed.name)
  })

  test('rule 7: a masked value sent back unchanged keeps the stored secret', async () => {
    const { id, name, credentials } = await create()
    const answer = await put(id, { name, config: { provider: 'ari', ...credentials } })
    expect(answer.status).toBe(200)
    expect(answer.body.credentials).toEqual(credentials)
    expect(await stored(id, 'app_password')).toBe(ARI.app_password)
  })

  test('rule 7: the whole body of a GET can be sent back in a PUT without changes', async () => {
    for (const config of [ARI, TWILIO, { provider: 'simulator', carrier_secret: 'hush hush' }]) {
      const { id } = await create({ config })
      const before = await get(id)
      const answer = await put(id, before)
      expect(answer.status).toBe(200)
      expect({ ...answer.body, updated_at: '' }).toEqual({ ...before, updated_at: '' })
      expect(await get(id)).toEqual(answer.body)
    }
  })

  test('rule 7: the body of a GET with one field changed changes that field alone', async () => {
    const before = await create()
    const answer = await put(before.id, { ...before, credentials: { ...before.credentials, app_name: 'changed' } })
    expect(answer.body.credentials).toEqual({ ...before.credentials, app_name: 'changed' })
    expect(await stored(before.id, 'app_password')).toBe(ARI.app_password)
  })
})

test.each(['config', 'credentials'])(
  'on update the faults of the name and of %s come in one answer',
  async (sentAs) => {
    const { id } = await create()
    const faults = async (change: Json) => {
      const { status, body } = await world.a.request<{ detail: Json[] }>('PUT', `${CONFIGURATIONS}/${id}`, change)
      return [status, ...body.detail.map((fault) => [(fault.loc as string[]).join('.'), fault.type])]
    }
    const fields = { ari_endpoint: 'not a url', app_password: 'sent again', ring_timeout_seconds: 'soon' }
    const inside = [
      [`body.${sentAs}.ari_endpoint`, 'url_parsing'],
      [`body.${sentAs}.ring_timeout_seconds`, 'int_parsing'],
    ]
    expect(await faults({ [sentAs]: fields })).toEqual([422, ...inside])
    expect(await faults({ name: '', [sentAs]: fields })).toEqual([422, ['body.name', 'string_too_short'], ...inside])
    // Another provider is an answer of its own, and another organization's configuration tells nothing.
    expect(await faults({ name: '', [sentAs]: { ...fields, provider: 'twilio' } })).toHaveLength(2)
    const foreign = await world.b.request<{ detail: Json[] }>('PUT', `${CONFIGURATIONS}/${id}`, {
      name: '',
      [sentAs]: fields,
    })
    expect(foreign.body.detail).toHaveLength(1)
  },
)

test('what GET shows may be sent back whole; another provider at its top is refused like one inside', async () => {
  const id = await newConfiguration(world.a, ARI)
  const shown = await made(world.a.request('GET', `${CONFIGURATIONS}/${id}`))
  await made(world.a.request('PUT', `${CONFIGURATIONS}/${id}`, shown))
  const other = await world.a.request('PUT', `${CONFIGURATIONS}/${id}`, { ...shown, provider: 'twilio' })
  expect([other.status, other.body.code]).toEqual([400, 'provider_immutable'])
})

test('secrets that somebody moves to another configuration in the database do not open there', async () => {
  const [theirs, ours] = [
    await newConfiguration(world.b, { ...TWILIO }),
    await newConfiguration(world.a, { ...TWILIO }),
  ]
  await world.pool.query(
    'update telephony_configurations set credentials = (select credentials from telephony_configurations where id = $1) where id = $2',
    [theirs, ours],
  )
  const { credentials } = await made<{ credentials: Json }>(world.a.request('GET', `${CONFIGURATIONS}/${ours}`))
  expect(credentials).toMatchObject({ auth_token: null })
  const untouched = await made<{ credentials: Json }>(world.b.request('GET', `${CONFIGURATIONS}/${theirs}`))
  expect(untouched.credentials.auth_token).toMatch(/\*/)
})
