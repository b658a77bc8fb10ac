/**
 * `talked_in` of an outbound call: the contact called us and talked while this dial was live (call_id, seconds, promised time).
 * The end of the dial finishes the contact. The previous version does not read it and may call the contact again, as before.
 */
export const sql = `
alter table calls add column talked_in jsonb;
`
