/**
 * Private addresses that an organization reached while it was the only one. It keeps them when another organization is made, so that
 * nobody is cut off from a PBX in the middle of a call.
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
