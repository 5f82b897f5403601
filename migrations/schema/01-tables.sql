-- Written by the schema test from the migrations. Never run. Do not edit.

create collation natural_number (provider = icu, locale = 'en-u-kn-true');

create table users (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint users_pkey primary key (id)
);

create table sessions (
  user_id uuid not null,
  sid text not null,
  sess jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default now(),
  expire timestamptz not null,
  id bigint not null generated always as identity,
  person_id uuid not null,
  constraint sessions_pkey primary key (user_id, sid),
  constraint sessions_person_id_fkey foreign key (user_id, person_id) references members(user_id, person_id) on delete cascade,
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create unique index sessions_person_id_idx on sessions (user_id, person_id, id);

create table attempts (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  happened_at timestamptz not null default now(),
  constraint attempts_pkey primary key (id)
);
create index attempts_subject_idx on attempts (kind, subject, happened_at);

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
  status text not null default 'active',
  offset_trucks text not null default 'no',
  backup_withholding boolean not null default false,
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
  constraint trucks_pkey primary key (user_id, id),
  constraint trucks_truck_id_key unique (user_id, truck_id),
  constraint trucks_vin_key unique (user_id, vin),
  constraint trucks_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint trucks_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint trucks_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint trucks_status_check check (status = any (array['active', 'maintenance', 'inactive']))
);
create index trucks_driver_id_idx on trucks (user_id, driver_id);
create index trucks_owner_id_idx on trucks (user_id, owner_id);

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
  terms_days integer,
  quick_pay_percent numeric,
  quick_pay_within integer,
  credit_limit numeric(12,2),
  status text not null default 'active',
  constraint brokers_pkey primary key (user_id, id),
  constraint brokers_dot_number_key unique (user_id, dot_number),
  constraint brokers_mc_number_key unique (user_id, mc_number),
  constraint brokers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint brokers_credit_limit_check check (credit_limit >= 0::numeric),
  constraint brokers_quick_pay_percent_check check (quick_pay_percent >= 0::numeric and quick_pay_percent <= 100::numeric and min_scale(quick_pay_percent) <= 4),
  constraint brokers_quick_pay_within_check check (quick_pay_within >= 0 and quick_pay_within <= 365),
  constraint brokers_status_check check (status = any (array['active', 'inactive'])),
  constraint brokers_terms_days_check check (terms_days >= 0 and terms_days <= 365)
);
create index brokers_company_name_idx on brokers (user_id, company_name);

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

