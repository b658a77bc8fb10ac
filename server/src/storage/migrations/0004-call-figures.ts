/**
 * Figures that are kept as calls end, so that no page has to count. A campaign's row carries what became of its finished
 * contacts: it is written at every end of a call anyway. Calls per minute are summed up to quarters of an hour by a duty;
 * quarters, because no time zone's clock differs from UTC by less.
 */
export const sql = `
alter table campaigns add column outcomes jsonb not null default '{}', add column attempts jsonb not null default '{}';

create table call_minutes (
  organization_id bigint not null,
  -- 0: a call without a campaign
  campaign_id bigint not null,
  direction text not null,
  outcome text not null,
  minute timestamptz not null,
  calls integer not null,
  seconds integer not null,
  primary key (organization_id, campaign_id, minute, direction, outcome)
) with (fillfactor = 50);
create index call_minutes_by_time on call_minutes (minute);

create table campaign_quarters (
  campaign_id bigint not null references campaigns on delete cascade,
  quarter timestamptz not null,
  outcome text not null,
  calls integer not null,
  seconds bigint not null,
  primary key (campaign_id, quarter, outcome)
);

create table organization_quarters (
  organization_id bigint not null references organizations,
  direction text not null,
  quarter timestamptz not null,
  outcome text not null,
  calls integer not null,
  seconds bigint not null,
  primary key (organization_id, direction, quarter, outcome)
);

insert into campaign_quarters (campaign_id, quarter, outcome, calls, seconds)
select c.campaign_id, date_bin('15 minutes', c.ended_at, timestamptz '2000-01-01 00:00:00Z'), c.outcome, count(*),
       coalesce(sum(c.duration_seconds), 0)
  from calls c join campaigns p on p.id = c.campaign_id
 where not c.live and c.outcome is not null and c.ended_at is not null
 group by 1, 2, 3;

insert into organization_quarters (organization_id, direction, quarter, outcome, calls, seconds)
select c.organization_id, c.direction, date_bin('15 minutes', c.ended_at, timestamptz '2000-01-01 00:00:00Z'), c.outcome,
       count(*), coalesce(sum(c.duration_seconds), 0)
  from calls c join organizations o on o.id = c.organization_id
 where not c.live and c.outcome is not null and c.ended_at is not null
 group by 1, 2, 3, 4;

update campaigns p set outcomes = f.outcomes, attempts = f.attempts
  from (select campaign_id, jsonb_object_agg(outcome, count) filter (where outcome is not null) as outcomes,
               jsonb_object_agg(dials::text, count) filter (where dials is not null) as attempts
          from (select campaign_id, outcome, dials, count(*) as count from contacts
                 where state = 'done' group by grouping sets ((campaign_id, outcome), (campaign_id, dials))) g
         group by campaign_id) f
 where p.id = f.campaign_id;
`
