/**
 * Compares contact lists with the do-not-call registries in force: at their import, before a start, and again when a registry was
 * replaced. The check is stored as evidence for the list. People who are added later are checked separately.
 */
import { setImmediate } from 'node:timers/promises'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { appendRecords } from '../ledger/append-records.ts'
import {
  type CheckRegistriesDeps,
  registryEvidenceOf,
  suppressionSourceOf,
  suppressMatches,
} from '../registries/check-registries.ts'
import { SortedNumbers } from '../registries/find-numbers.ts'
import {
  allReadyGenerations,
  clearImportFailures,
  type RegistryGeneration,
  readyGenerations,
  saveImportFailure,
} from '../registries/queries.ts'
import type { Queries } from '../storage/database.ts'
import { insertRegistryCheck, lastCheckedContact } from './list-proofs.ts'
import { nextNumbers } from './queries.ts'

/** Rows in one statement. */
const ROWS_AT_ONCE = 5_000
const TRIES_MAX = 3
const EVERY_MS = 5_000

/** Resolves when all people on the list have been compared with every registry in force. */
export async function checkList(deps: CheckRegistriesDeps, organizationId: number, listId: number): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    let isWhole = true
    for (const generation of await readyGenerations(deps.db, organizationId)) {
      isWhole = (await checkAgainst(deps, generation, listId)) && isWhole
    }
    if (isWhole) return
  }
  throw new Error('the registries were replaced while a list was checked')
}

/** False: the registry was replaced in the meantime. */
async function checkAgainst(
  deps: CheckRegistriesDeps,
  generation: RegistryGeneration,
  listId: number,
): Promise<boolean> {
  const { db } = deps
  try {
    return await compareList(deps, generation, listId)
  } catch (error) {
    const message =
      'A contact list could not be compared with this registry; it is tried again. The log of the program has the cause. Import the file again if its stored numbers are damaged.'
    await saveImportFailure(
      db,
      { ...generation, author: null },
      { step: 'check', message, now: new Date(deps.clock.now()) },
    )
    throw error
  }
}

async function compareList(
  deps: CheckRegistriesDeps,
  generation: RegistryGeneration,
  listId: number,
): Promise<boolean> {
  const { db } = deps
  const afterId = await lastCheckedContact(db, listId, generation.id)
  const { wanted, lastId } = await readNumbers(db, listId, afterId)
  if (lastId === afterId) return true
  const compared = await suppressMatches(deps, generation, wanted)
  if (compared === null) return false
  await keepCheck(deps, generation, { listId, lastId, compared: wanted.size, ...compared })
  return true
}

async function readNumbers(db: Queries, listId: number, afterId: number) {
  const wanted = new SortedNumbers()
  let lastId = afterId
  for (;;) {
    const rows = await nextNumbers(db, listId, lastId, ROWS_AT_ONCE)
    for (const { phone_number, more_numbers } of rows)
      for (const number of [phone_number, ...(more_numbers ?? [])]) wanted.add(number)
    lastId = rows.at(-1)?.id ?? lastId
    if (rows.length < ROWS_AT_ONCE) return { wanted, lastId }
    await setImmediate()
  }
}

interface CheckedList {
  listId: number
  /** All people on the list up to this contact id were checked. */
  lastId: number
  compared: number
  matches: number
  added: number
}

async function keepCheck(
  { db, clock, keys }: CheckRegistriesDeps,
  generation: RegistryGeneration,
  { listId, lastId, compared, matches, added }: CheckedList,
): Promise<void> {
  const { organizationId, registry, asOf, fileSha256, numbers } = generation
  const now = new Date(clock.now())
  const author = suppressionSourceOf(registry)
  const record = { list_id: listId, ...registryEvidenceOf(generation), compared, matches, added }
  await db.transaction().execute(async (tx) => {
    await appendRecords(tx, keys, organizationId, [
      { kind: 'registry_checked', atMs: now.getTime(), actor: author, body: record },
    ])
    const check = { registry, checked_on: asOf, file_sha256: fileSha256, numbers, author, created_at: now }
    const reach = { generationId: generation.id, lastContactId: lastId, compared, matches }
    await insertRegistryCheck(tx, { id: listId, organizationId }, check, reach)
  })
}

export interface CheckListsDeps extends CheckRegistriesDeps {
  log: Log
  listsInUse(organizationId: number): Promise<number[]>
  /** All people on the lists in use were compared with these registries. */
  allChecked(organizationId: number, generations: readonly RegistryGeneration[]): Promise<void>
}

/**
 * Recurring job: checks the lists of unfinished campaigns after a registry was replaced, and for people who were added during a
 * check.
 */
export function checkLists(deps: CheckListsDeps): RecurringJob {
  return {
    name: 'check-lists',
    everyMs: EVERY_MS,
    async runOnce() {
      let failed = 0
      const ready = await allReadyGenerations(deps.db)
      for (const organizationId of new Set(ready.map((one) => one.organizationId))) {
        const generations = ready.filter((one) => one.organizationId === organizationId)
        failed += await checkOrganization(deps, organizationId, generations)
      }
      return { failed }
    },
  }
}

/** Returns how many lists failed. Generations replaced in the meantime are no evidence: `allChecked` checks that again. */
async function checkOrganization(
  deps: CheckListsDeps,
  organizationId: number,
  generations: readonly RegistryGeneration[],
): Promise<number> {
  const { db, log } = deps
  let failed = 0
  for (const listId of await deps.listsInUse(organizationId)) {
    try {
      await checkList(deps, organizationId, listId)
    } catch (error) {
      failed++
      const fields = { organization_id: organizationId, list_id: listId, err: error }
      log.error(fields, 'failed to check a contact list against the registries; it is retried')
    }
  }
  if (failed > 0) return failed
  try {
    for (const { registry } of generations) await clearImportFailures(db, organizationId, registry, 'check')
    await deps.allChecked(organizationId, generations)
  } catch (error) {
    failed++
    const fields = { organization_id: organizationId, err: error }
    log.error(fields, 'failed to record that all lists were checked against the registries; it is retried')
  }
  return failed
}
