/** The call to a transfer target, and when the target heard the announcement. */
export const sql = `
alter table calls
  add column transfer_of bigint,
  add column transfer_ready_at timestamptz;
`
