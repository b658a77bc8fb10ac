-- The database of an installation made by commit 74e1248: its schema (the only migration it had) and its data.
-- Four campaigns: finished, paused, draft, and one that was running when the program was stopped.
create table installation (
  id boolean primary key default true check (id),
  key text not null
);

create table organizations (
  id bigint generated always as identity primary key,
  name text not null unique,
  max_concurrency integer not null default 200 check (max_concurrency between 1 and 100000),
  live_calls integer not null default 0 check (live_calls >= 0),
  created_at timestamptz not null
) with (fillfactor = 50);

create table api_keys (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null,
  key_prefix text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  archived_at timestamptz
);
create index api_keys_of_organization on api_keys (organization_id, id);

create table workflows (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  current_definition_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index workflows_of_organization on workflows (organization_id, id);

create table workflow_definitions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  workflow_id bigint not null references workflows on delete cascade,
  version_number integer not null,
  definition jsonb not null,
  created_at timestamptz not null,
  unique (workflow_id, version_number)
);

create table telephony_configurations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null,
  provider text not null,
  account_id text not null,
  credentials jsonb not null,
  is_default_outbound boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- pacing: the moment from which the bucket of calls per second counts (see dialer/rules/pacing.ts)
  paced_until timestamptz not null default '-infinity',
  -- back-off after the carrier said "later"
  held_until timestamptz not null default '-infinity',
  holds integer not null default 0,
  constraint telephony_configuration_name_taken unique (organization_id, name)
) with (fillfactor = 50);
create unique index one_default_outbound on telephony_configurations (organization_id) where is_default_outbound;

create table phone_numbers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  telephony_configuration_id bigint not null references telephony_configurations on delete cascade,
  provider text not null,
  account_id text not null,
  address text not null,
  address_normalized text not null,
  address_type text not null check (address_type in ('pstn', 'sip_uri', 'sip_extension')),
  country_code text,
  label text,
  inbound_workflow_id bigint references workflows,
  is_active boolean not null default true,
  is_default_caller_id boolean not null default false,
  extra_metadata jsonb not null default '{}',
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint phone_number_taken unique (provider, account_id, address_normalized)
);
create index phone_numbers_of_configuration on phone_numbers (telephony_configuration_id, id);
create unique index one_default_caller on phone_numbers (telephony_configuration_id) where is_default_caller_id;

create table contact_lists (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  source_id text not null unique,
  filename text not null,
  status text not null check (status in ('awaiting_upload', 'ready')),
  columns text[] not null default '{}',
  phone_column text,
  total_rows integer not null default 0,
  rejected_rows integer not null default 0,
  duplicate_rows integer not null default 0,
  errors jsonb not null default '[]',
  created_at timestamptz not null,
  expires_at timestamptz
);
create index contact_lists_of_organization on contact_lists (organization_id, id);

create table list_contacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  list_id bigint not null,
  row_number integer not null,
  phone_number text not null,
  address_type text not null,
  variables jsonb not null
);
create index list_contacts_of_list on list_contacts (list_id, id);

create table list_rejections (
  organization_id bigint not null,
  list_id bigint not null,
  row_number integer not null,
  column_name text,
  code text not null,
  message text not null,
  value text
);
create index list_rejections_of_list on list_rejections (list_id, row_number);

create table suppressions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  phone_number text not null,
  reason text not null,
  call_id bigint,
  created_at timestamptz not null,
  unique (organization_id, phone_number)
);

create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null,
  workflow_id bigint not null references workflows,
  definition_id bigint,
  state text not null check (state in ('draft', 'running', 'paused', 'completed', 'failed')),
  source_type text not null,
  source_id text not null,
  list_id bigint not null references contact_lists,
  telephony_configuration_id bigint references telephony_configurations,
  parent_campaign_id bigint,
  redialed_campaign_id bigint,
  max_concurrency integer not null check (max_concurrency between 1 and 100),
  retry_config jsonb not null,
  schedule_config jsonb,
  circuit_breaker jsonb not null,
  total_rows integer not null default 0,
  processed_rows integer not null default 0,
  failed_rows integer not null default 0,
  executed_count integer not null default 0,
  total_queued_count integer not null default 0,
  live_calls integer not null default 0 check (live_calls >= 0),
  -- the breaker counts from here; a resume moves it
  breaker_since timestamptz not null default '-infinity',
  -- what the log last said of the calling window: null, 'open' or 'closed'
  window_said text,
  last_claimed_at timestamptz not null default '-infinity',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  check (failed_rows <= processed_rows and processed_rows <= total_rows),
  check (executed_count <= total_queued_count)
) with (fillfactor = 50);
create index campaigns_of_organization on campaigns (organization_id, id);
create index running_campaigns on campaigns (organization_id, id) where state = 'running';
create index campaigns_of_list on campaigns (list_id);
create index campaigns_of_configuration on campaigns (telephony_configuration_id);
create index campaigns_of_workflow on campaigns (workflow_id);

-- One row per contact of a campaign: this table is the queue. Contacts not dialed yet have next_attempt_at
-- '-infinity', so that due retries and fresh contacts are two ranges of one index.
create table contacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  campaign_id bigint not null,
  list_contact_id bigint not null,
  phone_number text not null,
  address_type text not null,
  state text not null default 'pending' check (state in ('pending', 'in_call', 'done')),
  next_attempt_at timestamptz not null default '-infinity',
  dials smallint not null default 0,
  outcome text,
  caller_number_id bigint,
  finished_at timestamptz
) with (fillfactor = 80);
create index contacts_of_campaign on contacts (campaign_id, id);
create index contacts_due on contacts (campaign_id, next_attempt_at, id) where state = 'pending';

create table calls (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  campaign_id bigint,
  contact_id bigint,
  attempt smallint not null default 1,
  direction text not null check (direction in ('outbound', 'inbound')),
  workflow_id bigint not null,
  definition_id bigint not null,
  telephony_configuration_id bigint not null,
  provider text not null,
  provider_call_id text,
  phone_number text not null,
  address_type text not null,
  caller_number text,
  caller_number_id bigint,
  state text not null check (state in ('claimed', 'dialing', 'ringing', 'answered', 'ended')),
  -- state <> 'ended', in a column of its own: no index names `state`, so that ringing and answering are cheap updates
  live boolean not null default true,
  outcome text,
  cause text,
  ended_by text,
  machine text,
  agent_at timestamptz,
  node_id text not null,
  claimed_at timestamptz not null,
  placed_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  news_at timestamptz not null,
  -- by this moment the call is surely over, whatever the carrier says or does not say
  deadline_at timestamptz not null,
  duration_seconds integer,
  variables jsonb
) with (fillfactor = 80);
-- Promise 1: at most one live call per contact.
create unique index one_live_call_per_contact on calls (contact_id) where live;
create index calls_of_contact on calls (contact_id, id);
create index calls_of_campaign on calls (campaign_id, id);
create index calls_of_organization on calls (organization_id, id);
create index live_calls on calls (id) where live;

