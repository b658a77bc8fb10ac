-- Made from the migrations by `npm run generate`; do not edit.

create table abandonment_limits (
  organization_id bigint not null,
  warn_percent double precision not null,
  pause_percent double precision,
  author text not null,
  updated_at timestamp with time zone not null,
  constraint abandonment_limits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint abandonment_limits_pkey PRIMARY KEY (organization_id)
);

create table after_call_tasks (
  call_id bigint not null,
  organization_id bigint not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint after_call_tasks_pkey PRIMARY KEY (call_id)
);
CREATE INDEX after_call_tasks_due ON public.after_call_tasks USING btree (next_attempt_at);

create table after_calls (
  organization_id bigint not null,
  cursor bigint not null,
  secret text,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  constraint after_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint after_calls_pkey PRIMARY KEY (organization_id)
);

create table api_keys (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  key_prefix text not null,
  key_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  archived_at timestamp with time zone,
  scope text default 'admin'::text not null,
  user_id bigint,
  expires_at timestamp with time zone,
  addresses text[],
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['report'::text, 'read'::text, 'operate'::text, 'admin'::text]))),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash)
);
CREATE INDEX api_keys_of_organization ON public.api_keys USING btree (organization_id, id);

create table attempt_copies (
  organization_id bigint not null,
  up_to_call_id bigint not null,
  live_call_ids bigint[] not null,
  constraint attempt_copies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint attempt_copies_pkey PRIMARY KEY (organization_id)
);

