-- What was read from a rate confirmation, and what the person kept of it (SPEC C126). It belongs to its document.
-- Not audited: the document and the load are.
create table readings (
  user_id uuid not null references users (id) on delete cascade,
  document_id bigint not null,
  reader_version integer not null,
  layout text,
  -- Null if the paper is not clear about it.
  total numeric(12, 2),
  -- Each value with its words, page and box.
  "values" jsonb not null,
  -- The load's fields as they were saved.
  kept jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, document_id),
  constraint readings_document_id_fkey foreign key (user_id, document_id)
    references documents (user_id, id) on delete cascade
);
