/** An organization can be suspended: its keys and sessions open nothing, and the dialer places no call for it. */
export const sql = `
alter table organizations
  add column suspended_at timestamptz,
  add column suspended_reason text;
`
