/** Whether operators may listen to live calls. Off: in many places people must be told that somebody may listen. */
export const sql = `
alter table organizations
  add column listening_allowed boolean not null default false;
`
