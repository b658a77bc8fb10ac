/** The whole database in one file, while the program runs; and back, after the data directory was lost. */
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Environment, run, serve } from '../child-program.ts'
import { leftOut } from '../drawn.ts'

const KEY = `od_${'k'.repeat(43)}`
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const STORAGE_KEY = Buffer.alloc(32, 9).toString('base64')
let home: string
let file: string
let sealed: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'outdial-backup-'))
  file = join(home, 'outdial.backup')
  sealed = join(home, 'sealed.backup')
})
afterAll(() => rm(home, { recursive: true, force: true }))

const environment = (name: string): Environment => ({
  DATA_DIR: join(home, name),
  SECRET_KEY,
  BOOTSTRAP_API_KEY: KEY,
  SHUTDOWN_GRACE_SECONDS: '0',
})

async function asker(port: number) {
  return async <T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-api-key': KEY, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}

describe.skipIf(leftOut(2))('a backup', () => {
  test('what was in it is there again, with the secrets, and campaigns that ran are paused', async () => {
    const before = await serve(environment('lost'))
    const ask = await asker(before.port)
    const config = { provider: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'a'.repeat(32) }
    await ask('POST', '/api/v1/organizations/telephony-configs', { name: 'carrier', config })
    const slow = { provider: 'simulator', people_speak: false, shortest_ring_seconds: 60, longest_ring_seconds: 60 }
    const { id } = await ask('POST', '/api/v1/organizations/telephony-configs', { name: 'slow', config: slow })
    const { contact_lists } = await ask<{ contact_lists: Array<{ source_id: string }> }>('GET', '/api/v1/contact-lists')
    const campaign = await ask('POST', '/api/v1/campaign/create', {
      name: 'kept',
      workflow_id: 1,
      source_type: 'csv',
      source_id: contact_lists[0]?.source_id,
      telephony_configuration_id: id,
    })
    await ask('POST', `/api/v1/campaign/${campaign.id}/start`)
    const configurations = await ask('GET', '/api/v1/organizations/telephony-configs/2')
    const made = await run(['backup', file], environment('lost'))
    expect([made.code, made.err]).toEqual([0, ''])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const encrypted = await run(['backup', sealed], { ...environment('lost'), STORAGE_KEY })
    expect([encrypted.code, encrypted.err]).toEqual([0, ''])
    expect(encrypted.out).toMatch(/encrypted with the storage key [0-9a-f]{8}/)
    const told = await run(['doctor'], { ...environment('lost'), STORAGE_KEY })
    expect(told.out).toMatch(/recordings: can be written.*; encrypted with the storage key [0-9a-f]{8}/)
    // Though calls still ring: with no grace it ends at once.
    before.process.kill('SIGTERM')
    await before.ended
    await rm(join(home, 'lost'), { recursive: true, force: true })

    const back = await run(['restore', file], environment('new'))
    expect([back.code, back.err]).toEqual([0, ''])
    expect(back.out).toContain('Campaigns paused: 1')
    const again = await run(['restore', file], environment('new'))
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('not empty')])
    const after = await serve(environment('new'))
    const askNew = await asker(after.port)
    expect(await askNew('GET', '/api/v1/organizations/telephony-configs/2')).toEqual(configurations)
    expect(await askNew('GET', `/api/v1/campaign/${campaign.id}`)).toMatchObject({ name: 'kept', state: 'paused' })
    // New rows come after the old ones, and after those made since the backup.
    const next = await askNew<{ id: number }>('POST', '/api/v1/user/api-keys', { name: 'next' })
    expect(next.id).toBeGreaterThan(10_000)
    // Calls placed after the backup had ids that this database never saw, and the carrier may still report on them.
    const known = await askNew<{ runs: Array<{ id: number }> }>('GET', `/api/v1/campaign/${campaign.id}/runs?limit=1`)
    const call = await askNew<{ id: number }>('POST', '/api/v1/telephony/initiate-call', {
      workflow_id: 1,
      telephony_configuration_id: id,
      phone_number: '+12025550199',
    })
    expect(call.id).toBeGreaterThan(1_000_000)
    expect(known.runs[0]?.id).toBeLessThan(1000)
    after.process.kill('SIGTERM')
    await after.ended
  }, 180_000)

  test('an encrypted file is restored with its key; without it, the message says which key is missing', async () => {
    const locked = expect.stringMatching(/encrypted with the storage key [0-9a-f]{8}, and STORAGE_KEY is not set/)
    for (const args of [
      ['restore', '--verify', sealed],
      ['restore', sealed],
    ]) {
      const refused = await run(args, environment('fourth'))
      expect([refused.code, refused.err]).toEqual([1, locked])
    }
    const verified = await run(['restore', '--verify', sealed], { STORAGE_KEY })
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('The file can be restored.')])
    const back = await run(['restore', sealed], { ...environment('fourth'), STORAGE_KEY })
    expect([back.code, back.err, back.out]).toEqual([0, '', expect.stringContaining('Campaigns paused: 1')])
    const closed = await run(['recordings', 'encrypt'], environment('fourth'))
    expect([closed.code, closed.err]).toEqual([1, expect.stringContaining('STORAGE_KEY is not set')])
    const files = await run(['recordings', 'encrypt'], { ...environment('fourth'), STORAGE_KEY })
    expect([files.code, files.out]).toEqual([0, expect.stringContaining('0 files')])
  }, 180_000)

  test('a file that is cut off is refused', async () => {
    await truncate(file, Math.floor((await stat(file)).size / 2))
    const { code, err } = await run(['restore', file], environment('third'))
    expect([code, err]).toEqual([1, expect.stringMatching(/damaged|not whole/)])
  }, 180_000)
})
