/**
 * Figures updated when calls end, so that no page has to count. A campaign's row contains the outcomes of its finished
 * contacts: it is written at every end of a call anyway. A recurring job sums calls per minute up to quarters of an hour;
 * quarters, because all UTC offsets are multiples of one.
 */
export const sql = `
-- What has been is counted before anything is locked, and lasts as long as there are calls and contacts.
create temporary table campaign_quarters_before on commit drop as
select campaign_id, date_bin('15 minutes', ended_at, timestamptz '2000-01-01 00:00:00Z') as quarter, outcome,
       count(*) as calls, coalesce(sum(duration_seconds), 0) as seconds
  from calls where campaign_id is not null and not live and outcome is not null and ended_at is not null
 group by 1, 2, 3;
create temporary table organization_quarters_before on commit drop as
select organization_id, direction, date_bin('15 minutes', ended_at, timestamptz '2000-01-01 00:00:00Z') as quarter, outcome,
       count(*) as calls, coalesce(sum(duration_seconds), 0) as seconds
  from calls where not live and outcome is not null and ended_at is not null
 group by 1, 2, 3, 4;
create temporary table contacts_before on commit drop as
select campaign_id, jsonb_object_agg(outcome, count) filter (where outcome is not null) as outcomes,
       jsonb_object_agg(dials::text, count) filter (where dials is not null) as attempts
  from (select campaign_id, outcome, dials, count(*) as count from contacts
         where state = 'done' group by grouping sets ((campaign_id, outcome), (campaign_id, dials))) g
 group by campaign_id;

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
select campaign_id, quarter, outcome, calls, seconds from campaign_quarters_before b
 where exists (select from campaigns p where p.id = b.campaign_id);
insert into organization_quarters (organization_id, direction, quarter, outcome, calls, seconds)
select organization_id, direction, quarter, outcome, calls, seconds from organization_quarters_before b
 where exists (select from organizations o where o.id = b.organization_id);
update campaigns p set outcomes = b.outcomes, attempts = b.attempts from contacts_before b where p.id = b.campaign_id;
`
