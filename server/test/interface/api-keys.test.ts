import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { made } from './things.ts'

const KEYS = '/api/v1/user/api-keys'
let world: TestApp

beforeAll(async () => {
  world = await testApp()
})

interface NewKey extends Json {
  id: number
  api_key: string
  key_prefix: string
}

const create = (name: string) => made<NewKey>(world.a.request('POST', KEYS, { name }))
const list = async (query = '') => (await world.a.request<Json[]>('GET', `${KEYS}${query}`)).body

describe('API keys: listing', () => {
  test('API keys: a list item has exactly the fields of the interface, and never the key', async () => {
    const { id, api_key } = await create('shown')
    const found = (await list()).find((key) => key.id === id)
    expect(found).toEqual({
      id,
      name: 'shown',
      key_prefix: api_key.slice(0, 8),
      scope: 'admin',
      user_id: null,
      addresses: null,
      is_active: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expires_at: null,
      last_used_at: null,
      archived_at: null,
    })
    expect(JSON.stringify(await list('?include_archived=true'))).not.toContain(api_key)
  })

  test('API keys: archived ones are included only when include_archived=true', async () => {
    const { id } = await create('put away')
    await made(world.a.request('DELETE', `${KEYS}/${id}`))
    const has = async (query: string) => (await list(query)).some((key) => key.id === id)
    expect(await has('')).toBe(false)
    expect(await has('?include_archived=false')).toBe(false)
    expect(await has('?include_archived=true')).toBe(true)
    expect(await has('?include_archived=1')).toBe(true)
  })

  test('API keys: include_archived that is no boolean is 422', async () => {
    const { status, body } = await world.a.request('GET', `${KEYS}?include_archived=perhaps`)
    expect(status).toBe(422)
    expect(body).toEqual({
      detail: [
        {
          loc: ['query', 'include_archived'],
          msg: 'Input should be a valid boolean, unable to interpret input',
          type: 'bool_parsing',
          input: 'perhaps',
        },
      ],
    })
  })

  test('API keys: limit and offset are accepted on the list', async () => {
    await create('one more')
    const ids = (await list('')).map((key) => key.id)
    expect(ids.length).toBeGreaterThan(1)
    expect((await list('?limit=1&offset=1')).map((key) => key.id)).toEqual([ids[1]])
  })

  test('API keys: the list is that of the own organization', async () => {
    const { id } = await create('of A')
    const { body } = await world.b.request<Json[]>('GET', `${KEYS}?include_archived=true`)
    expect(body.map((key) => key.id)).toEqual([world.b.apiKeyId])
    expect(body.some((key) => key.id === id)).toBe(false)
  })
})

describe('API keys: creating', () => {
  test('API keys: the key is shown once, looks like a key and works', async () => {
    const created = await create('new')
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'new',
      scope: 'admin',
      key_prefix: created.api_key.slice(0, 8),
      addresses: null,
      api_key: expect.stringMatching(/^od_[A-Za-z0-9_-]{43}$/),
      created_at: expect.any(String),
      expires_at: null,
    })
    expect((await world.request('GET', KEYS, undefined, { headers: { 'x-api-key': created.api_key } })).status).toBe(
      200,
    )
  })

  test('API keys: only a hash of the key is stored', async () => {
    const { id, api_key } = await create('hashed')
    const { rows } = await world.pool.query('select row_to_json(k)::text as text from api_keys k where id = $1', [id])
    expect(rows[0].text).not.toContain(api_key)
    expect(rows[0].text).not.toContain(Buffer.from(api_key).toString('hex'))
  })

  test.each([
    ['without a name', {}, 'missing'],
    ['with an empty name', { name: '' }, 'string_too_short'],
    ['with a name of 256 characters', { name: 'x'.repeat(256) }, 'string_too_long'],
    ['with a number for a name', { name: 7 }, 'string_type'],
    ['with NUL in the name', { name: 'a\0b' }, 'string_unicode'],
  ])('API keys: creating one %s is 422', async (_what, body, type) => {
    const answer = await world.a.request<{ detail: Json[] }>('POST', KEYS, body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', 'name'], type })])
  })

  test('API keys: a name keeps its unicode; 255 characters are 255 characters, whatever they are made of', async () => {
    const name = 'Schlüssel für 日本 🔑'
    expect((await create(name)).name).toBe(name)
    expect((await create('🔑'.repeat(255))).name).toBe('🔑'.repeat(255))
    expect((await world.a.request('POST', KEYS, { name: '🔑'.repeat(256) })).status).toBe(422)
  })
})

