/** A contact list as the API shows it. */
import { z } from 'zod'
import { timestamp } from '../http/schemas.ts'
import type { StoredList } from './queries.ts'
import { PRIORITY_MAX, PRIORITY_NORMAL } from './rules/queue-options.ts'

export const contactListShape = z
  .object({
    source_id: z.string(),
    filename: z.string(),
    columns: z.array(z.string()),
    total_rows: z.int().meta({ description: 'Contacts of the list: rows that can be called, each number once.' }),
    rejected_rows: z.int(),
    duplicate_rows: z.int(),
    left_out_numbers: z.int().meta({
      description:
        'Further numbers (`phone_number_2` …) that cannot be called. Their rows were imported without them; `errors` and the CSV of `rejected` name them.',
    }),
    errors: z
      .array(
        z.object({
          row: z.int().meta({ description: 'Row number as in a spreadsheet: the column names are row 1.' }),
          column: z.string().nullable(),
          code: z.string(),
          message: z.string(),
          value: z.string(),
        }),
      )
      .meta({ description: 'The first 100 rejected rows; all of them are in the CSV of `rejected`.' }),
    created_at: timestamp(),
    read_as: z.string().nullable().meta({
      description:
        '`utf-8`, `utf-16le`, `utf-16be`, `windows-1252` or `xlsx`. Such a file does not say that it is `windows-1252`: check names with accents. Null: not known.',
    }),
    priority: z
      .int()
      .nullable()
      .meta({
        description: `Priority of rows without one of their own, 0 to ${PRIORITY_MAX}; higher is called first. Null: ${PRIORITY_NORMAL}.`,
      }),
  })
  .meta({ id: 'ContactList' })

export const LIST_EXAMPLE = {
  source_id: '8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e',
  filename: 'november.csv',
  columns: ['phone_number', 'first_name', 'appointment'],
  total_rows: 998,
  rejected_rows: 1,
  duplicate_rows: 1,
  left_out_numbers: 0,
  errors: [
    {
      row: 17,
      column: 'phone_number',
      code: 'spreadsheet_number',
      message:
        'A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.',
      value: '4.47912E+11',
    },
  ],
  created_at: '2026-11-15T09:30:00.123Z',
  read_as: 'utf-8',
  priority: null,
}

export function serializeList(list: StoredList) {
  return {
    source_id: list.source_id,
    filename: list.filename,
    columns: list.columns,
    total_rows: list.total_rows,
    rejected_rows: list.rejected_rows,
    duplicate_rows: list.duplicate_rows,
    left_out_numbers: list.left_out_numbers,
    errors: list.errors,
    created_at: list.created_at,
    read_as: list.read_as,
    priority: list.priority,
  }
}
