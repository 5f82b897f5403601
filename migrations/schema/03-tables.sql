create table users (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A person can delete the account (SPEC C37). It ends at once: deleted_at is set, the email and the names are removed.
  -- Its rows are then deleted in batches, so that a large account does not hold up the others.
  deleted_at timestamptz,
  constraint users_pkey primary key (id)
);

-- The accountant's names of accounts and items, by kind.
create table account_map (
  user_id uuid not null,
  id bigint not null generated always as identity,
  accounts jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Entries of factors in the books (SPEC C242–C244).
  factoring text,
  -- The books can be closed through a day (SPEC C374). A change of money that is dated on or before it needs a reason, and is
  -- listed for the accountant.
  closed_through date,
  constraint account_map_pkey primary key (user_id, id),
  constraint account_map_user_id_key unique (user_id),
  constraint account_map_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint account_map_accounts_check check (octet_length(accounts::text) <= 64000),
  constraint account_map_factoring_check check (factoring = any (array['sale', 'loan']))
);

create table drivers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text collate natural_number not null,
  email text not null,
  phone text not null,
  address text not null,
  license_number text not null,
  license_state text not null,
  license_expiration date not null,
  payment_method text not null,
  bank_details bytea,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'active',
  offset_trucks text not null default 'no',
  backup_withholding boolean not null default false,
  tax_id bytea,
  statement_email text not null default 'no',
  constraint drivers_pkey primary key (user_id, id),
  constraint drivers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint drivers_offset_trucks_check check (offset_trucks = any (array['no', 'yes'])),
  constraint drivers_statement_email_check check (statement_email = any (array['no', 'en', 'es'])),
  constraint drivers_status_check check (status = any (array['active', 'inactive']))
);
create index drivers_name_idx on drivers (user_id, name);

create table owners (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text collate natural_number not null,
  email text not null,
  phone text not null,
  address text not null,
  payment_method text not null,
  tax_id bytea,
  bank_details bytea,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An owner or a driver who was paid can't be deleted, only become inactive.
  status text not null default 'active',
  -- Offsets between the statements of one payee in one work week (SPEC C24). The setting is the payee's.
  offset_trucks text not null default 'no',
  -- Backup withholding (26 USC 3406) of an owner or driver. A driver without an owner gets a 1099 too, so drivers have a tax id.
  backup_withholding boolean not null default false,
  -- Whether and in which language a payee gets statements by email (SPEC C190).
  statement_email text not null default 'no',
  constraint owners_pkey primary key (user_id, id),
  constraint owners_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint owners_offset_trucks_check check (offset_trucks = any (array['no', 'yes'])),
  constraint owners_statement_email_check check (statement_email = any (array['no', 'en', 'es'])),
  constraint owners_status_check check (status = any (array['active', 'inactive']))
);

create table trucks (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id text collate natural_number not null,
  make text not null,
  model text not null,
  year integer not null,
  vin text collate natural_number,
  license_plate text,
  owner_id bigint,
  driver_id bigint,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- True for a truck that had the VIN of another one, in another spelling, before VINs were compared by value.
  old_double boolean,
  constraint trucks_pkey primary key (user_id, id),
  constraint trucks_truck_id_key unique (user_id, truck_id),
  constraint trucks_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint trucks_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint trucks_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint trucks_status_check check (status = any (array['active', 'maintenance', 'inactive']))
);
create index trucks_driver_id_idx on trucks (user_id, driver_id);
create index trucks_owner_id_idx on trucks (user_id, owner_id);
create unique index trucks_vin_key on trucks (user_id, serial_key(vin)) where old_double is null;

create table trailers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  trailer_id text collate natural_number not null,
  kind text not null default 'other',
  year integer,
  vin text collate natural_number,
  license_plate text,
  plate_state text,
  -- Null: the carrier's own.
  owner_id bigint,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trailers_pkey primary key (user_id, id),
  constraint trailers_trailer_id_key unique (user_id, trailer_id),
  constraint trailers_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint trailers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint trailers_kind_check check (kind = any (array['dry-van', 'reefer', 'flatbed', 'step-deck', 'lowboy', 'conestoga', 'tanker', 'hopper', 'dump', 'car-hauler', 'chassis', 'other'])),
  constraint trailers_status_check check (status = any (array['active', 'maintenance', 'inactive']))
);
create index trailers_owner_id_idx on trailers (user_id, owner_id);
create unique index trailers_vin_key on trailers (user_id, serial_key(vin));

-- What the odometer of a truck read on a day (SPEC C522).
create table odometer_readings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint not null,
  day date not null,
  miles integer not null,
  -- Yes: the first reading of a new meter.
  new_meter text not null default 'no',
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint odometer_readings_pkey primary key (user_id, id),
  constraint odometer_readings_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint odometer_readings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint odometer_readings_miles_check check (miles >= 0 and miles <= 9999999),
  constraint odometer_readings_new_meter_check check (new_meter = any (array['no', 'yes']))
);
create index odometer_readings_truck_id_idx on odometer_readings (user_id, truck_id, day, id);

-- From when to when a truck is leased of an owner, and for what (SPEC C523, C526).
create table leases (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint not null,
  owner_id bigint not null,
  starts_on date not null,
  ends_on date,
  pay text not null,
  rate numeric,
  notes text,
  -- What of purchases is charged back, by kind; empty: by default.
  terms jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint leases_pkey primary key (user_id, id),
  constraint leases_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint leases_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint leases_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint leases_days_check check (ends_on is null or ends_on >= starts_on),
  constraint leases_pay_check check (pay = any (array['percent', 'per-mile', 'per-all-miles', 'per-load', 'flat', 'other'])),
  constraint leases_rate_check check (rate >= 0::numeric and rate < 100000000::numeric and min_scale(rate) <= 4)
);
create index leases_owner_id_idx on leases (user_id, owner_id);
create index leases_truck_id_idx on leases (user_id, truck_id, starts_on);

-- What is charged back by a lease without its own charge-backs.
create table lease_defaults (
  user_id uuid not null,
  id bigint not null generated always as identity,
  terms jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lease_defaults_pkey primary key (user_id, id),
  constraint lease_defaults_user_id_key unique (user_id),
  constraint lease_defaults_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The accounts with companies that sell fuel and tolls on credit (SPEC C527).
create table card_accounts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  provider text not null,
  kind text not null default 'fuel',
  account_number text collate natural_number,
  day_basis text not null default 'happened',
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint card_accounts_pkey primary key (user_id, id),
  constraint card_accounts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint card_accounts_day_basis_check check (day_basis = any (array['happened', 'posted'])),
  constraint card_accounts_kind_check check (kind = any (array['fuel', 'toll']))
);

-- Who had a card, a transponder or a plate on which days (SPEC C528).
create table cards (
  user_id uuid not null,
  id bigint not null generated always as identity,
  provider text not null,
  kind text not null default 'card',
  number text collate natural_number not null,
  truck_id bigint,
  driver_id bigint,
  starts_on date not null,
  ends_on date,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cards_pkey primary key (user_id, id),
  constraint cards_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint cards_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint cards_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint cards_days_check check (ends_on is null or ends_on >= starts_on),
  constraint cards_holder_check check (num_nonnulls(truck_id, driver_id) >= 1),
  constraint cards_kind_check check (kind = any (array['card', 'transponder', 'plate']))
);
create index cards_driver_id_idx on cards (user_id, driver_id) where driver_id is not null;
create index cards_number_idx on cards (user_id, provider, kind, serial_key(number), starts_on);
create index cards_truck_id_idx on cards (user_id, truck_id) where truck_id is not null;

-- The imported files of card companies (SPEC C562).
create table card_imports (
  user_id uuid not null,
  id bigint not null generated always as identity,
  provider text not null,
  -- The recognized layout; null: the columns were matched by hand.
  layout text,
  file_name text not null,
  sha256 text not null,
  -- Rows of the file, and the sum of their amounts as the file has them.
  rows integer not null,
  total numeric(14,2) not null,
  -- The earlier files that had purchases of this one.
  earlier_files bigint[] not null default '{}'::bigint[],
  made_by uuid not null,
  made_at timestamptz not null default now(),
  constraint card_imports_pkey primary key (user_id, id),
  constraint card_imports_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint card_imports_rows_check check (rows >= 0)
);

-- One thing that was bought: a stop with diesel, DEF and a fee is three rows (SPEC C529, C563).
create table card_purchases (
  user_id uuid not null,
  id bigint not null generated always as identity,
  import_id bigint not null,
  -- The row of the file.
  line integer not null,
  provider text not null,
  -- With the item, what makes the purchase itself in every file that has it.
  key text not null,
  item text not null,
  card text not null,
  card_kind text not null,
  -- The day and the time of the clock at the place.
  day date not null,
  time text,
  posted_on date,
  -- The truck and the driver as printed.
  unit text,
  driver text,
  invoice text,
  place text,
  city text,
  state text,
  odometer integer,
  kind text not null,
  -- The code of the file, as "ULSD".
  code text,
  gallons numeric(12,3),
  price numeric(12,4),
  retail numeric(12,2) not null,
  discount numeric(12,2) not null,
  net numeric(12,2) not null,
  -- The cells of the row by their titles, as the file has them.
  cells jsonb not null default '{}'::jsonb,
  truck_id bigint,
  driver_id bigint,
  -- How the truck was found: by the card's holder on that day, the printed unit, the plate, or by a person.
  found_by text,
  -- Why it is not charged and not counted.
  ignored text,
  -- The figures that a later file has for the same purchase. A person decides; nothing is overwritten.
  conflict jsonb,
  -- The figures that a person decided against, each as of a file: one that has them again changes nothing.
  refused jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Why a person took it off its settlement: it stays off.
  off_reason text,
  constraint card_purchases_pkey primary key (user_id, id),
  constraint card_purchases_key_key unique (user_id, provider, key, item),
  constraint card_purchases_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint card_purchases_import_id_fkey foreign key (user_id, import_id) references card_imports(user_id, id),
  constraint card_purchases_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint card_purchases_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint card_purchases_card_kind_check check (card_kind = any (array['card', 'transponder', 'plate'])),
  constraint card_purchases_found_check check ((found_by is null) = (truck_id is null) and (found_by is null or found_by = any (array['card', 'unit', 'plate', 'person']))),
  constraint card_purchases_net_check check (net = retail - discount)
);
create index card_purchases_day_idx on card_purchases (user_id, day, id);
create index card_purchases_driver_id_idx on card_purchases (user_id, driver_id) where driver_id is not null;
create index card_purchases_import_id_idx on card_purchases (user_id, import_id);
create index card_purchases_truck_id_idx on card_purchases (user_id, truck_id, day);
create index card_purchases_card_idx on card_purchases (user_id, provider, serial_key(card), day);

-- What the carrier pays besides owners and drivers (SPEC C586).
create table costs (
  user_id uuid not null,
  id bigint not null generated always as identity,
  starts_on date not null,
  -- The last day of a period; null: one day.
  ends_on date,
  truck_id bigint,
  driver_id bigint,
  category text not null,
  vendor text,
  amount numeric(12,2) not null,
  -- What statements charge owners or drivers for it.
  charged_back numeric(12,2),
  behavior text not null default 'variable',
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether all trucks bear it. A restored row whose truck was deleted must not be spread without a word.
  spread text,
  constraint costs_pkey primary key (user_id, id),
  constraint costs_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint costs_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint costs_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint costs_behavior_check check (behavior = any (array['variable', 'fixed'])),
  constraint costs_charged_back_check check (charged_back >= 0::numeric),
  constraint costs_days_check check (ends_on is null or ends_on >= starts_on),
  constraint costs_spread_check check (spread = case when truck_id is null and driver_id is null then 'yes' else 'no' end)
);
create index costs_days_idx on costs (user_id, starts_on, id);
create index costs_driver_id_idx on costs (user_id, driver_id) where driver_id is not null;
create index costs_truck_id_idx on costs (user_id, truck_id) where truck_id is not null;

