/**
 * Do-not-call registries of up to hundreds of millions of numbers as sorted blocks. An import fills a generation; it becomes
 * valid in one update at its end. A check of a list against a generation says how far in the list it came.
 */
export const sql = `
create table registry_generations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  registry text not null,
  as_of text not null,
  state text not null check (state in ('importing', 'ready', 'dropped')),
  phase text not null default 'receiving' check (phase in ('receiving', 'writing')),
  bytes_read bigint not null default 0,
  rows_read bigint not null default 0,
  numbers bigint not null default 0,
  stored_bytes bigint not null default 0,
  file_sha256 text,
  author text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ready_at timestamptz
);
create unique index registry_generations_importing on registry_generations (organization_id, registry) where state = 'importing';
create unique index registry_generations_ready on registry_generations (organization_id, registry) where state = 'ready';

create table registry_blocks (
  generation_id bigint not null references registry_generations,
  organization_id bigint not null,
  first_key bigint not null,
  last_key bigint not null,
  numbers integer not null,
  distances bytea not null,
  sum bytea not null,
  primary key (generation_id, first_key)
);
alter table registry_blocks alter column distances set storage plain;

alter table list_registry_checks add column generation_id bigint, add column last_contact_id bigint,
  add column compared integer, add column matches integer;
`
