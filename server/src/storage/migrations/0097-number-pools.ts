/**
 * Which numbers a campaign shows and in which order (`caller_pool`), and why a call showed its number (`caller_reason`). Dials per
 * day are counted in the organization's time zone from now on: the dials of the current day in UTC count for the current local day.
 * `timezone` of an unknown zone would fail, so only zones that PostgreSQL knows are converted.
 */
export const sql = `
alter table campaigns add column caller_pool jsonb;
alter table calls add column caller_reason text;
update phone_numbers n set used_on = date_trunc('day', now(), o.time_zone)
  from organizations o join pg_timezone_names z on z.name = o.time_zone
 where o.id = n.organization_id and n.used_on = date_trunc('day', now(), 'UTC');
`
