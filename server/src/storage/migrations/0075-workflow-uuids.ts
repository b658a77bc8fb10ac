/** A name for each workflow that clients of other programs call it by. */
export const sql = `
alter table workflows add column uuid text not null default gen_random_uuid()::text;
create unique index workflows_uuid on workflows (uuid);
`
