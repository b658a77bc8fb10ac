/** Retention times of personal data, and erasures. */
export const sql = `
-- Days; null: until somebody deletes it. Each duty goes through the calls in the order of their ids and notes how far it has come.
create table retention (
  organization_id bigint primary key references organizations,
  recordings_days integer,
  transcripts_days integer,
  contacts_days integer,
  events_days integer,
  recordings_call_id bigint not null default 0,
  transcripts_call_id bigint not null default 0,
  contacts_call_id bigint not null default 0,
  contacts_until timestamptz not null default 'epoch',
  updated_at timestamptz not null
);

-- Of whom is not said: that is the point.
create table erasures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  at timestamptz not null,
  author text not null,
  reason text,
  counts jsonb not null
);
create index erasures_of_organization on erasures (organization_id, id);

alter table contact_lists add column erased_at timestamptz;
`
