/** After a restore the files of recordings are not swept until an operator allows it. */
export const sql = `
alter table installation
  add column sweep_held_since timestamptz;
`
