/** Deleted campaigns whose calls and contacts, possibly millions, are still being deleted in portions. */
export const sql = `
create table campaign_removals (campaign_id bigint primary key);
`
