/** A call to whoever takes over another call, and when they were told what it is about. */
export const sql = `
alter table calls
  add column transfer_of bigint,
  add column transfer_ready_at timestamptz;
`