create table call_records (
  call_id bigint primary key,
  organization_id bigint not null,
  timeline jsonb not null default '[]',
  transcript jsonb not null default '[]',
  gathered jsonb not null default '{}',
  latencies jsonb not null default '{}',
  disposition text,
  recording text,
  updated_at timestamptz not null
);

-- Finished calls and failures per second, only for campaigns whose breaker is on.
create table breaker_seconds (
  campaign_id bigint not null,
  second timestamptz not null,
  finished integer not null,
  failed integer not null,
  primary key (campaign_id, second)
);

create table campaign_logs (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  campaign_id bigint not null references campaigns on delete cascade,
  ts timestamptz not null,
  level text not null check (level in ('info', 'warning', 'error')),
  event text not null,
  message text not null,
  details jsonb not null default '{}'
);
create index campaign_logs_of_campaign on campaign_logs (campaign_id, id);

-- In order: whoever appends holds the lock on the organization's row, so that ids grow in the order of commits.
create table events (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  at timestamptz not null,
  type text not null,
  campaign_id bigint,
  contact_id bigint,
  call_id bigint,
  data jsonb not null default '{}'
);
create index events_of_organization on events (organization_id, id);

create table nodes (
  id text primary key,
  started_at timestamptz not null,
  lease_until timestamptz not null
);

create table model_configurations (
  organization_id bigint primary key references organizations,
  settings jsonb not null,
  updated_at timestamptz not null
);

create table media_tokens_used (
  token_id text primary key,
  expires_at timestamptz not null
);

create table migrations (name text primary key, run_at timestamptz not null);

set session_replication_role = replica;

insert into api_keys (id, organization_id, name, key_prefix, key_hash, created_at, last_used_at, archived_at) overriding system value values
('1', '1', 'first key', 'od_kkkkk', '\xcf1fbfb7be9ab0fa3f7c141033faad3bdbcb0350484aaf833b418ad0c9bd5f39', '2026-11-15 14:43:19.629+00', '2026-11-15 14:43:27.356+00', null);
select setval(pg_get_serial_sequence('api_keys', 'id'), 1);

insert into calls (id, organization_id, campaign_id, contact_id, attempt, direction, workflow_id, definition_id, telephony_configuration_id, provider, provider_call_id, phone_number, address_type, caller_number, caller_number_id, state, live, outcome, cause, ended_by, machine, agent_at, node_id, claimed_at, placed_at, answered_at, ended_at, news_at, deadline_at, duration_seconds, variables) overriding system value values
('1', '1', '1', '1', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-1', '+12025550200', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:21.765737+00', '2026-11-15 14:43:22.047413+00', '2026-11-15 14:43:22.226761+00', '2026-11-15 14:43:22.287921+00', '2026-11-15 14:43:22.287921+00', '2026-11-15 14:45:36.765737+00', '0', null),
('2', '1', '1', '2', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-2', '+12025550201', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:21.765737+00', '2026-11-15 14:43:22.047413+00', '2026-11-15 14:43:22.226761+00', '2026-11-15 14:43:22.54039+00', '2026-11-15 14:43:22.54039+00', '2026-11-15 14:45:36.765737+00', '0', null),
('3', '1', '1', '3', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-3', '+12025550202', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:22.287921+00', '2026-11-15 14:43:22.738537+00', '2026-11-15 14:43:22.738537+00', '2026-11-15 14:43:22.882412+00', '2026-11-15 14:43:22.882412+00', '2026-11-15 14:45:37.287921+00', '0', null),
('4', '1', '1', '4', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-4', '+12025550203', 'pstn', '+12025550100', '1', 'ended', 'false', 'busy', 'user busy', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:22.54039+00', '2026-11-15 14:43:22.795966+00', null, '2026-11-15 14:43:22.795966+00', '2026-11-15 14:43:22.795966+00', '2026-11-15 14:45:37.54039+00', '0', null),
('5', '1', '1', '5', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-5', '+12025550204', 'pstn', '+12025550100', '1', 'ended', 'false', 'busy', 'user busy', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:22.795966+00', '2026-11-15 14:43:22.882412+00', null, '2026-11-15 14:43:22.955441+00', '2026-11-15 14:43:22.955441+00', '2026-11-15 14:45:37.795966+00', '0', null),
('6', '1', '1', '6', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-6', '+12025550205', 'pstn', '+12025550100', '1', 'ended', 'false', 'busy', 'user busy', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:22.882412+00', '2026-11-15 14:43:23.01076+00', null, '2026-11-15 14:43:23.01076+00', '2026-11-15 14:43:23.01076+00', '2026-11-15 14:45:37.882412+00', '0', null),
('7', '1', '1', '4', '2', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-7', '+12025550203', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:23.79884+00', '2026-11-15 14:43:23.920456+00', '2026-11-15 14:43:24.060775+00', '2026-11-15 14:43:24.089922+00', '2026-11-15 14:43:24.089922+00', '2026-11-15 14:45:38.79884+00', '0', null),
('8', '1', '1', '5', '2', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-8', '+12025550204', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:24.060775+00', '2026-11-15 14:43:24.22894+00', '2026-11-15 14:43:24.22894+00', '2026-11-15 14:43:24.446908+00', '2026-11-15 14:43:24.446908+00', '2026-11-15 14:45:39.060775+00', '0', null),
('9', '1', '1', '6', '2', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-9', '+12025550205', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:24.089922+00', '2026-11-15 14:43:24.31248+00', '2026-11-15 14:43:24.31248+00', '2026-11-15 14:43:24.584544+00', '2026-11-15 14:43:24.584544+00', '2026-11-15 14:45:39.089922+00', '0', null),
('10', '1', '2', '7', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-10', '+13035550200', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:24.965494+00', '2026-11-15 14:43:25.036833+00', '2026-11-15 14:43:25.114799+00', '2026-11-15 14:43:25.416585+00', '2026-11-15 14:43:25.416585+00', '2026-11-15 14:45:39.965494+00', '0', null),
('11', '1', '2', '8', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-11', '+13035550201', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:24.965494+00', '2026-11-15 14:43:25.036833+00', '2026-11-15 14:43:25.114799+00', '2026-11-15 14:43:25.259268+00', '2026-11-15 14:43:25.259268+00', '2026-11-15 14:45:39.965494+00', '0', null),
('12', '1', '2', '9', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-12', '+13035550202', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:25.259268+00', '2026-11-15 14:43:25.334543+00', '2026-11-15 14:43:25.399639+00', '2026-11-15 14:43:25.5893+00', '2026-11-15 14:43:25.5893+00', '2026-11-15 14:45:40.259268+00', '0', null),
('13', '1', '2', '10', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-13', '+13035550203', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:25.416585+00', '2026-11-15 14:43:25.479807+00', '2026-11-15 14:43:25.580232+00', '2026-11-15 14:43:25.867478+00', '2026-11-15 14:43:25.867478+00', '2026-11-15 14:45:40.416585+00', '0', null),
('14', '1', '2', '11', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-14', '+13035550204', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:25.5893+00', '2026-11-15 14:43:25.632884+00', '2026-11-15 14:43:25.708911+00', '2026-11-15 14:43:25.890976+00', '2026-11-15 14:43:25.890976+00', '2026-11-15 14:45:40.5893+00', '0', null),
('15', '1', '4', '19', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-15', '+15055550200', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:26.360621+00', '2026-11-15 14:43:26.52452+00', '2026-11-15 14:43:26.60775+00', '2026-11-15 14:43:26.84596+00', '2026-11-15 14:43:26.84596+00', '2026-11-15 14:45:41.360621+00', '0', null),
('16', '1', '4', '20', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-16', '+15055550201', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:26.360621+00', '2026-11-15 14:43:26.52452+00', '2026-11-15 14:43:26.60775+00', '2026-11-15 14:43:26.923765+00', '2026-11-15 14:43:26.923765+00', '2026-11-15 14:45:41.360621+00', '0', null),
('17', '1', '4', '21', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-17', '+15055550202', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:26.84596+00', '2026-11-15 14:43:26.977561+00', '2026-11-15 14:43:26.977561+00', '2026-11-15 14:43:27.241063+00', '2026-11-15 14:43:27.241063+00', '2026-11-15 14:45:41.84596+00', '0', null),
('18', '1', '4', '22', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-18', '+15055550203', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:26.923765+00', '2026-11-15 14:43:26.992592+00', '2026-11-15 14:43:27.070564+00', '2026-11-15 14:43:27.173421+00', '2026-11-15 14:43:27.173421+00', '2026-11-15 14:45:41.923765+00', '0', null),
('19', '1', '4', '23', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-19', '+15055550204', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:27.173421+00', '2026-11-15 14:43:27.303799+00', '2026-11-15 14:43:27.303799+00', '2026-11-15 14:43:27.528515+00', '2026-11-15 14:43:27.528515+00', '2026-11-15 14:45:42.173421+00', '0', null),
('20', '1', '4', '24', '1', 'outbound', '1', '1', '1', 'simulator', 'od-c40605df-20', '+15055550205', 'pstn', '+12025550100', '1', 'ended', 'false', 'answered', 'hung up', 'callee', null, null, 'node-c40f19f261', '2026-11-15 14:43:27.241063+00', '2026-11-15 14:43:27.416889+00', '2026-11-15 14:43:27.416889+00', '2026-11-15 14:43:27.528515+00', '2026-11-15 14:43:27.528515+00', '2026-11-15 14:45:42.241063+00', '0', null);
select setval(pg_get_serial_sequence('calls', 'id'), 20);

