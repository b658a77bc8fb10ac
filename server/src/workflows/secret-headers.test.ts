import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openServer } from '../http/server.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { workflowRoutes } from './routes.ts'
import type { WorkflowDefinition } from './rules/definition.ts'
import { sealStoredHeaders } from './seal-stored-headers.ts'
import { openHeaders, secretsOfWorkflow } from './secret-headers.ts'

const BASE = '/api/v1/workflow'
const KEY = 'Bearer key-of-the-crm-1234'
const MASK = '**********************1234'
const secrets = openSecretBox([Buffer.alloc(32, 7)])
let db: Database
let app: FastifyInstance

beforeAll(async () => {
  const { pool } = await testDatabase()
  db = openDatabase(pool)
  const { id } = await db
    .insertInto('organizations')
    .values({ name: 'ours', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  app = await openServer({
    log: silentLog,
    routes: workflowRoutes({ db, clock: systemClock, secrets, problemsHere: async () => [] }),
    authenticate: async () => ({
      organizationId: id,
      apiKeyId: 1,
      userId: null,
      author: 'API key 1',
      scope: 'admin',
      sessionId: null,
    }),
    rateLimitPerMinute: 0,
  })
})
afterAll(() => app.close())

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await app.inject({ method, url, headers: { 'x-api-key': 'any' }, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}

function definition(headers: object, greeting = 'Hello.'): WorkflowDefinition {
  return {
    nodes: [
      { id: 'start', type: 'startCall', data: { greeting } },
      { id: 'end', type: 'endCall', data: { say: 'Good-bye.' } },
      { id: 'crm', type: 'webhook', data: { url: 'https://crm.example.com/', headers } },
    ],
    edges: [{ id: 'on', source: 'start', target: 'end', data: {} }],
  }
}

function headersIn({ nodes }: WorkflowDefinition): Record<string, string> {
  const [node] = nodes.filter(({ id }) => id === 'crm')
  return (node?.data as { headers: Record<string, string> } | undefined)?.headers ?? {}
}

async function create(headers: object) {
  const made = await call('POST', `${BASE}/create/definition`, {
    name: 'Told',
    workflow_definition: definition(headers),
  })
  expect(made.status).toBe(200)
  return made
}

async function stored(workflowId: number) {
  const rows = await db
    .selectFrom('workflow_definitions')
    .select(['id', 'definition'])
    .where('workflow_id', '=', workflowId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, definition: row.definition as WorkflowDefinition }))
}

test('a key in a header lies sealed, and no answer shows it', async () => {
  const made = await create({ Authorization: KEY, 'Content-Type': 'application/json', 'X-Contact': 'Bearer {{token}}' })
  const { id } = made.body
  expect(headersIn(made.body.workflow_definition)).toEqual({
    Authorization: MASK,
    'Content-Type': 'application/json',
    'X-Contact': 'Bearer {{token}}',
  })
  // What columns of the list fill is still asked of the list.
  expect(made.body.template_context_variables).toEqual({ token: null })
  const changed = definition({ Authorization: 'Bearer another-key-9876' })
  const answers = [
    made,
    await call('GET', `${BASE}/fetch/${id}`),
    await call('PUT', `${BASE}/${id}`, { workflow_definition: changed }),
    await call('GET', `${BASE}/${id}/versions`),
    await call('GET', `${BASE}/${id}/versions/1`),
    await call('GET', `${BASE}/${id}/versions/2/compare`),
    await call('POST', `${BASE}/${id}/versions/1/restore`),
    await call('POST', `${BASE}/${id}/validate`),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/key-of-the-crm|another-key|sealed:/)
  }
  expect(answers[5]?.body.nodes).toMatchObject([{ id: 'crm', fields: [{ field: 'headers' }] }])
  const versions = await stored(id)
  expect(JSON.stringify(versions)).not.toMatch(/key-of-the-crm|another-key/)
  expect(
    versions.map((one) => headersIn(openHeaders(one.definition, secretsOfWorkflow(secrets, id))).Authorization),
  ).toEqual([KEY, 'Bearer another-key-9876', KEY])
})

