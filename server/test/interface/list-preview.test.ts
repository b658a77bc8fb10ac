import { beforeAll, describe, expect, test } from 'vitest'
import { findRehearsedCampaign } from '../../src/rehearsal/queries.ts'
import { REHEARSAL_LIMITS, rehearse } from '../../src/rehearsal/rehearse.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type Answer, type Json, type Member, type TestApp, testApp } from './app.ts'
import { greeting, made, newCampaign, newWorkflow } from './things.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})

interface List extends Json {
  source_id: string
  total_rows: number
  columns: string[]
}

function upload(csv: string, query = '', member: Member = world.a): Promise<Answer<List>> {
  const extra = { headers: { 'content-type': 'text/csv' }, raw: csv }
  return member.request<List>('POST', `/api/v1/contact-lists?filename=people.csv${query}`, undefined, extra)
}

interface Preview extends List {
  rows: Json[]
  column_details: Array<Json & { name: string }>
  rejections: Array<Json & { code: string }>
  variables: Json[]
}

const preview = (source: string, query = '', member: Member = world.a) =>
  made<Preview>(member.request('GET', `/api/v1/contact-lists/${source}/preview${query}`))

const CSV = `Phone,Vorname,Termin,Betrag
+447700900123,Ada,2026-11-16,10
+447700900124,Grace,2026-11-17,"1,50"
+447700900124,Grace again,,
07700 900125,Joan,2026-11-18,7
07700 900126,Jean,2026-11-18,7
4.47912E+11,Lost,,
+447700900127,,2026-11-19,
`

describe('the preview of a list', () => {
  test('adds up: contacts, rejected rows and duplicates are the rows of the file', async () => {
    const { source_id } = await made<List>(upload(CSV))
    await made(world.a.request('POST', '/api/v1/suppressions', { phone_number: '+447700900123' }))
    const body = await preview(source_id)
    expect(body).toMatchObject({
      filename: 'people.csv',
      phone_column: 'Phone',
      file_rows: 7,
      total_rows: 3,
      rejected_rows: 3,
      duplicate_rows: 1,
      suppressed_rows: 1,
      suppressed_examples: [2],
      callable_rows: 2,
      variables: [],
    })
    expect(body.rows.map(({ zones: _zones, ...row }) => row)).toEqual([
      {
        row: 2,
        phone_number: '+447700900123',
        phone_numbers: ['+447700900123'],
        variables: { Vorname: 'Ada', Termin: '2026-11-16', Betrag: '10' },
      },
      {
        row: 3,
        phone_number: '+447700900124',
        phone_numbers: ['+447700900124'],
        variables: { Vorname: 'Grace', Termin: '2026-11-17', Betrag: '1,50' },
      },
      {
        row: 8,
        phone_number: '+447700900127',
        phone_numbers: ['+447700900127'],
        variables: { Vorname: '', Termin: '2026-11-19', Betrag: '' },
      },
    ])
    expect(body.column_details.map(({ name, type, filled }) => [name, type, filled])).toEqual([
      ['Phone', 'phone_number', 1],
      ['Vorname', 'text', 0.667],
      ['Termin', 'date', 1],
      ['Betrag', 'number', 0.667],
    ])
    expect((await preview(source_id, '?limit=1')).rows).toHaveLength(1)
  })

  test('groups rejected rows by reason and says in which country they could be read', async () => {
    const { source_id } = await made<List>(upload(CSV))
    expect((await preview(source_id)).rejections).toEqual([
      {
        code: 'country_unknown',
        message: expect.any(String),
        count: 2,
        examples: [
          { row: 5, column: 'Phone', value: '07700 900125' },
          { row: 6, column: 'Phone', value: '07700 900126' },
        ],
        readable_as: [{ country_code: 'GB', rows: 2 }],
      },
      {
        code: 'spreadsheet_number',
        message: expect.any(String),
        count: 1,
        examples: [{ row: 7, column: 'Phone', value: '4.47912E+11' }],
        readable_as: [],
      },
    ])
  })

  test('says which variables a workflow needs, which column might fill them, and who lacks a value', async () => {
    const workflow = await newWorkflow(world.a, greeting('Hello {{first_name}}, {{Termin | soon}}, {{city}}.'))
    const { source_id } = await made<List>(upload(CSV))
    const body = await preview(source_id, `?workflow_id=${workflow}`)
    const lacks = {
      required: true,
      default: null,
      column: null,
      lacking_rows: 3,
      lacking_examples: [],
      default_rows: 0,
    }
    expect(body.variables).toEqual([
      { name: 'first_name', suggested_column: 'Vorname', ...lacks },
      {
        name: 'Termin',
        required: false,
        default: 'soon',
        column: 'Termin',
        suggested_column: null,
        lacking_rows: 0,
        lacking_examples: [],
        default_rows: 0,
      },
      { name: 'city', suggested_column: null, ...lacks },
    ])
    expect(body.column_details.find(({ name }) => name === 'Termin')).toMatchObject({ variable: 'Termin' })
  })

  test('counts the people to whom a default would be spoken: for empty cells, and for a missing column', async () => {
    const workflow = await newWorkflow(
      world.a,
      greeting('Hello {{name | there}}, at {{hour | ten}} in {{city | town}}.'),
    )
    const { source_id } = await made<List>(upload('phone,name,hour\n+447700900123,Ada,nine\n+447700900124,Ben,\n'))
    const { variables } = await preview(source_id, `?workflow_id=${workflow}`)
    expect(variables.map(({ name, default_rows }) => [name, default_rows])).toEqual([
      ['name', 0],
      ['hour', 1],
      ['city', 2],
    ])
  })

  test('goes by the version that a campaign calls with, where it is named', async () => {
    const workflow = await newWorkflow(world.a, greeting('Hello {{first_name}}.'))
    const definition = greeting('Hello {{last_name}}.')
    await made(
      world.a.request('PUT', `/api/v1/workflow/${workflow}`, { name: 'Later', workflow_definition: definition }),
    )
    const { source_id } = await made<List>(upload(CSV))
    const path = `/api/v1/contact-lists/${source_id}/preview`
    const asked = async (query: string) => (await preview(source_id, query)).variables.map(({ name }) => name)
    expect(await asked(`?workflow_id=${workflow}`)).toEqual(['last_name'])
    expect(await asked(`?workflow_id=${workflow}&workflow_version_number=1`)).toEqual(['first_name'])
    const absent = await world.a.request('GET', `${path}?workflow_id=${workflow}&workflow_version_number=3`)
    expect(absent).toMatchObject({ status: 404, body: { code: 'workflow_version_not_found' } })
    expect((await world.a.request('GET', `${path}?workflow_version_number=1`)).status).toBe(422)
  })

  test('is not shown to others, nor with a workflow of others', async () => {
    const { source_id } = await made<List>(upload(CSV))
    const path = `/api/v1/contact-lists/${source_id}/preview`
    expect(await world.b.request('GET', path)).toMatchObject({ status: 404, body: { code: 'contact_list_not_found' } })
    const theirs = await newWorkflow(world.b)
    const answer = await world.a.request('GET', `${path}?workflow_id=${theirs}`)
    expect(answer).toMatchObject({ status: 404, body: { code: 'workflow_not_found' } })
  })
})

