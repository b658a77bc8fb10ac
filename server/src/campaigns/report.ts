/** The report as CSV: one line per contact with its last outcome and variables, read and written page by page. */
import { csvLine } from '../http/csv.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import { reportPage } from './view-queries.ts'

const PAGE = 2000
const FIXED = [
  'contact_id',
  'phone_number',
  'state',
  'outcome',
  'attempts',
  'last_attempt_at',
  'duration_seconds',
  'cause',
  'disposition',
  'gathered',
]

export async function* campaignReport(
  db: Queries,
  campaign: StoredCampaign,
  columns: readonly string[],
): AsyncGenerator<string> {
  yield csvLine([...FIXED, ...columns])
  for (let afterId = 0; ; ) {
    const rows = await reportPage(db, campaign.organization_id, campaign.id, afterId, PAGE)
    let text = ''
    for (const row of rows) {
      text += csvLine([
        row.id,
        row.phone_number,
        row.state,
        row.outcome,
        row.attempts,
        row.last_attempt_at?.toISOString(),
        row.duration_seconds,
        row.cause,
        row.disposition,
        row.gathered && Object.keys(row.gathered).length > 0 ? JSON.stringify(row.gathered) : null,
        ...columns.map((column) => row.variables[column]),
      ])
    }
    if (text) yield text
    if (rows.length < PAGE) return
    afterId = rows.at(-1)?.id ?? afterId
  }
}
