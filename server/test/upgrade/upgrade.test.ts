/** A database made by an earlier version, taken over in place: nothing is lost, nobody is called anew, and dialing goes on. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPool } from '../../src/storage/database.ts'
import { missingIndexes } from '../../src/storage/large-indexes.ts'
import { kill, type Serving, serve } from '../child-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Of that installation. */
const KEY = `od_${'k'.repeat(43)}`
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const FIXTURE = new URL('./74e1248.sql', import.meta.url)
const RUNNING = 4
const PATIENCE_MS = 60_000

let pool: pg.Pool
let node: Serving
const name = `upgrade_${randomUUID().replaceAll('-', '')}`
/** What each call was before the new version came. */
let before: Array<Record<string, unknown>>

beforeAll(async () => {
  const { connection } = inject('postgres')
  await administer(`create database ${name}`)
  pool = openPool({ ...connection, database: name, max: 2 })
  await pool.query(readFileSync(FIXTURE, 'utf8'))
  before = await calls()
  // What that version stored under a SIP URI: an entry of the do-not-call list, and a person in a list.
  await pool.query(`
    insert into suppressions (organization_id, phone_number, reason, created_at)
    values (1, 'sip:+442071838750@pbx.example', 'asked by letter', now());
    update list_contacts set phone_number = 'sip:+442071838750@pbx.example', address_type = 'sip_uri'
     where id = (select max(id) from list_contacts);
    insert into telephony_configurations (organization_id, name, provider, account_id, credentials, created_at, updated_at)
    values (1, 'Twilio as before', 'twilio', 'AC0', '{"account_sid": "AC0", "calls_per_second": 1}', now(), now())`)
  const { user, port, host } = connection
  node = await serve({
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    SECRET_KEY,
    DATA_DIR: await temporaryFolder('upgrade'),
  })
}, 180_000)

afterAll(async () => {
  if (node) await kill(node, 'SIGKILL')
  await pool?.end()
  await administer(`drop database if exists ${name} with (force)`)
})

async function administer(statement: string): Promise<void> {
  const admin = openPool({ ...inject('postgres').connection, max: 1 })
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

async function calls(): Promise<Array<Record<string, unknown>>> {
  return (await pool.query('select id, contact_id, outcome, ended_at from calls order by id')).rows
}

async function campaign(id: number): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${node.port}/api/v1/campaign/${id}`, { headers: { 'x-api-key': KEY } })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

describe('a database of commit 74e1248', () => {
  test('is dialed on where it stopped: each contact of the running campaign is reached once', async () => {
    const giveUpMs = performance.now() + PATIENCE_MS
    while ((await campaign(RUNNING)).state !== 'completed') {
      if (performance.now() > giveUpMs) throw new Error(`not finished: ${node.err().slice(-1500)}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const { rows } = await pool.query(
      `select t.id, t.state, count(*) filter (where c.outcome = 'answered')::int as answered
         from contacts t left join calls c on c.contact_id = t.id where t.campaign_id = $1 group by 1, 2`,
      [RUNNING],
    )
    expect(rows).toHaveLength(12)
    for (const row of rows) expect(row).toMatchObject({ state: 'done', answered: 1 })
  }, 180_000)

  test('keeps what happened before, and the other campaigns as they were', async () => {
    expect((await calls()).slice(0, before.length)).toEqual(before)
    expect(await campaign(1)).toMatchObject({ state: 'completed', total_rows: 6, processed_rows: 6 })
    expect(await campaign(2)).toMatchObject({ state: 'paused', total_rows: 8 })
    expect(await campaign(3)).toMatchObject({ state: 'draft', total_rows: 4, processed_rows: 0 })
  })

  test('knows a phone number again that was stored in a SIP URI: on the do-not-call list and by its time zone', async () => {
    const { rows } = await pool.query(`select phone_number, reason from suppressions where organization_id = 1`)
    expect(rows).toContainEqual({ phone_number: '+442071838750', reason: 'asked by letter' })
    expect(rows.some(({ phone_number }) => phone_number.startsWith('sip:+'))).toBe(false)
    const zone = () =>
      pool
        .query(
          `select z.name from list_contacts l join zone_sets z on z.id = l.zones_id
            where l.phone_number like 'sip:+44%'`,
        )
        .then((found) => found.rows[0]?.name)
    await expect.poll(zone, { timeout: PATIENCE_MS, interval: 100 }).toContain('Europe/London')
  }, 180_000)

  test('dials through Twilio as before: instructions are not sent with the dial unless the operator turns it on', async () => {
    const { rows } = await pool.query(
      `select credentials from telephony_configurations where name = 'Twilio as before'`,
    )
    expect(rows).toEqual([{ credentials: { account_sid: 'AC0', calls_per_second: 1, inline_twiml: false } }])
  })

  test('has its indexes, which the program has built beside its work', async () => {
    await expect.poll(() => missingIndexes(pool), { timeout: PATIENCE_MS, interval: 100 }).toEqual([])
    expect(node.err()).toMatch(/"index":"contacts_of_lane".*finished building an index/)
  }, 180_000)

  test('has the figures that the earlier version did not keep', async () => {
    const { rows } = await pool.query(
      `select processed_rows, (select coalesce(sum(value::int), 0)::int from jsonb_each_text(outcomes)) as told from campaigns`,
    )
    for (const { processed_rows, told } of rows) expect(told).toBe(processed_rows)
    const { rows: quarters } = await pool.query('select sum(calls)::int as calls from campaign_quarters')
    const ended = before.filter((call) => call.ended_at !== null).length
    expect(quarters[0].calls).toBeGreaterThanOrEqual(ended)
  })
})
