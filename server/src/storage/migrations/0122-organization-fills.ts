/**
 * Fills in the organization of the rows that existed before 0121, beside writers. A writer waits for the rows that it shares with
 * this transaction, so the rows that a dialing node writes come last: those of campaigns in progress, and of the current quarter
 * of an hour.
 */
export const sql = `
update list_removals set organization_id = null where organization_id is null;
update campaign_copies set organization_id = null where organization_id is null;
update campaign_removals set organization_id = null where organization_id is null;
update campaign_quarters q set organization_id = c.organization_id from campaigns c
 where c.id = q.campaign_id and q.organization_id is null and q.quarter < now() - interval '1 day';
-- Counts of deleted campaigns may be left from a crash.
delete from breaker_seconds b where b.organization_id is null and not exists (select from campaigns c where c.id = b.campaign_id);
update breaker_seconds b set organization_id = c.organization_id from campaigns c
 where c.id = b.campaign_id and b.organization_id is null and b.second < now();
update campaign_zones z set organization_id = c.organization_id from campaigns c
 where c.id = z.campaign_id and z.organization_id is null and c.state <> 'running';
update campaign_lanes l set organization_id = c.organization_id from campaigns c
 where c.id = l.campaign_id and l.organization_id is null and c.state <> 'running';
update campaign_quarters q set organization_id = c.organization_id from campaigns c
 where c.id = q.campaign_id and q.organization_id is null;
update campaign_zones z set organization_id = c.organization_id from campaigns c
 where c.id = z.campaign_id and z.organization_id is null;
update breaker_seconds b set organization_id = c.organization_id from campaigns c
 where c.id = b.campaign_id and b.organization_id is null;
update campaign_lanes l set organization_id = c.organization_id from campaigns c
 where c.id = l.campaign_id and l.organization_id is null;
`
