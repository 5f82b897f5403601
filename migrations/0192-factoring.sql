-- Factors: who buys invoices, and the account of each (SPEC C210–C216).
create table factors (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  -- What invoices print: where the broker pays, and the notice of assignment.
  remit_to text not null,
  notice text not null,
  email text,
  -- The factor's number for the carrier.
  client_number text,
  advance_percent numeric not null constraint factors_advance_percent_check
    check (advance_percent between 0 and 100 and min_scale(advance_percent) <= 4),
  fee_percent numeric not null constraint factors_fee_percent_check
    check (fee_percent between 0 and 100 and min_scale(fee_percent) <= 4),
  -- Days from the purchase. Null: without recourse.
  recourse_days integer constraint factors_recourse_days_check check (recourse_days between 1 and 365),
  -- For brokers without an own choice: invoices of these days go to this factor.
  is_default boolean not null default false,
  first_day date not null,
  last_day date,
  -- Columns of the CSV file of a schedule.
  file jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint factors_name_key unique (user_id, name),
  constraint factors_days_check check (last_day >= first_day),
  constraint factors_percents_check check (advance_percent + fee_percent <= 100)
);
create trigger factors_touch_audit after insert or update or delete on factors
  for each row execute function touch_audit('name');

-- The choice for a broker in place of the default. `factor_id` null: billed directly. `approved_limit`: of the factor for this broker.
create table factor_brokers (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  broker_id bigint not null,
  factor_id bigint,
  approved_limit numeric(12, 2) constraint factor_brokers_approved_limit_check check (approved_limit >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint factor_brokers_broker_id_key unique (user_id, broker_id),
  constraint factor_brokers_factor_id_fkey foreign key (user_id, factor_id) references factors (user_id, id),
  constraint factor_brokers_limit_check check (factor_id is not null or approved_limit is null)
);
create trigger factor_brokers_touch_audit after insert or update or delete on factor_brokers
  for each row execute function touch_audit('broker_id');

-- A schedule of accounts: the invoices that a factor buys together. It has its number when it is submitted.
create table factor_schedules (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  factor_id bigint not null,
  number integer,
  day date not null,
  state text not null default 'draft' constraint factor_schedules_state_check check (state in ('draft', 'submitted', 'void')),
  -- The sum of its lines.
  face numeric(14, 2) not null default 0,
  submitted_at timestamptz,
  submitted_by uuid,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint factor_schedules_number_key unique (user_id, factor_id, number),
  constraint factor_schedules_factor_id_fkey foreign key (user_id, factor_id) references factors (user_id, id),
  constraint factor_schedules_submitted_check check (case when state = 'draft' then num_nonnulls(number, submitted_at) = 0
    else num_nulls(number, submitted_at) = 0 end),
  constraint factor_schedules_void_check check (num_nonnulls(voided_on, void_reason) = case when state = 'void' then 2 else 0 end)
);
create trigger factor_schedules_touch_audit after insert or update or delete on factor_schedules
  for each row execute function touch_audit('number');

create table factor_schedule_lines (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  schedule_id bigint not null,
  invoice_id bigint not null,
  face numeric(14, 2) not null constraint factor_schedule_lines_face_check check (face > 0),
  standing boolean not null default true,
  primary key (user_id, id),
  constraint factor_schedule_lines_schedule_id_key unique (user_id, schedule_id, invoice_id),
  constraint factor_schedule_lines_schedule_id_fkey foreign key (user_id, schedule_id)
    references factor_schedules (user_id, id) on delete cascade,
  constraint factor_schedule_lines_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id)
);
-- An invoice is on one standing schedule.
create unique index factor_schedule_lines_invoice_id_key on factor_schedule_lines (user_id, invoice_id) where standing;

create function touch_schedule_face() returns trigger language plpgsql as $$
declare
  line factor_schedule_lines%rowtype;
begin
  line := coalesce(new, old);
  update factor_schedules set face = face + coalesce(new.face, 0) - coalesce(old.face, 0)
    where user_id = line.user_id and id = line.schedule_id;
  return null;
end $$;
create trigger factor_schedule_lines_touch_schedule_face after insert or delete or update of face on factor_schedule_lines
  for each row execute function touch_schedule_face();

-- What a factor reports on one day: the money it wired, and the entries that make it up. A carrier that pays the factor has a
-- negative amount. A report without money has 0.
create table factor_deposits (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  factor_id bigint not null,
  day date not null,
  amount numeric(14, 2) not null,
  reference text,
  note text,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint factor_deposits_factor_id_fkey foreign key (user_id, factor_id) references factors (user_id, id),
  constraint factor_deposits_void_check check (num_nonnulls(voided_on, void_reason) <> 1)
);
create index factor_deposits_factor_id_idx on factor_deposits (user_id, factor_id, day);
create trigger factor_deposits_touch_audit after insert or update or delete on factor_deposits
  for each row execute function touch_audit('reference');

