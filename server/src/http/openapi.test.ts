import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../test/database.ts'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { seededRng } from '../kernel/rng.ts'
import { type OpenApiDocument, openApiDocument } from './openapi.ts'
import type { Json } from './openapi-schemas.ts'
import { type Route, route } from './route.ts'
import { bool, decimal, documentedAs, id, integer, optional, text, timestamp } from './schemas.ts'

/** Every example of every operation is judged: more work than one test usually has. */
const SWEEP_MS = 60_000
const OPTIONS = { title: 'Test', version: '1.0.0', serverUrl: '/' }

const thing = z.object({ id: z.int(), at: timestamp(), note: z.string().nullable() }).meta({ id: 'Thing' })
const EXAMPLE = { id: 1, at: '2026-11-15T09:30:00.123Z', note: null }

function thingRoute(change: Partial<Route> = {}): Route {
  return {
    ...route({
      method: 'POST',
      path: '/api/v1/campaign/{campaign_id}/things',
      operation: 'makeThing',
      tag: 'Things',
      summary: 'Make a thing',
      params: z.object({ campaign_id: id() }),
      query: z.object({
        limit: optional(integer({ minimum: 1, maximum: 10 })).meta({ description: 'How many.' }),
        flag: optional(bool()),
      }),
      headers: z.object({ 'last-event-id': optional(integer()) }),
      body: z.object({ name: text({ minimum: 1, maximum: 9 }), share: optional(decimal({ minimum: 0, maximum: 1 })) }),
      bodyExample: { name: 'x' },
      answer: { schema: z.array(thing), example: [EXAMPLE] },
      errors: ['campaign_not_found', 'workflow_not_found', 'campaign_not_editable', 'no_caller_id'],
      handle: async () => [],
    }),
    ...change,
  }
}

function only(routes: Route[]): { operation: Json; document: OpenApiDocument } {
  const document = openApiDocument(routes, OPTIONS)
  const operation = Object.values(Object.values(document.paths)[0] ?? {})[0] as Json
  return { operation, document }
}

describe('one route', () => {
  const { operation, document } = only([thingRoute()])

  test('says what it is', () => {
    expect(operation).toMatchObject({ operationId: 'makeThing', tags: ['Things'], summary: 'Make a thing' })
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Test', version: '1.0.0' } })
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { in: 'header', name: 'X-API-Key' },
      bearer: { scheme: 'bearer' },
    })
  })

  test('shows parameters as what they are read into, without null and without endless bounds', () => {
    expect(operation.parameters).toEqual([
      { name: 'campaign_id', in: 'path', required: true, schema: { type: 'integer' } },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'How many.',
        schema: { type: 'integer', minimum: 1, maximum: 10 },
      },
      { name: 'flag', in: 'query', required: false, schema: { type: 'boolean' } },
      { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'integer' } },
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
    ])
  })

  test('shows its body with what may be left out', () => {
    expect(operation.requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 9 },
              share: { anyOf: [{ type: 'number', minimum: 0, maximum: 1 }, { type: 'null' }] },
            },
            required: ['name'],
          },
          example: { name: 'x' },
        },
      },
    })
  })

  test('hoists named schemas', () => {
    const answers = operation.responses as Record<string, Json>
    expect(answers['200']).toEqual({
      description: 'It worked.',
      content: {
        'application/json': {
          schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          example: [EXAMPLE],
        },
      },
    })
    expect(document.components.schemas.Thing).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        at: { type: 'string', format: 'date-time' },
        note: { type: ['string', 'null'] },
      },
      required: ['id', 'at', 'note'],
    })
  })

  test('groups its errors by status: what the path names is 404, what only the body names 400', () => {
    const answers = operation.responses as Record<string, { content?: Record<string, { examples: Json }> }>
    const codes = (status: number) => Object.keys(answers[status]?.content?.['application/json']?.examples ?? {})
    expect(Object.keys(answers)).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '409', '413', '415', '422', '429', '500']),
    )
    expect(codes(404)).toEqual(['campaign_not_found'])
    expect(codes(400)).toEqual(['workflow_not_found'])
    expect(codes(409)).toEqual(['campaign_not_editable', 'no_caller_id', 'request_in_progress'])
    expect(answers[422]).toEqual({ $ref: '#/components/responses/ValidationFailed' })
  })
})

