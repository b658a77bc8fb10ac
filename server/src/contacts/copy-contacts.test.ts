import { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { copyContacts, ERRORS_IN_SUMMARY_MAX, type ImportOptions, type ImportSummary } from './copy-contacts.ts'
import { ContactFileError } from './parse-contacts.ts'

const NO_OPTIONS: ImportOptions = { countryCode: null, phoneColumn: null }
let database: TestDatabase
let lastListId = 0

beforeAll(async () => {
  database = await testDatabase()
})

async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function importText(content: string | Readable, options = NO_OPTIONS): Promise<ImportSummary> {
  const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content
  lastListId++
  return inTransaction((client) => copyContacts(client, { organizationId: 7, listId: lastListId }, source, options))
}

async function stored(table: 'list_contacts' | 'list_rejections') {
  const { rows } = await database.pool.query(`select * from ${table} where list_id = $1 order by row_number`, [
    lastListId,
  ])
  return rows
}

describe('a file becomes a list', () => {
  test('with every value as it was written', async () => {
    const awkward = 'back\\slash "quote"\ttab\r\nnew line \\N \\. é 😀 {"a":1} \u2028'
    const summary = await importText(
      `name,phone\n"${awkward.replaceAll('"', '""')}",+447912345678\n\\N,sip:a@b.example\n`,
    )
    expect(summary).toEqual({
      columns: ['name', 'phone'],
      phoneColumn: 'phone',
      totalRows: 2,
      rejectedRows: 0,
      duplicateRows: 0,
      leftOutNumbers: 0,
      consents: { rows: 0, added: 0, shortened: 0 },
      errors: [],
      zones: { columns: {}, sets: [expect.anything(), expect.anything()], faults: {} },
    })
    expect(await stored('list_contacts')).toMatchObject([
      {
        organization_id: 7,
        row_number: 2,
        phone_number: '+447912345678',
        address_type: 'pstn',
        variables: { name: awkward },
      },
      { row_number: 3, phone_number: 'sip:a@b.example', address_type: 'sip_uri', variables: { name: '\\N' } },
    ])
  })

  test('in the order of the file, through many portions', async () => {
    const count = 60_000
    function* rows() {
      yield Buffer.from('phone,note\n')
      for (let index = 0; index < count; index += 3) {
        const good = [0, 1, 2].map((more) => `+4479${10_000_000 + index + more},${'n'.repeat(60)}\n`)
        yield Buffer.from(`${good.join('')}bad number,${index}\n`)
      }
    }
    const summary = await importText(Readable.from(rows()))
    expect(summary).toMatchObject({ totalRows: count, rejectedRows: count / 3, duplicateRows: 0 })
    expect(summary.errors).toHaveLength(ERRORS_IN_SUMMARY_MAX)
    const { rows: ordered } = await database.pool.query(
      `select count(*) as contacts, bool_and(row_number > before) as in_order from
         (select row_number, lag(row_number, 1, 0) over (order by id) as before from list_contacts where list_id = $1) l`,
      [lastListId],
    )
    expect(ordered).toEqual([{ contacts: count, in_order: true }])
    expect(await stored('list_rejections')).toHaveLength(count / 3)
  })
})

test('rejected rows are kept with their reason, whatever is in them', async () => {
  const summary = await importText(
    'phone,name\n4.47912E+11,A\n+447912345678,B\n+447912345678,C\n"x\\\ty\nz",D\n+12133734253,E\0\n',
  )
  expect(summary).toMatchObject({ totalRows: 1, rejectedRows: 3, duplicateRows: 1 })
  const rejections = await stored('list_rejections')
  expect(rejections).toMatchObject([
    { organization_id: 7, row_number: 2, column_name: 'phone', code: 'spreadsheet_number', value: '4.47912E+11' },
    { row_number: 5, column_name: 'phone', code: 'phone_invalid', value: 'x\\\ty\nz' },
    { row_number: 6, column_name: 'name', code: 'nul_byte', value: 'E\ufffd' },
  ])
  expect(summary.errors.map((error) => error.message)).toEqual(rejections.map((rejection) => rejection.message))
})

describe('a file that fails', () => {
  test('without a good row says why, row by row', async () => {
    const failed = importText('phone\n12345678\n\n5\n')
    await expect(failed).rejects.toMatchObject({
      code: 'no_valid_rows',
      rejected: [
        { row: 2, code: 'country_unknown' },
        { row: 4, code: 'phone_invalid' },
      ],
    })
    await expect(failed).rejects.toBeInstanceOf(ContactFileError)
    expect(await stored('list_rejections')).toEqual([])
  })

  test.each([
    ['', 'empty_file'],
    ['name\nAnna\n', 'phone_column_missing'],
  ])('%j leaves the connection usable', async (content, code) => {
    await inTransaction(async (client) => {
      const list = { organizationId: 7, listId: 999 }
      await expect(copyContacts(client, list, Readable.from([Buffer.from(content)]), NO_OPTIONS)).rejects.toMatchObject(
        { code },
      )
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })
  })

  test('because its source breaks off leaves nothing behind', async () => {
    function* rows() {
      yield Buffer.from('phone,note\n')
      for (let index = 0; index < 400; index++) {
        const rows = Array.from(
          { length: 100 },
          (_, more) => `+4479${10_000_000 + index * 100 + more},${'n'.repeat(100)}\n`,
        )
        yield Buffer.from(rows.join(''))
      }
      throw new Error('upload broke off')
    }
    await expect(importText(Readable.from(rows()))).rejects.toThrow('upload broke off')
    expect(await stored('list_contacts')).toEqual([])
  })

  test('because the database refuses a row leaves nothing behind and the connection usable', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => `+4479${10_000_000 + index},${'n'.repeat(100)}\n`)
    const failed = inTransaction(async (client) => {
      await client.query(
        `alter table list_contacts add constraint refuse check (phone_number <> '+447910000005') not valid`,
      )
      return copyContacts(
        client,
        { organizationId: 7, listId: ++lastListId },
        Readable.from([Buffer.from(`phone,note\n${rows.join('')}`)]),
        NO_OPTIONS,
      )
    })
    await expect(failed).rejects.toMatchObject({ constraint: 'refuse' })
    expect(await stored('list_contacts')).toEqual([])
    expect((await importText('phone\n+447910000005\n')).totalRows).toBe(1)
  })
})
