/**
 * People are added to a campaign after it was made. They are in a contact list of their own, so that another campaign from the
 * first list does not call them; the list is made with the first of them. `keep_open`: the campaign does not complete when all
 * its contacts are done.
 */
export const sql = `
alter table campaigns add column enrolled_list_id bigint references contact_lists (id);
alter table campaigns add column keep_open boolean not null default false;
create index campaigns_of_enrolled_list on campaigns (enrolled_list_id) where enrolled_list_id is not null;
`