insert into campaign_logs (id, organization_id, campaign_id, ts, level, event, message, details) overriding system value values
('1', '1', '1', '2026-11-15 14:43:21.246+00', 'info', 'campaign_created', 'The campaign was created.', '{"by": "API key 1", "total_rows": 6}'),
('2', '1', '1', '2026-11-15 14:43:21.525+00', 'info', 'campaign_started', 'The campaign was started.', '{"by": "API key 1", "from": "draft"}'),
('3', '1', '1', '2026-11-15 14:43:24.584544+00', 'info', 'campaign_completed', 'Every contact has a final outcome.', '{"by": "dialer", "failed_rows": 0, "executed_count": 9, "processed_rows": 6}'),
('4', '1', '2', '2026-11-15 14:43:24.735+00', 'info', 'campaign_created', 'The campaign was created.', '{"by": "API key 1", "total_rows": 8}'),
('5', '1', '2', '2026-11-15 14:43:24.827+00', 'info', 'campaign_started', 'The campaign was started.', '{"by": "API key 1", "from": "draft"}'),
('6', '1', '2', '2026-11-15 14:43:25.677+00', 'info', 'campaign_paused', 'The campaign was paused; calls under way go on to their end.', '{"by": "API key 1", "live_calls": 2}'),
('7', '1', '3', '2026-11-15 14:43:25.963+00', 'info', 'campaign_created', 'The campaign was created.', '{"by": "API key 1", "total_rows": 4}'),
('8', '1', '4', '2026-11-15 14:43:26.17+00', 'info', 'campaign_created', 'The campaign was created.', '{"by": "API key 1", "total_rows": 12}'),
('9', '1', '4', '2026-11-15 14:43:26.305+00', 'info', 'campaign_started', 'The campaign was started.', '{"by": "API key 1", "from": "draft"}');
select setval(pg_get_serial_sequence('campaign_logs', 'id'), 9);

insert into campaigns (id, organization_id, name, workflow_id, definition_id, state, source_type, source_id, list_id, telephony_configuration_id, parent_campaign_id, redialed_campaign_id, max_concurrency, retry_config, schedule_config, circuit_breaker, total_rows, processed_rows, failed_rows, executed_count, total_queued_count, live_calls, breaker_since, window_said, last_claimed_at, created_at, updated_at, started_at, completed_at) overriding system value values
('1', '1', 'finished', '1', '1', 'completed', 'csv', '99a125d2-a617-4301-8813-cfa2dc0b8aa4', '2', '1', null, null, '2', '{"enabled": true, "max_retries": 5, "retry_on_busy": true, "retry_on_no_answer": true, "retry_on_voicemail": true, "retry_delay_seconds": 1}', null, '{"enabled": false, "window_seconds": 120, "failure_threshold": 0.5, "min_calls_in_window": 5}', '6', '6', '0', '9', '9', '0', '2026-11-15 14:43:21.525+00', null, '2026-11-15 14:43:24.089922+00', '2026-11-15 14:43:21.246+00', '2026-11-15 14:43:24.584544+00', '2026-11-15 14:43:21.525+00', '2026-11-15 14:43:24.584544+00'),
('2', '1', 'paused', '1', '1', 'paused', 'csv', '6665344a-c9b0-4a59-99f8-1c197771d0b9', '3', '1', null, null, '2', '{"enabled": true, "max_retries": 5, "retry_on_busy": true, "retry_on_no_answer": true, "retry_on_voicemail": true, "retry_delay_seconds": 1}', null, '{"enabled": false, "window_seconds": 120, "failure_threshold": 0.5, "min_calls_in_window": 5}', '8', '5', '0', '5', '8', '0', '2026-11-15 14:43:24.827+00', null, '2026-11-15 14:43:25.5893+00', '2026-11-15 14:43:24.735+00', '2026-11-15 14:43:25.677+00', '2026-11-15 14:43:24.827+00', null),
('3', '1', 'draft', '1', null, 'draft', 'csv', 'd4fab472-3848-43b8-8430-28759949906f', '4', '1', null, null, '2', '{"enabled": true, "max_retries": 5, "retry_on_busy": true, "retry_on_no_answer": true, "retry_on_voicemail": true, "retry_delay_seconds": 1}', null, '{"enabled": false, "window_seconds": 120, "failure_threshold": 0.5, "min_calls_in_window": 5}', '4', '0', '0', '0', '0', '0', '-infinity', null, '-infinity', '2026-11-15 14:43:25.963+00', '2026-11-15 14:43:25.963+00', null, null),
('4', '1', 'running', '1', '1', 'running', 'csv', '5073b65d-afec-4a86-ae42-13cc0d06030b', '5', '1', null, null, '2', '{"enabled": true, "max_retries": 5, "retry_on_busy": true, "retry_on_no_answer": true, "retry_on_voicemail": true, "retry_delay_seconds": 3}', null, '{"enabled": false, "window_seconds": 120, "failure_threshold": 0.5, "min_calls_in_window": 5}', '12', '6', '0', '6', '12', '0', '2026-11-15 14:43:26.305+00', null, '2026-11-15 14:43:27.241063+00', '2026-11-15 14:43:26.17+00', '2026-11-15 14:43:26.305+00', '2026-11-15 14:43:26.305+00', null);
select setval(pg_get_serial_sequence('campaigns', 'id'), 4);

