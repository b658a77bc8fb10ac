/** All SQL of this room. The statements of an append are also available as text: the dialer sends them with its own. */
import { CompiledQuery } from 'kysely'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import type { Queries } from '../storage/database.ts'
import type { ChainedRecord, ChainHead } from './rules/chain.ts'
import type { Checkpoint, CheckpointKind, KeyRotation } from './signing.ts'

export const INSERT_RECORDS_SQL = `insert into ledger_records (organization_id, sequence, record, hash)
  select $1::bigint, sequence, record, hash
    from unnest($2::bigint[], $3::text[], $4::bytea[]) as given (sequence, record, hash)`

/**
 * The same insert for the dialer, which appends most records, and for several ledgers: all texts in one parameter, one per line
 * (canonical JSON has no line feeds), and hashes in hexadecimal. Quoting the texts as an array took as long as everything else
 * about a record.
 */
export const INSERT_RECORD_LINES_SQL = `insert into ledger_records (organization_id, sequence, record, hash)
  select given.organization_id, given.sequence, given.record, decode(given.hash, 'hex')
    from unnest($1::bigint[], $2::bigint[], string_to_array($3::text, E'\\n'), string_to_array($4::text, E'\\n'))
         as given (organization_id, sequence, record, hash)`

/** Writes the heads of several ledgers. */
export const WRITE_HEADS_SQL = `insert into ledger_heads (organization_id, sequence, hash, seal)
  select given.organization_id, given.sequence, decode(given.hash, 'hex'), decode(given.seal, 'hex')
    from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as given (organization_id, sequence, hash, seal)
  on conflict (organization_id) do update
    set sequence = excluded.sequence, hash = excluded.hash, seal = excluded.seal`

export const WRITE_HEAD_SQL = `insert into ledger_heads (organization_id, sequence, hash, seal)
  values ($1::bigint, $2::bigint, $3::bytea, $4::bytea)
  on conflict (organization_id) do update
    set sequence = excluded.sequence, hash = excluded.hash, seal = excluded.seal`

export const READ_HEAD_SQL = 'select sequence, hash, seal from ledger_heads where organization_id = $1'

/** Reads the last record: if the head cannot be trusted, the chain continues there. */
export const READ_LAST_RECORD_SQL = `select sequence, hash from ledger_records
  where organization_id = $1 order by sequence desc limit 1`

export function recordValues(organizationId: number, records: readonly ChainedRecord[]): unknown[] {
  return [
    organizationId,
    records.map((record) => record.sequence),
    records.map((record) => record.text),
    records.map((record) => record.hash),
  ]
}

async function run<Row>(db: Queries, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values))
  return rows
}

export interface StoredHead extends ChainHead {
  seal: Buffer
}

export async function readHead(db: Queries, organizationId: number): Promise<StoredHead | null> {
  const [head] = await run<StoredHead>(db, READ_HEAD_SQL, [organizationId])
  return head ?? null
}

export function nextRecords(
  db: Queries,
  organizationId: number,
  after: number,
  limit: number,
): Promise<ChainedRecord[]> {
  return run(
    db,
    `select sequence, record as text, hash from ledger_records
      where organization_id = $1 and sequence > $2 order by sequence limit $3`,
    [organizationId, after, limit],
  )
}

interface CheckpointRow {
  kind: CheckpointKind
  sequence: number
  hash: Buffer
  at: Date
  first_sequence: number | null
  root: Buffer | null
  public_key: Buffer
  signature: Buffer
}

const CHECKPOINT = 'kind, sequence, hash, at, first_sequence, root, public_key, signature'

function readCheckpoint({ at, first_sequence, root, public_key, ...row }: CheckpointRow): Checkpoint {
  const tree = first_sequence !== null && root ? { first: first_sequence, root } : null
  return { ...row, atMs: at.getTime(), tree, publicKey: public_key }
}

export async function readCheckpoints(db: Queries, organizationId: number): Promise<Checkpoint[]> {
  const text = `select ${CHECKPOINT} from ledger_checkpoints where organization_id = $1 order by sequence, id`
  return (await run<CheckpointRow>(db, text, [organizationId])).map(readCheckpoint)
}

