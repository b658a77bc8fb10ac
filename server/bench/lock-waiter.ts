/**
 * Takes the lock of an organization every few milliseconds, as the dialer does, and notes how long it waited. Runs in a process of
 * its own, so that a busy thread of the measured program does not count as a wait: CONNECTION-AS-JSON ORGANIZATION-ID.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const PAUSE_MS = 5

const [connection, organizationId] = process.argv.slice(2) as [string, string]
const client = new pg.Client(JSON.parse(connection))
await client.connect()

let isOver = false
process.on('message', (message) => {
  if (message === 'begin') void takeRepeatedly()
  if (message === 'end') isOver = true
  if (message === 'leave') void client.end().then(() => process.exit(0))
})

async function takeRepeatedly(): Promise<void> {
  isOver = false
  const waits: number[] = []
  while (!isOver) {
    waits.push(await waitOnce())
    await pause(PAUSE_MS)
  }
  process.send?.(waits)
}

async function waitOnce(): Promise<number> {
  await client.query('begin')
  const startedMs = performance.now()
  await client.query('select id from organizations where id = $1 for no key update', [organizationId])
  const waitedMs = performance.now() - startedMs
  await client.query('commit')
  return waitedMs
}

process.send?.('ready')
