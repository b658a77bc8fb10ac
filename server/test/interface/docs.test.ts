/** Every request on these pages is sent as it is written there, in its order. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { addSamples } from '../../src/samples/add-samples.ts'
import { type Json, type Method, testApp } from './app.ts'

const REQUEST = /```http\n(GET|POST|PUT) (\S+)\n(?:\n([\s\S]*?))?```/g
const PAGES = ['workflows.md', 'models.md', 'tools.md', 'recipes.md', 'set-up-us-collector.md', 'set-up-uk-clinic.md']

test.each(PAGES)('the requests in %s work', async (name) => {
  const text = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
  const { a, app, pool } = await testApp()
  await addSamples({ db: app.db, pool, clock: systemClock, secrets: app.secrets }, a.organizationId)
  const known: Json = {}
  const fill = (written: string) =>
    written.replace(/\{(workflow_id|try_id|credential_uuid|tool_uuid)\}/g, (_all, id: string) => String(known[id]))
  const requests = [...text.matchAll(REQUEST)]
  expect(requests.length).toBe(text.split('```http').length - 1)
  expect(requests.length).toBeGreaterThan(0)
  for (const [, method, path = '', body] of requests) {
    const sent = body === undefined ? undefined : (JSON.parse(fill(body)) as unknown)
    const answer = await a.request(method as Method, fill(path), sent)
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
    const { id, uuid, tool_uuid, try_id, failed } = answer.body
    if (uuid !== undefined) known.credential_uuid = uuid
    if (tool_uuid !== undefined) known.tool_uuid = tool_uuid
    if (path.endsWith('/create/definition')) known.workflow_id = id
    if (try_id !== undefined) known.try_id = try_id
    if (failed !== undefined) expect(answer.body).toMatchObject({ failed: 0 })
  }
})
