-- Settlements, their lines, and the company's settings. Totals are generated columns: no way of
-- writing a settlement can leave a total that is not the sum of its parts.

create table billing (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  truck_id bigint not null,
  settlement_date date not null,
  week_number integer not null generated always as (settlement_week(settlement_date)) stored,
  week_year integer not null generated always as (extract(year from settlement_date)::integer) stored,
  start_date date not null,
  end_date date not null,
  total_revenue numeric(14, 2) not null default 0,
  fuel numeric(12, 2) not null default 0,
  truck_payment numeric(12, 2) not null default 0,
  trailer_rental numeric(12, 2) not null default 0,
  insurance numeric(12, 2) not null default 0,
  maintenance numeric(12, 2) not null default 0,
  tires numeric(12, 2) not null default 0,
  permits numeric(12, 2) not null default 0,
  tolls numeric(12, 2) not null default 0,
  parking numeric(12, 2) not null default 0,
  factoring numeric(12, 2) not null default 0,
  other numeric(12, 2) not null default 0,
  total_expenses numeric(14, 2) not null generated always as (
    fuel + truck_payment + trailer_rental + insurance + maintenance + tires
      + permits + tolls + parking + factoring + other) stored,
  net_payment numeric(14, 2) not null generated always as (
    total_revenue - (fuel + truck_payment + trailer_rental + insurance + maintenance + tires
      + permits + tolls + parking + factoring + other)) stored,
  status text not null default 'pending',
  notes text,
  statement_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint billing_truck_id_settlement_date_key unique (user_id, truck_id, settlement_date),
  constraint billing_truck_id_fkey foreign key (user_id, truck_id) references trucks (user_id, id),
  check (end_date = start_date + 6),
  check (status in ('pending', 'approved', 'paid', 'void'))
);
create index billing_settlement_date_idx on billing (user_id, settlement_date, id) include (total_expenses);

create table expenses (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  billing_id bigint not null,
  truck_id bigint not null,
  category text not null,
  description text,
  amount numeric(12, 2) not null,
  date date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint expenses_billing_id_fkey foreign key (user_id, billing_id)
    references billing (user_id, id) on delete cascade,
  constraint expenses_truck_id_fkey foreign key (user_id, truck_id) references trucks (user_id, id)
);
create index expenses_billing_id_idx on expenses (user_id, billing_id);

create table settings (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  company_name text not null,
  company_address text,
  company_city text,
  company_state text,
  company_zip text,
  company_phone text,
  company_email text,
  logo_url text,
  work_week_start_day integer not null default 0,
  fuel_deduction_type text not null default 'percentage',
  fuel_deduction_value numeric(12, 2) not null default 15,
  insurance_deduction_type text not null default 'fixed',
  insurance_deduction_value numeric(12, 2) not null default 350,
  custom_deductions jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint settings_user_id_key unique (user_id),
  check (work_week_start_day between 0 and 6)
);
