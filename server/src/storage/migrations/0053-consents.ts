/**
 * Consents and revocations, one row per statement. A row with the kind `revoked` ends everything given before it. Rows are
 * never changed: a later statement is a later row.
 */
export const sql = `
create table consents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  phone_number text not null,
  kind text not null,
  at timestamptz not null,
  expires_at timestamptz,
  source text not null,
  proof text,
  author text not null,
  list_id bigint,
  call_id bigint,
  created_at timestamptz not null,
  unique (organization_id, phone_number, at, kind)
);
`
