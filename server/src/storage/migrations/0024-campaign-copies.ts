/**
 * Contacts, possibly a million, are copied in portions before their campaign exists. Meanwhile its list is in use; what a crash
 * leaves is removed.
 */
export const sql = `
create table campaign_copies (
  campaign_id bigint primary key,
  list_id bigint not null references contact_lists,
  begun_at timestamptz not null default now()
);
create index campaign_copies_of_list on campaign_copies (list_id);
`
