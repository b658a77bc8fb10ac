/** All SQL of this room. */
import { sql } from 'kysely'
import { type Queries, violatedConstraint } from '../storage/database.ts'
import type { NumberBlock } from './rules/number-blocks.ts'

export interface RegistryGeneration {
  id: number
  organizationId: number
  registry: string
  /** Date of the registry file: `2026-11-16`. */
  asOf: string
  numbers: number
  fileSha256: string
}

export interface StoredGeneration {
  id: number
  registry: string
  as_of: string
  state: 'importing' | 'ready'
  phase: 'receiving' | 'writing'
  bytes_read: number
  rows_read: number
  numbers: number
  file_sha256: string | null
  author: string
  started_at: Date
  ready_at: Date | null
  stored_bytes: number
}

const GENERATION = sql`id, organization_id as "organizationId", registry, as_of as "asOf", numbers, file_sha256 as "fileSha256"`

/** Generations in force, one per registry. */
export async function readyGenerations(db: Queries, organizationId: number): Promise<RegistryGeneration[]> {
  const { rows } = await sql<RegistryGeneration>`
    select ${GENERATION} from registry_generations where organization_id = ${organizationId} and state = 'ready'
     order by registry`.execute(db)
  return rows
}

export async function allReadyGenerations(db: Queries): Promise<RegistryGeneration[]> {
  const { rows } = await sql<RegistryGeneration>`
    select ${GENERATION} from registry_generations where state = 'ready' order by id`.execute(db)
  return rows
}

export async function isGenerationReady(db: Queries, generationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from registry_generations where id = ${generationId} and state = 'ready'`.execute(db)
  return rows.length > 0
}

export async function listGenerations(db: Queries, organizationId: number): Promise<StoredGeneration[]> {
  const { rows } = await sql<StoredGeneration>`
    select g.id, g.registry, g.as_of, g.state, g.phase, g.bytes_read, g.rows_read, g.numbers, g.file_sha256, g.author,
           g.started_at, g.ready_at, g.stored_bytes
      from registry_generations g where g.organization_id = ${organizationId} and g.state in ('importing', 'ready')
     order by g.registry, g.id`.execute(db)
  return rows
}

export interface NewGeneration {
  organizationId: number
  registry: string
  asOf: string
  author: string
  now: Date
}

/** Begins a generation. Null: another import of this registry is in progress. */
export async function insertGeneration(db: Queries, given: NewGeneration): Promise<number | null> {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into registry_generations (organization_id, registry, as_of, state, author, started_at, seen_at)
      values (${given.organizationId}, ${given.registry}, ${given.asOf}, 'importing', ${given.author}, ${given.now}, ${given.now})
      returning id`.execute(db)
    return rows[0]?.id ?? null
  } catch (error) {
    if (violatedConstraint(error) === 'registry_generations_importing') return null
    throw error
  }
}

export interface ImportProgress {
  phase: StoredGeneration['phase']
  bytes: number
  rows: number
  now: Date
}

/** Stores the progress. False: the import was given up, by this node or by another one that considered it dead. */
export async function saveImportProgress(db: Queries, id: number, progress: ImportProgress): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update registry_generations set phase = ${progress.phase}, bytes_read = ${progress.bytes}, rows_read = ${progress.rows},
           seen_at = ${progress.now}
     where id = ${id} and state = 'importing'`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function insertBlocks(
  db: Queries,
  { id, organizationId }: { id: number; organizationId: number },
  blocks: readonly NumberBlock[],
): Promise<void> {
  await sql`
    insert into registry_blocks (generation_id, organization_id, first_key, last_key, numbers, distances, sum)
    select ${id}, ${organizationId}, * from unnest(
      ${blocks.map(({ firstKey }) => firstKey)}::bigint[], ${blocks.map(({ lastKey }) => lastKey)}::bigint[],
      ${blocks.map(({ numbers }) => numbers)}::integer[], ${blocks.map(({ distances }) => Buffer.from(distances))}::bytea[],
      ${blocks.map(({ sum }) => Buffer.from(sum))}::bytea[])`.execute(db)
}

/** Counts the numbers that are really stored. */
export async function countStored(db: Queries, id: number): Promise<number> {
  const { rows } = await sql<{ numbers: number }>`
    select coalesce(sum(numbers), 0)::bigint as numbers from registry_blocks where generation_id = ${id}`.execute(db)
  return rows[0]?.numbers ?? 0
}

/** Puts the earlier generation out of force, in the transaction that puts the next one in force. */
export async function dropReadyGeneration(db: Queries, organizationId: number, registry: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update registry_generations set state = 'dropped'
     where organization_id = ${organizationId} and registry = ${registry} and state = 'ready'`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export interface FinishedImport {
  rows: number
  numbers: number
  storedBytes: number
  sha256: string
}

