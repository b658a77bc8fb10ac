/** A contact list as a CSV file that can be uploaded again: the file's columns, with the numbers in dialing format. */
import { csvLine } from '../http/csv.ts'
import type { Queries } from '../storage/database.ts'
import { nextContacts } from './queries.ts'

const ROWS_PER_READ = 2000

export async function* listCsv(
  db: Queries,
  organizationId: number,
  list: { id: number; columns: readonly string[]; phone_column: string | null },
): AsyncGenerator<string> {
  yield csvLine(list.columns)
  let afterId = 0
  while (true) {
    const contacts = await nextContacts(db, organizationId, list.id, afterId, ROWS_PER_READ)
    const last = contacts.at(-1)
    if (!last) return
    yield contacts
      .map(({ phone_number, variables }) =>
        csvLine(list.columns.map((name) => (name === list.phone_column ? phone_number : variables[name]))),
      )
      .join('')
    afterId = last.id
  }
}
