/**
 * A SIP URI that contains a phone number counts as that number (addresses/rules/callable-as.ts). Data stored under the URI is
 * found under the number from here on: do-not-call entries, the attempts that caps count, and the time zones of contacts. The
 * condition `like 'sip%'` skips the regular expression for ordinary numbers.
 */
export const sql = `
create function callable_as(address text) returns text language sql immutable parallel safe as $$
  select case when address like 'sip%' then
    coalesce('+' || substring(
      regexp_replace(regexp_replace(substring(address from '^sips?:([^@;]*)[^@]*@'), '%2[bB]', '+', 'g'), '[-.()]', '', 'g')
      from '^(?:\\+|00)?([0-9]{7,15})$'), address)
  else address end
$$;

insert into suppressions as s (organization_id, phone_number, reason, source, author, call_id, expires_at, created_at)
select distinct on (organization_id, callable_as(phone_number))
       organization_id, callable_as(phone_number), reason, source, author, call_id, expires_at, created_at
  from suppressions where phone_number like 'sip%' and callable_as(phone_number) <> phone_number
 order by organization_id, callable_as(phone_number), expires_at desc nulls first, id
on conflict (organization_id, phone_number) do update
  set expires_at = case when s.expires_at is null or excluded.expires_at is null then null
                        else greatest(s.expires_at, excluded.expires_at) end;
delete from suppressions where phone_number like 'sip%' and callable_as(phone_number) <> phone_number;

-- The duty that places lists works out the zones of these again, by the number.
update contact_lists set zones = null where id in (
  select list_id from list_contacts where phone_number like 'sip%' and callable_as(phone_number) <> phone_number);

update number_attempts set phone_number = callable_as(phone_number)
 where phone_number like 'sip%' and callable_as(phone_number) <> phone_number;
`
