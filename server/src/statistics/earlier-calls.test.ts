/** An installation that dialed before these figures were kept has them from the first start of the new version on. */
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { migrate } from '../storage/migrate.ts'

test('calls and contacts of earlier versions are counted by the migration', async () => {
  const { pool } = await testDatabase()
  await pool.query(`
    drop table call_minutes, campaign_quarters, organization_quarters;
    alter table campaigns drop column outcomes, drop column attempts;
    delete from migrations where name like '%-call-figures';
    insert into organizations (name, created_at) values ('earlier', now());
    insert into workflows (organization_id, name, created_at, updated_at) values (1, 'w', now(), now());
    insert into contact_lists (organization_id, source_id, filename, status, created_at) values (1, 's', 'f', 'ready', now());
    insert into campaigns (organization_id, name, workflow_id, state, source_type, source_id, list_id, max_concurrency,
                           retry_config, circuit_breaker, total_rows, processed_rows, created_at, updated_at)
    values (1, 'dialed', 1, 'running', 'csv', 's', 1, 1, '{}', '{}', 3, 2, now(), now()),
           (1, 'draft', 1, 'draft', 'csv', 's', 1, 1, '{}', '{}', 1, 0, now(), now());
    insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, state, dials, outcome)
    values (1, 1, 1, '1', 'pstn', 'done', 1, 'answered'), (1, 1, 2, '2', 'pstn', 'done', 2, 'answered'),
           (1, 1, 3, '3', 'pstn', 'pending', 1, 'busy'), (1, 2, 4, '4', 'pstn', 'pending', 0, null);
    insert into calls (organization_id, campaign_id, direction, workflow_id, definition_id, telephony_configuration_id,
                       provider, phone_number, address_type, state, live, outcome, node_id, claimed_at, ended_at, news_at,
                       deadline_at, duration_seconds)
    select 1, campaign, direction, 1, 1, 1, 'simulator', '1', 'pstn', 'ended', false, outcome, 'n', now(), ended::timestamptz,
           now(), now(), seconds
      from (values (1, 'outbound', 'answered', '2026-11-15T09:14:59Z', 10), (1, 'outbound', 'answered', '2026-11-15T09:00:00Z', 5),
                   (1, 'outbound', 'busy', '2026-11-15T09:15:00Z', null), (null, 'inbound', 'answered', '2026-11-15T09:00:00Z', 7))
           as c(campaign, direction, outcome, ended, seconds);
    insert into calls (organization_id, campaign_id, direction, workflow_id, definition_id, telephony_configuration_id,
                       provider, phone_number, address_type, state, node_id, claimed_at, news_at, deadline_at)
    values (1, 1, 'outbound', 1, 1, 1, 'simulator', '1', 'pstn', 'ringing', 'n', now(), now(), now());`)
  expect(await migrate(pool)).toEqual([expect.stringMatching(/-call-figures$/)])
  const read = async (text: string) => (await pool.query(text)).rows
  expect(await read('select outcomes, attempts from campaigns order by id')).toEqual([
    { outcomes: { answered: 2 }, attempts: { '1': 1, '2': 1 } },
    { outcomes: {}, attempts: {} },
  ])
  const quarter = (text: string) => new Date(`2026-11-15T${text}:00Z`)
  expect(await read('select * from campaign_quarters order by quarter')).toEqual([
    { campaign_id: 1, quarter: quarter('09:00'), outcome: 'answered', calls: 2, seconds: 15 },
    { campaign_id: 1, quarter: quarter('09:15'), outcome: 'busy', calls: 1, seconds: 0 },
  ])
  expect(await read('select direction, calls, seconds from organization_quarters order by direction, quarter')).toEqual(
    [
      { direction: 'inbound', calls: 1, seconds: 7 },
      { direction: 'outbound', calls: 2, seconds: 15 },
      { direction: 'outbound', calls: 1, seconds: 0 },
    ],
  )
})
