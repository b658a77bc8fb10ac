/**
 * A node that takes a call before its first heartbeat writes the table of live calls itself; the trigger for nodes of the
 * previous version then has nothing to do. If there never was such a node there is no trigger.
 */
export const sql = `
do $upgrade$ begin
  if to_regproc('live_follows_calls') is null then return; end if;
  create or replace function live_follows_calls() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if not exists (select from nodes where id = new.node_id and knows is not null) then
        insert into live (call_id, contact_id, organization_id) values (new.id, new.contact_id, new.organization_id)
        on conflict (call_id) do nothing;
      end if;
    else
      delete from live where call_id = old.id;
    end if;
    return null;
  end $$;
end $upgrade$;
`
