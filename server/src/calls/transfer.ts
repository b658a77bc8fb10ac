/**
 * Transfers a person, in the same way on every carrier: the target is called in a separate call while the person stays with the
 * agent; the target hears the announcement; then the carrier joins the two calls and our audio leaves both. Until then nothing
 * has changed for the person, so the agent can continue if it fails.
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
import { carrierLimitSeconds, JOINED_SECONDS_MAX } from '../workflows/rules/call-duration.ts'
import { wasCallAnswered } from './queries.ts'

/** Time for ringing and the announcement together; carriers ring for 30 s by default. */
const TAKEN_OVER_WITHIN_MS = 75_000
const LOOK_EVERY_MS = 250
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

export interface TransferRequest {
  destination: string
  /** Spoken to the transfer target before the calls are joined. */
  announcement: string
  /** DTMF digits that are sent to the target before the announcement. */
  keys?: string | undefined
  /** How long the target may ring; if left out, the ring time of the configuration. */
  ringSeconds?: number | undefined
  /** Called immediately before the calls are joined. Returns false if they must not be joined any more. */
  joining?(): boolean
  /** Aborts when the person has hung up. */
  signal: AbortSignal
}

export async function transferCall(deps: TransferDeps, call: CallRef, request: TransferRequest): Promise<SyncResult> {
  const about = await transferredCall(deps.db, call.callId)
  if (!about) return failed('the call has ended')
  // The account is opened before the target is called and kept, so that the target can be hung up even if the configuration
  // changes.
  const { account, spec } = await deps.accounts.get(about.configurationId, call)
  if (spec.capabilities.joinsCalls === false) return failed(`${spec.displayName} cannot connect two calls`)
  const placed = await dialPartner(deps, about, call, request)
  if ('ok' in placed) return placed
  const { partnerId } = placed
  const joined = await joinWhenReady(deps, account, call, partnerId, request).catch((error: unknown) => {
    deps.log.error({ err: error, call_id: call.callId }, 'failed to transfer a call')
    return failed('an internal error')
  })
  if (!joined.ok) await letGo(deps, account, partnerId)
  return joined
}

async function joinWhenReady(
  deps: TransferDeps,
  account: CarrierAccount,
  call: CallRef,
  partnerId: number,
  request: TransferRequest,
): Promise<SyncResult> {
  const taken = await untilReady(deps, partnerId, request)
  if (!taken.ok) return taken
  const [person, target] = [await named(deps, call.callId), await named(deps, partnerId)]
  if (request.signal.aborted || request.joining?.() === false) return failed('the conversation is over')
  const joined = await account.join(person, target)
  if (joined.ok) await keepTogether(deps, [call.callId, partnerId])
  return joined
}

/** The two people are already talking: a database failure must not separate them. */
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

/** Hangs up the target after any failure, so that no person stays on a silent line. */
async function letGo(deps: TransferDeps, account: CarrierAccount, partnerId: number): Promise<void> {
  try {
    // Without an answer of the database the call is assumed to be live: hanging up an ended call does no harm.
    const state = await takeOverState(deps.db, partnerId).catch(() => ({ live: true, providerCallId: null }))
    if (state?.live) await account.hangUp(deps.refer(partnerId, state.providerCallId))
  } catch (error) {
    deps.log.error({ err: error, call_id: partnerId }, 'failed to hang up the transfer target')
  }
}

/** The maximum call duration that the carrier is asked to allow. If the database does not answer, the next call asks again. */
export function carrierTimeLimits(db: Database): (definitionId: number, configured: number) => Promise<number> {
  const known = new Map<number, boolean>()
  return async (definitionId, configured) => {
    const transfers = known.get(definitionId) ?? (await canTransfer(db, definitionId).catch(() => null))
    if (transfers !== null) {
      if (known.size >= REMEMBERED_DEFINITIONS) known.clear()
      known.set(definitionId, transfers)
    }
    return carrierLimitSeconds(configured, transfers)
  }
}

async function dialPartner(
  { dialer }: TransferDeps,
  about: NonNullable<Awaited<ReturnType<typeof transferredCall>>>,
  call: CallRef,
  { destination, announcement, keys }: TransferRequest,
): Promise<{ partnerId: number } | SyncResult> {
  // The operator chose the destination in the workflow; the carrier decides whether it dials extensions.
  const address = dialableAddress(destination, { country: null, allowExtensions: true, withoutCountry: 'unknown' })
  if (!address.ok && address.code === 'emergency_number') return failed('the destination is an emergency number')
  if (!address.ok) return failed('the destination is not an address that can be called')
  const placed = await dialer.callOne({
    ...about,
    phoneNumber: address.normalized,
    addressType: address.type,
    needsCallerId: false,
    variables: { transfer_announcement: announcement, ...(keys ? { transfer_keys: keys } : {}) },
    override: null,
    transferOf: call.callId,
  })
  if (placed === null) return failed('this node is stopping')
  if (!('callId' in placed)) return failed(REFUSALS[placed.code] ?? 'the destination cannot be called')
  return { partnerId: placed.callId }
}

async function untilReady(
  { db, clock }: TransferDeps,
  partnerId: number,
  { signal, ringSeconds }: TransferRequest,
): Promise<SyncResult> {
  const startMs = clock.monotonic()
  const giveUpMs = startMs + TAKEN_OVER_WITHIN_MS
  const answerByMs = ringSeconds === undefined ? giveUpMs : startMs + ringSeconds * 1000
  for (;;) {
    const state = await takeOverState(db, partnerId)
    if (!state?.live) return failed(ENDINGS[state?.outcome ?? ''] ?? 'the call was not answered')
    if (signal.aborted) return failed('the person has hung up')
    if (state.machine) return failed('a machine answered')
    if (state.ready) return { ok: true, message: 'They are ready.' }
    if (clock.monotonic() > answerByMs && !(await wasCallAnswered(db, partnerId)))
      return failed('the call was not answered')
    if (clock.monotonic() > giveUpMs) return failed('the call was not answered in time')
    await sleep(clock, LOOK_EVERY_MS)
  }
}

/** Adds the carrier's call id, which may have arrived in the meantime. */
async function named({ db, refer }: TransferDeps, callId: number): Promise<CallRef> {
  const state = await takeOverState(db, callId)
  return refer(callId, state?.providerCallId ?? null, state?.claimedAtMs)
}

const REFUSALS: Readonly<Record<string, string>> = {
  no_free_slot: 'the organization has reached its limit of concurrent calls',
  carrier_backing_off: 'the carrier accepts no calls at the moment',
  no_caller_id: 'there is no caller ID for it',
}

const ENDINGS: Readonly<Record<string, string>> = {
  busy: 'the line is busy',
  no_answer: 'the call was not answered',
  declined: 'they declined',
  failed: 'the number could not be reached',
  answered: 'the transfer target hung up',
  voicemail: 'a machine answered',
}

function failed(reason: string): SyncResult {
  return { ok: false, message: `Not put through: ${reason}.` }
}