create table billing (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint not null,
  settlement_date date not null,
  week_number integer not null generated always as (settlement_week(settlement_date)) stored,
  week_year integer not null generated always as (extract(year from settlement_date)::integer) stored,
  start_date date not null,
  end_date date not null,
  total_revenue numeric(14,2) not null default 0,
  fuel numeric(12,2) not null default 0,
  truck_payment numeric(12,2) not null default 0,
  trailer_rental numeric(12,2) not null default 0,
  insurance numeric(12,2) not null default 0,
  maintenance numeric(12,2) not null default 0,
  tires numeric(12,2) not null default 0,
  permits numeric(12,2) not null default 0,
  tolls numeric(12,2) not null default 0,
  parking numeric(12,2) not null default 0,
  factoring numeric(12,2) not null default 0,
  other numeric(12,2) not null default 0,
  status text not null default 'pending',
  notes text,
  statement_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number integer,
  approved_at timestamptz,
  paid_on date,
  payment_method text,
  payment_reference text,
  voided_at timestamptz,
  void_reason text,
  -- The owner or driver that an approved settlement pays (SPEC C9). No link: the owner may be deleted, and what was paid stays.
  owner_id bigint,
  driver_id bigint,
  payee text not null generated always as (payee_key(owner_id, driver_id, truck_id)) stored,
  approved_on date,
  -- The sum of the statement's live parts. Kept by triggers.
  paid_amount numeric(14,2) not null default 0,
  extra_pay numeric(14,2) not null default 0,
  gross_pay numeric(14,2) not null default 0,
  -- A held settlement is a draft that no settlement run approves until it is released (SPEC C48).
  hold_reason text,
  -- The account's day of the void. Null if it was voided before migration 0002: voided_at has that day in UTC.
  voided_on date,
  -- The sum of all lines, and the revenue less it. Kept by a trigger, which knows no category by name (SPEC C541).
  total_expenses numeric(14,2) not null default 0,
  net_payment numeric(14,2) not null default 0,
  constraint billing_pkey primary key (user_id, id),
  constraint billing_id_truck_id_key unique (user_id, id, truck_id),
  constraint billing_number_key unique (user_id, number),
  constraint billing_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint billing_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint billing_check check (end_date = (start_date + 6)),
  constraint billing_hold_check check (hold_reason is null or status = 'pending'),
  constraint billing_number_check check ((status = 'pending') = (number is null)),
  constraint billing_paid_amount_check check (case status when 'pending' then paid_amount = 0::numeric when 'approved' then paid_amount >= 0::numeric and (paid_amount < net_payment or paid_amount = 0::numeric and net_payment <= 0::numeric) when 'paid' then paid_amount = greatest(net_payment, 0::numeric) else paid_amount >= 0::numeric end),
  constraint billing_paid_check check (status <> 'paid' or paid_on is not null and (payment_method is not null or net_payment <= 0::numeric)),
  constraint billing_payee_check check (owner_id is null or driver_id is null),
  constraint billing_status_check check (status = any (array['pending', 'approved', 'paid', 'void'])),
  constraint billing_void_check check ((status = 'void') = (void_reason is not null))
);
create index billing_approved_day_idx on billing (user_id, coalesce(approved_on, (approved_at at time zone 'utc')::date)) include (net_payment, approved_on, approved_at) where number is not null;
create index billing_driver_id_idx on billing (user_id, driver_id, settlement_date, id) where driver_id is not null;
create index billing_open_idx on billing (user_id, settlement_date) include (status, truck_id) where status = any (array['pending', 'approved']);
create index billing_owner_id_idx on billing (user_id, owner_id, settlement_date, id) where owner_id is not null;
create index billing_paid_gross_idx on billing (user_id, payee, paid_on) include (gross_pay) where status = 'paid';
create index billing_paid_on_idx on billing (user_id, paid_on) where paid_on is not null;
create index billing_payee_idx on billing (user_id, payee, settlement_date);
create index billing_pending_idx on billing (user_id, truck_id, settlement_date) include (id, payee) where status = 'pending';
create index billing_settlement_date_idx on billing (user_id, settlement_date, id) include (total_expenses, extra_pay, status);
create unique index billing_truck_id_settlement_date_key on billing (user_id, truck_id, settlement_date) where status <> 'void';
create index billing_voided_day_idx on billing (user_id, coalesce(voided_on, (voided_at at time zone 'utc')::date)) where voided_at is not null;

-- What an adjustment on settlement "billing_id" changed of the loads of statement "corrects": "amount" of revenue in
-- money; revenue, miles, empty miles and count of loads as the base of deductions. Both revenues are equal, except for
-- loads with adjustments of revenue alone.
create table adjusted_loads (
  user_id uuid not null,
  id bigint not null generated always as identity,
  corrects bigint not null,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  amount numeric(14,2) not null,
  revenue numeric(14,2) not null,
  miles numeric(14,2) not null,
  empty_miles numeric(14,2) not null,
  loads integer not null,
  voided boolean not null default false,
  created_at timestamptz not null default now(),
  factored numeric(14,2) not null default 0,
  fee numeric(14,2) not null default 0,
  constraint adjusted_loads_pkey primary key (user_id, id),
  constraint adjusted_loads_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint adjusted_loads_corrects_fkey foreign key (user_id, corrects) references billing(user_id, id) on delete cascade,
  constraint adjusted_loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index adjusted_loads_billing_id_idx on adjusted_loads (user_id, billing_id);
create index adjusted_loads_corrects_idx on adjusted_loads (user_id, corrects, load_id);

-- Wrong passwords by email and sign-ups by address, shared by every copy of the server (SPEC B6).
-- The subject is a hash: the table does not show which emails were tried.
create table attempts (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  happened_at timestamptz not null default now(),
  constraint attempts_pkey primary key (id)
);
create index attempts_subject_idx on attempts (kind, subject, happened_at);

-- Who did what: each change of a record with its values before and after, logins, exports. Triggers write it, so that no change is
-- left out. Rows are only added.
create table audit (
  user_id uuid not null,
  id bigint not null generated always as identity,
  action text not null,
  -- The table and the record, if the event is about one, and the record's label at that time.
  subject text,
  subject_id bigint,
  label text,
  before jsonb,
  after jsonb,
  -- The program that made the change: "haulbook" for the app.
  via text not null default program_name(),
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  -- What a linked record was called when the change was made: {"drivers/7": "Ana"}. It may be renamed or gone later.
  names jsonb,
  -- The audit log names the person (SPEC C70). The app sets haulbook.person in each transaction of a request. No link to
  -- persons: an event stays as it is.
  person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid,
  save_id bigint not null,
  constraint audit_pkey primary key (user_id, id),
  constraint audit_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index audit_created_idx on audit (user_id, created_at, id);
create index audit_first_idx on audit (user_id, created_at, id) where save_id = id;
create index audit_person_idx on audit (user_id, person_id, save_id, id) where person_id is not null;
create index audit_save_idx on audit (user_id, save_id, id) include (subject, action);
create index audit_subject_idx on audit (user_id, subject, subject_id, id);

create table deduction_rules (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint,
  category text not null,
  description text not null,
  basis text not null,
  value numeric not null,
  first_day date,
  last_day date,
  balance text not null default 'none',
  total numeric(12,2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  owner_id bigint,
  driver_id bigint,
  frequency text not null default 'settlement',
  every_weeks integer,
  floor numeric(12,2),
  shortfall text not null default 'never',
  priority integer,
  kind text not null default 'deduction',
  extra_pay text,
  -- A deduction can be limited to a percentage of the net, as child support is (15 USC 1673, SPEC C316).
  net_percent numeric,
  constraint deduction_rules_pkey primary key (user_id, id),
  constraint deduction_rules_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id) on delete cascade,
  constraint deduction_rules_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint deduction_rules_balance_check check (balance = any (array['none', 'advance', 'loan', 'escrow'])),
  constraint deduction_rules_basis_check check (basis = any (array['percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee'])),
  constraint deduction_rules_category_check check (category = any (expense_categories())),
  constraint deduction_rules_check check ((balance = 'none') = (total is null)),
  constraint deduction_rules_check1 check (value > 0::numeric and total > 0::numeric),
  constraint deduction_rules_check2 check (last_day >= first_day),
  constraint deduction_rules_decimals_check check (min_scale(value) <= case when basis = 'fixed' then 2 else 4 end and value < 100000000::numeric),
  constraint deduction_rules_driver_check check (driver_id is null or truck_id is null or balance <> 'none'),
  constraint deduction_rules_extra_pay_check check (case when kind = 'extra-pay' then extra_pay is not null and (extra_pay = any (array['detention', 'layover', 'bonus', 'other'])) and category = 'other' and balance = 'none' else extra_pay is null end),
  constraint deduction_rules_factoring_check check ((basis <> all (array['factored-percent', 'factoring-fee'])) or kind = 'deduction' and category = 'factoring' and frequency = 'settlement' and total is null),
  constraint deduction_rules_floor_check check (floor >= 0::numeric),
  constraint deduction_rules_frequency_check check (frequency = any (array['settlement', 'week', 'month', 'weeks'])),
  constraint deduction_rules_fuel_check check (category <> 'fuel' or (basis <> all (array['percent-after-fuel', 'percent-of-net'])) and floor is null),
  constraint deduction_rules_kind_check check (kind = any (array['deduction', 'extra-pay'])),
  constraint deduction_rules_net_percent_check check (net_percent is null or net_percent > 0::numeric and net_percent <= 100::numeric and min_scale(net_percent) <= 4 and kind = 'deduction' and category <> 'fuel' and (basis <> all (array['percent-of-net', 'factored-percent', 'factoring-fee']))),
  constraint deduction_rules_owner_check check (owner_id is null or truck_id is null or balance <> 'none'),
  constraint deduction_rules_payee_check check (owner_id is null or driver_id is null),
  constraint deduction_rules_priority_check check (priority >= 1 and priority <= 99),
  constraint deduction_rules_shortfall_check check (shortfall = any (array['later', 'never'])),
  constraint deduction_rules_weeks_check check (case when frequency = 'weeks' then every_weeks is not null and every_weeks >= 2 and every_weeks <= 52 and first_day is not null else every_weeks is null end)
);
create index deduction_rules_truck_id_idx on deduction_rules (user_id, truck_id);

-- Balances belong to the payee (SPEC C20). What changes a balance outside of settlements is an entry: a repayment, a
-- write-off, a transfer, interest. An entry is posted once and never deleted. Its undo is another entry.
create table balance_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  -- Null: the balance of a deduction that is for all trucks of one payee.
  truck_id bigint,
  payee text not null,
  kind text not null,
  day date not null,
  -- Dollars. Negative: an undo.
  amount numeric(14,2) not null,
  -- What it adds to the amount that statements have deducted.
  effect numeric(14,2) not null,
  method text,
  reference text,
  reason text,
  -- Of a transfer: the other balance.
  other_rule_id bigint,
  -- Of interest: the first day of the quarter, the rate in percent, and the daily balances added up.
  quarter date,
  rate numeric,
  balance_days numeric(20,2),
  undoes bigint,
  undone boolean not null default false,
  -- The statement that shows it first.
  stated_on bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint balance_entries_pkey primary key (user_id, id),
  constraint balance_entries_other_rule_id_fkey foreign key (user_id, other_rule_id) references deduction_rules(user_id, id),
  constraint balance_entries_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint balance_entries_stated_on_fkey foreign key (user_id, stated_on) references billing(user_id, id),
  constraint balance_entries_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint balance_entries_undoes_fkey foreign key (user_id, undoes) references balance_entries(user_id, id),
  constraint balance_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint balance_entries_amount_check check (amount <> 0::numeric and (amount < 0::numeric) = (undoes is not null)),
  constraint balance_entries_effect_check check (case kind when 'transfer-out' then abs(effect) = abs(amount) when 'transfer-in' then effect = 0::numeric or effect = amount else effect = amount end),
  constraint balance_entries_interest_check check (num_nonnulls(quarter, rate, balance_days) = case kind when 'interest' then 3 else 0 end),
  constraint balance_entries_kind_check check (kind = any (array['repayment', 'write-off', 'interest', 'transfer-out', 'transfer-in'])),
  constraint balance_entries_method_check check (case when kind = 'repayment' then method is not null else method is null and reference is null end),
  constraint balance_entries_reason_check check ((kind = any (array['repayment', 'interest'])) and undoes is null or reason is not null),
  constraint balance_entries_transfer_check check ((other_rule_id is not null) = (kind = any (array['transfer-out', 'transfer-in'])))
);
create index balance_entries_payee_idx on balance_entries (user_id, payee, rule_id);
create unique index balance_entries_quarter_key on balance_entries (user_id, rule_id, truck_id, payee, quarter) nulls not distinct where kind = 'interest' and undoes is null and not undone;
create index balance_entries_rule_id_idx on balance_entries (user_id, rule_id, truck_id);
create index balance_entries_stated_on_idx on balance_entries (user_id, stated_on) where stated_on is not null;
create unique index balance_entries_undoes_key on balance_entries (user_id, undoes) where undoes is not null;

create table billing_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- Of brokers without their own terms.
  terms_days integer not null,
  numbering text not null,
  number_prefix text,
  -- Null: the company.
  remit_to_name text,
  remit_to_address text,
  mc_number text,
  dot_number text,
  note text,
  starts_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The first invoice number of an account can be chosen before its first approval (SPEC C344).
  first_number integer not null default 1,
  constraint billing_settings_pkey primary key (user_id, id),
  constraint billing_settings_user_id_key unique (user_id),
  constraint billing_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint billing_settings_first_number_check check (first_number >= 1 and first_number <= 999999999),
  constraint billing_settings_number_prefix_check check (number_prefix ~ '^[A-Za-z0-9_-]{1,10}$'),
  constraint billing_settings_numbering_check check (numbering = any (array['sequence', 'load-number'])),
  constraint billing_settings_terms_days_check check (terms_days >= 0 and terms_days <= 365)
);

-- A file that was searched for the account's brokers. Only the rows of these brokers are kept.
create table broker_files (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  -- The day on which the user downloaded it.
  day date not null,
  name text not null,
  -- Of the whole file, and how many brokers have a row.
  row_count integer not null,
  found integer not null,
  imported_by uuid not null,
  imported_at timestamptz not null default now(),
  constraint broker_files_pkey primary key (user_id, id),
  constraint broker_files_day_key unique (user_id, kind, day),
  constraint broker_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint broker_files_kind_check check (kind = any (array['authority', 'insurance', 'census']))
);

-- One row for each broker that a file was searched for, also if it has none, and one for each check by hand. It has no link to the
-- broker: it survives while the broker is in the trash.
create table broker_checks (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  source text not null,
  -- Of the file, or of the check by hand.
  day date not null,
  result text not null,
  -- The numbers that the broker had: "USDOT 1234567, MC 123456".
  searched text,
  -- What the file has, by title.
  rows jsonb,
  note text,
  file_id bigint,
  checked_by uuid not null,
  checked_at timestamptz not null default now(),
  constraint broker_checks_pkey primary key (user_id, id),
  constraint broker_checks_file_id_fkey foreign key (user_id, file_id) references broker_files(user_id, id) on delete cascade,
  constraint broker_checks_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint broker_checks_result_check check (result = any (array['active', 'not-active', 'absent', 'unclear'])),
  constraint broker_checks_rows_check check (case source when 'hand' then file_id is null and rows is null and result <> 'absent' else file_id is not null and searched is not null and result <> 'unclear' and (result = 'absent') = (rows = '[]'::jsonb) and rows is not null end),
  constraint broker_checks_source_check check (source = any (array['authority', 'insurance', 'census', 'hand']))
);
create index broker_checks_broker_id_idx on broker_checks (user_id, broker_id, source, day);
create unique index broker_checks_file_id_key on broker_checks (user_id, file_id, broker_id) where file_id is not null;

