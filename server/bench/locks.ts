/**
 * How long operations on a million contacts hold the lock of their organization, for which the dialer waits. Measured from both
 * sides: a process of its own takes the lock every few milliseconds and notes how long it waited; and the program notes how long
 * it held the lock.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Hold, observeHolds } from './lock-holds.ts'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

/** LOCKS_CONTACTS changes the number, for a quick look. */
const MILLION = Number(process.env.LOCKS_CONTACTS ?? 1_000_000)
/** As long as an operation takes: on a busy machine even a free lock is sometimes late. */
const QUIET_MS = Number(process.env.LOCKS_QUIET_MS ?? 60_000)
const LATE_MS = 50
/** LOCKS_TRACE prints the steps of every longer hold. */
const TRACED_MS = Number(process.env.LOCKS_TRACE ?? Number.POSITIVE_INFINITY)
const TARGET = '<= 50'
const HOURS = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    [{ start: '09:00', end: '20:00' }],
  ]),
)

export async function locksBench(): Promise<Figure[]> {
  const { takeHolds } = observeHolds()
  const world = await openBenchWorld()
  let waiter: ChildProcess | null = null
  try {
    const { organizationId, sourceId, campaignId } = await millionContacts(world)
    waiter = await startLockWaiter(world.pool, organizationId)
    const sides: Sides = { waiter, takeHolds }
    const figures: Figure[] = []
    const measure = async (figure: string, operation: () => Promise<unknown>) =>
      void figures.push(...(await measured(sides, figure, operation)))
    const setPolicy = (hours: number) =>
      world.request('PUT', '/api/v1/organizations/policy', {
        policy: { hours: HOURS, caps: [{ max: 3, hours }] },
      })
    const holdAll = async (rule: string) => {
      await inPortions(world.pool, (from, to) => [
        `update contacts set next_attempt_at = 'infinity', held_until = 'infinity', held_by = $3 where id between $1 and $2`,
        [from, to, rule],
      ])
      // As after a look at each of them: the dialer postpones a contact when its lane comes to it.
      await world.pool.query('update campaign_lanes set next_id = (select max(id) from contacts)')
      await world.pool.query('vacuum analyze contacts')
    }
    await measure('nothing else', () => pause(QUIET_MS))
    await measure('first policy', async () => {
      await setPolicy(24)
      await reviewed(world)
    })
    await holdAll('cap')
    await measure('policy edit, everybody held', async () => {
      await setPolicy(48)
      await reviewed(world)
    })
    // Every third contact moves.
    await inPortions(world.pool, (from, to) => [
      `update list_contacts set variables = '{"timezone": "America/Denver"}' where id between $1 and $2 and id % 3 = 0`,
      [from, to],
    ])
    await measure('zone renewal', async () => {
      await world.request('POST', `/api/v1/contact-lists/${sourceId}/zones`, { timezone_column: 'timezone' })
      await reviewed(world)
    })
    await measure('erasure of a person', () =>
      world.request('POST', '/api/v1/erasures', { phone_number: '+12025000777' }),
    )
    const changeState = (action: 'start' | 'pause' | 'resume') =>
      world.request('POST', `/api/v1/campaign/${campaignId}/${action}`)
    await holdAll('cap')
    await measure('start, everybody held by a rule', () => changeState('start'))
    await changeState('pause')
    await holdAll('no_route')
    await measure('resume, everybody held by the route', async () => {
      await changeState('resume')
      await changeState('pause')
      await reviewed(world)
    })
    return figures
  } finally {
    waiter?.send('leave')
    await world.close()
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The operation includes what it leaves to a duty. */
export async function reviewed({ pool }: BenchWorld): Promise<void> {
  const { rows } = await pool.query<{ known: boolean }>(`select to_regclass('queue_reviews') is not null as known`)
  if (!rows[0]?.known) return
  for (;;) {
    const { rowCount } = await pool.query('select from queue_reviews')
    if (rowCount === 0) return
    await pause(100)
  }
}

interface Sides {
  waiter: ChildProcess
  takeHolds(): Hold[]
}

export async function startLockWaiter({ options }: pg.Pool, organizationId: number): Promise<ChildProcess> {
  const { host, port, user, password, database } = options
  const connection = JSON.stringify({ host, port, user, password, database })
  const child = fork(fileURLToPath(new URL('./lock-waiter.js', import.meta.url)), [connection, String(organizationId)])
  await once(child, 'message')
  return child
}

async function measured(
  { waiter, takeHolds }: Sides,
  figure: string,
  operation: () => Promise<unknown>,
): Promise<Figure[]> {
  const startedMs = performance.now()
  takeHolds()
  waiter.send('begin')
  let failed = ''
  await operation().catch((error: unknown) => {
    failed = `; it FAILED: ${error instanceof Error ? error.message.slice(0, 300) : error}`
  })
  const waited = once(waiter, 'message') as Promise<[number[]]>
  waiter.send('end')
  const [waits] = await waited
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const world = `${MILLION} contacts and as many calls`
  const holds = takeHolds()
  for (const hold of holds) if (hold.ms > TRACED_MS) trace(figure, hold)
  const wait: Figure = {
    figure: `longest wait for the lock: ${figure}`,
    ...inFigures(waits),
    target: TARGET,
    method: `${world}; another process took the lock ${waits.length} times in ${seconds} s, ${distribution(waits)}${failed}`,
  }
  const held = holds.map(({ ms }) => ms)
  if (held.length === 0) return [wait]
  const method = `held ${held.length} times in ${seconds} s, ${distribution(held)}; ${longestStep(holds)}`
  return [wait, { figure: `longest hold inside the program: ${figure}`, ...inFigures(held), target: TARGET, method }]
}

const inFigures = (values: readonly number[]) => {
  return { value: Math.round(Math.max(0, ...values) * 10) / 10, unit: 'ms' }
}

function distribution(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const late = sorted.filter((ms) => ms > LATE_MS).length
  const p999 = sorted[Math.floor(sorted.length * 0.999)] ?? 0
  return `${late} times longer than ${LATE_MS} ms, 99.9 % within ${p999.toFixed(1)} ms`
}

function longestStep(holds: readonly Hold[]): string {
  const longest = holds.reduce((a, b) => (b.ms > a.ms ? b : a))
  const step = longest.steps.reduce((a, b) => (b.ms + b.gapMs > a.ms + a.gapMs ? b : a))
  const [gap, took] = [step.gapMs.toFixed(1), step.ms.toFixed(1)]
  return `in the longest, ${longest.steps.length} statements, of which "${step.statement.slice(0, 60)}" ${took} ms after ${gap} ms of other work`
}

function trace(figure: string, { ms, steps }: Hold): void {
  const text = steps.map(
    ({ statement, gapMs, ms }) => `  +${gapMs.toFixed(1)} ${ms.toFixed(1)} ${statement.slice(0, 160)}`,
  )
  process.stderr.write(`${figure}: ${ms.toFixed(1)} ms\n${text.join('\n')}\n`)
}

/** A statement may take a minute. */
async function inPortions(pool: pg.Pool, statement: (from: number, to: number) => [string, unknown[]]): Promise<void> {
  const size = MILLION / 20
  for (let from = 1; from <= MILLION; from += size) await pool.query(...statement(from, from + size - 1))
}

/** A paused campaign over a list of a million in four zones, each called once; no policy yet. */
export async function millionContacts(
  world: BenchWorld,
): Promise<{ organizationId: number; sourceId: string; campaignId: number }> {
  const sourceId = await world.uploadNumbers(['+12025000000'])
  const configurationId = await world.simulator({})
  const campaignId = await world.campaign(sourceId, configurationId, {})
  const { pool } = world
  const { rows } = await pool.query<{ organizationId: number; listId: number }>(
    `select organization_id as "organizationId", list_id as "listId" from campaigns where id = $1`,
    [campaignId],
  )
  const { organizationId, listId } = rows[0] as { organizationId: number; listId: number }
  await pool.query('update organizations set policy_version = 0 where id = $1', [organizationId])
  await pool.query(
    `insert into zone_sets (name) values ('number|US@America/New_York'), ('number|US@America/Chicago'),
                                         ('number|US@America/Denver'), ('number|US@America/Los_Angeles') on conflict do nothing`,
  )
  await inPortions(pool, (from, to) => [
    `insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables, zones_id)
     select $1, $2, g, '+1' || (2025000000 + g), 'pstn', '{}', z.ids[1 + g % 4]
       from generate_series(${from}, ${to}) g, (select array_agg(id order by id) as ids from zone_sets where name like 'number|US@%') z`,
    [organizationId, listId],
  ])
  await pool.query(`update contact_lists set total_rows = ${MILLION} where id = $1`, [listId])
  const first = await pool.query<{ id: number }>('select min(id) as id from list_contacts where list_id = $1', [listId])
  const firstId = first.rows[0]?.id as number
  await inPortions(pool, (from, to) => [
    `with added as (
       insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type)
       select organization_id, $1, id, phone_number, address_type
         from list_contacts where list_id = $2 and id between ${firstId + from} and ${firstId + to} order by id
       returning *)
     insert into calls (organization_id, campaign_id, contact_id, attempt, workflow_id, definition_id, telephony_configuration_id,
            provider, phone_number, address_type, node_id, state, outcome, live, direction, claimed_at, news_at, deadline_at, ended_at)
     select organization_id, campaign_id, id, 1, 1, 1, ${configurationId}, 'simulator', phone_number, address_type, 'bench',
            'ended', 'busy', false, 'outbound', now() - interval '1 day', now(), now(), now() from added`,
    [campaignId, listId],
  ])
  await pool.query(
    'update campaigns set total_rows = (select count(*) from contacts where campaign_id = $1) where id = $1',
    [campaignId],
  )
  await pool.query(`update contact_lists set columns = columns || '{timezone}' where id = $1`, [listId])
  await pool.query('delete from campaign_zones; delete from campaign_lanes')
  await pool.query(`insert into campaign_lanes select $1, 0, 0, $2`, [campaignId, organizationId])
  await pool.query('update contacts set zones_id = 0 where zones_id > 0')
  for (const table of ['list_contacts', 'contacts', 'calls']) await pool.query(`vacuum analyze ${table}`)
  return { organizationId, sourceId, campaignId }
}
