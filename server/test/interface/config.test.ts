import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigurationError, readConfig } from '../../src/config.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'outdial-config-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...environment }, false)

test('TRUST_PROXY names networks; nobody is trusted without it, and what is no network is refused', () => {
  expect(read({}).trustProxy).toEqual([])
  expect(read({ TRUST_PROXY: 'loopback, 10.0.0.0/8, 2001:db8::1' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
  expect(() => read({ TRUST_PROXY: 'true' })).toThrow(/TRUST_PROXY/)
})

test('all faults are told together', () => {
  expect(() => read({ PORT: 'x', SIMULATOR: 'maybe', LOG_LEVEL: 'loud' })).toThrow(
    expect.objectContaining({
      name: ConfigurationError.name,
      message: expect.stringMatching(/PORT.*LOG_LEVEL.*SIMULATOR/s),
    }),
  )
})