/** `cut`: where the records begin; `covering`: a cut or a Merkle root, up to which records are covered. */
const LAST_OF = { any: 'true', cut: `kind = 'cut'`, covering: `(kind = 'cut' or root is not null)` }

/** The last checkpoint of a kind. */
export async function lastCheckpoint(
  db: Queries,
  organizationId: number,
  of: keyof typeof LAST_OF,
): Promise<Checkpoint | null> {
  const text = `select ${CHECKPOINT} from ledger_checkpoints where organization_id = $1 and ${LAST_OF[of]}
                 order by sequence desc, id desc limit 1`
  const [row] = await run<CheckpointRow>(db, text, [organizationId])
  return row ? readCheckpoint(row) : null
}

const CHECKPOINTS_AT_ONCE = 10

/** Checkpoints that were signed before this time, the last first. Read in portions, because mostly the first is enough. */
export async function* checkpointsBefore(
  db: Queries,
  organizationId: number,
  before: Date,
): AsyncGenerator<Checkpoint, void> {
  for (let offset = 0; ; offset += CHECKPOINTS_AT_ONCE) {
    const text = `select ${CHECKPOINT} from ledger_checkpoints where organization_id = $1 and at < $2
                   order by sequence desc, id desc limit $3 offset $4`
    const rows = await run<CheckpointRow>(db, text, [organizationId, before, CHECKPOINTS_AT_ONCE, offset])
    yield* rows.map(readCheckpoint)
    if (rows.length < CHECKPOINTS_AT_ONCE) return
  }
}

/** Whether the checkpoint is still stored with this signature. */
export async function hasCheckpoint(
  db: Queries,
  organizationId: number,
  { sequence, signature }: Checkpoint,
): Promise<boolean> {
  const text = 'select from ledger_checkpoints where organization_id = $1 and sequence = $2 and signature = $3'
  return (await run(db, text, [organizationId, sequence, signature])).length > 0
}

/** Deletes a portion of the checkpoints below a cut: nothing refers to them without their records. Returns how many. */
export async function deleteCheckpointsBelow(
  db: Queries,
  organizationId: number,
  sequence: number,
  limit: number,
): Promise<number> {
  const text = `delete from ledger_checkpoints where id in (
      select id from ledger_checkpoints where organization_id = $1 and sequence < $2 order by sequence limit $3)
    returning id`
  return (await run(db, text, [organizationId, sequence, limit])).length
}

export async function insertCheckpoint(db: Queries, organizationId: number, checkpoint: Checkpoint): Promise<void> {
  await run(
    db,
    `insert into ledger_checkpoints (organization_id, kind, sequence, hash, at, public_key, signature, first_sequence, root)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      organizationId,
      checkpoint.kind,
      checkpoint.sequence,
      checkpoint.hash,
      new Date(checkpoint.atMs),
      checkpoint.publicKey,
      checkpoint.signature,
      checkpoint.tree?.first ?? null,
      checkpoint.tree?.root ?? null,
    ],
  )
}

/** Organizations whose ledger has grown since its last checkpoint. */
export async function organizationsWithoutCheckpoint(db: Queries): Promise<number[]> {
  const rows = await run<{ organization_id: number }>(
    db,
    `select organization_id from ledger_heads h
      where not exists (select from ledger_checkpoints c
                         where c.organization_id = h.organization_id and c.sequence = h.sequence)`,
    [],
  )
  return rows.map((row) => row.organization_id)
}

/** Deletes a portion of the records up to this one; returns how many. */
export async function deleteRecordsUpTo(
  db: Queries,
  organizationId: number,
  sequence: number,
  limit: number,
): Promise<number> {
  const rows = await run(
    db,
    `delete from ledger_records where organization_id = $1 and sequence in (
       select sequence from ledger_records where organization_id = $1 and sequence <= $2 order by sequence limit $3)
     returning sequence`,
    [organizationId, sequence, limit],
  )
  return rows.length
}

export async function readKeyRotations(db: Queries): Promise<KeyRotation[]> {
  const rows = await run<{ old: Buffer; successor: Buffer; at: Date; signedByOld: Buffer; signedByNew: Buffer }>(
    db,
    `select public_key as old, successor, at, signed_by_old as "signedByOld", signed_by_new as "signedByNew"
       from ledger_keys order by at, public_key`,
    [],
  )
  return rows.map(({ at, ...rotation }) => ({ ...rotation, atMs: at.getTime() }))
}

/** Stores that a key was replaced. A key is retired once; the first signature stays. */
export async function insertKeyRotation(db: Queries, rotation: KeyRotation): Promise<void> {
  const { old, successor, atMs, signedByOld, signedByNew } = rotation
  await run(
    db,
    `insert into ledger_keys (public_key, successor, at, signed_by_old, signed_by_new) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [old, successor, new Date(atMs), signedByOld, signedByNew],
  )
}

