/**
 * When a contact may be called at the earliest and at the latest, and how early its turn comes: columns of a list. The version
 * before does not read them; a campaign that it makes during the upgrade calls in list order, at any time.
 */
export const sql = `
alter table list_contacts add column not_before timestamptz, add column not_after timestamptz, add column priority smallint;
alter table contacts add column not_before timestamptz, add column not_after timestamptz;
`
