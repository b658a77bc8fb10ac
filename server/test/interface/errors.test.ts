import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type Method, type TestApp, testApp } from './app.ts'
import { ARI, CONFIGURATIONS, made, newCampaign } from './things.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
})

interface Validation extends Json {
  detail: Array<{ loc: string[]; msg: string; type: string; input: unknown; ctx?: Json }>
}

const JSON_TYPE = 'application/json; charset=utf-8'
const fault = (code: string) => ({ detail: code, code, message: expect.stringMatching(/^[A-Z].*\.$/) })

describe('errors that are the same everywhere, all as JSON', () => {
  test.each<[Method, string]>([
    ['GET', '/api/v1/nothing'],
    ['POST', '/nothing'],
    ['GET', '/api/v1/campaign/1/nothing'],
    ['GET', '/api//v1/health'],
    ['DELETE', '/api/v2/campaign/1'],
    ['GET', '/..%2f..%2fetc/passwd'],
  ])('%s %s is 404 not_found', async (method, url) => {
    const { status, body, headers } = await world.a.request(method, url)
    expect([status, body, headers['content-type']]).toEqual([404, fault('not_found'), JSON_TYPE])
  })

  test.each<[Method, string, string]>([
    ['POST', '/api/v1/campaign/1', 'GET, PATCH, DELETE'],
    ['PUT', '/api/v1/user/api-keys', 'GET, POST'],
    ['GET', '/api/v1/campaign/1/start', 'POST'],
    ['DELETE', '/api/v1/health/', 'GET'],
    ['OPTIONS', '/api/v1/telephony/initiate-call', 'POST'],
    ['POST', '/api/v1/openapi.json', 'GET'],
    ['POST', '/', 'GET'],
  ])('%s %s is 405 method_not_allowed and says what is allowed: %s', async (method, url, allow) => {
    const { status, body, headers } = await world.a.request(method, url)
    expect([status, body]).toEqual([405, fault('method_not_allowed')])
    expect(headers.allow).toBe(allow)
  })

  test.each(['/api/v1/campaign', '/api/v1/campaign/', '/api/v1/user/api-keys/', '/api/v1/health/'])(
    'a trailing slash is accepted and optional: %s',
    async (url) => {
      expect((await world.a.request('GET', url)).status).toBe(200)
    },
  )

  test.each(['{', '{"name": }', 'nonsense', '{"a":1}{"b":2}', "{'name': 'x'}", '[1,2', '\u0000', '"\ud800'])(
    'malformed JSON is 422 json_invalid: %j',
    async (raw) => {
      const headers = { 'content-type': 'application/json' }
      const { status, body } = await world.a.request<Validation>('POST', '/api/v1/user/api-keys', undefined, {
        raw,
        headers,
      })
      expect(status).toBe(422)
      expect(body.detail).toEqual([
        {
          loc: ['body', expect.stringMatching(/^\d+$/)],
          msg: 'JSON decode error',
          type: 'json_invalid',
          input: {},
          ctx: { error: expect.any(String) },
        },
      ])
    },
  )

  test.each(['[', '{"a":'])('JSON nested without end is 422 json_invalid, wherever it stands: %s', async (piece) => {
    const deep = (count: number) => `${piece.repeat(count)}1${(piece === '[' ? ']' : '}').repeat(count)}`
    const { id } = await made(world.a.request('POST', CONFIGURATIONS, { name: `deep ${piece}`, config: ARI }))
    for (const [method, url, raw] of [
      ['POST', '/api/v1/user/api-keys', deep(200_000)],
      [
        'POST',
        `${CONFIGURATIONS}/${id}/phone-numbers`,
        `{"address":"+12025550100","extra_metadata":{"a":${deep(5000)}}}`,
      ],
    ] as const) {
      const answer = await world.a.request<Validation>(method, url, undefined, {
        raw,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(422)
      expect(answer.body.detail.map((one) => one.type)).toEqual(['json_invalid'])
    }
  })

  test.each<[string | undefined, string]>([
    ['text/plain', 'name=x'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<name/>'],
    ['nonsense', '{}'],
    [undefined, '{"name":"x"}'],
  ])('a body of type %s is 415 unsupported_media_type', async (type, raw) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    const { status, body } = await world.a.request('POST', '/api/v1/user/api-keys', undefined, { raw, headers })
    expect([status, body]).toEqual([415, fault('unsupported_media_type')])
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json', 'Application/JSON'])(
    'a body of type %s is JSON',
    async (type) => {
      const extra = { raw: '{"name":"x"}', headers: { 'content-type': type } }
      expect((await world.a.request('POST', '/api/v1/user/api-keys', undefined, extra)).status).toBe(200)
    },
  )

  test('a body of 10 MB is 413 payload_too_large; one below 2 MB is read', async () => {
    const { status, body } = await world.a.request('POST', '/api/v1/user/api-keys', {
      name: 'x'.repeat(10 * 1024 * 1024),
    })
    expect([status, body]).toEqual([413, fault('payload_too_large')])
    expect((await world.a.request('POST', '/api/v1/user/api-keys', { name: 'x'.repeat(2_000_000) })).status).toBe(422)
  })

  test.each([undefined, '', '   '])('an empty body where one is needed is 422 missing: %j', async (raw) => {
    const extra = raw === undefined ? {} : { raw, headers: { 'content-type': 'application/json' } }
    const { status, body } = await world.a.request<Validation>('POST', '/api/v1/user/api-keys', undefined, extra)
    expect(status).toBe(422)
    expect(body.detail).toEqual([{ loc: ['body'], msg: 'Field required', type: 'missing', input: null }])
  })

  test.each(['null', '[]', '7', '"x"', 'true'])('a body that is JSON but no object is 422: %s', async (raw) => {
    const extra = { raw, headers: { 'content-type': 'application/json' } }
    const { status, body } = await world.a.request<Validation>('POST', '/api/v1/user/api-keys', undefined, extra)
    expect(status).toBe(422)
    expect(body.detail.map((one) => [one.loc, one.type])).toEqual([[['body'], 'dict_type']])
  })

  test('an empty body of type JSON is no body where none is needed', async () => {
    const { id } = await newCampaign(world.a)
    const extra = { raw: '', headers: { 'content-type': 'application/json' } }
    expect((await world.a.request('POST', `/api/v1/campaign/${id}/pause`, undefined, extra)).status).toBe(409)
  })

  test.each([
    ['a broken escape', '/api/v1/campaign/%ZZ', 400, 'bad_request'],
    ['half a character', '/api/v1/node-types/%E0%A4%A', 400, 'bad_request'],
    ['a name without end', `/api/v1/node-types/${'x'.repeat(600)}`, 414, 'uri_too_long'],
  ])('%s in the address is answered in the same shape', async (_what, url, status, code) => {
    const answer = await world.a.request('GET', url)
    expect([answer.status, answer.body]).toEqual([status, fault(code)])
    expect(answer.headers['x-request-id']).toEqual(expect.any(String))
  })
})

describe('ids in the path', () => {
  test.each([
    ['word', 'int_parsing'],
    ['1.5', 'int_parsing'],
    ['1e3', 'int_parsing'],
    ['0x10', 'int_parsing'],
    ['9007199254740992', 'less_than_equal'],
    ['99999999999999999999999999', 'less_than_equal'],
    ['-9007199254740993', 'greater_than_equal'],
    ['%00', 'string_unicode'],
    ["1'--", 'int_parsing'],
  ])('%s is 422 %s', async (id, type) => {
    const { status, body } = await world.a.request<Validation>('GET', `/api/v1/campaign/${id}`)
    expect(status).toBe(422)
    expect(body.detail.map((one) => one.type)).toContain(type)
    expect(body.detail.every((one) => one.loc[0] === 'path' && one.loc[1] === 'campaign_id')).toBe(true)
  })

  test.each(['0', '-1', '999999999', '9007199254740991', '+7777777'])(
    '%s is an id that nothing has: 404',
    async (id) => {
      expect(await world.a.request('GET', `/api/v1/campaign/${id}`)).toMatchObject({
        status: 404,
        body: fault('campaign_not_found'),
      })
    },
  )
})

describe('422: pydantic 2, every fault in one answer', () => {
  test('faults of path, query, header and body come together', async () => {
    const { body } = await world.a.request<Validation>('PATCH', '/api/v1/campaign/x', { name: '', max_concurrency: 0 })
    expect(body.detail).toEqual([
      {
        loc: ['path', 'campaign_id'],
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        type: 'int_parsing',
        input: 'x',
      },
      {
        loc: ['body', 'name'],
        msg: 'String should have at least 1 character',
        type: 'string_too_short',
        input: '',
        ctx: { min_length: 1 },
      },
      {
        loc: ['body', 'max_concurrency'],
        msg: 'Input should be greater than or equal to 1',
        type: 'greater_than_equal',
        input: 0,
        ctx: { ge: 1 },
      },
    ])
    const stream = await world.a.request<Validation>('GET', '/api/v1/events/stream?after=x&campaign_id=y', undefined, {
      headers: { 'last-event-id': 'z' },
    })
    expect(stream.body.detail.map((one) => one.loc)).toEqual([
      ['query', 'after'],
      ['query', 'campaign_id'],
      ['header', 'last-event-id'],
    ])
  })

  test('malformed JSON does not hide the faults of the path', async () => {
    const extra = { raw: '{', headers: { 'content-type': 'application/json' } }
    const { body } = await world.a.request<Validation>('PATCH', '/api/v1/campaign/x', undefined, extra)
    expect(body.detail.map((one) => one.type)).toEqual(['int_parsing', 'json_invalid'])
  })

  test('an input that is very long is cut in the answer', async () => {
    const { text } = await world.a.request('POST', '/api/v1/user/api-keys', { name: 'x'.repeat(100_000) })
    expect(text.length).toBeLessThan(2000)
  })
})

describe('a small request never makes a large answer', () => {
  const ask = async (body: string) => {
    const answer = await world.a.request<{ detail: Array<{ loc: string[]; type: string }> }>(
      'POST',
      '/api/v1/campaign/create',
      undefined,
      {
        raw: body,
        headers: { 'content-type': 'application/json' },
      },
    )
    return answer
  }

  test('thousands of strings that cannot be stored, deep inside', async () => {
    const leaf = `[${Array(15_000).fill('"\\u0000"').join(',')}]`
    const deep = `${'{"a_long_name_of_a_field":'.repeat(150)}${leaf}${'}'.repeat(150)}`
    const { status, body, text } = await ask(`{"name":"x","retry_config":${deep}}`)
    expect(status).toBe(422)
    expect(body.detail.length).toBeLessThanOrEqual(101)
    expect(text.length).toBeLessThan(100_000)
    expect(body.detail.at(-1)?.type).toBe('too_many_errors')
  })

  test('thousands of slots that are no slots', async () => {
    const { status, body, text } = await ask(`{"schedule_config":{"slots":[${Array(50_000).fill('1').join(',')}]}}`)
    expect([status, body.detail.length <= 101, text.length < 100_000]).toEqual([422, true, true])
  })

  test('thousands of fields in one object', async () => {
    const fields = Array.from({ length: 2_001 }, (_, index) => `"k${index}":1`)
    const { status, body } = await ask(`{"schedule_config":{${fields.join(',')}}}`)
    expect([status, body.detail]).toMatchObject([
      422,
      [{ type: 'json_invalid', ctx: { error: 'more than 2000 fields in one object' } }],
    ])
  })

  test('hundreds of thousands of values', async () => {
    const { status, body } = await ask(`{"schedule_config":{"slots":[${Array(500_000).fill('1').join(',')}]}}`)
    expect([status, body.detail[0]?.type]).toEqual([422, 'json_invalid'])
  })
})
