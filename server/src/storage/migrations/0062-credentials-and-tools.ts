/** Credentials for external services, and the tools that an agent may call during a conversation. */
export const sql = `
create table credentials (
  id bigint generated always as identity primary key,
  uuid text not null unique,
  organization_id bigint not null references organizations,
  name text not null,
  description text,
  credential_type text not null,
  -- Names in clear, secrets sealed for this row.
  credential_data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint credential_name_taken unique (organization_id, name)
);

create table tools (
  id bigint generated always as identity primary key,
  uuid text not null unique,
  organization_id bigint not null references organizations,
  name text not null,
  description text,
  category text not null,
  icon text,
  icon_color text,
  status text not null,
  -- Headers with secrets are sealed for this row.
  definition jsonb not null,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz
);
create index tools_of_organization on tools (organization_id, id);
`
