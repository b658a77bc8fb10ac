/** A call that is handed over, and the one to whoever takes it. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

/** What the call to whoever takes over has in common with the person's. */
export async function transferredCall(db: Queries, callId: number) {
  return db
    .selectFrom('calls')
    .select([
      'organization_id as organizationId',
      'telephony_configuration_id as configurationId',
      'workflow_id as workflowId',
      'definition_id as definitionId',
    ])
    .where('id', '=', callId)
    .where('live', '=', true)
    .executeTakeFirst()
}

export interface TakeOverState {
  live: boolean
  outcome: string | null
  providerCallId: string | null
  /** The carrier says that nobody but a machine answered. */
  machine: boolean
  /** They have answered and heard what it is about. */
  ready: boolean
}

export async function takeOverState(db: Queries, callId: number): Promise<TakeOverState | undefined> {
  const row = await db
    .selectFrom('calls')
    .select(['live', 'outcome', 'machine', 'provider_call_id', 'transfer_ready_at'])
    .where('id', '=', callId)
    .executeTakeFirst()
  if (!row) return undefined
  const { live, outcome, machine, provider_call_id: providerCallId, transfer_ready_at } = row
  return { live, outcome, machine: machine === 'machine', providerCallId, ready: transfer_ready_at !== null }
}

export async function readyToTakeOver(db: Queries, callId: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ transfer_ready_at: sql`now()` })
    .where('id', '=', callId)
    .where('live', '=', true)
    .execute()
}

/** People talk as long as they like: the longest time of a call with the agent is not theirs. */
export async function extendDeadlines(db: Queries, callIds: readonly number[], seconds: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ deadline_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('id', 'in', [...callIds])
    .where('live', '=', true)
    .execute()
}
