/** Promise 7: no request of one organization can show or touch what belongs to another. Made from the routes themselves. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import { listDeletions } from '../../src/organizations/deletion-queries.ts'
import { installationKey } from '../../src/organizations/installation.ts'
import { egressState, setSuspended } from '../../src/organizations/queries.ts'
import { deleteOrganization } from '../../src/roles/delete-organization.ts'
import { openFileStore } from '../../src/storage/files/open-file-store.ts'
import { type Json, type Member, type Method, type TestApp, testApp } from './app.ts'
import { furnish, type Ids, MARK } from './furnish.ts'
import { CONFIGURATIONS, FAST, made, newConfiguration } from './things.ts'

/** Paths whose parameter is a signed token of its own, or names nothing of anybody's. */
const NOT_BY_ORGANIZATION = new Set([
  '/api/v1/contact-list-downloads/{link}',
  '/api/v1/recordings/{token}',
  '/api/v1/s3/upload/{link}',
  '/api/v1/node-types/{name}',
  '/api/v1/policies/{pack_id}',
])

let world: TestApp
let routes: Route[]
let idsOfA: Ids
let idsOfB: Ids

beforeAll(async () => {
  world = await testApp()
  await world.app.dialer.start()
  routes = world.app.routes.filter((route) => !route.forCarriers && route.access !== 'none')
  idsOfA = await furnish(world.a, MARK, world.pool)
  idsOfB = await furnish(world.b, 'of B', world.pool)
  // An export of the ledger signs what came since the last checkpoint and publishes it, once.
  await snapshot()
})

const parametersOf = (route: Route) => [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
const fill = (route: Route, ids: Ids) => route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] as string)
const unknown = (name: string) => (name === 'source_id' ? 'unknown' : '987654321')
const withIds = () => routes.filter((route) => parametersOf(route).length > 0 && !NOT_BY_ORGANIZATION.has(route.path))

async function asked(member: Member, route: Route, ids: Ids) {
  const { status, body, text } = await member.request(route.method as Method, fill(route, ids), route.bodyExample)
  return { status, body: body ?? text }
}

/** Everything of A, as A sees it. */
async function snapshot(): Promise<string> {
  const answers = await Promise.all(
    routes
      .filter(
        (route) =>
          route.method === 'GET' &&
          !route.path.endsWith('/stream') &&
          !/{(token|link|name)}|recording/.test(route.path),
      )
      .map(async (route) => [route.operation, await asked(world.a, route, idsOfA)]),
  )
  // The last use of a key is noted now and then; links are signed anew each time; forecasts count from now.
  return JSON.stringify(answers, (name, value) => {
    // Looking itself is noted where it exports.
    if (name === 'audit_events')
      return value.filter(({ operation }: Json) => !/^(export|download|get)/.test(`${operation}`))
    return /^(last_used_at|next_cursor|download_url|calls_per_minute|from|to|as_of|ends_at|calls_per_hour|busiest_hour)$/.test(
      name,
    )
      ? null
      : value
  })
}

