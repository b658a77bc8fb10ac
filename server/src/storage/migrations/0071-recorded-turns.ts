/** What the script brain was asked during a call, so that another version of its workflow can be asked the same. */
export const sql = `
alter table call_records add column turns jsonb;
`
