/**
 * Until when the rule in held_by holds a contact: if the next attempt is due at exactly that time, a change of rules releases
 * it.
 */
export const sql = `
alter table contacts add column held_until timestamptz;
`