describe('routes of other kinds', () => {
  test('without a key need none', () => {
    const { operation } = only([thingRoute({ access: 'none' })])
    expect(operation.security).toEqual([])
    expect(operation.responses).not.toHaveProperty('401')
  })

  test('that only carriers call are left out', () => {
    expect(openApiDocument([thingRoute({ forCarriers: true })], OPTIONS).paths).toEqual({})
  })

  test('that take a file say in which formats', () => {
    const { body: _body, bodyExample: _example, ...bare } = thingRoute({ bodyKind: 'stream', bodyTypes: ['text/csv'] })
    expect(only([bare]).operation.requestBody).toEqual({
      required: true,
      content: { 'text/csv': { schema: { type: 'string' } } },
    })
  })

  test('that answer a file say so', () => {
    const { operation } = only([thingRoute({ answer: { contentType: 'text/csv', description: 'A report.' } })])
    expect((operation.responses as Json)['200']).toEqual({
      description: 'A report.',
      content: { 'text/csv': { schema: { type: 'string' } } },
    })
  })

  test('with an error of a shared status keep the shared one beside it', () => {
    const { operation } = only([thingRoute({ errors: ['too_many_streams'] })])
    const answer = (operation.responses as Record<string, Json>)['429'] as { content: Record<string, Json> }
    expect(Object.keys(answer.content['application/json']?.examples as Json)).toEqual([
      'too_many_streams',
      'too_many_requests',
    ])
  })

  test('declared twice are refused', () => {
    expect(() => openApiDocument([thingRoute(), thingRoute({ path: '/other' })], OPTIONS)).toThrow('makeThing')
  })
})

describe('schemas', () => {
  test('that are sent otherwise than answered have two names', () => {
    const inner = z.object({ size: z.int().default(1) }).meta({ id: 'Inner' })
    const outer = z.object({ inner, same: thing }).meta({ id: 'Outer' })
    const { document } = only([thingRoute({ body: outer, answer: { schema: outer, example: {} } })])
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Inner', 'InnerInput', 'Outer', 'OuterInput', 'Thing']),
    )
    expect(document.components.schemas).not.toHaveProperty('ThingInput')
    expect(document.components.schemas.InnerInput).not.toHaveProperty('required')
    expect(document.components.schemas.OuterInput).toHaveProperty(
      'properties.inner.$ref',
      '#/components/schemas/InnerInput',
    )
  })

  test('that cannot be read off are spoken for by another', () => {
    const spoken = documentedAs(
      z.unknown().transform((value) => value),
      z.union([thing, z.string()]),
    )
    const { operation } = only([thingRoute({ body: z.object({ spoken, maybe: optional(spoken) }) })])
    const either = { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'string' }] }
    expect(operation).toHaveProperty('requestBody.content.application/json.schema', {
      type: 'object',
      properties: { spoken: either, maybe: { anyOf: [either, { type: 'null' }] } },
      required: ['spoken'],
    })
  })

  test('of one name but two shapes are refused', () => {
    const other = z.object({ other: z.string() }).meta({ id: 'Thing' })
    const routes = [
      thingRoute(),
      thingRoute({ operation: 'other', path: '/other', answer: { schema: other, example: {} } }),
    ]
    expect(() => openApiDocument(routes, OPTIONS)).toThrow('Thing')
  })
})