create table loads (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id text collate natural_number not null,
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
  missing_to_settle text,
  missing_to_bill text,
  missing_papers text,
  payment_status_by_hand boolean not null default false,
  settled_elsewhere text not null default 'no',
  search_text text generated always as (lower((((((((((((((coalesce(load_id, '') || e'\n') || coalesce(pickup_city, '')) || e'\n') || coalesce(pickup_state, '')) || e'\n') || coalesce(delivery_city, '')) || e'\n') || coalesce(delivery_state, '')) || coalesce(e'\t' || broker_load_number, '')) || coalesce(e'\t' || po_number, '')) || coalesce(e'\t' || bol_number, '')) || coalesce(e'\t' || pickup_number, '')) || e'\t') collate "default")) stored,
  constraint loads_pkey primary key (user_id, id),
  constraint loads_load_id_key unique (user_id, load_id),
  constraint loads_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint loads_dispatcher_id_fkey foreign key (user_id, dispatcher_id) references dispatchers(user_id, id),
  constraint loads_driver2_id_fkey foreign key (user_id, driver2_id) references drivers(user_id, id),
  constraint loads_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
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
create index loads_empty_miles_idx on loads (user_id, empty_miles, id) where empty_miles > 0::numeric;
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
create index loads_text_idx on loads (user_id, id) include (search_text, truck_id, driver_id, driver2_id, broker_id, dispatcher_id);
create index loads_truck_id_idx on loads (user_id, truck_id, id) include (delivery_date, revenue);
create index loads_unbilled_idx on loads (user_id, delivery_date, id) where delivery_status = 'delivered' and payment_status <> 'paid';
create index loads_unpaid_idx on loads (user_id, id) include (revenue, delivery_date) where payment_status = any (array['unpaid', 'pending']);
create index loads_unpaid_of_broker_idx on loads (user_id, broker_id) where payment_status <> 'paid';
create index loads_weight_idx on loads (user_id, weight, id);
create index loads_without_truck_idx on loads (user_id, id) where truck_id is null and delivery_status <> 'delivered';

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
  total_expenses numeric(14,2) not null generated always as ((fuel + truck_payment + trailer_rental + insurance + maintenance + tires + permits + tolls + parking + factoring + other)) stored,
  net_payment numeric(14,2) not null generated always as ((total_revenue - (fuel + truck_payment + trailer_rental + insurance + maintenance + tires + permits + tolls + parking + factoring + other))) stored,
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
  owner_id bigint,
  driver_id bigint,
  payee text not null generated always as (payee_key(owner_id, driver_id, truck_id)) stored,
  approved_on date,
  paid_amount numeric(14,2) not null default 0,
  extra_pay numeric(14,2) not null default 0,
  gross_pay numeric(14,2) not null default 0,
  hold_reason text,
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
create index billing_voided_day_idx on billing (user_id, ((voided_at at time zone 'utc')::date)) where voided_at is not null;
create index billing_without_payee_idx on billing (user_id, id) where owner_id is null and driver_id is null and (status = any (array['approved', 'paid']));

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
  load_id bigint,
  formula text,
  version integer not null default 1,
  rule_id bigint,
  rule_key text,
  by_hand boolean not null default false,
  voided boolean not null default false,
  carried_from bigint,
  corrects bigint,
  taken_over boolean not null default false,
  skipped boolean not null default false,
  basis text,
  basis_value numeric,
  basis_figure numeric(14,2),
  reached numeric(14,2),
  reached_of numeric(14,2),
  load_number text,
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
  net_percent numeric,
  net_figure numeric(14,2),
  installment bigint,
  constraint expenses_pkey primary key (user_id, id),
  constraint expenses_billing_id_fkey foreign key (user_id, billing_id, truck_id) references billing(user_id, id, truck_id) on delete cascade,
  constraint expenses_carried_from_fkey foreign key (user_id, carried_from) references billing(user_id, id),
  constraint expenses_corrects_fkey foreign key (user_id, corrects) references billing(user_id, id),
  constraint expenses_offset_with_fkey foreign key (user_id, offset_with) references billing(user_id, id),
  constraint expenses_restates_fkey foreign key (user_id, restates) references expenses(user_id, id),
  constraint expenses_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint expenses_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint expenses_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint expenses_adjusts_pay_check check (not adjusts_pay or restates is not null),
  constraint expenses_basis_check check (case when basis is null then basis_value is null and basis_figure is null else (kind = any (array['rule', 'extra-pay', 'withholding'])) and (basis = any (array['percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee'])) and basis_value is not null and (basis_figure is null) = (basis = 'fixed') end),
  constraint expenses_carry_check check ((kind = 'carry-in') = (carried_from is not null) and (kind <> 'carry-in' or amount > 0::numeric) and (kind <> 'carry-out' or amount < 0::numeric)),
  constraint expenses_category_check check (category = any (array['fuel', 'truckPayment', 'trailerRental', 'insurance', 'maintenance', 'tires', 'permits', 'tolls', 'parking', 'factoring', 'other'])),
  constraint expenses_correction_check check ((kind = 'correction') = (corrects is not null)),
  constraint expenses_decimals_check check (min_scale(rate) <= 4 and abs(rate) < 100000000::numeric and min_scale(quantity) <= 3 and abs(quantity) < '1000000000000'::bigint::numeric and min_scale(basis_value) <= 4 and abs(basis_value) < 100000000::numeric),
  constraint expenses_description_check check (category <> 'other' or kind = 'plain' or description is not null),
  constraint expenses_extra_pay_check check (case when kind = 'extra-pay' then extra_pay is not null and (extra_pay = any (array['detention', 'layover', 'bonus', 'other'])) and category = 'other' and amount <= 0::numeric else extra_pay is null and not subject_to_percent end),
  constraint expenses_factoring_check check (coalesce((basis <> all (array['factored-percent', 'factoring-fee'])) or kind = 'rule' and rule_id is not null and rule_key = (('rule:' || rule_id) || coalesce(':load:' || load_id, '')), true)),
  constraint expenses_kind_check check (kind = any (array['plain', 'entered', 'rule', 'refund', 'carry-in', 'carry-out', 'correction', 'extra-pay', 'offset', 'withholding'])),
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
  broker_check_days integer default 90,
  deductions_answered boolean not null default false,
  constraint settings_pkey primary key (user_id, id),
  constraint settings_user_id_key unique (user_id),
  constraint settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint settings_decimals_check check (min_scale(fuel_deduction_value) <= case when fuel_deduction_type = 'fixed' then 2 else 4 end and abs(fuel_deduction_value) < 100000000::numeric and min_scale(insurance_deduction_value) <= case when insurance_deduction_type = 'fixed' then 2 else 4 end and abs(insurance_deduction_value) < 100000000::numeric),
  constraint settings_work_week_start_day_check check (work_week_start_day >= 0 and work_week_start_day <= 6)
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

create table import_columns (
  user_id uuid not null,
  entity text not null,
  title text not null,
  field text,
  constraint import_columns_pkey primary key (user_id, entity, title),
  constraint import_columns_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

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
  net_percent numeric,
  constraint deduction_rules_pkey primary key (user_id, id),
  constraint deduction_rules_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id) on delete cascade,
  constraint deduction_rules_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint deduction_rules_balance_check check (balance = any (array['none', 'advance', 'loan', 'escrow'])),
  constraint deduction_rules_basis_check check (basis = any (array['percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee'])),
  constraint deduction_rules_category_check check (category = any (array['fuel', 'truckPayment', 'trailerRental', 'insurance', 'maintenance', 'tires', 'permits', 'tolls', 'parking', 'factoring', 'other'])),
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

create table statement_numbers (
  user_id uuid not null,
  last integer not null,
  constraint statement_numbers_pkey primary key (user_id),
  constraint statement_numbers_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

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

create table encryption_keys (
  id text not null,
  created_at timestamptz not null default now(),
  constraint encryption_keys_pkey primary key (id)
);

create table audit (
  user_id uuid not null,
  id bigint not null generated always as identity,
  action text not null,
  subject text,
  subject_id bigint,
  label text,
  before jsonb,
  after jsonb,
  via text not null default program_name(),
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  names jsonb,
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

create table statement_rule_sums (
  user_id uuid not null,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  truck_id bigint not null,
  payee text not null,
  amount numeric(14,2) not null,
  lines integer not null,
  constraint statement_rule_sums_pkey primary key (user_id, id),
  constraint statement_rule_sums_key unique (user_id, rule_id, truck_id, payee),
  constraint statement_rule_sums_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint statement_rule_sums_user_id_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id) on delete cascade
);
create index statement_rule_sums_payee_idx on statement_rule_sums (user_id, payee, rule_id);

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
  needs_decision boolean not null default false,
  applied numeric(14,2) not null default 0,
  closed numeric(14,2) not null default 0,
  unapplied numeric(14,2) not null generated always as (case when kind = 'settlement' and reversal is null and not needs_decision then amount - applied - closed else 0::numeric end) stored,
  state text not null generated always as (case when needs_decision then 'undecided' when reversal is not null then 'reversed' when kind = 'settlement' and amount > (applied + closed) then 'unapplied' else 'posted' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  counts_on date,
  constraint payouts_pkey primary key (user_id, id),
  constraint payouts_replaces_fkey foreign key (user_id, replaces) references payouts(user_id, id),
  constraint payouts_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint payouts_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint payouts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payouts_amount_check check (amount > 0::numeric),
  constraint payouts_applied_check check (applied >= 0::numeric and closed >= 0::numeric and (applied + closed) <= amount),
  constraint payouts_kind_check check (kind = any (array['settlement', 'hand-out'])),
  constraint payouts_payee_check check (num_nonnulls(owner_id, driver_id, truck_id) = 1),
  constraint payouts_reversal_check check ((num_nonnulls(reversed_on, reversal, reversal_reason) = any (array[0, 3])) and (reversal is null or (reversal = any (array['never cashed', 'returned', 'reissued']))) and (reversal is null or applied = 0::numeric and closed = 0::numeric and not needs_decision)),
  constraint payouts_rule_check check ((kind = 'hand-out') = (rule_id is not null))
);
create index payouts_counts_on_idx on payouts (user_id, counts_on) where counts_on is not null;
create index payouts_hand_out_idx on payouts (user_id, rule_id, payee) include (amount) where kind = 'hand-out' and reversal is null;
create index payouts_paid_on_idx on payouts (user_id, paid_on, id);
create index payouts_payee_idx on payouts (user_id, payee, id);
create index payouts_reference_idx on payouts (user_id, lower(reference)) where reference is not null;
create index payouts_unapplied_idx on payouts (user_id, payee) where unapplied > 0::numeric;

create table payout_parts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  payout_id bigint not null,
  billing_id bigint not null,
  amount numeric(14,2) not null,
  was_unapplied boolean not null default false,
  ended text,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  applied_on date,
  constraint payout_parts_pkey primary key (user_id, id),
  constraint payout_parts_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint payout_parts_payout_id_fkey foreign key (user_id, payout_id) references payouts(user_id, id) on delete cascade,
  constraint payout_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payout_parts_amount_check check (amount > 0::numeric),
  constraint payout_parts_applied_check check (was_unapplied = (applied_on is not null)),
  constraint payout_parts_ended_check check ((ended is null) = (ended_at is null) and (ended is null or (ended = any (array['reversed', 'kept', 'undecided']))))
);
create index payout_parts_applied_on_idx on payout_parts (user_id, applied_on) where applied_on is not null;
create index payout_parts_billing_id_idx on payout_parts (user_id, billing_id);
create index payout_parts_payout_id_idx on payout_parts (user_id, payout_id);

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

create table balance_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  truck_id bigint,
  payee text not null,
  kind text not null,
  day date not null,
  amount numeric(14,2) not null,
  effect numeric(14,2) not null,
  method text,
  reference text,
  reason text,
  other_rule_id bigint,
  quarter date,
  rate numeric,
  balance_days numeric(20,2),
  undoes bigint,
  undone boolean not null default false,
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

create table login_networks (
  person_id uuid not null,
  network text not null,
  used_at timestamptz not null default now(),
  constraint login_networks_pkey primary key (person_id, network),
  constraint login_networks_person_id_fkey foreign key (person_id) references persons(id) on delete cascade
);

create table undo_records (
  user_id uuid not null,
  id bigint not null generated always as identity,
  operation uuid not null,
  action text not null,
  subject text not null,
  record_id bigint not null,
  label text not null,
  version_after integer,
  before jsonb,
  links jsonb,
  rules jsonb,
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '30 days'::interval,
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

create table sample_records (
  user_id uuid not null,
  name text not null,
  record_id bigint not null,
  constraint sample_records_pkey primary key (user_id, name, record_id),
  constraint sample_records_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

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
  constraint persons_pkey primary key (id),
  constraint persons_email_key unique (email),
  constraint persons_language_check check (language = any (array['en', 'es']))
);

create table members (
  user_id uuid not null,
  id bigint not null generated always as identity,
  person_id uuid not null,
  role text not null,
  owner_id bigint,
  driver_id bigint,
  since timestamptz not null default now(),
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

create table invitations (
  user_id uuid not null,
  id bigint not null generated always as identity,
  email text not null,
  role text not null,
  owner_id bigint,
  driver_id bigint,
  token_hash text not null,
  person_id uuid not null,
  expires_at timestamptz not null default now() + '7 days'::interval,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
  owner_confirmations boolean not null default false,
  constraint team_settings_pkey primary key (user_id, id),
  constraint team_settings_user_id_key unique (user_id),
  constraint team_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table second_steps (
  person_id uuid not null,
  secret bytea not null,
  on_since timestamptz,
  last_period bigint not null default 0,
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

create table questions (
  user_id uuid not null,
  id bigint not null generated always as identity,
  billing_id bigint not null,
  payee text not null,
  number integer not null,
  truck text not null,
  payee_name text,
  line_key text not null,
  line_text text not null,
  text text not null,
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  answer text,
  answered_by uuid,
  answered_at timestamptz,
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

create table comments (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id bigint,
  billing_id bigint,
  person_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
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
  kind text not null default 'mention',
  constraint comment_mentions_pkey primary key (user_id, comment_id, person_id),
  constraint comment_mentions_comment_id_fkey foreign key (user_id, comment_id) references comments(user_id, id) on delete cascade,
  constraint comment_mentions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint comment_mentions_kind_check check (kind = any (array['mention', 'answer']))
);
create index comment_mentions_unread_idx on comment_mentions (user_id, person_id, comment_id) where read_at is null;

create table load_charges (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id bigint not null,
  number integer not null,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  amount numeric(12,2) not null,
  owner_share text not null default 'all',
  owner_percent numeric,
  owner_amount numeric(12,2) not null,
  bill_to_broker boolean not null default true,
  stop text,
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

create table document_files (
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  sha256 text,
  bytes integer not null default 0,
  parts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint document_files_pkey primary key (user_id, id),
  constraint document_files_sha256_key unique (user_id, sha256),
  constraint document_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade
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

create table documents (
  user_id uuid not null,
  id bigint not null generated always as identity,
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
  uploaded_by uuid,
  upload_link_id bigint,
  uploaded_at timestamptz not null default now(),
  bol_status_before text,
  sent_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  factor_id bigint,
  check_id bigint,
  constraint documents_pkey primary key (user_id, id),
  constraint documents_check_id_fkey foreign key (user_id, check_id) references broker_checks(user_id, id),
  constraint documents_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint documents_file_fkey foreign key (user_id, sha256) references document_files(user_id, sha256),
  constraint documents_replaces_id_fkey foreign key (user_id, replaces_id) references documents(user_id, id),
  constraint documents_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint documents_kind_check check (kind = any (array['rate-confirmation', 'bol', 'pod', 'lumper-receipt', 'scale-ticket', 'detention-proof', 'receipt', 'other'])),
  constraint documents_one_place_check check (num_nonnulls(load_id, factor_id, check_id) <= 1),
  constraint documents_pages_check check (pages >= 1 and pages <= 100),
  constraint documents_sent_check check (sent_at is null or deleted_at is null),
  constraint documents_stop_check check (stop = any (array['pickup', 'delivery'])),
  constraint documents_type_check check (type = any (array['application/pdf', 'image/jpeg', 'image/png'])),
  constraint documents_verdict_check check (verdict = any (array['unseen', 'readable', 'sent-back']))
);
create index documents_check_id_idx on documents (user_id, check_id) where check_id is not null;
create index documents_factor_id_idx on documents (user_id, factor_id) where factor_id is not null;
create index documents_inbox_idx on documents (user_id, id) where load_id is null and deleted_at is null;
create index documents_load_id_idx on documents (user_id, load_id, id) where load_id is not null;
create index documents_replaces_id_idx on documents (user_id, replaces_id) where replaces_id is not null;
create index documents_sha256_idx on documents (user_id, sha256);
create index documents_upload_link_id_idx on documents (user_id, upload_link_id, id) where upload_link_id is not null;
create index documents_uploaded_by_idx on documents (user_id, uploaded_by, uploaded_at) where uploaded_by is not null;

create table readings (
  user_id uuid not null,
  document_id bigint not null,
  reader_version integer,
  layout text,
  total numeric(12,2),
  "values" jsonb not null,
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

create table document_needs (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint,
  first_day date not null,
  to_settle jsonb not null,
  to_bill jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint document_needs_pkey primary key (user_id, id),
  constraint document_needs_broker_id_key unique nulls not distinct (user_id, broker_id),
  constraint document_needs_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table upload_links (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id bigint not null,
  label text not null,
  token_hash text not null,
  made_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  uploads integer not null default 0,
  bytes bigint not null default 0,
  constraint upload_links_pkey primary key (user_id, id),
  constraint upload_links_token_hash_key unique (user_id, token_hash),
  constraint upload_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index upload_links_load_id_idx on upload_links (user_id, load_id, id);
create index upload_links_made_by_idx on upload_links (user_id, made_by) where revoked_at is null;
create index upload_links_unused_idx on upload_links (expires_at) where uploads = 0;

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

create table taught_layouts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker text not null,
  layout jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint taught_layouts_pkey primary key (user_id, id),
  constraint taught_layouts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint taught_layouts_layout_check check (octet_length(layout::text) <= 64000)
);

create table invoices (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null default 'invoice',
  state text not null default 'draft',
  number text collate natural_number,
  sequence integer,
  broker_id bigint not null,
  invoice_date date,
  terms_days integer not null,
  due_on date,
  total numeric(14,2) not null default 0,
  open_amount numeric(14,2) not null default 0,
  credits_id bigint,
  rebills_id bigint,
  supplements_id bigint,
  factor_id bigint,
  note text,
  approved_at timestamptz,
  approved_by uuid,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  credited_amount numeric(14,2) not null default 0,
  sent_on date,
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

create table invoice_lines (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  number integer not null,
  load_id bigint,
  charge_id bigint,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  amount numeric(14,2) not null,
  credits_line_id bigint,
  standing boolean not null default true,
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

create table receivable_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null,
  amount numeric(14,2) not null,
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
create index receivable_entries_ahead_idx on receivable_entries (user_id, day) include (invoice_id) where day > (created_at at time zone 'UTC')::date;
create index receivable_entries_broker_id_idx on receivable_entries (user_id, broker_id, day) include (invoice_id, amount);
create index receivable_entries_day_idx on receivable_entries (user_id, day) include (broker_id, invoice_id, kind, amount);
create index receivable_entries_difference_id_idx on receivable_entries (user_id, difference_id) where difference_id is not null;
create index receivable_entries_invoice_id_idx on receivable_entries (user_id, invoice_id, day) include (amount) where invoice_id is not null;
create index receivable_entries_invoices_idx on receivable_entries (user_id, day) include (kind, amount) where kind = any (array['invoice', 'void', 'credit', 'credit-void']);
create index receivable_entries_receipt_id_idx on receivable_entries (user_id, receipt_id) where receipt_id is not null;
create index receivable_entries_unapplied_idx on receivable_entries (user_id, broker_id, day) include (amount) where invoice_id is null;

create table billing_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  terms_days integer not null,
  numbering text not null,
  number_prefix text,
  remit_to_name text,
  remit_to_address text,
  mc_number text,
  dot_number text,
  note text,
  starts_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_number integer not null default 1,
  constraint billing_settings_pkey primary key (user_id, id),
  constraint billing_settings_user_id_key unique (user_id),
  constraint billing_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint billing_settings_first_number_check check (first_number >= 1 and first_number <= 999999999),
  constraint billing_settings_number_prefix_check check (number_prefix ~ '^[A-Za-z0-9_-]{1,10}$'),
  constraint billing_settings_numbering_check check (numbering = any (array['sequence', 'load-number'])),
  constraint billing_settings_terms_days_check check (terms_days >= 0 and terms_days <= 365)
);

create table invoice_numbers (
  user_id uuid not null,
  last integer not null,
  first integer not null default 1,
  constraint invoice_numbers_pkey primary key (user_id),
  constraint invoice_numbers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoice_numbers_first_check check (first >= 1)
);

create table invoice_snapshots (
  user_id uuid not null,
  invoice_id bigint not null,
  snapshot jsonb not null,
  constraint invoice_snapshots_pkey primary key (user_id, invoice_id),
  constraint invoice_snapshots_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_snapshots_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table invoice_drift (
  user_id uuid not null,
  load_id bigint not null,
  billed numeric(14,2) not null,
  today numeric(14,2) not null,
  constraint invoice_drift_pkey primary key (user_id, load_id),
  constraint invoice_drift_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table packet_orders (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint,
  kinds jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint packet_orders_pkey primary key (user_id, id),
  constraint packet_orders_broker_id_key unique nulls not distinct (user_id, broker_id),
  constraint packet_orders_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table invoice_sendings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  channel text not null,
  note text,
  asked_on date not null,
  sent_on date,
  sha256 text not null,
  pages integer not null,
  bytes integer not null,
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

create table mails (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  recipients text not null,
  copies text not null default '',
  subject text not null,
  text text,
  language text not null default 'en',
  from_name text not null default '',
  reply_to text not null default '',
  state text not null default 'queued',
  attempts integer not null default 0,
  next_try_at timestamptz default now(),
  claim uuid,
  claimed_until timestamptz,
  handed_over_at timestamptz,
  message_id text,
  answer text,
  refused text,
  sent_at timestamptz,
  decided_by uuid,
  once_key text,
  made_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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

create table receipts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  received_on date not null,
  method text not null,
  reference text,
  amount numeric(14,2) not null,
  note text,
  deposited_on date,
  reversed_on date,
  reversal_reason text,
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
create index receipts_reference_idx on receipts (user_id, broker_id, lower(reference)) where reference is not null;
create index receipts_unapplied_idx on receipts (user_id, broker_id) where unapplied > 0::numeric;

create table receipt_parts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint not null,
  invoice_id bigint not null,
  amount numeric(14,2) not null,
  applied_on date not null,
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

create table receipt_differences (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint,
  invoice_id bigint not null,
  kind text not null,
  amount numeric(14,2) not null,
  reason text,
  day date not null,
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

create table contacts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null,
  text text not null,
  next_on date,
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

create table factors (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text not null,
  remit_to text not null,
  notice text not null,
  email text,
  client_number text,
  advance_percent numeric not null,
  fee_percent numeric not null,
  recourse_days integer,
  is_default boolean not null default false,
  first_day date not null,
  last_day date,
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

create table factor_schedules (
  user_id uuid not null,
  id bigint not null generated always as identity,
  factor_id bigint not null,
  number integer,
  day date not null,
  state text not null default 'draft',
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

create table factor_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  deposit_id bigint not null,
  factor_id bigint not null,
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

create table account_map (
  user_id uuid not null,
  id bigint not null generated always as identity,
  accounts jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factoring text,
  closed_through date,
  constraint account_map_pkey primary key (user_id, id),
  constraint account_map_user_id_key unique (user_id),
  constraint account_map_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint account_map_accounts_check check (octet_length(accounts::text) <= 64000),
  constraint account_map_factoring_check check (factoring = any (array['sale', 'loan']))
);

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
  parts integer not null default 1,
  form integer not null default 1,
  constraint export_batches_pkey primary key (user_id, id),
  constraint export_batches_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint export_batches_days_check check (last_day >= first_day),
  constraint export_batches_format_check check (format = any (array['qbo-journal', 'qbo-invoices', 'iif'])),
  constraint export_batches_records_check check (records > 0)
);

create table export_files (
  user_id uuid not null,
  batch_id bigint not null,
  content text not null,
  cover text not null,
  constraint export_files_pkey primary key (user_id, batch_id),
  constraint export_files_batch_id_fkey foreign key (user_id, batch_id) references export_batches(user_id, id) on delete cascade,
  constraint export_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

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

create table broker_files (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  day date not null,
  name text not null,
  row_count integer not null,
  found integer not null,
  imported_by uuid not null,
  imported_at timestamptz not null default now(),
  constraint broker_files_pkey primary key (user_id, id),
  constraint broker_files_day_key unique (user_id, kind, day),
  constraint broker_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint broker_files_kind_check check (kind = any (array['authority', 'insurance', 'census']))
);

create table broker_checks (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  source text not null,
  day date not null,
  result text not null,
  searched text,
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

create table closed_changes (
  user_id uuid not null,
  id bigint not null generated always as identity,
  source text not null,
  record_id bigint not null,
  deleted boolean not null default false,
  day date not null,
  amount numeric(14,2) not null,
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
