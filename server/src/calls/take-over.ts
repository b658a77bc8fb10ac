/** An operator takes over a live call on their own phone. */
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import type { LiveControl } from './live-control.ts'
import type { TakeOverRequest } from './live-requests.ts'
import { findCall, type StoredCall } from './queries.ts'

export interface TakeOverDeps {
  db: Database
  live: Pick<LiveControl, 'takeOver'>
}

/** Returns the call in its current state. The result follows in its timeline: the operator's phone has to be answered first. */
export async function takeOverCall(
  { db, live }: TakeOverDeps,
  organizationId: number,
  callId: number,
  request: TakeOverRequest,
): Promise<StoredCall> {
  const call = await findCall(db, organizationId, callId)
  if (!call) throw new ApiError('call_not_found')
  if (!call.live) throw new ApiError('call_not_live')
  if (call.agent_at === null) throw new ApiError('conversation_not_found')
  switch (await live.takeOver(callId, request)) {
    case 'calling':
      return (await findCall(db, organizationId, callId)) ?? call
    case 'already_under_way':
      throw new ApiError('take_over_under_way')
    case 'not_talking':
    case null:
      throw new ApiError('conversation_not_found')
  }
}
