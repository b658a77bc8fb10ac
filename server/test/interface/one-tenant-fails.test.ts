/** Recurring jobs that serve all organizations: one whose rows the database refuses stops none of the others. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { finishListDeletions } from '../../src/contacts/delete-list.ts'
import { lookAgainAfterStepBack } from '../../src/dialer/jobs/look-again.ts'
import { recountSlots } from '../../src/dialer/jobs/recount-slots.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Log, silentLog } from '../../src/kernel/log.ts'
import type { RecurringJob } from '../../src/kernel/recurring-job.ts'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { appendRecords } from '../../src/ledger/append-records.ts'
import { checkpointLedgers } from '../../src/ledger/checkpoint-ledger.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { insertPolicy } from '../../src/policies/queries.ts'
import { recordPacks } from '../../src/policies/record-packs.ts'
import { policyInput } from '../../src/policies/rules/policy.ts'
import { finishErasures } from '../../src/privacy/finish-erasures.ts'
import { forgetErasedAttempts } from '../../src/privacy/forget-erased-attempts.ts'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { folderStore } from '../../src/storage/files/folder-store.ts'
import { testDatabase } from '../database.ts'
import { postgresFixture } from '../dialer/postgres-fixture.ts'

const DAY_MS = 86_400_000
const keys = openLedgerKeys(openSecretBox([Buffer.alloc(32, 1)]))
const clock = systemClock

interface World {
  pool: pg.Pool
  db: Database
  log: Log
  /** The first of them is the one that fails. */
  organizations: readonly [number, number]
}

interface Case {
  /** What the database refuses for the first organization. */
  refuses: { table: string; operation: 'insert' | 'update' | 'delete'; column?: string }
  prepare(world: World): Promise<void>
  job(world: World): RecurringJob | Promise<RecurringJob>
  /** Names the organizations that were served. */
  served: string
}

const CASES: Record<string, Case> = {
  'record-packs': {
    refuses: { table: 'recorded_packs', operation: 'insert' },
    async prepare({ db, organizations }) {
      const policy = policyInput.parse({ packs: ['us-federal'] })
      for (const organizationId of organizations)
        await insertPolicy(db, { organizationId, campaignId: null, policy, author: 'API key 1', now: new Date() })
    },
    job: ({ db, log }) => recordPacks({ db, clock, log, keys }),
    served: 'select organization_id as id from recorded_packs',
  },
  'checkpoint-ledgers': {
    refuses: { table: 'ledger_checkpoints', operation: 'insert' },
    async prepare({ db, organizations }) {
      const draft = { kind: 'test', atMs: Date.now(), actor: 'test', body: {} }
      for (const id of organizations) await db.transaction().execute((tx) => appendRecords(tx, keys, id, [draft]))
    },
    job: ({ db, log }) => checkpointLedgers({ db, clock, log, keys }),
    served: 'select organization_id as id from ledger_checkpoints',
  },
  'recount-slots': {
    refuses: { table: 'organizations', operation: 'update', column: 'id' },
    async prepare({ pool }) {
      await pool.query('update organizations set live_calls = 3')
    },
    async job({ pool, log }) {
      const { store } = await postgresFixture({ pool, connectionString: '', drop: async () => {} })
      return recountSlots({ store, log, now: () => null, wake() {} })
    },
    served: 'select id from organizations where live_calls = 0',
  },
  'look-again': {
    refuses: { table: 'campaigns', operation: 'update' },
    async prepare({ pool, organizations }) {
      const fixture = await postgresFixture({ pool, connectionString: '', drop: async () => {} })
      for (const id of organizations) await fixture.addCampaign(id, await fixture.addConfiguration(id, 1), 'running')
      await pool.query(`update campaigns set next_due_at = now() + interval '1 day'`)
    },
    async job({ pool, log }) {
      const { store } = await postgresFixture({ pool, connectionString: '', drop: async () => {} })
      return lookAgainAfterStepBack({ store, log, stepsBack: () => 1, wake() {} })
    },
    served: `select organization_id as id from campaigns where next_due_at = '-infinity'`,
  },
  'forget-erased-attempts': {
    refuses: { table: 'number_attempts', operation: 'delete' },
    async prepare({ pool, organizations }) {
      for (const id of organizations)
        await pool.query(
          `insert into number_attempts (call_id, organization_id, phone_number, at, erased)
           values ($1, $1, 'erased', now() - interval '2 years', true)`,
          [id],
        )
    },
    job: ({ db, log }) => forgetErasedAttempts({ db, clock: { ...clock, now: () => clock.now() + 2 * DAY_MS }, log }),
    served:
      'select id from organizations o where not exists (select from number_attempts where organization_id = o.id)',
  },
  'finish-erasures': {
    refuses: { table: 'erasures', operation: 'update' },
    async prepare({ pool, organizations }) {
      const remaining = { contactIds: [], callIds: [], addresses: ['+12025550100'], ledgerAddresses: [] }
      for (const id of organizations)
        await pool.query(
          `insert into erasures (organization_id, at, author, counts, remaining)
           values ($1, now() - interval '1 hour', 'API key 1', '{}', $2)`,
          [id, JSON.stringify({ ...remaining, eventsAfter: 0, auditAfter: 0 })],
        )
    },
    job: ({ db, log }) => finishErasures({ db, clock, log, keys, recordings: folderStore('/nonexistent') }),
    served: 'select organization_id as id from erasures where remaining is null',
  },
  'finish-list-deletions': {
    refuses: { table: 'list_contacts', operation: 'delete' },
    async prepare({ pool, organizations }) {
      for (const id of organizations) {
        await pool.query(
          `insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, variables)
           values ($1, $1, 1, '+12025550100', 'pstn', '{}')`,
          [id],
        )
        await pool.query('insert into list_removals values ($1, $1)', [id])
      }
    },
    job: ({ db, log }) => finishListDeletions({ db, log }),
    served: 'select id from organizations o where not exists (select from list_removals where list_id = o.id)',
  },
}

/** Stands for whatever makes the database refuse the rows of one organization: a damaged row, a statement that takes too long. */
async function refuse(pool: pg.Pool, organizationId: number, { table, operation, column }: Case['refuses']) {
  const row = operation === 'delete' ? 'old' : 'new'
  await pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_one before ${operation} on ${table}
      for each row when (${row}.${column ?? 'organization_id'} = ${organizationId}) execute function refuse_one()`)
}

test.each(Object.entries(CASES))(
  '%s: one organization that fails is counted and reported, and the next one is served',
  async (name, one) => {
    const { pool } = await testDatabase()
    const { rows } = await pool.query<{ id: number }>(
      `insert into organizations (name, created_at) values ('first', now()), ('second', now()) returning id`,
    )
    const [first, second] = rows.map(({ id }) => id) as [number, number]
    const reported: object[] = []
    const log = { ...silentLog, error: (fields: object) => reported.push(fields) }
    const world = { pool, db: openDatabase(pool), log, organizations: [first, second] as const }
    await one.prepare(world)
    await refuse(pool, first, one.refuses)
    const job = await one.job(world)
    expect(await job.runOnce()).toMatchObject({ failed: 1 })
    expect(reported).toContainEqual(expect.objectContaining({ job: name, err: expect.anything() }))
    const { rows: served } = await pool.query<{ id: number }>(`${one.served} order by 1`)
    expect(served.map(({ id }) => id).filter((id) => id === first || id === second)).toEqual([second])
  },
)
