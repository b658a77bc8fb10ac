/**
 * Sizes of uploads and recordings, so that they can be limited per organization. Earlier ones do not count. The sum of an
 * organization's recordings is read from an index in large-indexes.ts.
 */
export const sql = `
alter table contact_lists add column bytes bigint not null default 0;
alter table call_records add column recording_bytes bigint;
`
