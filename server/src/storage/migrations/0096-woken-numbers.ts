/** Calls before `woken_at` do not count for the answer rate that lets a number rest. */
export const sql = `
alter table phone_numbers add column woken_at timestamptz;
`
