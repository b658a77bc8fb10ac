/** When `outdial backup` last succeeded, so that a node can warn about backups that no longer happen. */
export const sql = `
alter table installation
  add column last_backup_at timestamptz;
`
