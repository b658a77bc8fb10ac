/** How many calls went from one step of a workflow to another, by day. Empty as source: it began there; as target: it ended there. */
export const sql = `
create table workflow_traffic (
  organization_id bigint not null,
  workflow_id bigint not null references workflows on delete cascade,
  -- midnight, UTC
  day timestamptz not null,
  source text not null,
  target text not null,
  calls integer not null,
  primary key (workflow_id, day, source, target)
);
`
