/** Vectors of passages, and what was measured about the model that makes them. */
export const sql = `
create table knowledge_embedders (
  organization_id bigint primary key references organizations,
  model_key text not null,
  dimensions integer not null,
  floors jsonb not null,
  tokens bigint not null,
  measured_at timestamptz not null
);

create table knowledge_vectors (
  passage_id bigint primary key references knowledge_passages on delete cascade,
  document_id bigint not null,
  model_key text not null,
  numbers real[] not null
);
alter table knowledge_vectors alter column numbers set storage external;
create index knowledge_vectors_of_document on knowledge_vectors (document_id);

alter table knowledge_documents
  add column embedding_key text,
  add column embedding_error text,
  add column embedding_failures integer not null default 0,
  add column embedding_tokens bigint not null default 0,
  add column embedding_tried_at timestamptz,
  add column embedding_retry_at timestamptz;
`
