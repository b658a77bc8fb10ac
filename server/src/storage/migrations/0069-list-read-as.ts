/** How the file of a contact list was read: its encoding, or `xlsx`. Null for lists of earlier versions. */
export const sql = `
alter table contact_lists add column read_as text;
`
