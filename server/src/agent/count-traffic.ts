import type { Clock } from '../kernel/clock.ts'
import { stepsTaken } from '../statistics/rules/steps-taken.ts'
import { addWorkflowTraffic } from '../statistics/traffic-queries.ts'
import type { Database } from '../storage/database.ts'
import type { CallRecord } from './journal.ts'
import type { CallContext } from './queries.ts'

/** Adds the edges of a finished conversation to the counts of its workflow; simulated people are not counted. */
export function countWorkflowTraffic({ db, clock }: { db: Database; clock: Clock }) {
  return async (context: CallContext, record: Readonly<CallRecord>): Promise<void> => {
    if (context.isSimulated) return
    const nodes = record.timeline.filter(({ event }) => event === 'node_entered').map(({ node }) => String(node))
    const { organizationId, workflowId } = context
    await addWorkflowTraffic(db, { organizationId, workflowId, at: new Date(clock.now()) }, stepsTaken(nodes))
  }
}
