/** Each status code of each operation in the OpenAPI document is provoked here, and none that the document does not name. */
import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { saveCallRecord, saveRecordingKey } from '../../src/calls/queries.ts'
import { recordingKey, recordingUrl } from '../../src/calls/recordings.ts'
import { listDownloadUrl } from '../../src/contacts/list-download.ts'
import { scopeNeeded } from '../../src/http/authorize-request.ts'
import { requestHashOf, takesIdempotencyKey } from '../../src/http/idempotency.ts'
import { type OpenApiDocument, openApiDocument } from '../../src/http/openapi.ts'
import { JsonBody } from '../../src/http/read-request.ts'
import type { Route } from '../../src/http/route.ts'
import { JSON_BODY_LIMIT_BYTES } from '../../src/http/server.ts'
import { REGISTRY_BYTES_MAX } from '../../src/registries/import-registry.ts'
import { type Extra, type Json, type Member, type Method, memberWith, requester, type TestApp, testApp } from './app.ts'
import { flows, TONE, WORDS } from './coverage-flows.ts'
import { newCandidate } from './furnish.ts'
import { CONFIGURATIONS, completedCampaign, FAST, made, newConfiguration, newList, newWorkflow } from './things.ts'

/** What is documented but cannot happen in a test, with the reason. */
const CANNOT: Readonly<Record<string, readonly string[]>> = {
  // Answers two words without touching anything that could fail.
  getHealth: ['500', '503'],
  // Whatever goes wrong when it asks the database is the answer to its question: 503.
  getReadiness: ['500'],
  // A gauge that the database does not fill is NaN; the other figures are wanted most when it is away.
  getMetrics: ['500', '503'],
  // 415: an address made for one file takes its bytes whatever the client calls them; browsers and curl call CSV many things.
  // 507, here and below: needs a full disk. import-gate.test.ts has the rule.
  putUpload: ['415', '507'],
  uploadContactList: ['507'],
  importSuppressions: ['507'],
  importRegistry: ['507'],
  uploadWorkflowRecording: ['507'],
  // Answers what the program was started with.
  getSignInMethods: ['500', '503'],
  // They need an identity provider or a trusted proxy: people.test.ts brings both.
  beginProviderSignIn: ['200', '500', '502', '503'],
  finishProviderSignIn: ['200', '403', '500', '502', '503'],
  signInByProxy: ['200', '401', '409', '500', '503'],
  acceptInvitation: ['409'],
  // It needs a conversation: end-to-end/transfer.test.ts has one.
  takeOverCall: ['200'],
  // It needs a recognizer: agent-materials.test.ts brings one.
  transcribeRecording: ['200', '507'],
  // It needs a voice: routes.test.ts of the models brings one.
  sampleVoice: ['200'],
  // This world has several organizations: speech-model-routes.test.ts has one.
  installSpeechModel: ['200'],
}

let world: TestApp
let document: OpenApiDocument
let shown: Route[]
const seen = new Map<string, Set<string>>()

function note(method: Method, url: string, status: number): void {
  const path = (url.split('?', 1)[0] as string).replace(/(.)\/$/, '$1')
  const fits = shown.filter((route) => {
    const pattern = route.path
      .replace(/(.)\/$/, '$1')
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')
    return route.method === method && new RegExp(`^${pattern}$`).test(path)
  })
  const [best] = fits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  if (!best) return
  seen.set(best.operation, (seen.get(best.operation) ?? new Set()).add(String(status)))
}

beforeAll(async () => {
  world = await testApp({ seen: note })
  shown = world.app.routes.filter((route) => !route.forCarriers)
  document = openApiDocument(world.app.routes, { title: 'Outdial', version: '1', serverUrl: '/' })
  await world.app.dialer.start()
}, 180_000)

