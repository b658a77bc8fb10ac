/**
 * Work on long queues that continues after an interruption. `queue_reviews`: campaigns whose contacts are reviewed after a
 * change of rules or zones, up to `after_id`; `turn` changes when a review is requested again. `attempt_copies`: how far the
 * calls of an organization were copied for its first policy, and which of them were live then.
 */
export const sql = `
create table queue_reviews (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  organization_id bigint not null,
  turn bigint generated always as identity,
  after_id bigint not null default 0,
  names_zones boolean not null,
  stops_dialing boolean not null
);
create table attempt_copies (
  organization_id bigint primary key references organizations (id),
  up_to_call_id bigint not null,
  live_call_ids bigint[] not null
);
`
