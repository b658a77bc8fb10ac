/** Deleted contact lists whose rows, possibly a million, are still being deleted in portions. */
export const sql = `
create table list_removals (list_id bigint primary key);
`
