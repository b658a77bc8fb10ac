// Uses the public client `@dograh/sdk` against a running server: creates a tool, attaches it to a step, saves, loads and lists.
//   npm pack @dograh/sdk && tar xzf dograh-sdk-*.tgz
//   node scripts/proof-public-client.mjs package/dist/index.js http://localhost:8080 API_KEY
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modulePath, baseUrl, apiKey] = process.argv.slice(2)
const { DograhClient, Workflow } = await import(pathToFileURL(resolve(modulePath)).href)
const client = new DograhClient({ baseUrl, apiKey })

await client.listNodeTypes()
const tool = await client.createTool({
  body: {
    name: 'Find order',
    description: 'Finds an order.',
    category: 'http_api',
    definition: {
      schema_version: 1,
      type: 'http_api',
      config: { method: 'GET', url: 'https://shop.example.com/orders', timeout_ms: 5000 },
    },
  },
})
const workflow = new Workflow({ client, name: 'Public client' })
const start = await workflow.add({
  type: 'startCall',
  name: 'Start',
  greeting: 'Which order is it?',
  prompt: 'Find the order.',
  tool_uuids: [tool.tool_uuid],
  pre_call_fetch_mode: 'disabled',
})
const end = await workflow.add({ type: 'endCall', name: 'End', prompt: 'Say good-bye.' })
await workflow.add({
  type: 'webhook',
  name: 'CRM',
  endpoint_url: 'https://crm.example.com/calls',
  http_method: 'PUT',
  custom_headers: [{ key: 'X-Source', value: 'outdial' }],
  payload_template: { outcome: '{{outcome}}' },
})
workflow.edge(start, end, { label: 'done', condition: 'The order was found.' })
const made = await client.createWorkflow({ body: { name: 'Public client', workflow_definition: workflow.toJson() } })
const loaded = await client.loadWorkflow(made.id)
await client.saveWorkflow(made.id, loaded)
const { workflow_definition: saved } = await client.getWorkflow(made.id)
assert.deepEqual(saved.nodes.find(({ type }) => type === 'startCall').data.tool_uuids, [tool.tool_uuid])

const hook = saved.nodes.find(({ type }) => type === 'webhook').data
assert.deepEqual(
  [hook.url, hook.method, hook.payload],
  ['https://crm.example.com/calls', 'PUT', { outcome: '{{outcome}}' }],
)
assert.deepEqual(Object.keys(hook.headers), ['X-Source'])

// Every workflow of the organization, samples included, is loaded and saved without losing its settings.
for (const { id } of await client.listWorkflows()) {
  const before = await client.getWorkflow(id)
  await client.saveWorkflow(id, await client.loadWorkflow(id))
  const after = await client.getWorkflow(id)
  assert.deepEqual(after.workflow_definition.settings, before.workflow_definition.settings)
}
assert.ok((await client.listTools()).some(({ tool_uuid }) => tool_uuid === tool.tool_uuid))
assert.ok(Array.isArray(await client.listCredentials()))
console.log('The public client created a tool, attached it, saved, loaded and listed.')
