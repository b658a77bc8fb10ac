/**
 * Tables and columns get names that say what they hold. Nodes of earlier versions may be at work beside this one, or be brought
 * back by a rollback, so the old names still work: the tables as views, the columns as copies that triggers keep equal. A later
 * version that no longer allows such nodes drops them.
 */
export const sql = `
alter table live rename to calls_live;
alter index live_pkey rename to calls_live_pkey;
create view live as select * from calls_live;
alter table call_debts rename to after_call_tasks;
alter index call_debts_pkey rename to after_call_tasks_pkey;
alter index call_debts_due rename to after_call_tasks_due;
create view call_debts as select * from after_call_tasks;

-- The newest migration that the program of a node contains.
alter table nodes add column schema_version text;
update nodes set schema_version = knows;
create function copy_schema_version() returns trigger language plpgsql as $$
begin
  new.schema_version := coalesce(new.schema_version, new.knows);
  new.knows := new.schema_version;
  return new;
end $$;
create trigger copy_schema_version before insert on nodes for each row execute function copy_schema_version();

alter table telephony_configurations
  add column backoff_until timestamptz not null default '-infinity', add column backoffs integer not null default 0;
update telephony_configurations set backoff_until = held_until, backoffs = holds where held_until > '-infinity' or holds > 0;
create function copy_backoff() returns trigger language plpgsql as $$
begin
  if (new.held_until, new.holds) is distinct from (old.held_until, old.holds) then
    new.backoff_until := new.held_until;
    new.backoffs := new.holds;
  else
    new.held_until := new.backoff_until;
    new.holds := new.backoffs;
  end if;
  return new;
end $$;
create trigger copy_backoff before update on telephony_configurations for each row
  when ((new.held_until, new.holds, new.backoff_until, new.backoffs)
        is distinct from (old.held_until, old.holds, old.backoff_until, old.backoffs))
  execute function copy_backoff();
`