create table audit_events (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  at timestamp with time zone not null,
  api_key_id bigint,
  session_id bigint,
  operation text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text,
  finished boolean default true not null,
  user_id bigint,
  author text,
  address text,
  constraint audit_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_of_organization ON public.audit_events USING btree (organization_id, id);

create table breaker_seconds (
  campaign_id bigint not null,
  second timestamp with time zone not null,
  finished integer not null,
  failed integer not null,
  organization_id bigint not null,
  constraint breaker_seconds_of_organization PRIMARY KEY (organization_id, campaign_id, second)
);

create table call_costs (
  call_id bigint not null,
  organization_id bigint not null,
  campaign_id bigint,
  telephony_configuration_id bigint not null,
  day text not null,
  currency text,
  estimate bigint,
  carrier_amount bigint,
  carrier_currency text,
  applied boolean default false not null,
  ask_at timestamp with time zone,
  asks smallint default 0 not null,
  constraint call_costs_pkey PRIMARY KEY (call_id)
);
CREATE INDEX call_costs_to_ask ON public.call_costs USING btree (ask_at) WHERE (ask_at IS NOT NULL);

create table call_minutes (
  organization_id bigint not null,
  campaign_id bigint not null,
  direction text not null,
  outcome text not null,
  minute timestamp with time zone not null,
  calls integer not null,
  seconds integer not null,
  constraint call_minutes_pkey PRIMARY KEY (organization_id, campaign_id, minute, direction, outcome)
);
CREATE INDEX call_minutes_by_time ON public.call_minutes USING btree (minute);

create table call_records (
  call_id bigint not null,
  organization_id bigint not null,
  timeline jsonb default '[]'::jsonb not null,
  transcript jsonb default '[]'::jsonb not null,
  gathered jsonb default '{}'::jsonb not null,
  latencies jsonb default '{}'::jsonb not null,
  disposition text,
  recording text,
  updated_at timestamp with time zone not null,
  analysis jsonb,
  recording_bytes bigint,
  turns jsonb,
  model_usage jsonb,
  constraint call_records_pkey PRIMARY KEY (call_id)
);
CREATE INDEX call_records_recorded ON public.call_records USING btree (organization_id, recording_bytes) WHERE (recording_bytes IS NOT NULL);

create table calls (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint,
  contact_id bigint,
  attempt smallint default 1 not null,
  direction text not null,
  workflow_id bigint not null,
  definition_id bigint not null,
  telephony_configuration_id bigint not null,
  provider text not null,
  provider_call_id text,
  phone_number text not null,
  address_type text not null,
  caller_number text,
  caller_number_id bigint,
  state text not null,
  live boolean default true not null,
  outcome text,
  cause text,
  ended_by text,
  machine text,
  agent_at timestamp with time zone,
  node_id text not null,
  claimed_at timestamp with time zone not null,
  placed_at timestamp with time zone,
  answered_at timestamp with time zone,
  ended_at timestamp with time zone,
  news_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  duration_seconds integer,
  variables jsonb,
  inbound_id text,
  transfer_of bigint,
  transfer_ready_at timestamp with time zone,
  joined_with bigint,
  returns_contact_id bigint,
  talked_in jsonb,
  route jsonb,
  caller_reason text,
  arm text,
  attestation jsonb,
  numbers jsonb,
  constraint calls_direction_check CHECK ((direction = ANY (ARRAY['outbound'::text, 'inbound'::text]))),
  constraint calls_state_check CHECK ((state = ANY (ARRAY['claimed'::text, 'dialing'::text, 'ringing'::text, 'answered'::text, 'ended'::text]))),
  constraint calls_pkey PRIMARY KEY (id)
);
CREATE INDEX calls_of_campaign ON public.calls USING btree (campaign_id, id);
CREATE INDEX calls_of_contact ON public.calls USING btree (contact_id, id);
CREATE INDEX calls_of_organization ON public.calls USING btree (organization_id, id);
CREATE UNIQUE INDEX one_call_per_inbound_id ON public.calls USING btree (telephony_configuration_id, inbound_id) WHERE (inbound_id IS NOT NULL);
CREATE INDEX simulated_calls_by_claim ON public.calls USING btree (organization_id, claimed_at) WHERE (provider = 'simulator'::text);
CREATE INDEX single_calls_by_carried_number ON public.calls USING btree (organization_id, callable_as(phone_number)) WHERE ((contact_id IS NULL) AND (phone_number ~~ 'sip%'::text));
CREATE INDEX single_calls_by_number ON public.calls USING btree (organization_id, phone_number text_pattern_ops) WHERE (contact_id IS NULL);

create table calls_live (
  call_id bigint not null,
  contact_id bigint,
  organization_id bigint not null,
  phone_number text,
  node_id text,
  caller_number_id bigint,
  exempt_id bigint default 0 not null,
  awaited_by bigint[],
  constraint calls_live_of_organization PRIMARY KEY (organization_id, call_id)
);
CREATE UNIQUE INDEX one_live_call_of_contact ON public.calls_live USING btree (organization_id, contact_id);
CREATE UNIQUE INDEX one_live_call_per_number ON public.calls_live USING btree (organization_id, phone_number, exempt_id);

create table campaign_copies (
  campaign_id bigint not null,
  list_id bigint not null,
  begun_at timestamp with time zone default now() not null,
  organization_id bigint not null,
  constraint campaign_copies_list_id_fkey FOREIGN KEY (list_id) REFERENCES contact_lists(id),
  constraint campaign_copies_of_organization PRIMARY KEY (organization_id, campaign_id)
);
CREATE INDEX campaign_copies_of_list ON public.campaign_copies USING btree (list_id);

create table campaign_forecasts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  made_at timestamp with time zone not null,
  forecast jsonb not null,
  constraint campaign_forecasts_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_forecasts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint campaign_forecasts_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_forecasts_by_campaign ON public.campaign_forecasts USING btree (campaign_id, made_at);
CREATE INDEX campaign_forecasts_by_organization ON public.campaign_forecasts USING btree (organization_id);

create table campaign_lanes (
  campaign_id bigint not null,
  zones_id integer not null,
  next_id bigint not null,
  organization_id bigint not null,
  constraint campaign_lanes_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_lanes_of_organization PRIMARY KEY (organization_id, campaign_id, zones_id)
);
CREATE INDEX campaign_lanes_of_campaign ON public.campaign_lanes USING btree (campaign_id);

create table campaign_logs (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  ts timestamp with time zone not null,
  level text not null,
  event text not null,
  message text not null,
  details jsonb default '{}'::jsonb not null,
  constraint campaign_logs_level_check CHECK ((level = ANY (ARRAY['info'::text, 'warning'::text, 'error'::text]))),
  constraint campaign_logs_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_logs_pkey PRIMARY KEY (id)
);
CREATE INDEX campaign_logs_of_campaign ON public.campaign_logs USING btree (campaign_id, id);

create table campaign_quarters (
  campaign_id bigint not null,
  quarter timestamp with time zone not null,
  outcome text not null,
  calls integer not null,
  seconds bigint not null,
  organization_id bigint not null,
  constraint campaign_quarters_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_quarters_of_organization PRIMARY KEY (organization_id, campaign_id, quarter, outcome)
);
CREATE INDEX campaign_quarters_of_campaign ON public.campaign_quarters USING btree (campaign_id);

create table campaign_rehearsals (
  campaign_id bigint not null,
  organization_id bigint not null,
  run integer not null,
  definition_id bigint not null,
  list_rows integer not null,
  state text not null,
  rows integer not null,
  rows_done integer not null,
  odd_rows integer not null,
  default_rows integer not null,
  findings jsonb not null,
  started_at timestamp with time zone not null,
  reported_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint campaign_rehearsals_state_check CHECK ((state = ANY (ARRAY['running'::text, 'ended'::text, 'failed'::text]))),
  constraint campaign_rehearsals_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_rehearsals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint campaign_rehearsals_pkey PRIMARY KEY (campaign_id, organization_id)
);

create table campaign_removals (
  campaign_id bigint not null,
  organization_id bigint not null,
  constraint campaign_removals_of_organization PRIMARY KEY (organization_id, campaign_id)
);

create table campaign_zones (
  campaign_id bigint not null,
  zones_id integer not null,
  contacts integer not null,
  organization_id bigint not null,
  constraint campaign_zones_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_zones_of_organization PRIMARY KEY (organization_id, campaign_id, zones_id)
);
CREATE INDEX campaign_zones_of_campaign ON public.campaign_zones USING btree (campaign_id);

create table campaigns (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  workflow_id bigint not null,
  definition_id bigint,
  state text not null,
  source_type text not null,
  source_id text not null,
  list_id bigint not null,
  telephony_configuration_id bigint,
  parent_campaign_id bigint,
  redialed_campaign_id bigint,
  max_concurrency integer not null,
  retry_config jsonb not null,
  schedule_config jsonb,
  circuit_breaker jsonb not null,
  total_rows integer default 0 not null,
  processed_rows integer default 0 not null,
  failed_rows integer default 0 not null,
  executed_count integer default 0 not null,
  total_queued_count integer default 0 not null,
  live_calls integer default 0 not null,
  breaker_since timestamp with time zone default '-infinity'::timestamp with time zone not null,
  window_said text,
  last_claimed_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  outcomes jsonb default '{}'::jsonb not null,
  attempts jsonb default '{}'::jsonb not null,
  next_due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  enrolled_list_id bigint,
  keep_open boolean default false not null,
  finish_on_inbound boolean default true not null,
  max_spend bigint,
  spent bigint default 0 not null,
  spent_calls integer default 0 not null,
  vouched_duties text[],
  accepted_duties text[],
  route jsonb,
  route_ids bigint[],
  route_stops jsonb,
  caller_pool jsonb,
  experiment jsonb,
  constraint campaigns_check CHECK (((failed_rows <= processed_rows) AND (processed_rows <= total_rows))),
  constraint campaigns_check1 CHECK ((executed_count <= total_queued_count)),
  constraint campaigns_live_calls_check CHECK ((live_calls >= 0)),
  constraint campaigns_max_concurrency_check CHECK (((max_concurrency >= 1) AND (max_concurrency <= 100))),
  constraint campaigns_max_spend_check CHECK ((max_spend > 0)),
  constraint campaigns_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'running'::text, 'paused'::text, 'completed'::text, 'failed'::text]))),
  constraint campaigns_enrolled_list_id_fkey FOREIGN KEY (enrolled_list_id) REFERENCES contact_lists(id),
  constraint campaigns_list_id_fkey FOREIGN KEY (list_id) REFERENCES contact_lists(id),
  constraint campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint campaigns_telephony_configuration_id_fkey FOREIGN KEY (telephony_configuration_id) REFERENCES telephony_configurations(id),
  constraint campaigns_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id),
  constraint campaigns_pkey PRIMARY KEY (id)
);
CREATE INDEX campaigns_completed ON public.campaigns USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX campaigns_in_progress ON public.campaigns USING btree (organization_id) WHERE (state = ANY (ARRAY['running'::text, 'paused'::text]));
CREATE INDEX campaigns_of_configuration ON public.campaigns USING btree (telephony_configuration_id);
CREATE INDEX campaigns_of_enrolled_list ON public.campaigns USING btree (enrolled_list_id) WHERE (enrolled_list_id IS NOT NULL);
CREATE INDEX campaigns_of_list ON public.campaigns USING btree (list_id);
CREATE INDEX campaigns_of_organization ON public.campaigns USING btree (organization_id, id);
CREATE INDEX campaigns_of_workflow ON public.campaigns USING btree (workflow_id);
CREATE INDEX running_campaigns ON public.campaigns USING btree (organization_id, id) WHERE (state = 'running'::text);

