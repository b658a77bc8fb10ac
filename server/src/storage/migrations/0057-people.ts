/**
 * Named users with a role, invitations by link, and who did what from where. A key may belong to a user, expire, and be limited
 * to addresses. Sessions of a user need no key, so programs of the previous version do not see them: the user signs in again
 * there.
 */
export const sql = `
create table users (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  name text not null,
  email text,
  role text not null check (role in ('viewer', 'operator', 'administrator')),
  role_from text not null default 'invitation' check (role_from in ('invitation', 'groups')),
  issuer text,
  subject text,
  created_at timestamptz not null,
  signed_in_at timestamptz,
  deactivated_at timestamptz,
  unique (issuer, subject)
);
create index users_of_organization on users (organization_id, id);

create table invitations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  role text not null check (role in ('viewer', 'operator', 'administrator')),
  name text,
  email text,
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  user_id bigint references users
);
create index invitations_of_organization on invitations (organization_id, id);

alter table api_keys
  add column user_id bigint references users,
  add column expires_at timestamptz,
  add column addresses text[],
  drop constraint api_keys_scope_check,
  add constraint api_keys_scope_check check (scope in ('report', 'read', 'operate', 'admin'));

alter table console_sessions
  alter column api_key_id drop not null,
  add column user_id bigint references users,
  add column address text,
  add column user_agent text,
  add column proxy_user text,
  add constraint console_sessions_owner_check check (api_key_id is not null or user_id is not null);

alter table audit_events
  add column user_id bigint,
  add column author text,
  add column address text;

alter table retention add column audit_days integer default 400 not null;
`
