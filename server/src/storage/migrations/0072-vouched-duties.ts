/**
 * Which duties a person had confirmed or accepted for a campaign's lists when it last started, and which of them were only
 * accepted. Null: the campaign never started, or an older version, which does not keep them, started it. And when a list
 * last grew; null: never after it was made.
 */
export const sql = `
alter table campaigns add column vouched_duties text[], add column accepted_duties text[];
alter table contact_lists add column grown_at timestamptz;
`
