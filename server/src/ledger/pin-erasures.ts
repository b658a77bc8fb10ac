/**
 * Recurring job, once for each ledger: earlier versions rewrote the records of an erased person without recording their new
 * text. For each such ledger one record now contains its hash, so that these texts cannot be changed a second time.
 */
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { appendRecords } from './append-records.ts'
import { lastCheckpoint, nextRecords, organizationsWithUnpinnedErasures, setErasuresPinned } from './queries.ts'
import { CHAIN_START, ChainVerifier, ERASURES_PINNED } from './rules/chain.ts'
import type { LedgerKeys } from './signing.ts'

const EVERY_MS = 3_600_000
const PAGE = 2_000

export function pinErasures(deps: { db: Database; clock: Clock; log: Log; keys: LedgerKeys }) {
  const { db, clock, log, keys } = deps
  const name = 'pin-erasures'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce(): Promise<Record<string, number>> {
      let pinned = 0
      const each = { log, job: name, fieldsOf: (id: number) => ({ organization_id: id }) }
      const failed = await eachSeparately(await organizationsWithUnpinnedErasures(db), each, async (organizationId) => {
        const rewritten = await unpinnedRecords(db, organizationId)
        const draft = { kind: ERASURES_PINNED, atMs: clock.now(), actor: 'upgrade', body: { rewritten } }
        await db.transaction().execute(async (tx) => {
          await appendRecords(tx, keys, organizationId, rewritten.length > 0 ? [draft] : [])
          await setErasuresPinned(tx, organizationId)
        })
        pinned += rewritten.length
      })
      return { pinned, failed }
    },
  }
}

async function unpinnedRecords(db: Database, organizationId: number) {
  const cut = (await lastCheckpoint(db, organizationId, 'cut')) ?? CHAIN_START
  const walk = new ChainVerifier(organizationId, cut)
  for (;;) {
    const page = await nextRecords(db, organizationId, walk.last.sequence, PAGE)
    // Records after a break of the chain are not pinned, because they may be forged.
    if (page.length === 0 || !page.every((record) => walk.step(record))) return walk.unpinned
  }
}
