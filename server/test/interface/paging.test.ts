/** Every list with a cursor has the same entries page by page as in one answer. Made from the routes themselves. */
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { newCandidate } from './furnish.ts'
import { CONFIGURATIONS, fresh, greeting, made, newCampaign } from './things.ts'

/** Nothing is dialed here. The pages of calls are tested in campaign-views.test.ts. */
const CALLS = ['listCampaignRuns', 'listCalls', 'listWorkflowRuns', 'listUsageRuns']
const NUMBER = '+12025550150'
/** No list here is longer: a cursor that does not move forward is noticed. */
const ENTRIES_MAX = 100

let world: TestApp
let ids: Record<string, string | number>
let lists: Route[]

beforeAll(async () => {
  world = await testApp()
  await makeEntries()
  lists = world.app.routes.filter((route) => route.method === 'GET' && route.query?.shape.cursor !== undefined)
})

/** At least two of everything that is listed. */
async function makeEntries(): Promise<void> {
  const { a } = world
  await newCampaign(a)
  const campaign = await newCampaign(a, { endings: ['00', '01'] })
  const webhook = { url: 'http://127.0.0.1:1/', is_active: false }
  ids = {
    address: NUMBER,
    campaign_id: campaign.id,
    workflow_id: campaign.workflow_id as number,
    config_id: campaign.telephony_configuration_id as number,
    webhook_id: (await made(a.request('POST', '/api/v1/webhooks', webhook))).id,
  }
  const posts: [string, Json][] = [
    [`${CONFIGURATIONS}/${ids.config_id}/phone-numbers`, { address: '+12025550151' }],
    [`${CONFIGURATIONS}/${ids.config_id}/phone-numbers`, { address: '+12025550157' }],
    ['/api/v1/suppressions', { phone_number: '+12025550152', reason: 'asked' }],
    ['/api/v1/suppressions', { phone_number: '+12025550153', reason: 'asked' }],
    ['/api/v1/suppressed-ranges', { prefix: '+1900', reason: 'asked' }],
    ['/api/v1/suppressed-ranges', { prefix: '+1901', reason: 'asked' }],
    ['/api/v1/user/api-keys', { name: fresh('key') }],
    ['/api/v1/session', { api_key: a.key }],
    ['/api/v1/session', { api_key: a.key }],
    ['/api/v1/invitations', { role: 'viewer' }],
    ['/api/v1/invitations', { role: 'viewer' }],
    [`/api/v1/webhooks/${ids.webhook_id}/test`, {}],
    [`/api/v1/webhooks/${ids.webhook_id}/test`, {}],
    ['/api/v1/erasures', { phone_number: '+12025550154' }],
    ['/api/v1/erasures', { phone_number: '+12025550155' }],
    // Given at the same moment: the id decides their order.
    ['/api/v1/consents', { phone_number: NUMBER, kind: 'express', source: 'form', given_at: '2026-01-01T00:00:00Z' }],
    [
      '/api/v1/consents',
      { phone_number: NUMBER, kind: 'express_written', source: 'form', given_at: '2026-01-01T00:00:00Z' },
    ],
    ['/api/v1/consents', { phone_number: NUMBER, kind: 'express', source: 'form', given_at: '2025-01-01T00:00:00Z' }],
  ]
  for (const [path, body] of posts) await made(a.request('POST', path, body))
  for (const number of ['+12025550156', '+12025550158']) await newCandidate(world.pool, a, number)
  for (const max of [2, 3]) {
    await made(
      a.request('PUT', '/api/v1/organizations/policy', { policy: { caps: [{ max, hours: 24, count: 'attempts' }] } }),
    )
  }
  await made(a.request('PUT', `/api/v1/workflow/${ids.workflow_id}`, { workflow_definition: greeting('Once more.') }))
  const headers = { 'content-type': 'text/plain' }
  for (const raw of ['one', 'another'])
    await made(a.request('POST', '/api/v1/knowledge-base/documents', undefined, { raw, headers }))
  for (const name of [fresh('user'), fresh('user')]) {
    const { link } = await made<{ link: string }>(a.request('POST', '/api/v1/invitations', { role: 'viewer' }))
    await made(a.request('POST', '/api/v1/sign-in/invitation', { invitation: link.split('#')[1], name }))
  }
}

interface PageRead {
  entries: Json[]
  cursor: unknown
}

async function read(route: Route, query: string): Promise<PageRead> {
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(`${ids[name]}`))
  const { status, body, headers } = await world.a.request('GET', `${path}?${query}`)
  expect([route.operation, status]).toEqual([route.operation, 200])
  const entries = (Array.isArray(body) ? body : Object.values(body as Json).find(Array.isArray)) as Json[]
  return { entries, cursor: Array.isArray(body) ? (headers['next-cursor'] ?? null) : (body as Json).next_cursor }
}

const keyOf = (entry: Json) => entry.id ?? entry.campaign_id ?? entry.version_number ?? entry.version

async function readPages(route: Route, more = ''): Promise<Json[]> {
  const found: Json[] = []
  let query = 'limit=1'
  for (;;) {
    const { entries, cursor } = await read(route, query + more)
    expect(entries.length).toBeLessThanOrEqual(1)
    found.push(...entries)
    expect([route.operation, found.length < ENTRIES_MAX]).toEqual([route.operation, true])
    if (entries.length === 0 || cursor === null) return found
    query = `limit=1&cursor=${cursor}`
  }
}

test('each list has the same entries page by page as in one answer', async () => {
  expect(lists.length).toBeGreaterThan(25)
  for (const route of lists) {
    const { entries, cursor } = await read(route, 'limit=100')
    const pages = await readPages(route)
    expect([route.operation, pages.map(keyOf)]).toEqual([route.operation, entries.map(keyOf)])
    const isLog = /^list(Audit)?Events$/.test(route.operation)
    expect([route.operation, isLog || cursor]).toEqual([route.operation, isLog || null])
    const least = CALLS.includes(route.operation) ? 0 : 2
    expect([route.operation, pages.length >= least]).toEqual([route.operation, true])
  }
})

test('the audit log is read backwards with the same cursor', async () => {
  const audit = lists.find(({ operation }) => operation === 'listAuditEvents') as Route
  const forwards = await readPages(audit)
  expect((await readPages(audit, '&newest_first=true')).map(keyOf)).toEqual(forwards.map(keyOf).reverse())
})

test('an entry that is deleted between two pages makes no other entry disappear', async () => {
  const list = lists.find(({ operation }) => operation === 'listSuppressions') as Route
  const { entries } = await read(list, 'limit=100')
  const first = await read(list, 'limit=1')
  await made(world.a.request('DELETE', `/api/v1/suppressions/${entries[0]?.id}`))
  expect((await read(list, `limit=1&cursor=${first.cursor}`)).entries.map(keyOf)).toEqual([keyOf(entries[1] as Json)])
})
