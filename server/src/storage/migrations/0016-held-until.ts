/** Until when the rule named in held_by keeps a contact: where the next attempt is due at that very moment, a change of rules frees it. */
export const sql = `
alter table contacts add column held_until timestamptz;
`
