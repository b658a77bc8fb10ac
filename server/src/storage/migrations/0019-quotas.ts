/** Quotas set for an organization (others have their default); changes are recorded before they are made. */
export const sql = `
alter table organizations add column quotas jsonb not null default '{}';
-- False: begun, and nobody came back to say how it ended.
alter table audit_events add column finished boolean not null default true;
`
