/**
 * Removes files whose call or recording is gone: deleted with a campaign, or erased while they were being stored. Also files
 * that reached the store after their retention time: retention does not visit a call twice.
 *
 * A database can be behind its recordings: after a restore or a failover it does not know the newest calls. So a file is
 * touched only if this database assigned its call's id, nothing is touched after a restore until an operator allows it, and
 * files of unknown calls go to the trash for some days before they are deleted.
 */
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { FileStore, StoredFile } from '../kernel/file-store.ts'
import type { Log } from '../kernel/log.ts'
import { recordingSweepHeldSince, releaseRecordingSweep } from '../organizations/installation.ts'
import type { Database } from '../storage/database.ts'
import { clearRecordingFields, lastCallId, recordedCalls } from './queries.ts'
import { callOfKey } from './recordings.ts'

const EVERY_MS = { folder: 30 * 60_000, s3: 6 * 60 * 60_000 }
/** Younger files are skipped, because their call records may not be stored yet. */
const OLD_MS = 10 * 60_000
const AT_ONCE = 1000
/** File that names the installation which owns this store. */
const OWNER_KEY = 'installation'
/** How long a file of an unknown call stays in the trash. */
export const TRASH_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

export interface SweepDeps {
  db: Database
  clock: Clock
  log: Log
  store: FileStore
  kind: keyof typeof EVERY_MS
  /** The id of this installation. */
  installation: string
  /** Per organization, the last call whose recording is past its retention time. */
  droppedUntil: () => Promise<ReadonlyMap<number, number>>
}

export interface SweepResult extends Record<string, number> {
  /** Files deleted: past their retention time, or long enough in the trash. */
  removed: number
  /** Files moved to the trash: the database assigned their call's id but has no recording of it. */
  trashed: number
  /** 1 if nothing was touched because an operator has to allow the sweep first. */
  held: number
  /** Number of files that the store did not remove or move; the next run tries again. */
  failed: number
}

const NAME = 'sweep-recordings'

export function sweepRecordings(deps: SweepDeps) {
  return {
    name: NAME,
    everyMs: EVERY_MS[deps.kind],
    async runOnce(): Promise<SweepResult> {
      if (await recordingSweepHeldSince(deps.db)) return { removed: 0, trashed: 0, held: 1, failed: 0 }
      await requireOwnStore(deps.store, deps.installation)
      const round = new SweepRound(deps, await deps.droppedUntil(), await lastCallId(deps.db))
      return round.run()
    },
  }
}

/** An operator has confirmed that these files belong to this installation: the sweep continues. */
export async function allowRecordingSweep({ db, store, installation }: SweepDeps): Promise<void> {
  await store.write(OWNER_KEY, Buffer.from(installation))
  await releaseRecordingSweep(db)
}

/** Throws if another installation owns the store: two in one bucket would delete each other's recordings. */
export async function requireOwnStore(store: FileStore, installation: string): Promise<void> {
  const owner = await ownerOfStore(store)
  if (owner === null) return store.write(OWNER_KEY, Buffer.from(installation))
  if (owner !== installation)
    throw new Error(
      `The recordings in ${store.place} belong to another installation; give each one its own place. After a restore run "outdial recordings sweep".`,
    )
}

/** The installation that owns the store; null: none yet. */
export async function ownerOfStore(store: FileStore): Promise<string | null> {
  const mark = await store.read(OWNER_KEY)
  return mark === null ? null : Buffer.concat(await mark.toArray()).toString()
}

class SweepRound {
  readonly #deps: SweepDeps
  readonly #until: ReadonlyMap<number, number>
  readonly #lastCallId: number
  readonly #swept: SweepResult = { removed: 0, trashed: 0, held: 0, failed: 0 }

  constructor(deps: SweepDeps, until: ReadonlyMap<number, number>, last: number) {
    this.#deps = deps
    this.#until = until
    this.#lastCallId = last
  }

  async run(): Promise<SweepResult> {
    const { clock, store } = this.#deps
    let some: StoredFile[] = []
    for await (const file of store.list()) {
      if (isOldTrash(file.key, clock.now())) await this.#each([file], ({ key }) => this.#remove(key))
      if (clock.now() - file.changedAtMs < OLD_MS) continue
      some.push(file)
      if (some.length < AT_ONCE) continue
      await this.#sweep(some)
      some = []
    }
    await this.#sweep(some)
    return this.#swept
  }

  async #sweep(files: readonly StoredFile[]): Promise<void> {
    const calls = files.flatMap(({ key }) => {
      const call = callOfKey(key)
      return call && call.callId <= this.#lastCallId ? [{ key, ...call }] : []
    })
    if (calls.length === 0) return
    const { db } = this.#deps
    const kept = new Set(await recordedCalls(db, [...new Set(calls.map(({ callId }) => callId))]))
    const isLate = ({ organizationId, callId }: { organizationId: number; callId: number }) =>
      callId <= (this.#until.get(organizationId) ?? 0)
    const late = calls.filter((call) => isLate(call))
    // Recorded before the removal, so that a file whose removal fails is found again.
    const noted = late.filter(({ callId }) => kept.has(callId))
    await clearRecordingFields(db, [...new Set(noted.map(({ callId }) => callId))])
    await this.#each(late, ({ key }) => this.#remove(key))
    const unknown = calls.filter((call) => !kept.has(call.callId) && !isLate(call))
    await this.#each(unknown, ({ key }) => this.#trash(key))
  }

  /** Processes the files one by one: a file that the store refuses to remove stays for the next run. */
  async #each<T extends { key: string }>(files: readonly T[], work: (file: T) => Promise<void>): Promise<void> {
    const { log } = this.#deps
    this.#swept.failed += await eachSeparately(files, { log, job: NAME, fieldsOf: ({ key }) => ({ file: key }) }, work)
  }

  async #remove(key: string): Promise<void> {
    await this.#deps.store.remove(key)
    this.#swept.removed++
  }

  async #trash(key: string): Promise<void> {
    const { store, clock } = this.#deps
    const content = await store.read(key)
    if (content) await store.write(trashKey(key, clock.now()), Buffer.concat(await content.toArray()))
    await store.remove(key)
    this.#swept.trashed++
  }
}

/** `trash/2026-11-16/3/41.wav`: the path contains the date, because stores handle file times differently. */
const TRASH = /^trash\/(\d{4}-\d{2}-\d{2})\//

function trashKey(key: string, nowMs: number): string {
  return `trash/${new Date(nowMs).toISOString().slice(0, 10)}/${key}`
}

function isOldTrash(key: string, nowMs: number): boolean {
  const [, since] = TRASH.exec(key) ?? []
  return since !== undefined && nowMs - Date.parse(since) > (TRASH_DAYS + 1) * DAY_MS
}

export interface UnknownFiles {
  files: number
  /** First and last call that the files belong to. */
  firstCallId: number | null
  lastCallId: number | null
}

/** The files that the next sweep would move to the trash, for the operator who has to allow it. */
export async function unknownRecordings({ db, store }: Pick<SweepDeps, 'db' | 'store'>): Promise<UnknownFiles> {
  const found: UnknownFiles = { files: 0, firstCallId: null, lastCallId: null }
  const last = await lastCallId(db)
  for await (const { key } of store.list()) {
    const call = callOfKey(key)
    if (!call || call.callId > last || (await recordedCalls(db, [call.callId])).length > 0) continue
    found.files++
    found.firstCallId = Math.min(call.callId, found.firstCallId ?? call.callId)
    found.lastCallId = Math.max(call.callId, found.lastCallId ?? call.callId)
  }
  return found
}
