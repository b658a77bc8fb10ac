/**
 * Prepares events for ranges of ids (0118): proves that all ids so far are below a bound, so that the old table becomes a range
 * without being read under a lock. Writers of the previous version continue. The bound is far away, because until 0118 has run it
 * rejects ids beyond it.
 */
export const sql = `
do $$
begin
  execute (select format('alter table events add constraint events_before_bound check (id < %s) not valid', last_value + 1000000000)
             from events_id_seq);
end $$;
`
