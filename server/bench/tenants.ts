/** Many organizations with one slot each: what a call costs when every transaction serves other people's campaigns. */
import { apiKeyPrefixOf, hashApiKey } from '../src/organizations/api-key.ts'
import { ensureOrganization, insertApiKey } from '../src/organizations/queries.ts'
import { forgetFreed, idleOf, type Watch, watcher } from './watch.ts'
import { type BenchWorld, benchNumber, type Figure, openBenchWorld, percentile } from './world.ts'

export const ORGANIZATIONS = 100
const CONTACTS = 100
export const CALL_SECONDS = 0.05

/** Hours alone, as a new organization has them; open all day, so that the time of a run does not matter. */
const RULES = {
  hours_floor: 'off',
  hours: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      [{ start: '00:00', end: '24:00' }],
    ]),
  ),
  calls: { purpose: 'informational' },
}

export async function tenantsBench(): Promise<Figure[]> {
  const watch = watcher()
  const world = await openBenchWorld({ watch })
  try {
    const tenants: Tenant[] = []
    const sample = (await world.request('GET', '/api/v1/workflow/fetch/1')).body as { workflow_definition: unknown }
    for (let index = 0; index < ORGANIZATIONS; index++)
      tenants.push(
        await newTenant(world, index, {
          definition: sample.workflow_definition,
          contacts: CONTACTS,
          slots: 1,
          callSeconds: CALL_SECONDS,
        }),
      )
    await startHeld(world, tenants)
    await release(world)
    await allRan(world, tenants)
    const plain = await measured(world, watch, tenants, '')
    for (const { key } of tenants) await asTenant(world, key, 'PUT', '/api/v1/organizations/policy', { policy: RULES })
    return [...plain, ...(await measured(world, watch, tenants, ', calling rules'))]
  } finally {
    await world.close()
  }
}

async function measured(world: BenchWorld, watch: Watch, tenants: Tenant[], rules: string): Promise<Figure[]> {
  for (const tenant of tenants) tenant.campaignId = await newCampaign(world, tenant)
  await startHeld(world, tenants)
  forgetFreed(watch)
  await release(world)
  const cpuBefore = world.cpuSeconds()
  const started = performance.now()
  await allRan(world, tenants)
  const seconds = (performance.now() - started) / 1000
  const cpu = world.cpuSeconds() - cpuBefore
  const calls = ORGANIZATIONS * CONTACTS
  const method = `${ORGANIZATIONS} organizations with one slot and ${CONTACTS} contacts each${rules}, calls of 50 ms, one node`
  return [
    {
      figure: `calls per second, ${ORGANIZATIONS} organizations with one slot${rules}`,
      value: Math.round(calls / seconds),
      unit: '1/s',
      method: `${method}; the slots allow 2,000`,
    },
    {
      figure: `CPU per 1,000 calls, ${ORGANIZATIONS} organizations${rules}`,
      value: Math.round((cpu / calls) * 1e6) / 1000,
      unit: 's',
      target: '<= 0.5',
      method: `${method}; program and database, from the first dial on: the requests that start the campaigns are not in it`,
    },
    {
      figure: `slot freed to next dial, p50${rules}`,
      value: Math.round(percentile(idleOf(watch), 0.5) * 100) / 100,
      unit: 'ms',
      method,
    },
  ]
}

export interface Tenant {
  key: string
  workflowId: number
  configurationId: number
  sourceId: string
  campaignId: number
  slots: number
}

interface TenantOptions {
  definition: unknown
  contacts: number
  slots: number
  callSeconds: number
}

