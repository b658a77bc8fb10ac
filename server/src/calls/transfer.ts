/**
 * Hands a person over to somebody else, the same way on every carrier: the other number is called as a call of its own while
 * the person stays with the agent; whoever answers is told what it is about; then the carrier joins the two calls and our
 * audio leaves both. Until that moment nothing has changed for the person, so that the agent can go on if it fails.
 */
import type { Dialer } from '../dialer/dialer.ts'
import { extendDeadlines, takeOverState, transferredCall } from '../dialer/transfer-queries.ts'
import { type Clock, sleep } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { AddressType, CallRef, SyncResult } from '../telephony/provider.ts'
import { canTransfer } from '../workflows/queries.ts'

/** Ringing and the announcement together; carriers ring for 30 s unless told otherwise. */
const TAKEN_OVER_WITHIN_MS = 75_000
const LOOK_EVERY_MS = 250
/** Joined calls end together by the carrier's own rule; we look after them in case it forgot. */
const LOOK_AFTER_EVERY_MS = 5_000
/** The longest time that every carrier lets a call last. */
const JOINED_SECONDS_MAX = 7_200
const REMEMBERED_DEFINITIONS = 10_000

export interface TransferDeps {
  db: Database
  clock: Clock
  log: Log
  dialer: Pick<Dialer, 'callOne'>
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null): CallRef
}

export interface TransferWish {
  destination: string
  /** Told to whoever takes over, before they are connected. */
  announcement: string
  /** Aborts when the person is no longer there to be connected. */
  signal: AbortSignal
}

export async function transferCall(deps: TransferDeps, call: CallRef, wish: TransferWish): Promise<SyncResult> {
  const placed = await dialPartner(deps, call, wish)
  if ('ok' in placed) return placed
  const { partnerId, configurationId } = placed
  const taken = await untilReady(deps, partnerId, wish.signal)
  const found = await takeOverState(deps.db, partnerId)
  const partner = deps.refer(partnerId, found?.providerCallId ?? null)
  const { account } = await deps.accounts.get(configurationId, call)
  const joined = taken.ok ? await account.join(await named(deps, call), partner) : taken
  if (!joined.ok) {
    if (found?.live) await account.hangUp(partner)
    return joined
  }
  await extendDeadlines(deps.db, [call.callId, partnerId], JOINED_SECONDS_MAX)
  void lookAfter(deps, configurationId, [call.callId, partnerId])
  return joined
}

/**
 * How long the carrier lets a call last: where the workflow can hand it over, people must be able to talk on; the time with
 * the agent is limited by the conversation itself.
 */
export function longestAtCarrier(db: Database): (definitionId: number, configured: number) => Promise<number> {
  const known = new Map<number, boolean>()
  return async (definitionId, configured) => {
    let transfers = known.get(definitionId)
    if (transfers === undefined) {
      transfers = await canTransfer(db, definitionId).catch(() => false)
      if (known.size >= REMEMBERED_DEFINITIONS) known.clear()
      known.set(definitionId, transfers)
    }
    return transfers ? Math.max(configured, JOINED_SECONDS_MAX) : configured
  }
}

async function dialPartner(
  { db, dialer }: TransferDeps,
  call: CallRef,
  { destination, announcement }: TransferWish,
): Promise<{ partnerId: number; configurationId: number } | SyncResult> {
  const about = await transferredCall(db, call.callId)
  if (!about) return failed('the call is gone')
  const placed = await dialer.callOne({
    ...about,
    phoneNumber: destination,
    addressType: addressTypeOf(destination),
    needsCallerId: false,
    variables: { transfer_announcement: announcement },
    override: null,
    transferOf: call.callId,
  })
  if (placed === null) return failed('this node is stopping')
  if (!('callId' in placed)) return failed(REFUSALS[placed.code] ?? 'it cannot be called')
  return { partnerId: placed.callId, configurationId: about.configurationId }
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
async function named({ db, refer }: TransferDeps, call: CallRef): Promise<CallRef> {
  return refer(call.callId, (await takeOverState(db, call.callId))?.providerCallId ?? call.providerCallId)
}

/** When one of the two is over and the other is still shown, it is hung up. */
async function lookAfter(deps: TransferDeps, configurationId: number, pair: readonly number[]): Promise<void> {
  const untilMs = deps.clock.monotonic() + JOINED_SECONDS_MAX * 1000
  try {
    while (deps.clock.monotonic() < untilMs) {
      await sleep(deps.clock, LOOK_AFTER_EVERY_MS)
      const states = await Promise.all(pair.map((id) => takeOverState(deps.db, id)))
      if (states.every((state) => state?.live)) continue
      for (const [index, state] of states.entries()) {
        if (!state?.live) continue
        const ref = deps.refer(pair[index] as number, state.providerCallId)
        await (await deps.accounts.get(configurationId, ref)).account.hangUp(ref)
      }
      return
    }
  } catch (error) {
    deps.log.warn({ err: error }, 'joined calls could not be looked after')
  }
}

function addressTypeOf(destination: string): AddressType {
  if (/^sips?:/i.test(destination)) return 'sip_uri'
  return destination.startsWith('+') ? 'pstn' : 'sip_extension'
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
