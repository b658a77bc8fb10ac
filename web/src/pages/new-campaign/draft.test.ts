import { describe, expect, test } from 'vitest'
import type { Workflow } from '../../api/workflows.ts'
import { type ContactList, emptyDraft, findingsOf, missingVariables, nameFromFile } from './draft.ts'
import { readCsvHead, withColumns } from './read-csv.ts'
import { groupRejections } from './rejection-words.ts'

const list = (part: Partial<ContactList> = {}) =>
  ({
    source_id: 's',
    filename: 'f.csv',
    columns: ['phone', 'First Name', 'appt_time'],
    total_rows: 3,
    rejected_rows: 0,
    duplicate_rows: 0,
    errors: [],
    ...part,
  }) as ContactList

const workflow = {
  template_context_variables: { first_name: 'there', appointment_time: 'ten thirty', account: null },
} as unknown as Workflow

describe('variables the workflow asks for', () => {
  const draft = { ...emptyDraft(), list: list(), name: 'x' }

  test('are found whatever their case and spaces, and the likeliest column is named', () => {
    expect(missingVariables(draft, workflow)).toEqual([
      { variable: 'appointment_time', fallback: 'ten thirty', likely: 'appt_time' },
      { variable: 'account', fallback: null, likely: null },
    ])
  })

  test('without a default they stop the campaign, with one they ask', () => {
    const who = findingsOf(draft, workflow, []).filter(({ section }) => section === 'who')
    expect(who.map(({ kind }) => kind)).toEqual(['ask', 'stop'])
  })
})

test('nothing is made without a list, a carrier and a name', () => {
  const stops = findingsOf(emptyDraft(), undefined, []).filter(({ kind }) => kind === 'stop')
  expect(stops.map(({ section }) => section)).toEqual(['who', 'what', 'line', 'check'])
})

describe('the first rows of a file', () => {
  const file = new File(
    ['\uFEFFphone;name;note\r\n+447700900142;"Okafor; M";"said ""hi"""\r\n;;\r\n+447700900143;Tom;x\r\n'],
    'a.csv',
  )

  test('are read with any separator and with quotes', async () => {
    const head = await readCsvHead(file)
    expect(head?.separator).toBe(';')
    expect(head?.columns).toEqual(['phone', 'name', 'note'])
    expect(head?.rows).toEqual([
      ['+447700900142', 'Okafor; M', 'said "hi"'],
      ['+447700900143', 'Tom', 'x'],
    ])
  })

  test('keep every byte when a column gets another name', async () => {
    const head = await readCsvHead(file)
    const text = await withColumns(file, head!, ['phone', 'first_name', 'a;b']).text()
    expect(text).toBe(
      'phone;first_name;"a;b"\n+447700900142;"Okafor; M";"said ""hi"""\r\n;;\r\n+447700900143;Tom;x\r\n',
    )
  })
})

test('rejected rows are grouped by reason, the most frequent first', () => {
  const row = (code: string, message: string, at: number) => ({ row: at, column: 'phone', code, message, value: '' })
  const groups = groupRejections([
    row('phone_invalid', 'This is more than one phone number; give one per row.', 2),
    row('country_unknown', 'x', 3),
    row('country_unknown', 'x', 4),
  ])
  expect(groups.map(({ title, rows, needsCountry }) => [title, rows.length, needsCountry])).toEqual([
    ['No country', 2, true],
    ['This is more than one phone number', 1, false],
  ])
})

test('a campaign is named after its file', () => {
  expect(nameFromFile('harrogate_week-48.csv')).toBe('Harrogate week 48')
})
