/** What a transaction reads and writes when a whole configuration stops, and when a number of ours is refused. */
import { numbers, type Statement, texts } from '../storage/pipeline.ts'
import { at, CAMPAIGN_COLUMNS } from './store-postgres-rows.ts'

/** The organization is locked, so its campaigns can be locked after a configuration without a cycle. */
export function lockCampaignsOn(configurationId: number, callIds: readonly number[]): Statement {
  return {
    name: 'dialer-campaigns-on',
    text: `select ${CAMPAIGN_COLUMNS} from campaigns
            where ((telephony_configuration_id = $1 and state = 'running')
                   or id in (select campaign_id from calls where id = any($2::bigint[])))
              and organization_id = (select organization_id from telephony_configurations where id = $1)
              and (state <> 'completed' or redialed_campaign_id is null)
            order by id for no key update`,
    values: [configurationId, numbers(callIds)],
  }
}

export function contactsOf(callIds: readonly number[]): Statement {
  return {
    name: 'dialer-contacts-of-calls',
    text: `select t.id, k.id as "callId", t.campaign_id as "campaignId", k.attempt, t.state, t.dials, t.outcome
             from calls k join contacts t on t.id = k.contact_id where k.id = any($1::bigint[]) order by k.id`,
    values: [numbers(callIds)],
  }
}

export function restNumbers(resting: ReadonlyArray<{ id: number; reason: string }>, nowMs: number): Statement {
  return {
    name: 'dialer-rest-numbers',
    text: `update phone_numbers n set resting_since = ${at('$3::float8')}, resting_reason = x.reason
             from unnest($1::bigint[], $2::text[]) as x(id, reason) where n.id = x.id and n.resting_since is null`,
    values: [numbers(resting.map(({ id }) => id)), texts(resting.map(({ reason }) => reason)), nowMs],
  }
}
