/**
 * Small tables of an organization get its id, so that a PostgreSQL that is distributed by organization can hold them. Nodes of
 * earlier versions do not set the column: a trigger fills it in. It goes when the keys are changed (0123). Rows that exist are
 * filled by 0122, in a transaction without locks on the tables.
 *
 * Zero stands for an organization that cannot be found any more, because the campaign or list is deleted.
 */
export const sql = `
set local lock_timeout = '200ms';

create function fill_organization() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'campaign_copies' then
    new.organization_id := (select organization_id from contact_lists where id = new.list_id);
  elsif tg_table_name = 'list_removals' then
    new.organization_id := coalesce((select organization_id from contact_lists where id = new.list_id),
      (select organization_id from list_contacts where list_id = new.list_id limit 1), 0);
  elsif tg_table_name = 'campaign_removals' then
    new.organization_id := coalesce((select organization_id from campaigns where id = new.campaign_id),
      (select organization_id from contacts where campaign_id = new.campaign_id limit 1), 0);
  else
    new.organization_id := coalesce((select organization_id from campaigns where id = new.campaign_id), 0);
  end if;
  return new;
end $$;

-- The tables that a dialing node writes come last, so that they are locked shortest.
do $$
declare of_table text;
begin
  foreach of_table in array array['list_removals', 'campaign_copies', 'campaign_removals', 'campaign_quarters', 'campaign_zones',
                                  'breaker_seconds', 'campaign_lanes'] loop
    execute format('alter table %I add column organization_id bigint', of_table);
    execute format('create trigger fill_organization before insert or update on %I for each row
                    when (new.organization_id is null) execute function fill_organization()', of_table);
  end loop;
end $$;
`