describe('another organization', () => {
  test('gets for every id of ours exactly the answer it gets for an unknown one, by every route', async () => {
    const before = await snapshot()
    expect(before.split(MARK).length).toBeGreaterThan(8)
    for (const route of withIds()) {
      const names = parametersOf(route)
      const nothing = Object.fromEntries(names.map((name) => [name, unknown(name)]))
      const expected = await asked(world.b, route, nothing)
      expect([route.operation, expected.status]).toEqual([route.operation, 404])
      expect([route.operation, await asked(world.b, route, idsOfA)]).toEqual([route.operation, expected])
    }
    expect(await snapshot()).toBe(before)
  })

  test('gets the same below its own: our number under its configuration, our contact under its campaign', async () => {
    const before = await snapshot()
    const nested = withIds().filter((route) => parametersOf(route).length > 1)
    expect(nested.length).toBeGreaterThan(3)
    for (const route of nested) {
      const inner = parametersOf(route).at(-1) as string
      const expected = await asked(world.b, route, { ...idsOfB, [inner]: unknown(inner) })
      expect([route.operation, expected.status]).toEqual([route.operation, 404])
      const answer = await asked(world.b, route, { ...idsOfB, [inner]: idsOfA[inner] as string })
      expect([route.operation, answer]).toEqual([route.operation, expected])
    }
    expect(await snapshot()).toBe(before)
  })

  test('finds nothing of ours in any list', async () => {
    const lists = routes.filter(
      (route) => route.method === 'GET' && parametersOf(route).length === 0 && !route.path.endsWith('/stream'),
    )
    expect(lists.length).toBeGreaterThan(8)
    for (const route of lists) {
      const { status, text } = await world.b.request(
        'GET',
        `${route.path}${route.path.endsWith('keys') ? '?include_archived=true' : ''}`,
      )
      expect([route.operation, status, text.includes(MARK)]).toEqual([route.operation, 200, false])
    }
  })

  test.each(['/api/v1/calls', '/api/v1/events'])('finds nothing by our campaign_id in %s', async (url) => {
    const ours = await world.a.request(`GET`, `${url}?campaign_id=${idsOfA.campaign_id}`)
    const theirs = await world.b.request<Json>('GET', `${url}?campaign_id=${idsOfA.campaign_id}`)
    expect(Object.values(ours.body).find(Array.isArray)).not.toEqual([])
    expect(Object.values(theirs.body).find(Array.isArray)).toEqual([])
  })

  test('cannot use our things in a body', async () => {
    const { workflow_id, source_id, config_id } = idsOfA
    const campaign = { name: 'x', source_type: 'csv', workflow_id: idsOfB.workflow_id, source_id: idsOfB.source_id }
    const number = { address: '+12025550190', inbound_workflow_id: workflow_id }
    const call = { workflow_id: idsOfB.workflow_id, phone_number: '+12025550160' }
    const attempts: Array<[Method, string, Json]> = [
      ['POST', '/api/v1/campaign/create', { ...campaign, workflow_id }],
      ['POST', '/api/v1/campaign/create', { ...campaign, source_id }],
      ['POST', '/api/v1/campaign/create', { ...campaign, telephony_configuration_id: config_id }],
      ['POST', `${CONFIGURATIONS}/${idsOfB.config_id}/phone-numbers`, number],
      [
        'PUT',
        `${CONFIGURATIONS}/${idsOfB.config_id}/phone-numbers/${idsOfB.phone_number_id}`,
        { inbound_workflow_id: workflow_id },
      ],
      ['POST', '/api/v1/telephony/initiate-call', { ...call, workflow_id }],
      ['POST', '/api/v1/telephony/initiate-call', { ...call, telephony_configuration_id: config_id }],
    ]
    for (const [method, url, body] of attempts) {
      expect([url, (await world.b.request(method, url, body)).status]).toEqual([url, 400])
    }
  })

  test('is not told whose a number is that is taken', async () => {
    const config_id = await newConfiguration(world.b, { ...FAST, account: MARK })
    const answer = await world.b.request('POST', `${CONFIGURATIONS}/${config_id}/phone-numbers`, {
      address: '+12025550143',
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'phone_number_taken' } })
    expect(answer.text).not.toContain(MARK)
  })
})

describe('without a valid key', () => {
  test('every route that needs one is 401, whatever else is wrong with the request', async () => {
    for (const route of routes) {
      for (const headers of [{}, { 'x-api-key': `od_${'0'.repeat(43)}` }] as Record<string, string>[]) {
        const url = fill(route, Object.fromEntries(parametersOf(route).map((name) => [name, 'nonsense'])))
        const { status, body } = await world.request(route.method as Method, url, { nonsense: true }, { headers })
        expect([route.operation, status, body.code]).toEqual([route.operation, 401, 'unauthorized'])
      }
    }
  })

  test('only these routes need none', () => {
    const open = world.app.routes.filter((route) => route.access === 'none').map((route) => route.operation)
    expect(open.sort()).toEqual([
      'acceptInvitation',
      'beginProviderSignIn',
      'carrierCallHookGET',
      'carrierCallHookPOST',
      'carrierConfigurationHookGET',
      'carrierConfigurationHookPOST',
      'downloadContactList',
      'downloadRecording',
      'finishProviderSignIn',
      'getHealth',
      'getMetrics',
      'getReadiness',
      'getSignInMethods',
      'putUpload',
      'signIn',
      'signInByProxy',
      'welcome',
    ])
  })
})

