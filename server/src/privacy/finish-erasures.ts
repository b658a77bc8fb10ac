/**
 * The steps of an erasure after its main transaction. Each stores its progress and its counts with its work, so that after an
 * interruption it continues where it stopped, on any node, and the counts stay true.
 */
import type { Transaction } from 'kysely'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import { removeRecording } from '../calls/recordings.ts'
import { deletePortionOfEvents } from '../events/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { FileStore } from '../kernel/file-store.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { eraseFromLedger } from '../ledger/erase-person.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { erasePortionOfAudit } from '../organizations/audit-queries.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { deleteDeliveriesOf } from '../webhooks/delivery-queries.ts'
import {
  findOpenErasure,
  lockOpenErasure,
  type OpenErasure,
  openErasures,
  type RemainingErasure,
  saveErasureProgress,
} from './queries.ts'

const EVERY_MS = 60_000
/** The request itself may still be at work before. */
const AFTER_MS = 5 * 60_000

export interface ErasureDeps {
  db: Database
  clock: Clock
  keys: LedgerKeys
  recordings: FileStore
}

/** Recurring job: finishes erasures whose request was interrupted. */
export function finishErasures({ log, ...deps }: ErasureDeps & { log: Log }): RecurringJob {
  const name = 'finish-erasures'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce() {
      let erasures = 0
      const open = await openErasures(deps.db, new Date(deps.clock.now() - AFTER_MS))
      const fieldsOf = ({ id, organization_id }: (typeof open)[number]) => ({ organization_id, erasure_id: id })
      const failed = await eachSeparately(open, { log, job: name, fieldsOf }, async ({ id }) => {
        await finishErasure(deps, id)
        erasures++
      })
      return { erasures, failed }
    },
  }
}

export async function finishErasure(deps: ErasureDeps, id: number): Promise<void> {
  for (;;) {
    const erasure = await findOpenErasure(deps.db, id)
    if (!erasure) return
    await STEPS[stepOf(erasure.remaining)](deps, id, erasure)
  }
}

type Step = 'events' | 'audit' | 'ledger' | 'files'

/** Files come last: a bucket that refuses to delete one holds back nothing else. */
function stepOf({ eventsAfter, auditAfter, ledgerAddresses }: RemainingErasure): Step {
  if (eventsAfter !== null) return 'events'
  if (auditAfter !== null) return 'audit'
  return ledgerAddresses.length > 0 ? 'ledger' : 'files'
}

const STEPS: Record<Step, (deps: ErasureDeps, id: number, erasure: OpenErasure) => Promise<void>> = {
  events: ({ db }, id) => advance(db, id, erasePortionOfEvents),
  audit: ({ db }, id) => advance(db, id, erasePortionOfAuditTrail),
  ledger: eraseNextFromLedger,
  files: removeFiles,
}

interface Progress {
  counted: Record<string, number>
  /** Null: the erasure is finished. */
  remaining: RemainingErasure | null
}

type Portion = (tx: Transaction<Schema>, erasure: OpenErasure) => Promise<Progress>

/** Does a portion, and stores in the same transaction that it is done. */
async function advance(db: Database, id: number, portion: Portion): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const erasure = await lockOpenErasure(tx, id)
    if (erasure) await save(tx, id, erasure, await portion(tx, erasure))
  })
}

function save(
  tx: Transaction<Schema>,
  id: number,
  { counts }: OpenErasure,
  { counted, remaining }: Progress,
): Promise<void> {
  const sums = { ...counts }
  for (const [name, count] of Object.entries(counted)) sums[name] = (sums[name] ?? 0) + count
  return saveErasureProgress(tx, id, sums, remaining)
}

async function erasePortionOfEvents(
  tx: Transaction<Schema>,
  { organizationId, remaining }: OpenErasure,
): Promise<Progress> {
  const { last, deleted } = await deletePortionOfEvents(tx, organizationId, remaining, remaining.eventsAfter ?? 0)
  // A webhook may have made deliveries of these events since the main transaction.
  const deliveries = await deleteDeliveriesOf(tx, organizationId, remaining)
  return { counted: { events: deleted, deliveries }, remaining: { ...remaining, eventsAfter: last } }
}

async function erasePortionOfAuditTrail(
  tx: Transaction<Schema>,
  { organizationId, remaining }: OpenErasure,
): Promise<Progress> {
  const of = { ...remaining, replacement: ERASED_NUMBER }
  const { last, erased } = await erasePortionOfAudit(tx, organizationId, of, remaining.auditAfter ?? 0)
  return { counted: { audit_events: erased }, remaining: { ...remaining, auditAfter: last } }
}

async function eraseNextFromLedger(
  { db, keys, clock }: ErasureDeps,
  id: number,
  { organizationId, author, remaining: { ledgerAddresses } }: OpenErasure,
): Promise<void> {
  const number = ledgerAddresses[0] as string
  await eraseFromLedger(
    { db, keys },
    {
      organizationId,
      number,
      actor: author,
      atMs: clock.now(),
      async settle(tx, records) {
        const erasure = await lockOpenErasure(tx, id)
        if (!erasure?.remaining.ledgerAddresses.includes(number)) return false
        const left = erasure.remaining.ledgerAddresses.filter((address) => address !== number)
        const remaining = { ...erasure.remaining, ledgerAddresses: left }
        await save(tx, id, erasure, { counted: { ledger_records: records }, remaining })
        return true
      },
    },
  )
}

async function removeFiles(
  { db, recordings }: ErasureDeps,
  id: number,
  { organizationId, remaining: { callIds } }: OpenErasure,
): Promise<void> {
  for (const callId of callIds) await removeRecording(recordings, { organizationId, callId })
  await advance(db, id, async (tx, { remaining }) => ({
    counted: { deliveries: await deleteDeliveriesOf(tx, organizationId, remaining) },
    remaining: null,
  }))
}
