/** Calling rules: policies with their versions, confirmed duties, the ledger, and more data about each suppression. */
export const sql = `
-- Every version that was ever in force; the newest is. campaign_id null: the organization's own.
create table policies (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  campaign_id bigint references campaigns on delete cascade,
  version integer not null,
  policy jsonb not null,
  author text not null,
  created_at timestamptz not null
);
create unique index policy_versions on policies (organization_id, coalesce(campaign_id, 0), version);
create index policies_of_campaign on policies (campaign_id) where campaign_id is not null;

create table duty_confirmations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  duty_id text not null,
  note text,
  confirmed_by text not null,
  confirmed_at timestamptz not null
);
create index duty_confirmations_of_organization on duty_confirmations (organization_id, duty_id, id);

-- The text is what was hashed, to the letter; nothing else of a record is stored.
create table ledger_records (
  organization_id bigint not null,
  sequence bigint not null,
  record text not null,
  hash bytea not null,
  primary key (organization_id, sequence)
);

-- Written under the organization's lock, with the records it counts. The seal is made with the secret key.
create table ledger_heads (
  organization_id bigint primary key,
  sequence bigint not null,
  hash bytea not null,
  seal bytea not null
) with (fillfactor = 50);

-- Signed; a 'cut' says that the records up to here were dropped on purpose.
create table ledger_checkpoints (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  kind text not null check (kind in ('checkpoint', 'cut')),
  sequence bigint not null,
  hash bytea not null,
  at timestamptz not null,
  public_key bytea not null,
  signature bytea not null
);
create index ledger_checkpoints_of_organization on ledger_checkpoints (organization_id, sequence);

alter table suppressions
  add column source text not null default 'api',
  add column author text,
  add column expires_at timestamptz;

-- Ranges of numbers: a prefix, or a country as all of its prefixes. Few, and looked up by the beginnings of a number.
create table suppressed_ranges (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  kind text not null check (kind in ('prefix', 'country')),
  value text not null,
  prefixes text[] not null,
  reason text not null,
  source text not null default 'api',
  author text,
  expires_at timestamptz,
  created_at timestamptz not null,
  unique (organization_id, kind, value)
);
`
