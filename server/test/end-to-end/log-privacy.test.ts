/** A campaign with every kind of fault, at the finest log level: no number, no name and no secret is in the log. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProviders } from '../conformance/find-providers.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import type { RunningStandIn } from '../conformance/stand-in.ts'
import { CONFIGURATIONS, made, newWorkflow, uploadCsv } from '../interface/things.ts'
import { eventually, type Program, startProgram } from './program.ts'

const NAME = 'Zebulon'
const SECRET = 'a-secret-of-nobody-else'
const people = Array.from({ length: 12 }, (_, index) => `+1415555${1000 + index}`)
let program: Program
let carrier: RunningStandIn

beforeAll(async () => {
  program = await startProgram({ ACCESS_LOG: 'on', LOG_LEVEL: 'debug' })
  for (const found of await findProviders()) {
    if ('provider' in found && found.provider.spec.name === 'twilio') carrier = await found.provider.standIn.start()
  }
})
afterAll(async () => {
  await carrier.stop()
  await program.inside.app.stop(0)
})

test('faults are told without people', async () => {
  const { operator } = program
  // Each person meets another refusal, whose sentence repeats a number as the carrier's do.
  const refusals = carrier.refusals.filter(({ verdict }) => verdict !== 'halt')
  let dials = 0
  carrier.beforeDial = () => refusals[dials++ % refusals.length]?.arm()
  const config = { provider: 'twilio', ...carrier.credentials, calls_per_second: 50 }
  const configuration = await made(operator.request('POST', CONFIGURATIONS, { name: 'carrier', config }))
  await made(
    operator.request('POST', `${CONFIGURATIONS}/${configuration.id}/phone-numbers`, {
      address: OWN_NUMBER,
      is_default_caller_id: true,
    }),
  )
  const rows = people.map((number) => `${number},${NAME},${SECRET}`)
  const source = await uploadCsv(operator, ['phone_number,first_name,account', ...rows, `${NAME},x,y`].join('\n'))
  const workflow = await newWorkflow(operator)
  const single = { workflow_id: workflow, phone_number: people[2], telephony_configuration_id: configuration.id }
  await made(operator.request('POST', '/api/v1/telephony/initiate-call', single))
  const { id } = await made(
    operator.request('POST', '/api/v1/campaign/create', {
      name: NAME,
      source_type: 'csv',
      source_id: source,
      workflow_id: workflow,
      telephony_configuration_id: configuration.id,
      max_concurrency: 5,
    }),
  )
  await made(operator.request('POST', `/api/v1/campaign/${id}/start`))
  await eventually('some were dialed', async () => dials >= 5)
  // What people type, send and forge; what the database says of a row it refuses.
  await operator.request('GET', `/api/v1/search?q=${encodeURIComponent(people[0] as string)}`)
  await operator.request('GET', `/api/v1/calls?q=${encodeURIComponent((people[1] as string).slice(1))}`)
  await operator.request('POST', '/api/v1/suppressions', { phone_number: people[3], reason: NAME })
  await operator.request('POST', '/api/v1/suppressions', { phone_number: { [NAME]: SECRET } })
  const forged = new URLSearchParams({ To: people[4] as string, CallSid: 'CA1', CallStatus: 'completed', Name: NAME })
  const urls = carrier.requests.flatMap(
    ({ body }) => decodeURIComponent(`${body}`).match(/https?:[^&\s]+\/status[^&\s]*/g) ?? [],
  )
  expect(urls.length).toBeGreaterThan(0)
  await fetch(urls[0] as string, { method: 'POST', body: forged })

  const log = program.inside.log.lines.join('\n')
  expect(log).toContain('"route":"/api/v1/search"')
  expect(log).toContain('a single call was requested')
  const told = [
    ...people.map((number) => number.slice(2)),
    '4155550123',
    NAME,
    SECRET,
    carrier.credentials.auth_token,
    operator.key,
  ]
  expect(told.filter((telltale) => log.includes(`${telltale}`))).toEqual([])
})
