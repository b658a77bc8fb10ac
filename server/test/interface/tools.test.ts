/** Credentials and tools over the interface, called against a service on this machine that misbehaves on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ConversationTools } from '../../src/agent/conversation-tools.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openEgress } from '../../src/kernel/egress.ts'
import { type AllowList, readAllowList } from '../../src/kernel/egress-rules.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { loadAgentTools } from '../../src/tools/agent-tool.ts'
import { afterFile } from '../after-file.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { DEFINITION, fresh, made, newCampaign, newWorkflow } from './things.ts'

let world: TestApp
let service: string
const asked: Array<{ request: IncomingMessage; body: string }> = []
let failures = 0

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.end('{"slot":{"start":"9:00"}}'),
  '/500': (response) => response.writeHead(500).end('{}'),
  '/html': (response) => response.end('<!doctype html><p>Maintenance'),
  '/redirect': (response) => response.writeHead(302, { location: '/ok' }).end(),
  '/large': (response) => response.end(`"${'x'.repeat(10_000_000)}"`),
  '/hang': () => {},
  '/once': (response) => response.writeHead(failures++ === 0 ? 503 : 200).end('{"slot":{"start":"9:00"}}'),
}

beforeAll(async () => {
  world = await testApp()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push({ request, body: Buffer.concat(chunks).toString() })
    ANSWERS[new URL(request.url as string, 'http://x').pathname]?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const newCredential = (type: string, data: Json) =>
  made<{ uuid: string }>(
    world.a.request('POST', '/api/v1/credentials/', {
      name: fresh('credential'),
      credential_type: type,
      credential_data: data,
    }),
  )

const definitionOf = (config: Json) => ({ schema_version: 1, type: 'http_api', config })
const newTool = (config: Json) =>
  made<{ tool_uuid: string; definition: { config: Json } }>(
    world.a.request('POST', '/api/v1/tools/', { name: fresh('tool'), definition: definitionOf(config) }),
  )
const testOf = async (config: Json, body: Json = {}) => {
  const { tool_uuid } = await newTool(config)
  return made(world.a.request('POST', `/api/v1/tools/${tool_uuid}/test`, body))
}
const RESULT = { result_variables: [{ name: 'slot', path: 'slot.start' }] }

describe('a credential', () => {
  test.each([
    ['api_key', { api_key: 'k-1234567' }, 'x-api-key', 'k-1234567'],
    ['api_key', { header_name: 'X-Token', api_key: 'k-1234567' }, 'x-token', 'k-1234567'],
    ['bearer_token', { token: 't-1234567' }, 'authorization', 'Bearer t-1234567'],
    ['basic_auth', { username: 'ada', password: 'p:ä' }, 'authorization', `Basic ${btoa('ada:p:\u00c3\u00a4')}`],
    ['custom_header', { header_name: 'X-Own', header_value: 'v-1234567' }, 'x-own', 'v-1234567'],
  ])('of the type %s reaches the service and is never shown', async (type, data, header, value) => {
    const { uuid } = await newCredential(type, data)
    const answer = await testOf({ method: 'GET', url: `${service}/ok`, credential_uuid: uuid })
    expect(answer).toMatchObject({ status: 'success', status_code: 200 })
    expect(asked.at(-1)?.request.headers[header]).toBe(value)
    const secret = Object.values(data).at(-1) as string
    const shown = [
      JSON.stringify(answer),
      (await world.a.request('GET', '/api/v1/credentials/')).text,
      (await world.a.request('GET', '/api/v1/audit-events')).text,
      JSON.stringify((await world.pool.query('select * from credentials')).rows),
    ]
    for (const text of shown) expect(text).not.toContain(secret)
  })

  test.each([
    ['bearer_token', {}, ['token']],
    ['bearer_token', { token: 'a\r\nX-Evil: 1' }, ['token']],
    ['api_key', { header_name: 'Host', api_key: 'x' }, ['header_name']],
    ['custom_header', { header_name: 'a b', header_value: 'x', more: 1 }, ['header_name', 'more']],
    ['basic_auth', { username: 'a:b', password: 'x' }, ['username']],
  ])('of the type %s with wrong data %j is refused without repeating the data', async (type, data, fields) => {
    const body = { name: fresh('wrong'), credential_type: type, credential_data: data }
    const answer = await world.a.request<{ detail: Array<{ loc: string[]; input: unknown }> }>(
      'POST',
      '/api/v1/credentials/',
      body,
    )
    expect(answer.status).toBe(422)
    expect(answer.body.detail.map(({ loc }) => loc.at(-1))).toEqual(fields)
    expect(answer.body.detail.every(({ input }) => input === null)).toBe(true)
  })

  test('is changed in place, and stays while a tool uses it', async () => {
    const { uuid } = await newCredential('bearer_token', { token: 'before-1' })
    const { tool_uuid } = await newTool({ method: 'GET', url: `${service}/ok`, credential_uuid: uuid })
    const at = `/api/v1/credentials/${uuid}`
    await made(world.a.request('PUT', at, { credential_data: { token: 'after-22' } }))
    await made(world.a.request('POST', `/api/v1/tools/${tool_uuid}/test`, {}))
    expect(asked.at(-1)?.request.headers.authorization).toBe('Bearer after-22')
    expect((await world.a.request('PUT', at, { credential_type: 'api_key' })).status).toBe(422)
    expect(await world.a.request('DELETE', at)).toMatchObject({ status: 409, body: { code: 'credential_in_use' } })
    await made(world.a.request('DELETE', `/api/v1/tools/${tool_uuid}`))
    await made(world.a.request('DELETE', at))
    await made(world.a.request('POST', `/api/v1/tools/${tool_uuid}/unarchive`))
    const lost = await made(world.a.request('POST', `/api/v1/tools/${tool_uuid}/test`, {}))
    expect(lost).toMatchObject({ status: 'error', reason: 'not_sent', tries: 0 })
  })
})

describe('a tool', () => {
  test.each([
    ['/500', { status_code: 500, reason: 'refused' }],
    ['/html', { status_code: 200, reason: 'unreadable' }],
    ['/redirect', { status_code: 302, reason: 'redirected' }],
    ['/large', { status_code: 200, reason: 'too_large' }],
    ['/hang', { status_code: null, reason: 'time_out' }],
  ])('whose service answers as %s fails with a reason, after one try', async (path, expected) => {
    const answer = await testOf({
      method: 'POST',
      url: service + path,
      timeout_ms: path === '/hang' ? 100 : 9000,
      ...RESULT,
    })
    expect(answer).toMatchObject({ status: 'error', data: null, tries: 1, ...expected })
    expect(answer.error).toEqual(expect.any(String))
  })

  test('that cannot be reached, or must not be, says so', async () => {
    expect(await testOf({ method: 'GET', url: 'http://127.0.0.1:1/' })).toMatchObject({ reason: 'not_reached' })
    expect(await testOf({ method: 'GET', url: 'http://169.254.169.254/' })).toMatchObject({
      reason: 'forbidden_address',
    })
  })

  test('is called a second time only if it is declared idempotent', async () => {
    failures = 0
    expect(await testOf({ method: 'POST', url: `${service}/once` })).toMatchObject({ status: 'error', tries: 1 })
    failures = 0
    const config = { method: 'POST', url: `${service}/once`, idempotent: true, ...RESULT }
    expect(await testOf(config)).toMatchObject({ status: 'success', tries: 2, variables: { slot: '9:00' } })
    const [first, second] = asked.slice(-2).map(({ request }) => request.headers['idempotency-key'])
    expect(first).toBe(second)
  })

  test('sends what the model and the presets give', async () => {
    const config = {
      method: 'post',
      url: `${service}/ok?for={{who}}`,
      parameters: [
        { name: 'who', type: 'string', description: 'x' },
        { name: 'count', type: 'number', description: 'x' },
      ],
      preset_parameters: [{ name: 'campaign', type: 'string', value_template: '{{initial_context.campaign}}' }],
    }
    const body = { llm_params: { who: 'Ada & Bo', count: '2' }, preset_params: { campaign: 'spring' } }
    expect(await testOf(config, body)).toMatchObject({
      status: 'success',
      request_url: `${service}/ok?for=Ada%20%26%20Bo`,
      request_body: { count: 2, campaign: 'spring' },
      consumed_path_params: ['who'],
    })
    expect(JSON.parse(asked.at(-1)?.body as string)).toEqual({ count: 2, campaign: 'spring' })
  })

  test('keeps its secret headers sealed, and keeps them when the mask comes back', async () => {
    const secret = 'very-secret-value'
    const made1 = await newTool({
      method: 'GET',
      url: `${service}/ok`,
      headers: { 'X-Key': secret, Accept: 'text/csv' },
    })
    const { config } = made1.definition
    expect(config.headers).toEqual({ 'X-Key': '*************alue', Accept: 'text/csv' })
    const at = `/api/v1/tools/${made1.tool_uuid}`
    await made(world.a.request('PUT', at, { definition: definitionOf({ ...config, timeout_ms: 900 }) }))
    await made(world.a.request('POST', `${at}/test`, {}))
    expect(asked.at(-1)?.request.headers['x-key']).toBe(secret)
    const moved = { ...config, url: 'https://other.example/' }
    expect((await world.a.request('PUT', at, { definition: definitionOf(moved) })).status).toBe(422)
    const rows = JSON.stringify((await world.pool.query('select * from tools')).rows)
    expect(rows).not.toContain(secret)
    expect((await world.a.request('GET', '/api/v1/audit-events')).text).not.toContain(secret)
  })

  test.each([
    [{ method: 'GET', url: 'https://{{host}}/' }, ['config', 'url']],
    [{ method: 'GET', url: 'file:///etc/passwd' }, ['config', 'url']],
    [{ method: 'TRACE', url: 'https://x.example/' }, ['config', 'method']],
    [{ method: 'GET', url: 'https://x.example/', headers: { Host: 'y' } }, ['config', 'headers']],
    [{ method: 'GET', url: 'https://x.example/', headers: { 'X-A': 'a\nb' } }, ['config', 'headers']],
    [{ method: 'GET', url: 'https://x.example/', body_template: { a: 1 } }, ['config', 'body_template']],
    [
      { method: 'GET', url: 'https://x.example/', result_variables: [{ name: '1x', path: 'a' }] },
      ['config', 'result_variables', '0', 'name'],
    ],
  ])('with %j is refused', async (config, path) => {
    const answer = await world.a.request<{ detail: Array<{ loc: string[] }> }>('POST', '/api/v1/tools/', {
      name: fresh('wrong'),
      definition: definitionOf(config),
    })
    expect(answer.status).toBe(422)
    expect(answer.body.detail[0]?.loc.slice(0, path.length + 2)).toEqual(['body', 'definition', ...path])
  })

  test('of a type that is a step of a workflow here is refused with the step to use', async () => {
    const body = { name: 'x', definition: { type: 'transfer_call', config: { destination: '+12025550100' } } }
    const { status, text } = await world.a.request('POST', '/api/v1/tools/', body)
    expect(status).toBe(422)
    expect(text).toContain('Use a transfer step instead')
  })

  test('is listed by status and category, and archived ones only when asked for', async () => {
    const { tool_uuid } = await newTool({ method: 'GET', url: `${service}/ok` })
    await made(world.a.request('DELETE', `/api/v1/tools/${tool_uuid}`))
    const uuids = async (query: string) =>
      ((await made<never>(world.a.request('GET', `/api/v1/tools/${query}`))) as Array<{ tool_uuid: string }>).map(
        (tool) => tool.tool_uuid,
      )
    expect(await uuids('')).not.toContain(tool_uuid)
    expect(await uuids('?status=archived')).toContain(tool_uuid)
    expect(await uuids('?status=active,archived&category=http_api')).toContain(tool_uuid)
    expect((await world.a.request('GET', '/api/v1/tools?status=gone')).status).toBe(422)
  })
})

describe('a workflow with tools', () => {
  const BOOKING = {
    method: 'POST',
    url: 'http://127.0.0.1:1/book',
    parameters: [{ name: 'day', type: 'string', description: 'x' }],
    result_variables: [{ name: 'booking', path: 'id' }],
    customMessage: 'One moment please.',
    example_response: { id: 'AB12' },
  }
  const definitionWith = (tool_uuid: string, tool_uuids: string[] = []) => ({
    nodes: [
      { id: 'start', type: 'startCall', data: { name: 'Start', greeting: 'Shall I book it?', tool_uuids } },
      { id: 'http', type: 'http', data: { name: 'Book', tool_uuid, arguments: { day: '{{first_name}}' } } },
      { id: 'done', type: 'endCall', data: { name: 'Done', say: 'Your number is {{booking}}.' } },
      { id: 'failed', type: 'endCall', data: { name: 'Failed', say: 'That did not work.' } },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'http', data: { label: 'yes', examples: ['yes'] } },
      { id: 'e2', source: 'start', target: 'failed', data: { label: 'no', examples: ['no'] } },
      { id: 'e3', source: 'http', target: 'done', data: {} },
      { id: 'e4', source: 'http', target: 'failed', data: { label: 'failed' } },
    ],
  })
  const save = (workflow_definition: unknown) =>
    world.a.request<{ detail: Array<{ loc: string[]; msg: string }> }>('POST', '/api/v1/workflow/create/definition', {
      name: fresh('workflow'),
      workflow_definition,
    })

  test('is refused if the organization has no such tool, or has archived it', async () => {
    const { tool_uuid } = await newTool(BOOKING)
    const { tool_uuid: archived } = await newTool(BOOKING)
    await made(world.a.request('DELETE', `/api/v1/tools/${archived}`))
    const unknown = await save(definitionWith('nothing', ['neither']))
    expect(unknown.status).toBe(422)
    const at = unknown.body.detail.map(({ loc }) => loc.slice(2).join('.'))
    expect(at).toEqual(['nodes.0.data.tool_uuids', 'nodes.1.data.tool_uuid'])
    expect((await save(definitionWith(archived))).body.detail[0]?.msg).toContain('is archived')
    const elsewhere = await world.b.request('POST', '/api/v1/workflow/create/definition', {
      name: 'x',
      workflow_definition: definitionWith(tool_uuid),
    })
    expect(elsewhere.status).toBe(422)
  })

  test('must say what happens when the tool fails', async () => {
    const { tool_uuid } = await newTool(BOOKING)
    const definition = definitionWith(tool_uuid)
    const without = { ...definition, edges: definition.edges.filter(({ id }) => id !== 'e4') }
    const { status, text } = await save(without)
    expect(status).toBe(422)
    expect(text).toContain('An http step needs an edge labelled failed')
  })

  test('needs no column for what its tools bring, and is tried without a request', async () => {
    const { tool_uuid } = await newTool(BOOKING)
    const workflow_id = await newWorkflow(world.a, definitionWith(tool_uuid, [tool_uuid]))
    const campaign = await newCampaign(world.a, { workflow_id })
    const variables = { first_name: 'Ada' }
    const contacts = [{ phone_number: '+13035550171', variables }]
    const enrolled = await world.a.request('POST', `/api/v1/campaign/${campaign.id}/contacts`, { contacts })
    expect(enrolled.body).toMatchObject({ added: 1, rejected: 0 })
    const preview = await made<{ variables: Array<{ name: string }> }>(
      world.a.request('GET', `/api/v1/contact-lists/${campaign.source_id}/preview?workflow_id=${workflow_id}`),
    )
    expect(preview.variables.map(({ name }) => name)).toEqual(['first_name'])
    const { try_id } = await made<{ try_id: string }>(
      world.a.request('POST', '/api/v1/workflow/try', { workflow_id, variables }),
    )
    const news = await made<{ said: Array<{ text: string }>; gathered: Json }>(
      world.a.request('POST', `/api/v1/workflow/try/${try_id}/say`, { text: 'yes' }),
    )
    expect(news.said.map(({ text }) => text).join(' ')).toContain('One moment please. Your number is AB12.')
    expect(news.gathered).toEqual({ booking: 'AB12' })
  })
})

describe('a fetch before the call', () => {
  const definitionWith = (data: Json) => {
    const [start, ...rest] = DEFINITION.nodes
    return { ...DEFINITION, nodes: [{ ...start, data: { ...start?.data, ...data } }, ...rest] }
  }
  const body = (data: Json) => ({ name: fresh('workflow'), workflow_definition: definitionWith(data) })
  const CREATE = '/api/v1/workflow/create/definition'

  test('needs an address, and a credential that exists', async () => {
    const without = await world.a.request('POST', CREATE, body({ pre_call_fetch_mode: 'always' }))
    expect(without).toMatchObject({ status: 422 })
    expect(without.text).toContain('A fetch before the call needs an address.')
    const unknown = { pre_call_fetch_mode: 'always', pre_call_fetch_url: service, pre_call_fetch_credential_uuid: 'x' }
    expect((await world.a.request('POST', CREATE, body(unknown))).text).toContain('has no credential x')
  })

  test('sends a credential only to an address that an admin key has chosen', async () => {
    const { uuid } = await newCredential('bearer_token', { token: 'secret-1' })
    const data = {
      pre_call_fetch_mode: 'always',
      pre_call_fetch_url: 'https://crm.example.com/who',
      pre_call_fetch_credential_uuid: uuid,
    }
    const { api_key } = await made<{ api_key: string }>(
      world.a.request('POST', '/api/v1/user/api-keys', { name: 'operator', scope: 'operate' }),
    )
    const operate = { headers: { 'x-api-key': api_key } }
    expect(await world.request('POST', CREATE, body(data), operate)).toMatchObject({ status: 403 })
    const { id } = await made(world.a.request('POST', CREATE, body(data)))
    const at = `/api/v1/workflow/${id}`
    const change = (more: Json) => ({ workflow_definition: definitionWith({ ...data, ...more }) })
    expect((await world.request('PUT', at, change({ greeting: 'Good morning.' }), operate)).status).toBe(200)
    const elsewhere = change({ pre_call_fetch_url: 'https://evil.example.com/' })
    expect(await world.request('PUT', at, elsewhere, operate)).toMatchObject({ status: 403 })
    expect((await world.a.request('PUT', at, elsewhere)).status).toBe(200)
    const { name } = await made<{ name: string }>(world.a.request('GET', `/api/v1/workflow/fetch/${id}`))
    const refused = { status: 409, body: { code: 'credential_in_use', details: { used_by: [name] } } }
    expect(await world.a.request('DELETE', `/api/v1/credentials/${uuid}`)).toMatchObject(refused)
    await made(world.a.request('PUT', at, change({ pre_call_fetch_credential_uuid: null })))
    expect(await world.request('POST', `${at}/versions/1/restore`, {}, operate)).toMatchObject({ status: 403 })
    await made(world.a.request('DELETE', `/api/v1/credentials/${uuid}`))
  })
})

describe('an MCP server', () => {
  let address: string
  const keys: unknown[] = []
  const booked: unknown[] = []
  let whileAsked: (() => Promise<unknown>) | null = null

  beforeAll(async () => {
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: 'calendar', version: '1.0.0' })
      const input = z.object({ day: z.string().describe('The day.') })
      const find = { description: 'Finds a free slot.', inputSchema: input, annotations: { readOnlyHint: true } }
      server.registerTool('find_slot', find, async ({ day }) => ({
        content: [{ type: 'text', text: `${day} at nine` }],
      }))
      const guests = z.array(z.string()).optional().describe('Who comes along.')
      const booking = input.extend({ guests })
      server.registerTool('book', { description: 'Books it.', inputSchema: booking }, async ({ day }) => {
        booked.push(day)
        if (day === 'never') return { isError: true, content: [{ type: 'text', text: 'closed' }] }
        return { content: [{ type: 'text', text: 'done' }] }
      })
      return server
    })
    const server = createServer(async (request, response) => {
      if (request.url === '/hang') return
      keys.push(request.headers.authorization)
      await whileAsked?.()
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string])
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
      const answer = await handler.fetch(
        new Request(`http://127.0.0.1${request.url}`, { method: request.method ?? 'GET', headers, ...body }),
      )
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    afterFile(() => {
      server.closeAllConnections()
      server.close()
    })
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  const newServer = (config: Json) =>
    made<{ tool_uuid: string; definition: { config: { discovered_tools: Array<{ name: string }> } } }>(
      world.a.request('POST', '/api/v1/tools/', { name: fresh('server'), definition: { type: 'mcp', config } }),
    )
  const agentTools = async (uuid: string) => {
    const egress = await openEgress({
      clock: systemClock,
      allow: readAllowList(['127.0.0.1']) as AllowList,
      look: async () => ({ alone: false, grants: [] }),
    })
    afterFile(() => egress.close())
    const deps = { db: openDatabase(world.pool), clock: systemClock, secrets: world.app.secrets, egress }
    return loadAgentTools(deps, world.a.organizationId, [uuid])
  }
  const call = (day: string) => ({ arguments: { day }, variables: {}, gathered: {} })

  test('is asked for its tools, with its credential, and its tools are called', async () => {
    const { uuid } = await newCredential('bearer_token', { token: 'mcp-secret' })
    const invented = [{ name: 'invented' }]
    const config = { url: `${address}/mcp`, credential_uuid: uuid, discovered_tools: invented }
    const { tool_uuid, definition } = await newServer(config)
    expect(definition.config.discovered_tools).toMatchObject([
      { name: 'find_slot', read_only: true, parameters: [{ name: 'day', type: 'string', description: 'The day.' }] },
      { name: 'book', read_only: false, parameters: [{ name: 'day' }, { name: 'guests', items: { type: 'string' } }] },
    ])
    expect(new Set(keys)).toEqual(new Set(['Bearer mcp-secret']))
    const [find, book] = await agentTools(tool_uuid)
    expect([find?.acts, book?.acts]).toEqual([false, true])
    expect(await find?.call(call('Monday'))).toMatchObject({ ok: true, data: 'Monday at nine' })
    expect(await book?.call(call('Tuesday'))).toMatchObject({ ok: true, data: 'done' })
    expect(await book?.call(call('never'))).toMatchObject({ ok: false, reason: 'refused', data: 'closed' })
    expect(booked).toEqual(['Tuesday', 'never'])
    // The server may have done it all the same: the same call is not made again.
    const tools = new ConversationTools([book as NonNullable<typeof book>], () => {})
    for (let time = 0; time < 2; time += 1) {
      const { result } = tools.start(book as NonNullable<typeof book>, call('never'), 'start')
      expect(await result).toMatchObject({ ok: false })
    }
    expect(booked).toEqual(['Tuesday', 'never', 'never'])
    expect((await world.a.request('POST', `/api/v1/tools/${tool_uuid}/test`, {})).status).toBe(409)
  })

  test('offers what its list allows, and to a step what the step allows', async () => {
    const { tool_uuid } = await newServer({ url: `${address}/mcp`, tools_filter: ['find_slot'] })
    expect((await agentTools(tool_uuid)).map(({ name }) => name)).toEqual(['find_slot'])
    const { tool_uuid: all } = await newServer({ url: `${address}/mcp` })
    const tools = new ConversationTools(await agentTools(all), () => {})
    expect(tools.offeredBy(all, []).map(({ name }) => name)).toEqual(['find_slot', 'book'])
    expect(tools.offeredBy(all, ['book']).map(({ name }) => name)).toEqual(['book'])
    expect(tools.find(all)).toBeNull()
  })

  test('that is looked at again keeps what was changed meanwhile', async () => {
    const config = { url: `${address}/mcp` }
    const { tool_uuid } = await newServer(config)
    whileAsked = async () => {
      whileAsked = null
      const definition = { type: 'mcp', config: { ...config, tools_filter: ['find_slot'] } }
      await made(world.a.request('PUT', `/api/v1/tools/${tool_uuid}`, { definition }))
    }
    await made(world.a.request('POST', `/api/v1/tools/${tool_uuid}/mcp/refresh`))
    const { definition } = await made<{ definition: { config: Json } }>(
      world.a.request('GET', `/api/v1/tools/${tool_uuid}`),
    )
    expect(definition.config).toMatchObject({ tools_filter: ['find_slot'] })
  })

  test('that is away keeps what was known of it, and fails with a reason', async () => {
    const { tool_uuid } = await newServer({ url: `${address}/mcp`, timeout_secs: 1 })
    await world.pool.query(`update tools set definition = jsonb_set(definition, '{config,url}', $2) where uuid = $1`, [
      tool_uuid,
      JSON.stringify(`${address}/hang`),
    ])
    const [find] = await agentTools(tool_uuid)
    expect(await find?.call(call('Monday'))).toMatchObject({ ok: false, reason: 'time_out' })
    await world.pool.query(
      `update tools set definition = jsonb_set(definition, '{config,url}', '"http://169.254.169.254/"') where uuid = $1`,
      [tool_uuid],
    )
    const refreshed = await made<{ discovered_tools: Json[]; error: string }>(
      world.a.request('POST', `/api/v1/tools/${tool_uuid}/mcp/refresh`),
    )
    expect(refreshed.discovered_tools).toHaveLength(2)
    expect(refreshed.error).toMatch(/never reached/)
  })
})

test('the catalogue of node types has no key that public clients refuse, and one object is not shown as a list', async () => {
  // The fields of a property that the public Python client accepts; it refuses every other one.
  const KNOWN = new Set(
    'name type display_name description default required placeholder options properties min_value max_value min_length max_length pattern'.split(
      ' ',
    ),
  )
  interface Shown {
    name: string
    type: string
    properties: Shown[] | null
  }
  const { node_types } = await made<{ node_types: Array<{ name: string; properties: Shown[] }> }>(
    world.a.request('GET', '/api/v1/node-types'),
  )
  const all = (properties: Shown[]): Shown[] => properties.flatMap((one) => [one, ...all(one.properties ?? [])])
  const properties = node_types.flatMap((type) => all(type.properties))
  expect(properties.flatMap((one) => Object.keys(one)).filter((key) => !KNOWN.has(key))).toEqual([])
  const collect = properties.find(({ name }) => name === 'collect')
  expect(collect).toMatchObject({ type: 'json', properties: expect.arrayContaining([]) })
  expect(properties.find(({ name }) => name === 'extract')?.type).toBe('fixed_collection')
})
