/** The package for n8n as it is published, compiled and called as n8n calls it, against the whole program. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { EVENT_TYPES } from '../../src/events/types.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Json, type TestApp, testApp } from './app.ts'
import { accepts, openReceiver } from './receiver.ts'
import { made, newCampaign, newWorkflow } from './things.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** With the real `n8n-workflow` in place of our own declarations: `npm run proof -- n8n`. */
const realN8n = process.env.N8N_WORKFLOW_DIR

interface Properties {
  name: string
  default: unknown
  options?: { value: string }[]
}
interface Node {
  description: { properties: Properties[]; webhooks?: unknown[] }
  execute(this: unknown): Promise<{ json: Json; pairedItem: { item: number } }[][]>
  webhook(this: unknown): Promise<{ workflowData?: { json: Json }[][]; noWebhookResponse?: boolean }>
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', (this: unknown) => Promise<boolean>> }
}

let world: TestApp
let node: Node
let trigger: Node

beforeAll(async () => {
  const folder = await temporaryFolder('n8n')
  cpSync(join(root, 'n8n'), folder, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const own = realN8n === undefined
  if (!own) {
    symlinkSync(realN8n, join(folder, 'node_modules'))
    rmSync(join(folder, 'n8n-workflow.d.ts'))
  }
  execFileSync(process.execPath, [tsc, '-p', folder, ...(own ? [] : ['--paths', 'null'])], { stdio: 'pipe' })
  const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const load = createRequire(join(folder, 'package.json'))
  // n8n makes one object of the class that has the name of its file.
  const [, nodePath, triggerPath] = [...n8n.credentials, ...n8n.nodes].map((path: string) => {
    expect(existsSync(join(folder, path)), path).toBe(true)
    return join(folder, path)
  })
  node = new (load(nodePath as string).Outdial)()
  trigger = new (load(triggerPath as string).OutdialTrigger)()
  world = await testApp()
  await world.app.dialer.start()
  await world.app.sender.start()
}, 180_000)

/** What n8n's own helper does with these options: the header of the credentials, and the answer whatever its status. */
const context = () => ({
  getCredentials: async () => ({ server: 'http://outdial/', apiKey: world.a.key }),
  getNode: () => ({ id: 'node-1', name: 'Outdial' }),
  helpers: {
    async httpRequestWithAuthentication(_name: string, options: Json) {
      const { pathname, search } = new URL(String(options.url))
      const headers = { 'x-api-key': world.a.key, ...(options.headers as Record<string, string>) }
      const method = options.method as 'GET'
      const { status, body } = await world.request(method, pathname + search, options.body, { headers })
      return { statusCode: status, body }
    },
  },
})

function execute(parameters: Json[], { continues = false, execution = 'run-1' } = {}) {
  const defaults = Object.fromEntries(node.description.properties.map((each) => [each.name, each.default]))
  return node.execute.call({
    ...context(),
    getInputData: () => parameters.map((json) => ({ json })),
    getNodeParameter: (name: string, item: number) => parameters[item]?.[name] ?? defaults[name],
    getExecutionId: () => execution,
    continueOnFail: () => continues,
  })
}

test('people are added once, rejected ones stop the workflow or say so, and the campaign is paused, resumed and reported', async () => {
  const { id } = await newCampaign(world.a)
  const people = ['+12025550177', '+12025550178', 'nonsense'].map((phoneNumber) => ({ campaignId: id, phoneNumber }))
  await expect(execute(people)).rejects.toThrow('Item 2: phone_number')
  const [again] = await execute(people.map((each) => ({ ...each, failOnRejected: false })))
  expect(again?.map(({ json, pairedItem }) => [json.status, pairedItem.item])).toEqual([
    ['already_enrolled', 0],
    ['already_enrolled', 1],
    ['rejected', 2],
  ])
  const [mixed] = await execute([{ campaignId: 999_999, phoneNumber: '+12025550179' }, ...people.slice(0, 1)], {
    continues: true,
  })
  expect(mixed).toMatchObject([
    { json: { error: expect.stringMatching(/Outdial answered 404/) } },
    { json: { status: 'already_enrolled' } },
  ])
  await expect(execute([{ campaignId: id, phoneNumber: '+12025550177', variables: '[1]' }])).rejects.toThrow(
    'JSON object',
  )

  await made(world.a.request('POST', `/api/v1/campaign/${id}/start`))
  const did = async (operation: string) => (await execute([{ operation, campaignId: id }]))[0]?.[0]?.json
  expect(await did('pause')).toMatchObject({ id, state: 'paused' })
  expect(await did('resume')).toMatchObject({ id })
  expect(await did('report')).toMatchObject({ campaign_id: id })
})

test('a call that n8n repeats is made once, and can be read', async () => {
  const call = {
    operation: 'call',
    workflowId: await newWorkflow(world.a),
    phoneNumber: '+12025550188',
    variables: { a: 'b' },
  }
  await world.a.request('POST', '/api/v1/organizations/telephony-configs', {
    name: 'n8n',
    config: { provider: 'simulator' },
    is_default_outbound: true,
  })
  const [[first]] = (await execute([call])) as unknown as [[{ json: { id: number } }]]
  const [[repeated]] = (await execute([call])) as unknown as [[{ json: { id: number } }]]
  expect(repeated.json.id).toBe(first.json.id)
  const [[read]] = (await execute([{ operation: 'getCall', callId: first.json.id }])) as unknown as [[{ json: Json }]]
  expect(read.json).toMatchObject({ id: first.json.id, phone_number: '+12025550188' })
})

test('the trigger makes a webhook, takes signed messages once, refuses others, and removes its webhook', async () => {
  const offered = trigger.description.properties[0]?.options?.map(({ value }) => value)
  expect(Object.keys(EVENT_TYPES)).toEqual(expect.arrayContaining(offered as string[]))
  const receiver = await openReceiver(accepts)
  const kept: Json = {}
  const hooks = {
    ...context(),
    getNodeWebhookUrl: () => receiver.url,
    getNodeParameter: () => ['campaign_created'],
    getWorkflowStaticData: () => kept,
  }
  const { checkExists, create, delete: remove } = trigger.webhookMethods.default
  expect(await checkExists.call(hooks)).toBe(false)
  expect(await create.call(hooks)).toBe(true)
  expect(await checkExists.call(hooks)).toBe(true)
  await newCampaign(world.a)
  const [message] = await receiver.until(1)
  const received = async (body: string, headers = message?.headers) => {
    const refused: number[] = []
    const status = (code: number) => ({ end: () => refused.push(code) })
    const answer = await trigger.webhook.call({
      ...hooks,
      getHeaderData: () => headers,
      getRequestObject: () => ({ rawBody: Buffer.from(body) }),
      getResponseObject: () => ({ status }),
    })
    return { refused, items: answer.workflowData?.[0] ?? [] }
  }
  const body = message?.body as string
  expect(await received(body.replace('campaign', 'campaigm'))).toEqual({ refused: [401], items: [] })
  expect(await received(body, { ...message?.headers, 'webhook-timestamp': '1700000000' })).toEqual({
    refused: [401],
    items: [],
  })
  expect(await received(body)).toMatchObject({ refused: [], items: [{ json: { type: 'campaign_created' } }] })
  expect(await received(body)).toEqual({ refused: [], items: [] })
  const { webhookId } = kept
  expect(await remove.call(hooks)).toBe(true)
  expect(kept).toEqual({})
  expect((await world.a.request('GET', `/api/v1/webhooks/${String(webhookId)}`)).status).toBe(404)
  expect(await received(body)).toEqual({ refused: [401], items: [] })
})