describe('an organization that is deleted', () => {
  const rowsOf = async (organizationId: number) => {
    const { rows } = await world.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where column_name = 'organization_id' and table_schema = current_schema()`,
    )
    const counts = rows.map(async ({ name }) => {
      const { rows: found } = await world.pool.query(
        `select count(*)::int as count from ${name} where organization_id = $1`,
        [organizationId],
      )
      return [name, found[0].count] as const
    })
    return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0))
  }

  const now = () => new Date()
  const ofB = { name: 'B', reason: 'contract ended' }
  const signIn = { roles: new Map(), organization: null }
  const deps = async () => ({ db: world.app.db, recordings: await store(), signIn, now })
  const store = () => openFileStore(world.config.recordings)

  test('interrupted, can call nobody, still knows whom it must not call, and cannot be resumed', async () => {
    const { app, pool, b } = world
    await made(b.request('POST', '/api/v1/consents/revoke', { phone_number: '+12025550199', source: 'a letter' }))
    await made(b.request('PUT', '/api/v1/organizations/policy', { policy: {} }))
    expect(Object.keys(await rowsOf(b.organizationId)).length).toBeGreaterThan(25)
    await pool.query(
      `create function stop_here() returns trigger language plpgsql as 'begin raise exception ''stopped''; end'`,
    )
    await pool.query('create trigger stop_here before delete on consents execute function stop_here()')
    const again = async () => deleteOrganization(await deps(), ofB).catch((error: Error) => error.message)
    let result = await again()
    // Calls under way are waited for; the suspended organization gets no new ones.
    while (typeof result === 'object' && result.kind === 'calling') result = await again()
    expect(result).toBe('stopped')
    const left = Object.keys(await rowsOf(b.organizationId))
    expect(left).toEqual(expect.arrayContaining(['consents', 'policies', 'suppressions', 'suppressed_ranges']))
    for (const gone of ['api_keys', 'campaigns', 'contacts', 'list_contacts', 'telephony_configurations', 'users'])
      expect(left).not.toContain(gone)
    expect(await setSuspended(app.db, 'B', null)).toEqual({ kind: 'being_deleted' })
    await pool.query('drop trigger stop_here on consents')
  })

  test('leaves no row and no file, and everything of the other one as it was', async () => {
    const [files, { a, b, app }] = [await store(), world]
    await files.write('installation', Buffer.from(await installationKey(app.db)))
    const unnoted = (id: number) => [`${id}/987654.wav`, `${id}/987654.peaks`, `trash/2026-11-01/${id}/12.wav`]
    for (const key of [...unnoted(a.organizationId), ...unnoted(b.organizationId)])
      await files.write(key, Buffer.from('sound'))
    const before = await snapshot()
    expect(await deleteOrganization(await deps(), ofB)).toMatchObject({ kind: 'deleted', recordings: 2, left: null })
    expect(await rowsOf(b.organizationId)).toEqual({})
    const keys: string[] = []
    for await (const { key } of files.list()) keys.push(key)
    expect(keys.filter((key) => key.includes(`${b.organizationId}/`))).toEqual([])
    expect(keys).toEqual(expect.arrayContaining(unnoted(a.organizationId)))
    expect(await snapshot()).toBe(before)
    expect((await b.request('GET', '/api/v1/organization')).status).toBeGreaterThanOrEqual(401)
    expect(await deleteOrganization(await deps(), ofB)).toEqual({ kind: 'unknown' })
    expect(await deleteOrganization(await deps(), { name: 'A', reason: 'x' })).toEqual({ kind: 'last' })
    expect(await listDeletions(app.db)).toEqual([
      expect.objectContaining({ id: b.organizationId, ...ofB, finished_at: expect.any(Date) }),
    ])
  })

  test('opens the network of the installation to nobody', async () => {
    expect(await egressState(world.app.db)).toMatchObject({ alone: false })
    await world.pool.query('delete from organization_deletions')
    expect(await egressState(world.app.db)).toMatchObject({ alone: true })
  })
})
