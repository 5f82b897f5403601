-- The migrations that have run.
create table migrations (
  name text primary key,
  ran_at timestamptz not null default now()
);

create collation natural_number (provider = icu, locale = 'en-u-kn-true');

create type load_place as (user_id uuid, load_id bigint, truck_id bigint, settlement_date date);
