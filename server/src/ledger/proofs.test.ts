/** What somebody with the database, or with another key, cannot make the ledger say. */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { appendRecords } from './append-records.ts'
import { checkpointLedger, deleteLedgerUpTo } from './checkpoint-ledger.ts'
import { dropPersonKeys } from './drop-person-keys.ts'
import { eraseFromLedger } from './erase-person.ts'
import { exportLedger, verifyExport } from './export-ledger.ts'
import { pinErasures } from './pin-erasures.ts'
import { makeReceipt, type Receipt, verifyReceipt } from './receipt.ts'
import { rotateLedgerKeys } from './rotate-keys.ts'
import { canonicalJson, type Json } from './rules/canonical-json.ts'
import { erasedText, type RecordDraft } from './rules/chain.ts'
import { type LedgerKeys, openLedgerKeys } from './signing.ts'
import { verifyLedger } from './verify-ledger.ts'

const [NEW, OLD, STRANGER] = [1, 2, 9].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const keysOf = (...secrets: Buffer[]) => openLedgerKeys(openSecretBox(secrets))
const keys = keysOf(NEW)
const clock = systemClock
const NUMBER = '+12025550700'
const OTHER = '+12025550701'
const AT_MS = Date.parse('2026-11-15T21:10:00.000Z')

let db: Database
let pool: Awaited<ReturnType<typeof testDatabase>>['pool']
let organizationId: number

beforeEach(async () => {
  const database = await testDatabase()
  pool = database.pool
  db = openDatabase(pool)
  organizationId = await newOrganization()
})

