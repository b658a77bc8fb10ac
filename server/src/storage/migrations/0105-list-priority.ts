/**
 * The priority of a whole list, for rows without one of their own. Null: normal. The previous version does not read it; a campaign
 * that it creates during the upgrade calls in list order.
 */
export const sql = `
alter table contact_lists add column priority smallint;
`
