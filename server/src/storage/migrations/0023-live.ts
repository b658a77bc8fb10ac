/**
 * Live calls are in a small separate table. Its unique contact guarantees that no contact has two calls at a time; and because
 * no index of `calls` depends on whether a call is live, PostgreSQL can write the end of a call without touching any index.
 *
 * Nodes of the previous version write only `calls`: while one of them lives, triggers maintain the new table for them, and
 * their indexes stay. When the last of them is gone a recurring job removes both (dialer/jobs/finish-upgrade.ts), and a
 * column that such nodes do not set becomes mandatory, so that none of them comes back. Without calls, as in a new database, it
 * is done here.
 */
export const sql = `
-- First of all, and before nodes: others take the two in this order.
lock table calls in share row exclusive mode;

create table live (
  call_id bigint primary key,
  contact_id bigint constraint one_live_call unique,
  organization_id bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = off);

-- The newest change of the schema that a node knows.
alter table nodes add column knows text;

-- Room for the end of a call beside its beginning.
alter table calls set (fillfactor = 45);

create function live_follows_calls() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A node that knows the table writes it itself.
    if not exists (select from nodes where id = new.node_id and knows is not null) then
      insert into live (call_id, contact_id, organization_id) values (new.id, new.contact_id, new.organization_id);
    end if;
  else
    delete from live where call_id = old.id;
  end if;
  return null;
end $$;
create trigger live_call_added after insert on calls for each row when (new.live) execute function live_follows_calls();
create trigger live_call_ended after update on calls for each row when (old.live and not new.live)
  execute function live_follows_calls();
create trigger live_call_removed after delete on calls for each row when (old.live) execute function live_follows_calls();

insert into live (call_id, contact_id, organization_id) select id, contact_id, organization_id from calls where live;

do $$ begin
  if not exists (select from calls limit 1) and not exists (select from nodes limit 1) then
    drop function live_follows_calls cascade;
    drop index one_live_call_per_contact;
    drop index live_calls;
    alter table nodes alter knows set not null;
  end if;
end $$;
`
