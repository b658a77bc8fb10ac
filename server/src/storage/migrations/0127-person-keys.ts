/**
 * Keys of persons are replaced after a year, so that numbers whose records are all gone can be forgotten. The former keys of a
 * number stay in its row: its records are named by them, and a node of an earlier version that erases the person deletes them too.
 * Such nodes ignore the columns.
 */
export const sql = `
alter table ledger_persons add column former_keys bytea[];
alter table ledger_heads add column persons_checked_at timestamptz;
`
