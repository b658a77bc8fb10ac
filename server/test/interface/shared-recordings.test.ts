/** Two nodes and one bucket: what was recorded on one is played, outlined and erased by the other. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCallRecord } from '../../src/calls/queries.ts'
import { recordingKey } from '../../src/calls/recordings.ts'
import { WAV_FORMAT, writeFully, writeHeader } from '../../src/calls/wav.ts'
import { s3Store } from '../../src/storage/files/s3-store.ts'
import { leftOut } from '../drawn.ts'
import { type S3Server, startS3Server } from '../s3/s3-server.ts'
import { type Json, type Member, memberWith, requester, type TestApp, testApp } from './app.ts'
import { completedCampaign, made } from './things.ts'

const SECONDS = 2
const BYTES = WAV_FORMAT.headerBytes + SECONDS * WAV_FORMAT.sampleRateHz * 4
let server: S3Server | null
let home: string
let world: TestApp
let there: Member

beforeAll(async () => {
  server = leftOut() ? null : await startS3Server()
  if (!server) return
  home = await mkdtemp(join(tmpdir(), 'outdial-two-nodes-'))
  const environment = { ...server.environment, SECRET_KEY: randomBytes(32).toString('base64') }
  world = await testApp({ environment })
  const other = await world.again({ environment: { ...environment, DATA_DIR: home } })
  there = memberWith(world.a, requester(other))
  await other.dialer.start()
}, 120_000)

afterAll(async () => {
  await server?.close()
  if (home) await rm(home, { recursive: true, force: true })
})

/** On the disk of the first node, as its agent leaves it when the call has ended and the store was away. */
async function record(callId: number): Promise<void> {
  const call = { organizationId: world.a.organizationId, callId }
  const file = join(world.config.dataDir, 'recordings-unfinished', recordingKey(call))
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'w')
  await writeHeader(handle, BYTES - WAV_FORMAT.headerBytes)
  await writeFully(handle, Buffer.alloc(BYTES - WAV_FORMAT.headerBytes, 0x40), WAV_FORMAT.headerBytes)
  await handle.close()
  const earlier = new Date(Date.now() - 300_000)
  await utimes(file, earlier, earlier)
  const nothing = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: null }
  await saveCallRecord(world.app.db, call.organizationId, callId, nothing, new Date())
}

test('a recording of one node is played from another, in parts too, and erased from there', async ({ skip }) => {
  if (!server) return skip()
  const { a } = world
  const campaign = await completedCampaign(a, ['00'])
  const { runs } = await made<{ runs: Json[] }>(a.request('GET', `/api/v1/campaign/${campaign.id}/runs`))
  const { id, phone_number } = runs[0] as { id: number; phone_number: string }
  await record(id)
  await world.app.start()
  const path = `/api/v1/calls/${id}/recording`
  await expect.poll(async () => (await there.request('GET', path)).status, { timeout: 10_000 }).toBe(200)

  const { download_url } = await made<{ download_url: string }>(there.request('GET', path))
  const whole = await there.request('GET', download_url)
  expect([whole.status, whole.headers['content-length'], whole.text.slice(0, 4)]).toEqual([200, String(BYTES), 'RIFF'])
  const part = await there.request('GET', download_url, undefined, { headers: { range: 'bytes=8-11' } })
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'WAVE', `bytes 8-11/${BYTES}`])
  const outline = await made<{ duration_seconds: number }>(there.request('GET', `/api/v1/calls/${id}/peaks`))
  expect(outline.duration_seconds).toBe(SECONDS)
  const store = s3Store(server)
  const key = recordingKey({ organizationId: a.organizationId, callId: id })
  expect([await store.size(key), (await store.size(key.replace('wav', 'peaks'))) !== null]).toEqual([BYTES, true])

  await made(there.request('POST', '/api/v1/erasures', { phone_number }))
  expect([await store.size(key), await store.size(key.replace('wav', 'peaks'))]).toEqual([null, null])
  expect((await a.request('GET', download_url)).status).toBe(404)
})