-- `cash`: its part of the deposit. `reserve`: what it adds to the reserve that the factor holds.
create table factor_entries (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  deposit_id bigint not null,
  factor_id bigint not null,
  -- Of its deposit.
  day date not null,
  kind text not null constraint factor_entries_kind_check check (kind in ('advance', 'fee', 'reserve', 'reserve-released',
    'reserve-fee', 'reserve-chargeback', 'reserve-cost', 'chargeback', 'late-fee', 'cost', 'fuel-advance',
    'fuel-advance-repaid', 'debtor-paid')),
  invoice_id bigint,
  amount numeric(14, 2) not null constraint factor_entries_amount_check check (amount > 0),
  reference text,
  cash numeric(14, 2) generated always as (case
    when kind in ('advance', 'reserve-released', 'fuel-advance') then amount
    when kind in ('chargeback', 'late-fee', 'cost', 'fuel-advance-repaid') then -amount else 0 end) stored,
  reserve numeric(14, 2) generated always as (case when kind = 'reserve' then amount
    when kind in ('reserve-released', 'reserve-fee', 'reserve-chargeback', 'reserve-cost') then -amount else 0 end) stored,
  voided boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint factor_entries_deposit_id_fkey foreign key (user_id, deposit_id) references factor_deposits (user_id, id) on delete cascade,
  constraint factor_entries_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id),
  constraint factor_entries_invoice_check check ((invoice_id is null) = (kind in ('cost', 'fuel-advance', 'fuel-advance-repaid')))
);
create index factor_entries_deposit_id_idx on factor_entries (user_id, deposit_id);
create index factor_entries_factor_id_idx on factor_entries (user_id, factor_id, day);
create index factor_entries_invoice_id_idx on factor_entries (user_id, invoice_id) where invoice_id is not null;

alter table receivable_entries add constraint receivable_entries_factor_entry_id_fkey
  foreign key (user_id, factor_entry_id) references factor_entries (user_id, id);
alter table invoices add constraint invoices_factor_id_fkey foreign key (user_id, factor_id) references factors (user_id, id);

-- What a factor reported stays as it was reported. A wrong report is voided as a whole.
create function guard_factor_deposit() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if not account_is_there(old.user_id) then return old; end if;
  else
    if old.voided_on is null then free := free || array['voided_on', 'void_reason']; end if;
    if to_jsonb(new) - free = to_jsonb(old) - free then return new; end if;
  end if;
  raise exception 'factor report % is posted', old.id using errcode = 'check_violation', constraint = 'factor_deposits_posted';
end $$;
create trigger factor_deposits_guard_factor_deposit before update or delete on factor_deposits
  for each row execute function guard_factor_deposit();

create function guard_factor_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  -- A new row has no generated columns yet.
  if tg_op = 'UPDATE' and new.voided and not old.voided
      and to_jsonb(new) - array['voided', 'cash', 'reserve'] = to_jsonb(old) - array['voided', 'cash', 'reserve'] then
    return new;
  end if;
  raise exception 'factor entry % is posted', old.id using errcode = 'check_violation', constraint = 'factor_entries_posted';
end $$;
create trigger factor_entries_guard_factor_entry before update or delete on factor_entries
  for each row execute function guard_factor_entry();

-- At the end of the transaction: the entries of a deposit add up to it.
create function guard_factor_deposit_sum() returns trigger language plpgsql as $$
begin
  if new.amount <> (select coalesce(sum(cash), 0) from factor_entries where user_id = new.user_id and deposit_id = new.id) then
    raise exception 'the entries of report % add up to another amount', new.id
      using errcode = 'check_violation', constraint = 'factor_deposits_sum';
  end if;
  return null;
end $$;
create constraint trigger factor_deposits_guard_factor_deposit_sum after insert on factor_deposits
  deferrable initially deferred for each row execute function guard_factor_deposit_sum();

-- At the end of the transaction, for the invoice of an entry: the purchase is the face, on every day at least nothing is held in
-- reserve, and at most the face is charged back.
create function guard_factored_invoice() returns trigger language plpgsql as $$
declare
  bought numeric;
  face numeric;
  charged_back numeric;
  least_held numeric;
begin
  select coalesce(sum(amount) filter (where kind in ('advance', 'fee', 'reserve')), 0),
      coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback')), 0)
    into bought, charged_back from factor_entries
    where user_id = new.user_id and invoice_id = new.invoice_id and not voided;
  select line.face into face from factor_schedule_lines as line
    join factor_schedules as schedule on schedule.user_id = line.user_id and schedule.id = line.schedule_id
    where line.user_id = new.user_id and line.invoice_id = new.invoice_id and line.standing and schedule.state = 'submitted';
  if bought <> 0 and bought is distinct from face then
    raise exception 'the purchase of invoice % is not its face amount', new.invoice_id
      using errcode = 'check_violation', constraint = 'factor_entries_face';
  end if;
  select min(held) into least_held from (
    select sum(sum(reserve)) over (order by day) as held from factor_entries
      where user_id = new.user_id and invoice_id = new.invoice_id and not voided group by day) as days;
  if least_held < 0 or charged_back > bought then
    raise exception 'more than invoice % has is taken', new.invoice_id
      using errcode = 'check_violation', constraint = 'factor_entries_held';
  end if;
  return null;
end $$;
create constraint trigger factor_entries_guard_factored_invoice after insert or update on factor_entries
  deferrable initially deferred for each row when (new.invoice_id is not null) execute function guard_factored_invoice();