create table brokers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  company_name text collate natural_number not null,
  contact_person text,
  phone text,
  email text,
  mc_number text collate natural_number,
  dot_number text collate natural_number,
  address text,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  bill_to_name text,
  bill_to_address text,
  invoice_email text,
  carrier_id text,
  -- Null: the account's default terms. 0: due on receipt.
  terms_days integer,
  quick_pay_percent numeric,
  quick_pay_within integer,
  credit_limit numeric(12,2),
  -- Brokers have a status. A broker with invoices can't be deleted; it becomes inactive (SPEC C356, C357).
  status text not null default 'active',
  -- True for a record that had the number of another one, in another spelling, before numbers were compared by value. Broker checks name them.
  -- A change of the number ends it.
  old_double boolean,
  old_double_dot boolean,
  constraint brokers_pkey primary key (user_id, id),
  constraint brokers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint brokers_credit_limit_check check (credit_limit >= 0::numeric),
  constraint brokers_quick_pay_percent_check check (quick_pay_percent >= 0::numeric and quick_pay_percent <= 100::numeric and min_scale(quick_pay_percent) <= 4),
  constraint brokers_quick_pay_within_check check (quick_pay_within >= 0 and quick_pay_within <= 365),
  constraint brokers_status_check check (status = any (array['active', 'inactive'])),
  constraint brokers_terms_days_check check (terms_days >= 0 and terms_days <= 365)
);
create index brokers_company_name_idx on brokers (user_id, company_name);
create unique index brokers_dot_number_key on brokers (user_id, usdot_key(dot_number)) where old_double_dot is null;
create unique index brokers_mc_number_key on brokers (user_id, docket_key(mc_number)) where old_double is null;

create table closed_changes (
  user_id uuid not null,
  id bigint not null generated always as identity,
  source text not null,
  record_id bigint not null,
  -- The entry was deleted, such as a write-off that was undone.
  deleted boolean not null default false,
  day date not null,
  amount numeric(14,2) not null,
  -- What the entry was when it was made: its kind, its number, and who it is about.
  kind text,
  number text,
  name text,
  closed_through date not null,
  reason text not null,
  person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid,
  changed_at timestamptz not null default now(),
  constraint closed_changes_pkey primary key (user_id, id),
  constraint closed_changes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint closed_changes_day_check check (day <= closed_through),
  constraint closed_changes_source_check check (source = any (array['receivable', 'settlement', 'settlement-void', 'payment', 'payment-reversal', 'payment-closing', 'factor-deposit', 'factor-deposit-void', 'balance-entry']))
);

-- Comments on a load or a settlement, and the members they mention (SPEC C84, C85). A comment on a load has no link to it: it
-- survives while the load is in the trash. Persons have no link: the memberships of a deleted account go before its rows.
create table comments (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id bigint,
  billing_id bigint,
  person_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  -- By its author.
  deleted_at timestamptz,
  constraint comments_pkey primary key (user_id, id),
  constraint comments_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint comments_subject_check check (num_nonnulls(load_id, billing_id) = 1)
);
create index comments_billing_id_idx on comments (user_id, billing_id, id) where billing_id is not null;
create index comments_load_id_idx on comments (user_id, load_id, id) where load_id is not null;

create table comment_mentions (
  user_id uuid not null,
  comment_id bigint not null,
  person_id uuid not null,
  read_at timestamptz,
  -- "answer": the comment answers one in which its author was mentioned, by the person of this row.
  kind text not null default 'mention',
  constraint comment_mentions_pkey primary key (user_id, comment_id, person_id),
  constraint comment_mentions_comment_id_fkey foreign key (user_id, comment_id) references comments(user_id, id) on delete cascade,
  constraint comment_mentions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint comment_mentions_kind_check check (kind = any (array['mention', 'answer']))
);
create index comment_mentions_unread_idx on comment_mentions (user_id, person_id, comment_id) where read_at is null;

-- Factors: who buys invoices, and the account of each (SPEC C210–C216).
create table factors (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text not null,
  -- What invoices print: where the broker pays, and the notice of assignment.
  remit_to text not null,
  notice text not null,
  email text,
  -- The factor's number for the carrier.
  client_number text,
  advance_percent numeric not null,
  fee_percent numeric not null,
  -- Days from the purchase. Null: without recourse.
  recourse_days integer,
  -- For brokers without an own choice: invoices of these days go to this factor.
  is_default boolean not null default false,
  first_day date not null,
  last_day date,
  -- Columns of the CSV file of a schedule.
  file jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factors_pkey primary key (user_id, id),
  constraint factors_name_key unique (user_id, name),
  constraint factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factors_advance_percent_check check (advance_percent >= 0::numeric and advance_percent <= 100::numeric and min_scale(advance_percent) <= 4),
  constraint factors_days_check check (last_day >= first_day),
  constraint factors_fee_percent_check check (fee_percent >= 0::numeric and fee_percent <= 100::numeric and min_scale(fee_percent) <= 4),
  constraint factors_percents_check check ((advance_percent + fee_percent) <= 100::numeric),
  constraint factors_recourse_days_check check (recourse_days >= 1 and recourse_days <= 365)
);

-- An invoice or a credit note. A draft has no number, and its lines follow the charges of its loads. Approval freezes both.
create table invoices (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null default 'invoice',
  state text not null default 'draft',
  -- As it is printed, and its place in the account's sequence without gaps.
  number text collate natural_number,
  sequence integer,
  broker_id bigint not null,
  invoice_date date,
  -- 0: due on receipt.
  terms_days integer not null,
  due_on date,
  -- Of a draft: 0. Of a credit note: not above 0.
  total numeric(14,2) not null default 0,
  -- The sum of its ledger entries.
  open_amount numeric(14,2) not null default 0,
  -- Of a credit note: the credited invoice. Of an invoice: the one it replaces, or the one it adds charges to.
  credits_id bigint,
  rebills_id bigint,
  supplements_id bigint,
  -- The factor that the broker pays. Null: the broker pays the carrier.
  factor_id bigint,
  note text,
  approved_at timestamptz,
  approved_by uuid,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What its credit notes add up to, positive. Kept with the open amount.
  credited_amount numeric(14,2) not null default 0,
  -- Kept: the first day of a sending that was not undone. Null: not sent.
  sent_on date,
  -- The aging of any day reads the invoices that were open then. An invoice keeps the day of its newest entry in the ledger:
  -- it was open on a day only if it is open today, or if an entry came after that day. Few take longer than 180 days.
  last_entry_on date,
  constraint invoices_pkey primary key (user_id, id),
  constraint invoices_number_key unique (user_id, number),
  constraint invoices_sequence_key unique (user_id, sequence),
  constraint invoices_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint invoices_credits_id_fkey foreign key (user_id, credits_id) references invoices(user_id, id),
  constraint invoices_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint invoices_rebills_id_fkey foreign key (user_id, rebills_id) references invoices(user_id, id),
  constraint invoices_supplements_id_fkey foreign key (user_id, supplements_id) references invoices(user_id, id),
  constraint invoices_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoices_approved_check check (case when state = 'draft' then num_nonnulls(number, sequence, due_on, approved_at) = 0 and total = 0::numeric and open_amount = 0::numeric else num_nulls(number, sequence, invoice_date, due_on, approved_at) = 0 end),
  constraint invoices_credits_check check ((kind = 'credit-note') = (credits_id is not null)),
  constraint invoices_kind_check check (kind = any (array['invoice', 'credit-note'])),
  constraint invoices_open_amount_check check (open_amount >= 0::numeric and open_amount <= greatest(total, 0::numeric) and (kind = 'invoice' and state = 'approved' or open_amount = 0::numeric)),
  constraint invoices_state_check check (state = any (array['draft', 'approved', 'void'])),
  constraint invoices_terms_days_check check (terms_days >= 0 and terms_days <= 365),
  constraint invoices_total_check check (case kind when 'invoice' then total >= 0::numeric else total <= 0::numeric end),
  constraint invoices_void_check check ((state = 'void') = (num_nonnulls(voided_on, void_reason) = 2) and num_nonnulls(voided_on, void_reason) <> 1)
);
create index invoices_broker_id_idx on invoices (user_id, broker_id, id);
create index invoices_credits_id_idx on invoices (user_id, credits_id) where credits_id is not null;
create index invoices_draft_idx on invoices (user_id, id) where state = 'draft';
create index invoices_due_idx on invoices (user_id, due_on, id) where open_amount > 0::numeric;
create index invoices_invoice_date_idx on invoices (user_id, invoice_date, id) include (last_entry_on, broker_id);
create index invoices_last_entry_on_idx on invoices (user_id, last_entry_on);
create index invoices_long_open_idx on invoices (user_id, last_entry_on) include (invoice_date, broker_id) where (last_entry_on - invoice_date) > 180;
create index invoices_number_start_idx on invoices (user_id, lower(number collate "default") collate "C");
create index invoices_open_idx on invoices (user_id, broker_id, id) include (due_on, open_amount) where open_amount > 0::numeric;
create index invoices_void_idx on invoices (user_id, id) where state = 'void';

-- Each contact with a broker about what it owes. A sent reminder is one too.
create table contacts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null,
  text text not null,
  -- When to follow up. Null: no need.
  next_on date,
  -- The reminder that was sent.
  reminder text,
  person_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contacts_pkey primary key (user_id, id),
  constraint contacts_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint contacts_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint contacts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint contacts_kind_check check (kind = any (array['email', 'call', 'portal', 'letter', 'other'])),
  constraint contacts_reminder_check check (reminder = any (array['before', 'due', 'final'])),
  constraint contacts_reminder_invoice_check check (reminder is null or invoice_id is not null)
);
create index contacts_broker_id_idx on contacts (user_id, broker_id, day);
create index contacts_invoice_id_idx on contacts (user_id, invoice_id) where invoice_id is not null;

create table dispatchers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text collate natural_number not null,
  phone text not null,
  extension text,
  email text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint dispatchers_pkey primary key (user_id, id),
  constraint dispatchers_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What a broker disputes of an invoice. A closed dispute stays.
create table disputes (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  reason text not null,
  amount numeric(14,2) not null,
  opened_on date not null,
  note text,
  next_step text,
  next_on date,
  closed_on date,
  outcome text,
  -- The short pay behind it.
  difference_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint disputes_pkey primary key (user_id, id),
  constraint disputes_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint disputes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint disputes_amount_check check (amount > 0::numeric),
  constraint disputes_closed_check check ((closed_on is null) = (outcome is null) and closed_on >= opened_on),
  constraint disputes_outcome_check check (outcome = any (array['paid', 'credited', 'written-off', 'withdrawn', 'other'])),
  constraint disputes_reason_check check (reason = any (array['missing-paper', 'rate', 'not-approved', 'late-fee', 'damage-claim', 'lumper', 'other']))
);
create index disputes_invoice_id_idx on disputes (user_id, invoice_id) include (amount, opened_on, closed_on);

