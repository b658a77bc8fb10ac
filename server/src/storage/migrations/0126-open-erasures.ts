/** What an erasure still has to do after its main transaction; null: it is finished. The previous version does not read it. */
export const sql = `
alter table erasures add column remaining jsonb;
create index erasures_open on erasures (organization_id, id) where remaining is not null;
`