describe('the document of the real routes', () => {
  let routes: readonly Route[]
  let document: OpenApiDocument

  beforeAll(async () => {
    const { pool } = await testDatabase()
    const config = readConfig({ DATA_DIR: await mkdtemp(join(tmpdir(), 'outdial-openapi-')) }, false)
    const app = await openApp({ config, pool, clock: systemClock, rng: seededRng(1), log: silentLog })
    routes = app.routes
    document = openApiDocument(routes, OPTIONS)
    await app.stop(0)
    await rm(config.dataDir, { recursive: true })
  })

  test('has nothing that JSON would lose, and every reference leads somewhere', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string)
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references)
      expect([reference, typeof resolve(document, reference)]).toEqual([reference, 'object'])
  })

  test('names exactly the parameters of each path', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const operation of Object.values(operations)) {
        const named = (operation.parameters as Json[]).filter((one) => one.in === 'path').map((one) => one.name)
        expect([path, named]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])])
      }
    }
  })

  test(
    'shows examples that are what their schemas say, no field more or less',
    () => {
      const examples = examplesOf(document)
      expect(examples.length).toBeGreaterThan(routes.filter((one) => !one.forCarriers).length)
      const judge = judgeOf(document)
      const faults = examples.map((one) => [one.pointer, judge(one)] as const)
      expect(faults.filter(([, found]) => found.length > 0)).toEqual([])
    },
    SWEEP_MS,
  )

  test('says what start and resume refuse, what a changed configuration takes, and which events there are', () => {
    const operation = (path: string, method: string) => document.paths[`/api/v1/${path}`]?.[method] as Json
    for (const action of ['start', 'resume']) {
      const { 400: refused } = operation(`campaign/{campaign_id}/${action}`, 'post').responses as Record<string, Json>
      expect(JSON.stringify(refused)).toContain('workflow_not_found')
    }
    const judge = judgeOf(document)
    const bodyOf = (path: string, method: string) =>
      `/paths/${`/api/v1/${path}`.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`
    const change = bodyOf('organizations/telephony-configs/{config_id}', 'put')
    const fits = (pointer: string, example: unknown) => judge({ pointer, example }).length === 0
    expect(fits(change, { config: { provider: 'ari', app_password: 'another' } })).toBe(true)
    expect(fits(change, { config: { provider: 'ari', app_password: 7 } })).toBe(false)
    expect(fits(change, { credentials: { app_password: null, ring_timeout_seconds: 30 } })).toBe(true)
    // Whatever is sent is judged: the schema must not forbid what the question is about.
    for (const asked of [null, 'hello', {}, { nodes: [{ id: 'a', type: 'b' }] }])
      expect(fits(bodyOf('workflow/validate', 'post'), { workflow_definition: asked })).toBe(true)
    expect((document.components.schemas.EventType as Json).enum).toContain('campaign_started')
  })

  test('a wrong example would be found', () => {
    const wrong = openApiDocument([thingRoute({ bodyExample: { name: '', more: 1 } })], OPTIONS)
    const faults = examplesOf(wrong).flatMap(judgeOf(wrong)) as { keyword: string }[]
    expect(faults.map((fault) => fault.keyword).sort()).toEqual(['additionalProperties', 'minLength'])
  })
})

function resolve(document: OpenApiDocument, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document)
}

interface Example {
  /** The JSON pointer to its schema. */
  pointer: string
  example: unknown
}

function examplesOf(document: OpenApiDocument): Example[] {
  const found: Example[] = []
  const walk = (value: unknown, place: string) => {
    if (value === null || typeof value !== 'object') return
    const { schema, example, examples } = value as { schema?: Json; example?: unknown; examples?: Record<string, Json> }
    const pointer = `${place}/schema`
    if (schema && example !== undefined) found.push({ pointer, example })
    if (schema && examples) found.push(...Object.values(examples).map((one) => ({ pointer, example: one.value })))
    for (const [name, inner] of Object.entries(value)) {
      if (name !== 'schema') walk(inner, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  }
  walk(document.paths, '/paths')
  walk(document.components.responses, '/components/responses')
  return found
}

function judgeOf(document: OpenApiDocument): (example: Example) => unknown[] {
  // Each schema is compiled once and judges a few examples: what would make the result faster costs more than it saves.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajvFormats.default(ajv)
  ajv.addSchema(closeObjects(document) as object, 'document')
  return ({ pointer, example }) => {
    const validate = ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
    return validate(example) ? [] : (validate.errors ?? [])
  }
}

/** Answers may gain fields, so the document leaves objects open; an example must not have one that nobody described. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects)
  if (value === null || typeof value !== 'object') return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closeObjects(one)]))
  const isObject = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner)
  return isObject ? { ...inner, additionalProperties: false } : inner
}
