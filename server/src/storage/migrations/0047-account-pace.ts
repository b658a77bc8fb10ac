/** Calls per second of a carrier account, over all configurations of the organization that dial through it. */
export const sql = `
alter table telephony_configurations add column account_paced_until timestamptz not null default '-infinity';
`