/** Puts a generation in force. False: the import was given up in the meantime. */
export async function setGenerationReady(
  db: Queries,
  id: number,
  { rows, numbers, storedBytes, sha256, now }: FinishedImport & { now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update registry_generations set state = 'ready', rows_read = ${rows}, numbers = ${numbers},
           stored_bytes = ${storedBytes}, file_sha256 = ${sha256}, ready_at = ${now}, seen_at = ${now}
     where id = ${id} and state = 'importing'`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function abandonImport(db: Queries, id: number): Promise<void> {
  await sql`update registry_generations set state = 'dropped' where id = ${id} and state = 'importing'`.execute(db)
}

/** Gives up imports whose node no longer reports progress. */
export async function abandonStaleImports(db: Queries, seenBefore: Date): Promise<FailedImport[]> {
  const { rows } = await sql<FailedImport>`
    update registry_generations set state = 'dropped'
     where state = 'importing' and seen_at < ${seenBefore}
    returning organization_id as "organizationId", registry, as_of as "asOf", author`.execute(db)
  return rows
}

export interface FailedImport {
  organizationId: number
  registry: string
  asOf: string
  author: string | null
}

export interface StoredImportFailure {
  registry: string
  step: 'import' | 'check'
  as_of: string
  message: string
  author: string | null
  at: Date
}

/** Stores a failure; it replaces the earlier failure of the same step. The same failure again changes nothing. */
export async function saveImportFailure(
  db: Queries,
  { organizationId, registry, asOf, author }: FailedImport,
  { step, message, now }: { step: StoredImportFailure['step']; message: string; now: Date },
): Promise<void> {
  await sql`
    insert into registry_failures as f (organization_id, registry, step, as_of, message, author, at)
    values (${organizationId}, ${registry}, ${step}, ${asOf}, ${message}, ${author}, ${now})
    on conflict (organization_id, registry, step) do update
      set as_of = excluded.as_of, message = excluded.message, author = excluded.author, at = excluded.at
      where ${step} = 'import' or (f.as_of, f.message) is distinct from (excluded.as_of, excluded.message)`.execute(db)
}

export async function listImportFailures(db: Queries, organizationId: number): Promise<StoredImportFailure[]> {
  const { rows } = await sql<StoredImportFailure>`
    select registry, step, as_of, message, author, at from registry_failures
     where organization_id = ${organizationId} order by registry, at desc`.execute(db)
  return rows
}

/** `step` null: clears the failures of every step. */
export async function clearImportFailures(
  db: Queries,
  organizationId: number,
  registry: string,
  step: StoredImportFailure['step'] | null = null,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from registry_failures where organization_id = ${organizationId} and registry = ${registry}
       and (${step}::text is null or step = ${step}::text)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function droppedGenerations(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from registry_generations where state = 'dropped' order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteBlocks(db: Queries, id: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from registry_blocks where generation_id = ${id} and first_key in (
      select first_key from registry_blocks where generation_id = ${id} order by first_key limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes a generation. An import that was wrongly considered dead may still write a block; the next run deletes it. */
export async function deleteGeneration(db: Queries, id: number): Promise<void> {
  await sql`
    delete from registry_generations g where g.id = ${id} and g.state = 'dropped'
       and not exists (select from registry_blocks b where b.generation_id = g.id)`.execute(db)
}

/** Reads the blocks that may contain these keys. */
export async function blocksWithKeys(
  db: Queries,
  generationId: number,
  keys: readonly number[],
): Promise<NumberBlock[]> {
  const { rows } = await sql<NumberBlock>`
    select first_key as "firstKey", last_key as "lastKey", numbers, distances, sum
      from registry_blocks
     where generation_id = ${generationId} and first_key in (
       select (select b.first_key from registry_blocks b
                where b.generation_id = ${generationId} and b.first_key <= k.key order by b.first_key desc limit 1)
         from unnest(${keys as number[]}::bigint[]) as k (key))
     order by first_key`.execute(db)
  return rows
}
