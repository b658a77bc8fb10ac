/** SQL of workflow usage: the edges that conversations took, and how their calls ended. */
import { sql } from 'kysely'
import { campaignMatchesSimulatedFilter, type SimulatedFilter } from '../calls/simulated.ts'
import type { Queries } from '../storage/database.ts'
import type { StepTaken } from './rules/steps-taken.ts'

/** Adds the edges of one conversation in one statement; sorted, so that two concurrent ones do not deadlock. */
export async function addWorkflowTraffic(
  db: Queries,
  call: { organizationId: number; workflowId: number; at: Date },
  steps: readonly StepTaken[],
): Promise<void> {
  if (steps.length === 0) return
  const sources = steps.map(({ source }) => source)
  const targets = steps.map(({ target }) => target)
  await sql`
    insert into workflow_traffic (organization_id, workflow_id, day, source, target, calls)
    select ${call.organizationId}, ${call.workflowId}, date_trunc('day', ${call.at}::timestamptz, 'UTC'), source, target, 1
      from unnest(${sources}::text[], ${targets}::text[]) as x(source, target) order by source, target
    on conflict (workflow_id, day, source, target) do update set calls = workflow_traffic.calls + 1`.execute(db)
}

export interface WorkflowTrafficRow extends StepTaken {
  calls: number
}

export async function workflowTrafficOf(
  db: Queries,
  organizationId: number,
  workflowId: number,
  from: Date,
): Promise<WorkflowTrafficRow[]> {
  const { rows } = await sql<WorkflowTrafficRow>`
    select source, target, sum(calls) as calls from workflow_traffic
     where organization_id = ${organizationId} and workflow_id = ${workflowId}
       and day >= date_trunc('day', ${from}::timestamptz, 'UTC')
     group by source, target`.execute(db)
  return rows
}

export interface WorkflowOutcomes {
  workflow_id: number
  outcome: string
  calls: number
}

/** Outcomes of campaign calls, which are the majority; from stored figures, for all workflows together. */
export async function outcomesByWorkflow(
  db: Queries,
  organizationId: number,
  { from, simulated }: { from: Date; simulated: SimulatedFilter },
): Promise<WorkflowOutcomes[]> {
  const { rows } = await sql<WorkflowOutcomes>`
    select c.workflow_id, e.outcome, sum(e.calls) as calls
      from (select campaign_id, outcome, calls from call_minutes
             where organization_id = ${organizationId} and minute >= ${from}
            union all
            select q.campaign_id, q.outcome, q.calls from campaigns o join campaign_quarters q on q.organization_id = o.organization_id and q.campaign_id = o.id
             where o.organization_id = ${organizationId} and q.quarter >= ${from}) e
      join campaigns c on c.id = e.campaign_id
     where ${campaignMatchesSimulatedFilter(simulated, sql`c.id`)}
     group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export async function dropWorkflowTraffic(db: Queries, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from workflow_traffic where day < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
