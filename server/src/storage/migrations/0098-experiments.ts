/** Experiments of campaigns: their arms and goal, and of which arm a call was. A node of the version before knows no arms. */
export const sql = `
alter table campaigns add column experiment jsonb;
alter table calls add column arm text;
`
