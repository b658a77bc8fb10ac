/**
 * Costs of calls. Amounts are millionths of the currency, days are `2026-11-16` in the organization's time zone.
 * `price_tables`: the operator's prices of a configuration, cached by `price_version` (not above 0: none). `call_costs`: one
 * row per chargeable call; `ask_at`: when to ask the carrier for its price. `spend_days`: sums, campaign 0 for calls without a
 * campaign. The sums that limit dialing are columns of rows that a claim locks anyway.
 */
export const sql = `
alter table organizations
  add column currency text,
  add column max_spend_per_day bigint check (max_spend_per_day > 0),
  add column spent_on text,
  add column spent_today bigint not null default 0,
  add column spent_calls integer not null default 0;
alter table campaigns
  add column max_spend bigint check (max_spend > 0),
  add column spent bigint not null default 0,
  add column spent_calls integer not null default 0;
alter table telephony_configurations add column price_version integer not null default 0;

create table price_tables (
  telephony_configuration_id bigint primary key references telephony_configurations (id) on delete cascade,
  organization_id bigint not null references organizations (id),
  currency text not null,
  prices jsonb not null,
  author text not null,
  updated_at timestamptz not null
);

create table call_costs (
  call_id bigint primary key,
  organization_id bigint not null,
  campaign_id bigint,
  telephony_configuration_id bigint not null,
  day text not null,
  currency text,
  estimate bigint,
  carrier_amount bigint,
  carrier_currency text,
  applied boolean not null default false,
  ask_at timestamptz,
  asks smallint not null default 0
);
create index call_costs_to_ask on call_costs (ask_at) where ask_at is not null;

create table spend_days (
  organization_id bigint not null references organizations (id),
  day text not null,
  campaign_id bigint not null default 0,
  currency text not null,
  calls integer not null default 0,
  amount bigint not null default 0,
  confirmed_calls integer not null default 0,
  other_currency_calls integer not null default 0,
  primary key (organization_id, day, campaign_id, currency)
);
`
