import { describe, expect, test } from 'vitest'
import {
  app,
  ask,
  db,
  GOOD,
  NOTHING,
  nowMs,
  organizations,
  ours,
  PHONES,
  rowCounts,
  secrets,
  setUpUploads,
  upload,
  type Wanted,
} from '../../test/contacts/upload-world.ts'
import { LIST_DOWNLOAD_LIFE_SECONDS, listDownloadUrl } from './list-download.ts'
import { findReadyList, listColumns, rowsMissingVariables } from './queries.ts'

setUpUploads()

describe('looking at lists', () => {
  test('limit and offset are accepted', async () => {
    for (const name of ['a', 'b', 'c']) await upload(GOOD, `?filename=${name}`)
    const { body } = await ask({ url: '/api/v1/contact-lists?limit=1&offset=1' })
    expect(body.contact_lists.map((list) => list.filename)).toEqual(['b'])
  })

  test('the rejected rows come as CSV in which nothing is a formula', async () => {
    const rejected = ['=HYPERLINK("http://x")', '-1+cmd', '@SUM(A1)', '+1', '"a ""b"", c"']
    const { body } = await upload(
      `phone,name\n${PHONES[0]},Anna\n${rejected.map((value) => `"${value.replaceAll('"', '""')}",x`).join('\n')}\n`,
    )
    const answer = await app.inject({
      url: `/api/v1/contact-lists/${body.source_id}/rejected`,
      headers: { 'x-api-key': 'ours' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.split('\r\n')
    expect(lines[0]).toBe('row,column,code,message,value')
    expect(lines.slice(1, -1).map((line) => line.replace(/^(\d+,phone),.*\."?,/, '$1 '))).toEqual([
      `3,phone "'=HYPERLINK(""http://x"")"`,
      `4,phone '-1+cmd`,
      `5,phone '@SUM(A1)`,
      `6,phone '+1`,
      '7,phone """a """"b"""", c"""',
    ])
  })

  test('all rejected rows are there, in the order of the file', async () => {
    const rows = Array.from({ length: 4500 }, (_, index) => `${10_000_000 + index}`)
    const { body } = await upload(`phone\n${rows.join('\n')}\n${PHONES[0]}\n`)
    expect(body).toMatchObject({ total_rows: 1, rejected_rows: 4500 })
    expect(body.errors).toHaveLength(100)
    const { text } = await ask({ url: `/api/v1/contact-lists/${body.source_id}/rejected` })
    const values = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').at(-1))
    expect(values).toEqual(rows)
  })

  test('rows without a value are counted and the first are named, under whatever name the column has', async () => {
    const people = Array.from({ length: 20 }, (_, index) => `+4479123${45_000 + index},${index % 2 ? 'x' : '  '},y`)
    const { body } = await upload(`phone,First Name,city\n${people.join('\n')}\n`)
    const list = await findReadyList(db, ours(), body.source_id)
    const listId = list?.id as number
    expect(await rowsMissingVariables(db, listId, ['city', 'first_name', 'phone', 'absent'])).toEqual([
      { column: 'First Name', count: 10, rows: [2, 4, 6, 8, 10] },
      { column: 'absent', count: 20, rows: [2, 3, 4, 5, 6] },
    ])
    expect(await rowsMissingVariables(db, listId, [])).toEqual([])
    expect(await listColumns(db, ours(), listId)).toEqual(['First Name', 'city'])
  })

  test('a list is downloaded by a signed link as a file that can be uploaded again', async () => {
    const { body } = await upload(`name,phone\n"An,na",07912 345678\n=1+1,+1 213 373 4253\n`, '?country_code=GB')
    const list = await findReadyList(db, ours(), body.source_id)
    const link = (organizationId: number, seconds: number) =>
      listDownloadUrl(
        { secrets, publicUrl: '' },
        { organizationId, listId: list?.id as number },
        nowMs + (seconds - LIST_DOWNLOAD_LIFE_SECONDS) * 1000,
      )
    const download = (url: string) => ask({ url, key: null })
    const { status, text } = await download(link(ours(), 60))
    expect([status, text]).toEqual([200, `name,phone\r\n"An,na",${PHONES[0]}\r\n'=1+1,${PHONES[1]}\r\n`])
    expect((await upload(text)).body).toMatchObject({ total_rows: 2, rejected_rows: 0 })
    expect((await download(link(ours(), -1))).body.code).toBe('link_expired')
    expect(await download(link(organizations.get('theirs') as number, 60))).toMatchObject({ status: 404 })
    expect(await download(`${link(ours(), 60)}x`)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

describe('deleting a list', () => {
  test('answers it once more; its contacts are gone too', async () => {
    const { body } = await upload(GOOD)
    const url = `/api/v1/contact-lists/${body.source_id}`
    expect(await ask({ method: 'DELETE', url })).toMatchObject({ status: 200, body })
    expect(await ask({ method: 'DELETE', url })).toMatchObject({
      status: 404,
      body: { code: 'contact_list_not_found' },
    })
    expect(await rowCounts()).toEqual(NOTHING)
  })

  test('is refused while a campaign uses it', async () => {
    const { body } = await upload(GOOD)
    const now = new Date()
    const workflow = await db
      .insertInto('workflows')
      .values({ organization_id: ours(), name: 'w', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const list = await findReadyList(db, ours(), body.source_id)
    await db
      .insertInto('campaigns')
      .values({
        organization_id: ours(),
        name: 'c',
        workflow_id: workflow.id,
        state: 'completed',
        source_type: 'csv',
        source_id: body.source_id,
        list_id: list?.id as number,
        max_concurrency: 1,
        retry_config: '{}',
        circuit_breaker: '{}',
        created_at: now,
        updated_at: now,
      })
      .execute()
    const answer = await ask({ method: 'DELETE', url: `/api/v1/contact-lists/${body.source_id}` })
    expect(answer).toMatchObject({ status: 409, body: { code: 'contact_list_in_use' } })
    expect(await rowCounts()).toMatchObject({ lists: 1, contacts: 2 })
  })
})

test("another organization's lists are answered just like unknown ones on every route", async () => {
  const { body } = await upload(GOOD)
  const stranger = async (sourceId: string) => [
    await ask({ url: `/api/v1/contact-lists/${sourceId}`, key: 'theirs' }),
    await ask({ url: `/api/v1/contact-lists/${sourceId}/rejected`, key: 'theirs' }),
    await ask({ method: 'DELETE', url: `/api/v1/contact-lists/${sourceId}`, key: 'theirs' }),
  ]
  const foreign = await stranger(body.source_id)
  expect(foreign).toEqual(await stranger('8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e'))
  expect(foreign.map((answer) => answer.status)).toEqual([404, 404, 404])
  expect((await ask({ url: '/api/v1/contact-lists', key: 'theirs' })).body).toMatchObject({ contact_lists: [] })
  expect(await findReadyList(db, organizations.get('theirs') as number, body.source_id)).toBeUndefined()
})

test('without a key everything is 401, but for the signed addresses', async () => {
  const { body } = await upload(GOOD)
  const one = `/api/v1/contact-lists/${body.source_id}`
  const requests: Wanted[] = [
    { method: 'POST', url: '/api/v1/contact-lists', type: 'text/csv', payload: GOOD },
    { method: 'POST', url: '/api/v1/s3/presigned-upload-url', payload: { file_name: 'a', file_size: 1 } },
    { url: '/api/v1/contact-lists' },
    { url: one },
    { url: `${one}/rejected` },
    { method: 'DELETE', url: one },
  ]
  for (const request of requests) expect((await ask({ ...request, key: 'nobody' })).status).toBe(401)
})