create table consents (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  phone_number text not null,
  kind text not null,
  at timestamp with time zone not null,
  expires_at timestamp with time zone,
  source text not null,
  proof text,
  author text not null,
  list_id bigint,
  call_id bigint,
  created_at timestamp with time zone not null,
  constraint consents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_organization_id_phone_number_at_kind_key UNIQUE (organization_id, phone_number, at, kind)
);

create table console_sessions (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  api_key_id bigint,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  user_id bigint,
  address text,
  user_agent text,
  proxy_user text,
  constraint console_sessions_owner_check CHECK (((api_key_id IS NOT NULL) OR (user_id IS NOT NULL))),
  constraint console_sessions_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id),
  constraint console_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint console_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint console_sessions_pkey PRIMARY KEY (id),
  constraint console_sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX console_sessions_of_organization ON public.console_sessions USING btree (organization_id, id);

create table contact_lists (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  source_id text not null,
  filename text not null,
  status text not null,
  columns text[] default '{}'::text[] not null,
  phone_column text,
  total_rows integer default 0 not null,
  rejected_rows integer default 0 not null,
  duplicate_rows integer default 0 not null,
  errors jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  zones jsonb,
  erased_at timestamp with time zone,
  bytes bigint default 0 not null,
  read_as text,
  grown_at timestamp with time zone,
  left_out_numbers integer default 0 not null,
  priority smallint,
  constraint contact_lists_status_check CHECK ((status = ANY (ARRAY['awaiting_upload'::text, 'ready'::text]))),
  constraint contact_lists_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint contact_lists_pkey PRIMARY KEY (id),
  constraint contact_lists_source_id_key UNIQUE (source_id)
);
CREATE INDEX contact_lists_of_organization ON public.contact_lists USING btree (organization_id, id);

