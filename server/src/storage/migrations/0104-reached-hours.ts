/**
 * For a contact whose retry waits for an hour of the day in which the person was reached before: the time of that conversation.
 * The previous version does not read it; retries that it writes meanwhile keep their delay alone.
 */
export const sql = `
alter table contacts add column reached_at timestamptz;
`
