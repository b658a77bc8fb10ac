/**
 * Imports the file of a registry as a new generation. Look-ups use the generation only when it is complete and counted; one
 * transaction puts it in force in place of the earlier one. Blocks are written in small transactions.
 */
import type { Clock } from '../kernel/clock.ts'
import { ApiError, ValidationError } from '../kernel/errors.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database, Queries } from '../storage/database.ts'
import {
  abandonImport,
  clearImportFailures,
  countStored,
  dropReadyGeneration,
  type FinishedImport,
  insertBlocks,
  insertGeneration,
  type RegistryGeneration,
  readyGenerations,
  saveImportFailure,
  saveImportProgress,
  setGenerationReady,
} from './queries.ts'
import { type RegistryFormat, RegistryLineError } from './rules/read-registry.ts'
import type { RegistrySummary } from './sort-registry.ts'
import { openSorterThread, type SorterThread } from './sorter-thread.ts'

/** Maximum size of a file; one with 250 million lines has about 3 GB. */
export const REGISTRY_BYTES_MAX = 8 * 1024 ** 3
/** Concurrent imports on one node. Each uses a core and about 100 MB of memory. */
export const REGISTRY_IMPORTS_AT_ONCE = 1
/** A file with less than this share of the earlier file's numbers is probably cut off. */
export const SMALLER_FILE_SHARE_MIN = 0.9
const BLOCKS_AT_ONCE = 500
const PROGRESS_EVERY_MS = 1_000

export interface RegistryImportRequest {
  organizationId: number
  registry: string
  asOf: string
  format: RegistryFormat
  acceptsSmaller: boolean
  author: string
  content: AsyncIterable<Uint8Array>
}

export interface RegistryImportDeps {
  db: Database
  clock: Clock
  keys: LedgerKeys
  /** Directory for temporary files of the sort. */
  directory: string
}

let running = 0

export async function importRegistry(deps: RegistryImportDeps, order: RegistryImportRequest): Promise<void> {
  if (running >= REGISTRY_IMPORTS_AT_ONCE) throw new ApiError('registry_import_running')
  running++
  try {
    await importOne(deps, order)
  } finally {
    running--
  }
}

async function importOne(deps: RegistryImportDeps, order: RegistryImportRequest): Promise<void> {
  const { db, clock } = deps
  await requireNewer(db, order)
  const id = await insertGeneration(db, { ...order, now: new Date(clock.now()) })
  if (id === null) throw new ApiError('registry_import_running')
  const sorter = openSorterThread(order.format, deps.directory)
  try {
    const generation = { id, organizationId: order.organizationId }
    const { summary, bytes } = await receive(deps, id, sorter, order.content)
    if (summary.rows === 0) throw new ApiError('no_valid_rows')
    const stored = await writeBlocks(deps, generation, sorter, { rows: summary.rows, bytes })
    await putInForce(deps, order, id, { ...summary, ...stored })
  } catch (error) {
    const told = error instanceof RegistryLineError ? lineFault(error) : error
    // If this fails too, a recurring job gives up the import later.
    await giveUpWith(deps, order, id, told).catch(() => {})
    throw told
  } finally {
    await sorter.close()
  }
}

const UNKNOWN_CAUSE =
  'The file did not arrive whole, or could not be stored. Nothing was imported; send it again. The log of the program has the cause.'

async function giveUpWith(
  { db, clock }: RegistryImportDeps,
  order: RegistryImportRequest,
  id: number,
  error: unknown,
): Promise<void> {
  await abandonImport(db, id)
  await saveImportFailure(db, order, { step: 'import', message: causeOf(error), now: new Date(clock.now()) })
}

function causeOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  const fault = error instanceof ValidationError ? error.detail[0] : undefined
  return fault?.msg.replace(/^Value error, /, '') ?? UNKNOWN_CAUSE
}

function lineFault({ line, message }: RegistryLineError): ValidationError {
  const msg = `Value error, line ${line}: ${message} Nothing was imported.`
  return new ValidationError([{ loc: ['body', String(line)], msg, type: 'value_error', input: null, ctx: { line } }])
}

