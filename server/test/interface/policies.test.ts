import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { campaignOf, greeting, made, newCampaign, newWorkflow } from './things.ts'

const OWN = '/api/v1/organizations/policy'
const day = (start: string, end: string) => [{ start, end }]

let world: TestApp

beforeAll(async () => {
  world = await testApp()
}, 180_000)

const put = (policy: Json) => world.a.request('PUT', OWN, { policy })

interface Detail {
  loc: string[]
  type: string
  msg: string
  ctx?: Json
}

function details(body: Json): Detail[] {
  return body.detail as Detail[]
}

async function records(kind: string): Promise<Json[]> {
  const { text } = await world.a.request('GET', '/api/v1/ledger/export')
  const lines = text.trimEnd().split('\n').slice(1, -1)
  return lines.map((line) => JSON.parse(line).record as Json).filter((record) => record.kind === kind)
}

describe('ready packs', () => {
  test('are listed with their sources, and one can be read and copied', async () => {
    const { body } = await world.a.request<{ packs: Json[]; calendars: string[]; notice: string }>(
      'GET',
      '/api/v1/policies',
    )
    expect(body.packs.length).toBeGreaterThan(45)
    expect(body.calendars).toContain('FR')
    expect(body.notice).toContain('Not legal advice')
    const florida = body.packs.find((pack) => pack.id === 'us-fl') as Json
    expect(florida).toMatchObject({ places: ['US-FL'], sources: [{ kind: 'law' }] })
    expect((await world.a.request('GET', '/api/v1/policies/us-fl')).body).toEqual(florida)
    // Its rules are a policy of their own.
    expect((await put({ ...(florida.rules as Json) })).status).toBe(200)
    expect((await world.a.request('GET', '/api/v1/policies/us-atlantis')).body.code).toBe('policy_pack_not_found')
  })
})

