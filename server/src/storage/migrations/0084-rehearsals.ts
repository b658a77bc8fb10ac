/** The newest rehearsal of each campaign. Rows are named by their contact: no value of a person is copied. */
export const sql = `
create table campaign_rehearsals (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  organization_id bigint not null references organizations (id),
  run integer not null,
  definition_id bigint not null,
  list_rows integer not null,
  state text not null check (state in ('running', 'ended', 'failed')),
  rows integer not null,
  rows_done integer not null,
  odd_rows integer not null,
  default_rows integer not null,
  findings jsonb not null,
  started_at timestamptz not null,
  reported_at timestamptz not null,
  ended_at timestamptz,
  primary key (campaign_id, organization_id)
);
`
