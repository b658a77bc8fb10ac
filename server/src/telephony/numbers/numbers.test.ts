import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openServer } from '../../http/server.ts'
import { systemClock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { type Database, openDatabase } from '../../storage/database.ts'
import type { OpenAccount } from '../account-pool.ts'
import type { OwnNumbers, SyncResult } from '../provider.ts'
import { numberRoutes } from './routes.ts'
import { warnStaleBindings } from './stale-bindings.ts'

const ADDRESS = '+442079460018'
let db: Database
let app: FastifyInstance
let ours: Tenant
let theirs: Tenant
/** What the carrier was told, as `bind +44...` or `release +44...`. */
let told: string[]
let carrier: (address: string, bind: boolean) => Promise<SyncResult>
let inboundUrl: string
let own: OwnNumbers | null

interface Tenant {
  organizationId: number
  configurationId: number
  workflowId: number
  archivedWorkflowId: number
}

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  const tenants = new Map<string, Tenant>()
  const accounts = {
    get: async (configurationId: number) =>
      ({
        account: {
          bindInbound(address: string, bind: boolean) {
            told.push(`${configurationId}: ${bind ? 'bind' : 'release'} ${address}`)
            return carrier(address, bind)
          },
          ownNumbers: async () => own ?? { ok: false, message: 'Not asked.' },
        },
      }) as unknown as OpenAccount,
  }
  app = await openServer({
    log: silentLog,
    routes: numberRoutes({ db, clock: systemClock, accounts, inboundUrl: () => inboundUrl, callsBack: () => true }),
    authenticate: async (key) => {
      const tenant = tenants.get(key)
      return tenant
        ? {
            organizationId: tenant.organizationId,
            apiKeyId: 1,
            userId: null,
            author: 'API key 1',
            scope: 'admin',
            sessionId: null,
          }
        : null
    },
    rateLimitPerMinute: 0,
  })
  ours = await addTenant('ours')
  theirs = await addTenant('theirs')
  tenants.set('ours', ours)
  tenants.set('theirs', theirs)
})

beforeEach(async () => {
  told = []
  own = null
  inboundUrl = 'https://dial.example.com/inbound'
  carrier = async (_address, bind) => ({ ok: true, message: bind ? 'Bound.' : 'Released.' })
  await db.deleteFrom('phone_numbers').execute()
})

