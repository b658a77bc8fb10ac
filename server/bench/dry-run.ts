/** How long a dry run of calling rules over a million ledger records takes, and whether it delays the thread that calls need. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type BenchWorld, type Figure, openBenchWorld } from './world.ts'

const RECORDS = 1_000_000
const CALLS = RECORDS / 2
const PORTION = 50_000
/** Each number is called some ten times in the month. */
const NUMBERS = 50_000
const HOURS = [{ start: '08:00', end: '20:00' }]
const POLICY = {
  hours: { monday: HOURS, tuesday: HOURS, wednesday: HOURS, thursday: HOURS, friday: HOURS },
  caps: [{ max: 2, hours: 24 * 7 }],
}

export async function dryRunBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    await millionRecords(world)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const [startedMs, cpu] = [performance.now(), process.cpuUsage()]
    const { body } = await world.request('POST', '/api/v1/organizations/policy/dry-run', { policy: POLICY, days: 30 })
    const seconds = (performance.now() - startedMs) / 1000
    const { user, system } = process.cpuUsage(cpu)
    delay.disable()
    const { dials, refused } = body as { dials: number; refused: number }
    const method = `${dials} dials judged, ${refused} refused; ${((user + system) / 1e6).toFixed(1)} s of processor time of the program`
    return [
      { figure: 'dry run over a million records', value: Math.round(seconds * 10) / 10, unit: 's', method },
      {
        figure: 'longest delay of the thread meanwhile',
        value: Math.round(delay.max / 1e5) / 10,
        unit: 'ms',
        method: `99th percentile ${(delay.percentile(99) / 1e6).toFixed(1)} ms; without load on the machine the target is 20 ms`,
      },
    ]
  } finally {
    await world.close()
  }
}

/** Half a million dials and their ends over 29 days. Only their texts are read: no hash is true. */
async function millionRecords({ pool }: BenchWorld): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('select id from organizations order by id limit 1')
  const organizationId = rows[0]?.id
  const head = await pool.query<{ sequence: number }>('select sequence from ledger_heads where organization_id = $1', [
    organizationId,
  ])
  const before = head.rows[0]?.sequence ?? 0
  for (let from = 0; from < CALLS; from += PORTION) {
    const at = `now() - interval '29 days' + g * interval '29 days' / ${CALLS}`
    const range = `generate_series(${from + 1}, ${from + PORTION}) g`
    await pool.query(
      `insert into ledger_records (organization_id, sequence, record, hash)
       select $1::bigint, $2::bigint + 2 * g - 1 + part, json_build_object('kind', case part when 0 then 'dial' else 'call_ended' end,
                'at', to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'body',
                case part when 0 then json_build_object('call_id', g, 'campaign_id', null, 'person', md5((g % ${NUMBERS})::text),
                  'places', json_build_array('US'), 'zones_from', 'number', 'policy_version', '1', 'ring_seconds', 30,
                  'local_times', json_build_array(to_char((${at}) at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') || ' America/New_York'))
                else json_build_object('call_id', g, 'direction', 'outbound', 'what', null) end)::text, '\\x00'
         from ${range}, generate_series(0, 1) part`,
      [organizationId, before],
    )
    await pool.query(
      `insert into number_attempts (call_id, organization_id, phone_number, at)
       select g, $1, '+1212' || (2000000 + g % ${NUMBERS}), ${at} from ${range}`,
      [organizationId],
    )
  }
  await pool.query(
    `insert into ledger_heads (organization_id, sequence, hash, seal) values ($1, $2, '\\x00', '\\x00')
     on conflict (organization_id) do update set sequence = excluded.sequence`,
    [organizationId, before + RECORDS],
  )
  await pool.query('vacuum analyze ledger_records, number_attempts')
}
