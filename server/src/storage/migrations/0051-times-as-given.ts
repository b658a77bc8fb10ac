/**
 * The times of a person as the client wrote them besides the variables. They are parsed again when the time zones of the list
 * are corrected. Rows of files have them among their variables. The previous version leaves the columns empty.
 */
export const sql = `
alter table list_contacts add column given_not_before text, add column given_not_after text;
`
