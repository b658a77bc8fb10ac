/** Test dialogues stored with a workflow, to be run again after a change. */
export const sql = `
create table workflow_dialogues (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  workflow_id bigint not null references workflows on delete cascade,
  name text not null,
  -- variables, what the person does, and what must come of it: as it is sent and shown
  dialogue jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index workflow_dialogues_of_workflow on workflow_dialogues (workflow_id, id);
`