describe("an organization's policy", () => {
  test('is nothing at first, and each change is a version with its author, an event and a record', async () => {
    const { b } = world
    expect((await b.request('GET', OWN)).body).toMatchObject({ policy: null, version: 0, author: null, duties: [] })
    const one = { packs: ['us-federal'], caps: [{ max: 3, hours: 24 }] }
    expect((await b.request('PUT', OWN, { policy: one })).body).toMatchObject({ version: 1 })
    expect((await b.request('PUT', OWN, { policy: one })).body).toMatchObject({ version: 1 })
    const two = await b.request('PUT', OWN, { policy: { ...one, least_gap_minutes: 30 } })
    expect(two.body).toMatchObject({
      version: 2,
      author: `API key ${b.apiKeyId}`,
      policy: { packs: ['us-federal'], caps: [{ max: 3, hours: 24, count: 'attempts' }], least_gap_minutes: 30 },
    })
    const { versions } = await made<{ versions: Json[] }>(b.request('GET', `${OWN}/versions`))
    expect(versions.map((version) => version.version)).toEqual([2, 1])
    const { events } = await made<{ events: Json[] }>(b.request('GET', '/api/v1/events'))
    expect(events.filter((event) => event.type === 'policy_changed')).toHaveLength(2)
    expect((await b.request('GET', '/api/v1/ledger/verify')).body).toMatchObject({ ok: true, records: 2 })
  })

  test('is refused whole with each fault named', async () => {
    const { status, body } = await put({
      packs: [],
      caps: [{ max: 0, hours: 24 }],
      fallback_timezone: 'Mars/Olympus',
      hours: { monday: day('20:00', '08:00') },
    })
    expect(status).toBe(422)
    expect(details(body).map(({ loc }) => loc.join('.'))).toEqual([
      'body.policy.hours.monday.0.end',
      'body.policy.caps.0.max',
      'body.policy.fallback_timezone',
    ])
  })

  test('a pack that does not exist, or hours that never meet, are 422 with the reason', async () => {
    expect(details((await put({ packs: ['us-fl', 'atlantis'] })).body)).toMatchObject([
      { loc: ['body', 'policy', 'packs', '1'], type: 'policy_pack_not_found' },
    ])
    // Rhode Island closes at 18:00; the policy opens at 18:00.
    const { body } = await put({ packs: ['us-ri'], hours: { monday: day('18:00', '20:00') } })
    expect(details(body)).toMatchObject([
      {
        loc: ['body', 'policy', 'hours'],
        type: 'never_open',
        ctx: { place: 'US-RI', from: ['us-ri', 'us-federal', 'organization'] },
      },
    ])
    expect(details((await put({ hours: {} })).body)).toMatchObject([{ type: 'never_open' }])
  })

  test('what cannot be true, or would have no effect, is 422 at its place, and nothing of it is applied', async () => {
    const before = await made(world.a.request('GET', OWN))
    const { status, body } = await put({
      scrubbed_on: { 'us-national-dnc': '2099-01-01' },
      hours: { monday: day('09:00', '17:00'), holiday: day('10:00', '12:00') },
      unknown_zone: 'fallback',
      suspensions: [{ from: '2026-11-16T10:00:00Z', until: '2026-11-16T09:00:00Z', reason: 'a storm' }],
    })
    expect(status).toBe(422)
    expect(details(body).map(({ loc, type }) => [loc.slice(2).join('.'), type])).toEqual([
      ['scrubbed_on.us-national-dnc', 'date_in_future'],
      ['hours.holiday', 'no_holidays'],
      ['unknown_zone', 'no_fallback'],
      ['suspensions.0.until', 'ends_before_it_begins'],
    ])
    expect(await made(world.a.request('GET', OWN))).toEqual(before)
  })

  test('a misspelt rule is refused, because it would silently not hold', async () => {
    const { status, body } = await put({ cap: [{ max: 1, hours: 24 }] })
    expect(status).toBe(422)
    expect(details(body)[0]?.msg).toContain('cap')
  })

  test('shows the duties of its packs, and who confirmed them', async () => {
    await made(put({ packs: ['fr'] }))
    const unconfirmed = await made<{ duties: Json[] }>(world.a.request('GET', OWN))
    expect(unconfirmed.duties.map((duty) => [duty.id, duty.from, duty.confirmed_by])).toEqual([
      ['fr-opt-in', 'fr', null],
      ['fr-opening', 'fr', null],
      ['fr-caller-id', 'fr', null],
      ['express-consent', 'eu', null],
      ['recording-told', 'eu', null],
    ])
    await made(world.a.request('POST', `${OWN}/confirmations`, { duty_id: 'fr-opt-in', note: 'Folder 12' }))
    const confirmed = await made<{ duties: Json[] }>(world.a.request('GET', OWN))
    expect(confirmed.duties[0]).toMatchObject({ confirmed_by: `API key ${world.a.apiKeyId}`, note: 'Folder 12' })
    expect((await world.a.request('POST', `${OWN}/confirmations`, { duty_id: 'nonsense' })).body.code).toBe(
      'duty_not_found',
    )
    expect(await records('duty_confirmed')).toMatchObject([{ body: { duty_id: 'fr-opt-in', note: 'Folder 12' } }])
  })
})

