import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { openDatabase } from '../storage/database.ts'
import { insertPolicy } from './queries.ts'
import { recordPacks } from './record-packs.ts'
import { policyInput } from './rules/policy.ts'

test('the ledger has the digest of each pack in use, again when an upgrade changed one', async () => {
  const { pool } = await testDatabase()
  const db = openDatabase(pool)
  const keys = openLedgerKeys(openSecretBox([Buffer.alloc(32, 1)]))
  const now = new Date()
  const { rows } = await pool.query(`insert into organizations (name, created_at) values ('Acme', now()) returning id`)
  const organizationId = Number(rows[0].id)
  const policy = policyInput.parse({ packs: ['us-federal'] })
  await insertPolicy(db, { organizationId, campaignId: null, policy, author: 'API key 1', now })
  const duty = recordPacks({ db, clock: systemClock, log: silentLog, keys })
  expect([await duty.runOnce(), await duty.runOnce()]).toEqual([
    { recorded: 1, failed: 0 },
    { recorded: 0, failed: 0 },
  ])
  await pool.query(`update recorded_packs set packs = '{"us-federal":"of the version before"}'`)
  expect(await duty.runOnce()).toEqual({ recorded: 1, failed: 0 })
  const { rows: records } = await pool.query('select record from ledger_records order by sequence')
  const bodies = records.map(({ record }) => JSON.parse(record))
  expect(bodies).toMatchObject([{ kind: 'packs_changed' }, { kind: 'packs_changed' }])
  expect(bodies[0].body.packs['us-federal']).toMatch(/^[0-9a-f]{16}$/)
})
