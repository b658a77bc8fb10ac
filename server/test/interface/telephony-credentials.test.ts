import { beforeAll, describe, expect, test } from 'vitest'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { standIn as twilio } from '../carriers/twilio.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import {
  ARI,
  CONFIGURATIONS,
  completedCampaign,
  fresh,
  made,
  newCampaign,
  newConfiguration,
  newWorkflow,
  TWILIO,
} from './things.ts'

interface Configuration extends Json {
  id: number
  credentials: Json
}

let world: TestApp

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
})

const create = (config: Json = ARI) =>
  made<Configuration>(world.a.request('POST', CONFIGURATIONS, { name: fresh('configuration'), config }))
const put = (id: number, body: unknown) =>
  world.a.request<Configuration & { detail: Json[] }>('PUT', `${CONFIGURATIONS}/${id}`, body)

async function storedPassword(id: number): Promise<string> {
  const { rows } = await world.pool.query('select credentials from telephony_configurations where id = $1', [id])
  const place = `telephony_configurations/${id}/app_password`
  return openSecretBox(world.config.secretKeys).open(rows[0].credentials.app_password, place)
}

describe('masking', () => {
  test.each([
    ['a long secret', '*********cret'],
    ['elevenchars', '***********'],
    ['twelve chars', '********hars'],
    ['geheim', '******'],
    ['x', '*'],
    ['a long secret*s*r', '**************s*r'],
    ['pässwörd', '********'],
  ])(
    'all but the last four characters of a secret become stars, and all of a secret below twelve: %s',
    async (secret, shown) => {
      const { id, credentials } = await create({ ...ARI, app_password: secret })
      expect(credentials.app_password).toBe(shown)
      expect((await put(id, { config: { app_password: shown } })).status).toBe(200)
      expect(await storedPassword(id)).toBe(secret)
    },
  )

  test.each(['*', '****', '*********', '********abcd', '*************cret', '*****a*bc', '***\n'])(
    'a mask that matches nothing stored is 422 and never stored, on update and on create: %j',
    async (value) => {
      const { id } = await create()
      const { status, body } = await put(id, { config: { app_password: value } })
      expect(status).toBe(422)
      expect(body.detail).toEqual([
        {
          loc: ['body', 'config', 'app_password'],
          type: 'value_error',
          msg: expect.stringContaining('masked value'),
          input: '**********',
          ctx: { error: expect.any(String) },
        },
      ])
      expect(await storedPassword(id)).toBe(ARI.app_password)
      const made = await world.a.request('POST', CONFIGURATIONS, {
        name: fresh('configuration'),
        config: { ...ARI, app_password: value },
      })
      expect(made.status).toBe(422)
    },
  )

  test('the mask of an older secret is not taken for the secret', async () => {
    const { id, credentials } = await create()
    await put(id, { config: { app_password: 'quite another' } })
    expect((await put(id, { config: { app_password: credentials.app_password } })).status).toBe(422)
    expect(await storedPassword(id)).toBe('quite another')
  })

  test('faults of credentials sent back as GET shows them are named where they were sent', async () => {
    const { id } = await create()
    const { body } = await put(id, { credentials: { app_name: '', ring_timeout_seconds: 1 } })
    expect(body.detail.map((fault) => fault.loc)).toEqual([
      ['body', 'credentials', 'app_name'],
      ['body', 'credentials', 'ring_timeout_seconds'],
    ])
  })
})

