/** The ledger: a key per person, retired signing keys, Merkle roots of checkpoints, and retention of records. */
export const sql = `
-- A record names a person by a keyed hash of the number. Erasing a person deletes the key; the record does not change.
create table ledger_persons (
  organization_id bigint not null,
  phone_number text not null,
  key bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, phone_number)
);

-- Public keys of retired secret keys. The old key signs its successor and the successor signs the old key.
create table ledger_keys (
  public_key bytea primary key,
  successor bytea not null,
  at timestamptz not null,
  signed_by_old bytea not null,
  signed_by_new bytea not null
);

-- Null: a checkpoint of an earlier version, which signs the head alone.
alter table ledger_checkpoints
  add column first_sequence bigint,
  add column root bytea;

-- Whether the texts that an earlier version rewrote for erased persons are noted in the ledger.
alter table ledger_heads
  add column erasures_pinned boolean not null default false;

-- Five years.
alter table retention
  add column ledger_days integer not null default 1826;
`