const parameters = (route: Route) => [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
const fill = (route: Route, value: string) => route.path.replace(/\{\w+\}/g, value)
const takesJson = (route: Route) => route.body !== undefined && (route.bodyKind ?? 'json') === 'json'
const json = { 'content-type': 'application/json' }

describe('what every route can answer', () => {
  test('401: without a key', async () => {
    for (const route of shown.filter((one) => one.access !== 'none')) {
      expect((await world.request(route.method, fill(route, '1'))).status).toBe(401)
    }
  })

  test('403: with a key that may only see figures', async () => {
    const { api_key } = await made<{ api_key: string }>(
      world.a.request('POST', '/api/v1/user/api-keys', { name: 'dashboard', scope: 'report' }),
    )
    for (const route of shown.filter((one) => one.access !== 'none' && scopeNeeded(one) !== 'report')) {
      const { status, body } = await world.request(route.method, fill(route, '1'), undefined, {
        headers: { 'x-api-key': api_key },
      })
      expect([route.operation, status, body.code]).toEqual([route.operation, 403, 'scope_too_narrow'])
    }
  })

  test('409: a request with the same Idempotency-Key whose end is not known; 422: a key that is none', async () => {
    for (const route of shown.filter(takesIdempotencyKey)) {
      const url = fill(route, '1') + (route.operation === 'importRegistry' ? '?registry=covered' : '')
      const body = route.bodyExample
      const hash = requestHashOf({
        method: route.method,
        url,
        body: new JsonBody(JSON.stringify(body) ?? ''),
        headers: {},
      })
      await world.pool.query(
        `insert into idempotency_keys (organization_id, key, request_hash, created_at) values ($1, $2, $3, now())`,
        [world.a.organizationId, route.operation, hash],
      )
      const send = async (key: string) => {
        const answer = await world.a.request(route.method, url, body, { headers: { 'idempotency-key': key } })
        return [route.operation, answer.status, answer.body.code]
      }
      expect(await send(route.operation)).toEqual([route.operation, 409, 'request_in_progress'])
      expect(await send('x'.repeat(256))).toEqual([route.operation, 422, undefined])
    }
  })

  test('413 and 415: a body too large, or of another type', async () => {
    for (const route of shown.filter(takesJson)) {
      const large: Extra = { raw: 'x'.repeat((route.bodyLimitBytes ?? JSON_BODY_LIMIT_BYTES) + 1), headers: json }
      expect((await world.a.request(route.method, fill(route, '1'), undefined, large)).status).toBe(413)
      const other: Extra = { raw: 'x', headers: { 'content-type': 'text/plain' } }
      expect((await world.a.request(route.method, fill(route, '1'), undefined, other)).status).toBe(415)
    }
  })

  test('422: a path, a query or a body that cannot be read', async () => {
    for (const route of shown.filter((one) => one.params || one.query || one.body)) {
      const url =
        fill(route, '%00') + (route.query ? '?months=%00&limit=%00&after=%00&from=%00&days=%00&status=%00' : '')
      const extra: Extra = takesJson(route) ? { raw: '{', headers: json } : {}
      expect([route.operation, (await world.a.request(route.method, url, undefined, extra)).status]).toEqual([
        route.operation,
        422,
      ])
    }
  })

  test('a body with a definition is validated in turns: a large one would block every other request', () => {
    const ofDefinitions = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .filter((operation) => JSON.stringify(operation.requestBody ?? {}).includes('/WorkflowDefinition"'))
      .map((operation) => operation.operationId as string)
    expect(ofDefinitions).toContain('createWorkflow')
    const inTurns = shown.filter((route) => route.validatesBodyInTurns).map((route) => route.operation)
    expect(ofDefinitions.filter((operation) => !inTurns.includes(operation))).toEqual([])
  })

  test('404: an id that nothing has', async () => {
    for (const route of shown.filter((one) => one.access !== 'none' && parameters(one).length > 0)) {
      const { status } = await world.a.request(route.method, fill(route, '987654321'), route.bodyExample)
      expect([route.operation, status]).toEqual([route.operation, 404])
    }
  })

  test('429: too many requests', async () => {
    const limited = await world.again({ environment: { RATE_LIMIT_PER_MINUTE: '1' } })
    const ask = memberWith(world.a, requester(limited, note)).request
    const anyone = requester(limited, note)
    await limited.server.inject({ url: '/api/v1/health' })
    await limited.server.inject({ url: '/api/v1/node-types', headers: { 'x-api-key': world.a.key } })
    for (const route of shown) {
      const { status } = await (route.access === 'none' ? anyone : ask)(route.method, fill(route, '1'))
      expect([route.operation, status]).toEqual([route.operation, 429])
    }
  })

  test('500 and 503: the database fails, or is away', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    for (const [error, status] of [
      [new Error('internals'), 500],
      [away, 503],
    ] as const) {
      // Keys are looked up anew in a program that has just begun.
      const pool = Object.create(world.pool) as pg.Pool
      const broken = await world.again({ pool })
      const fail = async () => {
        throw error
      }
      Object.assign(pool, { connect: fail, query: fail })
      const ask = memberWith(world.a, requester(broken, note)).request
      const keyed = shown.filter((route) => route.access !== 'none')
      for (const route of keyed) {
        const answer = await ask(route.method, fill(route, '1'), route.bodyExample)
        expect([route.operation, answer.status, answer.text.includes('internals')]).toEqual([
          route.operation,
          status,
          false,
        ])
      }
      for (const { method, path, body } of await openLinks(world)) {
        const file: Extra = { raw: 'phone\n+12025550100\n', headers: { 'content-type': 'text/csv' } }
        await ask(method, path, body, body ? {} : file)
      }
      // The program is let go in an orderly way.
      for (const name of ['connect', 'query']) Reflect.deleteProperty(pool, name)
    }
  })
})