describe('reading again', () => {
  const rename = (names: Record<string, string>) => `&rename=${encodeURIComponent(JSON.stringify(names))}`

  test('with another country and other names replaces the first reading', async () => {
    const workflow = await newWorkflow(world.a, greeting('Hello {{first_name}}.'))
    const first = await made<List>(upload(CSV))
    const again = await made<List>(
      upload(CSV, `&country_code=GB&replaces=${first.source_id}${rename({ Vorname: 'first_name' })}`),
    )
    expect(again).toMatchObject({ total_rows: 5, columns: ['Phone', 'first_name', 'Termin', 'Betrag'] })
    expect((await world.a.request('GET', `/api/v1/contact-lists/${first.source_id}`)).status).toBe(404)
    const { variables } = await preview(again.source_id, `?workflow_id=${workflow}`)
    expect(variables).toMatchObject([
      { name: 'first_name', column: 'first_name', lacking_rows: 1, lacking_examples: [8] },
    ])
  })

  test('a name that another column has changes places with it', async () => {
    const list = await made<List>(upload('phone,name,Vorname\n+447700900123,Dr,Ada\n', rename({ Vorname: 'name' })))
    expect(list.columns).toEqual(['phone', 'Vorname', 'name'])
    const { rows } = await preview(list.source_id)
    expect(rows).toMatchObject([{ variables: { name: 'Ada', Vorname: 'Dr' } }])
  })

  test('the phone column may be renamed, and named by either name', async () => {
    const csv = 'Nummer Kunde,x\n+447700900123,1\n'
    const renamed = rename({ 'Nummer Kunde': 'phone' })
    for (const query of [renamed, `${renamed}&phone_column=phone`, `${renamed}&phone_column=Nummer%20Kunde`]) {
      expect((await made<List>(upload(csv, query))).columns).toEqual(['phone', 'x'])
    }
  })

  test('a list in use is not replaced, one of others not found, and a renaming must be one', async () => {
    const { source_id } = await newCampaign(world.a)
    expect(await upload(CSV, `&replaces=${source_id}`)).toMatchObject({
      status: 409,
      body: { code: 'contact_list_in_use' },
    })
    const theirs = await made<List>(upload(CSV, '', world.b))
    expect(await upload(CSV, `&replaces=${theirs.source_id}`)).toMatchObject({
      status: 400,
      body: { code: 'contact_list_not_found' },
    })
    expect((await world.b.request('GET', `/api/v1/contact-lists/${theirs.source_id}`)).status).toBe(200)
    for (const wrong of ['x', '[]', '{"a":1}']) {
      expect((await upload(CSV, `&rename=${encodeURIComponent(wrong)}`)).status).toBe(422)
    }
  })
})

