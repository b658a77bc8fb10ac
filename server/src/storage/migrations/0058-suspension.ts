/** An organization can be suspended: its keys and sessions are rejected, and the dialer places no calls for it. */
export const sql = `
alter table organizations
  add column suspended_at timestamptz,
  add column suspended_reason text;
`
