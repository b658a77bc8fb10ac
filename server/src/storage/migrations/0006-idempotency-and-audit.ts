/** Idempotency keys, and the audit trail. */
export const sql = `
create table idempotency_keys (
  organization_id bigint not null references organizations (id),
  key text not null,
  request_hash bytea not null,
  -- Sealed; null while the request is under way, or if nobody lived to tell its end.
  answer text,
  created_at timestamptz not null,
  primary key (organization_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table audit_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id),
  at timestamptz not null,
  -- Null: from the command line of the installation.
  api_key_id bigint,
  session_id bigint,
  operation text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_events_of_organization on audit_events (organization_id, id);
`
