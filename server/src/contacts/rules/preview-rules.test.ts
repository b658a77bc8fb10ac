import { expect, test } from 'vitest'
import { columnType } from './column-type.ts'
import { suggestColumn } from './suggest-column.ts'

test.each([
  ['empty', ['', '  ']],
  ['yes_no', ['yes', 'No', '']],
  ['number', ['1', '2,50', '1.234,50 €', '-3']],
  ['date', ['2026-11-15', '2026-11-15T09:30:00Z', '15.11.2026', '1/2/26 09:30']],
  ['email', ['ada@example.com']],
  ['url', ['https://example.com/a']],
  ['text', ['Ada', '12']],
  ['text', ['2026-11-15', 'tomorrow']],
])('%s: %j', (type, values) => {
  expect(columnType(values)).toBe(type)
})

test.each([
  ['first_name', ['Phone', 'First Name'], 'First Name'],
  ['first_name', ['Nachname', 'Vorname'], 'Vorname'],
  ['name', ['id', 'customer_name_1', 'city'], 'customer_name_1'],
  ['due_date', ['Fälligkeit'], 'Fälligkeit'],
  ['appointment', ['video', 'notes'], null],
  ['id', ['video'], null],
])('%s among %j is %s', (variable, columns, found) => {
  expect(suggestColumn(variable, columns)).toBe(found)
})
