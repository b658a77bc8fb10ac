/**
 * The earliest and latest time of a call to a contact, and its priority: columns of a list. The previous version does not read
 * them; a campaign that it creates during the upgrade calls in list order, at any time.
 */
export const sql = `
alter table list_contacts add column not_before timestamptz, add column not_after timestamptz, add column priority smallint;
alter table contacts add column not_before timestamptz, add column not_after timestamptz;
`
