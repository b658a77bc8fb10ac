/**
 * Post-call work: a cursor in the event log for each organization whose workflows have post-call steps, a task for each call
 * until it is done, and the analysis of the conversation. Calls that ended before this version have no tasks: their webhooks
 * have been sent.
 */
export const sql = `
create table after_calls (
  organization_id bigint primary key references organizations(id),
  cursor bigint not null,
  secret text,
  previous_secret text,
  previous_secret_until timestamptz
);
create table call_debts (
  call_id bigint primary key,
  organization_id bigint not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);
create index call_debts_due on call_debts (next_attempt_at);
alter table call_records add column analysis jsonb;
-- The same condition as in after-calls/queries.ts: only then is the index used.
create index workflow_definitions_owing on workflow_definitions (organization_id) where jsonb_path_exists(definition,
  '$ ? (exists(@.nodes[*] ? (@.type == "webhook" || exists(@.data.extract[*]) || @.data.extraction_enabled == true)) || exists(@.settings.analysis ? (@.type() == "object")))');
insert into after_calls (organization_id, cursor)
select distinct d.organization_id, coalesce((select max(e.id) from events e where e.organization_id = d.organization_id), 0)
  from workflow_definitions d
 where jsonb_path_exists(d.definition,
  '$ ? (exists(@.nodes[*] ? (@.type == "webhook" || exists(@.data.extract[*]) || @.data.extraction_enabled == true)) || exists(@.settings.analysis ? (@.type() == "object")))');
`
