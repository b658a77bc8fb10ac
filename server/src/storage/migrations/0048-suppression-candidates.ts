/** Numbers that may belong on the do-not-call list; an operator decides. At most one open entry per number. */
export const sql = `
create table suppression_candidates (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  phone_number text not null,
  source text not null,
  reason text,
  call_id bigint,
  state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  author text,
  offered_at timestamptz not null,
  decided_at timestamptz
);
create unique index one_open_suppression_candidate on suppression_candidates (organization_id, phone_number) where state = 'open';
create index suppression_candidates_of_organization on suppression_candidates (organization_id, state, id);
`
