/** A real PgBouncer with transaction pooling, and fewer connections than the programs behind it open. */
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import type { Workbench } from './debian-postgres.ts'

export interface Bouncer {
  readonly port: number
}

/** Below what a single node opens: connections are really shared. */
const SERVER_CONNECTIONS = 5

export async function startBouncer(
  bench: Workbench,
  to: { host: string; port: number; user: string },
): Promise<Bouncer> {
  const port = await freePort()
  const file = join(bench.folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=${to.host} port=${to.port} user=${to.user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    'max_client_conn = 200',
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  await chmod(file, 0o644)
  bench.start('pgbouncer', 'pgbouncer', [file])
  const giveUpMs = performance.now() + 20_000
  while (!(await listens(port))) {
    if (performance.now() > giveUpMs) throw new Error(`PgBouncer did not start: ${bench.log('pgbouncer')}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { port }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
