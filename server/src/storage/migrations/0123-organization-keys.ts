/**
 * Keys of tables of an organization begin with its id. Two steps: the new unique indexes are built in the background
 * (large-indexes.ts) beside the earlier keys, which nodes of earlier versions need for their `on conflict`. When no such node is
 * left, a recurring job drops the earlier keys (dialer/jobs/finish-upgrade.ts), table by table and without reading a row. From then
 * on programs of earlier versions are refused; `outdial rollback` restores their keys. In a new database both steps are done here.
 *
 * The functions run with the rights of the owner, because nodes may have a role that cannot change the schema. They require the
 * right to insert rows.
 */

export interface OrganizationKey {
  table: string
  name: string
  columns: string
  isPrimary: boolean
  /** The key that this one replaces; programs of earlier versions need it. */
  earlier: { name: string; columns: string }
}

const primary = (table: string, columns: string): OrganizationKey => ({
  table,
  name: `${table}_of_organization`,
  columns: `organization_id, ${columns}`,
  isPrimary: true,
  earlier: { name: `${table}_pkey`, columns },
})

export const ORGANIZATION_KEYS: readonly OrganizationKey[] = [
  primary('list_removals', 'list_id'),
  primary('campaign_copies', 'campaign_id'),
  primary('campaign_removals', 'campaign_id'),
  primary('campaign_quarters', 'campaign_id, quarter, outcome'),
  primary('campaign_zones', 'campaign_id, zones_id'),
  primary('breaker_seconds', 'campaign_id, second'),
  primary('campaign_lanes', 'campaign_id, zones_id'),
  primary('number_attempts', 'call_id'),
  primary('calls_live', 'call_id'),
  {
    table: 'calls_live',
    name: 'one_live_call_of_contact',
    columns: 'organization_id, contact_id',
    isPrimary: false,
    earlier: { name: 'one_live_call', columns: 'contact_id' },
  },
]

/** The oldest program that works without the earlier keys, named by its newest migration. */
export const OLDEST_WITH_KEYS = '0121-organization-columns'

const ROWS = ORGANIZATION_KEYS.map(
  ({ table, name, columns, isPrimary, earlier }) =>
    `('${table}', '${name}', '${columns}', ${isPrimary}, '${earlier.name}', '${earlier.columns}')`,
).join(',\n    ')

export const sql = `
create function organization_keys()
  returns table (of_table text, name text, key_columns text, is_primary boolean, earlier text, earlier_columns text)
  language sql immutable as $$
  values
    ${ROWS}
$$;

-- Programs of earlier versions do not start from now on, and one that was frozen gets no lease again.
create function shut_out_programs_without_keys() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_table_privilege(session_user, 'nodes', 'insert') then
    raise insufficient_privilege using message = 'permission denied for table nodes';
  end if;
  update migrations set oldest_program = '${OLDEST_WITH_KEYS}' where migrations.name = '${OLDEST_WITH_KEYS}';
  delete from nodes where schema_version < '${OLDEST_WITH_KEYS}' and lease_until < clock_timestamp();
  if not exists (select from pg_constraint where conrelid = 'nodes'::regclass and conname = 'nodes_know_keys') then
    alter table nodes add constraint nodes_know_keys check (schema_version >= '${OLDEST_WITH_KEYS}');
  end if;
end $$;

create function drop_earlier_keys(changed_table text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare k record;
begin
  if not has_table_privilege(session_user, changed_table, 'insert') then
    raise insufficient_privilege using message = 'permission denied for table ' || changed_table;
  end if;
  for k in select * from organization_keys() where of_table = changed_table loop
    if not exists (select from pg_index where indexrelid = to_regclass(k.name) and indisvalid) then
      raise exception 'the index % is not built', k.name;
    end if;
    execute format('alter table %I drop constraint if exists %I', changed_table, k.earlier);
    execute format('drop index if exists %I', k.earlier);
    if k.is_primary and not exists (select from pg_constraint where conrelid = to_regclass(changed_table) and contype = 'p') then
      execute format('alter table %I add constraint %I primary key using index %I', changed_table, k.name, k.name);
    end if;
  end loop;
  execute format('drop trigger if exists fill_organization on %I', changed_table);
end $$;

-- For a rollback, by the owner and while no node runs.
create function restore_earlier_keys() returns void language plpgsql set search_path = public, pg_temp as $$
declare k record;
begin
  for k in select * from organization_keys() loop
    execute format('create unique index if not exists %I on %I (%s)', k.earlier, k.of_table, k.earlier_columns);
  end loop;
  for k in select distinct of_table from organization_keys() o
            where o.of_table in ('list_removals', 'campaign_copies', 'campaign_removals', 'campaign_quarters', 'campaign_zones',
                                 'breaker_seconds', 'campaign_lanes') loop
    execute format('create or replace trigger fill_organization before insert or update on %I for each row
                    when (new.organization_id is null) execute function fill_organization()', k.of_table);
  end loop;
  alter table nodes drop constraint if exists nodes_know_keys;
end $$;

do $$
declare k record;
begin
  if exists (select from calls limit 1) or exists (select from nodes limit 1) then return; end if;
  for k in select * from organization_keys() loop
    execute format('create unique index %I on %I (%s)', k.name, k.of_table, k.key_columns);
  end loop;
  for k in select distinct of_table from organization_keys() loop
    perform drop_earlier_keys(k.of_table);
  end loop;
  update migrations set oldest_program = '${OLDEST_WITH_KEYS}' where name = '${OLDEST_WITH_KEYS}';
end $$;
`
