import { readdir } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import {
  allConnectionsClosed,
  ask,
  db,
  form,
  GOOD,
  NOTHING,
  nowMs,
  PHONES,
  rawClient,
  rowCounts,
  setUpUploads,
  storage,
  upload,
  uploadDir,
} from '../../test/contacts/upload-world.ts'
import { type Sheet, xlsx, zip } from '../../test/contacts/xlsx.ts'
import { UPLOAD_BYTES_MAX } from '../http/receive-upload.ts'

setUpUploads()

describe('uploading a contact list', () => {
  test('answers what became of it, and the list can be read again', async () => {
    const content = `name,phone,city\nAnna,${PHONES[0]},London\nBen,4.47912E+11,Paris\nCleo,+44 7912 345678,Rome\n`
    const { status, body } = await upload(content, '?filename=november.csv')
    expect(status).toBe(200)
    expect(body).toEqual({
      source_id: expect.stringMatching(/^[\w-]{36}$/),
      filename: 'november.csv',
      columns: ['name', 'phone', 'city'],
      total_rows: 1,
      rejected_rows: 1,
      duplicate_rows: 1,
      left_out_numbers: 0,
      errors: [
        {
          row: 3,
          column: 'phone',
          code: 'spreadsheet_number',
          message: expect.stringMatching(/scientific notation/),
          value: '4.47912E+11',
        },
      ],
      created_at: new Date(nowMs).toISOString(),
      priority: null,
      read_as: 'utf-8',
    })
    expect((await ask({ url: `/api/v1/contact-lists/${body.source_id}` })).body).toEqual(body)
    expect((await ask({ url: '/api/v1/contact-lists/' })).body).toMatchObject({ contact_lists: [body] })
    expect(await rowCounts()).toEqual({ lists: 1, contacts: 1, rejections: 1 })
  })

  test('may be a form with one file, whose name is kept', async () => {
    const { body, type } = form({ name: 'note', content: 'hello' }, { name: 'file', filename: 'a.csv', content: GOOD })
    expect((await upload(body, '', type)).body).toMatchObject({ filename: 'a.csv', total_rows: 2 })
    expect((await upload(body, '?filename=b.csv', type)).body).toMatchObject({ filename: 'b.csv' })
  })

  test.each([
    ['a form without a file', form({ name: 'file', content: GOOD }), 422],
    ['a form that is empty', { ...form(), body: '' }, 422],
    [
      'a form with two files',
      form({ name: 'a', filename: 'a.csv', content: GOOD }, { name: 'b', filename: 'b.csv', content: GOOD }),
      400,
    ],
    [
      'a form broken off',
      { ...form(), body: form({ name: 'a', filename: 'a', content: GOOD }).body.slice(0, -20) },
      400,
    ],
    ['a form without a boundary', { body: GOOD, type: 'multipart/form-data' }, 400],
  ])('%s is refused and leaves nothing', async (_name, { body, type }, status) => {
    const answer = await upload(body, '', type)
    expect(answer.status).toBe(status)
    if (status === 422) expect(answer.body.detail).toMatchObject([{ loc: ['body', 'file'], type: 'missing' }])
    else expect(answer.body.code).toBe('bad_request')
    expect(await rowCounts()).toEqual(NOTHING)
  })

  test('country_code and phone_column say how to read it', async () => {
    const content = 'reach,phone\n07912 345678,x\n'
    const { body } = await upload(content, '?country_code=gb&phone_column=reach')
    expect(body).toMatchObject({ total_rows: 1, rejected_rows: 0 })
    const contact = await db.selectFrom('list_contacts').select(['phone_number', 'variables']).executeTakeFirst()
    expect(contact).toEqual({ phone_number: PHONES[0], variables: { phone: 'x' } })
  })

  test.each(['?country_code=GBR', '?phone_column=', `?filename=${'x'.repeat(256)}`])('%s is 422', async (query) => {
    expect((await upload(GOOD, query)).status).toBe(422)
  })

  test.each([
    ['', 'empty_file'],
    ['name\nAnna\n', 'phone_column_missing'],
    ['phone\n123456789\n', 'no_valid_rows'],
    ['"phone,name\n1,2\n', 'header_unreadable'],
    [`phone${',c'.repeat(300)}\n`, 'header_too_wide'],
    [Buffer.concat([Buffer.from('phone,Stra\xdfe,', 'latin1'), Buffer.from('Größe\n')]), 'invalid_encoding'],
  ])('%j is 400 and leaves nothing', async (content, code) => {
    const answer = await upload(content)
    expect(answer).toMatchObject({ status: 400, body: { code, detail: code, message: expect.any(String) } })
    if (code === 'no_valid_rows') expect(answer.body.details.errors).toMatchObject([{ row: 2, value: '123456789' }])
    if (code === 'no_valid_rows') expect(answer.body.details.columns).toEqual(['phone'])
    if (code === 'phone_column_missing') expect(answer.body.details).toEqual({ columns: ['name'] })
    expect(await rowCounts()).toEqual(NOTHING)
  })

  test('emergency numbers, words and extensions are rejected, each row with its reason', async () => {
    const file = `phone\n112\nunbekannt\n911\n110\n1001\n${PHONES[0]}\n`
    const { body } = await upload(file, '?country_code=DE')
    expect(body).toMatchObject({ total_rows: 1, rejected_rows: 5 })
    expect(body.errors).toMatchObject([
      { row: 2, code: 'emergency_number' },
      { row: 3, code: 'phone_missing' },
      { row: 4, code: 'emergency_number' },
      { row: 5, code: 'emergency_number' },
      { row: 6, code: 'extension_not_allowed' },
    ])
    const allowed = await upload(file, '?country_code=DE&allow_extensions=true')
    expect(allowed.body).toMatchObject({ total_rows: 2, rejected_rows: 4 })
  })

  test('a NUL in a rejected value does not stop it', async () => {
    const { status, body } = await upload(`phone,name\n${PHONES[0]},Anna\n${PHONES[1]},B\0n\\u0000\n`)
    expect(status).toBe(200)
    expect(body.errors).toMatchObject([{ row: 3, code: 'nul_byte', value: 'B\ufffdn\\u0000' }])
  })

  test('anything that is no CSV is 415', async () => {
    for (const type of ['application/json', 'application/zip', 'image/png']) {
      expect(await upload(GOOD, '', type)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    }
    const packed = { method: 'POST', url: '/api/v1/contact-lists', type: 'text/csv', payload: GOOD } as const
    expect((await ask({ ...packed, headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
    expect((await upload(GOOD, '', 'application/vnd.ms-excel')).status).toBe(200)
  })

  test('a body announced as larger than the limit is 413 before it is sent', async () => {
    const { socket, answer } = rawClient()
    const head = ['POST /api/v1/contact-lists HTTP/1.1', 'host: x', 'x-api-key: ours', 'content-type: text/csv']
    socket.write(`${[...head, `content-length: ${UPLOAD_BYTES_MAX + 1}`].join('\r\n')}\r\n\r\nphone`)
    expect(await answer).toMatch(/^HTTP\/1\.1 413 .*"payload_too_large"/s)
  })

  test("a file's name is only a name", async () => {
    for (const name of ['../../etc/passwd', '/etc/passwd', 'C:\\etc\\passwd']) {
      expect((await upload(GOOD, `?filename=${encodeURIComponent(name)}`)).body.filename).toBe('passwd')
    }
    expect((await upload(GOOD, '?filename=..')).body.filename).toBe('contacts.csv')
    const { body, type } = form({ name: 'file', filename: '../../../x.csv', content: GOOD })
    expect((await upload(body, '', type)).body.filename).toBe('x.csv')
    expect(await readdir(uploadDir)).toEqual([])
  })

  test('more uploads at once than may be imported at once all succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => upload(GOOD)))
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    expect(await rowCounts()).toMatchObject({ lists: 7, contacts: 14 })
  })

  test('a client that breaks off leaves nothing, and its connection is given back', async () => {
    const { socket } = rawClient()
    const head = ['POST /api/v1/contact-lists HTTP/1.1', 'host: x', 'x-api-key: ours', 'content-type: text/csv']
    socket.write(`${[...head, 'content-length: 1000'].join('\r\n')}\r\n\r\n${GOOD}`)
    await vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(100))
    socket.destroy()
    await allConnectionsClosed()
    expect(await rowCounts()).toEqual(NOTHING)
    expect(await readdir(uploadDir)).toEqual([])
    expect(storage.pool.idleCount).toBe(storage.pool.totalCount)
  })
})

describe('a file in Windows-1252', () => {
  test('is read as such, wherever its first letter beyond ASCII is', async () => {
    const filler = Array.from({ length: 3000 }, (_, index) => `+4930${String(1_000_000 + index)},Anna\n`).join('')
    const file = Buffer.from(`phone,name\n${filler}+493099999999,M\xfcller\n`, 'latin1')
    const { body } = await upload(file)
    expect(body).toMatchObject({ total_rows: 3001, rejected_rows: 0, read_as: 'windows-1252' })
    const { rows } = await storage.pool.query(
      `select variables from list_contacts where phone_number = '+493099999999'`,
    )
    expect(rows).toEqual([{ variables: { name: 'Müller' } }])
  })
})

describe('a spreadsheet', () => {
  const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const HEADER =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>phone</t></is></c><c r="C1" t="s"><v>1</v></c></row>'
  const TEXTS = ['name', 'appointment', 'Ben &amp; &quot;Co&quot;']
  const PERSON = `<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3"><v>4.47912345678E11</v></c><c r="C3" s="1"><v>46342.604166666664</v></c></row>`
  const LOST = '<row r="4"><c r="B4" t="inlineStr"><is><t>nobody</t></is></c></row>'
  const sheet = (rows = HEADER + PERSON + LOST, after = '') => ({ name: 'People', rows, after })
  const book = (sheets: Sheet[]) => xlsx({ sheets, texts: TEXTS, formats: [0, 22] })

  test('is read like a CSV file: numbers of rows, texts, long numbers, dates', async () => {
    const { status, body } = await upload(book([sheet()]), '?filename=people.xlsx&country_code=GB', TYPE)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        filename: 'people.xlsx',
        columns: ['name', 'phone', 'appointment'],
        total_rows: 1,
        rejected_rows: 1,
        errors: [expect.objectContaining({ row: 4, column: 'phone' })],
        read_as: 'xlsx',
      }),
    ])
    const { rows } = await storage.pool.query('select row_number, phone_number, variables from list_contacts')
    expect(rows).toEqual([
      {
        row_number: 3,
        phone_number: '+447912345678',
        variables: { name: 'Ben & "Co"', appointment: '2026-11-16 14:30' },
      },
    ])
  })

  test('with several sheets needs the name of one', async () => {
    const sheets = Array.from({ length: 16 }, (_, index) => ({ ...sheet(), name: `S${index + 1}` }))
    const { status, body } = await upload(book(sheets), '?country_code=GB', TYPE)
    expect([status, body.code]).toEqual([400, 'sheet_not_chosen'])
    expect(body.message).toContain('16 sheets: "S1", "S2"')
    expect(body.details.sheets).toEqual(sheets.map(({ name }) => name))
    expect((await upload(book(sheets), '?country_code=GB&sheet=S3', TYPE)).body).toMatchObject({ total_rows: 1 })
    expect((await upload(book(sheets), '?sheet=S17', TYPE)).body.code).toBe('sheet_not_chosen')
    const hidden = [sheet(), { ...sheet(), name: 'Notes', hidden: true }]
    expect((await upload(book(hidden), '?country_code=GB', TYPE)).status).toBe(200)
  })

  test.each([
    [
      'a formula',
      sheet(`${HEADER}<row r="2"><c r="B2"><f>A1+1</f><v>447912345678</v></c></row>`),
      'cell B2 is a formula',
    ],
    ['an error', sheet(`${HEADER}<row r="2"><c r="B2" t="e"><v>#N/A</v></c></row>`), 'cell B2 is the error #N/A'],
    [
      'merged cells',
      sheet(HEADER + PERSON, '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>'),
      'cells A1:B1 are merged',
    ],
    ['hidden rows', sheet(HEADER + PERSON.replace('r="3"', 'r="3" hidden="1"')), 'row 3 is hidden'],
  ])('with %s is refused by name, and nothing is kept', async (_what, one, words) => {
    const { status, body } = await upload(book([one]), '?country_code=GB', TYPE)
    expect([status, body.code]).toEqual([400, 'spreadsheet_cells_unusable'])
    expect(body.message).toContain(words)
    expect(await rowCounts()).toEqual(NOTHING)
  })

  test.each([
    ['is cut off', book([sheet()]).subarray(0, 400)],
    ['is another archive', zip({ 'readme.txt': 'hello' })],
    ['is an .xls of old or has a password', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex')],
    ['defines entities', book([sheet('<!DOCTYPE x><row r="1"><c r="A1"><v>1</v></c></row>')])],
  ])('that %s is refused with what to do', async (_what, file) => {
    const { status, body } = await upload(file, '', TYPE)
    expect([status, body.code]).toEqual([400, 'spreadsheet_unreadable'])
    expect(await rowCounts()).toEqual(NOTHING)
  })
})
