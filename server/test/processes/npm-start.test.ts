/** `npm start` as people run it: a signal to npm alone, as a service manager or `kill` sends it, ends everything. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterFile } from '../after-file.ts'
import { leftOut } from '../drawn.ts'
import { freePort } from '../free-port.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'outdial-npm-start-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

test.skipIf(leftOut(2))('SIGTERM to npm ends the program and its database', { timeout: 120_000 }, async () => {
  const DATA_DIR = join(home, 'data')
  // A group of its own, so that nothing survives a failed test.
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: { ...process.env, DATA_DIR, PORT: String(await freePort()), SHUTDOWN_GRACE_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterFile(() => {
    try {
      process.kill(-(npm.pid as number), 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  })
  let said = ''
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (piece: Buffer) => {
      said += piece
      if (said.includes('Outdial is ready')) resolve()
    }
    npm.stdout.on('data', hear)
    npm.stderr.on('data', hear)
    npm.once('close', () => reject(new Error(`npm start ended: ${said}`)))
  })
  await ready
  const [postmaster] = (await readFile(join(DATA_DIR, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  expect(isAlive(Number(postmaster))).toBe(true)

  // Its output closes when the last process that holds it has ended, the program among them.
  const closed = new Promise<void>((resolve) => npm.once('close', () => resolve()))
  npm.kill('SIGTERM')
  await closed
  // The database ends with the program; the system may take a moment to clear its entry away.
  await expect.poll(() => isAlive(Number(postmaster)), { timeout: 30_000 }).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
