/**
 * Attempts of an erased person stay until no calling rule counts them: a limit that forgets would let the same number, uploaded
 * again, be called too often.
 */
export const sql = `
alter table number_attempts add column erased boolean not null default false;
`