create table contacts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  list_contact_id bigint not null,
  phone_number text not null,
  address_type text not null,
  state text default 'pending'::text not null,
  next_attempt_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  dials smallint default 0 not null,
  outcome text,
  caller_number_id bigint,
  finished_at timestamp with time zone,
  zones_id integer default 0 not null,
  held_by text,
  held_until timestamp with time zone,
  person_id text,
  not_before timestamp with time zone,
  not_after timestamp with time zone,
  numbers text[],
  passed_numbers jsonb,
  reached_at timestamp with time zone,
  constraint contacts_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'in_call'::text, 'done'::text]))),
  constraint contacts_pkey PRIMARY KEY (id)
);
CREATE INDEX contacts_by_any_number ON public.contacts USING gin (numbers) WHERE (numbers IS NOT NULL);
CREATE INDEX contacts_by_carried_number ON public.contacts USING btree (organization_id, callable_as(phone_number)) WHERE (phone_number ~~ 'sip%'::text);
CREATE INDEX contacts_by_number ON public.contacts USING btree (organization_id, phone_number text_pattern_ops);
CREATE INDEX contacts_erased_with_person ON public.contacts USING btree (id) WHERE ((phone_number = 'erased'::text) AND (person_id IS NOT NULL));
CREATE INDEX contacts_of_campaign ON public.contacts USING btree (campaign_id, id);
CREATE INDEX contacts_of_lane ON public.contacts USING btree (campaign_id, zones_id, id);
CREATE INDEX contacts_of_person ON public.contacts USING btree (organization_id, person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX contacts_put_off ON public.contacts USING btree (campaign_id) WHERE (held_until IS NOT NULL);
CREATE INDEX contacts_put_off_by_campaign ON public.contacts USING btree (campaign_id) WHERE ((held_until IS NOT NULL) AND ((held_by = ANY (ARRAY['no_route'::text, 'arm_hours'::text, 'arm_number'::text])) OR (passed_numbers IS NOT NULL)));
CREATE INDEX contacts_to_retry ON public.contacts USING btree (campaign_id, zones_id, next_attempt_at, id) WHERE (next_attempt_at > '-infinity'::timestamp with time zone);

create table credentials (
  id bigint generated always as identity not null,
  uuid text not null,
  organization_id bigint not null,
  name text not null,
  description text,
  credential_type text not null,
  credential_data jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint credentials_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credential_name_taken UNIQUE (organization_id, name),
  constraint credentials_uuid_key UNIQUE (uuid)
);

create table duty_confirmations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  duty_id text not null,
  note text,
  confirmed_by text not null,
  confirmed_at timestamp with time zone not null,
  constraint duty_confirmations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint duty_confirmations_pkey PRIMARY KEY (id)
);
CREATE INDEX duty_confirmations_of_organization ON public.duty_confirmations USING btree (organization_id, duty_id, id);

create table egress_grants (
  organization_id bigint not null,
  host text not null,
  address text not null,
  granted_at timestamp with time zone not null,
  constraint egress_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint egress_grants_pkey PRIMARY KEY (organization_id, host, address)
);

create table erasures (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  at timestamp with time zone not null,
  author text not null,
  reason text,
  counts jsonb not null,
  remaining jsonb,
  constraint erasures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint erasures_pkey PRIMARY KEY (id)
);
CREATE INDEX erasures_of_organization ON public.erasures USING btree (organization_id, id);
CREATE INDEX erasures_open ON public.erasures USING btree (organization_id, id) WHERE (remaining IS NOT NULL);

create table events (
  id bigint default nextval('events_id_seq'::regclass) not null,
  organization_id bigint not null,
  at timestamp with time zone not null,
  type text not null,
  campaign_id bigint,
  contact_id bigint,
  call_id bigint,
  data jsonb default '{}'::jsonb not null
) partition by RANGE (id);
CREATE INDEX events_of_campaign ON ONLY public.events USING btree (campaign_id, id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX events_of_organization ON ONLY public.events USING btree (organization_id, id);

create table idempotency_keys (
  organization_id bigint not null,
  key text not null,
  request_hash bytea not null,
  answer text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, key)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

create table installation (
  id boolean default true not null,
  key text not null,
  sweep_held_since timestamp with time zone,
  last_backup_at timestamp with time zone,
  constraint installation_id_check CHECK (id),
  constraint installation_pkey PRIMARY KEY (id)
);

create table invitations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  role text not null,
  name text,
  email text,
  token_hash bytea not null,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  user_id bigint,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'administrator'::text]))),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invitations_of_organization ON public.invitations USING btree (organization_id, id);

create table knowledge_documents (
  id bigint generated always as identity not null,
  uuid text not null,
  organization_id bigint not null,
  filename text not null,
  mime_type text not null,
  kind text not null,
  file_size_bytes bigint not null,
  file_hash text not null,
  language text not null,
  retrieval_mode text not null,
  total_chunks integer not null,
  custom_metadata jsonb not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  embedding_key text,
  embedding_error text,
  embedding_failures integer default 0 not null,
  embedding_tokens bigint default 0 not null,
  embedding_tried_at timestamp with time zone,
  embedding_retry_at timestamp with time zone,
  constraint knowledge_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint knowledge_documents_pkey PRIMARY KEY (id),
  constraint knowledge_documents_uuid_key UNIQUE (uuid)
);
CREATE INDEX knowledge_documents_of_organization ON public.knowledge_documents USING btree (organization_id, id);

create table knowledge_embedders (
  organization_id bigint not null,
  model_key text not null,
  dimensions integer not null,
  floors jsonb not null,
  tokens bigint not null,
  measured_at timestamp with time zone not null,
  constraint knowledge_embedders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint knowledge_embedders_pkey PRIMARY KEY (organization_id)
);

create table knowledge_passages (
  id bigint generated always as identity not null,
  document_id bigint not null,
  position integer not null,
  heading text,
  page integer,
  content text not null,
  words integer not null,
  search tsvector not null,
  constraint knowledge_passages_document_id_fkey FOREIGN KEY (document_id) REFERENCES knowledge_documents(id) ON DELETE CASCADE,
  constraint knowledge_passages_pkey PRIMARY KEY (id)
);
CREATE INDEX knowledge_passages_of_document ON public.knowledge_passages USING btree (document_id, "position");
CREATE INDEX knowledge_passages_search ON public.knowledge_passages USING gin (search);

create table knowledge_vectors (
  passage_id bigint not null,
  document_id bigint not null,
  model_key text not null,
  numbers real[] not null,
  constraint knowledge_vectors_passage_id_fkey FOREIGN KEY (passage_id) REFERENCES knowledge_passages(id) ON DELETE CASCADE,
  constraint knowledge_vectors_pkey PRIMARY KEY (passage_id)
);
CREATE INDEX knowledge_vectors_of_document ON public.knowledge_vectors USING btree (document_id);

