/** What language models used during the conversation of a call. */
export const sql = `
alter table call_records add column model_usage jsonb;
`
