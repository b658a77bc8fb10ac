/** Evidence per contact list: checks against registries, confirmed duties. And the abandonment rates that warn or pause. */
export const sql = `
create table list_registry_checks (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  list_id bigint not null,
  registry text not null,
  checked_on text not null,
  file_sha256 text not null,
  numbers integer not null,
  author text not null,
  created_at timestamptz not null
);
create index list_registry_checks_of_list on list_registry_checks (list_id, registry, checked_on);

create table list_confirmations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  list_id bigint not null,
  duty_id text not null,
  note text,
  confirmed_by text not null,
  confirmed_at timestamptz not null,
  expires_at timestamptz not null
);
create index list_confirmations_of_list on list_confirmations (list_id, duty_id, id);

-- Digests of the packs in use, as the ledger has them.
create table recorded_packs (
  organization_id bigint primary key references organizations,
  packs text not null
);

create table abandonment_limits (
  organization_id bigint primary key references organizations,
  warn_percent double precision not null,
  pause_percent double precision,
  author text not null,
  updated_at timestamptz not null
);
`
