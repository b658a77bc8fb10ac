/** The rejected rows of a list as a CSV file, for the user who corrects them, probably in a spreadsheet. */
import { csvLine } from '../http/csv.ts'
import type { Queries } from '../storage/database.ts'
import { nextRejections, type StoredRejection } from './queries.ts'

const ROWS_PER_READ = 2000

export async function* rejectedCsv(db: Queries, organizationId: number, listId: number): AsyncGenerator<string> {
  yield csvLine(['row', 'column', 'code', 'message', 'value'])
  let after = { row_number: -1, place: '(0,0)' }
  while (true) {
    const rows = await nextRejections(db, organizationId, listId, after, ROWS_PER_READ)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(lineOf).join('')
    after = last
  }
}

function lineOf(row: StoredRejection): string {
  // A spreadsheet would turn +44... into 4.4E+11; an upload removes the apostrophe again.
  const value = row.value?.startsWith('+') ? `'${row.value}` : row.value
  return csvLine([row.row_number, row.column_name, row.code, row.message, value])
}