describe('bad input', () => {
  test.each<[string, unknown, string, string[]]>([
    ['an unknown provider', { provider: 'nobody' }, 'union_tag_invalid', ['body', 'config']],
    ['a provider that is no word', { provider: 7 }, 'union_tag_invalid', ['body', 'config']],
    ['no provider', { app_name: 'x' }, 'union_tag_not_found', ['body', 'config']],
    ['no config', undefined, 'missing', ['body', 'config']],
    ['a list for a config', [], 'dict_type', ['body', 'config']],
    ['the name of a built-in thing', { provider: 'constructor' }, 'union_tag_invalid', ['body', 'config']],
    ['a number for a text', { ...ARI, app_name: 7 }, 'string_type', ['body', 'config', 'app_name']],
    [
      'a ring time-out too long',
      { ...ARI, ring_timeout_seconds: 121 },
      'less_than_equal',
      ['body', 'config', 'ring_timeout_seconds'],
    ],
    [
      'a ring time-out in words',
      { ...ARI, ring_timeout_seconds: 'long' },
      'int_parsing',
      ['body', 'config', 'ring_timeout_seconds'],
    ],
    [
      'an account sid that is none',
      { ...TWILIO, account_sid: 'AC1' },
      'string_pattern_mismatch',
      ['body', 'config', 'account_sid'],
    ],
    ['NUL in a credential', { ...ARI, app_name: 'a\0' }, 'string_unicode', ['body', 'config', 'app_name']],
  ])('%s is 422', async (_what, config, type, loc) => {
    const { status, body } = await world.a.request<{ detail: Json[] }>('POST', CONFIGURATIONS, { name: 'x', config })
    expect(status).toBe(422)
    expect(body.detail.map((fault) => ({ type: fault.type, loc: fault.loc }))).toContainEqual({ type, loc })
  })

  test.each([
    ['', 'string_too_short'],
    ['x'.repeat(65), 'string_too_long'],
  ])('a configuration name has 1 to 64 characters: %j', async (name, type) => {
    const { id } = await create()
    for (const answer of [
      await world.a.request<{ detail: Json[] }>('POST', CONFIGURATIONS, { name, config: ARI }),
      await put(id, { name }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'name'], type })])
    }
    const long = fresh('☎'.repeat(50)).padEnd(64, '☎')
    expect((await put(id, { name: long })).body.name).toBe(long)
  })

  test('every fault of one request is in one answer', async () => {
    const { body } = await world.a.request<{ detail: Json[] }>('POST', CONFIGURATIONS, {
      config: { ...ARI, app_name: '', max_call_seconds: 0, calls_per_second: 'x' },
      is_default_outbound: 'maybe',
    })
    expect(body.detail.map((fault) => (fault.loc as string[]).slice(1).join('.')).sort()).toEqual([
      'config.app_name',
      'config.calls_per_second',
      'config.max_call_seconds',
      'is_default_outbound',
      'name',
    ])
  })

  test('unknown fields in a body are ignored', async () => {
    const { credentials } = await create({ ...ARI, surprise: 'x' })
    expect(credentials).not.toHaveProperty('surprise')
  })
})

