/**
 * An organization has at most one live outbound call to a phone number, however many campaigns the number is in. The table of
 * live calls gets the number, and rejects a second one. Exempt (`exempt_id` is then the call's own id) are inbound calls, which
 * are always accepted, transfers, which go to a number of the operator, and duplicates that were live before this migration or
 * were added by a node of the previous version.
 *
 * Nodes of the previous version add rows without a number; a trigger fills them in. It also serves the recount of live calls.
 * `awaited_by` lists the contacts that wait for the end of the call.
 */
/** Like `callable_as`, which a later migration adds. */
const KEY = (address: string) => `case when ${address} like 'sip%' then
    coalesce('+' || substring(
      regexp_replace(regexp_replace(substring(${address} from '^sips?:([^@;]*)[^@]*@'), '%2[bB]', '+', 'g'), '[-.()]', '', 'g')
      from '^(?:\\+|00)?([0-9]{7,15})$'), ${address})
  else ${address} end`

export const sql = `
alter table live add column phone_number text, add column node_id text, add column caller_number_id bigint,
  add column exempt_id bigint not null default 0, add column awaited_by bigint[];

update live l set phone_number = x.key, node_id = x.node_id, caller_number_id = x.caller_number_id,
       exempt_id = case when x.exempt or x.place > 1 then l.call_id else 0 end
  from (select o.call_id, c.node_id, c.caller_number_id, ${KEY('c.phone_number')} as key,
               c.direction = 'inbound' or c.transfer_of is not null as exempt,
               row_number() over (partition by o.organization_id, ${KEY('c.phone_number')},
                                               c.direction = 'inbound' or c.transfer_of is not null order by o.call_id) as place
          from live o join calls c on c.id = o.call_id) x
 where x.call_id = l.call_id;

create unique index one_live_call_per_number on live (organization_id, phone_number, exempt_id);

create function live_learns_number() returns trigger language plpgsql as $$
begin
  update live l set phone_number = x.key, node_id = x.node_id, caller_number_id = x.caller_number_id,
         exempt_id = case when x.exempt or exists (
           select from live o where o.organization_id = l.organization_id and o.phone_number = x.key and o.call_id <> l.call_id)
           then l.call_id else 0 end
    from (select n.call_id, c.node_id, c.caller_number_id,
                 ${KEY('coalesce(c.phone_number, t.phone_number)')} as key,
                 coalesce(c.direction = 'inbound' or c.transfer_of is not null, false) as exempt
            from (select new.call_id, new.contact_id) n
                 left join calls c on c.id = n.call_id left join contacts t on t.id = n.contact_id) x
   where l.call_id = new.call_id and x.key is not null;
  return null;
end $$;
create trigger live_learns_number after insert on live for each row when (new.phone_number is null)
  execute function live_learns_number();
`
