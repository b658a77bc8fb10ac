import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { appendRecords } from './append-records.ts'
import { checkpointLedger, checkpointLedgers, deleteLedgerUpTo } from './checkpoint-ledger.ts'
import { exportLedger, verifyExport } from './export-ledger.ts'
import { WRITE_HEAD_SQL } from './queries.ts'
import { CHAIN_START, chainRecords, type RecordDraft } from './rules/chain.ts'
import { type LedgerKeys, openLedgerKeys } from './signing.ts'
import { verifyLedger } from './verify-ledger.ts'

const KEY = Buffer.alloc(32, 1)
const OLD_KEY = Buffer.alloc(32, 2)

let db: Database
let pool: Awaited<ReturnType<typeof testDatabase>>['pool']
let organizationId: number
const keys = openLedgerKeys(openSecretBox([KEY]))
const clock = systemClock
const AT_MS = Date.parse('2026-11-15T09:30:00.123Z')

beforeEach(async () => {
  const database = await testDatabase()
  pool = database.pool
  db = openDatabase(pool)
  const row = await db
    .insertInto('organizations')
    .values({ name: 'Acme', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  organizationId = row.id
})

function drafts(count: number): RecordDraft[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'dial',
    atMs: AT_MS + index,
    actor: 'dialer',
    body: { call_id: index, policy_version: 3, verdicts: [{ rule: 'hours', ok: true }] },
  }))
}

const append = (count: number, by: LedgerKeys = keys) =>
  db.transaction().execute((tx) => appendRecords(tx, by, organizationId, drafts(count)))

const faults = async (by: LedgerKeys = keys) =>
  (await verifyLedger({ db, keys: by }, organizationId)).faults.map(({ fault, sequence }) => `${fault} ${sequence}`)

