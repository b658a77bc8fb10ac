/** Answers of the organization's number check about a phone number, and when it was last asked. */
export const sql = `
create table number_checks (
  organization_id bigint not null references organizations,
  phone_number text not null,
  verdict text,
  reason text,
  checked_at timestamptz,
  asked_at timestamptz not null,
  primary key (organization_id, phone_number)
);
create index number_checks_by_age on number_checks (asked_at);
`
