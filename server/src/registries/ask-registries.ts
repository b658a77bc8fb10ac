/**
 * Compares people with the do-not-call registries in force before they can be called. Matches become entries of the do-not-call
 * list, which every claim checks. An entry stays when the registry is replaced or deleted: the person may have objected in the
 * meantime.
 */
import type { Clock } from '../kernel/clock.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database } from '../storage/database.ts'
import { appendSuppressionChange } from '../suppressions/append-change.ts'
import { suppressMany } from '../suppressions/queries.ts'
import { findNumbers, SortedNumbers } from './find-numbers.ts'
import { type Generation, isReady, readyGenerations } from './queries.ts'

export interface AskRegistriesDeps {
  db: Database
  clock: Clock
  keys: LedgerKeys
  /** Called after the do-not-call list has grown: calls that were claimed but not yet sent to a carrier are checked again. */
  listed(organizationId: number): void
}

export interface ComparisonResult {
  /** Number of new entries of the do-not-call list. */
  added: number
  matches: number
}

/**
 * Adds the numbers that are on this registry to the do-not-call list. Null: the registry was replaced or deleted in the meantime,
 * so some of its blocks may have been missing.
 */
export async function suppressMatches(
  deps: AskRegistriesDeps,
  generation: Generation,
  wanted: SortedNumbers,
): Promise<ComparisonResult | null> {
  const { db, clock, listed } = deps
  const { organizationId, registry } = generation
  const compared = { added: 0, matches: 0 }
  for await (const numbers of findNumbers(db, generation.id, wanted)) {
    compared.matches += numbers.length
    compared.added += await suppressMany(db, numbers, {
      organizationId,
      reason: `on the registry ${registry}`,
      source: sourceOf(registry),
      author: sourceOf(registry),
      now: new Date(clock.now()),
    })
  }
  if (compared.added > 0) {
    listed(organizationId)
    const by = sourceOf(registry)
    const change = { change: 'added', entries: compared.added, source: by, by } as const
    await db.transaction().execute((tx) => {
      return appendSuppressionChange(tx, { organizationId, now: new Date(clock.now()), ...change })
    })
  }
  // The blocks of a generation are deleted only after it has gone out of force.
  return (await isReady(db, generation.id)) ? compared : null
}

/** Source of the entry, for example `registry:us-national-dnc`. */
export const sourceOf = (registry: string): string => `registry:${registry}`

const TRIES_MAX = 3

/**
 * Compares contacts that are about to be added or called one by one. Returns the registries used. The ledger gets a record only
 * if a number was found.
 */
export async function askRegistries(
  deps: AskRegistriesDeps,
  organizationId: number,
  addresses: readonly string[],
): Promise<Generation[]> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const generations = await readyGenerations(deps.db, organizationId)
    const all = await Promise.all(generations.map((one) => askOne(deps, one, addresses)))
    if (all.every((isWhole) => isWhole)) return generations
  }
  throw new Error('the registries were replaced while they were asked')
}

async function askOne(deps: AskRegistriesDeps, generation: Generation, addresses: readonly string[]): Promise<boolean> {
  const wanted = new SortedNumbers()
  for (const address of addresses) wanted.add(address)
  const compared = await suppressMatches(deps, generation, wanted)
  if (compared === null) return false
  if (compared.added > 0) await recordAdded(deps, generation, { compared: wanted.size, ...compared })
  return true
}

async function recordAdded(
  { db, clock, keys }: AskRegistriesDeps,
  generation: Generation,
  figures: { compared: number; matches: number; added: number },
): Promise<void> {
  const { organizationId } = generation
  await db.transaction().execute((tx) =>
    appendRecords(tx, keys, organizationId, [
      {
        kind: 'registry_checked',
        atMs: clock.now(),
        actor: sourceOf(generation.registry),
        body: { ...evidenceOf(generation), ...figures },
      },
    ]),
  )
}

/** The fields of a ledger record that identify the registry and its file. */
export function evidenceOf({ registry, asOf, fileSha256, numbers }: Generation) {
  return { registry, checked_on: asOf, file_sha256: fileSha256, numbers }
}