/** An organization with a campaign over `contacts` people and so many slots. */
export async function newTenant(
  world: BenchWorld,
  index: number,
  { definition, contacts, slots, callSeconds }: TenantOptions,
): Promise<Tenant> {
  const { db } = world.app
  const key = `od_${String(index).padStart(43, 't')}`
  const now = new Date()
  const organizationId = await ensureOrganization(db, `tenant ${index}`, now)
  await insertApiKey(db, { organizationId, name: 'bench', prefix: apiKeyPrefixOf(key), hash: hashApiKey(key), now })
  const workflow = await asTenant<{ id: number }>(world, key, 'POST', '/api/v1/workflow/create/definition', {
    name: 'bench',
    workflow_definition: definition,
  })
  const { id: configurationId } = await asTenant<{ id: number }>(
    world,
    key,
    'POST',
    '/api/v1/organizations/telephony-configs',
    {
      name: 'bench',
      config: {
        provider: 'simulator',
        people_speak: false,
        calls_per_second: 10_000,
        shortest_ring_seconds: 0,
        longest_ring_seconds: 0,
        shortest_talk_seconds: callSeconds,
        longest_talk_seconds: callSeconds,
      },
    },
  )
  const numbers = Array.from({ length: contacts }, (_, row) => `${benchNumber(row)},Ada,Monday,noon,+12025550100`)
  const list = await asTenant<{ source_id: string }>(world, key, 'POST', '/api/v1/contact-lists?filename=bench.csv', [
    'phone_number,first_name,appointment_date,appointment_time,front_desk_number',
    ...numbers,
  ])
  const tenant = { key, workflowId: workflow.id, configurationId, sourceId: list.source_id, campaignId: 0, slots }
  tenant.campaignId = await newCampaign(world, tenant)
  return tenant
}

export async function newCampaign(world: BenchWorld, tenant: Tenant): Promise<number> {
  const { id } = await asTenant<{ id: number }>(world, tenant.key, 'POST', '/api/v1/campaign/create', {
    name: 'bench',
    workflow_id: tenant.workflowId,
    source_type: 'csv',
    source_id: tenant.sourceId,
    telephony_configuration_id: tenant.configurationId,
    max_concurrency: tenant.slots,
  })
  return id
}

/** Starts all campaigns while their carriers are in a back-off: a hundred requests would otherwise be part of the figures. */
export async function startHeld(world: BenchWorld, tenants: readonly Tenant[]): Promise<void> {
  for (const [index, { key, campaignId }] of tenants.entries()) {
    // No back-off is longer than a minute.
    if (index % 100 === 0)
      await changeAll(world, [`update telephony_configurations set backoff_until = now() + interval '1 minute'`])
    await asTenant(world, key, 'POST', `/api/v1/campaign/${campaignId}/start`)
  }
}

/** The dialer finds them at its next look for work, within three seconds. */
export async function release(world: BenchWorld): Promise<void> {
  await changeAll(world, [
    `update telephony_configurations set backoff_until = '-infinity'`,
    `update campaigns set next_due_at = '-infinity' where state = 'running'`,
  ])
}

/** Under the locks of all organizations, in the dialer's order. */
async function changeAll({ pool }: BenchWorld, statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  await client.query('begin; select id from organizations order by id for no key update')
  for (const statement of statements) await client.query(statement)
  await client.query('commit')
  client.release()
}

/** One question for all: a hundred that ask by themselves would be most of what is measured. */
export async function allRan(world: BenchWorld, tenants: readonly Tenant[]): Promise<void> {
  const ids = tenants.map(({ campaignId }) => campaignId)
  for (;;) {
    const { rows } = await world.pool.query<{ left: number }>(
      `select count(*)::int as left from campaigns where id = any($1::bigint[]) and completed_at is null`,
      [ids],
    )
    if (rows[0]?.left === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Lines are sent as CSV, everything else as JSON. */
async function asTenant<T>(
  world: BenchWorld,
  key: string,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: unknown,
) {
  const lines = Array.isArray(body)
  const response = await world.app.server.inject({
    method,
    url,
    headers: { 'x-api-key': key, ...(body ? { 'content-type': lines ? 'text/csv' : 'application/json' } : {}) },
    ...(body ? { payload: lines ? body.join('\n') : JSON.stringify(body) } : {}),
  })
  if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`)
  return response.json() as T
}
