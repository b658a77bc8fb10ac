/** SQL of a transferred call and of the call to the transfer target. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

/** Data that the call to the transfer target shares with the person's call. */
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
  claimedAtMs: number
  /** Whether the carrier reports that a machine answered. */
  machine: boolean
  /** Whether the target has answered and heard the announcement. */
  ready: boolean
}

export async function takeOverState(db: Queries, callId: number): Promise<TakeOverState | undefined> {
  const row = await db
    .selectFrom('calls')
    .select(['live', 'outcome', 'machine', 'provider_call_id', 'claimed_at', 'transfer_ready_at'])
    .where('id', '=', callId)
    .executeTakeFirst()
  if (!row) return undefined
  const { live, outcome, machine, provider_call_id: providerCallId, claimed_at, transfer_ready_at } = row
  const claimedAtMs = claimed_at.getTime()
  return {
    live,
    outcome,
    machine: machine === 'machine',
    providerCallId,
    claimedAtMs,
    ready: transfer_ready_at !== null,
  }
}

export async function readyToTakeOver(db: Queries, callId: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ transfer_ready_at: sql`now()` })
    .where('id', '=', callId)
    .where('live', '=', true)
    .execute()
}

/** Marks the two calls as joined. The time limit of the conversation with the agent no longer applies. */
export async function markJoined(db: Queries, [one, other]: readonly [number, number], seconds: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({
      joined_with: sql`case id when ${one} then ${other}::bigint else ${one}::bigint end`,
      deadline_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', 'in', [one, other])
    .where('live', '=', true)
    .execute()
}

export interface StrandedCall {
  id: number
  configurationId: number
  providerCallId: string | null
}

/** Key of one call under one carrier id: a hang-up that failed without a carrier id may succeed with one. */
export const strandedCallKey = ({ id, providerCallId }: StrandedCall) => `${id} ${providerCallId ?? ''}`

/**
 * Live calls whose other side has ended: one of two joined calls, or a call to a transfer target whose person is gone. Excludes
 * the keys in `resting`.
 */
export function strandedCalls(db: Queries, limit: number, resting: readonly string[] = []): Promise<StrandedCall[]> {
  return db
    .selectFrom('calls_live')
    .innerJoin('calls as call', 'call.id', 'calls_live.call_id')
    .innerJoin('calls as other', (join) =>
      join.on(({ eb, fn }) => eb('other.id', '=', fn.coalesce('call.joined_with', 'call.transfer_of'))),
    )
    .select([
      'call.id',
      'call.telephony_configuration_id as configurationId',
      'call.provider_call_id as providerCallId',
    ])
    .where('call.live', '=', true)
    .where('other.live', '=', false)
    .where(sql<boolean>`call.id || ' ' || coalesce(call.provider_call_id, '') <> all(${resting}::text[])`)
    .orderBy('call.id')
    .limit(limit)
    .execute()
}
