/**
 * From when on a campaign may have a due contact, so that a campaign whose contacts wait for retries or calling hours costs the
 * claim nothing. Nodes of the previous version ignore the column; a recurring job lowers values that they left too high
 * (dialer/jobs/recount-slots.ts).
 */
export const sql = `
alter table campaigns add column next_due_at timestamptz not null default '-infinity';
`
