/**
 * Whom a number belongs to, by its beginning. Calls of campaigns are found by their contacts; only those without one need an
 * index of their own, so that the dialer's calls carry none more.
 */
export const sql = `
create index contacts_by_number on contacts (organization_id, phone_number text_pattern_ops);
create index single_calls_by_number on calls (organization_id, phone_number text_pattern_ops) where contact_id is null;
`
