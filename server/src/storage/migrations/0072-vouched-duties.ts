/**
 * Duties that a user had confirmed or accepted for a campaign's lists at its last start, and which of them were only accepted.
 * Null: the campaign never started, or an older version, which does not store them, started it. And when a list last grew;
 * null: never after its creation.
 */
export const sql = `
alter table campaigns add column vouched_duties text[], add column accepted_duties text[];
alter table contact_lists add column grown_at timestamptz;
`
