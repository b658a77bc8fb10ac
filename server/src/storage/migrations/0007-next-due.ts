/**
 * From when on a campaign may have somebody to call, so that one whose people wait for their retries or for calling hours
 * costs the claim nothing. A node of the version before knows nothing of the column: it finds its people by itself, and a
 * duty lowers what it left too high (duties/recount-slots.ts).
 */
export const sql = `
alter table campaigns add column next_due_at timestamptz not null default '-infinity';
`
