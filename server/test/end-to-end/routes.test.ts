/** One campaign over two carriers, each a stand-in of its own: one of them stops in mid-campaign. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { findProviders } from '../conformance/find-providers.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import type { RunningStandIn } from '../conformance/stand-in.ts'
import type { Json } from '../interface/app.ts'
import {
  type CampaignBody,
  CONFIGURATIONS,
  campaignOf,
  fresh,
  made,
  newWorkflow,
  uploadCsv,
} from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { eventually, type Program, startProgram } from './program.ts'

const TIMEOUT_MS = 180_000
const providers = new Map(
  (await findProviders()).flatMap((found) => ('fault' in found ? [] : [[found.provider.spec.name, found.provider]])),
)
const PEOPLE = Array.from({ length: 6 }, (_, index) => `+1415555200${index}`)

let program: Program
const running: RunningStandIn[] = []

beforeAll(async () => {
  program = await startProgram()
}, TIMEOUT_MS)

afterEach(async () => {
  await program.inside.pool.query('delete from phone_numbers')
  for (const carrier of running.splice(0)) await carrier.stop()
})

async function addCarrier(name: string) {
  const provider = providers.get(name)
  if (!provider) throw new Error(`no provider ${name}`)
  const carrier = await provider.standIn.start()
  running.push(carrier)
  const dialed: string[] = []
  carrier.beforeDial = (body) => {
    const text = decodeURIComponent(body)
    dialed.push(...PEOPLE.filter((number) => text.includes(number.slice(1))))
  }
  const { operator } = program
  const config = { provider: name, ...carrier.credentials, calls_per_second: 50 }
  const { id } = await made(operator.request('POST', CONFIGURATIONS, { name: fresh(name), config }))
  await made(operator.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, { address: OWN_NUMBER }))
  return { id: id as number, carrier, dialed, side: new CarrierSide(carrier, program) }
}

async function startRouted(
  route: Json[],
  more: Json = {},
  beforeStart: (id: number) => Promise<unknown> = async () => {},
): Promise<number> {
  const { operator } = program
  const { id } = await made<CampaignBody>(
    operator.request('POST', '/api/v1/campaign/create', {
      name: fresh('campaign'),
      source_type: 'csv',
      source_id: await uploadCsv(operator, `phone_number\n${PEOPLE.join('\n')}\n`),
      workflow_id: await newWorkflow(operator),
      max_concurrency: 1,
      retry_config: { enabled: false },
      route,
      ...more,
    }),
  )
  await beforeStart(id)
  await made(operator.request('POST', `/api/v1/campaign/${id}/start`))
  return id
}

type Carrier = Awaited<ReturnType<typeof addCarrier>>

/** Every line is busy: ends each call of the campaign as soon as its carrier has taken it, until `enough`. */
async function allBusy(
  campaignId: number,
  carriers: readonly Carrier[],
  enough: () => Promise<boolean>,
): Promise<void> {
  await eventually(
    'all lines to be busy',
    async () => {
      const { rows } = await program.inside.pool.query<{ id: number; through: number; named: string }>(
        `select id, telephony_configuration_id as through, provider_call_id as named from calls
          where campaign_id = $1 and live and provider_call_id is not null`,
        [campaignId],
      )
      for (const { id, through, named } of rows) {
        const side = carriers.find((carrier) => carrier.id === through)?.side
        await side?.tells(side.ref(id, named), { kind: 'ended', as: 'busy' })
      }
      return enough()
    },
    120_000,
  )
}

async function isTaken(campaignId: number): Promise<boolean> {
  const text = 'select 1 from calls where campaign_id = $1 and live and provider_call_id is not null'
  return (await program.inside.pool.query(text, [campaignId])).rows.length > 0
}

const isOver = async (id: number) => (await campaignOf(program.operator, id)).state === 'completed'

const until = (id: number, state: string) =>
  eventually(
    `the campaign to be ${state}`,
    async () => {
      const campaign = await campaignOf(program.operator, id)
      return campaign.state === state && campaign
    },
    60_000,
  )

test(
  'when the first carrier is gone in mid-campaign the calls continue through the second, each person is dialed once, and every view says so',
  async () => {
    const first = await addCarrier('twilio')
    const second = await addCarrier('plivo')
    const route = [{ telephony_configuration_id: first.id }, { telephony_configuration_id: second.id }]
    const id = await startRouted(route)
    await allBusy(id, [first, second], async () => first.dialed.length >= 2)
    // A carrier that goes away before it has answered a dial may have a call, so no other person may be dialed in its place.
    await eventually('the carrier to take the call', () => isTaken(id))
    await first.carrier.stop()
    running.splice(running.indexOf(first.carrier), 1)
    await allBusy(id, [first, second], () => isOver(id))
    const done = await until(id, 'completed')
    expect(done).toMatchObject({ processed_rows: 6, executed_count: 6 })
    expect([...first.dialed, ...second.dialed].sort()).toEqual(PEOPLE)
    expect(first.dialed.length).toBeGreaterThanOrEqual(2)
    expect(second.dialed.length).toBeGreaterThan(0)
    const { runs } = await made<{ runs: Json[] }>(program.operator.request('GET', `/api/v1/campaign/${id}/runs`))
    const last = runs.find((run) => run.phone_number === second.dialed.at(-1))
    expect(last).toMatchObject({
      telephony_configuration_id: second.id,
      route: { position: 2, skipped: [{ telephony_configuration_id: first.id, reason: 'back_off' }] },
    })
    const { steps } = await made<{ steps: Json[] }>(program.operator.request('GET', `/api/v1/campaign/${id}/route`))
    expect(steps.map(({ calls }) => calls)).toEqual([first.dialed.length, second.dialed.length])
    const report = await program.operator.request('GET', `/api/v1/campaign/${id}/report`)
    expect(report.text).toMatch(/twilio/)
    expect(report.text).toMatch(/plivo/)
  },
  TIMEOUT_MS,
)

