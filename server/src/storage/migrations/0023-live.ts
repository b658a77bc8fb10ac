/**
 * Which calls are going on stands in a small table of its own. Its unique contact is the promise that nobody has two calls at
 * a time; and because no index of `calls` names whether a call lives, PostgreSQL writes the end of a call beside its
 * beginning without touching any index.
 *
 * Nodes of the version before write only `calls`: as long as one of them lives, triggers keep the new table for them, and
 * their indexes stay. When the last of them is gone a duty takes both away (dialer/duties/finish-upgrade.ts), and what a node
 * says of itself becomes compulsory, so that none of them comes back. Where there are no calls, as in a new database, it is
 * done here.
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
