/** All SQL of this room. The statements of an append are given as text too: the dialer sends them with its own. */
import { CompiledQuery } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { ChainedRecord, Head } from './rules/chain.ts'
import type { Checkpoint, CheckpointKind } from './signing.ts'

export const INSERT_RECORDS = `insert into ledger_records (organization_id, sequence, record, hash)
  select $1::bigint, sequence, record, hash
    from unnest($2::bigint[], $3::text[], $4::bytea[]) as given (sequence, record, hash)`

/**
 * The same for the dialer, which appends most: the texts in one, a line each (canonical JSON has no line feed of its own),
 * and the hashes in hexadecimal. Quoting the texts as an array cost as much as everything else about a record together.
 */
export const INSERT_LINES = `insert into ledger_records (organization_id, sequence, record, hash)
  select $1::bigint, $2::bigint + given.place - 1, given.record, decode(given.hash, 'hex')
    from unnest(string_to_array($3::text, E'\\n'), string_to_array($4::text, E'\\n')) with ordinality as given (record, hash, place)`

export const WRITE_HEAD = `insert into ledger_heads (organization_id, sequence, hash, seal)
  values ($1::bigint, $2::bigint, $3::bytea, $4::bytea)
  on conflict (organization_id) do update
    set sequence = excluded.sequence, hash = excluded.hash, seal = excluded.seal`

export const READ_HEAD = 'select sequence, hash, seal from ledger_heads where organization_id = $1'

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

export interface StoredHead extends Head {
  seal: Buffer
}

export async function readHead(db: Queries, organizationId: number): Promise<StoredHead | null> {
  const [head] = await run<StoredHead>(db, READ_HEAD, [organizationId])
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
  public_key: Buffer
  signature: Buffer
}

export async function readCheckpoints(db: Queries, organizationId: number): Promise<Checkpoint[]> {
  const rows = await run<CheckpointRow>(
    db,
    `select kind, sequence, hash, at, public_key, signature from ledger_checkpoints
      where organization_id = $1 order by sequence, id`,
    [organizationId],
  )
  return rows.map(({ kind, sequence, hash, at, public_key, signature }) => ({
    kind,
    sequence,
    hash,
    atMs: at.getTime(),
    publicKey: public_key,
    signature,
  }))
}

export async function insertCheckpoint(db: Queries, organizationId: number, checkpoint: Checkpoint): Promise<void> {
  await run(
    db,
    `insert into ledger_checkpoints (organization_id, kind, sequence, hash, at, public_key, signature)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      organizationId,
      checkpoint.kind,
      checkpoint.sequence,
      checkpoint.hash,
      new Date(checkpoint.atMs),
      checkpoint.publicKey,
      checkpoint.signature,
    ],
  )
}

/** Those whose head has moved since their last checkpoint. */
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

export async function deleteRecordsUpTo(db: Queries, organizationId: number, sequence: number): Promise<void> {
  await run(db, 'delete from ledger_records where organization_id = $1 and sequence <= $2', [organizationId, sequence])
}

/** Their numbers; a long ledger is looked through without holding anybody up. */
export async function recordsNaming(
  db: Queries,
  organizationId: number,
  number: string,
  after: number,
): Promise<number[]> {
  const rows = await run<{ sequence: number }>(
    db,
    `select sequence from ledger_records
      where organization_id = $1 and sequence > $2 and strpos(record, $3) > 0 order by sequence`,
    [organizationId, after, number],
  )
  return rows.map(({ sequence }) => sequence)
}

export function recordsBy(db: Queries, organizationId: number, sequences: readonly number[]): Promise<ChainedRecord[]> {
  return run(
    db,
    'select sequence, record as text, hash from ledger_records where organization_id = $1 and sequence = any($2)',
    [organizationId, sequences],
  )
}

/** The hash stays: it is what the next record was chained to. */
export async function rewriteRecord(
  db: Queries,
  organizationId: number,
  { sequence, text }: Pick<ChainedRecord, 'sequence' | 'text'>,
): Promise<void> {
  const values = [organizationId, sequence, text]
  await run(db, 'update ledger_records set record = $3 where organization_id = $1 and sequence = $2', values)
}
