/** Console sessions, scopes of keys, and the time zone of an organization. */
export const sql = `
create table console_sessions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id),
  api_key_id bigint not null references api_keys (id),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index console_sessions_of_organization on console_sessions (organization_id, id);

-- Opens one session, once.
create table sign_in_tokens (
  token_hash bytea primary key,
  api_key_id bigint not null references api_keys (id),
  expires_at timestamptz not null
);

-- Keys made by the previous version may do everything, as they always could.
alter table api_keys add column scope text not null default 'admin'
  constraint api_keys_scope_check check (scope in ('read', 'operate', 'admin'));

alter table organizations add column time_zone text not null default 'UTC';
`
