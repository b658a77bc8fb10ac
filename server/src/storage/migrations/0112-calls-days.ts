/**
 * Days after which ended calls are deleted as a whole, and the call up to which that is done. Null: they are kept. The previous
 * version does not read it.
 */
export const sql = `
alter table retention add column calls_days integer, add column calls_call_id bigint not null default 0;
`