create table ledger_checkpoints (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  kind text not null,
  sequence bigint not null,
  hash bytea not null,
  at timestamp with time zone not null,
  public_key bytea not null,
  signature bytea not null,
  first_sequence bigint,
  root bytea,
  constraint ledger_checkpoints_kind_check CHECK ((kind = ANY (ARRAY['checkpoint'::text, 'cut'::text]))),
  constraint ledger_checkpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint ledger_checkpoints_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_checkpoints_of_organization ON public.ledger_checkpoints USING btree (organization_id, sequence);

create table ledger_heads (
  organization_id bigint not null,
  sequence bigint not null,
  hash bytea not null,
  seal bytea not null,
  erasures_pinned boolean default false not null,
  persons_checked_at timestamp with time zone,
  constraint ledger_heads_pkey PRIMARY KEY (organization_id)
);

create table ledger_keys (
  public_key bytea not null,
  successor bytea not null,
  at timestamp with time zone not null,
  signed_by_old bytea not null,
  signed_by_new bytea not null,
  constraint ledger_keys_pkey PRIMARY KEY (public_key)
);

create table ledger_persons (
  organization_id bigint not null,
  phone_number text not null,
  key bytea not null,
  created_at timestamp with time zone default now() not null,
  former_keys bytea[],
  constraint ledger_persons_pkey PRIMARY KEY (organization_id, phone_number)
);

create table ledger_records (
  organization_id bigint not null,
  sequence bigint not null,
  record text not null,
  hash bytea not null,
  constraint ledger_records_pkey PRIMARY KEY (organization_id, sequence)
);

create table list_confirmations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  list_id bigint not null,
  duty_id text not null,
  note text,
  confirmed_by text not null,
  confirmed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint list_confirmations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint list_confirmations_pkey PRIMARY KEY (id)
);
CREATE INDEX list_confirmations_of_list ON public.list_confirmations USING btree (list_id, duty_id, id);

create table list_contacts (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  list_id bigint not null,
  row_number integer not null,
  phone_number text not null,
  address_type text not null,
  variables jsonb not null,
  zones_id integer default 0 not null,
  given_not_before text,
  given_not_after text,
  not_before timestamp with time zone,
  not_after timestamp with time zone,
  priority smallint,
  more_numbers text[],
  constraint list_contacts_pkey PRIMARY KEY (id)
);
CREATE INDEX list_contacts_of_list ON public.list_contacts USING btree (list_id, id);

create table list_registry_checks (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  list_id bigint not null,
  registry text not null,
  checked_on text not null,
  file_sha256 text not null,
  numbers integer not null,
  author text not null,
  created_at timestamp with time zone not null,
  generation_id bigint,
  last_contact_id bigint,
  compared integer,
  matches integer,
  constraint list_registry_checks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint list_registry_checks_pkey PRIMARY KEY (id)
);
CREATE INDEX list_registry_checks_of_list ON public.list_registry_checks USING btree (list_id, registry, checked_on);

create table list_rejections (
  organization_id bigint not null,
  list_id bigint not null,
  row_number integer not null,
  column_name text,
  code text not null,
  message text not null,
  value text
);
CREATE INDEX list_rejections_of_list ON public.list_rejections USING btree (list_id, row_number);

create table list_removals (
  list_id bigint not null,
  organization_id bigint not null,
  constraint list_removals_of_organization PRIMARY KEY (organization_id, list_id)
);

create table media_tokens_used (
  token_id text not null,
  expires_at timestamp with time zone not null,
  constraint media_tokens_used_pkey PRIMARY KEY (token_id)
);

