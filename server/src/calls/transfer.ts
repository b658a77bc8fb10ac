/**
 * Hands a person over to somebody else, the same way on every carrier: the other number is called as a call of its own while
 * the person stays with the agent; whoever answers is told what it is about; then the carrier joins the two calls and our
 * audio leaves both. Until that moment nothing has changed for the person, so that the agent can go on if it fails.
 */
import { dialableAddress } from '../addresses/rules/dialable-address.ts'
import type { Dialer } from '../dialer/dialer.ts'
import { markJoined, takeOverState, transferredCall } from '../dialer/transfer-queries.ts'
import { type Clock, sleep } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { CallRef, CarrierAccount, SyncResult } from '../telephony/provider.ts'
import { canTransfer } from '../workflows/queries.ts'

/** Ringing and the announcement together; carriers ring for 30 s unless told otherwise. */
const TAKEN_OVER_WITHIN_MS = 75_000
const LOOK_EVERY_MS = 250
/** The longest time that every carrier lets a call last. */
const JOINED_SECONDS_MAX = 7_200
const MARK_ATTEMPTS = 5
const MARK_RETRY_MS = 1_000
const REMEMBERED_DEFINITIONS = 10_000

export interface TransferDeps {
  db: Database
  clock: Clock
  log: Log
  dialer: Pick<Dialer, 'callOne'>
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null, claimedAtMs?: number): CallRef
}

export interface TransferWish {
  destination: string
  /** Told to whoever takes over, before they are connected. */
  announcement: string
  /** Aborts when the person is no longer there to be connected. */
  signal: AbortSignal
}

export async function transferCall(deps: TransferDeps, call: CallRef, wish: TransferWish): Promise<SyncResult> {
  const about = await transferredCall(deps.db, call.callId)
  if (!about) return failed('the call is gone')
  // Opened before anybody is called, and kept: whoever was called can be let go whatever becomes of the configuration.
  const { account } = await deps.accounts.get(about.configurationId, call)
  const placed = await dialPartner(deps, about, call, wish)
  if ('ok' in placed) return placed
  const { partnerId } = placed
  const joined = await joinWhenReady(deps, account, call, partnerId, wish.signal).catch((error: unknown) => {
    deps.log.error({ err: error, call_id: call.callId }, 'failed to transfer a call')
    return failed('a fault of our own')
  })
  if (!joined.ok) await letGo(deps, account, partnerId)
  return joined
}

async function joinWhenReady(
  deps: TransferDeps,
  account: CarrierAccount,
  call: CallRef,
  partnerId: number,
  signal: AbortSignal,
): Promise<SyncResult> {
  const taken = await untilReady(deps, partnerId, signal)
  if (!taken.ok) return taken
  const joined = await account.join(await named(deps, call.callId), await named(deps, partnerId))
  if (joined.ok) await keepTogether(deps, [call.callId, partnerId])
  return joined
}

/** They talk already: a database that does not answer now must not part them. */
async function keepTogether({ db, clock, log }: TransferDeps, pair: readonly [number, number]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await markJoined(db, pair, JOINED_SECONDS_MAX)
    } catch (error) {
      log.warn({ err: error, call_id: pair[0] }, 'failed to persist the call join')
      if (attempt === MARK_ATTEMPTS) return
      await sleep(clock, MARK_RETRY_MS)
    }
  }
}

/** Nobody is left on a silent line, whatever has failed. */
async function letGo(deps: TransferDeps, account: CarrierAccount, partnerId: number): Promise<void> {
  try {
    // Without an answer of the database the call is taken to be live: hanging up an ended one is harmless.
    const state = await takeOverState(deps.db, partnerId).catch(() => ({ live: true, providerCallId: null }))
    if (state?.live) await account.hangUp(deps.refer(partnerId, state.providerCallId))
  } catch (error) {
    deps.log.error({ err: error, call_id: partnerId }, 'failed to hang up the transfer target')
  }
}

/**
 * The longest call that the carrier is asked to allow. A workflow that can transfer gets the longer limit, so that two people
 * can keep talking; the conversation limits the time with the agent itself. If the database does not answer, the longer limit
 * is the safe one, and the next call asks again.
 */
export function longestAtCarrier(db: Database): (definitionId: number, configured: number) => Promise<number> {
  const known = new Map<number, boolean>()
  return async (definitionId, configured) => {
    const transfers = known.get(definitionId) ?? (await canTransfer(db, definitionId).catch(() => null))
    if (transfers !== null) {
      if (known.size >= REMEMBERED_DEFINITIONS) known.clear()
      known.set(definitionId, transfers)
    }
    return transfers === false ? configured : Math.max(configured, JOINED_SECONDS_MAX)
  }
}

async function dialPartner(
  { dialer }: TransferDeps,
  about: NonNullable<Awaited<ReturnType<typeof transferredCall>>>,
  call: CallRef,
  { destination, announcement }: TransferWish,
): Promise<{ partnerId: number } | SyncResult> {
  // The workflow names the destination, which is the operator's word; whether the carrier dials extensions is asked there.
  const address = dialableAddress(destination, { country: null, allowExtensions: true, withoutCountry: 'unknown' })
  if (!address.ok && address.code === 'emergency_number') return failed('the destination is an emergency number')
  if (!address.ok) return failed('the destination is not an address that can be called')
  const placed = await dialer.callOne({
    ...about,
    phoneNumber: address.normalized,
    addressType: address.type,
    needsCallerId: false,
    variables: { transfer_announcement: announcement },
    override: null,
    transferOf: call.callId,
  })
  if (placed === null) return failed('this node is stopping')
  if (!('callId' in placed)) return failed(REFUSALS[placed.code] ?? 'it cannot be called')
  return { partnerId: placed.callId }
}

async function untilReady({ db, clock }: TransferDeps, partnerId: number, signal: AbortSignal): Promise<SyncResult> {
  const giveUpMs = clock.monotonic() + TAKEN_OVER_WITHIN_MS
  for (;;) {
    const state = await takeOverState(db, partnerId)
    if (!state?.live) return failed(ENDINGS[state?.outcome ?? ''] ?? 'nobody took the call')
    if (signal.aborted) return failed('the person has hung up')
    if (state.machine) return failed('a machine answered')
    if (state.ready) return { ok: true, message: 'They are ready.' }
    if (clock.monotonic() > giveUpMs) return failed('nobody took the call in time')
    await sleep(clock, LOOK_EVERY_MS)
  }
}

/** The carrier may have given the call its id since. */
async function named({ db, refer }: TransferDeps, callId: number): Promise<CallRef> {
  const state = await takeOverState(db, callId)
  return refer(callId, state?.providerCallId ?? null, state?.claimedAtMs)
}

const REFUSALS: Readonly<Record<string, string>> = {
  no_free_slot: 'no slot of the organization is free',
  carrier_backing_off: 'the carrier takes no calls at the moment',
  no_caller_id: 'there is no caller ID for it',
}

const ENDINGS: Readonly<Record<string, string>> = {
  busy: 'the line is busy',
  no_answer: 'nobody answered',
  declined: 'they declined',
  failed: 'the number could not be reached',
  answered: 'they hung up',
  voicemail: 'a machine answered',
}

function failed(reason: string): SyncResult {
  return { ok: false, message: `Not put through: ${reason}.` }
}
