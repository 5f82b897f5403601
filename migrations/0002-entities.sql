-- The six entities. The account begins every key and every link, so a link to another account's
-- record cannot be stored, and the tables distribute by user_id as they stand.

-- SPEC A5, B25: (day of month + weekday of the month's first day) / 7, rounded up.
create function settlement_week(day date) returns integer
  language sql immutable parallel safe
  return ceil((extract(day from day) + extract(dow from day - extract(day from day)::integer + 1)) / 7.0)::integer;

create table drivers (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  license_number text not null,
  license_state text not null,
  license_expiration date not null,
  payment_method text not null,
  bank_details text,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);

create table owners (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  email text not null,
  phone text not null,
  address text not null,
  payment_method text not null,
  tax_id text,
  bank_details text,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);

create table trucks (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  truck_id text not null,
  make text not null,
  model text not null,
  year integer not null,
  vin text,
  license_plate text,
  owner_id bigint,
  driver_id bigint,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint trucks_truck_id_key unique (user_id, truck_id),
  constraint trucks_vin_key unique (user_id, vin),
  constraint trucks_owner_id_fkey foreign key (user_id, owner_id)
    references owners (user_id, id) on delete set null (owner_id),
  constraint trucks_driver_id_fkey foreign key (user_id, driver_id)
    references drivers (user_id, id) on delete set null (driver_id),
  check (status in ('active', 'maintenance', 'inactive'))
);
create index trucks_owner_id_idx on trucks (user_id, owner_id);
create index trucks_driver_id_idx on trucks (user_id, driver_id);

create table brokers (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  company_name text not null,
  contact_person text,
  phone text,
  email text,
  mc_number text,
  dot_number text,
  address text,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint brokers_mc_number_key unique (user_id, mc_number),
  constraint brokers_dot_number_key unique (user_id, dot_number)
);

create table dispatchers (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  phone text not null,
  extension text,
  email text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);

create table loads (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  load_id text not null,
  truck_id bigint,
  driver_id bigint,
  driver2_id bigint,
  broker_id bigint,
  cargo_type text,
  weight numeric(12, 2) not null default 0,
  pickup_city text,
  pickup_state text not null,
  pickup_zip text,
  pickup_date date not null,
  delivery_city text,
  delivery_state text not null,
  delivery_zip text,
  delivery_date date,
  miles numeric(12, 2) not null default 0,
  revenue numeric(12, 2) not null,
  settlement_date date,
  delivery_status text not null default 'scheduled',
  payment_status text not null default 'pending',
  bol_status text not null default 'pending',
  notes text,
  documents jsonb not null default '[]',
  week_number integer not null
    generated always as (settlement_week(coalesce(settlement_date, delivery_date, pickup_date))) stored,
  week_year integer not null
    generated always as (extract(year from coalesce(settlement_date, delivery_date, pickup_date))::integer) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint loads_load_id_key unique (user_id, load_id),
  constraint loads_truck_id_fkey foreign key (user_id, truck_id)
    references trucks (user_id, id) on delete set null (truck_id),
  constraint loads_driver_id_fkey foreign key (user_id, driver_id)
    references drivers (user_id, id) on delete set null (driver_id),
  constraint loads_driver2_id_fkey foreign key (user_id, driver2_id)
    references drivers (user_id, id) on delete set null (driver2_id),
  constraint loads_broker_id_fkey foreign key (user_id, broker_id)
    references brokers (user_id, id) on delete set null (broker_id),
  check (revenue >= 0 and miles >= 0 and weight >= 0),
  check (delivery_status in ('scheduled', 'pending', 'in-transit', 'delivered')),
  check (payment_status in ('unpaid', 'pending', 'paid', 'overdue', 'processed')),
  check (bol_status in ('not-received', 'pending', 'received'))
);
create index loads_settlement_idx on loads (user_id, truck_id, settlement_date) include (revenue);
create index loads_delivery_idx on loads (user_id, delivery_date) include (revenue, truck_id);
create index loads_settlement_date_idx on loads (user_id, settlement_date) include (truck_id);
create index loads_driver_id_idx on loads (user_id, driver_id);
create index loads_driver2_id_idx on loads (user_id, driver2_id) where driver2_id is not null;
create index loads_broker_id_idx on loads (user_id, broker_id);
create index loads_pending_bol_idx on loads (user_id, id) where bol_status in ('pending', 'not-received');
create index loads_unpaid_idx on loads (user_id, id) where payment_status in ('unpaid', 'pending');
