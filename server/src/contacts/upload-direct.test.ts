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
import { UPLOAD_BYTES_MAX } from './upload-receive.ts'

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
    })
    expect((await ask({ url: `/api/v1/contact-lists/${body.source_id}` })).body).toEqual(body)
    expect((await ask({ url: '/api/v1/contact-lists/' })).body).toEqual({ contact_lists: [body] })
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
    [Buffer.from('phone,Stra\xdfe\n', 'latin1'), 'invalid_encoding'],
  ])('%j is 400 and leaves nothing', async (content, code) => {
    const answer = await upload(content)
    expect(answer).toMatchObject({ status: 400, body: { code, detail: code, message: expect.any(String) } })
    if (code === 'no_valid_rows') expect(answer.body.details.errors).toMatchObject([{ row: 2, value: '123456789' }])
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
