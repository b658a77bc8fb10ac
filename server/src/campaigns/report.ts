/** The report as CSV: one line per contact with its last outcome and variables, read and written page by page. */
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { localTimeIn } from '../dialer/rules/dial-record.ts'
import { csvLine } from '../http/csv.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import type { ResultRange } from './result-queries.ts'
import { type ReportRow, reportPage } from './view-queries.ts'

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
  'timezones',
  'timezones_from',
  'attempts_local_time',
  'policy_version',
  'held_by',
  'summary',
  'success',
  'sentiment',
  'telephony_configuration',
  'dialed_number',
]
/** A number that may be anywhere has dozens of zones. For more than this many, no local times are shown. */
const ZONES_SHOWN = 3

export async function* campaignReport(
  db: Queries,
  campaign: StoredCampaign,
  columns: readonly string[],
  range: ResultRange = {},
): AsyncGenerator<string> {
  yield csvLine([...FIXED, ...columns])
  for (let afterId = 0; ; ) {
    const rows = await reportPage(db, campaign.organization_id, campaign.id, { ...range, afterId, limit: PAGE })
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
        ...ruleColumns(row),
        row.summary,
        row.success,
        row.sentiment,
        row.telephony_configuration,
        row.dialed_number,
        ...columns.map((column) => row.variables[column]),
      ])
    }
    if (text) yield text
    if (rows.length < PAGE) return
    afterId = rows.at(-1)?.id ?? afterId
  }
}

/** Zones of the person, the local time at each attempt, the policy version, and the rules that applied. */
function ruleColumns(row: ReportRow): (string | null)[] {
  const set = row.zones === null ? null : readZoneSet(row.zones)
  const zones = set?.zones.slice(0, ZONES_SHOWN) ?? []
  const times = (row.attempts_at ?? []).map((at) =>
    zones.length === 0
      ? `${at.toISOString()}`
      : zones.map((zone) => `${localTimeIn(zone, at.getTime())} ${zone}`).join(' / '),
  )
  return [
    set && set.zones.length > 0 ? set.zones.join(' ') : null,
    set?.source ?? null,
    times.length > 0 ? times.join('; ') : null,
    row.policy_version,
    row.held_by,
  ]
}