create table migrations (
  name text not null,
  run_at timestamp with time zone not null,
  oldest_program text,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table model_configurations (
  organization_id bigint not null,
  settings jsonb not null,
  updated_at timestamp with time zone not null,
  constraint model_configurations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint model_configurations_pkey PRIMARY KEY (organization_id)
);

create table nodes (
  id text not null,
  started_at timestamp with time zone not null,
  lease_until timestamp with time zone not null,
  room integer,
  knows text not null,
  schema_version text,
  constraint nodes_pkey PRIMARY KEY (id)
);

create table number_attempts (
  call_id bigint not null,
  organization_id bigint not null,
  phone_number text not null,
  at timestamp with time zone not null,
  policy_version text,
  what text,
  refused boolean default false not null,
  inbound boolean default false not null,
  person_id text,
  erased boolean default false not null,
  is_simulated boolean,
  constraint number_attempts_what_check CHECK ((what = ANY (ARRAY['conversation'::text, 'machine_detected'::text, 'abandoned'::text]))),
  constraint number_attempts_of_organization PRIMARY KEY (organization_id, call_id)
);
CREATE INDEX number_attempts_erased ON public.number_attempts USING btree (organization_id, at) WHERE erased;
CREATE INDEX number_attempts_of_number ON public.number_attempts USING btree (organization_id, phone_number, at);
CREATE INDEX number_attempts_of_person ON public.number_attempts USING btree (organization_id, person_id, at) WHERE (person_id IS NOT NULL);

create table number_checks (
  organization_id bigint not null,
  phone_number text not null,
  verdict text,
  reason text,
  checked_at timestamp with time zone,
  asked_at timestamp with time zone not null,
  constraint number_checks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint number_checks_pkey PRIMARY KEY (organization_id, phone_number)
);
CREATE INDEX number_checks_by_age ON public.number_checks USING btree (asked_at);

create table organization_deletions (
  id bigint not null,
  name text not null,
  reason text not null,
  begun_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  rows_deleted bigint default 0 not null,
  recordings_deleted bigint default 0 not null,
  constraint organization_deletions_pkey PRIMARY KEY (id)
);

create table organization_quarters (
  organization_id bigint not null,
  direction text not null,
  quarter timestamp with time zone not null,
  outcome text not null,
  calls integer not null,
  seconds bigint not null,
  constraint organization_quarters_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_quarters_pkey PRIMARY KEY (organization_id, direction, quarter, outcome)
);

create table organizations (
  id bigint generated always as identity not null,
  name text not null,
  max_concurrency integer default 200 not null,
  live_calls integer default 0 not null,
  created_at timestamp with time zone not null,
  time_zone text default 'UTC'::text not null,
  policy_version integer default 0 not null,
  quotas jsonb default '{}'::jsonb not null,
  listening_allowed boolean default false not null,
  suspended_at timestamp with time zone,
  suspended_reason text,
  currency text,
  max_spend_per_day bigint,
  spent_on text,
  spent_today bigint default 0 not null,
  spent_calls integer default 0 not null,
  constraint organizations_live_calls_check CHECK ((live_calls >= 0)),
  constraint organizations_max_concurrency_check CHECK (((max_concurrency >= 1) AND (max_concurrency <= 100000))),
  constraint organizations_max_spend_per_day_check CHECK ((max_spend_per_day > 0)),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_name_key UNIQUE (name)
);

create table own_phones (
  organization_id bigint not null,
  phone_number text not null,
  label text,
  author text not null,
  created_at timestamp with time zone not null,
  constraint own_phones_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint own_phones_pkey PRIMARY KEY (organization_id, phone_number)
);

create table phone_numbers (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  telephony_configuration_id bigint not null,
  provider text not null,
  account_id text not null,
  address text not null,
  address_normalized text not null,
  address_type text not null,
  country_code text,
  label text,
  inbound_workflow_id bigint,
  is_active boolean default true not null,
  is_default_caller_id boolean default false not null,
  extra_metadata jsonb default '{}'::jsonb not null,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  inbound_url text,
  max_calls_at_once integer,
  max_calls_per_day integer,
  used_on timestamp with time zone,
  used_count integer default 0 not null,
  resting_since timestamp with time zone,
  resting_reason text,
  woken_at timestamp with time zone,
  attestation text,
  attested_at timestamp with time zone,
  constraint phone_numbers_address_type_check CHECK ((address_type = ANY (ARRAY['pstn'::text, 'sip_uri'::text, 'sip_extension'::text]))),
  constraint phone_numbers_max_calls_at_once_check CHECK ((max_calls_at_once > 0)),
  constraint phone_numbers_max_calls_per_day_check CHECK ((max_calls_per_day > 0)),
  constraint phone_numbers_inbound_workflow_id_fkey FOREIGN KEY (inbound_workflow_id) REFERENCES workflows(id),
  constraint phone_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint phone_numbers_telephony_configuration_id_fkey FOREIGN KEY (telephony_configuration_id) REFERENCES telephony_configurations(id) ON DELETE CASCADE,
  constraint phone_numbers_pkey PRIMARY KEY (id),
  constraint phone_number_taken UNIQUE (provider, account_id, address_normalized)
);
CREATE UNIQUE INDEX one_default_caller ON public.phone_numbers USING btree (telephony_configuration_id) WHERE is_default_caller_id;
CREATE INDEX phone_numbers_of_configuration ON public.phone_numbers USING btree (telephony_configuration_id, id);

create table policies (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  campaign_id bigint,
  version integer not null,
  policy jsonb not null,
  author text not null,
  created_at timestamp with time zone not null,
  constraint policies_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint policies_pkey PRIMARY KEY (id)
);
CREATE INDEX policies_of_campaign ON public.policies USING btree (campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX policy_versions ON public.policies USING btree (organization_id, COALESCE(campaign_id, (0)::bigint), version);

create table prepared_runs (
  id bigint default nextval('calls_id_seq'::regclass) not null,
  organization_id bigint not null,
  workflow_id bigint not null,
  name text not null,
  mode text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  call_id bigint,
  constraint prepared_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint prepared_runs_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id),
  constraint prepared_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX prepared_runs_of_organization ON public.prepared_runs USING btree (organization_id, created_at);

create table price_tables (
  telephony_configuration_id bigint not null,
  organization_id bigint not null,
  currency text not null,
  prices jsonb not null,
  author text not null,
  updated_at timestamp with time zone not null,
  constraint price_tables_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint price_tables_telephony_configuration_id_fkey FOREIGN KEY (telephony_configuration_id) REFERENCES telephony_configurations(id) ON DELETE CASCADE,
  constraint price_tables_pkey PRIMARY KEY (telephony_configuration_id)
);

create table queue_reviews (
  campaign_id bigint not null,
  organization_id bigint not null,
  turn bigint generated always as identity not null,
  after_id bigint default 0 not null,
  names_zones boolean not null,
  stops_dialing boolean not null,
  constraint queue_reviews_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint queue_reviews_pkey PRIMARY KEY (campaign_id)
);

create table recorded_packs (
  organization_id bigint not null,
  packs text not null,
  constraint recorded_packs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint recorded_packs_pkey PRIMARY KEY (organization_id)
);

create table registry_blocks (
  generation_id bigint not null,
  organization_id bigint not null,
  first_key bigint not null,
  last_key bigint not null,
  numbers integer not null,
  distances bytea not null,
  sum bytea not null,
  constraint registry_blocks_generation_id_fkey FOREIGN KEY (generation_id) REFERENCES registry_generations(id),
  constraint registry_blocks_pkey PRIMARY KEY (generation_id, first_key)
);

create table registry_failures (
  organization_id bigint not null,
  registry text not null,
  step text not null,
  as_of text not null,
  message text not null,
  author text,
  at timestamp with time zone not null,
  constraint registry_failures_step_check CHECK ((step = ANY (ARRAY['import'::text, 'check'::text]))),
  constraint registry_failures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint registry_failures_pkey PRIMARY KEY (organization_id, registry, step)
);

create table registry_generations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  registry text not null,
  as_of text not null,
  state text not null,
  phase text default 'receiving'::text not null,
  bytes_read bigint default 0 not null,
  rows_read bigint default 0 not null,
  numbers bigint default 0 not null,
  stored_bytes bigint default 0 not null,
  file_sha256 text,
  author text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  constraint registry_generations_phase_check CHECK ((phase = ANY (ARRAY['receiving'::text, 'writing'::text]))),
  constraint registry_generations_state_check CHECK ((state = ANY (ARRAY['importing'::text, 'ready'::text, 'dropped'::text]))),
  constraint registry_generations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint registry_generations_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX registry_generations_importing ON public.registry_generations USING btree (organization_id, registry) WHERE (state = 'importing'::text);
CREATE UNIQUE INDEX registry_generations_ready ON public.registry_generations USING btree (organization_id, registry) WHERE (state = 'ready'::text);

create table retention (
  organization_id bigint not null,
  recordings_days integer,
  transcripts_days integer,
  contacts_days integer,
  events_days integer,
  recordings_call_id bigint default 0 not null,
  transcripts_call_id bigint default 0 not null,
  contacts_call_id bigint default 0 not null,
  contacts_until timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ledger_days integer default 1826 not null,
  audit_days integer default 400 not null,
  calls_days integer,
  calls_call_id bigint default 0 not null,
  constraint retention_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint retention_pkey PRIMARY KEY (organization_id)
);

create table sign_in_tokens (
  token_hash bytea not null,
  api_key_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_tokens_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id),
  constraint sign_in_tokens_pkey PRIMARY KEY (token_hash)
);

create table spend_days (
  organization_id bigint not null,
  day text not null,
  campaign_id bigint default 0 not null,
  currency text not null,
  calls integer default 0 not null,
  amount bigint default 0 not null,
  confirmed_calls integer default 0 not null,
  other_currency_calls integer default 0 not null,
  constraint spend_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint spend_days_pkey PRIMARY KEY (organization_id, day, campaign_id, currency)
);

create table suppressed_ranges (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  kind text not null,
  value text not null,
  prefixes text[] not null,
  reason text not null,
  source text default 'api'::text not null,
  author text,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint suppressed_ranges_kind_check CHECK ((kind = ANY (ARRAY['prefix'::text, 'country'::text]))),
  constraint suppressed_ranges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint suppressed_ranges_pkey PRIMARY KEY (id),
  constraint suppressed_ranges_organization_id_kind_value_key UNIQUE (organization_id, kind, value)
);

create table suppression_candidates (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  phone_number text not null,
  source text not null,
  reason text,
  call_id bigint,
  state text default 'open'::text not null,
  author text,
  offered_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint suppression_candidates_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'dismissed'::text]))),
  constraint suppression_candidates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint suppression_candidates_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX one_open_suppression_candidate ON public.suppression_candidates USING btree (organization_id, phone_number) WHERE (state = 'open'::text);
