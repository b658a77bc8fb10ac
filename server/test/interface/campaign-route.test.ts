/** The route of a campaign through the interface: what is accepted, what is refused and where, and what is shown. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { ARI, type CampaignBody, made, newCampaign, newConfiguration, newList, newWorkflow } from './things.ts'

let world: TestApp
let workflow_id: number
let source_id: string
let first: number
let second: number
let simulated: number

beforeAll(async () => {
  world = await testApp({ environment: { PUBLIC_URL_CHECK: 'off' } })
  await world.app.dialer.start()
  workflow_id = await newWorkflow(world.a)
  source_id = await newList(world.a, ['00', '01', '02'])
  first = await newConfiguration(world.a, ARI)
  second = await newConfiguration(world.a, { ...ARI, app_name: 'second' })
  simulated = await newConfiguration(world.a)
})

const create = (change: Json) =>
  world.a.request<CampaignBody & { detail: Json[]; route: Json[] | null; warnings: string[] }>(
    'POST',
    '/api/v1/campaign/create',
    { name: 'Routed', workflow_id, source_type: 'csv', source_id, ...change },
  )
const step = (telephony_configuration_id: number, more: Json = {}) => ({ telephony_configuration_id, ...more })

describe('the route of a campaign', () => {
  test('is stored, shown, changed and removed', async () => {
    const { status, body } = await create({ route: [step(first, { countries: ['de'] }), step(second)] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      telephony_configuration_id: first,
      route: [
        { telephony_configuration_id: first, prefixes: [], countries: ['DE'] },
        { telephony_configuration_id: second, prefixes: [], countries: [] },
      ],
    })
    const path = `/api/v1/campaign/${body.id}`
    const shown = await made<{ steps: Json[] }>(world.a.request('GET', `${path}/route`))
    expect(shown.steps).toMatchObject([
      { telephony_configuration_id: first, state: 'ready', calls: 0, countries: ['DE'] },
      { telephony_configuration_id: second, state: 'ready', cause: null },
    ])
    const explained = await made<{ route: Json[] }>(world.a.request('GET', `${path}/explain`))
    expect(explained.route).toHaveLength(2)
    const { contacts } = await made<{ contacts: Json[] }>(world.a.request('GET', `${path}/contacts`))
    const contact = await made<{ route: Json[] }>(world.a.request('GET', `${path}/contacts/${contacts[0]?.id}/explain`))
    expect(contact.route).toMatchObject([{ state: 'other_numbers' }, { state: 'ready' }])
    const turned = await made<CampaignBody & { route: Json[] }>(
      world.a.request('PATCH', path, { route: [step(second)] }),
    )
    expect(turned).toMatchObject({ telephony_configuration_id: second })
    expect(turned.route).toHaveLength(1)
    const removed = await made<CampaignBody>(world.a.request('PATCH', path, { route: [] }))
    expect(removed).toMatchObject({ telephony_configuration_id: second, route: null })
  })

  test('is refused with the place of each fault, and nothing is stored', async () => {
    const before = await made<{ campaigns: Json[] }>(world.a.request('GET', '/api/v1/campaign/'))
    const foreign = await newConfiguration(world.b, ARI)
    const { status, body } = await create({
      telephony_configuration_id: second,
      route: [step(first), step(foreign), step(first), step(simulated)],
    })
    expect(status).toBe(422)
    expect(body.detail.map(({ loc }) => (loc as string[]).join('.'))).toEqual([
      'body.route.1.telephony_configuration_id',
      'body.route.2.telephony_configuration_id',
      'body.route.3.telephony_configuration_id',
      'body.telephony_configuration_id',
    ])
    expect((await create({ route: [step(first, { prefixes: ['49'] })] })).status).toBe(422)
    expect((await create({ route: [step(first, { countries: ['Germany'] })] })).status).toBe(422)
    const after = await made<{ campaigns: Json[] }>(world.a.request('GET', '/api/v1/campaign/'))
    expect(after.campaigns.length).toBe(before.campaigns.length)
  })

  test('that takes none of the numbers is created with a warning', async () => {
    const { body } = await create({ route: [step(first, { prefixes: ['+49'] })] })
    expect(body.warnings.join(' ')).toMatch(/takes the number of 3 contacts/)
  })

  test('that takes none of the numbers is the reason why a contact is not called', async () => {
    const { body } = await create({ route: [step(simulated, { prefixes: ['+49'] })] })
    const path = `/api/v1/campaign/${body.id}`
    await made(world.a.request('POST', `${path}/start`))
    const { contacts } = await made<{ contacts: Json[] }>(world.a.request('GET', `${path}/contacts`))
    const explain = () =>
      made<Record<'because' | 'rules', Json[]> & { may_call_now: boolean; next_possible_at: string | null }>(
        world.a.request('GET', `${path}/contacts/${contacts[0]?.id}/explain`),
      )
    const held = await explain()
    expect(held).toMatchObject({ may_call_now: false, next_possible_at: null })
    expect(held.because).toContainEqual(expect.objectContaining({ rule: 'no_route', until: null }))
    const shown = await made<{ because: Json[]; may_call_now: boolean }>(
      world.a.request('GET', `${path}/contacts/${contacts[0]?.id}`),
    )
    expect([shown.may_call_now, shown.because.map(({ rule }) => rule)]).toEqual([false, ['no_route']])
    await made(world.a.request('POST', `${path}/pause`))
    await made(world.a.request('PATCH', path, { route: [step(simulated)] }))
    const free = await explain()
    expect(free.because.map(({ rule }) => rule)).not.toContain('no_route')
    expect(free.rules).toContainEqual(expect.objectContaining({ rule: 'no_route', holds: false }))
  })

  test('keeps its configurations from being deleted', async () => {
    const third = await newConfiguration(world.a, { ...ARI, app_name: 'third' })
    await create({ route: [step(first), step(third)] })
    const { status, body } = await world.a.request<Json>('DELETE', `/api/v1/organizations/telephony-configs/${third}`)
    expect([status, body.code]).toEqual([409, 'telephony_configuration_in_use'])
  })

  test('is restored only while the campaign runs', async () => {
    const { body } = await create({ route: [step(first), step(second)] })
    const refused = await world.a.request<Json>('POST', `/api/v1/campaign/${body.id}/route/restore`)
    expect([refused.status, refused.body.code]).toEqual([409, 'route_not_restorable'])
    expect((await world.b.request('GET', `/api/v1/campaign/${body.id}/route`)).status).toBe(404)
  })

  test('of the simulated carrier is run to the end, and its calls say which configuration they took', async () => {
    const other = await newConfiguration(world.a)
    const campaign = await newCampaign(world.a, {
      workflow_id,
      source_id,
      telephony_configuration_id: undefined,
      retry_config: { enabled: false },
      route: [step(simulated, { prefixes: ['+49'] }), step(other)],
    })
    await made(world.a.request('POST', `/api/v1/campaign/${campaign.id}/start`))
    const restored = await world.a.request('POST', `/api/v1/campaign/${campaign.id}/route/restore`)
    expect(restored.status).toBe(200)
    await expect
      .poll(async () => (await made<CampaignBody>(world.a.request('GET', `/api/v1/campaign/${campaign.id}`))).state, {
        timeout: 30_000,
      })
      .toBe('completed')
    const { runs } = await made<{ runs: Json[] }>(world.a.request('GET', `/api/v1/campaign/${campaign.id}/runs`))
    expect(runs.length).toBeGreaterThan(2)
    for (const run of runs)
      expect(run).toMatchObject({ telephony_configuration_id: other, route: { position: 2, skipped: [] } })
    const { steps } = await made<{ steps: Json[] }>(world.a.request('GET', `/api/v1/campaign/${campaign.id}/route`))
    expect(steps.map(({ calls }) => calls)).toEqual([0, runs.length])
  })
})
