/**
 * Recurring job: records a digest of each pack in use in the ledger, at the first start and after every change. The content of
 * packs is part of the program, and an upgrade can change it.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { Log } from '../kernel/log.ts'
import { appendRecords } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Database } from '../storage/database.ts'
import { builtInPacks } from './packs/packs.ts'
import { organizationsWithPolicy, policiesInForce, recordedPacks, savePacks } from './queries.ts'
import type { Policy } from './rules/policy.ts'

const EVERY_MS = 3_600_000
const DIGEST_LENGTH = 16

/** A digest of the rules of each pack. */
export function packDigests(policies: readonly Policy[]): Record<string, string> {
  const packs = builtInPacks()
  const names = [...new Set(policies.flatMap(({ packs: chosen }) => chosen ?? []))].sort()
  return Object.fromEntries(
    names.flatMap((name) => {
      const pack = packs.get(name)
      return pack ? [[name, digestOf(pack.rules)]] : []
    }),
  )
}

function digestOf(rules: unknown): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, DIGEST_LENGTH)
}

export function recordPacks(deps: { db: Database; clock: Clock; log: Log; keys: LedgerKeys }) {
  const { db, clock, log, keys } = deps
  const name = 'record-packs'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce(): Promise<Record<string, number>> {
      let recorded = 0
      const each = { log, job: name, fieldsOf: (id: number) => ({ organization_id: id }) }
      const failed = await eachSeparately(await organizationsWithPolicy(db), each, async (organizationId) => {
        const inForce = [...(await policiesInForce(db, organizationId)).values()]
        const packs = packDigests(inForce.map(({ policy }) => policy))
        if (JSON.stringify(packs) === (await recordedPacks(db, organizationId))) return
        await db.transaction().execute(async (tx) => {
          const draft = { kind: 'packs_changed', atMs: clock.now(), actor: 'program', body: { packs } }
          await appendRecords(tx, keys, organizationId, [draft])
          await savePacks(tx, organizationId, JSON.stringify(packs))
        })
        recorded++
      })
      return { recorded, failed }
    },
  }
}
