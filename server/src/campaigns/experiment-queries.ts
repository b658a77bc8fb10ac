/** SQL of the results of an experiment. Each person counts once, whatever the number of contacts and calls. */
import { type RawBuilder, sql } from 'kysely'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import { CONTROL_GROUP, drawnArmSql, type Experiment, personSql } from '../dialer/rules/experiment.ts'
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
 * contacts of the campaign (see `kept-counts.ts`).
 */
export async function countArms(
  db: Queries,
  { id, organization_id }: Pick<StoredCampaign, 'id' | 'organization_id'>,
  experiment: Experiment,
): Promise<CountedArm[]> {
  const { goal, stopped } = experiment
  const until = stopped ? new Date(stopped.atMs) : null
  // One list of the successful contacts, instead of a look at the calls of each contact.
  const confirmed =
    goal.dispositions.length === 0
      ? sql`false`
      : sql`t.id in (select k.contact_id from calls k join call_records r on r.call_id = k.id
                      where k.campaign_id = ${id} and r.disposition = any(${goal.dispositions as string[]}::text[]))`
  const figures = sql`
    bool_and(t.state = 'done' and (${until}::timestamptz is null or t.finished_at <= ${until})) as finished,
    bool_or(t.dials > 0 or t.outcome = 'inbound') as called,
    bool_or(t.outcome = any(${goal.outcomes as string[]}::text[]) or ${confirmed}) as success`
  const ofCampaign = sql`t.campaign_id = ${id} and t.organization_id = ${organization_id}`
  // Erased people are selected separately: only their arm has to be read from calls, which would double the time for all others.
  const { rows } = await sql<CountedArm>`
    select arm, count(*)::int as people, count(*) filter (where finished and called)::int as finished,
           count(*) filter (where finished and called and success)::int as successes,
           count(*) filter (where finished and not called)::int as uncalled
      from (select ${sql.raw(drawnArmSql(experiment, id, 't'))} as arm, ${figures} from contacts t
             where ${ofCampaign} and not ${IS_ERASED} group by ${sql.raw(personSql('t'))}, 1
            union all
            select ${armOfErased(experiment, until)} as arm, ${figures} from contacts t
             where ${ofCampaign} and ${IS_ERASED} group by t.id, t.held_by) person
     where arm is not null group by arm order by arm`.execute(db)
  return rows
}

/** SQL: whether the person of contact `t` was erased, so that the arm does not follow from the number any more. */
const IS_ERASED = sql`(t.phone_number = ${sql.lit(ERASED_NUMBER)} and t.person_id is null)`

/**
 * SQL: the arm of an erased person: as the first call says, or the rule that left the contact out. Null: the person was not called
 * while the experiment was open, and is counted in no arm.
 */
function armOfErased({ arms }: Experiment, until: Date | null): RawBuilder<number | null> {
  const control = arms.findIndex(({ not_called }) => not_called)
  return sql<number | null>`coalesce(
    (select array_position(${arms.map(({ name }) => name)}::text[], k.arm) - 1 from calls k
      where k.contact_id = t.id and k.arm is not null and (${until}::timestamptz is null or k.claimed_at <= ${until})
      order by k.id limit 1),
    case when t.held_by = ${CONTROL_GROUP} and ${control} >= 0 then ${control}::int end)`
}
