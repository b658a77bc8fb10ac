/** For each number: the inbound address at the carrier, its limits, and its use today. */
export const sql = `
alter table phone_numbers
  -- As the carrier has it; null: it was told nothing, or did not take it.
  add column inbound_url text,
  add column max_calls_at_once integer check (max_calls_at_once > 0),
  add column max_calls_per_day integer check (max_calls_per_day > 0),
  -- Dials shown under this number on the day (UTC) that began then.
  add column used_on timestamptz,
  add column used_count integer not null default 0;
`
