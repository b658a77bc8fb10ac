import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openServer } from '../http/server.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { SAMPLE_WORKFLOWS } from '../samples/sample-workflows.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { workflowRoutes } from './routes.ts'

const BASE = '/api/v1/workflow'
const definition = SAMPLE_WORKFLOWS[0].definition

const secrets = openSecretBox([Buffer.alloc(32, 7)])
let app: FastifyInstance
let db: Database
const organizations: Record<string, number> = {}

beforeAll(async () => {
  const database = await testDatabase()
  db = openDatabase(database.pool)
  for (const key of ['ours', 'theirs']) {
    const row = await db
      .insertInto('organizations')
      .values({ name: key, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    organizations[key] = row.id
  }
  app = await openServer({
    log: silentLog,
    routes: workflowRoutes({ db, clock: systemClock, secrets, problemsHere: async () => [] }),
    authenticate: async (key) => {
      const organizationId = organizations[key]
      return organizationId === undefined
        ? null
        : { organizationId, apiKeyId: organizationId, userId: null, author: 'test', scope: 'admin', sessionId: null }
    },
    rateLimitPerMinute: 0,
  })
})

afterAll(() => app.close())

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, key = 'ours') {
  const answer = await app.inject({
    method,
    url,
    headers: { 'x-api-key': key },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function create(name: string, key = 'ours') {
  const { status, body } = await call(
    'POST',
    `${BASE}/create/definition`,
    { name, workflow_definition: definition },
    key,
  )
  expect(status).toBe(200)
  return body
}

const faults = (body: { detail: { loc: string[]; type: string; msg: string }[] }) =>
  body.detail.map(({ loc, type }) => [loc.join('.'), type])

describe('creating', () => {
  test('answers the whole workflow as its first version', async () => {
    const workflow = await create('Reminder')
    expect(workflow).toEqual({
      id: expect.any(Number),
      workflow_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Reminder',
      status: 'active',
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      workflow_definition: definition,
      current_definition_id: expect.any(Number),
      template_context_variables: expect.any(Object),
      total_runs: 0,
      version_number: 1,
      warnings: [],
    })
    expect((await call('GET', `${BASE}/fetch/${workflow.id}`)).body).toEqual(workflow)
  })

  test('names every fault of body and definition in one answer, at its place in workflow_definition', async () => {
    const { status, body } = await call('POST', `${BASE}/create/definition`, {
      name: '',
      workflow_definition: {
        nodes: [
          { id: 'start', type: 'startCall', data: { greeting: 7 } },
          { id: 'lost', type: 'endCall', data: { say: 'Good-bye.' } },
        ],
        edges: [],
      },
    })
    expect(status).toBe(422)
    expect(faults(body)).toContainEqual(['body.name', 'string_too_short'])
    expect(faults(body)).toContainEqual(['body.workflow_definition.nodes.0.data.greeting', 'string_type'])
    const graph = body.detail.filter((fault: { type: string }) => fault.type === 'value_error')
    expect(graph.length).toBeGreaterThan(0)
    for (const fault of graph) {
      expect(fault.loc.slice(0, 2)).toEqual(['body', 'workflow_definition'])
      expect(fault.msg).toMatch(/^Value error, /)
      expect(fault.ctx).toEqual({ error: fault.msg.replace('Value error, ', '') })
    }
  })

  test('needs a name and a definition', async () => {
    const { status, body } = await call('POST', `${BASE}/create/definition`, {})
    expect(status).toBe(422)
    expect(faults(body)).toEqual([
      ['body.name', 'missing'],
      ['body.workflow_definition', 'missing'],
    ])
  })

  test('a definition that is no object is refused', async () => {
    const { status, body } = await call('POST', `${BASE}/create/definition`, {
      name: 'x',
      workflow_definition: 'hello',
    })
    expect(status).toBe(422)
    expect(faults(body)).toEqual([['body.workflow_definition', 'dict_type']])
  })

  test('is told as an event', async () => {
    const workflow = await create('Told')
    const events = await db
      .selectFrom('events')
      .selectAll()
      .where('organization_id', '=', organizations.ours!)
      .execute()
    const told = events.filter((event) => (event.data as { workflow_id: number }).workflow_id === workflow.id)
    expect(told.map((event) => event.type)).toEqual(['workflow_created'])
  })
})

describe('saving', () => {
  test('a changed definition becomes the next version, an unchanged one does not', async () => {
    const first = await create('Versions')
    const reordered = Object.fromEntries(Object.entries(definition).reverse())
    const same = await call('PUT', `${BASE}/${first.id}`, { workflow_definition: reordered })
    expect(same.body).toMatchObject({ version_number: 1, current_definition_id: first.current_definition_id })
    const changed = { ...definition, settings: { recording: true } }
    const second = await call('PUT', `${BASE}/${first.id}`, { workflow_definition: changed })
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ version_number: 2, workflow_definition: changed })
    expect(second.body.current_definition_id).not.toBe(first.current_definition_id)
    const versions = await db
      .selectFrom('workflow_definitions')
      .select('version_number')
      .where('workflow_id', '=', first.id)
      .orderBy('version_number')
      .execute()
    expect(versions.map((row) => row.version_number)).toEqual([1, 2])
  })

  test('refuses a change that is based on an older version, and saves nothing of it', async () => {
    const { body: first } = await call('POST', `${BASE}/create/definition`, {
      name: 'edited by two',
      workflow_definition: definition,
    })
    const path = `${BASE}/${first.id}`
    const mine = { ...definition, settings: { maxCallDuration: 100 } }
    const theirs = { ...definition, settings: { maxCallDuration: 200 } }
    expect((await call('PUT', path, { workflow_definition: theirs, base_version_number: 1 })).status).toBe(200)
    const refused = await call('PUT', path, { name: 'mine', workflow_definition: mine, base_version_number: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'workflow_changed', details: { version_number: 2 } } })
    const { body: kept } = await call('GET', `${BASE}/fetch/${first.id}`)
    expect(kept).toMatchObject({ name: 'edited by two', version_number: 2 })
    expect((await call('PUT', path, { workflow_definition: mine, base_version_number: 2 })).body.version_number).toBe(3)
  })

  test('a client that knows no settings does not lose them; null clears them', async () => {
    const { id } = await create('Settings')
    const settings = { recording: true, language: 'en' }
    await call('PUT', `${BASE}/${id}`, { workflow_definition: { ...definition, settings } })
    const { settings: _, ...graph } = { ...definition, settings }
    const kept = await call('PUT', `${BASE}/${id}`, { workflow_definition: graph })
    expect(kept.body).toMatchObject({ version_number: 2, workflow_definition: { settings } })
    const cleared = await call('PUT', `${BASE}/${id}`, { workflow_definition: { ...graph, settings: null } })
    expect(cleared.body).toMatchObject({ version_number: 3, workflow_definition: { settings: null } })
  })

  test('what has no effect is kept, and named in the answer', async () => {
    const { id } = await create('Misspelt')
    const changed = { ...definition, settings: { recording_consnt: 'We record.' } }
    const { status, body } = await call('PUT', `${BASE}/${id}`, { workflow_definition: changed })
    expect(status).toBe(200)
    expect(body).toMatchObject({ workflow_definition: changed })
    expect(body.warnings).toEqual([expect.objectContaining({ field: 'settings.recording_consnt' })])
  })

  test('going back to an older definition is a new version too', async () => {
    const { id } = await create('There and back')
    await call('PUT', `${BASE}/${id}`, { workflow_definition: { ...definition, settings: { recording: true } } })
    const back = await call('PUT', `${BASE}/${id}`, { workflow_definition: definition })
    expect(back.body.version_number).toBe(3)
  })

  test('two saves at once make two versions', async () => {
    const { id } = await create('At once')
    const voices = ['one', 'two', 'three', 'four']
    const saves = voices.map((voice) =>
      call('PUT', `${BASE}/${id}`, { workflow_definition: { ...definition, settings: { voice } } }),
    )
    const answers = await Promise.all(saves)
    expect(answers.map((answer) => answer.body.version_number).sort()).toEqual([2, 3, 4, 5])
  })

  test('name and status change alone; null and absent leave things as they are', async () => {
    const { id } = await create('Old name')
    const renamed = await call('PUT', `${BASE}/${id}`, { name: 'New name', workflow_definition: null, status: null })
    expect(renamed.body).toMatchObject({ name: 'New name', status: 'active', version_number: 1 })
    const archived = await call('PUT', `${BASE}/${id}`, { status: 'archived' })
    expect(archived.body).toMatchObject({ name: 'New name', status: 'archived', version_number: 1 })
  })

  test('an invalid definition or an unknown status is refused and changes nothing', async () => {
    const workflow = await create('Stays')
    const { status, body } = await call('PUT', `${BASE}/${workflow.id}`, {
      name: 'Gone',
      status: 'asleep',
      workflow_definition: { nodes: [], edges: [] },
    })
    expect(status).toBe(422)
    expect(faults(body)).toContainEqual(['body.status', 'literal_error'])
    expect(faults(body).some(([loc]) => loc?.startsWith('body.workflow_definition'))).toBe(true)
    expect((await call('GET', `${BASE}/fetch/${workflow.id}`)).body).toEqual(workflow)
  })
})

describe('lists', () => {
  test('show what the interface names, and filter by status', async () => {
    const kept = await create('Kept', 'theirs')
    const archived = await create('Archived', 'theirs')
    await call('PUT', `${BASE}/${archived.id}`, { status: 'archived' }, 'theirs')
    const ids = async (query: string) =>
      (await call('GET', `${BASE}/fetch${query}`, undefined, 'theirs')).body.map((one: { id: number }) => one.id)
    expect((await call('GET', `${BASE}/fetch?status=active`, undefined, 'theirs')).body).toEqual([
      {
        id: kept.id,
        name: 'Kept',
        status: 'active',
        created_at: kept.created_at,
        total_runs: 0,
        workflow_uuid: kept.workflow_uuid,
      },
    ])
    expect(await ids('?status=archived')).toEqual([archived.id])
    expect(await ids('?status=active,archived')).toEqual([kept.id, archived.id])
    expect(await ids('')).toEqual([kept.id, archived.id])
    expect(await ids('?limit=1&offset=1')).toEqual([archived.id])
    expect((await call('GET', `${BASE}/summary?status=active`, undefined, 'theirs')).body).toEqual([
      { id: kept.id, name: 'Kept' },
    ])
  })

  test('refuse an unknown status', async () => {
    for (const list of ['fetch', 'summary']) {
      const { status, body } = await call('GET', `${BASE}/${list}?status=active,gone`)
      expect([status, ...faults(body)]).toEqual([422, ['query.status', 'literal_error']])
    }
  })

  test('total_runs is the dials of its campaigns plus the calls without a campaign', async () => {
    const { id, current_definition_id: definitionId } = await create('Counted')
    const organizationId = organizations.ours as number
    await insertCampaign(organizationId, id, 3)
    await insertCampaign(organizationId, id, 4)
    await insertCall(organizationId, id, definitionId)
    expect((await call('GET', `${BASE}/fetch/${id}`)).body.total_runs).toBe(8)
    const listed = (await call('GET', `${BASE}/fetch`)).body.find((one: { id: number }) => one.id === id)
    expect(listed.total_runs).toBe(8)
  })
})

describe('validating', () => {
  test('a stored workflow', async () => {
    const { id } = await create('Valid')
    const { status, body } = await call('POST', `${BASE}/${id}/validate`)
    expect([status, body]).toEqual([200, { is_valid: true, errors: [], warnings: [] }])
  })

  test('a definition that is not saved, whatever it is', async () => {
    const good = await call('POST', `${BASE}/validate`, { workflow_definition: definition })
    expect(good).toEqual({ status: 200, body: { is_valid: true, errors: [], warnings: [] } })
    for (const bad of [
      null,
      'hello',
      [],
      {},
      { nodes: [], edges: [] },
      { nodes: [{ id: 'a', type: 'b' }], edges: [] },
    ]) {
      const { status, body } = await call('POST', `${BASE}/validate`, { workflow_definition: bad })
      expect([status, body.is_valid]).toEqual([200, false])
      expect(Object.keys(body.errors[0])).toEqual(['kind', 'id', 'field', 'message'])
    }
    const missing = await call('POST', `${BASE}/validate`, {})
    expect([missing.status, ...faults(missing.body)]).toEqual([422, ['body.workflow_definition', 'missing']])
  })
})

describe('the catalogue of node types', () => {
  test('is served whole and one by one', async () => {
    const { body } = await call('GET', '/api/v1/node-types')
    expect(body.node_types.map((type: { name: string }) => type.name)).toContain('startCall')
    const one = await call('GET', '/api/v1/node-types/startCall')
    expect([one.status, one.body]).toEqual([200, body.node_types[0]])
  })

  test('does not know every name', async () => {
    for (const name of ['nobody', 'constructor']) {
      const { status, body } = await call('GET', `/api/v1/node-types/${name}`)
      expect([status, body.code]).toEqual([404, 'node_type_not_found'])
    }
  })
})

describe("another organization's workflow is answered like an unknown one", () => {
  test.each([
    ['GET', 'fetch/ID'],
    ['PUT', 'ID'],
    ['POST', 'ID/validate'],
  ] as const)('%s %s', async (method, path) => {
    const theirs = await create('Secret', 'theirs')
    const asked = async (id: number | string) =>
      call(method, `${BASE}/${path.replace('ID', String(id))}`, method === 'PUT' ? { name: 'mine' } : undefined)
    const [unknown, foreign] = [await asked(999_999), await asked(theirs.id)]
    expect(unknown.status).toBe(404)
    expect(unknown.body.code).toBe('workflow_not_found')
    expect(foreign).toEqual(unknown)
    const wrong = await asked('x')
    expect([wrong.status, ...faults(wrong.body)]).toEqual([422, ['path.workflow_id', 'int_parsing']])
    expect((await call('GET', `${BASE}/fetch/${theirs.id}`, undefined, 'theirs')).body).toEqual(theirs)
  })
})

test('every route needs a key', async () => {
  for (const { method, path } of workflowRoutes({ db, clock: systemClock, secrets, problemsHere: async () => [] })) {
    const { statusCode } = await app.inject({ method, url: path.replace('{workflow_id}', '1') })
    expect([path, statusCode]).toEqual([path, 401])
  }
})

async function insertCampaign(organizationId: number, workflowId: number, executed: number): Promise<void> {
  const now = new Date()
  const list = await db
    .insertInto('contact_lists')
    .values({
      organization_id: organizationId,
      source_id: `list-${workflowId}-${executed}`,
      filename: 'list.csv',
      status: 'ready',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('campaigns')
    .values({
      organization_id: organizationId,
      name: 'campaign',
      workflow_id: workflowId,
      state: 'completed',
      source_type: 'csv',
      source_id: 'list',
      list_id: list.id,
      max_concurrency: 1,
      retry_config: '{}',
      circuit_breaker: '{}',
      executed_count: executed,
      total_queued_count: executed,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

async function insertCall(organizationId: number, workflowId: number, definitionId: number): Promise<void> {
  const now = new Date()
  await db
    .insertInto('calls')
    .values({
      organization_id: organizationId,
      direction: 'inbound',
      workflow_id: workflowId,
      definition_id: definitionId,
      telephony_configuration_id: 1,
      provider: 'simulator',
      phone_number: '+12025550100',
      address_type: 'pstn',
      state: 'ended',
      live: false,
      node_id: 'node',
      claimed_at: now,
      news_at: now,
      deadline_at: now,
    })
    .execute()
}

describe('versions', () => {
  const changed = (words: string) => {
    const [first, ...others] = definition.nodes
    return { ...definition, nodes: [{ ...first, data: { ...first?.data, greeting: words } }, ...others] }
  }

  test('are listed, read, compared and restored; nothing is lost', async () => {
    const { id } = await create('Versioned')
    const url = `${BASE}/${id}/versions`
    await call('PUT', `${BASE}/${id}`, { workflow_definition: changed('Good day.') })
    const { body: list } = await call('GET', url)
    expect(
      list.versions.map((one: { version_number: number; is_current: boolean }) => [one.version_number, one.is_current]),
    ).toEqual([
      [2, true],
      [1, false],
    ])
    expect((await call('GET', `${url}/1`)).body.workflow_definition).toEqual(definition)
    expect((await call('GET', `${url}?limit=1&offset=1`)).body.versions).toMatchObject([{ version_number: 1 }])
    const { body: difference } = await call('GET', `${url}/2/compare`)
    expect(difference).toMatchObject({
      version_number: 2,
      with_version_number: 1,
      is_same: false,
      edges: [],
      settings: [],
    })
    expect(difference.nodes).toMatchObject([{ change: 'changed', fields: [{ field: 'greeting', after: 'Good day.' }] }])
    expect((await call('GET', `${url}/1/compare?with=1`)).body.is_same).toBe(true)
    const restored = await call('POST', `${url}/1/restore`)
    expect(restored).toMatchObject({ status: 200, body: { id, version_number: 3, workflow_definition: definition } })
    expect((await call('GET', `${url}/3/compare?with=1`)).body.is_same).toBe(true)
    expect((await call('GET', url)).body.versions).toHaveLength(3)
  })

  test('of others, and those that never were, are not found', async () => {
    const { id } = await create('Ours')
    for (const [key, number] of [
      ['theirs', 1],
      ['ours', 2],
    ] as const) {
      const url = `${BASE}/${id}/versions/${number}`
      for (const [method, path] of [
        ['GET', url],
        ['GET', `${url}/compare`],
        ['POST', `${url}/restore`],
      ] as const) {
        expect((await call(method, path, undefined, key)).body.code).toBe('workflow_version_not_found')
      }
    }
    expect((await call('GET', `${BASE}/${id}/versions`, undefined, 'theirs')).status).toBe(404)
  })

  test('a version that breaks a rule of today is not restored, and the reason is told', async () => {
    const { id } = await create('Old')
    await call('PUT', `${BASE}/${id}`, { workflow_definition: changed('Newer.') })
    await db
      .updateTable('workflow_definitions')
      .set({ definition: JSON.stringify({ nodes: [], edges: [] }) })
      .where('workflow_id', '=', id)
      .where('version_number', '=', 1)
      .execute()
    const answer = await call('POST', `${BASE}/${id}/versions/1/restore`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'workflow_version_invalid' } })
    expect(answer.body.message).toContain('startCall')
  })
})

test('the catalogue has the fields of edges and of settings too', async () => {
  const { body } = await call('GET', '/api/v1/node-types')
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(body.edge_properties)).toContain('transition_speech')
  expect(names(body.settings_properties)).toContain('language')
})

test('an import creates the workflow and says what was lost; counts and status follow', async () => {
  const { body: before } = await call('GET', `${BASE}/count`)
  const given = {
    firstMessage: 'Hello.',
    voice: { voiceId: 'x' },
    model: { messages: [{ role: 'system', content: 'Ask.' }] },
  }
  const { body: tried } = await call('POST', `${BASE}/import`, { definition: given, dry_run: true })
  expect(tried).toMatchObject({ source: 'vapi', name: 'Imported workflow', workflow: null })
  const { status, body } = await call('POST', `${BASE}/import`, { name: 'From there', definition: given })
  expect(status).toBe(200)
  expect(body).toMatchObject({ dropped: [{ path: 'voice' }], workflow: { name: 'From there', version_number: 1 } })
  const { id } = body.workflow
  await call('PUT', `${BASE}/${id}/status`, { status: 'archived' })
  const { active, archived, total } = before
  expect((await call('GET', `${BASE}/count`)).body).toEqual({ active, archived: archived + 1, total: total + 1 })
  const nothing = await call('POST', `${BASE}/import`, { definition: { hello: 'world' } })
  expect([nothing.status, JSON.stringify(nothing.body)]).toEqual([
    422,
    expect.stringContaining('nor an agent of Retell'),
  ])
  const endless = { workflow_definition: { nodes: [{ id: 'a', type: 'agentNode', data: { say: 'x' } }], edges: [] } }
  const refused = await call('POST', `${BASE}/import`, { definition: endless })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('after the import')])
})
