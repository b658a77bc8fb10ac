/** A loud neighbour: one organization redials and deletes a million contacts; how long do the freed slots of another wait? */

import { apiKeyPrefixOf, hashApiKey } from '../src/organizations/api-key.ts'
import { ensureOrganization, insertApiKey } from '../src/organizations/queries.ts'
import { lengthOf, observeStalls, type StallObserver } from './stalls.ts'
import { forgetFreed, idleOf, type Watch, watcher } from './watch.ts'
import { type BenchWorld, type Figure, openBenchWorld, percentile } from './world.ts'

const MILLION = 1_000_000
const QUIET_SECONDS = 10
/** Waits from this length on are explained. */
const LONG_WAIT_MS = 50
const LOUD_KEY = `od_${'l'.repeat(43)}`

export async function neighbourBench(): Promise<Figure[]> {
  const watch = watcher()
  const world = await openBenchWorld({ watch })
  const stalls = await observeStalls(world.pool.options)
  try {
    const loud = await loudOrganization(world)
    const parent = await finishedMillion(world, loud)
    await busyCampaign(world)
    const alone = await settleTimes(
      watch,
      stalls,
      () => new Promise((resolve) => setTimeout(resolve, QUIET_SECONDS * 1000)),
    )
    let redialed = 0
    const redialing = await settleTimes(watch, stalls, async () => {
      redialed = (
        await asLoud<{ id: number }>(world, 'POST', `/api/v1/campaign/${parent}/redial`, { retry_on_busy: true })
      ).id
    })
    const deleting = await settleTimes(watch, stalls, async () => {
      await asLoud(world, 'DELETE', `/api/v1/campaign/${redialed}`)
      await asLoud(world, 'DELETE', `/api/v1/campaign/${parent}`)
    })
    return [
      settle('nobody else busy', alone),
      settle('a neighbour redials a million', redialing, '<= 50'),
      settle('a neighbour deletes two million', deleting, '<= 50'),
    ]
  } finally {
    await stalls.stop()
    await world.close()
  }
}

interface Settling {
  times: number[]
  seconds: number
}

function settle(when: string, { times, seconds }: Settling, target?: string): Figure {
  const p50 = Math.round(percentile(times, 0.5) * 10) / 10
  return {
    figure: `settle time p99, ${when}`,
    value: Math.round(percentile(times, 0.99) * 10) / 10,
    unit: 'ms',
    method: `from the news of an end to the next request, ${times.length} calls in ${seconds.toFixed(1)} s, p50 ${p50} ms`,
    ...(target ? { target } : {}),
  }
}

async function settleTimes(watch: Watch, stalls: StallObserver, meanwhile: () => Promise<void>): Promise<Settling> {
  forgetFreed(watch)
  const started = performance.now()
  await meanwhile()
  const seconds = (performance.now() - started) / 1000
  const long = watch.waits.filter((wait) => lengthOf(wait) > LONG_WAIT_MS)
  for (const line of stalls.explain(long)) process.stderr.write(`  ${line}\n`)
  return { times: idleOf(watch), seconds }
}

/** Calls of 0.2 to 0.4 s in 50 slots, of the organization that does nothing else; for longer than the measurement. */
async function busyCampaign(world: BenchWorld): Promise<void> {
  const configuration = await world.simulator({ shortest_talk_seconds: 0.2, longest_talk_seconds: 0.4 })
  const campaign = await world.campaign(await world.upload(100_000), configuration, { max_concurrency: 50 })
  await world.start(campaign)
}

async function loudOrganization(world: BenchWorld): Promise<number> {
  const { db } = world.app
  const now = new Date()
  const organizationId = await ensureOrganization(db, 'loud', now)
  const key = { name: 'loud', prefix: apiKeyPrefixOf(LOUD_KEY), hash: hashApiKey(LOUD_KEY) }
  await insertApiKey(db, { organizationId, ...key, now })
  await world.pool.query(
    `insert into workflows (organization_id, name, created_at, updated_at) values ($1, 'loud', now(), now())`,
    [organizationId],
  )
  await world.pool.query(
    `with list as (insert into contact_lists (organization_id, source_id, filename, status, created_at)
                   values ($1, 'loud', 'loud.csv', 'ready', now()) returning id)
     insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables)
     select $1, id, 1, '+12025550100', 'pstn', '{}' from list`,
    [organizationId],
  )
  return organizationId
}

async function asLoud<T>(world: BenchWorld, method: string, path: string, body?: unknown): Promise<T> {
  const response = await world.app.server.inject({
    method: method as 'GET',
    url: path,
    headers: { 'x-api-key': LOUD_KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`)
  return response.json() as T
}

/** A completed campaign whose million contacts were all busy. */
async function finishedMillion(world: BenchWorld, organizationId: number): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into campaigns (organization_id, name, workflow_id, definition_id, state, source_type, source_id, list_id,
            max_concurrency, retry_config, circuit_breaker, total_rows, processed_rows, failed_rows, executed_count,
            total_queued_count, outcomes, created_at, updated_at, started_at, completed_at)
     select $1, 'a million', w.id, 1, 'completed', 'csv', l.source_id, l.id, 10, $2, $3, $4, $4, $4, $4, $4,
            jsonb_build_object('busy', $4::int), now(), now(), now(), now()
       from workflows w, contact_lists l where w.organization_id = $1 and l.organization_id = $1 limit 1
     returning id`,
    [organizationId, { enabled: false }, { enabled: false }, MILLION],
  )
  const id = rows[0]?.id as number
  await world.pool.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, state, dials, outcome)
     select $1, $2, (select min(id) from list_contacts where organization_id = $1), '+1202' || lpad(g::text, 7, '0'),
            'pstn', 'done', 1, 'busy' from generate_series(1, $3::int) g`,
    [organizationId, id, MILLION],
  )
  await world.pool.query('vacuum analyze contacts')
  // A server that is not new has files of the log that it can use again.
  await world.pool.query('checkpoint')
  return id
}
