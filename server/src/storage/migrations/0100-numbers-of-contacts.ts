/**
 * Several numbers per contact, in order. All columns are null for contacts with one number. `contacts.phone_number` stays the
 * number that is dialed next; `passed_numbers` has those that are passed over, with the reason. A call keeps the numbers as they
 * were when it was claimed.
 */
export const sql = `
alter table list_contacts add column more_numbers text[];
alter table contact_lists add column left_out_numbers integer not null default 0;
alter table contacts add column numbers text[];
alter table contacts add column passed_numbers jsonb;
alter table calls add column numbers jsonb;
`
