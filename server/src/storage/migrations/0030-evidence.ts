/**
 * The cause of a configuration's consecutive failed calls, and numbers of ours that the carrier does not accept as caller ID.
 */
export const sql = `
alter table telephony_configurations add column failing jsonb;
alter table phone_numbers add column resting_since timestamptz, add column resting_reason text;
`
