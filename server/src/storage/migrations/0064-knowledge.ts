/** Documents for look-ups by agents, and their passages. */
export const sql = `
create table knowledge_documents (
  id bigint generated always as identity primary key,
  uuid text not null unique,
  organization_id bigint not null references organizations,
  filename text not null,
  mime_type text not null,
  kind text not null,
  file_size_bytes bigint not null,
  file_hash text not null,
  language text not null,
  retrieval_mode text not null,
  total_chunks integer not null,
  custom_metadata jsonb not null,
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz
);
create index knowledge_documents_of_organization on knowledge_documents (organization_id, id);

create table knowledge_passages (
  id bigint generated always as identity primary key,
  document_id bigint not null references knowledge_documents on delete cascade,
  position integer not null,
  heading text,
  page integer,
  content text not null,
  words integer not null,
  search tsvector not null
);
create index knowledge_passages_of_document on knowledge_passages (document_id, position);
create index knowledge_passages_search on knowledge_passages using gin (search);
`