export interface StoredPerson {
  phone_number: string
  key: Buffer
}

/** A page of persons in the order of their numbers, after `after`; a number comes once for each of its keys. */
export function nextPersons(
  db: Queries,
  organizationId: number,
  after: string,
  limit: number,
): Promise<StoredPerson[]> {
  return run(
    db,
    `select p.phone_number, k.key
       from (select phone_number, key, former_keys from ledger_persons
              where organization_id = $1 and phone_number > $2 order by phone_number limit $3) p
      cross join unnest(array_append(p.former_keys, p.key)) with ordinality as k(key, place)
      order by p.phone_number, k.place`,
    [organizationId, after, limit],
  )
}

/** The keys of a person, the newest first. */
export async function findPersonKeys(db: Queries, organizationId: number, phoneNumber: string): Promise<Buffer[]> {
  const text = `select array_append(former_keys, key) as keys from ledger_persons
                 where organization_id = $1 and phone_number = $2`
  const [row] = await run<{ keys: Buffer[] }>(db, text, [organizationId, canonicalNumber(phoneNumber)])
  return row?.keys.reverse() ?? []
}

/** Deletes a person's keys; without them no record leads to this number any more. */
export async function deletePerson(db: Queries, organizationId: number, phoneNumber: string): Promise<void> {
  const text = 'delete from ledger_persons where organization_id = $1 and phone_number = $2'
  await run(db, text, [organizationId, canonicalNumber(phoneNumber)])
}

/** Since when no node of this version uses a key for longer than a year. */
export async function readPersonKeysMigration(db: Queries): Promise<Date> {
  const [row] = await run<{ at: Date }>(db, `select run_at as at from migrations where name = '0127-person-keys'`, [])
  return (row as { at: Date }).at
}

/** False: there is no ledger, or it was looked through since `before`, perhaps by another node. */
export async function beginPersonCheck(
  db: Queries,
  organizationId: number,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const text = `update ledger_heads set persons_checked_at = $2
    where organization_id = $1 and coalesce(persons_checked_at < $3, true) returning organization_id`
  return (await run(db, text, [organizationId, now, before])).length > 0
}

