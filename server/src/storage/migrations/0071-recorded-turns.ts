/** The input of the script brain during a call, so that it can be replayed with another version of its workflow. */
export const sql = `
alter table call_records add column turns jsonb;
`
