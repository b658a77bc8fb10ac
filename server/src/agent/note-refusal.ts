import { markRefusal } from '../dialer/apply-policy-change.ts'
import type { Database } from '../storage/database.ts'
import type { CallRecord } from './journal.ts'
import type { CallContext } from './queries.ts'
import { isRefusal } from './rules/dispositions.ts'

/** A conversation whose end step says that the person declined is a refusal, also if they did not ask never to be called. */
export function noteRefusal({ db }: { db: Database }) {
  return async (
    { callId }: Pick<CallContext, 'callId'>,
    { disposition }: Readonly<Pick<CallRecord, 'disposition'>>,
  ): Promise<void> => {
    if (isRefusal(disposition)) await markRefusal(db, callId)
  }
}
