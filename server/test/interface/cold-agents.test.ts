/** Agents weigh more than all the rest: they are loaded when a conversation is near, and nobody is dialed before they are. */
import { beforeEach, describe, expect, test } from 'vitest'
import { noMetrics } from '../../src/dialer/metrics.ts'
import { type Json, mute, type TestApp, testApp } from './app.ts'
import { FAST, made, newConfiguration, newList, newWorkflow } from './things.ts'

const SPEAKING = { ...FAST, people_speak: true }

let world: TestApp
let asked: Promise<void>
let isAsked: boolean
let load: () => void
let lookedAndClaimedNobody: number
let dialed: number
let warmed: number[]

beforeEach(async () => {
  let tell = () => {}
  asked = new Promise((resolve) => {
    tell = resolve
  })
  isAsked = false
  lookedAndClaimedNobody = 0
  dialed = 0
  warmed = []
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  world = await testApp({
    async openAgents() {
      isAsked = true
      tell()
      await loaded
      return { ...mute(), warm: async (ids) => void warmed.push(...ids) }
    },
    watch: {
      ...noMetrics,
      cycle: (_ms, _settled, claimed) => void (claimed === 0 && lookedAndClaimedNobody++),
      dialed: () => void dialed++,
    },
  })
})

async function startCampaign(configuration: Json): Promise<number> {
  await newConfiguration(world.a, configuration, { is_default_outbound: true })
  const body = {
    name: 'c',
    workflow_id: await newWorkflow(world.a),
    source_type: 'csv',
    source_id: await newList(world.a),
  }
  const { id } = await made(world.a.request('POST', '/api/v1/campaign/create', body))
  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  return id
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('a node that nobody has talked on yet', () => {
  test('loads its agents for a campaign whose people speak, and dials when they are loaded', async () => {
    await world.app.dialer.start()
    await startCampaign(SPEAKING)
    await asked
    const before = lookedAndClaimedNobody
    await until(() => lookedAndClaimedNobody > before + 2)
    expect(dialed).toBe(0)
    load()
    await until(() => dialed > 0)
  })

  test('loads nothing for calls that carry no audio', async () => {
    await world.app.dialer.start()
    const id = await startCampaign(FAST)
    await until(async () => (await made(world.a.request('GET', `/api/v1/campaign/${id}`))).state === 'completed')
    expect(isAsked).toBe(false)
  })

  test('keeps a single call back until somebody can talk on it', async () => {
    await world.app.dialer.start()
    await newConfiguration(world.a, SPEAKING, { is_default_outbound: true })
    const body = { workflow_id: await newWorkflow(world.a), phone_number: '+12025550160' }
    const answer = world.a.request('POST', '/api/v1/telephony/initiate-call', body)
    await asked
    expect(dialed).toBe(0)
    load()
    expect((await answer).status).toBe(200)
    await until(() => dialed > 0)
  })

  /** No duty runs here that could look by itself: only the binding can be the reason. */
  test('loads them when a number is bound, and makes its workflow ready before anybody is taken', async () => {
    const [first, second] = [await newWorkflow(world.a), await newWorkflow(world.a)]
    await bind('+12025550101', first)
    await asked
    expect(warmed).toEqual([])
    load()
    await until(async () => warmed.includes(await definitionOf(first)))
    await bind('+12025550102', second)
    await until(async () => warmed.includes(await definitionOf(second)))
  })

  test('makes the workflow of a campaign ready before its first call, and that of the next one when it starts', async () => {
    await world.app.dialer.start()
    const first = await startCampaign(SPEAKING)
    await asked
    load()
    await until(() => dialed > 0)
    expect(warmed).toContain(await pinnedBy(first))
    const next = await startCampaign(SPEAKING)
    await until(async () => warmed.includes(await pinnedBy(next)))
  })

  test('loads them at its start when a number is bound, for somebody may call any moment', async () => {
    await bind('+12025550101', await newWorkflow(world.a))
    const second = world.again({
      async openAgents() {
        isAsked = true
        return mute()
      },
    })
    isAsked = false
    await (await second).start()
    await until(() => isAsked)
    load()
  })
})

async function bind(address: string, workflowId: number): Promise<void> {
  const id = await newConfiguration(world.a, SPEAKING)
  const body = { address, inbound_workflow_id: workflowId }
  await made(world.a.request('POST', `/api/v1/organizations/telephony-configs/${id}/phone-numbers`, body))
}

async function definitionOf(workflowId: number): Promise<number> {
  const { rows } = await world.pool.query('select current_definition_id as id from workflows where id = $1', [
    workflowId,
  ])
  return rows[0].id
}

async function pinnedBy(campaignId: number): Promise<number> {
  const { rows } = await world.pool.query('select definition_id as id from campaigns where id = $1', [campaignId])
  return rows[0].id
}
