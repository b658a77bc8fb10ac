/** One campaign over two carriers, each a stand-in of its own: one of them stops in mid-campaign. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { findProviders } from '../conformance/find-providers.ts'
import type { RunningStandIn } from '../conformance/stand-in.ts'
import type { Json } from '../interface/app.ts'
import { type CampaignBody, CONFIGURATIONS, campaignOf, fresh, made, newWorkflow, uploadCsv } from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { eventually, type Program, startProgram } from './program.ts'

const TIMEOUT_MS = 120_000
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

async function addCarrier(name: string, address: string) {
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
  await made(operator.request('POST', `${CONFIGURATIONS}/${id}/phone-numbers`, { address }))
  return { id: id as number, carrier, dialed, side: new CarrierSide(carrier, program) }
}

async function startRouted(route: Json[], more: Json = {}): Promise<number> {
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
  await made(operator.request('POST', `/api/v1/campaign/${id}/start`))
  return id
}

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
  'when the first carrier is gone in mid-campaign the calls go on through the second, each person is dialed once, and every view says so',
  async () => {
    const first = await addCarrier('twilio', '+14155550100')
    const second = await addCarrier('plivo', '+14155550101')
    const route = [{ telephony_configuration_id: first.id }, { telephony_configuration_id: second.id }]
    const id = await startRouted(route)
    for (const number of PEOPLE.slice(0, 2)) {
      await first.side.tells(await first.side.callTo(number, 1, id), { kind: 'ended', as: 'busy' })
    }
    // The third is under way when the carrier goes away: it may be ringing, and is nobody else's to dial.
    const third = await first.side.callTo(PEOPLE[2] as string, 1, id)
    await first.carrier.stop()
    running.splice(running.indexOf(first.carrier), 1)
    await first.side.tells(third, { kind: 'ended', as: 'no_answer' })
    for (const number of PEOPLE.slice(3)) {
      await second.side.tells(await second.side.callTo(number, 1, id), { kind: 'ended', as: 'busy' })
    }
    const done = await until(id, 'completed')
    expect(done).toMatchObject({ processed_rows: 6, executed_count: 6 })
    expect(first.dialed).toEqual(PEOPLE.slice(0, 3))
    expect(second.dialed).toEqual(PEOPLE.slice(3))
    const { runs } = await made<{ runs: Json[] }>(program.operator.request('GET', `/api/v1/campaign/${id}/runs`))
    const last = runs.find((run) => run.phone_number === PEOPLE[5])
    expect(last).toMatchObject({
      telephony_configuration_id: second.id,
      route: { position: 2, skipped: [{ telephony_configuration_id: first.id, reason: 'back_off' }] },
    })
    const { steps } = await made<{ steps: Json[] }>(program.operator.request('GET', `/api/v1/campaign/${id}/route`))
    expect(steps.map(({ calls }) => calls)).toEqual([3, 3])
    const report = await program.operator.request<string>('GET', `/api/v1/campaign/${id}/report`)
    expect(String(report.text ?? report.body)).toMatch(/twilio.*[\s\S]*plivo/)
  },
  TIMEOUT_MS,
)

test(
  'an account that is refused is stopped in the route, and is used again once it was restored',
  async () => {
    const first = await addCarrier('twilio', '+14155550102')
    const second = await addCarrier('telnyx', '+14155550103')
    let refuses = true
    const seen = first.carrier.beforeDial
    first.carrier.beforeDial = (body) => {
      seen?.(body)
      if (refuses) first.carrier.refusals.find(({ name }) => name === '20003 authenticate')?.arm()
    }
    const id = await startRouted([{ telephony_configuration_id: first.id }, { telephony_configuration_id: second.id }])
    const path = `/api/v1/campaign/${id}`
    for (const number of PEOPLE.slice(0, 2)) {
      const call = await second.side.callTo(number, 1, id)
      if (number === PEOPLE[1]) {
        const shown = await made<{ steps: Json[] }>(program.operator.request('GET', `${path}/route`))
        expect(shown.steps[0]).toMatchObject({ state: 'stopped', stopped_at: expect.any(String) })
        refuses = false
        await made(program.operator.request('POST', `${path}/route/restore`))
      }
      await second.side.tells(call, { kind: 'ended', as: 'busy' })
    }
    for (const number of PEOPLE.slice(2)) {
      await first.side.tells(await first.side.callTo(number, 1, id), { kind: 'ended', as: 'busy' })
    }
    const done = await until(id, 'completed')
    expect(done).toMatchObject({ processed_rows: 6, executed_count: 6 })
    const events = done.logs.map(({ event }) => event)
    expect(events.filter((event) => event === 'route_configuration_stopped')).toHaveLength(1)
    expect(events).toContain('route_restored')
    expect(second.dialed).toEqual(PEOPLE.slice(0, 2))
  },
  TIMEOUT_MS,
)
