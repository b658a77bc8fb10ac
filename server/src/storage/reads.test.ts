import { AsyncResource } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openDatabase } from './database.ts'
import { runAsReader } from './reads.ts'
import { openSidePool } from './side-pool.ts'

class Answer extends EventEmitter {
  closed = false

  close(): void {
    this.closed = true
    this.emit('close')
  }
}

test('a look has the connections of looks until it is both done and answered, and costs nobody anything afterwards', async () => {
  const { pool } = await testDatabase()
  const reads = openSidePool(pool, { name: 'looks', max: 2 })
  const db = openDatabase(pool, reads)
  const through = async () => {
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)
    return rows[0]?.name
  }
  const [one, other] = [new Answer(), new Answer()]
  let finish = (): void => {}
  const working = runAsReader(1, other, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return through()
  })
  const later = await runAsReader(1, one, async () => AsyncResource.bind(through))
  expect(await through()).toBe('outdial')
  expect(await later(), 'still streamed').toBe('outdial looks')
  one.close()
  other.close()
  finish()
  expect(await working, 'asked for by somebody who has gone').toBe('outdial looks')
  expect(await later(), 'over').toBe('outdial')
  await reads.end()
})
