-- Imports of CSV files: how far each is, and which column went into which field the last time.

-- The server that runs an import writes here how far it is, on a connection of its own; whichever copy
-- of the server is asked reads it. 'done' is written together with the records themselves.
create table imports (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  state text not null,
  done integer not null,
  total integer not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key),
  check (state in ('running', 'done', 'refused'))
);

-- title is folded to letters and digits; field is null where the column was left out.
create table import_columns (
  user_id uuid not null references users (id) on delete cascade,
  entity text not null,
  title text not null,
  field text,
  primary key (user_id, entity, title)
);
