/**
 * `talked_in` of an outbound call: the contact called us and talked while this dial was live (call_id, seconds, promised time).
 * The end of the dial finishes the contact. The version before does not read it and may call the contact again, as it did.
 */
export const sql = `
alter table calls add column talked_in jsonb;
`