describe('API keys: archiving and reactivating', () => {
  test('API keys: an archived key opens nothing, at once; reactivated it works again', async () => {
    const { id, api_key } = await create('to and fro')
    const use = async () => (await world.request('GET', KEYS, undefined, { headers: { 'x-api-key': api_key } })).status
    expect(await use()).toBe(200)
    const archived = await made(world.a.request('DELETE', `${KEYS}/${id}`))
    expect(archived).toMatchObject({ id, is_active: false, archived_at: expect.any(String) })
    expect(await use()).toBe(401)
    const again = await made(world.a.request('DELETE', `${KEYS}/${id}`))
    expect(again.archived_at).toBe(archived.archived_at)
    const active = await made(world.a.request('PUT', `${KEYS}/${id}/reactivate`))
    expect(active).toMatchObject({ id, is_active: true, archived_at: null })
    expect(await use()).toBe(200)
  })

  test.each([
    ['DELETE', ''],
    ['PUT', '/reactivate'],
  ] as const)(
    "API keys: %s of an unknown key%s, or of another organization's, is 404 api_key_not_found",
    async (method, rest) => {
      const unknown = await world.a.request(method, `${KEYS}/999999999${rest}`)
      expect(unknown).toMatchObject({ status: 404, body: { detail: 'api_key_not_found', code: 'api_key_not_found' } })
      const others = await world.a.request(method, `${KEYS}/${world.b.apiKeyId}${rest}`)
      expect([others.status, others.body]).toEqual([unknown.status, unknown.body])
      expect((await world.b.request('GET', KEYS)).status).toBe(200)
    },
  )
})

describe('Authentication', () => {
  test.each([
    ['X-API-Key', (key: string) => ({ 'x-api-key': key })],
    ['Authorization: Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['authorization: bearer, in small letters', (key: string) => ({ authorization: `bearer ${key}` })],
  ])('a key is presented as %s', async (_way, headers) => {
    const { status, body } = await world.request<Json[]>('GET', KEYS, undefined, { headers: headers(world.b.key) })
    expect(status).toBe(200)
    expect(body.map((key) => key.id)).toEqual([world.b.apiKeyId])
  })

  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['a key nobody has', { 'x-api-key': `od_${'x'.repeat(43)}` }],
    ['a word', { authorization: 'Bearer nonsense' }],
    ['another scheme', { authorization: 'Basic b2Q6b2Q=' }],
    ['only the prefix', { 'x-api-key': 'od_12345' }],
    ['SQL', { 'x-api-key': "' or 1=1 --" }],
  ])('%s is 401 unauthorized', async (_what, headers) => {
    const { status, body } = await world.request('GET', KEYS, undefined, { headers })
    expect(status).toBe(401)
    expect(body).toEqual({ detail: 'unauthorized', code: 'unauthorized', message: expect.any(String) })
  })

  test('last_used_at is kept, without a write per request', async () => {
    const clockless = await testApp()
    await clockless.a.request('GET', KEYS)
    const before = await clockless.pool.query('select last_used_at from api_keys where id = $1', [clockless.a.apiKeyId])
    expect(before.rows[0].last_used_at).toBeNull()
    await clockless.app.stop(0)
    const after = await clockless.pool.query('select last_used_at from api_keys where id = $1', [clockless.a.apiKeyId])
    expect(after.rows[0].last_used_at).toBeInstanceOf(Date)
  })
})
