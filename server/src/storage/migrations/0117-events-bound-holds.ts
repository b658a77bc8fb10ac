/** Reads all events once, beside writers: validating takes a lock that only other changes of the schema wait for. */
export const sql = `
alter table events validate constraint events_before_bound;
`
