import { describe, expect, test } from 'vitest'
import { describeTool } from './mcp-tools.ts'
import { type HttpToolDefinition, problemOfUrl, toolDefinition } from './tool-definition.ts'
import { buildToolRequest, type ToolValues } from './tool-request.ts'
import { readResult } from './tool-result.ts'

const config = (given: object) =>
  (
    toolDefinition.parse({
      type: 'http_api',
      config: { method: 'GET', url: 'https://x.example/', ...given },
    }) as HttpToolDefinition
  ).config

const VALUES: ToolValues = { arguments: {}, variables: { city: 'São Paulo' }, gathered: { slot: '9:00' } }
const build = (given: object, values: Partial<ToolValues> = {}, headers = {}) =>
  buildToolRequest(config(given), { ...VALUES, ...values }, headers)

const parameter = (name: string, type = 'string', required = true) => ({ name, type, description: '', required })

describe('the URL of a tool', () => {
  test.each([
    ['https://x.example/{{a}}?b={{b}}', null],
    ['https://{{host}}/orders', 'the host is fixed; placeholders can come after it'],
    ['https://x.{{tld}}/', 'the host is fixed; placeholders can come after it'],
    ['ftp://x.example/', 'it begins with http:// or https://'],
    ['/orders', 'it begins with http:// or https://'],
    ['https://user:password@x.example/', 'passwords belong in a credential'],
    ['https://x.example/#top', 'a part after # is not sent'],
    ['https://x.example/{{open', 'A {{ is not closed by }}.'],
    ['https:///orders', 'it begins with http:// or https://'],
  ])('%s: %s', (url, problem) => {
    expect(problemOfUrl(url)).toBe(problem)
  })

  test('takes values as one segment each, and not a second time as parameters', () => {
    const built = build(
      { url: 'https://x.example/orders/{{number}}', parameters: [parameter('number'), parameter('view')] },
      { arguments: { number: 'a/b?c=d&e#f', view: 'full details' } },
    )
    expect(built).toMatchObject({
      kind: 'request',
      request: { url: 'https://x.example/orders/a%2Fb%3Fc%3Dd%26e%23f?view=full+details', body: undefined },
    })
  })

  test.each(['.', '..'])('does not let the value %s change the path', (value) => {
    const built = build(
      { url: 'https://x.example/orders/{{n}}/x', parameters: [parameter('n')] },
      { arguments: { n: value } },
    )
    expect(built).toEqual({ kind: 'unsendable', reason: 'A value in the URL would change its path.' })
  })

  test('fills in columns and gathered values, and says which one is missing', () => {
    const url = 'https://x.example/{{initial_context.city}}/{{gathered_context.slot}}/{{slot}}'
    expect(build({ url })).toMatchObject({ request: { url: 'https://x.example/S%C3%A3o%20Paulo/9%3A00/9%3A00' } })
    expect(build({ url: 'https://x.example/{{nothing}}' })).toEqual({
      kind: 'unsendable',
      reason: 'The URL needs "nothing".',
    })
  })
})