const PLACED = `phone_number,name,state,zip,tz
+18505550101,Ada,,,
+12125550102,Ben,FL,,
+12125550103,Cleo,,90210,
+13105550104,Dan,,,America/Denver
+13105550105,Eve,,,Middle Earth
+18005550106,Fay,,,
`

const zonesOf = (body: Preview) => body.rows.map((row) => row.zones)
const zones = (source: string, timezones: string[], places: string[]) => ({ timezones, places, source })

describe('where the contacts of a list may be', () => {
  test('is told by number, state, postal code or time zone, with its source, and never guessed', async () => {
    const body = await preview((await made<List>(upload(PLACED))).source_id)
    expect(zonesOf(body)).toEqual([
      zones('number', ['America/Chicago', 'America/New_York'], ['US', 'US-FL']),
      zones('state_column', ['America/Chicago', 'America/New_York'], ['US', 'US-FL', 'US-NY']),
      zones('postal_code_column', ['America/Los_Angeles', 'America/New_York'], ['US', 'US-CA', 'US-NY']),
      zones('timezone_column', ['America/Denver'], ['US', 'US-CA']),
      zones('number', ['America/Los_Angeles'], ['US', 'US-CA']),
      zones('unknown', [], []),
    ])
    expect(body.zones).toMatchObject({
      columns: { timezone: 'tz', state: 'state', postal_code: 'zip' },
      unknown_rows: 1,
      useless_values: { timezone: 1, state: 0, postal_code: 0 },
    })
  })

  test('is worked out anew for another choice of columns, and columns that are not there are refused', async () => {
    const csv = 'phone_number,region\n+12125550102,FL\n'
    const { source_id } = await made<List>(upload(csv))
    const url = `/api/v1/contact-lists/${source_id}/zones`
    expect(zonesOf(await preview(source_id))).toEqual([zones('number', ['America/New_York'], ['US', 'US-NY'])])
    expect(await world.a.request('POST', url, { state_column: 'county' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'state_column'] }] },
    })
    expect(await world.b.request('POST', url, {})).toMatchObject({ status: 404 })
    expect(await made(world.a.request('POST', url, { state_column: 'region' }))).toMatchObject({
      groups: [
        { ...zones('state_column', ['America/Chicago', 'America/New_York'], ['US', 'US-FL', 'US-NY']), contacts: 1 },
      ],
    })
    expect(zonesOf(await preview(source_id))).toEqual([
      zones('state_column', ['America/Chicago', 'America/New_York'], ['US', 'US-FL', 'US-NY']),
    ])
    expect(await upload(csv, '&state_column=county')).toMatchObject({
      status: 400,
      body: { code: 'zone_column_missing' },
    })
    const named = await made<List>(upload(csv, '&state_column=region'))
    expect((await preview(named.source_id)).zones).toMatchObject({ columns: { state: 'region' } })
  })

  test('a range of the do-not-call list is counted as its single numbers are', async () => {
    const { source_id } = await made<List>(
      upload('phone_number\n+14155550101\n+14155550102\n+16175550103\n', '', world.b),
    )
    await made(world.b.request('POST', '/api/v1/suppressed-ranges', { prefix: '+1415', reason: 'never' }))
    expect(await preview(source_id, '', world.b)).toMatchObject({ suppressed_rows: 2, callable_rows: 1 })
  })
})

