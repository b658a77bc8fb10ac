/**
 * Private addresses that an organization reached while it was the only one. It keeps them when another organization is created,
 * so that it does not lose its PBX during a call.
 */
export const sql = `
create table egress_grants (
  organization_id bigint not null references organizations,
  host text not null,
  address text not null,
  granted_at timestamptz not null,
  primary key (organization_id, host, address)
);
`