describe('the ledger', () => {
  it('is whole as long as nobody touches it, over batches and checkpoints', async () => {
    await append(3)
    await checkpointLedger({ db, clock, keys }, organizationId)
    await append(4)
    expect(await verifyLedger({ db, keys }, organizationId)).toEqual({
      ok: true,
      records: 7,
      from: 1,
      to: 7,
      checkpoints: 1,
      faults: [],
    })
  })

  it('takes appends from many transactions at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => append(5)))
    expect(await verifyLedger({ db, keys }, organizationId)).toMatchObject({ ok: true, records: 40, to: 40 })
  })

  it('an altered record is found', async () => {
    await append(5)
    await pool.query(
      `update ledger_records set record = replace(record, '"call_id":2', '"call_id":9') where sequence = 3`,
    )
    expect(await faults()).toEqual(['altered 3'])
  })

  it('an altered record with its hash and all later ones made anew is found at the seal', async () => {
    await append(5)
    await forgeFrom(3)
    expect(await faults()).toEqual(['head 5'])
  })

  it('and behind a checkpoint also by whoever can seal but not go back in time', async () => {
    await append(5)
    await checkpointLedger({ db, clock, keys }, organizationId)
    const forged = await forgeFrom(3)
    await pool.query(WRITE_HEAD_SQL, [organizationId, forged.sequence, forged.hash, keys.seal(organizationId, forged)])
    expect(await faults()).toEqual(['checkpoint 5'])
  })

  it('a deleted record is found', async () => {
    await append(5)
    await pool.query('delete from ledger_records where sequence = 3')
    expect(await faults()).toEqual(['gap 3'])
  })

  it('records in another order are found', async () => {
    await append(5)
    await pool.query(`update ledger_records a set record = b.record, hash = b.hash from ledger_records b
                       where (a.sequence, b.sequence) in ((2, 3), (3, 2))`)
    expect(await faults()).toEqual(['altered 2'])
  })

  it('an end that was cut off is found, whether or not the head was put back', async () => {
    await append(3)
    const earlier = (await pool.query('select sequence, hash, seal from ledger_heads')).rows[0]
    await append(2)
    await checkpointLedger({ db, clock, keys }, organizationId)
    await pool.query('delete from ledger_records where sequence > 3')
    expect(await faults()).toEqual(['cut 4', 'checkpoint 5'])
    await pool.query(WRITE_HEAD_SQL, [organizationId, earlier.sequence, earlier.hash, earlier.seal])
    expect(await faults()).toEqual(['checkpoint 5'])
  })

  it('a beginning that was cut off is found', async () => {
    await append(5)
    await pool.query('delete from ledger_records where sequence <= 2')
    expect(await faults()).toEqual(['gap 1'])
  })

  it('a record of another organization is found', async () => {
    const other = chainRecords(organizationId + 1, CHAIN_START, drafts(1))
    await pool.query('insert into ledger_records values ($1, 1, $2, $3)', [
      organizationId,
      other.records[0]?.text,
      other.records[0]?.hash,
    ])
    await pool.query(WRITE_HEAD_SQL, [organizationId, 1, other.head.hash, keys.seal(organizationId, other.head)])
    expect(await faults()).toEqual(['misplaced 1'])
  })

  it('a checkpoint that somebody else signed is found', async () => {
    await append(2)
    const strangers = openLedgerKeys(openSecretBox([Buffer.alloc(32, 9)]))
    // He can neither see the seal as his own nor sign without it, so he writes the row by hand.
    await pool.query(
      `insert into ledger_checkpoints (organization_id, kind, sequence, hash, at, public_key, signature)
       select $1, 'cut', 1, hash, now(), $2, $3 from ledger_records where sequence = 1`,
      [organizationId, strangers.publicKey, Buffer.alloc(64)],
    )
    await pool.query('delete from ledger_records where sequence = 1')
    expect(await faults()).toEqual(['gap 1', 'checkpoint 1'])
  })

  it('of many checkpoints only the newest that is old enough is checked, and those below the cut are deleted', async () => {
    await append(3)
    for (let hour = 0; hour < 50; hour++) {
      await append(1)
      await checkpointLedger({ db, clock: { ...clock, now: () => AT_MS + hour }, keys }, organizationId)
    }
    let checked = 0
    const isOurs: LedgerKeys['isOurs'] = (...given) => {
      checked++
      return keys.isOurs(...given)
    }
    // Two that another key signed are skipped.
    await pool.query(`update ledger_checkpoints set signature = public_key where sequence in (42, 43)`)
    const dropped = await deleteLedgerUpTo({ db, clock, keys: { ...keys, isOurs } }, organizationId, AT_MS + 40)
    expect({ dropped, checked }).toEqual({ dropped: { cutAt: 41, deleted: 41 }, checked: 3 })
    await pool.query('delete from ledger_checkpoints where sequence in (42, 43)')
    const kept = await pool.query('select kind, sequence from ledger_checkpoints order by sequence, id limit 3')
    expect(kept.rows).toEqual([
      { kind: 'checkpoint', sequence: 41 },
      { kind: 'cut', sequence: 41 },
      { kind: 'checkpoint', sequence: 44 },
    ])
    expect(await faults()).toEqual([])
    await append(1)
    expect(await checkpointLedger({ db, clock, keys }, organizationId)).toMatchObject({
      sequence: 54,
      tree: { first: 54 },
    })
    expect(await faults()).toEqual([])
  })

  it('old records are dropped up to a signed checkpoint, and the rest still verifies', async () => {
    await append(4)
    await checkpointLedger({ db, clock, keys }, organizationId)
    await append(3)
    expect(await deleteLedgerUpTo({ db, clock, keys }, organizationId, Date.now() + 1_000)).toEqual({
      cutAt: 4,
      deleted: 4,
    })
    expect(await verifyLedger({ db, keys }, organizationId)).toMatchObject({ ok: true, records: 3, from: 5, to: 7 })
    expect(await deleteLedgerUpTo({ db, clock, keys }, organizationId, Date.now() + 1_000)).toBeNull()
    await pool.query('delete from ledger_records where sequence = 5')
    expect(await faults()).toEqual(['gap 5'])
  })

  it('still verifies after the secret key was changed, as long as the old one is known', async () => {
    const old = openLedgerKeys(openSecretBox([OLD_KEY]))
    const both = openLedgerKeys(openSecretBox([KEY, OLD_KEY]))
    await append(2, old)
    await checkpointLedger({ db, clock, keys: old }, organizationId)
    expect(await faults(both)).toEqual([])
    await append(2, both)
    expect(await faults(both)).toEqual([])
    expect(await faults(keys)).toEqual(['checkpoint 2'])
  })

  it('the duty signs what has grown, once, and never what was tampered with', async () => {
    await append(2)
    const duty = checkpointLedgers({ db, clock, keys, log: silentLog })
    expect(await duty.runOnce()).toEqual({ signed: 1, broken: 0, failed: 0 })
    expect(await duty.runOnce()).toEqual({ signed: 0, broken: 0, failed: 0 })
    await append(1)
    await forgeFrom(3)
    expect(await duty.runOnce()).toEqual({ signed: 0, broken: 1, failed: 0 })
  })
})

