/** Outgoing webhooks: their subscriptions, and every message to be delivered. */
export const sql = `
-- Everything up to the cursor has become a delivery. failures counts those in a row; while it is not zero one message at a time
-- tries whether the receiver is back, and none before held_until.
create table webhooks (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations,
  url text not null,
  description text not null,
  event_types text[],
  is_active boolean not null default true,
  disabled_reason text,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  cursor bigint not null,
  failures integer not null default 0,
  failing_since timestamptz,
  held_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_of_organization on webhooks (organization_id, id);

-- webhook_id null: sent to an address of its own (request, sealed). Within a lane of a webhook one after the other.
-- Of what is being sent next_attempt_at is the moment at which its node counts as lost.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  webhook_id bigint references webhooks on delete cascade,
  kind text not null check (kind in ('event', 'test', 'direct')),
  lane text not null,
  message_id text not null,
  event_id bigint,
  event_type text,
  contact_id bigint,
  call_id bigint,
  reference text,
  request text,
  payload text not null,
  state text not null check (state in ('pending', 'sending', 'delivered', 'failed', 'canceled')),
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  tries jsonb not null default '[]',
  created_at timestamptz not null,
  settled_at timestamptz
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_open on webhook_deliveries (webhook_id, lane, id) where state in ('pending', 'sending');
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state in ('pending', 'sending');
create index webhook_deliveries_direct on webhook_deliveries (organization_id, lane, next_attempt_at)
  where webhook_id is null and state in ('pending', 'sending');
create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;
create index webhook_deliveries_of_call on webhook_deliveries (call_id) where call_id is not null;
create index webhook_deliveries_of_contact on webhook_deliveries (contact_id) where contact_id is not null;
`
