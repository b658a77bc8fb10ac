/**
 * Routes of campaigns: several telephony configurations in order. `route_ids` names them for look-ups; `route_stops` has
 * those that the dialer no longer uses until an operator restores them. A call keeps which of them it took, and why.
 */
export const sql = `
alter table campaigns add column route jsonb;
alter table campaigns add column route_ids bigint[];
alter table campaigns add column route_stops jsonb;
alter table calls add column route jsonb;
`
