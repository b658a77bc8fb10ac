/** The last failure of each registry: of its import, and of the comparison of contact lists with it. */
export const sql = `
create table registry_failures (
  organization_id bigint not null references organizations,
  registry text not null,
  step text not null check (step in ('import', 'check')),
  as_of text not null,
  message text not null,
  author text,
  at timestamptz not null,
  primary key (organization_id, registry, step)
);
`
