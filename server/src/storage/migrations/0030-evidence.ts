/** What a configuration's calls in a row failed of, and numbers of ours that the carrier does not accept as caller ID. */
export const sql = `
alter table telephony_configurations add column failing jsonb;
alter table phone_numbers add column resting_since timestamptz, add column resting_reason text;
`
