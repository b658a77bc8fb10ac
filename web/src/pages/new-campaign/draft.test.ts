import { describe, expect, test } from 'vitest'
import type { ListPreview } from '../../api/contact-lists.ts'
import type { TelephonyConfiguration } from '../../api/telephony.ts'
import { emptyDraft, findingsOf, nameFromFile } from './draft.ts'
import { readable } from './encoding.ts'
import { readCsvHead } from './read-csv.ts'
import { columnUse, nameInFile, unusedName, withUse } from './reading.ts'

const variable = (part: Partial<ListPreview['variables'][number]>) => ({
  name: 'appointment_time',
  required: false,
  default: 'ten thirty',
  column: null,
  suggested_column: null,
  lacking_rows: 0,
  lacking_examples: [],
  default_rows: 0,
  ...part,
})

const preview = (part: Partial<ListPreview>) =>
  ({ columns: [], column_details: [], zones: null, variables: [], ...part }) as unknown as ListPreview

describe('what the workflow asks for and the list lacks', () => {
  const draft = { ...emptyDraft(), list: { total_rows: 5, rejected_rows: 0 } as never, name: 'x' }

  test('without a default it stops the campaign; with one it asks, also for single empty cells', () => {
    const variables = [
      variable({ name: 'account', required: true, default: null, lacking_rows: 2 }),
      variable({ column: 'appt', default_rows: 1 }),
      variable({ name: 'filled', column: 'filled' }),
    ]
    const who = findingsOf(draft, preview({ variables }), []).filter(({ section }) => section === 'who')
    expect(who.map(({ kind, text }) => [kind, text])).toEqual([
      ['stop', 'The workflow needs account; 2 people on the list have none.'],
      ['ask', '1 person would hear “ten thirty” as appointment_time.'],
    ])
  })

  test('a simulated carrier is named among what should be reviewed', () => {
    const carriers = [
      { id: 4, provider: 'simulator', is_default_outbound: true },
    ] as unknown as TelephonyConfiguration[]
    const line = (configurationId: number | null) =>
      findingsOf({ ...draft, configurationId }, undefined, carriers).filter(({ section }) => section === 'line')
    expect(line(4)).toMatchObject([{ kind: 'ask', text: expect.stringMatching(/calls nobody/) }])
    expect(line(null)).toMatchObject([{ kind: 'stop' }])
  })
})

test('nothing is made without a list, a carrier and a name', () => {
  const stops = findingsOf(emptyDraft(), undefined, []).filter(({ kind }) => kind === 'stop')
  expect(stops.map(({ section }) => section)).toEqual(['who', 'what', 'line', 'check'])
})

describe('what the columns of a file are used for', () => {
  const read = preview({
    phone_column: 'Mobil',
    columns: ['Nachname', 'first_name', 'Mobil', 'Bundesland'],
    column_details: [{ name: 'first_name', variable: 'first_name' }] as never,
    zones: { columns: { timezone: null, state: 'Bundesland', postal_code: null } } as never,
  })

  test('is what the server took them for', () => {
    expect(read.columns.map((column) => columnUse(column, read))).toEqual([
      'unused',
      'say:first_name',
      'phone',
      'state',
    ])
  })

  test('changes by renaming, and a variable has one column', () => {
    const first = withUse({ countryCode: 'DE' }, 'Nachname', 'say:first_name')
    expect(first).toEqual({ countryCode: 'DE', rename: { Nachname: 'first_name' } })
    const second = withUse(first, 'Vorname', 'say:first_name')
    expect(second).toEqual({ countryCode: 'DE', rename: { Vorname: 'first_name' } })
    expect(nameInFile('first_name', second)).toBe('Vorname')
    expect(withUse(second, 'Vorname', 'phone')).toEqual({ countryCode: 'DE', phoneColumn: 'Vorname', rename: {} })
    expect(withUse(second, 'Patientennr', 'person').rename).toMatchObject({ Patientennr: 'person_id' })
    expect(withUse({ phoneColumn: 'Mobil' }, 'Mobil', 'unused')).toEqual({ rename: {} })
    expect(unusedName('first_name', {}).rename).toEqual({ first_name: 'first_name (not used)' })
  })
})

describe('the encoding of a file', () => {
  const text = 'Straße;Größe\nMüller;5\n'

  test('Windows-1252 is converted, and said', async () => {
    const bytes = new Uint8Array([...text].map((char) => char.charCodeAt(0)))
    const { file, convertedFrom } = await readable(new File([bytes], 'liste.csv'))
    expect([await file.text(), file.name, convertedFrom]).toEqual([text, 'liste.csv', 'Windows-1252'])
  })

  test('UTF-8, UTF-16 and workbooks are sent as they are', async () => {
    const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xe9])
    const utf16 = new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0xe9, 0x00])
    for (const content of [new TextEncoder().encode(text), workbook, utf16])
      expect((await readable(new File([content as never], 'x'))).convertedFrom).toBeNull()
  })
})

test('the first rows of a file are read with any separator and with quotes', async () => {
  const head = await readCsvHead(
    new File(
      ['\uFEFFphone;name;note\r\n+447700900142;"Okafor; M";"said ""hi"""\r\n;;\r\n+447700900143;Tom;x\r\n'],
      'a.csv',
    ),
  )
  expect(head).toMatchObject({ separator: ';', columns: ['phone', 'name', 'note'] })
  expect(head?.rows[0]).toEqual(['+447700900142', 'Okafor; M', 'said "hi"'])
})

test('a campaign is named after its file', () => {
  expect(nameFromFile('harrogate_week-48.csv')).toBe('Harrogate week 48')
})
