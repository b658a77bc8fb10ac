/** The other call of two that were joined: when one of them is over, so is the other. */
export const sql = `
alter table calls add column joined_with bigint;
`
