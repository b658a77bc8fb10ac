/** An evaluation is stored from its beginning, with its progress and with what was asked for. */
export const sql = `
alter table workflow_evaluations
  add column state text not null default 'ended' check (state in ('running', 'ended', 'failed')),
  add column planned integer,
  add column reported_at timestamptz,
  add column request jsonb;
`
