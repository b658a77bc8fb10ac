/** How many more conversations a node can hold, as reported with its heartbeat; null: as many as there are slots. */
export const sql = `
alter table nodes add column room integer;
`
