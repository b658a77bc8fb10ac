/** What must be true when everybody has stopped: held against the database and against the carrier, which knows the truth. */
import { readdirSync } from 'node:fs'
import type pg from 'pg'
import { mostAtOnce, type TrueCall } from '../test/processes/carrier-server.ts'
import type { SoakCampaign } from './load.ts'

/** So long without any call or contact moving, and something is stuck. */
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 500

/** Every campaign ends by itself. On a slow machine it may take its time, as long as it moves. */
export async function drained(pool: pg.Pool): Promise<string[]> {
  let before = ''
  let movedMs = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ open: number; live: number; dials: number }>(
      `select (select count(*)::int from campaigns where state = 'running') as open,
              (select count(*)::int from calls where live) as live,
              (select coalesce(sum(executed_count + processed_rows), 0)::int from campaigns) as dials`,
    )
    const { open = 0, live = 0 } = rows[0] ?? {}
    if (open === 0 && live === 0) return []
    const now = JSON.stringify(rows[0])
    if (now !== before) movedMs = performance.now()
    before = now
    if (performance.now() - movedMs > PATIENCE_MS) return [`${open} campaigns do not end, ${live} calls are stuck`]
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Beyond this the messages of a webhook wait in the event log (`OPEN_MAX` of the sender). */
const OPEN_DELIVERIES_MAX = 1000
const SETTLED_WITHIN_MS = 60_000

/** What must not pile up: messages to receivers that are away, work after calls, files of uploads. */
export async function leftovers(pool: pg.Pool, uploadsDir: string): Promise<string[]> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const { rows } = await pool.query<{ deliveries: number; debts: number }>(
      `select (select coalesce(max(open), 0)::int from (
                 select count(*) as open from webhook_deliveries
                  where state in ('pending', 'sending') group by webhook_id) each) as deliveries,
              (select count(*)::int from after_call_tasks) as debts`,
    )
    const { deliveries = 0, debts = 0 } = rows[0] ?? {}
    const files = readdirSync(uploadsDir).length
    const faults = [
      ...(deliveries > OPEN_DELIVERIES_MAX ? [`${deliveries} messages of one webhook are open`] : []),
      ...(debts > 0 ? [`the after-call work of ${debts} calls is not done`] : []),
      ...(files > 0 ? [`${files} files of uploads are left on the disk`] : []),
    ]
    if (faults.length === 0 || waited >= SETTLED_WITHIN_MS) return faults
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** The largest tables, to be compared between runs. */
export async function rowsByTable(pool: pg.Pool): Promise<string> {
  await pool.query('analyze')
  const { rows } = await pool.query<{ relname: string; rows: number; mb: number }>(
    `select relname, reltuples::int as rows, (pg_total_relation_size(oid) / 1e6)::float as mb from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by mb desc limit 12`,
  )
  return rows.map(({ relname, rows, mb }) => `${relname} ${rows} (${mb.toFixed(1)} MB)`).join(', ')
}

export async function judge(
  pool: pg.Pool,
  campaigns: readonly SoakCampaign[],
  calls: readonly TrueCall[],
): Promise<string[]> {
  const faults = await countersAddUp(pool)
  const byPrefix = grouped(calls, (call) => call.to.slice(0, -3))
  for (const campaign of campaigns) {
    const { rows } = await pool.query<Record<string, number | string>>(
      `select state, total_rows, processed_rows, executed_count from campaigns where id = $1`,
      [campaign.id],
    )
    const row = rows[0]
    if (row?.state !== 'completed' || row.processed_rows !== campaign.contacts)
      faults.push(`campaign ${campaign.id}: ${JSON.stringify(row)}, expected ${campaign.contacts} contacts`)
    if (campaign.prefix === null) continue
    faults.push(...truthOf(campaign, Number(row?.executed_count), byPrefix.get(campaign.prefix) ?? []))
  }
  return faults
}

/** Nobody twice at once, nobody left out, no more than the cap, and every dial counted. */
export function truthOf(campaign: SoakCampaign, executed: number, calls: readonly TrueCall[]): string[] {
  const faults: string[] = []
  const people = grouped(calls, (call) => call.to)
  for (const [, own] of people)
    if (mostAtOnce(own) > 1) faults.push(`campaign ${campaign.id}: a person was called twice at once`)
  if (people.size !== campaign.contacts)
    faults.push(`campaign ${campaign.id}: ${people.size} of ${campaign.contacts} people were called`)
  if (mostAtOnce(calls) > campaign.cap)
    faults.push(`campaign ${campaign.id}: ${mostAtOnce(calls)} calls at once, cap ${campaign.cap}`)
  if (executed !== calls.length)
    faults.push(`campaign ${campaign.id}: counted ${executed} dials, the carrier saw ${calls.length}`)
  return faults
}

async function countersAddUp(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select coalesce(sum(live_calls), 0)::int from organizations) as organizations,
            (select coalesce(sum(live_calls), 0)::int from campaigns) as campaigns,
            (select count(*)::int from calls where live) as calls,
            -- A draft whose creation was not answered in time was never started: nobody was to be called.
            (select count(*)::int from contacts t join campaigns c on c.id = t.campaign_id
              where t.state <> 'done' and c.started_at is not null) as contacts`,
  )
  return Object.entries(rows[0] ?? {})
    .filter(([, left]) => left !== 0)
    .map(([what, left]) => `${left} left over in ${what}`)
}

function grouped(calls: readonly TrueCall[], keyOf: (call: TrueCall) => string): Map<string, TrueCall[]> {
  const groups = new Map<string, TrueCall[]>()
  for (const call of calls) {
    const group = groups.get(keyOf(call))
    if (group) group.push(call)
    else groups.set(keyOf(call), [call])
  }
  return groups
}
