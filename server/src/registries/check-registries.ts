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
import { isGenerationReady, type RegistryGeneration, readyGenerations } from './queries.ts'

export interface CheckRegistriesDeps {
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
  deps: CheckRegistriesDeps,
  generation: RegistryGeneration,
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
      source: suppressionSourceOf(registry),
      author: suppressionSourceOf(registry),
      now: new Date(clock.now()),
    })
  }
  if (compared.added > 0) {
    listed(organizationId)
    const by = suppressionSourceOf(registry)
    const change = { change: 'added', entries: compared.added, source: by, by } as const
    await db.transaction().execute((tx) => {
      return appendSuppressionChange(tx, { organizationId, now: new Date(clock.now()), ...change })
    })
  }
  // The blocks of a generation are deleted only after it has gone out of force.
  return (await isGenerationReady(db, generation.id)) ? compared : null
}

/** Source of the entry, for example `registry:us-national-dnc`. */
export const suppressionSourceOf = (registry: string): string => `registry:${registry}`

const TRIES_MAX = 3

/**
 * Compares contacts that are about to be added or called one by one. Returns the registries used. The ledger gets a record only
 * if a number was found.
 */
export async function checkAgainstRegistries(
  deps: CheckRegistriesDeps,
  organizationId: number,
  addresses: readonly string[],
): Promise<RegistryGeneration[]> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const generations = await readyGenerations(deps.db, organizationId)
    const all = await Promise.all(generations.map((one) => askOne(deps, one, addresses)))
    if (all.every((isWhole) => isWhole)) return generations
  }
  throw new Error('the registries were replaced while they were asked')
}

async function askOne(
  deps: CheckRegistriesDeps,
  generation: RegistryGeneration,
  addresses: readonly string[],
): Promise<boolean> {
  const wanted = new SortedNumbers()
  for (const address of addresses) wanted.add(address)
  const compared = await suppressMatches(deps, generation, wanted)
  if (compared === null) return false
  if (compared.added > 0) await recordAdded(deps, generation, { compared: wanted.size, ...compared })
  return true
}

async function recordAdded(
  { db, clock, keys }: CheckRegistriesDeps,
  generation: RegistryGeneration,
  figures: { compared: number; matches: number; added: number },
): Promise<void> {
  const { organizationId } = generation
  await db.transaction().execute((tx) =>
    appendRecords(tx, keys, organizationId, [
      {
        kind: 'registry_checked',
        atMs: clock.now(),
        actor: suppressionSourceOf(generation.registry),
        body: { ...registryEvidenceOf(generation), ...figures },
      },
    ]),
  )
}

/** The fields of a ledger record that identify the registry and its file. */
export function registryEvidenceOf({ registry, asOf, fileSha256, numbers }: RegistryGeneration) {
  return { registry, checked_on: asOf, file_sha256: fileSha256, numbers }
}
