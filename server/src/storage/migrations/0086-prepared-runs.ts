/** Runs that a client prepares before it asks for the call. Their ids are ids of calls that no call has. */
export const sql = `
create table prepared_runs (
  id bigint primary key default nextval('calls_id_seq'),
  organization_id bigint not null references organizations,
  workflow_id bigint not null references workflows,
  name text not null,
  mode text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  call_id bigint
);
create index prepared_runs_of_organization on prepared_runs (organization_id, created_at);
`
