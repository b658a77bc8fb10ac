/** Results of evaluations, per version of a workflow. */
export const sql = `
create table workflow_evaluations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  workflow_id bigint not null references workflows,
  definition_id bigint,
  version_number integer,
  passed boolean not null,
  rate double precision not null,
  result jsonb not null,
  created_at timestamptz not null
);
create index workflow_evaluations_of_workflow on workflow_evaluations (workflow_id, id);
`