CREATE INDEX suppression_candidates_of_organization ON public.suppression_candidates USING btree (organization_id, state, id);

create table suppressions (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  phone_number text not null,
  reason text not null,
  call_id bigint,
  created_at timestamp with time zone not null,
  source text default 'api'::text not null,
  author text,
  expires_at timestamp with time zone,
  constraint suppressions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint suppressions_pkey PRIMARY KEY (id),
  constraint suppressions_organization_id_phone_number_key UNIQUE (organization_id, phone_number)
);
CREATE INDEX suppressions_expiring ON public.suppressions USING btree (organization_id, expires_at) WHERE (expires_at IS NOT NULL);

create table telephony_configurations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  provider text not null,
  account_id text not null,
  credentials jsonb not null,
  is_default_outbound boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paced_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  held_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  holds integer default 0 not null,
  failing jsonb,
  account_paced_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  price_version integer default 0 not null,
  backoff_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  backoffs integer default 0 not null,
  constraint telephony_configurations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint telephony_configurations_pkey PRIMARY KEY (id),
  constraint telephony_configuration_name_taken UNIQUE (organization_id, name)
);
CREATE UNIQUE INDEX one_default_outbound ON public.telephony_configurations USING btree (organization_id) WHERE is_default_outbound;

create table tools (
  id bigint generated always as identity not null,
  uuid text not null,
  organization_id bigint not null,
  name text not null,
  description text,
  category text not null,
  icon text,
  icon_color text,
  status text not null,
  definition jsonb not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint tools_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint tools_pkey PRIMARY KEY (id),
  constraint tools_uuid_key UNIQUE (uuid)
);
CREATE INDEX tools_of_organization ON public.tools USING btree (organization_id, id);

