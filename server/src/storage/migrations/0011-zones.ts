/**
 * Zones of each contact. The possible combinations (zones, states, countries, and their source) are a few hundred sets, to
 * which contacts refer. 0: not computed yet. A node of the previous version leaves 0, and its lists are computed later.
 */
export const sql = `
-- Each dial of an organization that has a policy. Outlives campaigns, redials and lists, as limits per number must. Filled
-- first of all, before anything is locked.
create table number_attempts (
  call_id bigint primary key,
  organization_id bigint not null,
  phone_number text not null,
  at timestamptz not null,
  policy_version text,
  -- What came of it, once known.
  what text check (what in ('conversation', 'machine_detected', 'abandoned')),
  refused boolean not null default false
);
create index number_attempts_of_number on number_attempts (organization_id, phone_number, at);

insert into number_attempts (call_id, organization_id, phone_number, at, what)
select c.id, c.organization_id, c.phone_number, c.claimed_at,
       case when c.outcome = 'answered' then 'conversation' when c.outcome = 'voicemail' then 'machine_detected'
            when c.cause in ('no_agent', 'agent_failed') then 'abandoned' end
  from calls c join organizations o on o.id = c.organization_id
 where c.direction = 'outbound' and exists (select from policies p where p.organization_id = o.id);

create table zone_sets (
  id integer generated always as identity primary key,
  -- 'number|US,US-FL@America/Chicago,America/New_York': source, places, zones.
  name text not null unique
);

alter table list_contacts add column zones_id integer not null default 0;
-- Which columns told it, how many contacts each set has, and how many values were of no use. Null: not worked out yet.
alter table contact_lists add column zones jsonb;

alter table contacts
  add column if not exists zones_id integer not null default 0,
  -- The rule that last kept the dialer from calling, or that ended it.
  add column held_by text;

-- Which sets the contacts of a campaign have. Empty: nobody has looked.
create table campaign_zones (
  campaign_id bigint not null references campaigns on delete cascade,
  zones_id integer not null,
  contacts integer not null,
  primary key (campaign_id, zones_id)
);

-- 0: neither the organization nor a campaign of it ever had a policy. Every change of one counts it up.
alter table organizations add column policy_version integer not null default 0;
update organizations o set policy_version = (select count(*) from policies p where p.organization_id = o.id);
`
