/** The organization's own phones: calls to them may bypass the calling rules without an admin key. */
export const sql = `
create table own_phones (
  organization_id bigint not null references organizations,
  phone_number text not null,
  label text,
  author text not null,
  created_at timestamptz not null,
  primary key (organization_id, phone_number)
);
`
