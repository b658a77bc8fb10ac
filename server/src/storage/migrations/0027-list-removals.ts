/** Contact lists that are gone while their rows, which may be a million, still go portion by portion. */
export const sql = `
create table list_removals (list_id bigint primary key);
`
