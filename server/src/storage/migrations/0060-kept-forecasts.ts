/** Forecasts of a campaign, to be compared with its end. */
export const sql = `
create table campaign_forecasts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  campaign_id bigint not null references campaigns on delete cascade,
  made_at timestamptz not null,
  forecast jsonb not null
);
create index campaign_forecasts_by_campaign on campaign_forecasts (campaign_id, made_at);
create index campaign_forecasts_by_organization on campaign_forecasts (organization_id);
`
