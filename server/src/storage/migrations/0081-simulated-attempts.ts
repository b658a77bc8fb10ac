/**
 * Whether a dial went through the simulated carrier, known even after its call is deleted. Null: recorded before this was
 * stored.
 */
export const sql = `
alter table number_attempts add column is_simulated boolean;
`
