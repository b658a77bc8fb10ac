/**
 * Users who first signed in by a group and then accepted an invitation: the role is the invitation's, the access still needs a
 * group.
 */
export const sql = `
alter table users
  add column needs_group boolean not null default false;
`
