import { expect, test } from 'vitest'
import { FileReaders } from './file-readers.ts'

test('documents and spreadsheets of all organizations share one limit', async () => {
  const readers = new FileReaders({ atOnce: 2, memoryMbMax: 384 })
  const running: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => async () => {
    running.push(name)
    await new Promise<void>((end) => ends.push(end))
    running.splice(running.indexOf(name), 1)
  }
  const reader = { path: 'kernel/no-such-reader', limits: { msMax: 1000, memoryMbMax: 384 } }
  const spreadsheets = [1, 2].map((organizationId) => readers.reserve(organizationId, work(`sheet ${organizationId}`)))
  // A reader that cannot be started: that it was tried shows that the document had its turn.
  let asked = false
  const document = readers.read(3, reader, async () => {
    asked = true
  })
  document.catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))
  expect([running, asked]).toEqual([['sheet 1', 'sheet 2'], false])
  ends.shift()?.()
  await expect(document).rejects.toThrow('no-such-reader')
  expect(asked).toBe(true)
  for (const end of ends) end()
  await Promise.all(spreadsheets)
})
