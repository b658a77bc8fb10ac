/** Whether a dial went through the simulated carrier, once its call is deleted. Null: noted before this was kept. */
export const sql = `
alter table number_attempts add column is_simulated boolean;
`
