import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import {
  allConnectionsClosed,
  announce,
  ask,
  db,
  GOOD,
  nowMs,
  ours,
  PHONES,
  PUBLIC_URL,
  passTime,
  put,
  rawClient,
  rowCounts,
  secrets,
  setUpUploads,
  storage,
} from '../../test/contacts/upload-world.ts'
import { UPLOAD_BYTES_MAX } from '../http/receive-upload.ts'
import { systemClock } from '../kernel/clock.ts'
import { dropAwaitingLists } from './drop-awaiting-lists.ts'
import { findReadyList } from './queries.ts'

setUpUploads()

describe('the upload in two steps', () => {
  test('gives a list under the announced key, read as it was announced', async () => {
    const given = await announce({ file_name: 'dir/may.csv', country_code: 'gb', phone_column: 'reach' })
    expect(given).toMatchObject({ expires_in: 900 })
    expect(given.upload_url.startsWith(`${PUBLIC_URL}/api/v1/s3/upload/`)).toBe(true)
    const { status, body } = await put(given.path, 'reach,phone\n07912 345678,x\n')
    expect(status).toBe(200)
    expect(body).toMatchObject({ source_id: given.file_key, filename: 'may.csv', total_rows: 1 })
    expect((await ask({ url: `/api/v1/contact-lists/${given.file_key}` })).body).toEqual(body)
  })

  test('takes the bytes whatever the client calls them', async () => {
    for (const type of ['application/octet-stream', 'application/json', 'text/csv']) {
      expect((await put((await announce()).path, GOOD, type)).status).toBe(200)
    }
  })

  test('a list that was announced and not uploaded does not exist', async () => {
    const { file_key } = await announce()
    const url = `/api/v1/contact-lists/${file_key}`
    expect(await findReadyList(db, ours(), file_key)).toBeUndefined()
    expect((await ask({ url: '/api/v1/contact-lists' })).body).toMatchObject({ contact_lists: [] })
    for (const wanted of [{ url }, { url: `${url}/rejected` }, { method: 'DELETE' as const, url }]) {
      expect(await ask(wanted)).toMatchObject({ status: 404, body: { code: 'contact_list_not_found' } })
    }
  })

  test('the address is good once', async () => {
    const { path } = await announce()
    expect((await put(path, GOOD)).status).toBe(200)
    expect(await put(path, GOOD)).toMatchObject({ status: 409, body: { code: 'upload_already_used' } })
    expect(await rowCounts()).toMatchObject({ lists: 1, contacts: 2 })
  })

  test('of two uploads at once to one address exactly one becomes the list', async () => {
    const { path } = await announce()
    const answers = await Promise.all([put(path, GOOD), put(path, GOOD), put(path, GOOD)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(await rowCounts()).toMatchObject({ lists: 1, contacts: 2 })
  })

  test('the address does not come back to life when the list is deleted', async () => {
    const { path, file_key } = await announce()
    await put(path, GOOD)
    await ask({ method: 'DELETE', url: `/api/v1/contact-lists/${file_key}` })
    expect((await put(path, GOOD)).status).toBe(409)
  })

  test('a file that was refused may be sent again, mended', async () => {
    const { path } = await announce()
    expect((await put(path, 'name\nAnna\n')).body.code).toBe('phone_column_missing')
    expect((await put(path, GOOD)).status).toBe(200)
  })

  test('the address carries whether extensions may be called', async () => {
    const plain = await announce()
    expect((await put(plain.path, `phone\n1001\n${PHONES[0]}\n`)).body).toMatchObject({ total_rows: 1 })
    const extensions = await announce({ allow_extensions: true })
    expect((await put(extensions.path, `phone\n1001\n${PHONES[0]}\n`)).body).toMatchObject({ total_rows: 2 })
  })

  test('the address expires', async () => {
    const { path } = await announce()
    passTime(901_000)
    expect(await put(path, GOOD)).toMatchObject({ status: 403, body: { code: 'upload_expired' } })
  })

  test('an address with anything changed is 403', async () => {
    const { path, file_key } = await announce({ country_code: 'GB' })
    const other = await announce()
    const changed = (index: number, value: string) =>
      path.replace(/[^/]+$/, (link) => link.split('.').with(index, value).join('.'))
    const text = (value: string) => Buffer.from(value).toString('base64url')
    const [source] = path.split('/').at(-1)?.split('.') ?? []
    expect(source).toBe(text(file_key))
    const forged = [
      changed(0, text(other.file_key)),
      changed(1, '100001'),
      changed(2, text('DE')),
      changed(3, text('x')),
      changed(4, '9999999999999'),
      changed(-1, 'x'),
      changed(-1, secrets.sign('media', file_key)),
    ]
    for (const address of forged)
      expect(await put(address, GOOD)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await put(path.replace(/\.[^.]+$/, ''), GOOD)).status).toBe(403)
    expect((await rowCounts()).contacts).toBe(0)
  })

  test('a body larger than announced is 413, also where its length is not told beforehand', async () => {
    const { path } = await announce({ file_size: 30 })
    expect(await put(path, GOOD)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const { socket, answer } = rawClient()
    const head = [`PUT ${path} HTTP/1.1`, 'host: x', 'content-type: text/csv', 'transfer-encoding: chunked']
    const piece = `${GOOD.length.toString(16)}\r\n${GOOD}\r\n`
    socket.write(`${head.join('\r\n')}\r\n\r\n${piece}${piece}`)
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
    const next = once(socket, 'data')
    const more = piece.repeat(20_000)
    socket.write(`${more}0\r\n\r\nGET /api/v1/contact-lists HTTP/1.1\r\nhost: x\r\nx-api-key: ours\r\n\r\n`)
    expect(String(await next)).toMatch(/^HTTP\/1\.1 200 /)
    expect((await rowCounts()).contacts).toBe(0)
  })

  test('a body as large as announced is taken', async () => {
    expect((await put((await announce({ file_size: GOOD.length })).path, GOOD)).status).toBe(200)
  })

  test.each([{ file_size: 0 }, { file_size: UPLOAD_BYTES_MAX + 1 }, { file_name: '' }, { country_code: 'XX1' }])(
    'announcing %j is 422',
    async (request) => {
      const payload = { file_name: 'a.csv', file_size: 1, ...request }
      expect((await ask({ method: 'POST', url: '/api/v1/s3/presigned-upload-url', payload })).status).toBe(422)
    },
  )

  test('a client that goes away during the import gets no list, and the address stays good', async () => {
    const { path, file_key } = await announce()
    const holder = await storage.pool.connect()
    await holder.query('begin')
    await holder.query('select id from contact_lists where source_id = $1 for update', [file_key])
    const { socket } = rawClient()
    const head = [`PUT ${path} HTTP/1.1`, 'host: x', 'content-type: text/csv', `content-length: ${GOOD.length}`]
    socket.write(`${head.join('\r\n')}\r\n\r\n${GOOD}`)
    await vi.waitFor(async () => {
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect((await holder.query(waits)).rowCount).toBe(1)
    })
    socket.destroy()
    await allConnectionsClosed()
    await holder.query('commit')
    holder.release()
    expect((await put(path, GOOD)).status).toBe(200)
    expect((await rowCounts()).contacts).toBe(2)
  })

  test('announced lists whose time is long over are cleared away', async () => {
    await announce()
    passTime(2 * 24 * 60 * 60 * 1000)
    const { file_key } = await announce()
    expect(await dropAwaitingLists({ db, clock: { ...systemClock, now: () => nowMs } }).runOnce()).toEqual({ lists: 1 })
    const rows = await db.selectFrom('contact_lists').select('source_id').execute()
    expect(rows).toEqual([{ source_id: file_key }])
  })
})
