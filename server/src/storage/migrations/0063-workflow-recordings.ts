/** Recordings that an agent plays instead of its synthesized voice. */
export const sql = `
create table workflow_recordings (
  id bigint generated always as identity primary key,
  recording_id text not null unique,
  organization_id bigint not null references organizations,
  name text not null,
  transcript text not null,
  transcript_source text not null,
  source_format text not null,
  duration_ms integer not null,
  gain_db double precision not null,
  -- Signed 16-bit little-endian mono at 16 kHz. In the database, so that every node has it and a backup contains it.
  audio bytea not null,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz
);
create index workflow_recordings_of_organization on workflow_recordings (organization_id, id);
`