async function addTenant(name: string): Promise<Tenant> {
  const now = new Date()
  const organization = await db
    .insertInto('organizations')
    .values({ name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const workflows = await db
    .insertInto('workflows')
    .values(
      ['active', 'archived'].map((status) => ({
        organization_id: organization.id,
        name: `${name} ${status}`,
        status,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning('id')
    .execute()
  return {
    organizationId: organization.id,
    configurationId: await addConfiguration(organization.id, 'first', `account of ${name}`),
    workflowId: workflows[0]?.id as number,
    archivedWorkflowId: workflows[1]?.id as number,
  }
}

async function addConfiguration(organizationId: number, name: string, accountId: string): Promise<number> {
  const now = new Date()
  const row = await db
    .insertInto('telephony_configurations')
    .values({
      organization_id: organizationId,
      name,
      provider: 'twilio',
      account_id: accountId,
      credentials: '{}',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

interface Shown {
  id: number
  address: string
  address_normalized: string
  is_default_caller_id: boolean
  phone_numbers: Shown[]
  code: string
  detail: Array<{ loc: string[] }>
  [field: string]: unknown
}

interface Answer {
  status: number
  body: Shown
}

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, key = 'ours') {
  const answer = await app.inject({
    method,
    url: `/api/v1/organizations/telephony-configs/${path}`,
    headers: { 'x-api-key': key },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { status: answer.statusCode, body: answer.json() } as Answer
}

const create = (body: object, tenant = ours) =>
  ask('POST', `${tenant.configurationId}/phone-numbers`, body, tenant === ours ? 'ours' : 'theirs')
const change = (id: number, body: object) => ask('PUT', `${ours.configurationId}/phone-numbers/${id}`, body)
const read = (id: number) => ask('GET', `${ours.configurationId}/phone-numbers/${id}`)
const faultsOf = (answer: Answer) => answer.body.detail.map((fault) => fault.loc.join('.'))

describe('creating a number', () => {
  test('answers the whole number, absent values as null', async () => {
    const { status, body } = await create({ address: '020 7946 0018', country_code: 'gb' })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      telephony_configuration_id: ours.configurationId,
      address: '020 7946 0018',
      address_normalized: ADDRESS,
      address_type: 'pstn',
      is_active: true,
      is_default_caller_id: false,
      extra_metadata: {},
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      country_code: 'GB',
      label: null,
      inbound_workflow_id: null,
      inbound_workflow_name: null,
      inbound_stale: false,
      max_calls_at_once: null,
      max_calls_per_day: null,
      resting_since: null,
      resting_reason: null,
      attestation: null,
      answer_rate: { placed: 0, answered: 0, rate: null },
      provider_sync: null,
    })
    expect((await read(body.id)).body).toEqual(body)
    expect(told).toEqual([])
  })

  test('phone numbers rule 1: with a workflow the carrier is told, and its answer is in provider_sync', async () => {
    const { body } = await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    expect(told).toEqual([`${ours.configurationId}: bind ${ADDRESS}`])
    expect(body).toMatchObject({
      inbound_workflow_id: ours.workflowId,
      inbound_workflow_name: 'ours active',
      provider_sync: { ok: true, message: 'Bound.' },
    })
    expect((await read(body.id)).body.provider_sync).toBeNull()
  })

  test.each([
    [' +44 (0)20 7946 0018', ADDRESS, 'pstn'],
    ['sip:Front.Desk@PBX.example.com', 'sip:Front.Desk@pbx.example.com', 'sip_uri'],
    ['1001', '1001', 'sip_extension'],
  ])('phone numbers rule 2: %s is normalized and its type computed; the address stays as given', async (...row) => {
    const [address, normalized, type] = row
    const { body } = await create({ address })
    expect(body).toMatchObject({ address, address_normalized: normalized, address_type: type })
  })

  test('phone numbers rule 3: a number another organization has with the same account is 409', async () => {
    const configurationId = await addConfiguration(theirs.organizationId, 'same account', 'account of ours')
    const taken = await ask('POST', `${configurationId}/phone-numbers`, { address: ADDRESS }, 'theirs')
    expect(taken.status).toBe(200)
    const refused = await create({ address: '020 7946 0018', country_code: 'GB' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'phone_number_taken', detail: 'phone_number_taken' } })
    expect(JSON.stringify(refused.body)).not.toContain('theirs')
  })

  test('the same number twice in one organization is 409, with another account it is another number', async () => {
    expect((await create({ address: ADDRESS })).status).toBe(200)
    expect((await create({ address: ADDRESS })).status).toBe(409)
    expect((await create({ address: ADDRESS }, theirs)).status).toBe(200)
  })

  test('of simultaneous requests for one number exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ address: ADDRESS })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  test('a refused number is not told to the carrier', async () => {
    await create({ address: ADDRESS })
    await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    expect(told).toEqual([])
  })

  test.each(['2079460018', '442079460018', '12345678', '123456789012345'])(
    '%s, bare digits without a country, is 422',
    async (address) => {
      const answer = await create({ address })
      expect(answer.status).toBe(422)
      expect(answer.body.detail).toMatchObject(
        [
          { loc: ['body', 'address'], type: 'value_error', msg: /^Value error, The country of this number is unknown/ },
        ].map((fault) => ({ ...fault, msg: expect.stringMatching(fault.msg) })),
      )
    },
  )

  test('every fault is named in one answer, that of the address too', async () => {
    const answer = await create({
      address: 'not a number',
      label: 'x'.repeat(65),
      is_active: 'perhaps',
      extra_metadata: [],
      inbound_workflow_id: 1.5,
    })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer).sort()).toEqual(
      ['address', 'extra_metadata', 'inbound_workflow_id', 'is_active', 'label'].map((field) => `body.${field}`),
    )
  })

  test.each(['GBR', 'ZZ', '', '44', 7])('country_code %j is 422', async (country) => {
    const answer = await create({ address: '020 7946 0018', country_code: country })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['body.country_code'])
  })

  test.each([[null], [[]], ['text'], [{}]])('a body that is %j is 422', async (body) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/organizations/telephony-configs/${ours.configurationId}/phone-numbers`,
      headers: { 'x-api-key': 'ours', 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(answer.statusCode).toBe(422)
  })

  test('a label of 64 characters, metadata and inactivity are kept', async () => {
    const given = { label: 'é'.repeat(64), is_active: false, extra_metadata: { a: [1, { b: null }] } }
    expect((await create({ address: ADDRESS, ...given })).body).toMatchObject(given)
  })

  test('a workflow that is archived, unknown or of another organization is 400', async () => {
    for (const workflowId of [ours.archivedWorkflowId, theirs.workflowId, 987_654_321]) {
      const answer = await create({ address: ADDRESS, inbound_workflow_id: workflowId })
      expect(answer).toMatchObject({ status: 400, body: { code: 'workflow_not_found' } })
    }
    expect(told).toEqual([])
    expect((await ask('GET', `${ours.configurationId}/phone-numbers`)).body).toMatchObject({ phone_numbers: [] })
  })
})

describe('what the carrier says', () => {
  test('phone numbers rule 7: a refusal does not undo the stored change', async () => {
    carrier = async () => ({ ok: false, message: 'Not your number.' })
    const { status, body } = await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    expect(status).toBe(200)
    expect(body.provider_sync).toEqual({ ok: false, message: 'Not your number.' })
    expect((await read(body.id)).body.inbound_workflow_id).toBe(ours.workflowId)
  })

  test('a fault becomes a plain sentence without its own words', async () => {
    carrier = () => Promise.reject(new Error('bad token s3cr3t'))
    const { status, body } = await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    expect(status).toBe(200)
    expect(body.provider_sync).toMatchObject({ ok: false, message: expect.stringMatching(/^The change is stored/) })
    expect(JSON.stringify(body)).not.toContain('s3cr3t')
  })
})

describe('changing a number', () => {
  async function bound(): Promise<number> {
    const { body } = await create({
      address: '020 7946 0018',
      country_code: 'GB',
      label: 'desk',
      inbound_workflow_id: ours.workflowId,
      extra_metadata: { kept: true },
    })
    told = []
    return body.id
  }

  test('phone numbers rule 4: the update is partial', async () => {
    const id = await bound()
    const before = (await read(id)).body
    const { status, body } = await change(id, { label: 'reception' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, label: 'reception', updated_at: body.updated_at })
    expect(told).toEqual([])
    expect((await change(id, { label: null, is_active: null, extra_metadata: null, country_code: null })).body).toEqual(
      {
        ...body,
        updated_at: expect.any(String),
      },
    )
  })

  test('phone numbers rule 4: address cannot be changed, the stored one may be sent back', async () => {
    const id = await bound()
    expect(await change(id, { address: ADDRESS })).toMatchObject({ status: 400, body: { code: 'address_immutable' } })
    expect((await change(id, { address: '020 7946 0018' })).status).toBe(200)
    expect(told).toEqual([])
    expect((await change(id, (await read(id)).body)).status).toBe(200)
  })

  test('phone numbers rule 5: a workflow that is named is told to the carrier, the same one again too', async () => {
    const id = await bound()
    expect((await change(id, { label: 'Reception' })).body.provider_sync).toBeNull()
    expect(told).toEqual([])
    const same = await change(id, { inbound_workflow_id: ours.workflowId })
    expect(same.body.provider_sync).toMatchObject({ ok: true })
    expect(told.splice(0)).toEqual([`${ours.configurationId}: bind ${ADDRESS}`])
    const other = await db
      .insertInto('workflows')
      .values({ organization_id: ours.organizationId, name: 'other', created_at: new Date(), updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await change(id, { inbound_workflow_id: other.id })
    expect(body).toMatchObject({ inbound_workflow_name: 'other', provider_sync: { ok: true, message: 'Bound.' } })
    expect(told).toEqual([`${ours.configurationId}: bind ${ADDRESS}`])
  })

  test('is told to the carrier once more when asked to: a bound one bound, another released', async () => {
    const id = await bound()
    const sync = (of: number) => ask('POST', `${ours.configurationId}/phone-numbers/${of}/sync`)
    expect((await sync(id)).body.provider_sync).toMatchObject({ ok: true, message: 'Bound.' })
    expect(told.splice(0)).toEqual([`${ours.configurationId}: bind ${ADDRESS}`])
    await change(id, { clear_inbound_workflow: true })
    told.splice(0)
    await sync(id)
    expect(told).toEqual([`${ours.configurationId}: release ${ADDRESS}`])
    expect((await sync(999_999)).body.code).toBe('phone_number_not_found')
  })

  test('phone numbers rule 6: inbound_workflow_id null alone means no change', async () => {
    const id = await bound()
    const { body } = await change(id, { inbound_workflow_id: null })
    expect(body).toMatchObject({ inbound_workflow_id: ours.workflowId, provider_sync: null })
    expect(told).toEqual([])
  })

  test('phone numbers rule 6: clear_inbound_workflow removes the binding, once', async () => {
    const id = await bound()
    const { body } = await change(id, { clear_inbound_workflow: true, inbound_workflow_id: null })
    expect(body).toMatchObject({
      inbound_workflow_id: null,
      inbound_workflow_name: null,
      provider_sync: { ok: true, message: 'Released.' },
    })
    expect(told).toEqual([`${ours.configurationId}: release ${ADDRESS}`])
    expect((await change(id, { clear_inbound_workflow: true })).body.provider_sync).toBeNull()
    expect(told).toHaveLength(1)
  })

  test('phone numbers rule 6: clear_inbound_workflow removes the binding also beside what GET shows', async () => {
    const id = await bound()
    const echoed = { ...(await read(id)).body, clear_inbound_workflow: false }
    expect((await change(id, echoed)).body.inbound_workflow_id).toBe(ours.workflowId)
    told = []
    const { status, body } = await change(id, { ...echoed, clear_inbound_workflow: true })
    expect([status, body.inbound_workflow_id]).toEqual([200, null])
    expect(body.provider_sync).toEqual({ ok: true, message: 'Released.' })
    expect(told).toEqual([`${ours.configurationId}: release ${ADDRESS}`])
  })

  test('the faults of a country in which the address is no number and of a label come in one answer', async () => {
    const id = (await create({ address: '020 7946 0018', country_code: 'GB' })).body.id
    expect(faultsOf(await change(id, { country_code: 'sg', label: 7 }))).toEqual(['body.label', 'body.country_code'])
    expect(faultsOf(await change(id, { country_code: 'gb', label: 7 }))).toEqual(['body.label'])
  })

  test('a workflow that is archived or of another organization is 400', async () => {
    const id = await bound()
    for (const workflowId of [ours.archivedWorkflowId, theirs.workflowId]) {
      const answer = await change(id, { inbound_workflow_id: workflowId })
      expect(answer).toMatchObject({ status: 400, body: { code: 'workflow_not_found' } })
    }
  })

  test('another country reads the address anew and moves the binding along', async () => {
    const id = (await create({ address: '(02) 079 46001', country_code: 'IT', inbound_workflow_id: ours.workflowId }))
      .body.id
    told = []
    const { body } = await change(id, { country_code: 'au' })
    expect(body).toMatchObject({ address: '(02) 079 46001', country_code: 'AU', provider_sync: { ok: true } })
    expect(body.address_normalized).toMatch(/^\+61/)
    expect(told).toEqual([
      expect.stringMatching(/release \+39/),
      `${ours.configurationId}: bind ${body.address_normalized}`,
    ])
  })

  test('another country in which the address is no number is 422', async () => {
    const id = (await create({ address: '020 7946 0018', country_code: 'GB' })).body.id
    const answer = await change(id, { country_code: 'SG' })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['body.country_code'])
    expect((await read(id)).body.country_code).toBe('GB')
  })

  test('another country that makes it a number already taken is 409', async () => {
    await create({ address: '+61207946001' })
    const id = (await create({ address: '(02) 0794 6001', country_code: 'IT' })).body.id
    expect(await change(id, { country_code: 'AU' })).toMatchObject({
      status: 409,
      body: { code: 'phone_number_taken' },
    })
    expect((await read(id)).body.country_code).toBe('IT')
  })
})

test('a number that rests says why, and is woken', async () => {
  const { id } = (await create({ address: '1001' })).body
  const path = `${ours.configurationId}/phone-numbers/${id}`
  expect((await ask('GET', path)).body).toMatchObject({ resting_since: null, resting_reason: null })
  const since = new Date('2026-11-15T09:30:00.123Z')
  await db
    .updateTable('phone_numbers')
    .set({ resting_since: since, resting_reason: 'caller ID not accepted' })
    .where('id', '=', id)
    .execute()
  const resting = { resting_since: since.toISOString(), resting_reason: 'caller ID not accepted' }
  expect((await ask('GET', path)).body).toMatchObject(resting)
  const theirs = await ask('POST', `${path}/wake`, undefined, 'theirs')
  expect(theirs.status).toBe(404)
  expect((await ask('GET', path)).body).toMatchObject(resting)
  for (let time = 0; time < 2; time++) {
    const woken = await ask('POST', `${path}/wake`)
    expect([woken.status, woken.body]).toEqual([
      200,
      expect.objectContaining({ resting_since: null, resting_reason: null }),
    ])
  }
})

describe('the default caller', () => {
  const defaults = async () =>
    (await ask('GET', `${ours.configurationId}/phone-numbers`)).body.phone_numbers
      .filter((number) => number.is_default_caller_id)
      .map((number) => number.id)
  const setDefault = (id: number) => ask('POST', `${ours.configurationId}/phone-numbers/${id}/set-default-caller`)

  test('is one at most: the last one created or set', async () => {
    const first = (await create({ address: '1001', is_default_caller_id: true })).body
    expect(first.is_default_caller_id).toBe(true)
    const second = (await create({ address: '1002', is_default_caller_id: true })).body
    expect(await defaults()).toEqual([second.id])
    expect((await setDefault(first.id)).body).toMatchObject({ is_default_caller_id: true, provider_sync: null })
    expect(await defaults()).toEqual([first.id])
  })

  test('of another configuration stays what it was', async () => {
    const other = await addConfiguration(ours.organizationId, 'second', 'second account')
    const there = await ask('POST', `${other}/phone-numbers`, { address: '1001', is_default_caller_id: true })
    await create({ address: '1001', is_default_caller_id: true })
    const kept = await ask('GET', `${other}/phone-numbers/${there.body.id}`)
    expect(kept.body.is_default_caller_id).toBe(true)
  })

  test('is one also under simultaneous requests', async () => {
    const first = (await create({ address: '1001' })).body
    const second = (await create({ address: '1002' })).body
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => [setDefault(first.id), setDefault(second.id)]).flat(),
      ...['2001', '2002', '2003'].map((address) => create({ address, is_default_caller_id: true })),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    expect(await defaults()).toHaveLength(1)
  })

  test('cannot be a number that is not active', async () => {
    const { body } = await create({ address: '1001', is_active: false })
    expect(await setDefault(body.id)).toMatchObject({ status: 409, body: { code: 'phone_number_inactive' } })
    const created = await create({ address: '1002', is_active: false, is_default_caller_id: true })
    expect(created).toMatchObject({ status: 409, body: { code: 'phone_number_inactive' } })
  })

  test('is none once it is switched off, also when it is switched on again', async () => {
    const { body } = await create({ address: '1001', is_default_caller_id: true })
    expect((await change(body.id, { label: 'kept' })).body).toMatchObject({ is_default_caller_id: true })
    for (const is_active of [false, true]) {
      expect(await change(body.id, { is_active })).toMatchObject({
        status: 200,
        body: { is_active, is_default_caller_id: false },
      })
    }
    expect(await defaults()).toEqual([])
  })
})

describe('lists, deletion and strangers', () => {
  test('the list has the numbers of this configuration, limit and offset are accepted', async () => {
    for (const address of ['1001', '1002', '1003']) await create({ address })
    await create({ address: '1001' }, theirs)
    const addresses = async (query: string) =>
      (await ask('GET', `${ours.configurationId}/phone-numbers${query}`)).body.phone_numbers.map(
        (number) => number.address,
      )
    expect(await addresses('')).toEqual(['1001', '1002', '1003'])
    expect(await addresses('/?limit=1&offset=1')).toEqual(['1002'])
  })

  test('a deleted number is answered once more and gone; a bound one is released', async () => {
    const plain = (await create({ address: '1001' })).body
    expect(await ask('DELETE', `${ours.configurationId}/phone-numbers/${plain.id}`)).toEqual({
      status: 200,
      body: plain,
    })
    expect((await read(plain.id)).status).toBe(404)
    const { body } = await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    told = []
    const deleted = await ask('DELETE', `${ours.configurationId}/phone-numbers/${body.id}`)
    expect(deleted.body).toEqual({ ...body, provider_sync: { ok: true, message: 'Released.' } })
    expect(told).toEqual([`${ours.configurationId}: release ${ADDRESS}`])
    expect((await create({ address: ADDRESS })).status).toBe(200)
  })

  test('without a key everything is 401', async () => {
    expect((await ask('GET', `${ours.configurationId}/phone-numbers`, undefined, 'nobody')).status).toBe(401)
  })

  test("another organization's ids are answered just like unknown ones on every route", async () => {
    const { body } = await create({ address: ADDRESS, is_default_caller_id: true })
    const stranger = async (configurationId: number, numberId: number) => [
      await ask('GET', `${configurationId}/phone-numbers/${numberId}`, undefined, 'theirs'),
      await ask('PUT', `${configurationId}/phone-numbers/${numberId}`, { label: 'mine now' }, 'theirs'),
      await ask('DELETE', `${configurationId}/phone-numbers/${numberId}`, undefined, 'theirs'),
      await ask('POST', `${configurationId}/phone-numbers/${numberId}/set-default-caller`, undefined, 'theirs'),
    ]
    const lists = async (configurationId: number) => [
      await ask('GET', `${configurationId}/phone-numbers`, undefined, 'theirs'),
      await ask('POST', `${configurationId}/phone-numbers`, { address: '1002' }, 'theirs'),
    ]
    const foreign = [...(await stranger(ours.configurationId, body.id)), ...(await lists(ours.configurationId))]
    const unknown = [...(await stranger(987_654_321, 987_654_321)), ...(await lists(987_654_321))]
    expect(foreign).toEqual(unknown)
    expect(foreign.map(({ status, body: { code } }) => `${status} ${code}`)).toEqual(
      foreign.map(() => '404 telephony_configuration_not_found'),
    )
    const misplaced = await stranger(theirs.configurationId, body.id)
    expect(misplaced).toEqual(await stranger(theirs.configurationId, 987_654_321))
    expect(misplaced.map((answer) => answer.body.code)).toEqual(misplaced.map(() => 'phone_number_not_found'))
    expect((await read(body.id)).body).toEqual(body)
  })

  test('an id that is no integer is 422', async () => {
    expect((await read('first' as unknown as number)).status).toBe(422)
  })
})

describe('where the carrier sends the calls', () => {
  test('is remembered, shown as stale when our address changes, and mended by a sync', async () => {
    const { body } = await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    expect(body.inbound_stale).toBe(false)
    inboundUrl = 'https://other.example.com/inbound'
    expect((await read(body.id)).body.inbound_stale).toBe(true)
    const list = await ask('GET', `${ours.configurationId}/phone-numbers`)
    expect(list.body.phone_numbers.map(({ inbound_stale }) => inbound_stale)).toEqual([true])
    const synced = await ask('POST', `${ours.configurationId}/phone-numbers/${body.id}/sync`)
    expect(synced.body.inbound_stale).toBe(false)
    expect((await read(body.id)).body.inbound_stale).toBe(false)
  })

  test('is stale as long as the carrier has not taken it; a number without a workflow is not', async () => {
    carrier = async () => ({ ok: false, message: 'No.' })
    const { body } = await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    expect(body.inbound_stale).toBe(true)
    expect((await change(body.id, { clear_inbound_workflow: true })).body.inbound_stale).toBe(false)
  })

  test('is compared at start-up, and said in one line', async () => {
    await create({ address: ADDRESS, inbound_workflow_id: ours.workflowId })
    const lines: unknown[] = []
    const log = { ...silentLog, warn: (fields: object, message: string) => void lines.push([fields, message]) }
    const look = () =>
      warnStaleBindings({ db, log, providers: ['twilio'], inboundUrl: () => inboundUrl, callsBack: () => true })
    await look()
    expect(lines).toEqual([])
    inboundUrl = 'https://other.example.com/inbound'
    await look()
    const fields = { numbers: 1, configurations: [ours.configurationId] }
    expect(lines).toEqual([[fields, expect.stringContaining('/sync')]])
  })
})

describe('the account’s own numbers', () => {
  test('are listed, with those that were added already', async () => {
    own = {
      ok: true,
      more: false,
      numbers: [
        { address: ADDRESS, label: 'Desk' },
        { address: '+442079460019', label: null },
      ],
    }
    await create({ address: ADDRESS })
    const { body } = await ask('GET', `${ours.configurationId}/account-numbers`)
    expect(body).toEqual({
      ok: true,
      message: null,
      more: false,
      numbers: [
        { address: ADDRESS, label: 'Desk', is_added: true },
        { address: '+442079460019', label: null, is_added: false },
      ],
    })
    expect((await ask('GET', `${theirs.configurationId}/account-numbers`)).status).toBe(404)
  })

  test('are the only ones taken, where the carrier showed them all', async () => {
    own = { ok: true, more: false, numbers: [] }
    expect(await create({ address: ADDRESS })).toMatchObject({ status: 409, body: { code: 'caller_id_not_owned' } })
    own = { ok: true, more: true, numbers: [] }
    expect((await create({ address: ADDRESS })).status).toBe(200)
  })
})

test('limits of a number are kept, changed and taken away', async () => {
  const { body } = await create({ address: ADDRESS, max_calls_at_once: 2, max_calls_per_day: 100 })
  expect(body).toMatchObject({ max_calls_at_once: 2, max_calls_per_day: 100 })
  const changed = await change(body.id, { max_calls_at_once: 0, max_calls_per_day: 50 })
  expect(changed.body).toMatchObject({ max_calls_at_once: null, max_calls_per_day: 50 })
  expect((await read(body.id)).body.answer_rate).toEqual({ placed: 0, answered: 0, rate: null })
})

describe('importing the numbers of the account', () => {
  const IMPORT = () => `/api/v1/organizations/telephony-configs/${ours.configurationId}/phone-numbers/import`
  const DONE = { ok: true, message: null }
  const send = async (payload: object) => {
    const answer = await app.inject({ method: 'POST', url: IMPORT(), headers: { 'x-api-key': 'ours' }, payload })
    return { status: answer.statusCode, body: answer.json() }
  }
  const listed = (...addresses: string[]): OwnNumbers => ({
    ok: true,
    numbers: addresses.map((address) => ({ address, label: 'x'.repeat(80) })),
    more: false,
  })
  const stored = async () => {
    const rows = await db.selectFrom('phone_numbers').select(['address_normalized', 'is_active', 'label']).execute()
    return rows.map(({ address_normalized }) => address_normalized).sort()
  }

  test('adds all of them once, and can be repeated', async () => {
    own = listed('+14155550100', '+14155550101')
    expect((await send({})).body).toEqual({ ...DONE, added: 2, already_added: 0, rejected: [], more: false })
    own = listed('+14155550100', '+14155550101', '+14155550102')
    expect((await send({})).body).toEqual({ ...DONE, added: 1, already_added: 2, rejected: [], more: false })
    expect(await stored()).toEqual(['+14155550100', '+14155550101', '+14155550102'])
    // None has a workflow, so the carrier is told nothing.
    expect(told).toEqual([])
  })

  test('adds only those that were chosen, and names those that the account does not have', async () => {
    own = listed('+14155550100', '+14155550101')
    const { body } = await send({ addresses: ['+14155550101', '+14155550199'] })
    expect(body).toMatchObject({ added: 1, already_added: 0 })
    expect(body.rejected).toMatchObject([{ address: '+14155550199', code: 'caller_id_not_owned' }])
    expect(await stored()).toEqual(['+14155550101'])
  })

  test('a number that another configuration of the account has is named, and the others are added', async () => {
    own = listed('+14155550100', '+14155550101')
    await send({ addresses: ['+14155550100'] })
    await db.updateTable('phone_numbers').set({ telephony_configuration_id: theirs.configurationId }).execute()
    const { body } = await send({})
    expect(body).toMatchObject({ added: 1, rejected: [{ address: '+14155550100', code: 'phone_number_taken' }] })
  })

  test('a carrier that cannot be asked adds nothing', async () => {
    own = null
    expect(await send({})).toMatchObject({ status: 200, body: { ok: false, message: 'Not asked.', added: 0 } })
    expect(await stored()).toEqual([])
  })
})