describe('the body of a tool’s request', () => {
  const body = (given: object, values: Partial<ToolValues> = {}) => {
    const built = build({ method: 'POST', ...given }, values)
    return built.kind === 'request' ? JSON.parse(built.request.body ?? 'null') : built.reason
  }

  test('has the arguments in their types, and the presets', () => {
    const given = {
      parameters: [
        parameter('count', 'number'),
        parameter('urgent', 'boolean', false),
        parameter('tags', 'array', false),
      ],
      preset_parameters: [{ name: 'where', type: 'string', value_template: 'in {{city}}' }],
    }
    const values = { arguments: { count: '3', urgent: 'yes', tags: '["a"]', invented: 'x' } }
    expect(body(given, values)).toEqual({ count: 3, urgent: true, tags: ['a'], where: 'in São Paulo' })
  })

  test.each([
    [{ parameters: [parameter('n')] }, {}, 'The value of "n" is missing.'],
    [{ parameters: [parameter('n', 'number')] }, { n: 'many' }, 'The value of "n" is not a number.'],
    [{ parameters: [parameter('n', 'boolean')] }, { n: 'maybe' }, 'The value of "n" is neither true nor false.'],
    [{ parameters: [parameter('n', 'object')] }, { n: '[]' }, 'The value of "n" is not an object.'],
    [{ parameters: [parameter('n')] }, { n: { a: 1 } }, 'The value of "n" is not a text.'],
    [
      { preset_parameters: [{ name: 'p', type: 'string', value_template: '{{unknown}}' }] },
      {},
      'The preset value of "p" is empty.',
    ],
  ])('is not sent without what it needs: %j', (given, args, reason) => {
    expect(body(given, { arguments: args })).toBe(reason)
  })

  test('is built from a template at every depth, and values are never read as templates', () => {
    const given = {
      parameters: [parameter('n', 'number'), parameter('name')],
      body_template: { a: ['{{n}}', { b: 'for {{name}}' }], fixed: true },
    }
    expect(body(given, { arguments: { n: 2, name: '{{slot}}"}' } })).toEqual({
      a: [2, { b: 'for {{slot}}"}' }],
      fixed: true,
    })
  })
})

describe('the answer of a tool', () => {
  const read = (text: string, wanted: { name: string; path: string; required?: boolean }[] = []) =>
    readResult(Buffer.from(text), wanted as never)

  test('gives values by their paths', () => {
    const answer = '{"slots":[{"start":"9:00"}],"open":true,"count":0}'
    const wanted = [
      { name: 'first', path: 'slots.0.start' },
      { name: 'open', path: 'open' },
      { name: 'count', path: 'count' },
      { name: 'other', path: 'slots.1.start', required: false },
    ]
    expect(read(answer, wanted)).toMatchObject({
      kind: 'data',
      variables: [
        { name: 'first', value: '9:00' },
        { name: 'open', value: 'true' },
        { name: 'count', value: '0' },
      ],
    })
  })

  test.each([
    ['{"a":null}', 'incomplete', 'The answer has no x.'],
    ['{"a":{"b":1}}', 'incomplete', 'The answer has no x.'],
    ['', 'incomplete', 'The answer has no x.'],
    ['{"constructor":1}', 'incomplete', 'The answer has no x.'],
    ['not json', 'unreadable', 'The answer is not JSON.'],
    ['<!DOCTYPE html><html></html>', 'unreadable', 'The answer is a page (HTML), not JSON.'],
  ])('is a failure if a value is missing: %s', (answer, reason, message) => {
    expect(read(answer, [{ name: 'x', path: 'a' }])).toEqual({ kind: 'failed', reason, message })
  })

  test('may be plain text, but no page', () => {
    expect(read('it is sunny')).toMatchObject({ kind: 'data', data: 'it is sunny' })
    expect(read('<html>')).toMatchObject({ kind: 'failed', reason: 'unreadable' })
  })
})

test('a header is sent once, whatever its case: that of the tool wins over ours', () => {
  const headers = { 'Content-Type': 'application/vnd.booking+json', ACCEPT: 'text/plain' }
  const built = build({ method: 'POST' }, {}, headers)
  expect(built).toMatchObject({
    request: { headers: { 'content-type': 'application/vnd.booking+json', accept: 'text/plain' } },
  })
  expect(Object.keys(built.kind === 'request' ? built.request.headers : {})).toHaveLength(2)
})

test('a list of an MCP tool keeps the shape of its entries, unless it refers to elsewhere or is long', () => {
  const listOf = (items: unknown) =>
    describeTool({ name: 'x', inputSchema: { properties: { list: { type: 'array', items } } } }).parameters[0]?.items
  expect(listOf({ type: 'number' })).toEqual({ type: 'number' })
  for (const items of [undefined, true, { $ref: '#/$defs/guest' }, { enum: ['x'.repeat(5000)] }]) {
    expect(listOf(items)).toEqual({})
  }
})
