/** Unbinds the numbers of a deleted configuration at the carrier, so that it stops sending their calls to this server. */
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { rejectOnAbort, withTimeLimit } from '../../kernel/time-limit.ts'
import type { Database } from '../../storage/database.ts'
import type { AccountPool, OpenAccount } from '../account-pool.ts'
import { type BoundNumber, boundNumbersOf, isNumberBound } from '../numbers/queries.ts'
import type { SyncResult } from '../provider.ts'

export interface ReleaseResult {
  /** Result at the carrier; null: no number was bound. */
  sync: SyncResult | null
  /** Numbers whose calls the carrier still sends to this server, because the request failed or is pending. */
  stillBound: string[]
}

/** Longest time that the delete request waits; remaining numbers are released afterwards. */
const ANSWER_WITHIN_MS = 30_000
const ONE_WITHIN_MS = 30_000
const ALL_WITHIN_MS = 60 * 60_000
/** Longest time that a stopping node waits for releases in progress. */
const STOP_WITHIN_MS = 10_000

const NOT_YET = 'The carrier is still being updated; the log has the result.'
const NOT_OPENED = 'The account could not be opened.'
const NOT_TOLD = 'The carrier could not be updated.'
const NOT_REACHED = 'The carrier did not finish in time.'

export interface ReleaseDeps {
  clock: Clock
  log: Log
  /** Whether the number is bound now: another configuration of the same account may have bound it in the meantime. */
  isBoundNow(number: BoundNumber): Promise<boolean>
}

export class NumberReleases {
  readonly #deps: ReleaseDeps
  readonly #running = new Set<Promise<void>>()
  readonly #stopped = new AbortController()

  constructor(deps: ReleaseDeps) {
    this.#deps = deps
  }

  async release(
    configurationId: number,
    opened: Pick<OpenAccount, 'account'> | null,
    numbers: readonly BoundNumber[],
  ): Promise<ReleaseResult> {
    if (numbers.length === 0) return { sync: null, stillBound: [] }
    const faults = new Map(numbers.map(({ address }) => [address, NOT_YET]))
    const begunAtMs = this.#deps.clock.monotonic()
    const work = this.#releaseAll(opened, numbers, faults).then(() => {
      const late = this.#deps.clock.monotonic() - begunAtMs >= ANSWER_WITHIN_MS
      this.#tellEnd(configurationId, [...faults.keys()], late)
    })
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
    await withTimeLimit(this.#deps.clock, ANSWER_WITHIN_MS, work).catch(() => {})
    return { sync: told(numbers.length, [...faults.values()]), stillBound: [...faults.keys()] }
  }

  async stop(): Promise<void> {
    await withTimeLimit(this.#deps.clock, STOP_WITHIN_MS, Promise.all(this.#running)).catch(() => {})
    this.#stopped.abort()
    await Promise.all(this.#running)
  }

  /** Releases numbers one after the other: some carriers have low rate limits, which dials and hang-ups need too. */
  async #releaseAll(
    opened: Pick<OpenAccount, 'account'> | null,
    numbers: readonly BoundNumber[],
    faults: Map<string, string>,
  ): Promise<void> {
    const { clock } = this.#deps
    const untilMs = clock.monotonic() + ALL_WITHIN_MS
    for (const number of numbers) {
      const given = !this.#stopped.signal.aborted && clock.monotonic() < untilMs
      const fault = given ? await this.#releaseOne(opened, number) : NOT_REACHED
      if (fault === null) faults.delete(number.address)
      else faults.set(number.address, fault)
    }
  }

  /** Returns the reason of a failure, or null. It does not contain the error's text, which may contain secrets of the account. */
  async #releaseOne(opened: Pick<OpenAccount, 'account'> | null, number: BoundNumber): Promise<string | null> {
    if (!opened) return NOT_OPENED
    try {
      if (await this.#deps.isBoundNow(number)) return null
      const asked = withTimeLimit(this.#deps.clock, ONE_WITHIN_MS, opened.account.bindInbound(number.address, false))
      const { ok, message } = await rejectOnAbort(asked, this.#stopped.signal)
      return ok ? null : message
    } catch {
      return NOT_TOLD
    }
  }

  /** Logs the result with the last digits only: full numbers must not be in a log, and the answer has listed them. */
  #tellEnd(configurationId: number, left: readonly string[], late: boolean): void {
    const fields = { configuration_id: configurationId, numbers: left.length, ending_in: left.map((a) => a.slice(-4)) }
    if (left.length > 0) {
      this.#deps.log.warn(
        fields,
        "a deleted telephony configuration still receives calls: remove this server's address from its numbers in the carrier's console",
      )
    } else if (late) {
      this.#deps.log.info(fields, 'released all numbers of a deleted telephony configuration at the carrier')
    }
  }
}

/** Prepares the release before the configuration is deleted, because its credentials are gone afterwards. */
export async function prepareRelease(
  { db, accounts, releases }: { db: Database; accounts: Pick<AccountPool, 'get'>; releases: NumberReleases },
  configurationId: number,
): Promise<() => Promise<ReleaseResult>> {
  const numbers = await boundNumbersOf(db, configurationId)
  const opened = numbers.length === 0 ? null : await accounts.get(configurationId).catch(() => null)
  return () => releases.release(configurationId, opened, numbers)
}

export function openReleases({ db, clock, log }: { db: Database; clock: Clock; log: Log }): NumberReleases {
  return new NumberReleases({ clock, log, isBoundNow: (number) => isNumberBound(db, number) })
}

function told(count: number, faults: readonly string[]): SyncResult | null {
  const [fault] = faults
  if (fault === undefined) return { ok: true, message: 'The carrier sends no more calls here.' }
  if (faults.includes(NOT_YET)) {
    return {
      ok: false,
      message: `The configuration is deleted. The carrier still sends the calls of ${faults.length} of ${count} numbers here, where they are refused. ${NOT_YET}`,
    }
  }
  return {
    ok: false,
    message: `The configuration is deleted, but the carrier still sends the calls of ${faults.length} of ${count} numbers here, where they are refused: take the address off them in its console. ${fault}`,
  }
}
