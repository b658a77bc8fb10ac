/** Calls of the past: conversations with simulated people by the real session and script, stored as calls store them. */
import { sql } from 'kysely'
import { ScriptBrain } from '../../src/agent/brains/script.ts'
import type { CallRecord } from '../../src/agent/journal.ts'
import { saveCallRecord } from '../../src/calls/queries.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { seededRng } from '../../src/kernel/rng.ts'
import { packOf } from '../../src/language/packs/packs.ts'
import type { Database } from '../../src/storage/database.ts'
import { simulatedPeople } from '../../src/telephony/providers/simulator/conversation.ts'
import { TrialConversation } from '../../src/tryouts/conversation.ts'
import type { WorkflowDefinition } from '../../src/workflows/rules/definition.ts'

const people = simulatedPeople({ clock: systemClock, rng: seededRng(1) })
export const PEOPLE_NAMES = people.list.map(({ name }) => name)

/** One conversation of a workflow with one of the simulated people. */
export async function converse(definition: WorkflowDefinition, person: string, seed: number): Promise<CallRecord> {
  const nowMs = Date.UTC(2026, 10, 16, 9, 30) + seed * 60_000
  const conversation = new TrialConversation({
    definition,
    variables: { first_name: 'Ada', amount_due: 'ninety dollars' },
    nowMs,
    log: silentLog,
    sentences: packOf(definition.settings?.language).sentences,
    openBrain: (given) => new ScriptBrain(given, { clock: { ...systemClock, now: () => nowMs } }),
  })
  await conversation.meet(people.script(person, seededRng(seed)))
  const record = structuredClone(conversation.record) as CallRecord
  conversation.close()
  return record
}

export interface PastCallOf {
  organizationId: number
  workflowId: number
  definitionId: number
}

/** As an answered call that is over. */
export async function storePastCall(db: Database, of: PastCallOf, record: CallRecord): Promise<number> {
  const at = new Date(Date.UTC(2026, 10, 16, 9, 30))
  const variables = JSON.stringify({ first_name: 'Ada', amount_due: 'ninety dollars' })
  const { rows } = await sql<{ id: number }>`
    insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
        phone_number, address_type, caller_number, state, live, node_id, claimed_at, placed_at, answered_at, ended_at,
        news_at, deadline_at, variables)
    values (${of.organizationId}, 'outbound', ${of.workflowId}, ${of.definitionId}, 0, 'simulator', '+442071838750',
        'pstn', '+15550100', 'ended', false, 'node', ${at}, ${at}, ${at}, ${at}, ${at}, ${at}, ${variables})
    returning id`.execute(db)
  const callId = rows[0]?.id as number
  await saveCallRecord(db, of.organizationId, callId, record, at)
  return callId
}