test('what was read can be sent back: the key stays, and nothing counts as changed', async () => {
  const { body } = await create({ Authorization: KEY })
  const { body: read } = await call('GET', `${BASE}/fetch/${body.id}`)
  const same = await call('PUT', `${BASE}/${body.id}`, { workflow_definition: read.workflow_definition })
  expect(same.body).toMatchObject({ version_number: 1 })
  const spoken = { ...read.workflow_definition, nodes: definition({}, 'Good day.').nodes.slice(0, 2) }
  spoken.nodes.push(read.workflow_definition.nodes[2])
  const next = await call('PUT', `${BASE}/${body.id}`, { workflow_definition: spoken })
  expect(next.body).toMatchObject({ version_number: 2 })
  const [, second] = await stored(body.id)
  expect(
    headersIn(openHeaders(second?.definition as WorkflowDefinition, secretsOfWorkflow(secrets, body.id))).Authorization,
  ).toBe(KEY)
  expect((await call('GET', `${BASE}/${body.id}/versions/2/compare`)).body.nodes).toMatchObject([
    { id: 'start', fields: [{ field: 'greeting' }] },
  ])
})

test('a mask of nothing that is stored is refused, never stored', async () => {
  const { body } = await create({ Authorization: KEY })
  const wrong = { workflow_definition: definition({ Authorization: '*******5678' }) }
  const answer = await call('PUT', `${BASE}/${body.id}`, wrong)
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toMatchObject([
    { loc: ['body', 'workflow_definition', 'nodes', '2', 'data', 'headers', 'Authorization'], type: 'value_error' },
  ])
  const made = await call('POST', `${BASE}/create/definition`, { name: 'Copy', ...wrong })
  expect(made.status).toBe(422)
})

test('a changed address needs its keys again: nobody has one sent to where they like', async () => {
  const { body } = await create({ Authorization: KEY, 'Content-Type': 'application/json' })
  const elsewhere = (headers: object) => {
    const moved = definition(headers)
    Object.assign(moved.nodes[2]?.data as object, { url: 'https://elsewhere.example.com/' })
    return call('PUT', `${BASE}/${body.id}`, { workflow_definition: moved })
  }
  const refused = await elsewhere({ Authorization: MASK, 'Content-Type': 'application/json' })
  expect(refused.status).toBe(422)
  expect(refused.body.detail).toMatchObject([
    {
      loc: ['body', 'workflow_definition', 'nodes', '2', 'data', 'headers', 'Authorization'],
      msg: 'Value error, the address has changed; send this header again',
    },
  ])
  expect((await elsewhere({ Authorization: 'Bearer of-the-other-5678' })).status).toBe(200)
  expect((await elsewhere({ 'Content-Type': 'application/json' })).status).toBe(200)
})

test('what an earlier version stored in clear is shown masked and sealed by the duty', async () => {
  const { body } = await create({ Authorization: KEY })
  const clear = JSON.stringify(definition({ Authorization: KEY }))
  await db.updateTable('workflow_definitions').set({ definition: clear }).where('workflow_id', '=', body.id).execute()
  expect((await call('GET', `${BASE}/fetch/${body.id}`)).text).not.toContain('key-of-the-crm')
  const duty = sealStoredHeaders({ db, log: silentLog, secrets })
  expect(await duty.runOnce()).toEqual({ sealed: 1, failed: 0 })
  expect(await duty.runOnce()).toEqual({ sealed: 0, failed: 0 })
  const [only] = await stored(body.id)
  expect(JSON.stringify(only)).not.toContain('key-of-the-crm')
  expect(
    headersIn(openHeaders(only?.definition as WorkflowDefinition, secretsOfWorkflow(secrets, body.id))).Authorization,
  ).toBe(KEY)
})