describe('an exported ledger', () => {
  async function exported(): Promise<string[]> {
    const last = await checkpointLedger({ db, clock, keys }, organizationId)
    if (!last) throw new Error('nothing to export')
    let text = ''
    for await (const part of exportLedger({ db, keys }, organizationId, last)) text += part
    return text.trimEnd().split('\n')
  }

  async function verify(lines: readonly string[]) {
    async function* read() {
      yield* lines
    }
    const verdict = await verifyExport(read())
    return verdict.faults.map(({ fault, sequence }) => `${fault} ${sequence}`)
  }

  it('proves itself, and shows every change', async () => {
    await append(5)
    const lines = await exported()
    expect(lines).toHaveLength(7)
    expect(await verify(lines)).toEqual([])
    expect(await verify(lines.with(2, (lines[2] as string).replace('"call_id":1', '"call_id":8')))).toEqual([
      'altered 2',
    ])
    expect(await verify(lines.toSpliced(3, 1))).toEqual(['gap 3'])
    expect(await verify(lines.with(2, lines[3] as string).with(3, lines[2] as string))).toEqual(['gap 2'])
    expect(await verify(lines.slice(0, -1))).toEqual(['cut 6'])
    expect(await verify(lines.toSpliced(5, 1))).toEqual(['cut 5'])
  })

  it('may be empty, but not of a ledger whose head is gone', async () => {
    const lines = await exported()
    expect(lines).toHaveLength(2)
    expect(await verify(lines)).toEqual([])
    await append(1)
    await pool.query('delete from ledger_heads')
    await expect(exported()).rejects.toThrow('nothing to export')
    expect(await faults()).toEqual(['head 1'])
  })

  it('of a ledger that was cut begins with the signed cut', async () => {
    await append(4)
    await checkpointLedger({ db, clock, keys }, organizationId)
    await append(2)
    await deleteLedgerUpTo({ db, clock, keys }, organizationId, Date.now() + 1_000)
    const lines = await exported()
    expect(lines).toHaveLength(4)
    expect(await verify(lines)).toEqual([])
    expect(await verify(lines.with(0, (lines[0] as string).replace('"kind":"cut"', '"kind":"checkpoint"')))).toEqual([
      'checkpoint 4',
    ])
  })
})

/** What an intruder with the database, but without the secret key, can do: change a record and make the rest fit. */
async function forgeFrom(sequence: number) {
  const { rows } = await pool.query<{ sequence: number; record: string; hash: Buffer }>(
    'select sequence, record, hash from ledger_records order by sequence',
  )
  const before = rows.find((row) => row.sequence === sequence - 1)
  const forged = chainRecords(
    organizationId,
    before ? { sequence: before.sequence, hash: before.hash } : CHAIN_START,
    rows
      .filter((row) => row.sequence >= sequence)
      .map((row) => {
        const { kind, at, actor, body } = JSON.parse(row.record)
        return { kind, atMs: Date.parse(at), actor: `${actor} (not)`, body }
      }),
  )
  for (const record of forged.records) {
    await pool.query('update ledger_records set record = $2, hash = $3 where sequence = $1', [
      record.sequence,
      record.text,
      record.hash,
    ])
  }
  await pool.query('update ledger_heads set hash = $1', [forged.head.hash])
  return forged.head
}
