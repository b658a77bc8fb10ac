/** Debian's Redis, unpacked and not installed, as durable as PostgreSQL: every write is on disk before it is answered. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as debian from '../../../scripts/debian-packages.mjs'

/** Benchmarks run compiled, one folder deeper than this file. */
const SCRIPT = new URL('../../../../scripts/debian-packages.mjs', import.meta.url)
const PATIENCE_MS = 10_000
/** Needed by installers alone. */
const UNNEEDED = ['adduser', 'lsb-base', 'sysvinit-utils']

export interface RunningRedis {
  socket: string
  pid: number
  stop(): Promise<void>
}

/** Null where there is no apt. */
export async function startRedis(): Promise<RunningRedis | null> {
  const { debianPackages, librariesOf } = (await import(SCRIPT.href)) as typeof debian
  const root = debianPackages({ name: 'redis', packages: ['redis-tools', 'redis-server'], unneeded: UNNEEDED })
  if (root === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'outdial-redis-'))
  const socket = join(folder, 'redis.sock')
  const settings = { port: '0', unixsocket: socket, dir: folder, appendonly: 'yes', appendfsync: 'always', save: '' }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(join(root, 'usr/bin/redis-server'), args, {
    env: { LD_LIBRARY_PATH: librariesOf(root) },
    stdio: 'ignore',
  })
  process.once('exit', () => void child.kill('SIGKILL'))
  const endsMs = Date.now() + PATIENCE_MS
  while (!existsSync(socket)) {
    if (Date.now() > endsMs || child.exitCode !== null) throw new Error('Redis does not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    socket,
    pid: child.pid as number,
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
