/**
 * A database that is brought back to an earlier moment by PostgreSQL's own means, as docs/operations.md says it.
 * `npm run proof -- recovery 1`.
 */
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Environment, run, serve } from '../child-program.ts'
import { freePort } from '../free-port.ts'
import { endOf, openWorkbench, type Workbench } from '../postgres/debian-postgres.ts'
import { ask as askDatabase } from '../postgres/pair.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const KEY = `od_${'k'.repeat(43)}`
const USER = 'outdial'
const [KEPT, LOST] = ['+12025550171', '+12025550172']
let bench: Workbench | null = null

afterAll(() => bench?.close())

async function environmentOf(port: number): Promise<Environment> {
  return {
    DATABASE_URL: `postgresql://${USER}@127.0.0.1:${port}/outdial`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    BOOTSTRAP_API_KEY: KEY,
    SHUTDOWN_GRACE_SECONDS: '0',
    DATA_DIR: await temporaryFolder('recovery'),
  }
}

function asker(port: number) {
  return async <T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-api-key': KEY, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}

/** Waits for a server, and for the end of its recovery. */
async function takesWrites(port: number): Promise<void> {
  for (;;) {
    const [row] = await askDatabase(port, 'postgres', 'select pg_is_in_recovery() as it').catch(() => [])
    if (row?.it === false) return
  }
}

async function startArchiving(workbench: Workbench, port: number) {
  const [data, archive] = [await workbench.directory('data'), await workbench.directory('wal')]
  await workbench.run('initdb', ['-D', data, '-U', USER, '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  await appendFile(
    join(data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
     unix_socket_directories = ''
     archive_mode = on
     archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
  )
  const server = workbench.start('data', 'postgres', ['-D', data, '-c', `port=${port}`])
  await takesWrites(port)
  await askDatabase(port, 'postgres', 'create database outdial')
  return { server, archive }
}

async function runCampaign(ask: ReturnType<typeof asker>): Promise<number> {
  const slow = { provider: 'simulator', people_speak: false, shortest_ring_seconds: 60, longest_ring_seconds: 60 }
  const { id } = await ask('POST', '/api/v1/organizations/telephony-configs', { name: 'slow', config: slow })
  const { contact_lists } = await ask<{ contact_lists: Array<{ source_id: string }> }>('GET', '/api/v1/contact-lists')
  const campaign = await ask<{ id: number }>('POST', '/api/v1/campaign/create', {
    name: 'recovered',
    workflow_id: 1,
    source_type: 'csv',
    source_id: contact_lists[0]?.source_id,
    telephony_configuration_id: id,
  })
  await ask('POST', `/api/v1/campaign/${campaign.id}/start`)
  return campaign.id
}

test.skipIf(process.env.OUTDIAL_PROOF !== 'recovery')(
  'at the moment before a mistake: what was there then is there, campaigns are paused, no id is given out twice',
  async ({ skip }) => {
    bench = await openWorkbench()
    if (!bench) return skip()
    const [port, recoveredPort] = [await freePort(), await freePort()]
    const { server, archive } = await startArchiving(bench, port)
    const before = await serve(await environmentOf(port))
    const ask = asker(before.port)
    const base = await bench.directory('base')
    const source = `host=127.0.0.1 port=${port} user=${USER}`
    await bench.run('pg_basebackup', ['-D', base, '-d', source, '--checkpoint=fast', '--wal-method=stream'])

    const campaignId = await runCampaign(ask)
    await ask('POST', '/api/v1/suppressions', { phone_number: KEPT })
    const [moment] = await askDatabase(port, 'outdial', 'select clock_timestamp()::text as now')
    await ask('POST', '/api/v1/suppressions', { phone_number: LOST })
    const given = await askDatabase(port, 'outdial', 'select max(id)::int as id from events')
    await askDatabase(port, 'outdial', 'select pg_switch_wal()')
    const segment = `select last_archived_wal is not null and pg_walfile_name(pg_current_wal_lsn()) > last_archived_wal
      and failed_count = 0 and archived_count > 1 as done from pg_stat_archiver`
    while (!(await askDatabase(port, 'outdial', segment))[0]?.done);
    before.process.kill('SIGKILL')
    await before.ended
    await endOf(server)

    await writeFile(join(base, 'recovery.signal'), '')
    await appendFile(
      join(base, 'postgresql.conf'),
      `restore_command = 'cp ${archive}/%f %p'
       recovery_target_time = '${moment?.now}'
       recovery_target_action = 'promote'
       archive_mode = off\n`,
    )
    bench.start('base', 'postgres', ['-D', base, '-c', `port=${recoveredPort}`])
    await takesWrites(recoveredPort)

    const environment = await environmentOf(recoveredPort)
    const recovered = await run(['restore', '--recovered'], environment)
    expect([recovered.code, recovered.err]).toEqual([0, ''])
    expect(recovered.out).toContain('Campaigns paused: 1')
    const after = await serve(environment)
    const anew = asker(after.port)
    const refused = await run(['restore', '--recovered'], environment)
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/A node is running/)])
    expect(await anew('GET', `/api/v1/campaign/${campaignId}`)).toMatchObject({ state: 'paused' })
    const { suppressions } = await anew<{ suppressions: Array<{ phone_number: string }> }>(
      'GET',
      '/api/v1/suppressions',
    )
    expect(suppressions.map(({ phone_number }) => phone_number)).toEqual([KEPT])
    await anew('POST', '/api/v1/suppressions', { phone_number: LOST })
    const [next] = await askDatabase(recoveredPort, 'outdial', 'select max(id)::int as id from events')
    expect(next?.id).toBeGreaterThan((given[0]?.id as number) + 900_000)
    console.log(`  proof: recovered to ${moment?.now}`)
    after.process.kill('SIGKILL')
    await after.ended
  },
  300_000,
)
