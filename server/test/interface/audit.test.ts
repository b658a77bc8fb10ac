/** Who changed what: every change leaves a trace with its author, and nobody else's. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { CONFIGURATIONS, FAST, made, newCampaign, newConfiguration, newWorkflow, TWILIO } from './things.ts'

let world: TestApp

beforeAll(async () => {
  world = await testApp()
})

interface Trace extends Json {
  id: number
  operation: string
  subject: string
  before: Json | null
  after: Json | null
}

async function trail(query = ''): Promise<Trace[]> {
  const { audit_events } = await made<{ audit_events: Trace[] }>(
    world.a.request('GET', `/api/v1/audit-events?limit=1000${query}`),
  )
  return audit_events
}

const last = async (operation: string) => (await trail(`&operation=${operation}`)).at(-1) as Trace

describe('a change leaves a trace', () => {
  test('of a campaign, with before and after', async () => {
    const { id } = await newCampaign(world.a)
    await made(world.a.request('PATCH', `/api/v1/campaign/${id}`, { max_concurrency: 33 }))
    const trace = await last('updateCampaign')
    expect(trace).toMatchObject({
      subject: `/api/v1/campaign/${id}`,
      api_key_id: world.a.apiKeyId,
      api_key_name: 'key of A',
      session_id: null,
      before: { max_concurrency: 10 },
      after: { max_concurrency: 33 },
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(trace.before).not.toHaveProperty('logs')
  })

  test('is read newest first too, page by page', async () => {
    const { id } = await newCampaign(world.a)
    for (const name of ['one', 'two', 'three']) await made(world.a.request('PATCH', `/api/v1/campaign/${id}`, { name }))
    const page = async (before: string) =>
      made<{ audit_events: Trace[]; next_cursor: number }>(
        world.a.request(
          'GET',
          `/api/v1/audit-events?newest_first=true&limit=2&operation=updateCampaign&subject=/api/v1/campaign/${id}${before}`,
        ),
      )
    const first = await page('')
    expect(first.audit_events.map(({ after }) => after?.name)).toEqual(['three', 'two'])
    const second = await page(`&before=${first.next_cursor}`)
    expect(second.audit_events.map(({ after }) => after?.name)).toEqual(['one'])
  })

  test('of a configuration, without its secrets', async () => {
    const id = await newConfiguration(world.a, TWILIO)
    await made(world.a.request('PUT', `${CONFIGURATIONS}/${id}`, { config: { auth_token: 'a new secret token' } }))
    await made(world.a.request('DELETE', `${CONFIGURATIONS}/${id}`))
    const traces = await trail(`&subject=${CONFIGURATIONS}/${id}`)
    expect(traces.map((trace) => trace.operation)).toEqual([
      'updateTelephonyConfiguration',
      'deleteTelephonyConfiguration',
    ])
    expect(traces[1]?.before).toMatchObject({ id, provider: 'twilio' })
    for (const secret of [TWILIO.auth_token, 'a new secret token']) {
      expect(JSON.stringify(await trail())).not.toContain(secret)
    }
  })

  test('of a key, whose value is in no trace; of the do-not-call list', async () => {
    const key = await made<{ id: number; api_key: string }>(
      world.a.request('POST', '/api/v1/user/api-keys', { name: 'traced', scope: 'operate' }),
    )
    expect(await last('createApiKey')).toMatchObject({ after: { id: key.id, name: 'traced', scope: 'operate' } })
    expect(JSON.stringify(await trail())).not.toContain(key.api_key)
    const { id } = await made(world.a.request('POST', '/api/v1/suppressions', { phone_number: '+12025550144' }))
    await made(world.a.request('DELETE', `/api/v1/suppressions/${id}`))
    expect(await last('deleteSuppression')).toMatchObject({ subject: `/api/v1/suppressions/${id}` })
  })

  test('of a console session, with the session', async () => {
    const headers = { host: 'localhost:8000' }
    const signedIn = await world.request('POST', '/api/v1/session', { api_key: world.a.key }, { headers })
    const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] as string
    await made(
      world.request(
        'PATCH',
        '/api/v1/organization',
        { time_zone: 'Europe/Berlin' },
        {
          headers: { ...headers, cookie, 'sec-fetch-site': 'same-origin' },
        },
      ),
    )
    expect(await last('updateOrganization')).toMatchObject({
      session_id: signedIn.body.session_id,
      before: { time_zone: 'UTC' },
      after: { time_zone: 'Europe/Berlin' },
    })
  })
})

test('what failed, what only looks and what only tries leave none', async () => {
  const before = (await trail()).length
  await world.a.request('PATCH', '/api/v1/campaign/987654321', { name: 'x' })
  await world.a.request('GET', '/api/v1/campaign/')
  await world.a.request('POST', `${CONFIGURATIONS}/${await newConfiguration(world.b)}/test`)
  expect((await trail()).length).toBe(before)
})

test('another organization sees none of it, and only an admin key reads it', async () => {
  const { body } = await world.b.request<{ audit_events: Trace[] }>('GET', '/api/v1/audit-events')
  expect(JSON.stringify(body)).not.toContain('traced')
  const { api_key } = await made<{ api_key: string }>(
    world.a.request('POST', '/api/v1/user/api-keys', { name: 'x', scope: 'operate' }),
  )
  const refused = await world.request('GET', '/api/v1/audit-events', undefined, { headers: { 'x-api-key': api_key } })
  expect(refused.status).toBe(403)
})

test('nothing that is said in a tried conversation is kept, nor what a single call was told of the person', async () => {
  const world = await testApp({ openAgents: 'real' })
  await world.app.dialer.start()
  const workflow_id = await newWorkflow(world.a)
  const { try_id } = await made<{ try_id: string }>(world.a.request('POST', '/api/v1/workflow/try', { workflow_id }))
  await world.a.request('POST', `/api/v1/workflow/try/${try_id}/say`, { text: 'my card is 4111 1111' })
  await newConfiguration(world.a, FAST, { is_default_outbound: true })
  const order = { workflow_id, phone_number: '+12025550100', variables: { first_name: 'Ada', diagnosis: 'x7' } }
  const { id } = await made(world.a.request('POST', '/api/v1/telephony/initiate-call', order))
  const { rows } = await world.pool.query(
    'select operation, before, after from audit_events where organization_id = $1',
    [world.a.organizationId],
  )
  expect(JSON.stringify(rows)).not.toMatch(/4111|Ada|x7/)
  expect(rows.map(({ operation }) => operation)).not.toContain('sayInTry')
  expect(rows.find(({ operation }) => operation === 'initiateCall')).toMatchObject({ after: { id, workflow_id } })
})