describe("a campaign's policy", () => {
  test('may only be stricter than the organization; a looser value is 422 with the stricter one named', async () => {
    await made(put({ hours: { monday: day('10:00', '18:00') }, caps: [{ max: 3, hours: 24 }] }))
    const looser = { hours: { monday: day('09:00', '17:00') }, caps: [{ max: 4, hours: 24 }] }
    const { id } = await newCampaign(world.a)
    const changed = await world.a.request('PATCH', `/api/v1/campaign/${id}`, { policy: looser })
    expect(changed.status).toBe(422)
    expect(details(changed.body)).toMatchObject([
      {
        loc: ['body', 'policy', 'hours', 'monday'],
        type: 'looser_than_organization',
        ctx: { stricter: '10:00-18:00' },
      },
      { loc: ['body', 'policy', 'caps', '0', 'max'], ctx: { stricter: 'at most 3 attempts in 24 hours' } },
    ])
    expect(await campaignOf(world.a, id)).toMatchObject({ policy: null, policy_version: null })
  })

  test('is set when it is created, changed later, and copied by a redial', async () => {
    await made(put({ caps: [{ max: 3, hours: 24 }] }))
    const campaign = await newCampaign(world.a, { policy: { caps: [{ max: 2, hours: 24 }] } })
    expect(campaign).toMatchObject({ policy: { caps: [{ max: 2, hours: 24 }] }, policy_version: 1 })
    const changed = await made(
      world.a.request('PATCH', `/api/v1/campaign/${campaign.id}`, { policy: { least_gap_minutes: 90 } }),
    )
    expect(changed).toMatchObject({ policy: { least_gap_minutes: 90 }, policy_version: 2 })
    const [first] = (await records('policy_changed')).filter(
      (record) => (record.body as Json).campaign_id === campaign.id,
    )
    expect(first).toMatchObject({ actor: `API key ${world.a.apiKeyId}`, body: { version: 1 } })
    await world.pool.query(`update campaigns set state = 'completed' where id = $1`, [campaign.id])
    await world.pool.query(`update contacts set state = 'done', outcome = 'busy' where campaign_id = $1`, [campaign.id])
    const redial = await made(world.a.request('POST', `/api/v1/campaign/${campaign.id}/redial`, {}))
    expect(redial).toMatchObject({ policy: { least_gap_minutes: 90 }, policy_version: 1 })
  })

  test('a required sentence that the workflow does not say keeps it from starting', async () => {
    await made(put({}))
    const policy = { packs: ['eu'] }
    const silent = await newCampaign(world.a, { policy })
    const { status, body } = await world.a.request('POST', `/api/v1/campaign/${silent.id}/start`)
    expect([status, body.code]).toEqual([409, 'required_sentence_missing'])
    expect(body.message).toContain('artificial intelligence')
    const workflow_id = await newWorkflow(world.a, greeting('Hello, this is an AI assistant of Acme.'))
    const told = await newCampaign(world.a, { policy, workflow_id })
    const start = (body: Json) => world.a.request('POST', `/api/v1/campaign/${told.id}/start`, body)
    // What the pack asks of people is accepted by name.
    const { code, details } = (await start({})).body as { code: string; details: { duties: { id: string }[] } }
    expect(code).toBe('duties_open')
    const started = await start({ accept_duties: details.duties.map(({ id }) => id) })
    expect(started.body.state).toBe('running')
    await made(world.a.request('POST', `/api/v1/campaign/${told.id}/pause`))
  })

  const models = (body: Json) => made(world.a.request('PUT', '/api/v1/organizations/model-configuration', body))

  test('a required sentence must be said in every language of the workflow', async () => {
    await made(put({}))
    const own = 'Hello, this is an AI assistant of Acme.'
    const service = { engine: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'm' }
    // This machine speaks English only.
    await models({ speech: { ...service, voice: 'v' }, recognition: service })
    const started = async (spanish: string) => {
      const workflow_id = await newWorkflow(world.a, greeting(own))
      const settings = { languages: [{ language: 'es', texts: { [own]: spanish } }] }
      await world.pool.query(
        `update workflow_definitions set definition = definition || $2::jsonb where workflow_id = $1`,
        [workflow_id, JSON.stringify({ settings })],
      )
      const { id } = await newCampaign(world.a, { policy: { packs: ['eu'] }, workflow_id })
      return (await world.a.request('POST', `/api/v1/campaign/${id}/start`)).body.code
    }
    expect(await started('Hola, le llamo de Acme.')).toBe('required_sentence_missing')
    expect(await started('Hola, soy un asistente de inteligencia artificial de Acme.')).toBe('duties_open')
    await models({ speech: { engine: 'local' }, recognition: { engine: 'local' } })
  })

  test('one that cannot be met with the organization is refused and nothing is made', async () => {
    await made(put({ hours: { monday: day('10:00', '18:00') } }))
    const before = await made<{ campaigns: Json[] }>(world.a.request('GET', '/api/v1/campaign/'))
    const policy = { packs: ['za'], hours: { monday: [] } }
    await expect(newCampaign(world.a, { policy })).rejects.toThrow('never_open')
    const after = await made<{ campaigns: Json[] }>(world.a.request('GET', '/api/v1/campaign/'))
    expect(after.campaigns).toHaveLength(before.campaigns.length)
  })
})