create table users (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  email text,
  role text not null,
  role_from text default 'invitation'::text not null,
  issuer text,
  subject text,
  created_at timestamp with time zone not null,
  signed_in_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  needs_group boolean default false not null,
  constraint users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'operator'::text, 'administrator'::text]))),
  constraint users_role_from_check CHECK ((role_from = ANY (ARRAY['invitation'::text, 'groups'::text]))),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_issuer_subject_key UNIQUE (issuer, subject)
);
CREATE INDEX users_of_organization ON public.users USING btree (organization_id, id);

create table webhook_deliveries (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  webhook_id bigint,
  kind text not null,
  lane text not null,
  message_id text not null,
  event_id bigint,
  event_type text,
  contact_id bigint,
  call_id bigint,
  reference text,
  request text,
  payload text not null,
  state text not null,
  next_attempt_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  attempts integer default 0 not null,
  tries jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'test'::text, 'direct'::text]))),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'canceled'::text]))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_deliveries_direct ON public.webhook_deliveries USING btree (organization_id, lane, next_attempt_at) WHERE ((webhook_id IS NULL) AND (state = ANY (ARRAY['pending'::text, 'sending'::text])));
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
CREATE INDEX webhook_deliveries_of_call ON public.webhook_deliveries USING btree (call_id) WHERE (call_id IS NOT NULL);
CREATE INDEX webhook_deliveries_of_contact ON public.webhook_deliveries USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX webhook_deliveries_of_webhook ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_open ON public.webhook_deliveries USING btree (webhook_id, lane, id) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
CREATE INDEX webhook_deliveries_settled ON public.webhook_deliveries USING btree (settled_at) WHERE (settled_at IS NOT NULL);

create table webhooks (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  url text not null,
  description text not null,
  event_types text[],
  is_active boolean default true not null,
  disabled_reason text,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  cursor bigint not null,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  held_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhooks_pkey PRIMARY KEY (id)
);
CREATE INDEX webhooks_of_organization ON public.webhooks USING btree (organization_id, id);

create table workflow_definitions (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  workflow_id bigint not null,
  version_number integer not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  constraint workflow_definitions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint workflow_definitions_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE,
  constraint workflow_definitions_pkey PRIMARY KEY (id),
  constraint workflow_definitions_workflow_id_version_number_key UNIQUE (workflow_id, version_number)
);
CREATE INDEX workflow_definitions_owing ON public.workflow_definitions USING btree (organization_id) WHERE jsonb_path_exists(definition, '$?(exists (@."nodes"[*]?((@."type" == "webhook" || exists (@."data"."extract"[*])) || @."data"."extraction_enabled" == true)) || exists (@."settings"."analysis"?(@.type() == "object")))'::jsonpath);

create table workflow_dialogues (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  workflow_id bigint not null,
  name text not null,
  dialogue jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint workflow_dialogues_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint workflow_dialogues_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE,
  constraint workflow_dialogues_pkey PRIMARY KEY (id)
);
CREATE INDEX workflow_dialogues_of_workflow ON public.workflow_dialogues USING btree (workflow_id, id);

create table workflow_evaluations (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  workflow_id bigint not null,
  definition_id bigint,
  version_number integer,
  passed boolean not null,
  rate double precision not null,
  result jsonb not null,
  created_at timestamp with time zone not null,
  state text default 'ended'::text not null,
  planned integer,
  reported_at timestamp with time zone,
  request jsonb,
  constraint workflow_evaluations_state_check CHECK ((state = ANY (ARRAY['running'::text, 'ended'::text, 'failed'::text]))),
  constraint workflow_evaluations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint workflow_evaluations_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id),
  constraint workflow_evaluations_pkey PRIMARY KEY (id)
);
CREATE INDEX workflow_evaluations_of_workflow ON public.workflow_evaluations USING btree (workflow_id, id);

create table workflow_recordings (
  id bigint generated always as identity not null,
  recording_id text not null,
  organization_id bigint not null,
  name text not null,
  transcript text not null,
  transcript_source text not null,
  source_format text not null,
  duration_ms integer not null,
  gain_db double precision not null,
  audio bytea not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint workflow_recordings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint workflow_recordings_pkey PRIMARY KEY (id),
  constraint workflow_recordings_recording_id_key UNIQUE (recording_id)
);
CREATE INDEX workflow_recordings_of_organization ON public.workflow_recordings USING btree (organization_id, id);

create table workflow_traffic (
  organization_id bigint not null,
  workflow_id bigint not null,
  day timestamp with time zone not null,
  source text not null,
  target text not null,
  calls integer not null,
  constraint workflow_traffic_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE,
  constraint workflow_traffic_pkey PRIMARY KEY (workflow_id, day, source, target)
);

create table workflows (
  id bigint generated always as identity not null,
  organization_id bigint not null,
  name text not null,
  status text default 'active'::text not null,
  current_definition_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  uuid text default (gen_random_uuid())::text not null,
  constraint workflows_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text]))),
  constraint workflows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint workflows_pkey PRIMARY KEY (id)
);
CREATE INDEX workflows_of_organization ON public.workflows USING btree (organization_id, id);
CREATE UNIQUE INDEX workflows_uuid ON public.workflows USING btree (uuid);

create table zone_sets (
  id integer generated always as identity not null,
  name text not null,
  constraint zone_sets_pkey PRIMARY KEY (id),
  constraint zone_sets_name_key UNIQUE (name)
);
