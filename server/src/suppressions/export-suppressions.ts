/** The list as CSV that can be imported again, page by page. */
import { csvLine } from '../http/csv.ts'
import type { Queries } from '../storage/database.ts'
import { nextSuppressions } from './queries.ts'

const ROWS_PER_READ = 2_000

export async function* suppressionsCsv(db: Queries, organizationId: number): AsyncGenerator<string> {
  yield csvLine(['phone_number', 'reason', 'source', 'expires_at', 'created_at', 'author', 'call_id'])
  for (let afterId = 0; ; ) {
    const rows = await nextSuppressions(db, organizationId, afterId, ROWS_PER_READ)
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map((row) =>
        csvLine([
          row.phone_number,
          row.reason,
          row.source,
          row.expires_at?.toISOString(),
          row.created_at.toISOString(),
          row.author,
          row.call_id,
        ]),
      )
      .join('')
    afterId = last.id
  }
}
