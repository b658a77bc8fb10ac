/**
 * A person who calls back is recognized. `returns_contact_id`: the contact whose number an inbound call came from.
 * `finish_on_inbound`: a conversation in such a call finishes the contact.
 */
export const sql = `
alter table calls add column returns_contact_id bigint;
alter table campaigns add column finish_on_inbound boolean not null default true;
`