async function newOrganization(): Promise<number> {
  const row = await db
    .insertInto('organizations')
    .values({ name: randomBytes(4).toString('hex'), created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const dial = (callId: number, phone_number: string): RecordDraft => ({
  kind: 'dial',
  atMs: AT_MS + callId,
  actor: 'dialer',
  body: { call_id: callId, phone_number, local_times: ['2026-11-15 21:10 Europe/Paris'] },
})

const append = (drafts: readonly RecordDraft[], by: LedgerKeys = keys) =>
  db.transaction().execute((tx) => appendRecords(tx, by, organizationId, drafts))

const texts = async () =>
  (await pool.query<{ record: string }>('select record from ledger_records order by sequence')).rows.map(
    ({ record }) => record,
  )

const faults = async (by: LedgerKeys = keys) =>
  (await verifyLedger({ db, keys: by }, organizationId)).faults.map(({ fault, sequence }) => `${fault} ${sequence}`)

const erase = (number: string) =>
  eraseFromLedger({ db, keys }, { organizationId, number, actor: 'API key 1', atMs: AT_MS })

async function exported(by: LedgerKeys = keys): Promise<string[]> {
  const last = await checkpointLedger({ db, clock, keys: by }, organizationId)
  if (!last) throw new Error('nothing to export')
  let text = ''
  for await (const part of exportLedger({ db, keys: by }, organizationId, last)) text += part
  return text.trimEnd().split('\n')
}

async function verdictOf(lines: readonly string[], expected: LedgerKeys | null = null) {
  async function* read() {
    yield* lines
  }
  const verdict = await verifyExport(read(), expected?.publicKey.toString('base64') ?? null)
  return verdict.faults.map(({ fault }) => fault)
}

describe('a person in the ledger', () => {
  it('is named by a hash, the same in each record, that the export opens', async () => {
    await append([dial(1, NUMBER), dial(2, OTHER)])
    await append([dial(3, NUMBER)])
    expect((await texts()).join()).not.toContain(NUMBER)
    const persons = (await texts()).map((text) => JSON.parse(text).body.person)
    expect([persons[0] === persons[2], persons[0] === persons[1]]).toEqual([true, false])
    const lines = await exported()
    expect(lines.filter((line) => line.includes(NUMBER))).toHaveLength(1)
    expect(await verdictOf(lines)).toEqual([])
    expect(await verdictOf(lines.map((line) => line.replace(NUMBER, '+12025550799')))).toEqual(['altered'])
  })

  it('is erased without a change of any record, and nothing leads to the number afterwards', async () => {
    await append([dial(1, NUMBER), dial(2, OTHER)])
    const before = await texts()
    await erase(NUMBER)
    expect((await texts()).slice(0, 2)).toEqual(before)
    expect((await exported()).join()).not.toContain(NUMBER)
    expect(await faults()).toEqual([])
    // Whoever uploads the person again meets somebody new.
    await append([dial(3, NUMBER)])
    const persons = (await texts()).map((text) => JSON.parse(text).body.person)
    expect(persons[3]).not.toBe(persons[0])
  })

  describe('whose key is older than a year', () => {
    const keyRows = async () =>
      (await pool.query<{ key: Buffer; former_keys: Buffer[] | null }>('select key, former_keys from ledger_persons'))
        .rows
    const personOf = async (callId: number) =>
      (await texts()).map((text) => JSON.parse(text)).find(({ body }) => body.call_id === callId)?.body.person

    beforeEach(async () => {
      await append([dial(1, NUMBER)])
      await pool.query(`update ledger_persons set created_at = now() - interval '366 days'`)
    })

    it('gets another one with the next dial, and the records of both are named', async () => {
      const [before] = await keyRows()
      await append([dial(2, NUMBER)])
      await append([dial(3, NUMBER)])
      const [after] = await keyRows()
      expect(after?.former_keys).toEqual([before?.key])
      expect(after?.key).not.toEqual(before?.key)
      expect([(await personOf(2)) === (await personOf(1)), await personOf(3)]).toEqual([false, await personOf(2)])
      const lines = await exported()
      expect(await verdictOf(lines)).toEqual([])
      expect(lines.filter((line) => line.includes(NUMBER)).map((line) => JSON.parse(line).person.person)).toEqual([
        await personOf(1),
        await personOf(2),
      ])
      for (const id of [1, 2]) {
        const call = { id, phoneNumber: NUMBER, claimedAt: new Date(AT_MS + id), endedAt: null }
        const receipt = (await makeReceipt({ db, clock, keys }, organizationId, call)) as Receipt
        expect(verifyReceipt(receipt)).toMatchObject({ ok: true, phoneNumber: NUMBER })
      }
      expect(await faults()).toEqual([])
    })

    it('is erased with both', async () => {
      await append([dial(2, NUMBER)])
      const persons = [await personOf(1), await personOf(2)]
      expect(await erase(NUMBER)).toBe(2)
      expect(await keyRows()).toEqual([])
      const { body } = JSON.parse((await texts()).at(-1) as string)
      expect([body.person, body.earlier]).toEqual([persons[1], [persons[0]]])
    })

    it('is known to a node of an earlier version by the new key', async () => {
      await append([dial(2, NUMBER)])
      const [after] = await keyRows()
      // The statements of such a node.
      const { rows } = await pool.query(
        'select phone_number, key from ledger_persons where organization_id = $1::bigint and phone_number = any($2::text[])',
        [organizationId, [NUMBER]],
      )
      expect(rows).toEqual([{ phone_number: NUMBER, key: after?.key }])
    })

    it('is forgotten once no record can name it, and not before', async () => {
      const drop = (shiftMs: number) =>
        dropPersonKeys({ db, clock: { ...clock, now: () => clock.now() + shiftMs } }, organizationId)
      const upgraded = (ago: string) =>
        pool.query(`update migrations set run_at = now() - $1::interval where name = '0127-person-keys'`, [ago])
      await append([dial(2, OTHER)])
      // The record of the first dial still exists.
      await upgraded('3 years')
      expect(await drop(0)).toBe(0)
      await pool.query('delete from ledger_records')
      // A node of an earlier version may have used the key until the upgrade.
      await pool.query('update ledger_heads set persons_checked_at = null')
      await upgraded('1 hour')
      expect(await drop(0)).toBe(0)
      await upgraded('3 years')
      await pool.query(`update ledger_persons set created_at = now() - interval '367 days' where phone_number = $1`, [
        NUMBER,
      ])
      expect(await drop(0)).toBe(1)
      expect((await pool.query('select phone_number from ledger_persons')).rows).toEqual([{ phone_number: OTHER }])
      // Looked through once a day.
      await pool.query(`update ledger_persons set created_at = now() - interval '367 days'`)
      expect([await drop(0), await drop(25 * 3_600_000)]).toEqual([0, 1])
    })
  })

  it('whose record was erased gives nobody the right to rewrite it', async () => {
    await append([dial(1, NUMBER)])
    await erase(NUMBER)
    await pool.query(`update ledger_records set record = replace(record, '21:10', '12:00') where sequence = 1`)
    expect(await faults()).toEqual(['altered 1'])
  })
})

describe('a record that an earlier version wrote with the number in it', () => {
  const OLD_RECORD = { kind: 'dial', atMs: AT_MS, actor: 'dialer', body: { call_id: 1, to: NUMBER, local: '21:10' } }

  it('is rewritten once, and not a second time', async () => {
    await append([OLD_RECORD, dial(2, OTHER)])
    expect(await erase(NUMBER)).toBe(1)
    expect([(await texts()).join().includes(NUMBER), await faults()]).toEqual([false, []])
    expect(await verdictOf(await exported())).toEqual([])
    await pool.query(`update ledger_records set record = replace(record, '21:10', '12:00') where sequence = 1`)
    expect(await faults()).toEqual(['altered 1'])
    expect(
      await verdictOf(
        await exported()
          .catch(() => [])
          .then(async () => tampered()),
      ),
    ).toContain('altered')
  })

  async function tampered() {
    const { rows } = await pool.query<{ hash: Buffer; record: string }>(
      'select hash, record from ledger_records order by sequence',
    )
    const header = { format: 'outdial-ledger-2', organization_id: organizationId, public_key: '', begins_after: null }
    return [
      canonicalJson(header as Json),
      ...rows.map(({ hash, record }) => `{"hash":"${hash.toString('hex')}","record":${record}}`),
    ]
  }

  it('and that it erased without noting its text is fixed by the upgrade', async () => {
    await append([OLD_RECORD])
    const [text] = await texts()
    await pool.query('update ledger_records set record = $1', [erasedText(text as string, NUMBER, 'erased-1')])
    await append([
      { kind: 'person_erased', atMs: AT_MS, actor: 'API key 1', body: { person: 'erased-1', sequences: [1] } },
    ])
    expect(await faults()).toEqual([])
    const duty = pinErasures({ db, clock, log: silentLog, keys })
    expect([await duty.runOnce(), await duty.runOnce()]).toMatchObject([{ pinned: 1 }, { pinned: 0 }])
    expect(await faults()).toEqual([])
    await pool.query(`update ledger_records set record = replace(record, '21:10', '12:00') where sequence = 1`)
    expect(await faults()).toEqual(['altered 1'])
  })
})

describe('the head', () => {
  it('that was not sealed by us leaves a mark at the next append, and is never sealed silently', async () => {
    await append([dial(1, NUMBER), dial(2, OTHER)])
    await pool.query('delete from ledger_records where sequence = 2')
    await pool.query('update ledger_heads set sequence = 1, hash = (select hash from ledger_records)')
    await append([dial(3, NUMBER)])
    expect((await texts()).map((text) => JSON.parse(text).kind)).toEqual(['dial', 'broken_here', 'dial'])
    expect(await faults()).toEqual(['broken 2'])
    expect(await verdictOf(await exported())).toEqual(['broken'])
  })

  it('that is gone does not stop what must be recorded', async () => {
    await append([dial(1, NUMBER)])
    await pool.query('delete from ledger_heads')
    await append([dial(2, NUMBER)])
    expect(await faults()).toEqual(['broken 2'])
  })

  it('that was put back with its old seal shows by the call whose record is missing', async () => {
    await append([dial(1, NUMBER)])
    const { rows } = await pool.query('select sequence, hash, seal from ledger_heads')
    await append([dial(2, OTHER)])
    for (const id of [1, 2]) await storedCall(id)
    expect(await faults()).toEqual([])
    await pool.query('delete from ledger_records where sequence = 2')
    await pool.query('update ledger_heads set sequence = $1, hash = $2, seal = $3', [
      rows[0].sequence,
      rows[0].hash,
      rows[0].seal,
    ])
    expect(await faults()).toEqual(['missing 2'])
  })

  async function storedCall(id: number): Promise<void> {
    await pool.query(
      `insert into calls (id, organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
                          phone_number, address_type, state, live, node_id, claimed_at, news_at, deadline_at)
       overriding system value
       values ($1, $2, 'outbound', 1, 1, 1, 'simulator', $3, 'pstn', 'ended', false, 'n', now() + interval '1 hour', now(), now())`,
      [id, organizationId, NUMBER],
    )
  }
})

describe('another secret key', () => {
  const both = keysOf(NEW, OLD)
  const old = keysOf(OLD)

  async function rotated(): Promise<void> {
    await append([dial(1, NUMBER), dial(2, OTHER)], old)
    await checkpointLedger({ db, clock, keys: old }, organizationId)
    await append([dial(3, NUMBER)], old)
    await rotateLedgerKeys({ db, clock, keys: both }, keys)
  }

  it('takes over an honest ledger, and the old one can be taken away', async () => {
    await rotated()
    expect(await faults(keys)).toEqual([])
    expect(JSON.parse((await texts()).at(-1) as string)).toMatchObject({ kind: 'key_rotated' })
    await append([dial(4, NUMBER)], keys)
    expect(await faults(keys)).toEqual([])
    expect(await rotateLedgerKeys({ db, clock, keys: both }, keys)).toEqual({ resealed: 0, broken: [] })
  })

  it('takes over a ledger that begins with a cut of the old one', async () => {
    await append([dial(1, NUMBER), dial(2, OTHER)], old)
    await checkpointLedger({ db, clock, keys: old }, organizationId)
    await append([dial(3, NUMBER)], old)
    await deleteLedgerUpTo({ db, clock, keys: old }, organizationId, Date.now() + 1000)
    await rotateLedgerKeys({ db, clock, keys: both }, keys)
    expect(await faults(keys)).toEqual([])
    const lines = await exported(keys)
    expect([await verdictOf(lines, keys), await verdictOf(lines, old)]).toEqual([[], []])
  })

  it('that nobody has linked with ours is refused', async () => {
    await rotated()
    const lines = await exported(keys)
    expect([await verdictOf(lines, keys), await verdictOf(lines, old)]).toEqual([[], []])
    expect(await verdictOf(lines, keysOf(STRANGER))).toContain('key')
    // A whole ledger made with a key of his own: it fits in itself, and not what the auditor expects.
    organizationId = await newOrganization()
    await append([dial(1, NUMBER)], keysOf(STRANGER))
    const forged = await exported(keysOf(STRANGER))
    expect(await verdictOf(forged)).toEqual([])
    expect(await verdictOf(forged, keys)).toContain('key')
  })

  it('cannot be linked by whoever has only the old one', async () => {
    await rotated()
    // He retires the old key to his own, signed by both of which he has; ours has not signed his.
    const his = keysOf(STRANGER, OLD)
    const [link] = his.rotations(AT_MS)
    if (!link) throw new Error('no link')
    organizationId = await newOrganization()
    await append([dial(1, NUMBER)], keysOf(STRANGER))
    await pool.query('delete from ledger_keys')
    await pool.query('insert into ledger_keys values ($1, $2, $3, $4, $5)', [
      link.old,
      link.successor,
      new Date(AT_MS),
      link.signedByOld,
      link.signedByNew,
    ])
    expect(await verdictOf(await exported(keysOf(STRANGER)), keys)).toContain('key')
  })

  it('says so where the ledger was broken before', async () => {
    await append([dial(1, NUMBER), dial(2, OTHER)], old)
    await pool.query(`update ledger_records set record = replace(record, '21:10', '12:00') where sequence = 1`)
    expect(await rotateLedgerKeys({ db, clock, keys: both }, keys)).toEqual({ resealed: 1, broken: [organizationId] })
    expect(await faults(keys)).toContain('altered 1')
  })
})

describe('the receipt of a call', () => {
  const call = (id: number, phoneNumber: string) => ({
    id,
    phoneNumber,
    claimedAt: new Date(AT_MS + id),
    endedAt: new Date(AT_MS + 60_000 + id),
  })
  const ended = (callId: number): RecordDraft => ({
    kind: 'call_ended',
    atMs: AT_MS + 60_000 + callId,
    actor: 'dialer',
    body: { call_id: callId, outcome: 'answered' },
  })

  async function receiptOf(id: number, phoneNumber: string): Promise<Receipt> {
    const made = await makeReceipt({ db, clock, keys }, organizationId, call(id, phoneNumber))
    if (typeof made === 'string') throw new Error(made)
    return JSON.parse(JSON.stringify(made)) as Receipt
  }

  beforeEach(async () => {
    await append(Array.from({ length: 5 }, (_, index) => dial(index + 1, index === 2 ? NUMBER : OTHER)))
    await checkpointLedger({ db, clock, keys }, organizationId)
    await append(Array.from({ length: 5 }, (_, index) => ended(index + 1)))
  })

  it('proves dial, end and number without the server', async () => {
    const verdict = verifyReceipt(await receiptOf(3, NUMBER), keys.publicKey.toString('base64'))
    expect(verdict).toMatchObject({ ok: true, callId: 3, phoneNumber: NUMBER, faults: [] })
    expect(verdict.records.map((record) => (record as { kind: string }).kind)).toEqual(['dial', 'call_ended'])
  })

  it('shows every change', async () => {
    const receipt = await receiptOf(3, NUMBER)
    const changed = (from: string, to: string) =>
      verifyReceipt(JSON.parse(JSON.stringify(receipt).replaceAll(from, to)) as Receipt).ok
    expect(changed('21:10', '12:00')).toBe(false)
    expect(changed('answered', 'no_answer')).toBe(false)
    expect(changed(NUMBER, OTHER)).toBe(false)
    expect(changed('"call_id":3', '"call_id":4')).toBe(false)
    expect(verifyReceipt(receipt, keysOf(STRANGER).publicKey.toString('base64')).ok).toBe(false)
    expect(verifyReceipt({ ...receipt, records: [] }).ok).toBe(false)
  })

  it('of an erased person has no number, and is still valid', async () => {
    await erase(NUMBER)
    expect(verifyReceipt(await receiptOf(3, 'erased'))).toMatchObject({ ok: true, phoneNumber: null })
  })

  it('is not given where the ledger is broken, or has nothing to say', async () => {
    const make = (id: number) => makeReceipt({ db, clock, keys }, organizationId, call(id, NUMBER))
    expect(await make(99)).toBe('none')
    await append([dial(6, NUMBER)])
    await pool.query(`update ledger_records set record = replace(record, '21:10', '12:00') where sequence = 11`)
    expect(await make(3)).toBe('broken')
  })

  it('a checkpoint is told as an event with its Merkle root', async () => {
    await receiptOf(3, NUMBER)
    const { rows } = await pool.query(`select data from events where type = 'ledger_checkpoint' order by id`)
    expect(rows.map(({ data }) => [data.first_sequence, data.sequence])).toEqual([
      [1, 5],
      [6, 10],
    ])
  })
})
