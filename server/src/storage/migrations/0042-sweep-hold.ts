/** After a restore the files of recordings are left alone until an operator says otherwise. */
export const sql = `
alter table installation
  add column sweep_held_since timestamptz;
`
