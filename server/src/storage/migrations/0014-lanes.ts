/**
 * Divides the queue of a campaign into lanes, one for each set of time zones among its contacts. Contacts never dialed are in
 * list order behind the lane's mark, `next_id`; contacts to be called again have a time. So nothing indexed changes while a
 * contact is called, and PostgreSQL can write its new state beside the old one without touching any index (HOT update); and a
 * claim never reads contacts that were dialed long ago.
 *
 * Nodes of the previous version continue with the indexes they know. When the last of them is gone a recurring job drops those
 * (dialer/jobs/finish-upgrade.ts); without such nodes, as in a new database, it is done here. The new ones, contacts_of_lane
 * and contacts_to_retry, are in large-indexes.ts.
 */
export const sql = `
create table campaign_lanes (
  campaign_id bigint not null references campaigns on delete cascade,
  zones_id integer not null,
  -- Every contact of the lane up to here was taken at least once.
  next_id bigint not null,
  primary key (campaign_id, zones_id)
) with (fillfactor = 50);

insert into campaign_lanes (campaign_id, zones_id, next_id)
select l.campaign_id, l.zones_id,
       coalesce((select min(t.id) - 1 from contacts t
                  where t.campaign_id = l.campaign_id and t.zones_id = l.zones_id
                    and t.state = 'pending' and t.next_attempt_at = '-infinity'),
                (select max(t.id) from contacts t where t.campaign_id = l.campaign_id), 0)
  from (select id as campaign_id, 0 as zones_id from campaigns
        union select campaign_id, zones_id from campaign_zones) l;

-- Room for the new state of every row beside the old one.
alter table contacts set (fillfactor = 50);
drop index if exists contacts_due_in_zones;

do $$ begin
  if not exists (select from contacts limit 1) then drop index contacts_due; end if;
end $$;
`
