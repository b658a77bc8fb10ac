/**
 * Configurations of Twilio that were stored before instructions could be sent with the dial keep the request they were tested
 * with: an account that refuses the parameter Twiml would refuse every call. Operators turn it on (`inline_twiml`).
 * The version before ignores the field.
 */
export const sql = `
update telephony_configurations set credentials = credentials || '{"inline_twiml": false}'
 where provider = 'twilio' and not credentials ? 'inline_twiml';
`