/** Routes without a key: what leads past their signatures to the database. */
async function openLinks({ app, a }: TestApp): Promise<Array<{ method: Method; path: string; body?: unknown }>> {
  const { organizationId } = a
  const { upload_url } = await made<{ upload_url: string }>(
    a.request('POST', '/api/v1/s3/presigned-upload-url', { file_name: 'x.csv', file_size: 100 }),
  )
  const { pathname } = new URL(upload_url)
  return [
    {
      method: 'GET',
      path: recordingUrl({ secrets: app.secrets, publicUrl: '' }, { organizationId, callId: 1 }, Date.now()),
    },
    {
      method: 'GET',
      path: listDownloadUrl({ secrets: app.secrets, publicUrl: '' }, { organizationId, listId: 1 }, Date.now()),
    },
    { method: 'PUT', path: pathname },
    { method: 'GET', path: '/metrics' },
    { method: 'GET', path: '/api/v1/ready' },
    { method: 'GET', path: '/welcome?token=x' },
    { method: 'POST', path: '/api/v1/session', body: { api_key: a.key } },
    { method: 'POST', path: '/api/v1/sign-in/invitation', body: { invitation: 'x', name: 'x' } },
  ]
}

describe('what is particular to a route', () => {
  test.each(flows)('$operation: $status', async ({ status, ask }) => {
    const answer = await ask(world)
    expect([answer.status, answer.status === status ? '' : answer.text]).toEqual([status, ''])
  })

  test('uploads: 413 beyond what may be sent', async () => {
    const headers = { 'content-type': 'text/csv', 'content-length': String(REGISTRY_BYTES_MAX + 1) }
    const media = [
      '/api/v1/workflow-recordings/',
      '/api/v1/workflow-recordings/transcribe',
      '/api/v1/knowledge-base/documents',
    ]
    for (const url of [
      '/api/v1/contact-lists',
      '/api/v1/suppressions/import',
      '/api/v1/registries/import?registry=x',
      ...media,
    ]) {
      const type = {
        'content-type': media.includes(url) ? (url.includes('knowledge') ? 'text/plain' : 'audio/wav') : 'text/csv',
      }
      const extra = { raw: 'phone\n', headers: { ...headers, ...type } }
      const { status } = await world.a.request('POST', url, undefined, extra)
      expect(status).toBe(413)
    }
  })

  test('streamEvents: 200, a stream that stays open', async () => {
    await world.app.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.server.address() as AddressInfo
    const leave = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/events/stream`, {
      headers: { 'x-api-key': world.a.key },
      signal: leave.signal,
    })
    note('GET', '/api/v1/events/stream', response.status)
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    leave.abort()
  })

  test('every operation can answer 200', async () => {
    await everythingOnce(world.a)
    const without = shown
      .map(({ operation }) => operation)
      .filter((operation) => !seen.get(operation)?.has('200') && !CANNOT[operation]?.includes('200'))
    expect(without).toEqual([])
  })
})

/** Walks through one of everything, so that each operation works once. */
async function everythingOnce(member: Member): Promise<void> {
  const ok = async (method: Method, url: string, body?: unknown) => {
    const answer = await member.request<Json & { id: number }>(method, url, body)
    expect([method, url, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([method, url, 200, ''])
    return answer.body
  }
  const campaign = await completedCampaign(member, ['60'])
  const [source_id, workflow, configuration] = [
    await newList(member),
    await newWorkflow(member),
    await newConfiguration(member, { ...FAST, account: 'once' }),
  ]
  const one = `${CONFIGURATIONS}/${configuration}`
  const { id: number } = await ok('POST', `${one}/phone-numbers`, { address: '+12025550143' })
  const { id: key } = await ok('POST', '/api/v1/user/api-keys', { name: 'x' })
  const { session_id } = await ok('POST', '/api/v1/session', { api_key: member.key })
  const { id: invitation } = await ok('POST', '/api/v1/invitations', { role: 'viewer' })
  const { link } = await ok('POST', '/api/v1/invitations', { role: 'viewer' })
  const accepted = { invitation: String(link).split('#')[1], name: 'Ada' }
  const { user_id } = await ok('POST', '/api/v1/sign-in/invitation', accepted)
  const { id: suppression } = await ok('POST', '/api/v1/suppressions', { phone_number: '+12025550144' })
  const { id: range } = await ok('POST', '/api/v1/suppressed-ranges', { prefix: '+1900', reason: 'premium' })
  const candidates = [
    await newCandidate(world.pool, member, '+12025550145'),
    await newCandidate(world.pool, member, '+12025550146'),
  ]
  const { runs } = (await ok('GET', `/api/v1/campaign/${campaign.id}/runs`)) as unknown as {
    runs: Array<{ id: number; workflow_id: number }>
  }
  const { contacts } = (await ok('GET', `/api/v1/campaign/${campaign.id}/contacts`)) as unknown as {
    contacts: Array<{ id: number }>
  }
  await recordingOf(member, runs[0]?.id as number)
  const redialed = await ok('POST', `/api/v1/campaign/${campaign.id}/redial`)
  const closed = { slots: [{ day_of_week: (new Date().getUTCDay() + 2) % 7, start_time: '00:00', end_time: '00:01' }] }
  const draft = await ok('PATCH', `/api/v1/campaign/${redialed.id}`, { schedule_config: closed })
  const recording = await ok('GET', `/api/v1/calls/${runs[0]?.id}/recording`)
  const source = await ok('GET', `/api/v1/campaign/${campaign.id}/source-download-url`)
  const { workflow_definition: definition, workflow_uuid } = await ok('GET', `/api/v1/workflow/fetch/${workflow}`)
  const { try_id } = await ok('POST', '/api/v1/workflow/try', { workflow_id: workflow })
  const dialogue = { name: 'x', steps: [{ silence: true }] }
  const { id: dialogueId } = await ok('POST', `/api/v1/workflow/${workflow}/dialogues`, dialogue)
  const { id: evaluation } = await ok('POST', `/api/v1/workflow/${workflow}/evaluations`, {})
  const credential = { name: 'once', credential_type: 'bearer_token', credential_data: { token: 'x' } }
  const { uuid } = await ok('POST', '/api/v1/credentials/', credential)
  const config = { method: 'GET', url: 'http://127.0.0.1:1/' }
  const { tool_uuid } = await ok('POST', '/api/v1/tools/', { name: 'once', definition: { type: 'http_api', config } })
  const away = { type: 'mcp', config: { url: 'http://127.0.0.1:1/' } }
  const mcp = await ok('POST', '/api/v1/tools/', { name: 'server', definition: away })
  const { body: recorded } = await member.request('POST', '/api/v1/workflow-recordings/?transcript=x', undefined, TONE)
  const recordingPath = `/api/v1/workflow-recordings/${recorded.recording_id}`
  const { body: read } = await member.request('POST', '/api/v1/knowledge-base/documents', undefined, WORDS)
  const documentPath = `/api/v1/knowledge-base/documents/${read.document_uuid}`
  const rest: Array<[Method, string, unknown?]> = [
    ['GET', '/api/v1/knowledge-base/documents'],
    ['GET', documentPath],
    ['PATCH', documentPath, { filename: 'y.txt' }],
    ['POST', '/api/v1/knowledge-base/search', { query: 'x', document_uuids: [read.document_uuid] }],
    ['DELETE', documentPath],
    ['GET', '/api/v1/workflow-recordings/'],
    ['GET', recordingPath],
    ['GET', `${recordingPath}/audio`],
    ['PATCH', recordingPath, { transcript: 'y' }],
    ['DELETE', recordingPath],
    ['GET', '/api/v1/credentials/'],
    ['GET', `/api/v1/credentials/${uuid}`],
    ['PUT', `/api/v1/credentials/${uuid}`, { description: 'x' }],
    ['DELETE', `/api/v1/credentials/${uuid}`],
    ['GET', '/api/v1/tools/'],
    ['GET', `/api/v1/tools/${tool_uuid}`],
    ['PUT', `/api/v1/tools/${tool_uuid}`, { description: 'x' }],
    ['POST', `/api/v1/tools/${tool_uuid}/test`, {}],
    ['POST', `/api/v1/tools/${mcp.tool_uuid}/mcp/refresh`],
    ['DELETE', `/api/v1/tools/${tool_uuid}`],
    ['POST', `/api/v1/tools/${tool_uuid}/unarchive`],
    ['POST', `/api/v1/workflow/try/${try_id}/say`, { text: 'yes' }],
    ['DELETE', `/api/v1/workflow/try/${try_id}`],
    ['GET', '/api/v1/workflow/try/people'],
    ['GET', `/api/v1/workflow/${workflow}/unexpected-phrases`],
    ['GET', `/api/v1/workflow/${workflow}/dialogues`],
    ['GET', `/api/v1/workflow/${workflow}/versions`],
    ['GET', `/api/v1/workflow/${workflow}/versions/1`],
    ['GET', `/api/v1/workflow/${workflow}/versions/1/compare`],
    ['POST', `/api/v1/workflow/${workflow}/versions/1/restore`],
    ['POST', `/api/v1/workflow/${workflow}/dialogues/run`, {}],
    ['POST', `/api/v1/workflow/${workflow}/evaluations`, {}],
    ['GET', `/api/v1/workflow/${workflow}/evaluations`],
    ['GET', `/api/v1/workflow/${workflow}/evaluations/${evaluation}`],
    ['POST', `/api/v1/workflow/${workflow}/replay`, {}],
    ['GET', '/api/v1/organizations/model-configuration/voices'],
    ['GET', '/api/v1/workflow/count'],
    ['PUT', `/api/v1/workflow/${workflow}/status`, { status: 'active' }],
    ['POST', '/api/v1/workflow/import', { definition, dry_run: true }],
    ['GET', `/api/v1/workflow/${workflow}/runs`],
    ['POST', `/api/v1/workflow/${workflow}/runs`, { name: 'From a client', mode: 'twilio' }],
    [
      'POST',
      '/api/v1/workflow/create/template',
      { call_type: 'outbound', use_case: 'your visit', activity_description: 'Ask whether it suits.' },
    ],
    ['GET', `/api/v1/workflow/${runs[0]?.workflow_id}/runs/${runs[0]?.id}`],
    ['GET', '/api/v1/organizations/usage/runs'],
    [
      'POST',
      `/api/v1/public/agent/workflow/${workflow_uuid}`,
      { phone_number: '+12025550161', telephony_configuration_id: configuration },
    ],
    ['PUT', `/api/v1/workflow/${workflow}/dialogues/${dialogueId}`, dialogue],
    ['DELETE', `/api/v1/workflow/${workflow}/dialogues/${dialogueId}`],
    ['GET', recording.download_url as string],
    ['GET', source.download_url as string],
    ['POST', `/api/v1/campaign/${draft.id}/start`],
    ['POST', `/api/v1/campaign/${draft.id}/pause`],
    ['POST', `/api/v1/campaign/${draft.id}/resume`],
    ['POST', '/api/v1/campaign/pause-all'],
    ['DELETE', `/api/v1/campaign/${draft.id}`],
    ...[
      '',
      '/progress',
      '/report',
      '/explain',
      '/left-out',
      '/start-check',
      `/contacts/${contacts[0]?.id}`,
      `/contacts/${contacts[0]?.id}/explain`,
    ].map((path) => ['GET', `/api/v1/campaign/${campaign.id}${path}`] as [Method, string]),
    ['GET', '/api/v1/campaign/'],
    ['GET', '/api/v1/campaign/progress'],
    ['GET', `/api/v1/campaign/${campaign.id}/forecast`],
    ['GET', `/api/v1/campaign/${campaign.id}/forecasts`],
    ['POST', `/api/v1/campaign/${campaign.id}/forecast`, { alternatives: [{ name: 'more', max_concurrency: 20 }] }],
    ['GET', '/api/v1/numbers/%2B12025550100/history'],
    ['GET', '/api/v1/numbers/%2B12025550100/consents'],
    [
      'POST',
      '/api/v1/consents',
      { phone_number: '+12025550100', kind: 'express', given_at: '2026-01-01T00:00:00Z', source: 'a form' },
    ],
    ['POST', '/api/v1/consents/revoke', { phone_number: '+12025550100', source: 'a letter' }],
    ['POST', '/api/v1/campaign/forecast', { source_id }],
    ['GET', '/api/v1/statistics/calls'],
    ['GET', '/api/v1/statistics/workflows'],
    ['GET', `/api/v1/workflow/${workflow}/traffic`],
    ['GET', '/api/v1/search?q=1'],
    ['GET', '/api/v1/statistics/answer-rates'],
    ['GET', `/api/v1/calls/${runs[0]?.id}`],
    ['GET', `/api/v1/calls/${runs[0]?.id}/peaks`],
    ['GET', `/api/v1/calls/${runs[0]?.id}/receipt`],
    ['GET', '/api/v1/organizations/own-phones'],
    ['GET', `/api/v1/campaign/${campaign.id}/abandonment`],
    ['GET', '/api/v1/statistics/abandonment'],
    ['GET', '/api/v1/statistics/abandonment/export'],
    ['GET', '/api/v1/organizations/abandonment'],
    ['PUT', '/api/v1/organizations/abandonment', { warn_percent: 3, pause_percent: null }],
    ['PUT', `/api/v1/organizations/telephony-configs/${configuration}/prices`, { currency: 'USD', per_minute: '0.01' }],
    ['GET', `/api/v1/organizations/telephony-configs/${configuration}/prices`],
    ['PUT', `/api/v1/campaign/${campaign.id}/spend-limit`, { max_spend: '500.00' }],
    ['PUT', `/api/v1/campaign/${campaign.id}/spend-limit`, { max_spend: null }],
    ['PUT', '/api/v1/organizations/spending', { currency: 'USD', max_spend_per_day: null }],
    ['GET', '/api/v1/organizations/spending'],
    ['GET', '/api/v1/spending'],
    ['DELETE', `/api/v1/organizations/telephony-configs/${configuration}/prices`],
    ['PUT', '/api/v1/organizations/own-phones', { phones: [] }],
    ['GET', `/api/v1/contact-lists/${encodeURIComponent(source_id)}/proofs`],
    ['POST', `/api/v1/contact-lists/${encodeURIComponent(source_id)}/confirmations`, { duty_id: 'x' }],
    [
      'POST',
      `/api/v1/contact-lists/${encodeURIComponent(source_id)}/registry-checks`,
      { registry: 'x', checked_on: '2026-01-01', file_sha256: 'a'.repeat(64), numbers: 1 },
    ],
    ['GET', '/api/v1/calls'],
    [
      'POST',
      '/api/v1/telephony/initiate-call',
      { workflow_id: workflow, phone_number: '+12025550160', telephony_configuration_id: configuration },
    ],
    ['GET', '/api/v1/events'],
    ['GET', '/api/v1/event-types'],
    ['GET', CONFIGURATIONS],
    ['GET', '/api/v1/organizations/telephony-providers/metadata'],
    ['GET', one],
    ['PUT', one, { name: 'changed' }],
    ['POST', `${one}/set-default-outbound`],
    ['POST', `${one}/test`],
    ['GET', `${one}/phone-numbers`],
    ['GET', `${one}/account-numbers`],
    ['POST', `${one}/phone-numbers/import`, {}],
    ['GET', `${one}/phone-numbers/${number}`],
    ['PUT', `${one}/phone-numbers/${number}`, { label: 'x' }],
    ['POST', `${one}/phone-numbers/${number}/set-default-caller`],
    ['POST', `${one}/phone-numbers/${number}/sync`],
    ['POST', `${one}/phone-numbers/${number}/wake`],
    ['DELETE', `${one}/phone-numbers/${number}`],
    ['DELETE', `${CONFIGURATIONS}/${await newConfiguration(member)}`],
    ['GET', '/api/v1/user/api-keys'],
    ['DELETE', `/api/v1/user/api-keys/${key}`],
    ['PUT', `/api/v1/user/api-keys/${key}/reactivate`],
    ['GET', '/api/v1/organization'],
    ['PATCH', '/api/v1/organization', { time_zone: 'Europe/Berlin' }],
    ['GET', '/api/v1/sessions'],
    ['GET', '/api/v1/audit-events'],
    ['DELETE', `/api/v1/sessions/${session_id}`],
    ['DELETE', '/api/v1/session'],
    ['GET', '/welcome'],
    ['GET', '/api/v1/suppressions/export'],
    ['GET', '/api/v1/registries'],
    ['GET', '/api/v1/suppressions/candidates'],
    ['POST', `/api/v1/suppressions/candidates/${candidates[0]}/accept`],
    ['POST', `/api/v1/suppressions/candidates/${candidates[1]}/dismiss`],
    ['GET', '/api/v1/suppressed-ranges'],
    ['DELETE', `/api/v1/suppressed-ranges/${range}`],
    ['GET', '/api/v1/policies'],
    ['GET', '/api/v1/policies/fr'],
    ['PUT', '/api/v1/organizations/policy', { policy: {} }],
    ['GET', '/api/v1/organizations/policy'],
    ['GET', '/api/v1/organizations/policy/versions'],
    ['POST', '/api/v1/organizations/policy/confirmations', { duty_id: 'fr-opt-in' }],
    ['POST', '/api/v1/organizations/policy/preview', { policy: {} }],
    ['POST', `/api/v1/campaign/${campaign.id}/rehearsal`],
    ['GET', `/api/v1/campaign/${campaign.id}/rehearsal`],
    ['POST', '/api/v1/organizations/policy/dry-run', { policy: {} }],
    ['GET', '/api/v1/organizations/policy/dry-run'],
    ['GET', '/api/v1/ledger/verify'],
    ['GET', '/api/v1/ledger/export'],
    ['GET', '/api/v1/suppressions'],
    ['DELETE', `/api/v1/suppressions/${suppression}`],
    ['GET', '/api/v1/contact-lists'],
    ['GET', `/api/v1/contact-lists/${source_id}`],
    ['GET', `/api/v1/contact-lists/${source_id}/rejected`],
    ['GET', `/api/v1/contact-lists/${source_id}/preview`],
    ['POST', `/api/v1/contact-lists/${source_id}/zones`, {}],
    ['PATCH', `/api/v1/contact-lists/${source_id}`, { priority: 7 }],
    ['DELETE', `/api/v1/contact-lists/${source_id}`],
    ['GET', '/api/v1/workflow/fetch'],
    ['GET', '/api/v1/workflow/summary'],
    ['PUT', `/api/v1/workflow/${workflow}`, { name: 'y' }],
    ['POST', '/api/v1/workflow/validate', { workflow_definition: definition }],
    ['POST', `/api/v1/workflow/${workflow}/validate`],
    ['GET', '/api/v1/node-types'],
    ['GET', '/api/v1/node-types/endCall'],
    ['GET', '/api/v1/organizations/model-configuration'],
    ['PUT', '/api/v1/organizations/model-configuration', { brain: 'script' }],
    ['POST', '/api/v1/organizations/model-configuration/test'],
    ['GET', '/api/v1/organizations/retention'],
    ['PUT', '/api/v1/organizations/retention', { recordings_days: 30 }],
    ['POST', '/api/v1/erasures', { phone_number: '+12025550171' }],
    ['GET', '/api/v1/erasures'],
    ['GET', '/api/v1/webhooks'],
    ['GET', '/api/v1/workflow/webhook-secret'],
    ['POST', '/api/v1/workflow/webhook-secret/rotate'],
    ...(await webhooksOnce(member)),
    ['GET', '/api/v1/organization/usage?months=2'],
    ['GET', '/api/v1/sign-in'],
    ['GET', '/api/v1/users'],
    ['GET', `/api/v1/users/${user_id}`],
    ['PATCH', `/api/v1/users/${user_id}`, { role: 'operator' }],
    ['GET', '/api/v1/invitations'],
    ['DELETE', `/api/v1/invitations/${invitation}`],
    ['GET', '/api/v1/health'],
    ['GET', '/api/v1/ready'],
    ['GET', '/metrics'],
  ]
  for (const [method, url, body] of rest) await ok(method, url, body)
}

async function webhooksOnce(member: Member): Promise<Array<[Method, string, unknown?]>> {
  const { id } = await made(member.request('POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:1/' }))
  const one = `/api/v1/webhooks/${id}`
  const delivery = await made(member.request('POST', `${one}/test`))
  return [
    ['GET', one],
    ['PATCH', one, { description: 'x' }],
    ['POST', `${one}/rotate-secret`],
    ['POST', `${one}/replay`, { after: 0 }],
    ['GET', `${one}/deliveries`],
    ['GET', `${one}/deliveries/${delivery.id}`],
    ['POST', `${one}/deliveries/${delivery.id}/redeliver`],
    ['DELETE', one],
  ]
}

async function recordingOf(member: Member, callId: number): Promise<void> {
  const call = { organizationId: member.organizationId, callId }
  const path = recordingKey(call)
  const file = join(world.config.dataDir, 'recordings', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'RIFF')
  const record = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: null }
  await saveCallRecord(world.app.db, member.organizationId, callId, record, new Date())
  await saveRecordingKey(world.app.db, call, { key: path, bytes: 4 })
}

describe('the document and what was seen', () => {
  const documented = () =>
    Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(
        (operation) => [operation.operationId as string, Object.keys(operation.responses as Json).sort()] as const,
      ),
    )

  test('every status code in the document was seen', () => {
    const missing = documented().flatMap(([operation, statuses]) =>
      statuses
        .filter((status) => !seen.get(operation)?.has(status) && !CANNOT[operation]?.includes(status))
        .map((status) => `${operation}: ${status}`),
    )
    expect(missing).toEqual([])
  })

  test('every status code that was seen is in the document', () => {
    const surprises = documented().flatMap(([operation, statuses]) =>
      [...(seen.get(operation) ?? [])]
        .filter((status) => !statuses.includes(status))
        .map((status) => `${operation}: ${status}`),
    )
    expect(surprises).toEqual([])
  })

  test('what is said to be impossible was not seen after all', () => {
    const possible = Object.entries(CANNOT).flatMap(([operation, statuses]) =>
      statuses.filter((status) => seen.get(operation)?.has(status)).map((status) => `${operation}: ${status}`),
    )
    expect(possible).toEqual([])
  })
})