describe('a rehearsal', () => {
  const FIRST_NAMES = ['Ada', 'Grace', 'Joan', 'Jean', 'Mary', 'Edith', 'Radia', 'Karen', 'Barbara', 'Frances', 'Anita']
  const rows = FIRST_NAMES.map((name, at) => `+4477009002${10 + at},${name},2099-11-${10 + at},`)
  const bad = [
    '+447700900230,N/A,2099-11-12,',
    '+447700900231,Sophie,46352,',
    '+447700900232,Hedy,2099-11-14,please do not call again',
    '+447700900233,,2099-11-15,',
  ]
  const csv = `phone_number,first_name,appointment_date,notes\n${[...rows, ...bad].join('\n')}\n`
  const said = 'Hello {{first_name | there}}. It is on {{say_date(appointment_date)}}.'
  const url = (id: number) => `/api/v1/campaign/${id}/rehearsal`

  interface Rehearsal extends Json {
    state: string
    findings: Array<Json & { kind: string; examples: Json[] }>
  }

  async function rehearsed(id: number): Promise<Rehearsal> {
    const read = () => made<Rehearsal>(world.a.request('GET', url(id)))
    await expect.poll(async () => (await read()).state).toBe('ended')
    return read()
  }

  test('finds the cells that would be said oddly and shows the sentence; a change of the workflow makes it outdated', async () => {
    const { source_id } = await made<List>(upload(csv))
    const workflow_id = await newWorkflow(world.a, greeting(said))
    const { id } = await newCampaign(world.a, { source_id, workflow_id })
    expect(await world.a.request('GET', url(id))).toMatchObject({ status: 404, body: { code: 'rehearsal_not_found' } })
    expect(await world.b.request('POST', url(id))).toMatchObject({ status: 404, body: { code: 'campaign_not_found' } })
    await made(world.a.request('POST', url(id)))
    const result = await rehearsed(id)
    expect(result).toMatchObject({ outdated: false, rows: 15, rows_done: 15, odd_rows: 3, default_rows: 1 })
    expect(
      result.findings.map(({ kind, column, examples: [first] }) => [kind, column, first?.row, first?.said]),
    ).toEqual([
      ['do_not_call_note', 'notes', 15, null],
      ['placeholder', 'first_name', 13, 'Hello N/A.'],
      ['not_a_date', 'appointment_date', 14, 'It is on 46352.'],
      ['default', 'first_name', 16, 'Hello there.'],
    ])
    await made(
      world.a.request('PUT', `/api/v1/workflow/${workflow_id}`, { workflow_definition: greeting(`${said} Bye.`) }),
    )
    expect(await rehearsed(id)).toMatchObject({ outdated: true, odd_rows: 3 })
  })

  test('an erased person is not shown, and a rehearsal whose node stopped is interrupted and can be repeated', async () => {
    const { source_id } = await made<List>(upload(csv))
    const { id } = await newCampaign(world.a, { source_id, workflow_id: await newWorkflow(world.a, greeting(said)) })
    await made(world.a.request('POST', url(id)))
    await rehearsed(id)
    await world.pool.query(
      `update list_contacts set phone_number = 'erased', variables = '{}' where phone_number = '+447700900230'`,
    )
    const kinds = (found: Rehearsal) => found.findings.map(({ kind, examples }) => [kind, examples.length])
    expect(kinds(await rehearsed(id))).toContainEqual(['placeholder', 0])
    await world.pool.query(
      `update campaign_rehearsals set state = 'running', reported_at = now() - interval '2 minutes' where campaign_id = $1`,
      [id],
    )
    expect(await made(world.a.request('GET', url(id)))).toMatchObject({ state: 'interrupted', findings: [] })
    await made(world.a.request('POST', url(id)))
    expect(kinds(await rehearsed(id))).not.toContainEqual(['placeholder', 0])
  })

  test('no other work of the thread waits longer than one slice of rows', async () => {
    const { source_id } = await made<List>(upload(csv))
    const campaign = await newCampaign(world.a, { source_id, workflow_id: await newWorkflow(world.a, greeting(said)) })
    const db = openDatabase(world.pool)
    const found = await findRehearsedCampaign(db, world.a.organizationId, campaign.id)
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    await rehearse({ db, now: new Date(), pause }, found as NonNullable<typeof found>)
    // 15 rows, learned and judged, in slices of ten; and each of the three columns between.
    expect([REHEARSAL_LIMITS.sliceRows, pauses]).toEqual([10, 7])
  })
})
