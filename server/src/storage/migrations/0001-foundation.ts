/**
 * Everything is keyed by organization. The two hot tables, contacts and calls, carry no foreign keys: a reference
 * check per row costs more than the whole claim (measured on a million rows), and the operations that delete
 * campaigns remove their rows in the same transaction.
 */
export const sql = `
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
  -- state <> 'ended', in a column of its own: no index names \`state\`, so that ringing and answering are cheap updates
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
`
