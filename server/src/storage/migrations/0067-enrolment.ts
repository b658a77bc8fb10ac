/**
 * People can be added to a campaign after its creation. They are in a separate contact list, so that another campaign from the
 * first list does not call them; the list is created with the first of them. `keep_open`: the campaign does not complete when
 * all its contacts are finished.
 */
export const sql = `
alter table campaigns add column enrolled_list_id bigint references contact_lists (id);
alter table campaigns add column keep_open boolean not null default false;
create index campaigns_of_enrolled_list on campaigns (enrolled_list_id) where enrolled_list_id is not null;
`
