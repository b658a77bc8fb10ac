/** What those who watch the program rely on: the names in dashboards and alerts, the access log, traces. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../child-program.ts'
import { testDatabase } from '../database.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type TestApp, testApp } from './app.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ environment: { ACCESS_LOG: 'on' } })
})
afterAll(() => world.app.stop(0))

test('a node that stops answers the requests under way, and ends', async () => {
  const leaving = await world.again({})
  const address = await leaving.server.listen({ host: '127.0.0.1', port: 0 })
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
  const holder = await world.pool.connect()
  await holder.query('begin; lock table webhooks in access exclusive mode')
  const answer = fetch(`${address}/api/v1/webhooks`, { headers: { 'x-api-key': world.a.key } })
  const waits = "select 1 from pg_locks where relation = 'webhooks'::regclass and not granted"
  while ((await holder.query(waits)).rows.length === 0) await pause()
  const stopped = leaving.stop(60_000)
  // The door is closed; the request behind it still waits.
  while (leaving.server.server.listening) await pause()
  await holder.query('commit')
  holder.release()
  expect((await answer).status).toBe(200)
  await stopped
})

const FILES = ['grafana-dashboard.json', 'alerts.yaml']

test.each(FILES)('every metric named in %s is there', async (name) => {
  const text = await readFile(new URL(`../../../docs/monitoring/${name}`, import.meta.url), 'utf8')
  const named = new Set(text.match(/\b(?:outdial|process|nodejs)_[a-z0-9_]+/g) ?? [])
  expect(named.size).toBeGreaterThan(8)
  const { text: metrics } = await world.request('GET', '/metrics')
  const there = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric as string))
  expect([...named].filter((metric) => !there.has(metric.replace(/_bucket$/, '')))).toEqual([])
})

test('the dashboard is whole: every panel asks for something and has a place of its own', async () => {
  const text = await readFile(new URL('../../../docs/monitoring/grafana-dashboard.json', import.meta.url), 'utf8')
  const { panels } = JSON.parse(text) as { panels: { id: number; gridPos: object; targets: { expr: string }[] }[] }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length)
  expect(panels.every(({ targets }) => targets.length > 0 && targets.every(({ expr }) => expr !== ''))).toBe(true)
})

test('the access log says who asked what and how it ended, by route and never by address', async () => {
  await world.a.request('GET', '/api/v1/calls/987654321?secret=hush')
  const line = world.log.lines.map((each) => JSON.parse(each)).find(({ route }) => route === '/api/v1/calls/{call_id}')
  expect(line).toMatchObject({
    sentence: 'request',
    method: 'GET',
    status: 404,
    organization_id: world.a.organizationId,
    api_key_id: world.a.apiKeyId,
    request_id: expect.any(String),
    ms: expect.any(Number),
  })
  expect(JSON.stringify(line)).not.toContain('hush')
})

interface Spans {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: { name: string; traceId: string; parentSpanId?: string }[] }[]
  }[]
}

/** Each duty with the metrics that name it. */
function dutiesIn(metrics: string) {
  const named = (metric: string) =>
    [...metrics.matchAll(new RegExp(`^${metric}{duty="([^"]+)"}`, 'gm'))].map(([, duty]) => duty).sort()
  return {
    succeeded: named('outdial_duty_last_success_timestamp_seconds'),
    interval: named('outdial_duty_interval_seconds'),
    failures: named('outdial_duty_failures_total'),
  }
}

test('a running node names each duty in its metrics, and a request becomes part of its caller’s trace', async () => {
  const received: Spans[] = []
  const collector = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    if (request.url === '/v1/traces') received.push(JSON.parse(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { connectionString } = await testDatabase()
  const program = await serve({
    DATABASE_URL: connectionString,
    DATA_DIR: await temporaryFolder('watching'),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'night-shift',
  })
  const [trace, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  await fetch(`http://127.0.0.1:${program.port}/api/v1/health`, {
    headers: { traceparent: `00-${trace}-${parent}-01` },
  })
  const duties = dutiesIn(await (await fetch(`http://127.0.0.1:${program.port}/metrics`)).text())
  // What has not left yet leaves with the end of the program.
  program.process.kill('SIGTERM')
  await program.ended
  collector.closeAllConnections()
  collector.close()
  expect(duties.succeeded).toEqual(expect.arrayContaining(['apply-retention', 'drop-old-events', 'keep-lease']))
  expect(duties).toMatchObject({ interval: duties.succeeded, failures: duties.succeeded })
  const [first] = received.flatMap(({ resourceSpans }) => resourceSpans)
  const service = first?.resource.attributes.find(({ key }) => key === 'service.name')
  expect(service?.value.stringValue).toBe('night-shift')
  const spans = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((each) => each.scopeSpans.flatMap((of) => of.spans)),
  )
  expect(spans).toContainEqual(
    expect.objectContaining({ name: 'GET /api/v1/health', traceId: trace, parentSpanId: parent }),
  )
})
