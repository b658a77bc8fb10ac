import { expect, test } from 'vitest'
import { hasSpaceFor } from '../http/receive-upload.ts'
import { openImportLimiter } from './import-limiter.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function work() {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string) => () => {
    log.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { log, begin, end }
}

test('one import of an organization and two of a node run at once; the next in line whose organization has none comes first', async () => {
  const { log, begin, end } = work()
  const gate = openImportLimiter().contacts
  const all = [
    gate.run(1, begin('a1')),
    gate.run(1, begin('a2')),
    gate.run(2, begin('b1')),
    gate.run(3, begin('c1')),
    gate.run(2, begin('b2')),
  ]
  await settled()
  expect(log).toEqual(['a1', 'b1'])
  await end('b1')
  expect(log).toEqual(['a1', 'b1', 'c1'])
  await end('a1')
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2'])
  await end('c1')
  await end('a2')
  await end('b2')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
})

test('an import that fails lets the next one in', async () => {
  const gate = openImportLimiter().contacts
  await expect(gate.run(1, () => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
  expect(await gate.run(1, async () => 'next')).toBe('next')
})

test('two files of an organization arrive at once, twenty wait, one more is refused; other organizations do not wait', async () => {
  const { log, begin, end } = work()
  const gate = openImportLimiter().contacts
  const all = Array.from({ length: 22 }, (_, at) => gate.receive(1, begin(`a${at}`)))
  await settled()
  expect(log).toEqual(['a0', 'a1'])
  await expect(gate.receive(1, begin('refused'))).rejects.toMatchObject({ code: 'too_many_uploads' })
  expect(await gate.receive(2, async () => 'b')).toBe('b')
  for (const at of all.keys()) await end(`a${at}`)
  expect(await Promise.all(all)).toHaveLength(22)
})

test('a file stays in its place until it is imported; the next of its organization is not read before', async () => {
  const { log, begin, end } = work()
  const gate = openImportLimiter().contacts
  const send = (name: string) =>
    gate.receive(1, () => {
      log.push(`${name} arrives`)
      return gate.run(1, begin(name))
    })
  const all = ['a1', 'a2', 'a3'].map(send)
  await settled()
  expect(log).toEqual(['a1 arrives', 'a2 arrives', 'a1'])
  for (const name of ['a1', 'a2', 'a3']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3'])
})

test.each([
  ['a large disk keeps 2 GB', 512, 1000, 3, true],
  ['a large disk with less', 512, 1000, 2.4, false],
  ['a small disk keeps a twentieth', 100, 10, 0.7, true],
  ['a small disk with less', 300, 10, 0.7, false],
  ['a store that reports no size', 512, 0, 0, true],
])('%s', (_case, megabytes, diskGb, freeGb, fits) => {
  const [mb, gb] = [1024 ** 2, 1024 ** 3]
  const disk = { bsize: 4096, blocks: (diskGb * gb) / 4096, bavail: (freeGb * gb) / 4096 }
  expect(hasSpaceFor(megabytes * mb, disk)).toBe(fits)
})
