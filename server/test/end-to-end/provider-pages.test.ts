/** Each provider's page leads from credentials to a finished call: its lines are run as they stand, over the stand-ins. */
import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { findProviders } from '../conformance/find-providers.ts'
import { OWN_NUMBER } from '../conformance/harness.ts'
import { freePort } from '../free-port.ts'
import { type Json, testApp } from '../interface/app.ts'
import { FAST, newWorkflow } from '../interface/things.ts'
import { CarrierSide } from './carrier-side.ts'
import { followPage } from './page-lines.ts'
import { eventually, type Program } from './program.ts'

const TIMEOUT_MS = 60_000
const PHONE = '+14155550123'
const providers = (await findProviders()).flatMap((found) => ('fault' in found ? [] : [found.provider]))

let program: Program
let workflowId: number

beforeAll(async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  // Nobody talks: what counts here is that the lines work.
  const inside = await testApp({ environment: { PORT: port, PUBLIC_URL: url } })
  await inside.app.start()
  program = { url, operator: inside.a, inside } as Program
  workflowId = await newWorkflow(inside.a)
}, TIMEOUT_MS)

test('every page has its lines, and every carrier is tried: the others in the tests of Asterisk', () => {
  const pages = readdirSync(new URL('../../../docs/providers', import.meta.url)).map((name) => name.replace('.md', ''))
  expect(pages.sort()).toEqual([...NAMES, 'ari', 'simulator', 'sip'].sort())
})

const NAMES = providers.map(({ spec }) => spec.name).filter((name) => !['ari', 'simulator'].includes(name))

/** The fields that say where a stand-in is: the real carrier is where they are left out. */
const WHERE = ['api_base_url', 'rest_base_url']
const placeOf = (credentials: Json): Json =>
  Object.fromEntries(Object.entries(credentials).filter(([field]) => WHERE.includes(field)))

test.each(NAMES)(
  '%s',
  async (name) => {
    const carrier = await (
      providers.find(({ spec }) => spec.name === name) as (typeof providers)[number]
    ).standIn.start()
    try {
      const side = new CarrierSide(carrier, program)
      const answers = await followPage(name, {
        url: program.url,
        key: program.operator.key,
        phone: PHONE,
        number: OWN_NUMBER,
        config: carrier.credentials as Json,
        place: placeOf(carrier.credentials as Json),
        workflowId,
        async answered(line, { id }) {
          if (!line.includes('initiate-call')) return
          const call = await eventually('the carrier to name the call', async () => {
            const found = await side.inboundCall(id as number)
            return found.providerCallId !== null && found
          })
          await side.tells(call, { kind: 'ended', as: 'busy' })
        },
      })
      expect(answers[1]).toMatchObject({ ok: true })
      expect(answers.at(-1)).toMatchObject({ is_completed: true, outcome: 'busy', phone_number: PHONE })
    } finally {
      await carrier.stop()
    }
  },
  TIMEOUT_MS,
)

test(
  'simulator',
  async () => {
    const { provider: _named, ...config } = FAST
    const answers = await followPage('simulator', {
      url: program.url,
      key: program.operator.key,
      phone: PHONE,
      number: OWN_NUMBER,
      config: {},
      place: config,
      workflowId,
      async answered(line, { id }) {
        if (!line.includes('initiate-call')) return
        await eventually('the call to be over', async () => {
          const { rows } = await program.inside.pool.query('select 1 from calls where id = $1 and not live', [id])
          return rows.length > 0
        })
      },
    })
    expect(answers.at(-1)).toMatchObject({ is_completed: true, outcome: 'answered' })
  },
  TIMEOUT_MS,
)
