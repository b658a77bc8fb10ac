/**
 * Two deliveries of one webhook are one call. The carrier's id has a column of its own for this: it is written once and
 * never again, so that the index (one_call_per_inbound_id, large-indexes.ts) does not make the updates of outbound calls dearer, whose `provider_call_id` comes later.
 */
export const sql = `
alter table calls add column inbound_id text;
`
