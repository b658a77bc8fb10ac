import { expect, test } from 'vitest'
import { openLog } from '../../src/kernel/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { testDatabase } from '../database.ts'

test('a row that PostgreSQL refused does not reach the log, nor do fields that carry people or secrets', async () => {
  const { pool } = await testDatabase()
  const db = openDatabase(pool)
  const error = await db
    .insertInto('suppressions')
    .values({ organization_id: 987654321, phone_number: '+12025550123', created_at: new Date() } as never)
    .execute()
    .then(
      () => null,
      (thrown: Error) => thrown,
    )
  expect(error).toMatchObject({ detail: expect.any(String) })
  const lines: string[] = []
  const log = openLog('info', false, { write: (line: string) => void lines.push(line) })
  log.error({ err: error, phone_number: '+12025550123', call: { to: '+12025550123' } }, 'a request failed')
  const written = lines.join('')
  expect(written).toContain('a request failed')
  expect(written).toMatch(/violates/)
  expect(written).not.toContain('12025550123')
  expect(written).not.toContain('987654321')
})