-- Papers that a driver or a truck owner sent, for each member who has not opened the load since (SPEC C138).
create table document_arrivals (
  user_id uuid not null,
  person_id uuid not null,
  load_id bigint not null,
  documents integer not null default 1,
  sender text not null,
  arrived_at timestamptz not null default now(),
  constraint document_arrivals_pkey primary key (user_id, person_id, load_id),
  constraint document_arrivals_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index document_arrivals_newest_idx on document_arrivals (user_id, person_id, arrived_at desc);
create index document_arrivals_old_idx on document_arrivals (arrived_at);

-- Papers of loads (SPEC C110–C118). A file is stored in parts, once per account, and its documents name it by its digest.
create table document_files (
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Null while the file is being uploaded.
  sha256 text,
  bytes integer not null default 0,
  parts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint document_files_pkey primary key (user_id, id),
  constraint document_files_sha256_key unique (user_id, sha256),
  constraint document_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- One row for the company, without a broker, and one for each broker with its own rules. It has no link to the broker: it
-- survives while the broker is in the trash.
create table document_needs (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint,
  -- For loads picked up from this day on.
  first_day date not null,
  -- By kind of document: "always", "never", or the kind of charge that needs it.
  to_settle jsonb not null,
  to_bill jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint document_needs_pkey primary key (user_id, id),
  constraint document_needs_broker_id_key unique nulls not distinct (user_id, broker_id),
  constraint document_needs_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table document_parts (
  user_id uuid not null,
  file_id uuid not null,
  number integer not null,
  bytes bytea not null,
  constraint document_parts_pkey primary key (user_id, file_id, number),
  constraint document_parts_file_id_fkey foreign key (user_id, file_id) references document_files(user_id, id) on delete cascade,
  constraint document_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- A document has no link to its load: it stays while the load is in the trash.
create table documents (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- Null in the inbox.
  load_id bigint,
  kind text not null,
  stop text,
  original_name text not null,
  type text not null,
  pages integer not null,
  bytes integer not null,
  sha256 text not null,
  verdict text not null default 'unseen',
  verdict_reason text,
  replaces_id bigint,
  -- The person, or the upload link.
  uploaded_by uuid,
  upload_link_id bigint,
  uploaded_at timestamptz not null default now(),
  -- The load's BOL status before this document set it to received. Null once a person has changed it.
  bol_status_before text,
  -- Set when it was sent to somebody: then it can't be deleted.
  sent_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Documents that belong to no load: the release letters of a factor, and what a person looked at for a check of a broker (SPEC C290, C291).
  factor_id bigint,
  check_id bigint,
  -- A copy of a lease.
  lease_id bigint,
  constraint documents_pkey primary key (user_id, id),
  constraint documents_check_id_fkey foreign key (user_id, check_id) references broker_checks(user_id, id),
  constraint documents_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint documents_file_fkey foreign key (user_id, sha256) references document_files(user_id, sha256),
  constraint documents_lease_id_fkey foreign key (user_id, lease_id) references leases(user_id, id),
  constraint documents_replaces_id_fkey foreign key (user_id, replaces_id) references documents(user_id, id),
  constraint documents_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint documents_kind_check check (kind = any (array['rate-confirmation', 'bol', 'pod', 'lumper-receipt', 'scale-ticket', 'detention-proof', 'receipt', 'other'])),
  constraint documents_one_place_check check (num_nonnulls(load_id, factor_id, check_id, lease_id) <= 1),
  constraint documents_pages_check check (pages >= 1 and pages <= 100),
  constraint documents_sent_check check (sent_at is null or deleted_at is null),
  constraint documents_stop_check check (stop = any (array['pickup', 'delivery'])),
  constraint documents_type_check check (type = any (array['application/pdf', 'image/jpeg', 'image/png'])),
  constraint documents_verdict_check check (verdict = any (array['unseen', 'readable', 'sent-back']))
);
create index documents_check_id_idx on documents (user_id, check_id) where check_id is not null;
create index documents_factor_id_idx on documents (user_id, factor_id) where factor_id is not null;
create index documents_inbox_idx on documents (user_id, id) where load_id is null and deleted_at is null;
create index documents_lease_id_idx on documents (user_id, lease_id) where lease_id is not null;
create index documents_load_id_idx on documents (user_id, load_id, id) where load_id is not null;
create index documents_replaces_id_idx on documents (user_id, replaces_id) where replaces_id is not null;
create index documents_sha256_idx on documents (user_id, sha256);
create index documents_upload_link_id_idx on documents (user_id, upload_link_id, id) where upload_link_id is not null;
create index documents_uploaded_by_idx on documents (user_id, uploaded_by, uploaded_at) where uploaded_by is not null;

-- Which keys this database's secrets are encrypted with: a digest each, from which no key can be told.
create table encryption_keys (
  id text not null,
  created_at timestamptz not null default now(),
  constraint encryption_keys_pkey primary key (id)
);

-- The rates of escrow interest: the 13-week Treasury bill as of the first day of each quarter (49 CFR 376.12(k)).
create table escrow_rates (
  user_id uuid not null,
  id bigint not null generated always as identity,
  quarter date not null,
  rate numeric not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint escrow_rates_pkey primary key (user_id, id),
  constraint escrow_rates_quarter_key unique (user_id, quarter),
  constraint escrow_rates_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint escrow_rates_quarter_check check (extract(day from quarter) = 1::numeric and (extract(month from quarter) = any (array[1::numeric, 4::numeric, 7::numeric, 10::numeric]))),
  constraint escrow_rates_rate_check check (rate >= 0::numeric and rate <= 100::numeric and min_scale(rate) <= 4)
);

create table expenses (
  user_id uuid not null,
  id bigint not null generated always as identity,
  billing_id bigint not null,
  truck_id bigint not null,
  category text not null,
  description text,
  amount numeric(12,2) not null,
  date date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kind text not null default 'entered',
  reference text,
  quantity numeric,
  rate numeric,
  -- No link: a statement keeps what it says when the load is deleted.
  load_id bigint,
  formula text,
  version integer not null default 1,
  rule_id bigint,
  -- Of a rule's line: the rule, stored or from the settings.
  rule_key text,
  by_hand boolean not null default false,
  -- Set with the void of its statement, which it stays on.
  voided boolean not null default false,
  carried_from bigint,
  corrects bigint,
  taken_over boolean not null default false,
  -- A rule's line that a person deleted: it stays, so that the rule does not add it again.
  skipped boolean not null default false,
  -- What a rule's line was computed from: the rule's basis and value, and dollars of revenue, miles or loads.
  basis text,
  basis_value numeric,
  basis_figure numeric(14,2),
  -- The rule's total after the line, and its target. Set at approval.
  reached numeric(14,2),
  reached_of numeric(14,2),
  -- Of an adjustment: the number of the load that changed.
  load_number text,
  -- A transfer to another payee records its reason (SPEC C10).
  transfer_reason text,
  rule_scope text,
  rule_period text,
  net_floor numeric(12,2),
  limited boolean not null default false,
  deferred numeric(12,2) not null default 0,
  restates bigint,
  adjusts_pay boolean not null default false,
  extra_pay text,
  subject_to_percent boolean not null default false,
  offset_with bigint,
  -- `net_figure`: the net that the percentage was taken of.
  net_percent numeric,
  net_figure numeric(14,2),
  -- The number of an installment, if every line so far was the full value (SPEC C317).
  installment bigint,
  -- Of a line of a card purchase: the purchase, its figures of the file, and what was passed on of the discount (SPEC C572).
  card_purchase_id bigint,
  card_retail numeric(12,2),
  card_discount numeric(12,2),
  card_passed_on numeric(12,2),
  constraint expenses_pkey primary key (user_id, id),
  constraint expenses_billing_id_fkey foreign key (user_id, billing_id, truck_id) references billing(user_id, id, truck_id) on delete cascade,
  constraint expenses_card_purchase_id_fkey foreign key (user_id, card_purchase_id) references card_purchases(user_id, id),
  constraint expenses_carried_from_fkey foreign key (user_id, carried_from) references billing(user_id, id),
  constraint expenses_corrects_fkey foreign key (user_id, corrects) references billing(user_id, id),
  constraint expenses_offset_with_fkey foreign key (user_id, offset_with) references billing(user_id, id),
  constraint expenses_restates_fkey foreign key (user_id, restates) references expenses(user_id, id),
  constraint expenses_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint expenses_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint expenses_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint expenses_adjusts_pay_check check (not adjusts_pay or restates is not null),
  constraint expenses_basis_check check (case when basis is null then basis_value is null and basis_figure is null else (kind = any (array['rule', 'extra-pay', 'withholding'])) and (basis = any (array['percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee'])) and basis_value is not null and (basis_figure is null) = (basis = 'fixed') end),
  constraint expenses_card_check check (case when kind = 'card' then card_purchase_id is not null and card_retail is not null and card_discount is not null and card_passed_on is not null and description is not null else card_purchase_id is null and card_retail is null and card_discount is null and card_passed_on is null end),
  constraint expenses_carry_check check ((kind = 'carry-in') = (carried_from is not null) and (kind <> 'carry-in' or amount > 0::numeric) and (kind <> 'carry-out' or amount < 0::numeric)),
  constraint expenses_category_check check (category = any (expense_categories())),
  constraint expenses_correction_check check ((kind = 'correction') = (corrects is not null)),
  constraint expenses_decimals_check check (min_scale(rate) <= 4 and abs(rate) < 100000000::numeric and min_scale(quantity) <= 3 and abs(quantity) < '1000000000000'::bigint::numeric and min_scale(basis_value) <= 4 and abs(basis_value) < 100000000::numeric),
  constraint expenses_description_check check (category <> 'other' or kind = 'plain' or description is not null),
  constraint expenses_extra_pay_check check (case when kind = 'extra-pay' then extra_pay is not null and (extra_pay = any (array['detention', 'layover', 'bonus', 'other'])) and category = 'other' and amount <= 0::numeric else extra_pay is null and not subject_to_percent end),
  constraint expenses_factoring_check check (coalesce((basis <> all (array['factored-percent', 'factoring-fee'])) or kind = 'rule' and rule_id is not null and rule_key = (('rule:' || rule_id) || coalesce(':load:' || load_id, '')), true)),
  constraint expenses_kind_check check (kind = any (array['plain', 'entered', 'rule', 'refund', 'carry-in', 'carry-out', 'correction', 'extra-pay', 'offset', 'withholding', 'card'])),
  constraint expenses_limit_check check ((net_floor is null or basis is not null) and (not limited or net_floor is not null) and (deferred = 0::numeric or net_floor is not null)),
  constraint expenses_net_percent_check check ((net_percent is null) = (net_figure is null) and (net_percent is null or net_floor is not null)),
  constraint expenses_offset_check check ((kind = 'offset') = (offset_with is not null) and (kind <> 'offset' or category = 'other' and amount <> 0::numeric and offset_with <> billing_id)),
  constraint expenses_reached_check check ((reached is null) = (reached_of is null)),
  constraint expenses_refund_check check (kind <> 'refund' or rule_id is not null and amount < 0::numeric),
  constraint expenses_restates_check check (restates is null or kind = 'correction'),
  constraint expenses_rule_key_check check (kind <> 'rule' or rule_key is not null),
  constraint expenses_rule_key_kind_check check (rule_key is null or (kind = any (array['rule', 'extra-pay']))),
  constraint expenses_rule_period_check check ((rule_scope is null) = (rule_period is null) and (rule_period is null or rule_id is not null)),
  constraint expenses_skipped_check check (not skipped or rule_key is not null and amount = 0::numeric),
  constraint expenses_taken_over_check check (not taken_over or (kind = any (array['carry-in', 'correction']))),
  constraint expenses_transfer_reason_check check (transfer_reason is null or taken_over),
  constraint expenses_withholding_check check (kind <> 'withholding' or category = 'other' and amount >= 0::numeric and rule_key is null and basis is not null and basis = 'percent' and not by_hand)
);
create index expenses_billing_id_idx on expenses (user_id, billing_id);
create unique index expenses_card_key on expenses (user_id, card_purchase_id) where card_purchase_id is not null and not voided;
create index expenses_card_purchase_id_idx on expenses (user_id, card_purchase_id) where card_purchase_id is not null;
create unique index expenses_carry_in_key on expenses (user_id, carried_from) where kind = 'carry-in' and not voided;
create index expenses_carry_out_idx on expenses (user_id, billing_id) include (truck_id, amount) where kind = 'carry-out' and not voided;
create unique index expenses_carry_out_key on expenses (user_id, billing_id) where kind = 'carry-out';
create index expenses_corrects_idx on expenses (user_id, corrects, load_id) include (amount) where corrects is not null;
create index expenses_deferred_idx on expenses (user_id, rule_id) where deferred <> 0::numeric and not voided;
create unique index expenses_offset_key on expenses (user_id, offset_with, billing_id) where offset_with is not null;
create unique index expenses_plain_key on expenses (user_id, billing_id, category) where kind = 'plain';
create index expenses_refunds_idx on expenses (user_id, rule_id, truck_id) include (billing_id) where kind = 'refund' and not voided;
create index expenses_restates_idx on expenses (user_id, restates) include (amount) where restates is not null;
create index expenses_rule_id_idx on expenses (user_id, rule_id, truck_id) include (amount) where rule_id is not null;
create unique index expenses_rule_key on expenses (user_id, truck_id, rule_key, date) where kind = 'rule' and not voided;
create unique index expenses_rule_period_key on expenses (user_id, rule_id, rule_scope, rule_period) where rule_period is not null and not voided;
create unique index expenses_withholding_key on expenses (user_id, billing_id) where kind = 'withholding';

create table export_batches (
  user_id uuid not null,
  id bigint not null generated always as identity,
  format text not null,
  first_day date not null,
  last_day date not null,
  records integer not null,
  debits numeric(16,2) not null,
  sha256 text not null,
  bytes integer not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  -- A file can have several parts, because QuickBooks Online imports at most 100 invoices at once (SPEC C372). The content has
  -- them one after the other, each with the heading.
  parts integer not null default 1,
  constraint export_batches_pkey primary key (user_id, id),
  constraint export_batches_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint export_batches_days_check check (last_day >= first_day),
  constraint export_batches_format_check check (format = any (array['qbo-journal', 'qbo-invoices', 'iif'])),
  constraint export_batches_records_check check (records > 0)
);

-- A record is in one batch. `figure`: what its group's register counts.
create table export_entries (
  user_id uuid not null,
  source text not null,
  record_id bigint not null,
  batch_id bigint not null,
  day date not null,
  group_name text not null,
  figure numeric(14,2) not null,
  constraint export_entries_pkey primary key (user_id, source, record_id),
  constraint export_entries_batch_id_fkey foreign key (user_id, batch_id) references export_batches(user_id, id) on delete cascade,
  constraint export_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint export_entries_source_check check (source = any (array['receivable', 'settlement', 'settlement-void', 'payment', 'payment-reversal', 'payment-closing', 'balance-entry', 'factor-entry', 'factor-entry-void', 'factor-deposit', 'factor-deposit-void']))
);
create index export_entries_batch_id_idx on export_entries (user_id, batch_id);
create index export_entries_day_idx on export_entries (user_id, day) include (group_name);
create index export_entries_invoices_idx on export_entries (user_id, day) include (group_name) where group_name = any (array['Invoices', 'Void invoices', 'Credit notes', 'Void credit notes']);

-- The file itself and its cover page: a second download has the same bytes.
create table export_files (
  user_id uuid not null,
  batch_id bigint not null,
  content text not null,
  cover text not null,
  constraint export_files_pkey primary key (user_id, batch_id),
  constraint export_files_batch_id_fkey foreign key (user_id, batch_id) references export_batches(user_id, id) on delete cascade,
  constraint export_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The choice for a broker in place of the default. `factor_id` null: billed directly. `approved_limit`: of the factor for this broker.
create table factor_brokers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  factor_id bigint,
  approved_limit numeric(12,2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factor_brokers_pkey primary key (user_id, id),
  constraint factor_brokers_broker_id_key unique (user_id, broker_id),
  constraint factor_brokers_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint factor_brokers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_brokers_approved_limit_check check (approved_limit >= 0::numeric),
  constraint factor_brokers_limit_check check (factor_id is not null or approved_limit is null)
);

-- What a factor reports on one day: the money it wired, and the entries that make it up. A carrier that pays the factor has a
-- negative amount. A report without money has 0.
create table factor_deposits (
  user_id uuid not null,
  id bigint not null generated always as identity,
  factor_id bigint not null,
  day date not null,
  amount numeric(14,2) not null,
  reference text,
  note text,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factor_deposits_pkey primary key (user_id, id),
  constraint factor_deposits_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint factor_deposits_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_deposits_void_check check (num_nonnulls(voided_on, void_reason) <> 1)
);
create index factor_deposits_factor_id_idx on factor_deposits (user_id, factor_id, day);

-- `cash`: its part of the deposit. `reserve`: what it adds to the reserve that the factor holds.
create table factor_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  deposit_id bigint not null,
  factor_id bigint not null,
  -- Of its deposit.
  day date not null,
  kind text not null,
  invoice_id bigint,
  amount numeric(14,2) not null,
  reference text,
  reserve numeric(14,2) generated always as (case when kind = 'reserve' then amount when kind = any (array['reserve-released', 'reserve-fee', 'reserve-chargeback', 'reserve-cost']) then - amount else 0::numeric end) stored,
  voided boolean not null default false,
  created_at timestamptz not null default now(),
  cash numeric(14,2) generated always as (case when kind = any (array['advance', 'reserve-released', 'fuel-advance']) then amount when kind = any (array['chargeback', 'late-fee', 'cost', 'fuel-advance-repaid', 'forwarded']) then - amount else 0::numeric end) stored,
  constraint factor_entries_pkey primary key (user_id, id),
  constraint factor_entries_deposit_id_fkey foreign key (user_id, deposit_id) references factor_deposits(user_id, id) on delete cascade,
  constraint factor_entries_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint factor_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_entries_amount_check check (amount > 0::numeric),
  constraint factor_entries_invoice_check check ((invoice_id is null) = (kind = any (array['cost', 'fuel-advance', 'fuel-advance-repaid']))),
  constraint factor_entries_kind_check check (kind = any (array['advance', 'fee', 'reserve', 'reserve-released', 'reserve-fee', 'reserve-chargeback', 'reserve-cost', 'chargeback', 'late-fee', 'cost', 'fuel-advance', 'fuel-advance-repaid', 'debtor-paid', 'forwarded']))
);
create index factor_entries_deposit_id_idx on factor_entries (user_id, deposit_id);
create index factor_entries_factor_id_idx on factor_entries (user_id, factor_id, day);
create index factor_entries_invoice_id_idx on factor_entries (user_id, invoice_id) include (kind, amount, day, voided, deposit_id) where invoice_id is not null;
create index factor_entries_reserve_idx on factor_entries (user_id, factor_id, invoice_id, day) include (reserve, voided, deposit_id) where reserve <> 0::numeric;

-- A schedule of accounts: the invoices that a factor buys together. It has its number when it is submitted.
create table factor_schedules (
  user_id uuid not null,
  id bigint not null generated always as identity,
  factor_id bigint not null,
  number integer,
  day date not null,
  state text not null default 'draft',
  -- The sum of its lines.
  face numeric(14,2) not null default 0,
  submitted_at timestamptz,
  submitted_by uuid,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factor_schedules_pkey primary key (user_id, id),
  constraint factor_schedules_number_key unique (user_id, factor_id, number),
  constraint factor_schedules_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint factor_schedules_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_schedules_state_check check (state = any (array['draft', 'submitted', 'void'])),
  constraint factor_schedules_submitted_check check (case when state = 'draft' then num_nonnulls(number, submitted_at) = 0 else num_nulls(number, submitted_at) = 0 end),
  constraint factor_schedules_void_check check (num_nonnulls(voided_on, void_reason) = case when state = 'void' then 2 else 0 end)
);

create table factor_schedule_lines (
  user_id uuid not null,
  id bigint not null generated always as identity,
  schedule_id bigint not null,
  invoice_id bigint not null,
  face numeric(14,2) not null,
  standing boolean not null default true,
  -- An invoice of a schedule is closed once the broker or the carrier has paid the factor all of it, and the factor holds no reserve of
  -- it (SPEC C215). Kept by triggers: a report lists the few that are not closed.
  closed boolean not null default false,
  constraint factor_schedule_lines_pkey primary key (user_id, id),
  constraint factor_schedule_lines_schedule_id_key unique (user_id, schedule_id, invoice_id),
  constraint factor_schedule_lines_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint factor_schedule_lines_schedule_id_fkey foreign key (user_id, schedule_id) references factor_schedules(user_id, id) on delete cascade,
  constraint factor_schedule_lines_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_schedule_lines_face_check check (face > 0::numeric)
);
create unique index factor_schedule_lines_invoice_id_key on factor_schedule_lines (user_id, invoice_id) where standing;
create index factor_schedule_lines_open_idx on factor_schedule_lines (user_id, schedule_id) where standing and not closed;

-- Answers to POSTs with an Idempotency-Key, kept for 24 hours (SPEC B23).
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  person_id uuid not null,
  constraint idempotency_keys_pkey primary key (user_id, person_id, key),
  constraint idempotency_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- title is folded to letters and digits; field is null where the column was left out.
create table import_columns (
  user_id uuid not null,
  entity text not null,
  title text not null,
  field text,
  constraint import_columns_pkey primary key (user_id, entity, title),
  constraint import_columns_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- Which records an account's files mean by names that no record has: truck 7 is truck 007 (SPEC C435). A deleted record is no longer found.
create table import_names (
  user_id uuid not null,
  entity text not null,
  name text not null,
  record_id bigint not null,
  constraint import_names_pkey primary key (user_id, entity, name),
  constraint import_names_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The progress of an import. The instance that runs it writes it on another connection, so that every instance can read it.
-- 'done' is written together with the records.
create table imports (
  user_id uuid not null,
  key text not null,
  state text not null,
  done integer not null,
  total integer not null,
  updated_at timestamptz not null default now(),
  constraint imports_pkey primary key (user_id, key),
  constraint imports_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint imports_state_check check (state = any (array['running', 'done', 'refused']))
);

-- People and accounts are two things (SPEC C67). `users` stays the table of accounts and `user_id` the account's key.
-- A person logs in and is a member of one account or several. The person of an earlier account keeps its id.
create table persons (
  id uuid not null default gen_random_uuid(),
  email text not null,
  password text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  language text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The accounts with a row of the person in `members`: the machines to ask for them. An ended membership counts.
  account_ids uuid[] not null default '{}'::uuid[],
  constraint persons_pkey primary key (id),
  constraint persons_email_key unique (email),
  constraint persons_language_check check (language = any (array['en', 'es']))
);

create table members (
  user_id uuid not null,
  id bigint not null generated always as identity,
  person_id uuid not null,
  role text not null,
  -- The truck owner or the driver that the member represents.
  owner_id bigint,
  driver_id bigint,
  since timestamptz not null default now(),
  -- Null while the person is a member. One who comes back keeps the row.
  until timestamptz,
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint members_pkey primary key (user_id, id),
  constraint members_person_id_key unique (user_id, person_id),
  constraint members_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint members_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint members_person_id_fkey foreign key (person_id) references persons(id),
  constraint members_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint members_represents_check check ((until is null and role = 'owner') = (owner_id is not null) and (until is null and role = 'driver') = (driver_id is not null)),
  constraint members_role_check check (role = any (array['admin', 'accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver']))
);
create index members_driver_id_idx on members (user_id, driver_id) where driver_id is not null;
create index members_owner_id_idx on members (user_id, owner_id) where owner_id is not null;
create index members_person_id_idx on members (person_id);

-- An Admin invites a person by a link, of which only the hash is kept (SPEC C69). A used link's row is deleted.
create table invitations (
  user_id uuid not null,
  id bigint not null generated always as identity,
  email text not null,
  role text not null,
  owner_id bigint,
  driver_id bigint,
  token_hash text not null,
  -- Who invited.
  person_id uuid not null,
  expires_at timestamptz not null default now() + '7 days'::interval,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The language of the invited truck owner or driver.
  language text,
  constraint invitations_pkey primary key (user_id, id),
  constraint invitations_email_key unique (user_id, email),
  constraint invitations_token_hash_key unique (user_id, token_hash),
  constraint invitations_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id) on delete cascade,
  constraint invitations_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id) on delete cascade,
  constraint invitations_person_id_fkey foreign key (user_id, person_id) references members(user_id, person_id) on delete cascade,
  constraint invitations_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invitations_language_check check (language = any (array['en', 'es'])),
  constraint invitations_represents_check check ((role = 'owner') = (owner_id is not null) and (role = 'driver') = (driver_id is not null)),
  constraint invitations_role_check check (role = any (array['admin', 'accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver']))
);

-- Loads whose billed total is another one than what their approved invoices have. Kept by triggers.
create table invoice_drift (
  user_id uuid not null,
  load_id bigint not null,
  billed numeric(14,2) not null,
  today numeric(14,2) not null,
  constraint invoice_drift_pkey primary key (user_id, load_id),
  constraint invoice_drift_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The lines of an approved invoice, frozen, and the typed lines of a draft.
create table invoice_lines (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  number integer not null,
  -- Null for a typed line. A load without charges has one line of its revenue, without a charge.
  load_id bigint,
  charge_id bigint,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  amount numeric(14,2) not null,
  -- Of a credit note's line: the credited line.
  credits_line_id bigint,
  standing boolean not null default true,
  -- Why a typed line was added. Not printed.
  reason text,
  constraint invoice_lines_pkey primary key (user_id, id),
  constraint invoice_lines_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_lines_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoice_lines_amount_check check (case when quantity is null or rate is null then quantity is null and rate is null else amount = round(quantity * rate, 2) end)
);
create unique index invoice_lines_charge_id_key on invoice_lines (user_id, charge_id) where charge_id is not null and standing and credits_line_id is null;
create index invoice_lines_credits_line_id_idx on invoice_lines (user_id, credits_line_id) where credits_line_id is not null;
create index invoice_lines_invoice_id_idx on invoice_lines (user_id, invoice_id, number);
create index invoice_lines_load_id_idx on invoice_lines (user_id, load_id) where load_id is not null;
create unique index invoice_lines_revenue_key on invoice_lines (user_id, load_id) where charge_id is null and load_id is not null and standing and credits_line_id is null;

-- The loads of an invoice. `standing`: neither void nor credited whole; a load is on one standing invoice that is no supplement.
create table invoice_loads (
  user_id uuid not null,
  invoice_id bigint not null,
  load_id bigint not null,
  standing boolean not null default true,
  supplement boolean not null default false,
  constraint invoice_loads_pkey primary key (user_id, invoice_id, load_id),
  constraint invoice_loads_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index invoice_loads_load_id_idx on invoice_loads (user_id, load_id);
create unique index invoice_loads_standing_key on invoice_loads (user_id, load_id) where standing and not supplement;

-- The last number of the account's sequence. Its row is locked until the approval ends.
create table invoice_numbers (
  user_id uuid not null,
  last integer not null,
  -- The number that the sequence began with. It never changes.
  first integer not null default 1,
  constraint invoice_numbers_pkey primary key (user_id),
  constraint invoice_numbers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoice_numbers_first_check check (first >= 1)
);

-- What went to a broker or a factor. The packet's bytes can be made again from its papers.
create table invoice_sendings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  channel text not null,
  note text,
  -- The day of the request. A mail counts as sent once the mail server has taken it.
  asked_on date not null,
  sent_on date,
  sha256 text not null,
  pages integer not null,
  bytes integer not null,
  -- In their order, each with its digest.
  papers jsonb not null,
  sent_by uuid,
  undone_on date,
  undone_by uuid,
  undone_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoice_sendings_pkey primary key (user_id, id),
  constraint invoice_sendings_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_sendings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoice_sendings_channel_check check (channel = any (array['download', 'mail', 'portal', 'factor'])),
  constraint invoice_sendings_mail_check check (sent_on is not null or (channel = any (array['mail', 'factor']))),
  constraint invoice_sendings_undone_check check ((undone_on is null) = (undone_reason is null))
);
create index invoice_sendings_invoice_id_idx on invoice_sendings (user_id, invoice_id, id);

-- Everything that an approved invoice prints.
create table invoice_snapshots (
  user_id uuid not null,
  invoice_id bigint not null,
  snapshot jsonb not null,
  constraint invoice_snapshots_pkey primary key (user_id, invoice_id),
  constraint invoice_snapshots_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_snapshots_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- Charges of a load (SPEC C100-C104): what the broker pays, and the part of it that pays the truck owner. A charge has no
-- link to its load: it survives while the load is in the trash.
create table load_charges (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id bigint not null,
  -- The order on the load.
  number integer not null,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  -- Quantity × rate, rounded once; without them it is typed.
  amount numeric(12,2) not null,
  owner_share text not null default 'all',
  owner_percent numeric,
  -- The part of the amount that pays the truck owner.
  owner_amount numeric(12,2) not null,
  bill_to_broker boolean not null default true,
  stop text,
  -- Wall-clock times: "2026-11-20 08:15".
  arrived_at text,
  departed_at text,
  approval text not null default 'not-needed',
  approved_by text,
  approved_on date,
  document_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint load_charges_pkey primary key (user_id, id),
  constraint load_charges_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint load_charges_amount_check check (case when quantity is null or rate is null then quantity is null and rate is null else amount = round(quantity * rate, 2) end),
  constraint load_charges_approval_check check (approval = any (array['not-needed', 'asked', 'approved', 'refused'])),
  constraint load_charges_decimals_check check (min_scale(quantity) <= 3 and abs(quantity) < 100000000::numeric and min_scale(rate) <= 4 and abs(rate) < 100000000::numeric and min_scale(owner_percent) <= 4),
  constraint load_charges_kind_check check (kind = any (array['line-haul', 'fuel-surcharge', 'detention', 'layover', 'tonu', 'stop-off', 'lumper', 'other'])),
  constraint load_charges_owner_percent_check check ((owner_share = 'percent') = (owner_percent is not null)),
  constraint load_charges_owner_share_check check (case owner_share when 'all' then owner_amount = amount and owner_percent is null when 'none' then owner_amount = 0::numeric and owner_percent is null when 'percent' then owner_percent >= 0::numeric and owner_percent <= 100::numeric and owner_amount = round(amount * owner_percent * 0.01, 2) when 'amount' then owner_percent is null else false end),
  constraint load_charges_stop_check check (stop = any (array['pickup', 'delivery'])),
  constraint load_charges_times_check check (arrived_at ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$' and departed_at ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$')
);
create index load_charges_load_id_idx on load_charges (user_id, load_id, number);
create index load_charges_tonu_idx on load_charges (user_id, load_id) where kind = 'tonu';

create table loads (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id text collate natural_number not null,
  -- What a search finds, as src/server/lists/query/search-text.ts describes it. A row of an index has at most 2,704 bytes,
  -- so 600 characters are kept.
  search_text text generated always as (left(lower((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n'
    || coalesce(pickup_state, '') || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
    || coalesce(e'\t' || broker_load_number, '') || coalesce(e'\t' || po_number, '') || coalesce(e'\t' || bol_number, '')
    || coalesce(e'\t' || pickup_number, '') || e'\t') collate "default"), 600)) stored,
  truck_id bigint,
  driver_id bigint,
  driver2_id bigint,
  broker_id bigint,
  cargo_type text,
  weight numeric(12,2) not null default 0,
  pickup_city text,
  pickup_state text not null,
  pickup_zip text,
  pickup_date date not null,
  delivery_city text,
  delivery_state text not null,
  delivery_zip text,
  delivery_date date,
  miles numeric(12,2) not null default 0,
  revenue numeric(12,2) not null,
  settlement_date date,
  delivery_status text not null default 'scheduled',
  payment_status text not null default 'pending',
  bol_status text not null default 'pending',
  notes text,
  documents jsonb not null default '[]'::jsonb,
  week_number integer not null generated always as (settlement_week(coalesce(settlement_date, delivery_date, pickup_date))) stored,
  week_year integer not null generated always as (extract(year from coalesce(settlement_date, delivery_date, pickup_date))::integer) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  empty_miles numeric(12,2) not null default 0,
  billed_total numeric(14,2) not null default 0,
  charge_count integer not null default 0,
  dispatcher_id bigint,
  broker_load_number text collate natural_number,
  po_number text collate natural_number,
  bol_number text collate natural_number,
  pickup_number text collate natural_number,
  pieces integer,
  pickup_time text,
  delivery_time text,
  -- What is missing on a load: kinds of documents, separated by commas, null for nothing. Kept by triggers.
  missing_to_settle text,
  missing_to_bill text,
  -- Both together.
  missing_papers text,
  payment_status_by_hand boolean not null default false,
  -- Loads that were settled in another program are on no settlement here (SPEC C363).
  settled_elsewhere text not null default 'no',
  trailer_id bigint,
  constraint loads_pkey primary key (user_id, id),
  constraint loads_load_id_key unique (user_id, load_id),
  constraint loads_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint loads_dispatcher_id_fkey foreign key (user_id, dispatcher_id) references dispatchers(user_id, id),
  constraint loads_driver2_id_fkey foreign key (user_id, driver2_id) references drivers(user_id, id),
  constraint loads_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint loads_trailer_id_fkey foreign key (user_id, trailer_id) references trailers(user_id, id),
  constraint loads_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint loads_bol_status_check check (bol_status = any (array['not-received', 'pending', 'received'])),
  constraint loads_charge_count_check check (charge_count > 0 or charge_count = 0 and billed_total = 0::numeric),
  constraint loads_check check (revenue >= 0::numeric and miles >= 0::numeric and weight >= 0::numeric),
  constraint loads_delivery_status_check check (delivery_status = any (array['scheduled', 'pending', 'in-transit', 'delivered'])),
  constraint loads_delivery_time_check check (delivery_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9](-([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  constraint loads_empty_miles_check check (empty_miles >= 0::numeric),
  constraint loads_payment_status_check check (payment_status = any (array['unpaid', 'pending', 'paid', 'overdue', 'processed'])),
  constraint loads_pickup_time_check check (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9](-([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  constraint loads_pieces_check check (pieces >= 1 and pieces <= 999999),
  constraint loads_settled_elsewhere_check check (settled_elsewhere = 'no' or settled_elsewhere = 'yes' and settlement_date is null)
);
create index loads_bol_status_idx on loads (user_id, bol_status, id);
create index loads_broker_id_idx on loads (user_id, broker_id, id);
create index loads_broker_load_number_idx on loads (user_id, broker_load_number, id) where broker_load_number is not null;
create index loads_delivery_date_idx on loads (user_id, delivery_date, id) include (revenue);
create index loads_delivery_status_idx on loads (user_id, delivery_status, id);
create index loads_dispatcher_id_idx on loads (user_id, dispatcher_id, id) where dispatcher_id is not null;
create index loads_driver2_id_idx on loads (user_id, driver2_id, id) where driver2_id is not null;
create index loads_driver_id_idx on loads (user_id, driver_id, id);
create index loads_miles_idx on loads (user_id, miles, id);
create index loads_missing_papers_idx on loads (user_id, id) where missing_papers is not null;
create index loads_not_settled_idx on loads (user_id, id) where delivery_status = 'delivered' and settlement_date is null and settled_elsewhere = 'no';
create index loads_payment_status_idx on loads (user_id, payment_status, id);
create index loads_pending_bol_idx on loads (user_id, id) include (revenue, delivery_status) where bol_status = any (array['pending', 'not-received']);
create index loads_pickup_date_idx on loads (user_id, pickup_date, id);
create index loads_revenue_idx on loads (user_id, revenue, id);
create index loads_search_idx on loads (user_id, lower(load_id collate "default") collate "C", id);
create index loads_settlement_date_idx on loads (user_id, settlement_date, id) include (truck_id);
create index loads_settlement_idx on loads (user_id, truck_id, settlement_date) include (revenue);
-- A search reads it alone, newest first, whatever its text is.
create index loads_text_idx on loads (user_id, id) include (search_text, truck_id, driver_id, driver2_id, broker_id, dispatcher_id, trailer_id);
create index loads_trailer_id_idx on loads (user_id, trailer_id, id) where trailer_id is not null;
create index loads_truck_id_idx on loads (user_id, truck_id, id) include (delivery_date, revenue);
create index loads_unbilled_idx on loads (user_id, delivery_date, id) where delivery_status = 'delivered' and payment_status <> 'paid';
create index loads_unpaid_idx on loads (user_id, id) include (revenue, delivery_date) where payment_status = any (array['unpaid', 'pending']);
create index loads_unpaid_of_broker_idx on loads (user_id, broker_id) where payment_status <> 'paid';
create index loads_without_truck_idx on loads (user_id, id) where truck_id is null and delivery_status <> 'delivered';

-- Without a link to `persons`: a database on several machines keeps it on the coordinator, so that a login writes there only.
create table login_networks (
  person_id uuid not null,
  network text not null,
  used_at timestamptz not null default now(),
  constraint login_networks_pkey primary key (person_id, network)
);

-- Logos that were uploaded, named by what they hold: the same name is the same picture for ever, so that a
-- statement's snapshot freezes its logo by naming it (`company.logoUrl`).
create table logos (
  user_id uuid not null,
  digest text not null,
  type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint logos_pkey primary key (user_id, digest),
  constraint logos_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint logos_bytes_check check (length(bytes) <= 524288),
  constraint logos_digest_check check (digest = encode(sha256(bytes), 'hex')),
  constraint logos_type_check check (type = any (array['image/png', 'image/jpeg']))
);

-- Mails that wait for the operator's mail server, and what became of them (SPEC C182–C188).
create table mails (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  -- Addresses, joined by ", ".
  recipients text not null,
  copies text not null default '',
  subject text not null,
  -- Null once it needs no further try, as its files are deleted then.
  text text,
  language text not null default 'en',
  from_name text not null default '',
  reply_to text not null default '',
  state text not null default 'queued',
  attempts integer not null default 0,
  next_try_at timestamptz default now(),
  -- While it is being sent: by which run of which instance, and until when without a sign of life.
  claim uuid,
  claimed_until timestamptz,
  -- Set before the end of the data is sent. From then on the mail server may have accepted it.
  handed_over_at timestamptz,
  -- The same for every copy of the mail.
  message_id text,
  -- The mail server's last words, and its words on single addresses that it refused.
  answer text,
  refused text,
  sent_at timestamptz,
  -- A person said that it was sent, or gave it up.
  decided_by uuid,
  -- Only one mail with this key is waiting or sent: "billing/12".
  once_key text,
  made_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A mail that the mail server accepted for some of its addresses and refused for others (SPEC C250). It keeps its text and files
  -- until a person decides, and is tried again only for those that were refused.
  open_recipients text,
  constraint mails_pkey primary key (user_id, id),
  constraint mails_once_key_key unique (user_id, once_key),
  constraint mails_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint mails_claim_check check (state <> 'sending' or claim is not null and claimed_until is not null),
  constraint mails_header_check check (((((recipients || copies) || subject) || from_name) || reply_to) !~ '[[:cntrl:]]'),
  constraint mails_kind_check check (kind = any (array['invoice', 'statement', 'invitation', 'reminder', 'account-statement', 'schedule'])),
  constraint mails_language_check check (language = any (array['en', 'es'])),
  constraint mails_next_try_at_check check ((state = 'queued') = (next_try_at is not null)),
  constraint mails_open_recipients_check check (open_recipients <> '' and open_recipients !~ '[[:cntrl:]]'),
  constraint mails_partly_check check (state <> 'partly' or num_nulls(open_recipients, refused, sent_at) = 0),
  constraint mails_recipients_check check (recipients <> ''),
  constraint mails_sent_at_check check (state <> 'sent' or sent_at is not null),
  constraint mails_state_check check (state = any (array['queued', 'sending', 'sent', 'partly', 'failed', 'unknown', 'canceled'])),
  constraint mails_text_check check (text is not null or (state = any (array['sent', 'canceled'])))
);
create index mails_claimed_idx on mails (user_id, claimed_until) where state = 'sending';
create index mails_due_idx on mails (user_id, next_try_at) where state = 'queued';
create index mails_open_idx on mails (user_id, id) where state = any (array['queued', 'sending', 'partly', 'failed', 'unknown']);

create table mail_file_parts (
  user_id uuid not null,
  mail_id bigint not null,
  file_number integer not null,
  number integer not null,
  bytes bytea not null,
  constraint mail_file_parts_pkey primary key (user_id, mail_id, file_number, number),
  constraint mail_file_parts_mail_id_fkey foreign key (user_id, mail_id) references mails(user_id, id) on delete cascade,
  constraint mail_file_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What was attached. The rows stay, the bytes are deleted with the text of the mail.
create table mail_files (
  user_id uuid not null,
  id bigint not null generated always as identity,
  mail_id bigint not null,
  number integer not null,
  name text not null,
  type text not null,
  bytes integer not null,
  sha256 text not null,
  constraint mail_files_pkey primary key (user_id, id),
  constraint mail_files_mail_id_key unique (user_id, mail_id, number),
  constraint mail_files_mail_id_fkey foreign key (user_id, mail_id) references mails(user_id, id) on delete cascade,
  constraint mail_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint mail_files_header_check check ((name || type) !~ '[[:cntrl:]]')
);

-- How an account's mails look (SPEC C189). The mail server is the operator's.
create table mail_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  from_name text,
  reply_to text,
  invoice_text text,
  statement_text text,
  statement_text_es text,
  signature text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mail_settings_pkey primary key (user_id, id),
  constraint mail_settings_user_id_key unique (user_id),
  constraint mail_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint mail_settings_header_check check ((coalesce(from_name, '') || coalesce(reply_to, '')) !~ '[[:cntrl:]]')
);

-- The records that a mail is about: settlements, invoices, brokers.
create table mail_subjects (
  user_id uuid not null,
  id bigint not null generated always as identity,
  mail_id bigint not null,
  subject text not null,
  record_id bigint not null,
  constraint mail_subjects_pkey primary key (user_id, id),
  constraint mail_subjects_mail_id_key unique (user_id, mail_id, subject, record_id),
  constraint mail_subjects_mail_id_fkey foreign key (user_id, mail_id) references mails(user_id, id) on delete cascade,
  constraint mail_subjects_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index mail_subjects_record_idx on mail_subjects (user_id, subject, record_id, mail_id);

-- One row for the company, without a broker, and one for each broker with its own order. It has no link to the broker: it
-- survives while the broker is in the trash.
create table packet_orders (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint,
  -- Kinds of documents, and "invoice", in their order.
  kinds jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint packet_orders_pkey primary key (user_id, id),
  constraint packet_orders_broker_id_key unique nulls not distinct (user_id, broker_id),
  constraint packet_orders_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table payouts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  owner_id bigint,
  driver_id bigint,
  truck_id bigint,
  payee text not null generated always as (payee_key(owner_id, driver_id, truck_id)) stored,
  payee_name text,
  kind text not null default 'settlement',
  rule_id bigint,
  paid_on date not null,
  method text not null,
  reference text,
  amount numeric(14,2) not null,
  note text,
  replaces bigint,
  reversed_on date,
  reversal text,
  reversal_reason text,
  -- The sums of the live parts, and of cash repayments and write-offs. Kept by triggers.
  applied numeric(14,2) not null default 0,
  closed numeric(14,2) not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A payment that replaces another one can keep counting in the year of the first (SPEC C315). Null: it counts on its pay date.
  counts_on date,
  unapplied numeric(14,2) not null generated always as (case when kind = 'settlement' and reversal is null then amount - applied - closed else 0::numeric end) stored,
  state text not null generated always as (case when reversal is not null then 'reversed' when kind = 'settlement' and amount > (applied + closed) then 'unapplied' else 'posted' end) stored,
  constraint payouts_pkey primary key (user_id, id),
  constraint payouts_replaces_fkey foreign key (user_id, replaces) references payouts(user_id, id),
  constraint payouts_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint payouts_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint payouts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payouts_amount_check check (amount > 0::numeric),
  constraint payouts_applied_check check (applied >= 0::numeric and closed >= 0::numeric and (applied + closed) <= amount),
  constraint payouts_kind_check check (kind = any (array['settlement', 'hand-out'])),
  constraint payouts_payee_check check (num_nonnulls(owner_id, driver_id, truck_id) = 1),
  constraint payouts_reversal_check check ((num_nonnulls(reversed_on, reversal, reversal_reason) = any (array[0, 3])) and (reversal is null or (reversal = any (array['never cashed', 'returned', 'reissued']))) and (reversal is null or applied = 0::numeric and closed = 0::numeric)),
  constraint payouts_rule_check check ((kind = 'hand-out') = (rule_id is not null))
);
create index payouts_counts_on_idx on payouts (user_id, counts_on) where counts_on is not null;
create index payouts_hand_out_idx on payouts (user_id, rule_id, payee) include (amount) where kind = 'hand-out' and reversal is null;
create index payouts_paid_on_idx on payouts (user_id, paid_on, id);
create index payouts_payee_idx on payouts (user_id, payee, id);
create index payouts_reference_idx on payouts (user_id, lower(reference)) where reference is not null;
create index payouts_unapplied_idx on payouts (user_id, payee) where unapplied > 0::numeric;

-- Unapplied money that the payee repaid in cash, or that was written off.
create table payout_closings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  payout_id bigint not null,
  kind text not null,
  day date not null,
  amount numeric(14,2) not null,
  method text,
  reference text,
  reason text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payout_closings_pkey primary key (user_id, id),
  constraint payout_closings_payout_id_fkey foreign key (user_id, payout_id) references payouts(user_id, id) on delete cascade,
  constraint payout_closings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payout_closings_amount_check check (amount > 0::numeric),
  constraint payout_closings_kind_check check (kind = any (array['repayment', 'write-off'])),
  constraint payout_closings_method_check check (kind = 'repayment' or method is null and reference is null)
);
create index payout_closings_day_idx on payout_closings (user_id, day);
create index payout_closings_payout_id_idx on payout_closings (user_id, payout_id);

-- How much of a payment covers a statement. A part ends if the payment is reversed, or if its statement is voided and
-- the payee keeps the money.
create table payout_parts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  payout_id bigint not null,
  billing_id bigint not null,
  amount numeric(14,2) not null,
  -- The money was unapplied before: the statement prints it as already paid.
  was_unapplied boolean not null default false,
  ended text,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The day on which unapplied money was applied. What the gross of the part exceeds the money counts in the year of this day.
  applied_on date,
  constraint payout_parts_pkey primary key (user_id, id),
  constraint payout_parts_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint payout_parts_payout_id_fkey foreign key (user_id, payout_id) references payouts(user_id, id) on delete cascade,
  constraint payout_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payout_parts_amount_check check (amount > 0::numeric),
  constraint payout_parts_applied_check check (was_unapplied = (applied_on is not null)),
  constraint payout_parts_ended_check check ((ended is null) = (ended_at is null) and (ended is null or (ended = any (array['reversed', 'kept']))))
);
create index payout_parts_applied_on_idx on payout_parts (user_id, applied_on) where applied_on is not null;
create index payout_parts_billing_id_idx on payout_parts (user_id, billing_id);
create index payout_parts_payout_id_idx on payout_parts (user_id, payout_id);

-- A payee asks about a line of a frozen statement, and the office answers once (SPEC C79).
create table questions (
  user_id uuid not null,
  id bigint not null generated always as identity,
  billing_id bigint not null,
  -- The statement's, and so who may read the question.
  payee text not null,
  -- What the statement prints.
  number integer not null,
  truck text not null,
  payee_name text,
  line_key text not null,
  -- What the line says, in English.
  line_text text not null,
  text text not null,
  -- Persons.
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  -- The bell shows what was answered (SPEC C86): to a payee the office's answer, to a member the answer to a mention.
  answer_read_at timestamptz,
  constraint questions_pkey primary key (user_id, id),
  constraint questions_user_id_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint questions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint questions_answer_check check ((answer is null) = (answered_by is null) and (answer is null) = (answered_at is null))
);
create index questions_billing_id_idx on questions (user_id, billing_id);
create index questions_open_idx on questions (user_id, id) where answer is null;
create index questions_payee_idx on questions (user_id, payee, id);
create index questions_unread_answers_idx on questions (user_id, asked_by, id) where answer is not null and answer_read_at is null;

-- What was read from a rate confirmation, and what the person kept of it (SPEC C126). It belongs to its document.
-- Not audited: the document and the load are.
create table readings (
  user_id uuid not null,
  document_id bigint not null,
  reader_version integer,
  layout text,
  -- Null if the paper is not clear about it.
  total numeric(12,2),
  "values" jsonb not null,
  -- The load's fields as they were saved.
  kept jsonb not null,
  created_at timestamptz not null default now(),
  is_scan boolean not null default false,
  typed_total numeric(12,2),
  typed_by uuid,
  typed_at timestamptz,
  constraint readings_pkey primary key (user_id, document_id),
  constraint readings_document_id_fkey foreign key (user_id, document_id) references documents(user_id, id) on delete cascade,
  constraint readings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint readings_reader_version_check check (reader_version is not null or typed_total is not null),
  constraint readings_typed_check check ((typed_total is null) = (typed_by is null) and (typed_total is null) = (typed_at is null))
);
create index readings_created_at_idx on readings (user_id, created_at);

create table receipts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  received_on date not null,
  method text not null,
  -- Check number or trace number.
  reference text,
  amount numeric(14,2) not null,
  note text,
  deposited_on date,
  reversed_on date,
  reversal_reason text,
  -- The sums of the live parts and of the standing refunds. Kept by triggers.
  applied numeric(14,2) not null default 0,
  refunded numeric(14,2) not null default 0,
  unapplied numeric(14,2) not null generated always as (case when reversed_on is null then amount - applied - refunded else 0::numeric end) stored,
  state text not null generated always as (case when reversed_on is not null then 'reversed' when amount > (applied + refunded) then 'unapplied' else 'posted' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint receipts_pkey primary key (user_id, id),
  constraint receipts_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint receipts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipts_amount_check check (amount > 0::numeric),
  constraint receipts_applied_check check (applied >= 0::numeric and refunded >= 0::numeric and (applied + refunded) <= amount),
  constraint receipts_method_check check (method = any (array['check', 'ach', 'wire', 'quick-pay', 'comchek', 'card', 'cash'])),
  constraint receipts_reversal_check check ((num_nonnulls(reversed_on, reversal_reason) = any (array[0, 2])) and (reversed_on is null or reversed_on >= received_on and applied = 0::numeric and refunded = 0::numeric))
);
create index receipts_broker_id_idx on receipts (user_id, broker_id, received_on, id);
create index receipts_received_on_idx on receipts (user_id, received_on, id);
create index receipts_reference_idx on receipts (user_id, lower(reference), broker_id) where reference is not null;
create index receipts_unapplied_idx on receipts (user_id, broker_id) where unapplied > 0::numeric;

-- How much of a receipt pays an invoice. A part ends when the receipt is reversed, or when the money is taken off the invoice.
create table receipt_parts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint not null,
  invoice_id bigint not null,
  amount numeric(14,2) not null,
  applied_on date not null,
  -- The money was on no invoice before.
  was_unapplied boolean not null default false,
  ended text,
  ended_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint receipt_parts_pkey primary key (user_id, id),
  constraint receipt_parts_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint receipt_parts_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receipt_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipt_parts_amount_check check (amount > 0::numeric),
  constraint receipt_parts_ended_check check (ended = any (array['reversed', 'taken-off'])),
  constraint receipt_parts_ended_on_check check ((ended is null) = (ended_on is null) and ended_on >= applied_on)
);
create index receipt_parts_invoice_id_idx on receipt_parts (user_id, invoice_id);
create index receipt_parts_receipt_id_idx on receipt_parts (user_id, receipt_id);

-- What a broker did not pay of an invoice, and why. Without a receipt: decided on its own day.
create table receipt_differences (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint,
  invoice_id bigint not null,
  kind text not null,
  amount numeric(14,2) not null,
  reason text,
  day date not null,
  -- Of an accepted short pay: who bears it. The owner's share is a negative charge of the load, which is not billed.
  bears text,
  owner_amount numeric(14,2) not null default 0,
  load_id bigint,
  charge_id bigint,
  credit_note_id bigint,
  ended text,
  ended_on date,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The part that a difference was recorded with. When the part's money is unapplied, only its own differences end (SPEC C198).
  part_id bigint,
  constraint receipt_differences_pkey primary key (user_id, id),
  constraint receipt_differences_credit_note_id_fkey foreign key (user_id, credit_note_id) references invoices(user_id, id),
  constraint receipt_differences_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint receipt_differences_part_id_fkey foreign key (user_id, part_id) references receipt_parts(user_id, id),
  constraint receipt_differences_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receipt_differences_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipt_differences_accepted_check check (case kind when 'short-pay-accepted' then num_nulls(bears, credit_note_id, reason) = 0 else num_nonnulls(bears, credit_note_id) = 0 end),
  constraint receipt_differences_amount_check check (amount > 0::numeric),
  constraint receipt_differences_bears_check check (bears = any (array['carrier', 'owner', 'both'])),
  constraint receipt_differences_ended_check check (ended = any (array['reversed', 'undone', 'settled'])),
  constraint receipt_differences_ended_on_check check ((ended is null) = (ended_on is null) and ended_on >= day),
  constraint receipt_differences_kind_check check (kind = any (array['quick-pay', 'short-pay-disputed', 'short-pay-accepted', 'write-off', 'bank-fee'])),
  constraint receipt_differences_owner_check check (case bears when 'owner' then owner_amount = amount when 'both' then owner_amount > 0::numeric and owner_amount < amount else owner_amount = 0::numeric end and (owner_amount > 0::numeric) = (num_nulls(load_id, charge_id) = 0) and num_nonnulls(load_id, charge_id) <> 1)
);
create index receipt_differences_invoice_id_idx on receipt_differences (user_id, invoice_id);
create index receipt_differences_receipt_id_idx on receipt_differences (user_id, receipt_id);

-- Money that was returned to the broker. A refund that the broker never cashed ends.
create table receipt_refunds (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint not null,
  day date not null,
  amount numeric(14,2) not null,
  method text not null,
  reference text,
  reason text not null,
  ended_on date,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint receipt_refunds_pkey primary key (user_id, id),
  constraint receipt_refunds_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receipt_refunds_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipt_refunds_amount_check check (amount > 0::numeric),
  constraint receipt_refunds_ended_check check ((num_nonnulls(ended_on, ended_reason) = any (array[0, 2])) and ended_on >= day),
  constraint receipt_refunds_method_check check (method = any (array['check', 'ach', 'wire', 'quick-pay', 'comchek', 'card', 'cash']))
);
create index receipt_refunds_receipt_id_idx on receipt_refunds (user_id, receipt_id);

-- What each broker owes, fact by fact. Rows are only added. Without an invoice: money received that is on no invoice.
create table receivable_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null,
  -- Positive: the broker owes more.
  amount numeric(14,2) not null,
  -- The fact behind the entry. A factor's entry is in the factor's account.
  receipt_id bigint,
  difference_id bigint,
  credit_note_id bigint,
  factor_entry_id bigint,
  created_at timestamptz not null default now(),
  constraint receivable_entries_pkey primary key (user_id, id),
  constraint receivable_entries_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint receivable_entries_difference_id_fkey foreign key (user_id, difference_id) references receipt_differences(user_id, id),
  constraint receivable_entries_factor_entry_id_fkey foreign key (user_id, factor_entry_id) references factor_entries(user_id, id),
  constraint receivable_entries_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint receivable_entries_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receivable_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receivable_entries_amount_check check (amount <> 0::numeric),
  constraint receivable_entries_invoice_check check (invoice_id is not null or receipt_id is not null and (kind = any (array['payment', 'applied', 'refund', 'refund-reversal', 'reversal']))),
  constraint receivable_entries_kind_check check (kind = any (array['invoice', 'void', 'credit', 'credit-void', 'payment', 'applied', 'quick-pay', 'write-off', 'bank-fee', 'refund', 'refund-reversal', 'reversal', 'factor-paid', 'factor-reversal'])),
  constraint receivable_entries_sign_check check (case when kind = any (array['invoice', 'credit-void', 'applied', 'refund', 'reversal', 'factor-reversal']) then amount > 0::numeric else amount < 0::numeric end)
);
create index receivable_entries_ahead_idx on receivable_entries (user_id, day) include (invoice_id) where day > ((created_at at time zone 'UTC') - '12:00:00'::interval)::date;
create index receivable_entries_broker_id_idx on receivable_entries (user_id, broker_id, day) include (invoice_id, amount);
create index receivable_entries_day_idx on receivable_entries (user_id, day) include (broker_id, invoice_id, kind, amount);
create index receivable_entries_difference_id_idx on receivable_entries (user_id, difference_id) where difference_id is not null;
create index receivable_entries_invoice_id_idx on receivable_entries (user_id, invoice_id, day) include (amount) where invoice_id is not null;
create index receivable_entries_invoices_idx on receivable_entries (user_id, day) include (kind, amount) where kind = any (array['invoice', 'void', 'credit', 'credit-void']);
create index receivable_entries_receipt_id_idx on receivable_entries (user_id, receipt_id) where receipt_id is not null;
create index receivable_entries_unapplied_idx on receivable_entries (user_id, broker_id, day) include (amount) where invoice_id is null;

create table second_steps (
  person_id uuid not null,
  -- Encrypted like bank details. While `on_since` is null, the person is still setting it up.
  secret bytea not null,
  on_since timestamptz,
  -- Of the recovery codes' hashes.
  salt text,
  constraint second_steps_pkey primary key (person_id),
  constraint second_steps_person_id_fkey foreign key (person_id) references persons(id) on delete cascade,
  constraint second_steps_check check (on_since is null or salt is not null)
);

create table recovery_codes (
  person_id uuid not null,
  hash text not null,
  constraint recovery_codes_pkey primary key (person_id, hash),
  constraint recovery_codes_person_id_fkey foreign key (person_id) references second_steps(person_id) on delete cascade
);

-- What is not asked for any more: a carry (no load), or what a load changed by. Below zero: what is not paid out.
create table releases (
  user_id uuid not null,
  id bigint not null generated always as identity,
  billing_id bigint not null,
  load_id bigint,
  amount numeric(14,2) not null,
  reason text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revenue numeric(14,2) not null default 0,
  miles numeric(14,2) not null default 0,
  empty_miles numeric(14,2) not null default 0,
  loads integer not null default 0,
  net numeric(14,2),
  factored numeric(14,2) not null default 0,
  fee numeric(14,2) not null default 0,
  constraint releases_pkey primary key (user_id, id),
  constraint releases_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint releases_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint releases_amount_check check (amount <> 0::numeric or load_id is not null and (revenue <> 0::numeric or miles <> 0::numeric or empty_miles <> 0::numeric or loads <> 0 or factored <> 0::numeric or fee <> 0::numeric))
);
create index releases_billing_id_idx on releases (user_id, billing_id, load_id);
create unique index releases_carry_key on releases (user_id, billing_id) where load_id is null;

-- When reminders are due, and their texts. A null text is the default one.
create table reminder_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  before_days integer not null,
  due_days integer not null,
  final_days integer not null,
  before_text text,
  due_text text,
  final_text text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reminder_settings_pkey primary key (user_id, id),
  constraint reminder_settings_user_id_key unique (user_id),
  constraint reminder_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint reminder_settings_before_days_check check (before_days >= 1 and before_days <= 60),
  constraint reminder_settings_due_days_check check (due_days >= 1 and due_days <= 90),
  constraint reminder_settings_final_days_check check (final_days >= (due_days + 1) and final_days <= 365)
);

-- Sample data in an account without records (SPEC C64): which records it consists of. No link to the records: a deleted one
-- can be restored from the trash. The rows go with the sample data, and so do its records in the trash.
create table sample_records (
  user_id uuid not null,
  -- A table: drivers, owners, trucks, trailers, brokers, dispatchers, loads, deduction_rules or billing.
  name text not null,
  record_id bigint not null,
  constraint sample_records_pkey primary key (user_id, name, record_id),
  constraint sample_records_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- sid is the SHA-256 of the cookie's token: whoever reads this table cannot sign in with it.
create table sessions (
  user_id uuid not null,
  sid text not null,
  sess jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default now(),
  expire timestamptz not null,
  -- The list of sessions names a session by this number: the hash of its token is not sent.
  id bigint not null generated always as identity,
  person_id uuid not null,
  constraint sessions_pkey primary key (user_id, sid),
  constraint sessions_person_id_fkey foreign key (user_id, person_id) references members(user_id, person_id) on delete cascade,
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create unique index sessions_person_id_idx on sessions (user_id, person_id, id);

create table settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
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
  fuel_deduction_value numeric not null default 15.00,
  insurance_deduction_type text not null default 'fixed',
  insurance_deduction_value numeric not null default 350.00,
  custom_deductions jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- After how many days without a check a broker is listed. Null: never.
  broker_check_days integer default 90,
  -- The default deductions for fuel and insurance are proposals until a person answers them (SPEC C340).
  deductions_answered boolean not null default false,
  constraint settings_pkey primary key (user_id, id),
  constraint settings_user_id_key unique (user_id),
  constraint settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint settings_decimals_check check (min_scale(fuel_deduction_value) <= case when fuel_deduction_type = 'fixed' then 2 else 4 end and abs(fuel_deduction_value) < 100000000::numeric and min_scale(insurance_deduction_value) <= case when insurance_deduction_type = 'fixed' then 2 else 4 end and abs(insurance_deduction_value) < 100000000::numeric),
  constraint settings_work_week_start_day_check check (work_week_start_day >= 0 and work_week_start_day <= 6)
);

-- The loads that no longer match a frozen statement, less what adjustments and write-offs already settled. A row is
-- here only while there is a difference. A change of a statement's drift holds the statement's row first.
create table statement_drift (
  user_id uuid not null,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  stated numeric(12,2) not null,
  current numeric(12,2) not null,
  adjusted numeric(14,2) not null,
  revenue numeric(14,2) not null,
  miles numeric(14,2) not null,
  empty_miles numeric(14,2) not null,
  loads integer not null,
  current_miles numeric(12,2) not null,
  current_empty_miles numeric(12,2) not null,
  factored numeric(14,2) not null default 0,
  fee numeric(14,2) not null default 0,
  current_factored numeric(14,2) not null default 0,
  current_fee numeric(14,2) not null default 0,
  constraint statement_drift_pkey primary key (user_id, billing_id, load_id),
  constraint statement_drift_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint statement_drift_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint statement_drift_check check (load_id = 0 or (current - stated) <> adjusted or revenue <> 0::numeric or miles <> 0::numeric or empty_miles <> 0::numeric or loads <> 0 or factored <> 0::numeric or fee <> 0::numeric)
);

-- The loads of a statement as it prints them. No link to the load: it may be deleted.
create table statement_loads (
  user_id uuid not null,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  revenue numeric(12,2) not null,
  delivery_date date,
  miles numeric(12,2) not null default 0,
  empty_miles numeric(12,2) not null default 0,
  constraint statement_loads_pkey primary key (user_id, billing_id, load_id),
  constraint statement_loads_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint statement_loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index statement_loads_delivery_date_idx on statement_loads (user_id, delivery_date) include (billing_id, revenue);
create index statement_loads_load_id_idx on statement_loads (user_id, load_id);

-- The last number given. Its row is held until the approval is committed, and a failed one takes
-- nothing: so there is never a gap.
create table statement_numbers (
  user_id uuid not null,
  last integer not null,
  constraint statement_numbers_pkey primary key (user_id),
  constraint statement_numbers_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What recurring deductions have taken on frozen statements, so that balances of old accounts are not added up again.
create table statement_rule_sums (
  user_id uuid not null,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  truck_id bigint not null,
  payee text not null,
  amount numeric(14,2) not null,
  -- A sum without lines is deleted: lines of $0.00 give a payee a balance, and no lines give none.
  lines integer not null,
  constraint statement_rule_sums_pkey primary key (user_id, id),
  constraint statement_rule_sums_key unique (user_id, rule_id, truck_id, payee),
  constraint statement_rule_sums_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint statement_rule_sums_user_id_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id) on delete cascade
);
create index statement_rule_sums_payee_idx on statement_rule_sums (user_id, payee, rule_id);

create table statement_snapshots (
  user_id uuid not null,
  billing_id bigint not null,
  snapshot jsonb not null,
  payee text generated always as (snapshot #>> '{payee,name}'::text[]) stored,
  truck text generated always as (snapshot #>> '{truck,truckId}'::text[]) stored,
  adjustments numeric(14,2) generated always as (snapshot_adjustments(snapshot)) stored,
  adjusted_deductions numeric(14,2) generated always as (snapshot_adjusted_deductions(snapshot)) stored,
  extra_pay numeric(14,2) generated always as (snapshot_extra_pay(snapshot)) stored,
  reimbursements numeric(14,2) generated always as (snapshot_reimbursements(snapshot)) stored,
  withheld numeric(14,2) generated always as (snapshot_withheld(snapshot)) stored,
  constraint statement_snapshots_pkey primary key (user_id, billing_id),
  constraint statement_snapshots_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint statement_snapshots_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index statement_snapshots_logo_idx on statement_snapshots (user_id, (snapshot #>> '{company,logoUrl}'::text[]));

-- `bytes`: at the last count. `added`: what was accepted since, estimated from the size of the requests. An account
-- is counted again while it has changed lately: `changed_at` is before the change is committed.
create table storage (
  user_id uuid not null,
  bytes bigint not null,
  added bigint not null default 0,
  changed_at timestamptz not null default now(),
  counted_at timestamptz not null default now(),
  took_ms integer not null default 0,
  constraint storage_pkey primary key (user_id),
  constraint storage_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- Layouts of brokers' rate confirmations that members taught by pointing at values (SPEC C145).
create table taught_layouts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- Its name, to show. It has no link to a broker: papers are recognized by what they print.
  broker text not null,
  -- How its papers are recognized, and the anchor of each field.
  layout jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint taught_layouts_pkey primary key (user_id, id),
  constraint taught_layouts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint taught_layouts_layout_check check (octet_length(layout::text) <= 64000)
);

-- What an Admin decides for the roles. An account without a row has the defaults.
create table team_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  dispatcher_revenue boolean not null default true,
  viewer_revenue boolean not null default false,
  driver_revenue boolean not null default false,
  separate_approval boolean not null default false,
  require_two_step boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Truck owners open the rate confirmations of their loads (SPEC C137).
  owner_confirmations boolean not null default false,
  -- The IANA name of the account's time zone. Null until the first browser proposes one: UTC until then (SPEC C460).
  time_zone text,
  constraint team_settings_pkey primary key (user_id, id),
  constraint team_settings_user_id_key unique (user_id),
  constraint team_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What an operation did to one record, so that it can be undone for 30 days (SPEC C43, C44). A deletion's rows are the
-- trash. A separate table, so that no query, index or unique number of the records changes.
create table undo_records (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- One per deletion, bulk change or import. A bulk change sends it with each of its parts.
  operation uuid not null,
  action text not null,
  -- The table and the record, and the record's label.
  subject text not null,
  record_id bigint not null,
  label text not null,
  -- The record's version after the operation, null after a deletion.
  version_after integer,
  -- The row before a deletion, the changed columns before a change, null before a creation. Without secrets.
  before jsonb,
  -- The records whose links the deletion cleared: {"loads": {"brokerId": [7, 9]}}.
  links jsonb,
  -- The recurring deductions that were deleted with a truck.
  rules jsonb,
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '30 days'::interval,
  -- Who deleted or changed the record: dispatchers and safety restore their own deletions only (SPEC C74). Null: not a person.
  person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid,
  constraint undo_records_pkey primary key (user_id, id),
  constraint undo_records_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint undo_records_action_check check (action = any (array['created', 'changed', 'deleted'])),
  constraint undo_records_check check ((action = 'created') = (before is null)),
  constraint undo_records_check1 check ((action = 'deleted') = (version_after is null))
);
create index undo_records_expires_at_idx on undo_records (user_id, expires_at);
create index undo_records_operation_idx on undo_records (user_id, operation, id);
create index undo_records_own_trash_idx on undo_records (user_id, person_id, id) where action = 'deleted' and person_id is not null;
create index undo_records_record_idx on undo_records (user_id, subject, record_id, id);
create index undo_records_trash_idx on undo_records (user_id, id) where action = 'deleted';

-- The secrets of the rows, encrypted for the record that they belong to. A separate table, so that a change of the
-- encryption key reads only these.
create table undo_secrets (
  user_id uuid not null,
  id bigint not null generated always as identity,
  undo_id bigint not null,
  subject text not null,
  record_id bigint not null,
  field text not null,
  sealed bytea not null,
  constraint undo_secrets_pkey primary key (user_id, id),
  constraint undo_secrets_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint undo_secrets_user_id_undo_id_fkey foreign key (user_id, undo_id) references undo_records(user_id, id) on delete cascade
);
create index undo_secrets_undo_id_idx on undo_secrets (user_id, undo_id);

-- Links by which someone without a login uploads the papers of one load (SPEC C135). Only the hash of a token is stored.
create table upload_links (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- A link is dead while its load is in the trash.
  load_id bigint not null,
  -- Names it in the audit log: "Pat Doe, load L-1042".
  label text not null,
  token_hash text not null,
  made_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- What was stored through it.
  uploads integer not null default 0,
  bytes bigint not null default 0,
  constraint upload_links_pkey primary key (user_id, id),
  constraint upload_links_token_hash_key unique (user_id, token_hash),
  constraint upload_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index upload_links_load_id_idx on upload_links (user_id, load_id, id);
create index upload_links_made_by_idx on upload_links (user_id, made_by) where revoked_at is null;
create index upload_links_unused_idx on upload_links (expires_at) where uploads = 0;

-- The period of a person's last accepted code of two-step login: no code is accepted twice. Without a link, as `login_networks`.
create table used_codes (
  person_id uuid not null,
  period bigint not null,
  constraint used_codes_pkey primary key (person_id)
);

create table views (
  user_id uuid not null,
  id bigint not null generated always as identity,
  list text not null,
  name text not null,
  address text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  person_id uuid not null default nullif(current_setting('haulbook.person', true), '')::uuid,
  constraint views_pkey primary key (user_id, id),
  constraint views_name_key unique (user_id, person_id, list, name),
  constraint views_person_id_fkey foreign key (user_id, person_id) references members(user_id, person_id) on delete cascade,
  constraint views_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- Files are compressed already.
alter table document_parts alter column bytes set storage external;
alter table mail_file_parts alter column bytes set storage external;
