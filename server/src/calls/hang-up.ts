/** An operator hangs up a live call. The result for the contact follows from the end that the carrier reports. */
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import type { AccountPool } from '../telephony/account-pool.ts'
import type { CallRef } from '../telephony/provider.ts'
import { findCall, type StoredCall } from './queries.ts'

export interface HangUpDeps {
  db: Database
  accounts: Pick<AccountPool, 'get'>
  refer(callId: number, providerCallId: string | null, claimedAtMs?: number): CallRef
}

/** Returns the call in its current state; it ends when the carrier reports the end. */
export async function hangUpCall(deps: HangUpDeps, organizationId: number, callId: number): Promise<StoredCall> {
  const call = await findCall(deps.db, organizationId, callId)
  if (!call) throw new ApiError('call_not_found')
  if (!call.live) throw new ApiError('call_not_live')
  // Without the carrier's id the call cannot be hung up.
  if (call.state === 'claimed' || call.provider_call_id === null) throw new ApiError('call_not_placed')
  const ref = deps.refer(call.id, call.provider_call_id, call.claimed_at.getTime())
  const { account, spec } = await deps.accounts.get(call.telephony_configuration_id, ref)
  if (spec.capabilities.endsByAudio && !account.holds?.(ref)) throw new ApiError('hang_up_impossible')
  await account.hangUp(ref)
  return (await findCall(deps.db, organizationId, callId)) ?? call
}
