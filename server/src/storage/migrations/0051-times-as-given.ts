/**
 * The times of a person as the client wrote them beside the variables. They are read again when the time zones of the list are
 * corrected. Rows of files keep them among their variables. The version before leaves the columns empty.
 */
export const sql = `
alter table list_contacts add column given_not_before text, add column given_not_after text;
`
