import { expect, test } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { isDiskSpaceLow, watchDisk } from './disk-space.ts'

const GB = 1024 ** 3

test.each([
  [100 * GB, 5 * GB, false],
  [100 * GB, 3.9 * GB, true],
  [20 * GB, 2.1 * GB, false],
  [20 * GB, 1.9 * GB, true],
])('a disk of %d bytes with %d free is low: %s', (sizeBytes, freeBytes, expected) => {
  expect(isDiskSpaceLow({ sizeBytes, freeBytes })).toBe(expected)
})

test('the log names a disk that is nearly full', async () => {
  const warned: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) }
  let freeBytes = 50 * GB
  const duty = watchDisk({ directory: '/data', log, look: async () => ({ freeBytes, sizeBytes: 100 * GB }) })
  await duty.runOnce()
  expect(warned).toEqual([])
  freeBytes = GB
  await duty.runOnce()
  expect(warned).toEqual([{ free_mb: 1024 }])
})
