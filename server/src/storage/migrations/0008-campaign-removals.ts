/** Campaigns that are gone while their calls and contacts, which may be millions, still go portion by portion. */
export const sql = `
create table campaign_removals (campaign_id bigint primary key);
`
