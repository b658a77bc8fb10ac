/**
 * Caps, gaps and cooldowns count per person if a list has a column `person_id`, and a conversation counts whoever called.
 * `inbound`: the person called us; such a row is a conversation and not an attempt. Lists with numbers whose zone was unknown
 * are computed again by the recurring job: new area codes have zones now.
 */
export const sql = `
alter table number_attempts add column inbound boolean not null default false;
alter table number_attempts add column person_id text;
alter table contacts add column person_id text;

update contact_lists c set zones = null
  from zone_sets s
 where s.name = 'unknown|@' and jsonb_path_exists(c.zones, '$.sets[*] ? (@[0] == $id)', jsonb_build_object('id', s.id));
`
