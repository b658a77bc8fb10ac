/** SQL of the results of an experiment. Each person counts once, whatever the number of contacts and calls. */
import { sql } from 'kysely'
import { drawnArmSql, type Experiment, personSql } from '../dialer/rules/experiment.ts'
import type { Queries } from '../storage/database.ts'
import type { StoredCampaign } from './queries.ts'

export interface CountedArm {
  /** Position of the arm. */
  arm: number
  people: number
  /** People whose contacts are all finished, at least one of them after a call or by a call of the person. */
  finished: number
  successes: number
  /** People whose contacts are all finished without a call. */
  uncalled: number
}

/**
 * After the end of an experiment only people count who were finished by then: everyone is treated alike since. Reads all
 * contacts of the campaign.
 */
export async function countArms(
  db: Queries,
  { id, organization_id }: Pick<StoredCampaign, 'id' | 'organization_id'>,
  experiment: Experiment,
): Promise<CountedArm[]> {
  const { goal, stopped } = experiment
  const until = stopped ? new Date(stopped.atMs) : null
  const { rows } = await sql<CountedArm>`
    select arm, count(*)::int as people, count(*) filter (where finished and called)::int as finished,
           count(*) filter (where finished and called and success)::int as successes,
           count(*) filter (where finished and not called)::int as uncalled
      from (select ${sql.raw(drawnArmSql(experiment, id, 't'))} as arm,
                   bool_and(t.state = 'done' and (${until}::timestamptz is null or t.finished_at <= ${until})) as finished,
                   bool_or(t.dials > 0 or t.outcome = 'inbound') as called,
                   bool_or(t.outcome = any(${goal.outcomes as string[]}::text[]) or exists (
                     select from calls k join call_records r on r.call_id = k.id
                      where k.contact_id = t.id and r.disposition = any(${goal.dispositions as string[]}::text[]))) as success
              from contacts t
             where t.campaign_id = ${id} and t.organization_id = ${organization_id}
             group by ${sql.raw(personSql('t'))}, 1) person
     group by arm order by arm`.execute(db)
  return rows
}
