/** The other call of two joined calls: when one of them ends, so does the other. */
export const sql = `
alter table calls add column joined_with bigint;
`
