-- What the lists need: a person's own views.

create table views (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  list text not null,
  name text not null,
  address text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint views_name_key unique (user_id, list, name)
);