insert into contact_lists (id, organization_id, source_id, filename, status, columns, phone_column, total_rows, rejected_rows, duplicate_rows, errors, created_at, expires_at) overriding system value values
('1', '1', 'sample-contacts', 'sample-contacts.csv', 'ready', '{phone_number,first_name,last_name,company,appointment_date,appointment_time,amount_due,due_date}', 'phone_number', '20', '0', '0', '[]', '2026-11-15 14:43:19.818+00', null),
('2', '1', '99a125d2-a617-4301-8813-cfa2dc0b8aa4', 'people.csv', 'ready', '{phone_number,first_name}', 'phone_number', '6', '0', '0', '[]', '2026-11-15 14:43:21.093+00', null),
('3', '1', '6665344a-c9b0-4a59-99f8-1c197771d0b9', 'people.csv', 'ready', '{phone_number,first_name}', 'phone_number', '8', '0', '0', '[]', '2026-11-15 14:43:24.698+00', null),
('4', '1', 'd4fab472-3848-43b8-8430-28759949906f', 'people.csv', 'ready', '{phone_number,first_name}', 'phone_number', '4', '0', '0', '[]', '2026-11-15 14:43:25.914+00', null),
('5', '1', '5073b65d-afec-4a86-ae42-13cc0d06030b', 'people.csv', 'ready', '{phone_number,first_name}', 'phone_number', '12', '0', '0', '[]', '2026-11-15 14:43:26.138+00', null);
select setval(pg_get_serial_sequence('contact_lists', 'id'), 5);

