/**
 * A number whose calling code several countries share belongs to those that have its range, no longer to all of them. The
 * recurring job computes the zones of earlier lists again, from the columns chosen for them.
 */
export const sql = `
update contact_lists c set zones = c.zones || '{"sets": [], "faults": {}, "again": true}'
  from zone_sets s
 where s.name ~ '\\|[^@]*(GB,GG,IM,JE|IT,VA|NO,SJ|AU,CC,CX|EH,MA|RE,YT|SH,TA|AX,FI|BL,GP,MF|BQ,CW|KZ,RU)'
   and jsonb_path_exists(c.zones, '$.sets[*] ? (@[0] == $id)', jsonb_build_object('id', s.id));
`