async function receive(
  deps: RegistryImportDeps,
  id: number,
  sorter: SorterThread,
  content: AsyncIterable<Uint8Array>,
): Promise<{ summary: RegistrySummary; bytes: number }> {
  const progress = progressOf(deps, id)
  let bytes = 0
  for await (const piece of content) {
    bytes += piece.length
    const rows = await sorter.push(piece)
    await progress({ phase: 'receiving', bytes, rows })
  }
  return { summary: await sorter.end(), bytes }
}

/** Stores the progress at most once a second. Throws if the import was given up. */
function progressOf({ db, clock }: RegistryImportDeps, id: number) {
  let reportedMs = clock.now()
  return async (progress: { phase: 'receiving' | 'writing'; bytes: number; rows: number }): Promise<void> => {
    if (clock.now() - reportedMs < PROGRESS_EVERY_MS) return
    reportedMs = clock.now()
    if (!(await saveImportProgress(db, id, { ...progress, now: new Date(reportedMs) }))) throw givenUp()
  }
}

const givenUp = () => new Error('the import of a registry was given up by another node')

async function writeBlocks(
  deps: RegistryImportDeps,
  generation: { id: number; organizationId: number },
  sorter: SorterThread,
  read: { rows: number; bytes: number },
): Promise<{ numbers: number; storedBytes: number }> {
  const progress = progressOf(deps, generation.id)
  let numbers = 0
  let storedBytes = 0
  for (;;) {
    const blocks = await sorter.nextBlocks(BLOCKS_AT_ONCE)
    if (blocks.length === 0) break
    await insertBlocks(deps.db, generation, blocks)
    for (const block of blocks) {
      numbers += block.numbers
      storedBytes += block.distances.length
    }
    await progress({ phase: 'writing', ...read })
  }
  const stored = await countStored(deps.db, generation.id)
  if (stored !== numbers) throw new Error(`${stored} of ${numbers} numbers of a registry were stored`)
  return { numbers, storedBytes }
}

async function putInForce(
  { db, clock, keys }: RegistryImportDeps,
  order: RegistryImportRequest,
  id: number,
  finished: FinishedImport,
): Promise<void> {
  const { organizationId, registry, asOf, author } = order
  const now = new Date(clock.now())
  await db.transaction().execute(async (tx) => {
    const { rows, numbers, sha256 } = finished
    // Takes the organization's lock first, so that two imports which end at the same time are put in force one after the other.
    const body = { registry, as_of: asOf, file_sha256: sha256, rows, numbers }
    await appendRecords(tx, keys, organizationId, [
      { kind: 'registry_imported', atMs: now.getTime(), actor: author, body },
    ])
    const before = await requireNewer(tx, order)
    if (before) requireNotSmaller(before.numbers, numbers, order.acceptsSmaller)
    await dropReadyGeneration(tx, organizationId, registry)
    if (!(await setGenerationReady(tx, id, { ...finished, now }))) throw givenUp()
    await clearImportFailures(tx, organizationId, registry)
  })
}

function requireNotSmaller(before: number, now: number, accepts: boolean): void {
  if (accepts || now >= before * SMALLER_FILE_SHARE_MIN) return
  throw new ApiError('registry_smaller', {
    message: `The file has ${now} numbers and the registry in force has ${before}: the file may be cut off. Send accept_smaller=true if it is complete. Nothing was imported.`,
  })
}

/** Throws if the file is older than the generation in force; returns that generation. */
async function requireNewer(
  db: Queries,
  { organizationId, registry, asOf }: RegistryImportRequest,
): Promise<RegistryGeneration | null> {
  const before = (await readyGenerations(db, organizationId)).find((one) => one.registry === registry)
  if (!before || before.asOf <= asOf) return before ?? null
  const msg = `Value error, a file of ${before.asOf} is in force, and this one is older. Nothing was imported.`
  throw new ValidationError([{ loc: ['query', 'as_of'], msg, type: 'value_error', input: asOf }])
}