test(
  'an account that is refused is stopped in the route, and is used again once it was restored',
  async () => {
    const first = await addCarrier('twilio')
    const second = await addCarrier('telnyx')
    let refuses = true
    const seen = first.carrier.beforeDial
    first.carrier.beforeDial = (body) => {
      seen?.(body)
      if (refuses) first.carrier.refusals.find(({ name }) => name === '20003 authenticate')?.arm()
    }
    const id = await startRouted([{ telephony_configuration_id: first.id }, { telephony_configuration_id: second.id }])
    const path = `/api/v1/campaign/${id}`
    await eventually('the second carrier to be asked', async () => second.dialed.length > 0)
    const shown = await made<{ steps: Json[] }>(program.operator.request('GET', `${path}/route`))
    expect(shown.steps[0]).toMatchObject({ state: 'stopped', stopped_at: expect.any(String) })
    refuses = false
    await made(program.operator.request('POST', `${path}/route/restore`))
    await allBusy(id, [first, second], () => isOver(id))
    const done = await until(id, 'completed')
    expect(done).toMatchObject({ processed_rows: 6, executed_count: 6 })
    const events = done.logs.map(({ event }) => event)
    expect(events.filter((event) => event === 'route_configuration_stopped')).toHaveLength(1)
    expect(events).toContain('route_restored')
    // The first person was refused once before, and no other person was dialed twice.
    expect([...first.dialed, ...second.dialed].sort()).toEqual([PEOPLE[0], ...PEOPLE])
    expect(second.dialed).toHaveLength(1)
  },
  TIMEOUT_MS,
)

/** The next call that a carrier has taken is answered, talks with the agent, and ends. */
async function answersNext(campaignId: number, carriers: readonly Carrier[]): Promise<void> {
  const { id, through, named } = await eventually('a carrier to take a call', async () => {
    const { rows } = await program.inside.pool.query<{ id: number; through: number; named: string }>(
      `select id, telephony_configuration_id as through, provider_call_id as named from calls
        where campaign_id = $1 and live and provider_call_id is not null order by id desc limit 1`,
      [campaignId],
    )
    return rows[0] ?? false
  })
  const side = carriers.find((carrier) => carrier.id === through)?.side
  if (!side) throw new Error('the call has another carrier')
  const call = side.ref(id, named)
  const peer = await side.picksUp(call)
  await peer.hears(1)
  await side.tells(call, { kind: 'ended', as: 'completed' })
  await eventually('the call to end', async () => {
    const { rows } = await program.inside.pool.query('select 1 from calls where id = $1 and not live', [id])
    return rows.length > 0
  })
}

test(
  'one campaign over two carriers shows the number of the area, continues through the second, and stops at its budget',
  async () => {
    const { operator } = program
    const carriers = [await addCarrier('twilio'), await addCarrier('plivo')] as const
    const [first, second] = carriers
    for (const { id } of carriers) {
      // The stand-ins own one number only, so a number of another area is added beside the interface.
      await program.inside.pool.query(
        `insert into phone_numbers (organization_id, telephony_configuration_id, provider, account_id, address, address_normalized,
                address_type, country_code, is_active, is_default_caller_id, extra_metadata, created_at, updated_at)
         select organization_id, telephony_configuration_id, provider, account_id, $2, $2, address_type, country_code, true, false,
                extra_metadata, created_at, updated_at
           from phone_numbers where telephony_configuration_id = $1`,
        [id, '+12125550111'],
      )
      const prices = { currency: 'EUR', per_minute: '1.00' }
      await made(operator.request('PUT', `${CONFIGURATIONS}/${id}/prices`, prices))
    }
    const route = carriers.map(({ id }) => ({ telephony_configuration_id: id }))
    const id = await startRouted(route, { caller_pool: { rotation: 'local' } }, (campaignId) =>
      made(operator.request('PUT', `/api/v1/campaign/${campaignId}/spend-limit`, { max_spend: '2.00' })),
    )
    await answersNext(id, carriers)
    await eventually('the carrier to take the call', () => isTaken(id))
    await first.carrier.stop()
    running.splice(running.indexOf(first.carrier), 1)
    // The line that the first carrier had taken is busy; the next person is called through the second.
    await allBusy(id, [first], async () => second.dialed.length > 0)
    await answersNext(id, carriers)
    const stopped = await until(id, 'paused')
    expect(stopped).toMatchObject({ spent: '2.00', max_spend: '2.00' })
    expect(stopped.logs.map(({ event }) => event)).toContain('spend_limit_reached')
    const { runs } = await made<{ runs: Json[] }>(operator.request('GET', `/api/v1/campaign/${id}/runs`))
    expect(new Set(runs.map((run) => run.telephony_configuration_id))).toEqual(new Set([first.id, second.id]))
    for (const run of runs) expect(run).toMatchObject({ caller_number: OWN_NUMBER, caller_reason: 'same_area' })
    const dialed = [...first.dialed, ...second.dialed]
    expect(dialed).toHaveLength(new Set(dialed).size)
  },
  TIMEOUT_MS,
)