/** Looks through a portion of the persons and deletes those whose key is older than this. `last`: null after the last one. */
export async function deletePortionOfPersons(
  db: Queries,
  organizationId: number,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<{ last: string | null; deleted: number }> {
  const [row] = await run<{ last: string | null; deleted: number }>(
    db,
    `with portion as materialized (
       select phone_number, created_at from ledger_persons
        where organization_id = $1 and phone_number > $2 order by phone_number limit $4),
     gone as (
       delete from ledger_persons p using portion x
        where p.organization_id = $1 and p.phone_number = x.phone_number and x.created_at < $3 and p.created_at < $3
       returning 1)
     select (select max(phone_number) from portion) as last, (select count(*)::int from gone) as deleted`,
    [organizationId, after, before, limit],
  )
  return row ?? { last: null, deleted: 0 }
}

const LOOKED_THROUGH_AT_ONCE = 50_000

/** Sequence numbers of records that contain this text, after `after`. Read in portions, because a ledger may be long. */
export async function recordsContaining(
  db: Queries,
  organizationId: number,
  text: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<number[]> {
  const found: number[] = []
  for (let from = after; from < upTo; from += LOOKED_THROUGH_AT_ONCE) {
    const rows = await run<{ sequence: number }>(
      db,
      `select sequence from ledger_records
        where organization_id = $1 and sequence > $2 and sequence <= $3 and strpos(record, $4) > 0 order by sequence`,
      [organizationId, from, Math.min(from + LOOKED_THROUGH_AT_ONCE, upTo), text],
    )
    found.push(...rows.map(({ sequence }) => sequence))
  }
  return found
}

export function recordsBySequence(
  db: Queries,
  organizationId: number,
  sequences: readonly number[],
): Promise<ChainedRecord[]> {
  return run(
    db,
    'select sequence, record as text, hash from ledger_records where organization_id = $1 and sequence = any($2)',
    [organizationId, sequences],
  )
}

/** Replaces the text of a record. Its hash stays, because the next record is chained to it. */
export async function rewriteRecord(
  db: Queries,
  organizationId: number,
  { sequence, text }: Pick<ChainedRecord, 'sequence' | 'text'>,
): Promise<void> {
  const values = [organizationId, sequence, text]
  await run(db, 'update ledger_records set record = $3 where organization_id = $1 and sequence = $2', values)
}

const CALLS_COMPARED_MAX = 1_000

/**
 * The newest outbound calls, each of which has a dial record. After an upgrade, nodes of the previous version recorded only
 * dials under a policy for a while: the first day is left out.
 */
export function recentDials(db: Queries, organizationId: number): Promise<Array<{ id: number; at: Date }>> {
  return run(
    db,
    `select c.id, c.claimed_at as at
       from (select id, claimed_at, direction from calls where organization_id = $1 order by id desc limit $2) c,
            (select max(run_at) filter (where name = '0041-ledger-proofs') as recorded, min(run_at) as born from migrations) m
      where c.direction = 'outbound'
        and c.claimed_at > m.recorded + case when m.recorded > m.born + interval '1 hour' then interval '1 day' else interval '0' end`,
    [organizationId, CALLS_COMPARED_MAX],
  )
}

/** The record with this or the next higher sequence number, for a search by time. Null: there is none. */
export async function firstRecordFrom(
  db: Queries,
  organizationId: number,
  sequence: number,
): Promise<ChainedRecord | null> {
  const [found] = await nextRecords(db, organizationId, sequence - 1, 1)
  return found ?? null
}

/** Records about a call within a range of the chain. */
export function recordsOfCall(
  db: Queries,
  organizationId: number,
  callId: number,
  between: { from: number; to: number },
): Promise<ChainedRecord[]> {
  return run(
    db,
    `select sequence, record as text, hash from ledger_records
      where organization_id = $1 and sequence between $2 and $3
        and (strpos(record, $4) > 0 or strpos(record, $5) > 0) order by sequence`,
    [organizationId, between.from, between.to, `"call_id":${callId},`, `"call_id":${callId}}`],
  )
}

/** Hashes of a range of records, in order. */
export async function hashesBetween(
  db: Queries,
  organizationId: number,
  from: number,
  to: number,
): Promise<Array<{ sequence: number; hash: Buffer }>> {
  return run(
    db,
    'select sequence, hash from ledger_records where organization_id = $1 and sequence between $2 and $3 order by sequence',
    [organizationId, from, to],
  )
}

export async function organizationsWithLedger(db: Queries): Promise<number[]> {
  const rows = await run<{ id: number }>(db, 'select organization_id as id from ledger_heads order by 1', [])
  return rows.map(({ id }) => id)
}

export async function organizationsWithUnpinnedErasures(db: Queries): Promise<number[]> {
  const text = 'select organization_id as id from ledger_heads where not erasures_pinned order by 1'
  return (await run<{ id: number }>(db, text, [])).map(({ id }) => id)
}

export async function setErasuresPinned(db: Queries, organizationId: number): Promise<void> {
  await run(db, 'update ledger_heads set erasures_pinned = true where organization_id = $1', [organizationId])
}
