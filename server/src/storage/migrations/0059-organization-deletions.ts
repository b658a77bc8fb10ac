/** The record of a deleted organization: that it was deleted, who requested it, and when. */
export const sql = `
create table organization_deletions (
  id bigint primary key,
  name text not null,
  reason text not null,
  begun_at timestamptz not null,
  finished_at timestamptz,
  rows_deleted bigint not null default 0,
  recordings_deleted bigint not null default 0
);
`
