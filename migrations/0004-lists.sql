-- What the lists need: a person's own views, and indexes to search and sort 100,000 loads by.

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

create index loads_revenue_idx on loads (user_id, revenue);
create index loads_pickup_date_idx on loads (user_id, pickup_date);

-- What the search looks through, in parts of three letters. The expression has to be the one that
-- server/lists/search-sql.ts writes. Both extensions come with PostgreSQL and may be made by whoever may
-- create in the database; where a host forbids them the search reads every load of the account.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index loads_text_idx on loads using gin (user_id, (
    coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
    || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
  ) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm or btree_gin is not to be had: searching loads will be slower';
end $$;