describe('account, deletion, test', () => {
  test('an account change takes the numbers along, and is 409 phone_number_taken if one is taken there', async () => {
    const twilio = (digit: string) => ({ ...TWILIO, account_sid: `AC${digit.repeat(32)}` })
    const [one, two] = [await create(twilio('1')), await create(twilio('2'))]
    for (const { id } of [one, two]) {
      await made(world.a.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, { address: '+12025550177' }))
    }
    const clash = await put(two.id, { config: { account_sid: `AC${'1'.repeat(32)}` } })
    expect(clash).toMatchObject({ status: 409, body: { code: 'phone_number_taken' } })
    const accounts = async () =>
      (await world.pool.query('select account_id from phone_numbers where telephony_configuration_id = $1', [two.id]))
        .rows
    expect(await accounts()).toEqual([{ account_id: `AC${'2'.repeat(32)}` }])
    expect((await put(two.id, { config: { account_sid: `AC${'3'.repeat(32)}` } })).status).toBe(200)
    expect(await accounts()).toEqual([{ account_id: `AC${'3'.repeat(32)}` }])
  })

  test('a configuration in use by a campaign that is not finished cannot be deleted', async () => {
    const id = await newConfiguration(world.a)
    const campaign = await newCampaign(world.a, { telephony_configuration_id: id })
    const refused = await world.a.request('DELETE', `${CONFIGURATIONS}/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'telephony_configuration_in_use' } })
    await made(world.a.request('DELETE', `/api/v1/campaign/${campaign.id}`))
    expect((await world.a.request('DELETE', `${CONFIGURATIONS}/${id}`)).status).toBe(200)
    expect((await world.a.request('GET', `${CONFIGURATIONS}/${id}`)).status).toBe(404)
  })

  test('its numbers are released at the carrier; where that fails, the answer says which and the log what to do', async () => {
    const bound = async () => {
      const carrier = await twilio.start()
      const config = { provider: 'twilio', ...carrier.credentials }
      const { id } = await create(config)
      const number = { address: OWN_NUMBER, inbound_workflow_id: await newWorkflow(world.a) }
      const { provider_sync } = await made(world.a.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, number))
      expect(provider_sync).toMatchObject({ ok: true })
      return { carrier, id }
    }
    const first = await bound()
    const released = await made(world.a.request('DELETE', `${CONFIGURATIONS}/${first.id}`))
    expect(released).toMatchObject({ provider_sync: { ok: true }, still_bound: [] })
    expect(new URLSearchParams(first.carrier.requests.at(-1)?.body).get('VoiceUrl')).toBe('')
    await first.carrier.stop()

    const second = await bound()
    await second.carrier.stop()
    const left = await made(world.a.request('DELETE', `${CONFIGURATIONS}/${second.id}`))
    expect(left).toMatchObject({
      provider_sync: { ok: false, message: expect.stringContaining('take the address off them in its console') },
      still_bound: [OWN_NUMBER],
    })
    expect((await world.a.request('GET', `${CONFIGURATIONS}/${second.id}`)).status).toBe(404)
    const told = world.log.lines.filter((line) =>
      line.includes('a deleted telephony configuration still receives calls'),
    )
    expect(told).toEqual([expect.stringContaining(`"configuration_id":${second.id},"numbers":1`)])
    expect(told[0]).not.toContain(OWN_NUMBER.slice(1))
  })

  test('a configuration of finished campaigns only can be deleted; they keep their story without it', async () => {
    const { id, telephony_configuration_id } = await completedCampaign(world.a, ['00'])
    expect((await world.a.request('DELETE', `${CONFIGURATIONS}/${telephony_configuration_id}`)).status).toBe(200)
    const { body } = await world.a.request('GET', `/api/v1/campaign/${id}`)
    expect(body).toMatchObject({
      state: 'completed',
      processed_rows: 1,
      telephony_configuration_id: null,
      telephony_configuration_name: null,
    })
  })

  test('deleting a configuration while a campaign is created on it ends in one or the other, never in an error', async () => {
    const id = await newConfiguration(world.a)
    const { workflow_id, source_id } = await newCampaign(world.a)
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from organizations where id = $1 for no key update', [world.a.organizationId])
    const deleting = world.a.request('DELETE', `${CONFIGURATIONS}/${id}`)
    await waiting(1)
    const creating = world.a.request('POST', '/api/v1/campaign/create', {
      name: 'race',
      source_type: 'csv',
      workflow_id,
      source_id,
      telephony_configuration_id: id,
    })
    await waiting(2)
    await holder.query('commit')
    holder.release()
    const answers = [(await deleting).status, (await creating).status]
    expect([
      [200, 400],
      [409, 200],
    ]).toContainEqual(answers)
  })

  test('the test endpoint asks the carrier: the simulated one answers', async () => {
    const id = await newConfiguration(world.a)
    const { status, body } = await world.a.request('POST', `${CONFIGURATIONS}/${id}/test`)
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true, message: expect.any(String), details: {} })
  })

  test('the test endpoint tells that a carrier cannot be reached, without failing', async () => {
    const { id } = await create({ ...TWILIO, api_base_url: 'http://127.0.0.1:9' })
    const { status, body } = await world.a.request('POST', `${CONFIGURATIONS}/${id}/test`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: false, message: expect.any(String) })
    expect(JSON.stringify(body)).not.toContain(TWILIO.auth_token)
  })
})

/** Until so many requests wait for a lock of the database. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await world.pool.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows[0].count >= count) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