insert into contacts (id, organization_id, campaign_id, list_contact_id, phone_number, address_type, state, next_attempt_at, dials, outcome, caller_number_id, finished_at) overriding system value values
('1', '1', '1', '21', '+12025550200', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:22.287921+00'),
('2', '1', '1', '22', '+12025550201', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:22.54039+00'),
('3', '1', '1', '23', '+12025550202', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:22.882412+00'),
('4', '1', '1', '24', '+12025550203', 'pstn', 'done', '2026-11-15 14:43:23.795966+00', '2', 'answered', '1', '2026-11-15 14:43:24.089922+00'),
('5', '1', '1', '25', '+12025550204', 'pstn', 'done', '2026-11-15 14:43:23.955441+00', '2', 'answered', '1', '2026-11-15 14:43:24.446908+00'),
('6', '1', '1', '26', '+12025550205', 'pstn', 'done', '2026-11-15 14:43:24.01076+00', '2', 'answered', '1', '2026-11-15 14:43:24.584544+00'),
('7', '1', '2', '27', '+13035550200', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:25.416585+00'),
('8', '1', '2', '28', '+13035550201', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:25.259268+00'),
('9', '1', '2', '29', '+13035550202', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:25.5893+00'),
('10', '1', '2', '30', '+13035550203', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:25.867478+00'),
('11', '1', '2', '31', '+13035550204', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:25.890976+00'),
('12', '1', '2', '32', '+13035550205', 'pstn', 'pending', '-infinity', '0', null, null, null),
('13', '1', '2', '33', '+13035550206', 'pstn', 'pending', '-infinity', '0', null, null, null),
('14', '1', '2', '34', '+13035550207', 'pstn', 'pending', '-infinity', '0', null, null, null),
('15', '1', '3', '35', '+14045550200', 'pstn', 'pending', '-infinity', '0', null, null, null),
('16', '1', '3', '36', '+14045550201', 'pstn', 'pending', '-infinity', '0', null, null, null),
('17', '1', '3', '37', '+14045550202', 'pstn', 'pending', '-infinity', '0', null, null, null),
('18', '1', '3', '38', '+14045550203', 'pstn', 'pending', '-infinity', '0', null, null, null),
('19', '1', '4', '39', '+15055550200', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:26.84596+00'),
('20', '1', '4', '40', '+15055550201', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:26.923765+00'),
('21', '1', '4', '41', '+15055550202', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:27.241063+00'),
('22', '1', '4', '42', '+15055550203', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:27.173421+00'),
('23', '1', '4', '43', '+15055550204', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:27.528515+00'),
('24', '1', '4', '44', '+15055550205', 'pstn', 'done', '-infinity', '1', 'answered', '1', '2026-11-15 14:43:27.528515+00'),
('25', '1', '4', '45', '+15055550206', 'pstn', 'pending', '-infinity', '0', null, null, null),
('26', '1', '4', '46', '+15055550207', 'pstn', 'pending', '-infinity', '0', null, null, null),
('27', '1', '4', '47', '+15055550208', 'pstn', 'pending', '-infinity', '0', null, null, null),
('28', '1', '4', '48', '+15055550209', 'pstn', 'pending', '-infinity', '0', null, null, null),
('29', '1', '4', '49', '+15055550210', 'pstn', 'pending', '-infinity', '0', null, null, null),
('30', '1', '4', '50', '+15055550211', 'pstn', 'pending', '-infinity', '0', null, null, null);
select setval(pg_get_serial_sequence('contacts', 'id'), 30);

insert into events (id, organization_id, at, type, campaign_id, contact_id, call_id, data) overriding system value values
('1', '1', '2026-11-15 14:43:19.654+00', 'workflow_created', null, null, null, '{"status": "active", "workflow_id": 1, "version_number": 1}'),
('2', '1', '2026-11-15 14:43:19.695+00', 'workflow_created', null, null, null, '{"status": "active", "workflow_id": 2, "version_number": 1}'),
('3', '1', '2026-11-15 14:43:19.785+00', 'workflow_created', null, null, null, '{"status": "active", "workflow_id": 3, "version_number": 1}'),
('4', '1', '2026-11-15 14:43:21.246+00', 'campaign_created', '1', null, null, '{"by": "API key 1", "level": "info", "message": "The campaign was created.", "total_rows": 6}'),
('5', '1', '2026-11-15 14:43:21.525+00', 'campaign_started', '1', null, null, '{"by": "API key 1", "from": "draft", "level": "info", "message": "The campaign was started."}'),
('6', '1', '2026-11-15 14:43:22.287921+00', 'call_ended', '1', '1', '1', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('7', '1', '2026-11-15 14:43:22.54039+00', 'call_ended', '1', '2', '2', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('8', '1', '2026-11-15 14:43:22.795966+00', 'call_ended', '1', '4', '4', '{"cause": "user busy", "attempt": 1, "outcome": "busy", "duration_seconds": 0}'),
('9', '1', '2026-11-15 14:43:22.882412+00', 'call_ended', '1', '3', '3', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('10', '1', '2026-11-15 14:43:22.955441+00', 'call_ended', '1', '5', '5', '{"cause": "user busy", "attempt": 1, "outcome": "busy", "duration_seconds": 0}'),
('11', '1', '2026-11-15 14:43:23.01076+00', 'call_ended', '1', '6', '6', '{"cause": "user busy", "attempt": 1, "outcome": "busy", "duration_seconds": 0}'),
('12', '1', '2026-11-15 14:43:24.089922+00', 'call_ended', '1', '4', '7', '{"cause": "hung up", "attempt": 2, "outcome": "answered", "duration_seconds": 0}'),
('13', '1', '2026-11-15 14:43:24.446908+00', 'call_ended', '1', '5', '8', '{"cause": "hung up", "attempt": 2, "outcome": "answered", "duration_seconds": 0}'),
('14', '1', '2026-11-15 14:43:24.584544+00', 'call_ended', '1', '6', '9', '{"cause": "hung up", "attempt": 2, "outcome": "answered", "duration_seconds": 0}'),
('15', '1', '2026-11-15 14:43:24.584544+00', 'campaign_completed', '1', null, null, '{"by": "dialer", "level": "info", "message": "Every contact has a final outcome.", "failed_rows": 0, "executed_count": 9, "processed_rows": 6}'),
('16', '1', '2026-11-15 14:43:24.735+00', 'campaign_created', '2', null, null, '{"by": "API key 1", "level": "info", "message": "The campaign was created.", "total_rows": 8}'),
('17', '1', '2026-11-15 14:43:24.827+00', 'campaign_started', '2', null, null, '{"by": "API key 1", "from": "draft", "level": "info", "message": "The campaign was started."}'),
('18', '1', '2026-11-15 14:43:25.259268+00', 'call_ended', '2', '8', '11', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('19', '1', '2026-11-15 14:43:25.416585+00', 'call_ended', '2', '7', '10', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('20', '1', '2026-11-15 14:43:25.5893+00', 'call_ended', '2', '9', '12', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('21', '1', '2026-11-15 14:43:25.677+00', 'campaign_paused', '2', null, null, '{"by": "API key 1", "level": "info", "message": "The campaign was paused; calls under way go on to their end.", "live_calls": 2}'),
('22', '1', '2026-11-15 14:43:25.867478+00', 'call_ended', '2', '10', '13', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('23', '1', '2026-11-15 14:43:25.890976+00', 'call_ended', '2', '11', '14', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('24', '1', '2026-11-15 14:43:25.963+00', 'campaign_created', '3', null, null, '{"by": "API key 1", "level": "info", "message": "The campaign was created.", "total_rows": 4}'),
('25', '1', '2026-11-15 14:43:26.17+00', 'campaign_created', '4', null, null, '{"by": "API key 1", "level": "info", "message": "The campaign was created.", "total_rows": 12}'),
('26', '1', '2026-11-15 14:43:26.305+00', 'campaign_started', '4', null, null, '{"by": "API key 1", "from": "draft", "level": "info", "message": "The campaign was started."}'),
('27', '1', '2026-11-15 14:43:26.84596+00', 'call_ended', '4', '19', '15', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('28', '1', '2026-11-15 14:43:26.923765+00', 'call_ended', '4', '20', '16', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('29', '1', '2026-11-15 14:43:27.173421+00', 'call_ended', '4', '22', '18', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('30', '1', '2026-11-15 14:43:27.241063+00', 'call_ended', '4', '21', '17', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('31', '1', '2026-11-15 14:43:27.528515+00', 'call_ended', '4', '23', '19', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}'),
('32', '1', '2026-11-15 14:43:27.528515+00', 'call_ended', '4', '24', '20', '{"cause": "hung up", "attempt": 1, "outcome": "answered", "duration_seconds": 0}');
select setval(pg_get_serial_sequence('events', 'id'), 32);

insert into installation (id, key) values
('true', 'c40605df');

insert into list_contacts (id, organization_id, list_id, row_number, phone_number, address_type, variables) overriding system value values
('1', '1', '1', '2', '+12025550101', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Miller", "amount_due": "25 dollars", "first_name": "Ada", "appointment_date": "Monday", "appointment_time": "nine o''clock"}'),
('2', '1', '1', '3', '+12025550112', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Okafor", "amount_due": "32 dollars", "first_name": "Ben", "appointment_date": "Tuesday", "appointment_time": "noon"}'),
('3', '1', '1', '4', '+12025550123', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Rossi", "amount_due": "39 dollars", "first_name": "Carla", "appointment_date": "Wednesday", "appointment_time": "four o''clock"}'),
('4', '1', '1', '5', '+12025550134', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Chen", "amount_due": "46 dollars", "first_name": "David", "appointment_date": "Thursday", "appointment_time": "ten thirty"}'),
('5', '1', '1', '6', '+12025550160', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Petrova", "amount_due": "53 dollars", "first_name": "Elena", "appointment_date": "Friday", "appointment_time": "two fifteen"}'),
('6', '1', '1', '7', '+12025550105', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Haddad", "amount_due": "60 dollars", "first_name": "Farid", "appointment_date": "Monday", "appointment_time": "nine o''clock"}'),
('7', '1', '1', '8', '+12025550170', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Lindqvist", "amount_due": "67 dollars", "first_name": "Grace", "appointment_date": "Tuesday", "appointment_time": "noon"}'),
('8', '1', '1', '9', '+12025550116', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Moreau", "amount_due": "74 dollars", "first_name": "Hugo", "appointment_date": "Wednesday", "appointment_time": "four o''clock"}'),
('9', '1', '1', '10', '+12025550127', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Costa", "amount_due": "81 dollars", "first_name": "Ines", "appointment_date": "Thursday", "appointment_time": "ten thirty"}'),
('10', '1', '1', '11', '+12025550180', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "García", "amount_due": "88 dollars", "first_name": "José", "appointment_date": "Friday", "appointment_time": "two fifteen"}'),
('11', '1', '1', '12', '+12025550138', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Mensah", "amount_due": "95 dollars", "first_name": "Kofi", "appointment_date": "Monday", "appointment_time": "nine o''clock"}'),
('12', '1', '1', '13', '+12025550149', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Fischer", "amount_due": "102 dollars", "first_name": "Lena", "appointment_date": "Tuesday", "appointment_time": "noon"}'),
('13', '1', '1', '14', '+12025550164', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Silva", "amount_due": "109 dollars", "first_name": "Mateo", "appointment_date": "Wednesday", "appointment_time": "four o''clock"}'),
('14', '1', '1', '15', '+12025550150', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Novak", "amount_due": "116 dollars", "first_name": "Nadia", "appointment_date": "Thursday", "appointment_time": "ten thirty"}'),
('15', '1', '1', '16', '+12025550190', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Aziz", "amount_due": "123 dollars", "first_name": "Omar", "appointment_date": "Friday", "appointment_time": "two fifteen"}'),
('16', '1', '1', '17', '+12025550103', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Sharma", "amount_due": "130 dollars", "first_name": "Priya", "appointment_date": "Monday", "appointment_time": "nine o''clock"}'),
('17', '1', '1', '18', '+12025550194', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Doyle", "amount_due": "137 dollars", "first_name": "Quinn", "appointment_date": "Tuesday", "appointment_time": "noon"}'),
('18', '1', '1', '19', '+12025550114', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Ortiz", "amount_due": "144 dollars", "first_name": "Rosa", "appointment_date": "Wednesday", "appointment_time": "four o''clock"}'),
('19', '1', '1', '20', '+12025550125', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Larsen", "amount_due": "151 dollars", "first_name": "Sven", "appointment_date": "Thursday", "appointment_time": "ten thirty"}'),
('20', '1', '1', '21', '+12025550136', 'pstn', '{"company": "Harbor Clinic", "due_date": "the first of the month", "last_name": "Sato", "amount_due": "158 dollars", "first_name": "Tomoko", "appointment_date": "Friday", "appointment_time": "two fifteen"}'),
('21', '1', '2', '2', '+12025550200', 'pstn', '{"first_name": "Person 0"}'),
('22', '1', '2', '3', '+12025550201', 'pstn', '{"first_name": "Person 1"}'),
('23', '1', '2', '4', '+12025550202', 'pstn', '{"first_name": "Person 2"}'),
('24', '1', '2', '5', '+12025550203', 'pstn', '{"first_name": "Person 3"}'),
('25', '1', '2', '6', '+12025550204', 'pstn', '{"first_name": "Person 4"}'),
('26', '1', '2', '7', '+12025550205', 'pstn', '{"first_name": "Person 5"}'),
('27', '1', '3', '2', '+13035550200', 'pstn', '{"first_name": "Person 0"}'),
('28', '1', '3', '3', '+13035550201', 'pstn', '{"first_name": "Person 1"}'),
('29', '1', '3', '4', '+13035550202', 'pstn', '{"first_name": "Person 2"}'),
('30', '1', '3', '5', '+13035550203', 'pstn', '{"first_name": "Person 3"}'),
('31', '1', '3', '6', '+13035550204', 'pstn', '{"first_name": "Person 4"}'),
('32', '1', '3', '7', '+13035550205', 'pstn', '{"first_name": "Person 5"}'),
('33', '1', '3', '8', '+13035550206', 'pstn', '{"first_name": "Person 6"}'),
('34', '1', '3', '9', '+13035550207', 'pstn', '{"first_name": "Person 7"}'),
('35', '1', '4', '2', '+14045550200', 'pstn', '{"first_name": "Person 0"}'),
('36', '1', '4', '3', '+14045550201', 'pstn', '{"first_name": "Person 1"}'),
('37', '1', '4', '4', '+14045550202', 'pstn', '{"first_name": "Person 2"}'),
('38', '1', '4', '5', '+14045550203', 'pstn', '{"first_name": "Person 3"}'),
('39', '1', '5', '2', '+15055550200', 'pstn', '{"first_name": "Person 0"}'),
('40', '1', '5', '3', '+15055550201', 'pstn', '{"first_name": "Person 1"}'),
('41', '1', '5', '4', '+15055550202', 'pstn', '{"first_name": "Person 2"}'),
('42', '1', '5', '5', '+15055550203', 'pstn', '{"first_name": "Person 3"}'),
('43', '1', '5', '6', '+15055550204', 'pstn', '{"first_name": "Person 4"}'),
('44', '1', '5', '7', '+15055550205', 'pstn', '{"first_name": "Person 5"}'),
('45', '1', '5', '8', '+15055550206', 'pstn', '{"first_name": "Person 6"}'),
('46', '1', '5', '9', '+15055550207', 'pstn', '{"first_name": "Person 7"}'),
('47', '1', '5', '10', '+15055550208', 'pstn', '{"first_name": "Person 8"}'),
('48', '1', '5', '11', '+15055550209', 'pstn', '{"first_name": "Person 9"}'),
('49', '1', '5', '12', '+15055550210', 'pstn', '{"first_name": "Person 10"}'),
('50', '1', '5', '13', '+15055550211', 'pstn', '{"first_name": "Person 11"}');
select setval(pg_get_serial_sequence('list_contacts', 'id'), 50);

insert into migrations (name, run_at) values
('0001-foundation', '2026-11-15 14:43:18.325545+00');

insert into organizations (id, name, max_concurrency, live_calls, created_at) overriding system value values
('1', 'Default', '200', '0', '2026-11-15 14:43:19.629+00');
select setval(pg_get_serial_sequence('organizations', 'id'), 1);

insert into phone_numbers (id, organization_id, telephony_configuration_id, provider, account_id, address, address_normalized, address_type, country_code, label, inbound_workflow_id, is_active, is_default_caller_id, extra_metadata, last_used_at, created_at, updated_at) overriding system value values
('1', '1', '1', 'simulator', 'default', '+12025550100', '+12025550100', 'pstn', 'US', 'main', null, 'true', 'true', '{}', '2026-11-15 14:43:27.241063+00', '2026-11-15 14:43:20.71+00', '2026-11-15 14:43:20.71+00');
select setval(pg_get_serial_sequence('phone_numbers', 'id'), 1);

insert into suppressions (id, organization_id, phone_number, reason, call_id, created_at) overriding system value values
('1', '1', '+13035550207', 'asked', null, '2026-11-15 14:43:26.079+00');
select setval(pg_get_serial_sequence('suppressions', 'id'), 1);

insert into telephony_configurations (id, organization_id, name, provider, account_id, credentials, is_default_outbound, created_at, updated_at, paced_until, held_until, holds) overriding system value values
('1', '1', 'carrier', 'simulator', 'default', '{"speed": 1, "account": "default", "busy_rate": 0.3, "carrier_url": "", "failed_rate": 0, "people_speak": false, "fault_refused": 0, "fault_timeout": 0, "carrier_secret": "sealed:4bb06f8e:Q5MVJW7u0OYUW4doz2J6bsPGjcNHmvvGge2ZEQ", "no_answer_rate": 0, "voicemail_rate": 0, "calls_per_second": 50, "max_call_seconds": 30, "fault_late_events": 0, "fault_lost_events": 0, "machine_detection": false, "fault_late_seconds": 5, "fault_doubled_events": 0, "longest_ring_seconds": 0.1, "longest_talk_seconds": 0.3, "ring_timeout_seconds": 15, "shortest_ring_seconds": 0.05, "shortest_talk_seconds": 0.1, "fault_reordered_events": 0}', 'true', '2026-11-15 14:43:20.351+00', '2026-11-15 14:43:20.351+00', '2026-11-15 14:43:27.263285+00', '-infinity', '0');
select setval(pg_get_serial_sequence('telephony_configurations', 'id'), 1);

insert into workflow_definitions (id, organization_id, workflow_id, version_number, definition, created_at) overriding system value values
('1', '1', '1', '1', '{"edges": [{"id": "start-confirmed", "data": {"keys": ["1"], "label": "confirmed", "examples": ["yes", "I will be there", "I am coming", "I confirm", "confirmed"], "condition": "The person will come to the appointment."}, "source": "start", "target": "confirmed"}, {"id": "start-day", "data": {"keys": ["2"], "label": "reschedule", "examples": ["reschedule", "I need to reschedule", "another day", "another time", "change my appointment", "move it"], "condition": "The person wants another day or time."}, "source": "start", "target": "day"}, {"id": "start-cancelled", "data": {"keys": ["3"], "label": "cancel", "examples": ["no", "cancel", "cancel my appointment", "I can not come", "I will not be there"], "condition": "The person will not come and wants no other day."}, "source": "start", "target": "cancelled"}, {"id": "start-desk", "data": {"keys": ["0"], "label": "person", "examples": ["speak to a person", "talk to a human", "operator", "representative", "front desk"], "condition": "The person wants to talk to a human."}, "source": "start", "target": "desk"}, {"id": "start-silent", "data": {"label": "no_input"}, "source": "start", "target": "unclear"}, {"id": "start-unclear", "data": {"label": "no_match"}, "source": "start", "target": "unclear"}, {"id": "start-machine", "data": {"label": "voicemail"}, "source": "start", "target": "message"}, {"id": "day-moved", "data": {}, "source": "day", "target": "moved"}, {"id": "day-silent", "data": {"label": "no_input"}, "source": "day", "target": "unclear"}, {"id": "day-unclear", "data": {"label": "no_match"}, "source": "day", "target": "moved"}], "nodes": [{"id": "start", "data": {"name": "Greeting and question", "prompt": "You remind {{first_name | the person}} of an appointment on {{appointment_date | Tuesday}} at {{appointment_time | ten thirty}}. Find out whether they will come, want another day, or want to cancel.", "greeting": "Hello {{first_name | there}}, this is {{company | the clinic}} with a reminder of your appointment on {{appointment_date | Tuesday}} at {{appointment_time | ten thirty}}. Will you be there? Please say yes, or say reschedule or cancel.", "allow_interrupt": true}, "type": "startCall", "position": {"x": 0, "y": 0}}, {"id": "day", "data": {"say": "No problem. Which day would suit you better?", "name": "Another day", "prompt": "Ask which day would suit the person better.", "collect": {"kind": "date", "variable": "preferred_date"}}, "type": "agentNode", "position": {"x": 0, "y": 200}}, {"id": "confirmed", "data": {"say": "Wonderful, we look forward to seeing you. Good-bye.", "name": "Confirmed"}, "type": "endCall", "position": {"x": 300, "y": 400}}, {"id": "moved", "data": {"say": "Thank you. We will call you to confirm the new time. Good-bye.", "name": "Moved"}, "type": "endCall", "position": {"x": 0, "y": 400}}, {"id": "cancelled", "data": {"say": "All right, the appointment is cancelled. Good-bye.", "name": "Cancelled"}, "type": "endCall", "position": {"x": -300, "y": 400}}, {"id": "unclear", "data": {"say": "I am sorry, I could not understand you. We will try again another time. Good-bye.", "name": "Not understood"}, "type": "endCall", "position": {"x": 600, "y": 400}}, {"id": "message", "data": {"say": "Hello, this is {{company | the clinic}} with a reminder of your appointment on {{appointment_date | Tuesday}}. Please call us if you cannot come. Good-bye.", "name": "Message for the mailbox"}, "type": "endCall", "position": {"x": 900, "y": 400}}, {"id": "desk", "data": {"say": "One moment, I will put you through to the front desk.", "name": "Front desk", "destination": "{{front_desk_number | +12025550100}}"}, "type": "transfer", "position": {"x": -600, "y": 400}}], "settings": {"recording": false}}', '2026-11-15 14:43:19.654+00'),
('2', '1', '2', '1', '{"edges": [{"id": "start-yes", "data": {"keys": ["1"], "label": "yes", "examples": ["yes", "go ahead", "if it is quick"], "condition": "The person agrees."}, "source": "start", "target": "rating"}, {"id": "start-no", "data": {"keys": ["2"], "label": "no", "examples": ["no", "not now", "I am busy", "I have no time"], "condition": "The person has no time."}, "source": "start", "target": "another-time"}, {"id": "start-silent", "data": {"label": "no_input"}, "source": "start", "target": "another-time"}, {"id": "start-unclear", "data": {"label": "no_match"}, "source": "start", "target": "another-time"}, {"id": "rating-low", "data": {"keys": ["1", "2", "3"], "label": "low", "condition": "The rating is one, two or three."}, "source": "rating", "target": "reason"}, {"id": "rating-high", "data": {"keys": ["4", "5"], "label": "high", "condition": "The rating is four or five."}, "source": "rating", "target": "again"}, {"id": "rating-silent", "data": {"label": "no_input"}, "source": "rating", "target": "another-time"}, {"id": "rating-unclear", "data": {"label": "no_match"}, "source": "rating", "target": "thanks"}, {"id": "reason-thanks", "data": {}, "source": "reason", "target": "thanks"}, {"id": "reason-silent", "data": {"label": "no_input"}, "source": "reason", "target": "thanks"}, {"id": "again-thanks", "data": {}, "source": "again", "target": "thanks"}, {"id": "again-silent", "data": {"label": "no_input"}, "source": "again", "target": "thanks"}, {"id": "again-unclear", "data": {"label": "no_match"}, "source": "again", "target": "thanks"}], "nodes": [{"id": "start", "data": {"name": "Ask for a minute", "prompt": "Ask {{first_name | the person}} whether they have a minute for two questions about their last visit.", "greeting": "Hello {{first_name | there}}, this is {{company | your service team}}. May we ask you two short questions about your last visit? Please say yes or no."}, "type": "startCall", "position": {"x": 0, "y": 0}}, {"id": "rating", "data": {"say": "From one to five, where five is best: how satisfied were you? You may say the number or press the key.", "name": "Rating", "prompt": "Ask for a rating from one to five.", "collect": {"kind": "digits", "variable": "rating", "max_length": 1}}, "type": "agentNode", "position": {"x": 0, "y": 200}}, {"id": "reason", "data": {"say": "I am sorry to hear that. What should we do better?", "name": "What went wrong", "prompt": "Ask what should be better.", "collect": {"kind": "text", "variable": "reason", "max_length": 500}}, "type": "agentNode", "position": {"x": -300, "y": 400}}, {"id": "again", "data": {"say": "Thank you. Would you recommend us to a friend?", "name": "Come again", "prompt": "Ask whether the person would recommend us.", "collect": {"kind": "yes_no", "variable": "recommends"}}, "type": "agentNode", "position": {"x": 300, "y": 400}}, {"id": "thanks", "data": {"say": "Thank you very much for your time. Good-bye.", "name": "Thanks"}, "type": "endCall", "position": {"x": 0, "y": 600}}, {"id": "another-time", "data": {"say": "No problem. Have a good day. Good-bye.", "name": "Another time"}, "type": "endCall", "position": {"x": 600, "y": 600}}], "settings": {"recording": false}}', '2026-11-15 14:43:19.695+00'),
('3', '1', '3', '1', '{"edges": [{"id": "start-yes", "data": {"keys": ["1"], "label": "yes", "examples": ["yes", "speaking", "this is he", "this is she", "that is me"], "condition": "It is the right person."}, "source": "start", "target": "bill"}, {"id": "start-no", "data": {"keys": ["2"], "label": "no", "examples": ["no", "wrong number", "not here", "not at home"], "condition": "It is somebody else."}, "source": "start", "target": "wrong-person"}, {"id": "start-silent", "data": {"label": "no_input"}, "source": "start", "target": "later"}, {"id": "start-unclear", "data": {"label": "no_match"}, "source": "start", "target": "later"}, {"id": "start-machine", "data": {"label": "voicemail"}, "source": "start", "target": "message"}, {"id": "bill-paid", "data": {"keys": ["1"], "label": "paid", "examples": ["already paid", "I already paid that bill", "I have paid", "it is paid"], "condition": "The person says it is already paid."}, "source": "bill", "target": "paid"}, {"id": "bill-when", "data": {"keys": ["2"], "label": "will pay", "examples": ["I will pay", "I am going to pay", "I will pay tomorrow", "I can pay next week"], "condition": "The person promises to pay."}, "source": "bill", "target": "when"}, {"id": "bill-agent", "data": {"keys": ["0"], "label": "agent", "examples": ["agent", "talk to an agent", "speak to a person", "representative", "that bill is wrong"], "condition": "The person wants to talk to a human or disputes the bill."}, "source": "bill", "target": "agent"}, {"id": "bill-silent", "data": {"label": "no_input"}, "source": "bill", "target": "later"}, {"id": "bill-unclear", "data": {"label": "no_match"}, "source": "bill", "target": "agent"}, {"id": "when-promised", "data": {}, "source": "when", "target": "promised"}, {"id": "when-silent", "data": {"label": "no_input"}, "source": "when", "target": "later"}, {"id": "when-unclear", "data": {"label": "no_match"}, "source": "when", "target": "promised"}], "nodes": [{"id": "start", "data": {"name": "Right person", "prompt": "Find out whether you speak with {{first_name | the account holder}}. Say nothing about money before.", "greeting": "Hello, this is {{company | the accounts department}}. Am I speaking with {{first_name | the account holder}}?"}, "type": "startCall", "position": {"x": 0, "y": 0}}, {"id": "bill", "data": {"say": "Thank you. Your bill of {{amount_due | the open amount}} was due on {{due_date | the agreed day}}. You can say already paid, say I will pay, or say agent to talk to a person.", "name": "The open bill", "prompt": "Mention the bill of {{amount_due | the open amount}}, due on {{due_date | the agreed day}}. Find out what the person intends."}, "type": "agentNode", "position": {"x": 0, "y": 200}}, {"id": "when", "data": {"say": "Thank you. On which day will you pay?", "name": "Date of payment", "prompt": "Ask on which day the person will pay.", "collect": {"kind": "date", "variable": "promised_date"}}, "type": "agentNode", "position": {"x": 300, "y": 400}}, {"id": "promised", "data": {"say": "Thank you, I have noted that. Good-bye.", "name": "Promised"}, "type": "endCall", "position": {"x": 300, "y": 600}}, {"id": "paid", "data": {"say": "Thank you, we will check that. Good-bye.", "name": "Already paid"}, "type": "endCall", "position": {"x": 0, "y": 600}}, {"id": "wrong-person", "data": {"say": "I am sorry to have bothered you. Good-bye.", "name": "Another person"}, "type": "endCall", "position": {"x": -300, "y": 600}}, {"id": "later", "data": {"say": "We will try again another time. Good-bye.", "name": "Another time"}, "type": "endCall", "position": {"x": 600, "y": 600}}, {"id": "message", "data": {"say": "Hello, this is {{company | the accounts department}}. Please call us back. Good-bye.", "name": "Message for the mailbox"}, "type": "endCall", "position": {"x": 900, "y": 600}}, {"id": "agent", "data": {"say": "I will put you through, one moment please.", "name": "Agent", "destination": "{{agent_number | +12025550101}}"}, "type": "transfer", "position": {"x": -300, "y": 400}}], "settings": {"recording": false}}', '2026-11-15 14:43:19.785+00');
select setval(pg_get_serial_sequence('workflow_definitions', 'id'), 3);

insert into workflows (id, organization_id, name, status, current_definition_id, created_at, updated_at) overriding system value values
('1', '1', 'Appointment reminder (sample)', 'active', '1', '2026-11-15 14:43:19.654+00', '2026-11-15 14:43:19.654+00'),
('2', '1', 'Satisfaction survey (sample)', 'active', '2', '2026-11-15 14:43:19.695+00', '2026-11-15 14:43:19.695+00'),
('3', '1', 'Payment reminder (sample)', 'active', '3', '2026-11-15 14:43:19.785+00', '2026-11-15 14:43:19.785+00');
select setval(pg_get_serial_sequence('workflows', 'id'), 3);

set session_replication_role = origin;
