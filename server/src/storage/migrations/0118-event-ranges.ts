/**
 * Events are stored in ranges of ids, so that old ones are dropped as whole tables. Ids grow with time and readers continue after
 * an id: a range of ids is also a range of time, and a reader opens only the ranges after its cursor. The table of the previous
 * version becomes the first range. Nodes of that version continue; they name `events` too.
 *
 * No insert fails for want of a range: events_default takes ids that no range covers. The id is a default of the sequence,
 * because PostgreSQL below 17 has no identity columns here. There is no unique constraint: the old table would need its index
 * built before the change, and the sequence assigns every id once.
 *
 * The functions run with the rights of the owner, because nodes may have a role that cannot change the schema. They require the
 * right to insert or delete events.
 */
export const sql = `
lock table events in access exclusive mode;

create function copy_event_grants(source text, target text) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare statement text;
begin
  for statement in
    select format('grant %s on %I to %s', a.privilege_type, target,
                  case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
      from pg_class c, aclexplode(c.relacl) a
     where c.oid = to_regclass(quote_ident(source)) and a.grantee <> c.relowner
  loop
    execute statement;
  end loop;
end $$;

-- first_id is null for the range of all ids before past_id.
create function make_event_range(first_id bigint, past_id bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare name text := 'events_' || coalesce(first_id::text, 'before');
begin
  if not has_table_privilege(session_user, 'events', 'insert') then
    raise insufficient_privilege using message = 'permission denied for table events';
  end if;
  execute format('create table %I (like events)', name);
  execute format('create index %I on %I (organization_id, id)', name || '_of_organization', name);
  execute format('create index %I on %I (campaign_id, id) where campaign_id is not null', name || '_of_campaign', name);
  perform copy_event_grants('events', name);
  -- Attaching locks events_default, but not the table of all events: inserts continue.
  execute format('alter table events attach partition %I for values from (%s) to (%s)',
                 name, coalesce(first_id::text, 'minvalue'), past_id);
end $$;

create function drop_event_range(name text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_table_privilege(session_user, 'events', 'delete') then
    raise insufficient_privilege using message = 'permission denied for table events';
  end if;
  if name = 'events_default' or not exists (
    select from pg_inherits where inhparent = 'events'::regclass and inhrelid = to_regclass(quote_ident(name))) then
    raise exception '% is not a range of events', name;
  end if;
  execute format('drop table %I', name);
end $$;

do $$
declare
  owner text := (select pg_get_userbyid(relowner) from pg_class where oid = 'events'::regclass);
  is_empty boolean := not exists (select from events);
  is_indexed boolean := exists (select from pg_index where indexrelid = to_regclass('events_of_campaign') and indisvalid);
  bound bigint := (select substring(pg_get_constraintdef(oid) from '[0-9]+')::bigint from pg_constraint
                    where conrelid = 'events'::regclass and conname = 'events_before_bound');
  next_id bigint := (select case when is_called then last_value + 1 else last_value end from events_id_seq);
  writer text;
begin
  if not is_empty then next_id := bound; end if;
  alter table events alter column id drop identity;
  alter table events rename to events_before;
  alter index events_of_organization rename to events_before_of_organization;
  alter index if exists events_of_campaign rename to events_before_of_campaign;

  create table events (like events_before including defaults) partition by range (id);
  execute format('create sequence events_id_seq owned by events.id start with %s', next_id);
  alter table events alter column id set default nextval('events_id_seq');
  create index events_of_organization on events (organization_id, id);
  -- If the old table has no such index yet, attaching it would build one under the lock. It is built later, by a node.
  if is_empty or is_indexed then
    create index events_of_campaign on events (campaign_id, id) where campaign_id is not null;
  end if;
  perform copy_event_grants('events_before', 'events');
  -- An identity column needs no right to its sequence, a default does.
  for writer in
    select case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end
      from pg_class c, aclexplode(c.relacl) a
     where c.oid = 'events_before'::regclass and a.grantee <> c.relowner and a.privilege_type = 'INSERT'
  loop
    execute format('grant usage, select on sequence events_id_seq to %s', writer);
  end loop;

  if is_empty then
    drop table events_before;
  else
    execute format('alter table events attach partition events_before for values from (minvalue) to (%s)', bound);
  end if;
  create table events_default (like events);
  perform copy_event_grants('events', 'events_default');
  alter table events attach partition events_default default;
  for n in 0..3 loop
    perform make_event_range(next_id + n * 1000000, next_id + (n + 1) * 1000000);
  end loop;

  if owner <> current_user then
    execute format('alter table events owner to %I', owner);
    execute (select string_agg(format('alter table %s owner to %I', inhrelid::regclass, owner), ';')
               from pg_inherits where inhparent = 'events'::regclass);
    execute format('alter function copy_event_grants(text, text) owner to %I', owner);
    execute format('alter function make_event_range(bigint, bigint) owner to %I', owner);
    execute format('alter function drop_event_range(text) owner to %I', owner);
  end if;
end $$;
`
