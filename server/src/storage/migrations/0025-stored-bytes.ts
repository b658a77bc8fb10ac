/**
 * What uploads and recordings weigh, so that they can be limited for each organization. What came before counts nothing. The
 * sum of an organization's recordings is read from an index of its own, which stands in large-indexes.ts.
 */
export const sql = `
alter table contact_lists add column bytes bigint not null default 0;
alter table call_records add column recording_bytes bigint;
`
