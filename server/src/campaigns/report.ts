/** The report as CSV: one line per contact with its last outcome and variables, read and written page by page. */
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { localTimeIn } from '../dialer/rules/dial-record.ts'
import { csvLine } from '../http/csv.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'
import type { ResultRange } from './result-queries.ts'
import { type ReportRow, reportIds, reportRows } from './view-queries.ts'

/** Ids that one query reads. */
const PAGE = 5_000
/** Contacts that become text in one turn of the event loop. Live calls wait meanwhile, and a contact may have ten attempts in three zones. */
const SLICE = 100
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
    const ids = await reportIds(db, campaign.organization_id, campaign.id, { ...range, afterId, limit: PAGE })
    for (let first = 0; first < ids.length; first += SLICE) {
      const rows = await reportRows(db, campaign.organization_id, campaign.id, ids.slice(first, first + SLICE))
      const text = rows.map((row) => lineOf(row, columns)).join('')
      if (text) yield text
    }
    if (ids.length < PAGE) return
    afterId = ids.at(-1) ?? afterId
  }
}

function lineOf(row: ReportRow, columns: readonly string[]): string {
  return csvLine([
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
