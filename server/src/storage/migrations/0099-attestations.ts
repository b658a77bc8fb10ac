/**
 * What carriers report about the signature of a caller ID (STIR/SHAKEN): per call, and the last report per number of ours. Null:
 * not reported.
 */
export const sql = `
alter table calls add column attestation jsonb;
alter table phone_numbers add column attestation text;
alter table phone_numbers add column attested_at timestamptz;
`
