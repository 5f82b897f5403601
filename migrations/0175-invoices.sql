-- Invoices to brokers, and the receivables ledger: the book of what each broker owes (SPEC C165, C166).

-- How a broker is billed.
alter table brokers
  add column bill_to_name text,
  add column bill_to_address text,
  add column invoice_email text,
  add column carrier_id text,
  -- Null: the account's default terms. 0: due on receipt.
  add column terms_days integer constraint brokers_terms_days_check check (terms_days between 0 and 365),
  add column quick_pay_percent numeric constraint brokers_quick_pay_percent_check
    check (quick_pay_percent between 0 and 100 and min_scale(quick_pay_percent) <= 4),
  add column quick_pay_within integer constraint brokers_quick_pay_within_check check (quick_pay_within between 0 and 365),
  add column credit_limit numeric(12, 2) constraint brokers_credit_limit_check check (credit_limit >= 0);

-- An invoice or a credit note. A draft has no number, and its lines follow the charges of its loads. Approval freezes both.
create table invoices (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null default 'invoice' constraint invoices_kind_check check (kind in ('invoice', 'credit-note')),
  state text not null default 'draft' constraint invoices_state_check check (state in ('draft', 'approved', 'void')),
  -- As it is printed, and its place in the account's sequence without gaps.
  number text collate natural_number,
  sequence integer,
  broker_id bigint not null,
  invoice_date date,
  -- 0: due on receipt.
  terms_days integer not null constraint invoices_terms_days_check check (terms_days between 0 and 365),
  due_on date,
  -- Of a draft: 0. Of a credit note: not above 0.
  total numeric(14, 2) not null default 0,
  -- The sum of its ledger entries.
  open_amount numeric(14, 2) not null default 0,
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
  primary key (user_id, id),
  constraint invoices_number_key unique (user_id, number),
  constraint invoices_sequence_key unique (user_id, sequence),
  constraint invoices_broker_id_fkey foreign key (user_id, broker_id) references brokers (user_id, id),
  constraint invoices_credits_id_fkey foreign key (user_id, credits_id) references invoices (user_id, id),
  constraint invoices_rebills_id_fkey foreign key (user_id, rebills_id) references invoices (user_id, id)
    on delete set null (rebills_id),
  constraint invoices_supplements_id_fkey foreign key (user_id, supplements_id) references invoices (user_id, id),
  constraint invoices_approved_check check (case when state = 'draft'
    then num_nonnulls(number, sequence, due_on, approved_at) = 0 and total = 0 and open_amount = 0
    else num_nulls(number, sequence, invoice_date, due_on, approved_at) = 0 end),
  constraint invoices_void_check check ((state = 'void') = (num_nonnulls(voided_on, void_reason) = 2)
    and num_nonnulls(voided_on, void_reason) <> 1),
  constraint invoices_credits_check check ((kind = 'credit-note') = (credits_id is not null)),
  constraint invoices_total_check check (case kind when 'invoice' then total >= 0 else total <= 0 end),
  constraint invoices_open_amount_check check (open_amount >= 0 and open_amount <= greatest(total, 0)
    and (kind = 'invoice' and state = 'approved' or open_amount = 0))
);
create index invoices_broker_id_idx on invoices (user_id, broker_id, id);
create index invoices_credits_id_idx on invoices (user_id, credits_id) where credits_id is not null;
create index invoices_open_idx on invoices (user_id, broker_id, id) include (due_on, open_amount) where open_amount > 0;
create trigger invoices_touch_audit after insert or update or delete on invoices
  for each row execute function touch_audit('number');

-- The loads of an invoice. `standing`: neither void nor credited whole; a load is on one standing invoice that is no supplement.
create table invoice_loads (
  user_id uuid not null references users (id) on delete cascade,
  invoice_id bigint not null,
  load_id bigint not null,
  standing boolean not null default true,
  supplement boolean not null default false,
  primary key (user_id, invoice_id, load_id),
  constraint invoice_loads_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id) on delete cascade,
  constraint invoice_loads_load_id_fkey foreign key (user_id, load_id) references loads (user_id, id)
);
create unique index invoice_loads_standing_key on invoice_loads (user_id, load_id) where standing and not supplement;
create index invoice_loads_load_id_idx on invoice_loads (user_id, load_id);

-- The lines of an approved invoice, frozen, and the typed lines of a draft.
create table invoice_lines (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  number integer not null,
  -- Null for a typed line. A load without charges has one line of its revenue, without a charge.
  load_id bigint,
  charge_id bigint,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  amount numeric(14, 2) not null,
  -- Of a credit note's line: the credited line.
  credits_line_id bigint,
  standing boolean not null default true,
  primary key (user_id, id),
  constraint invoice_lines_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id) on delete cascade,
  constraint invoice_lines_load_id_fkey foreign key (user_id, load_id) references loads (user_id, id),
  constraint invoice_lines_amount_check check (case when quantity is null or rate is null
    then quantity is null and rate is null else amount = round(quantity * rate, 2) end)
);
create index invoice_lines_invoice_id_idx on invoice_lines (user_id, invoice_id, number);
create index invoice_lines_load_id_idx on invoice_lines (user_id, load_id) where load_id is not null;
-- A charge is billed once.
create unique index invoice_lines_charge_id_key on invoice_lines (user_id, charge_id)
  where charge_id is not null and standing and credits_line_id is null;

-- What each broker owes, fact by fact. Rows are only added. Without an invoice: money received that is on no invoice.
create table receivable_entries (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null constraint receivable_entries_kind_check check (kind in ('invoice', 'void', 'credit', 'credit-void',
    'payment', 'applied', 'quick-pay', 'write-off', 'bank-fee', 'refund', 'reversal', 'factor-paid', 'factor-reversal')),
  -- Positive: the broker owes more.
  amount numeric(14, 2) not null constraint receivable_entries_amount_check check (amount <> 0),
  -- The fact behind the entry. A factor's entry is in the factor's account.
  receipt_id bigint,
  difference_id bigint,
  credit_note_id bigint,
  factor_entry_id bigint,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint receivable_entries_broker_id_fkey foreign key (user_id, broker_id) references brokers (user_id, id),
  constraint receivable_entries_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id),
  constraint receivable_entries_sign_check check (case when kind in ('invoice', 'credit-void', 'applied', 'refund', 'reversal',
    'factor-reversal') then amount > 0 else amount < 0 end),
  constraint receivable_entries_invoice_check check (invoice_id is not null or receipt_id is not null
    and kind in ('payment', 'applied', 'refund', 'reversal'))
);
create index receivable_entries_invoice_id_idx on receivable_entries (user_id, invoice_id, day) include (amount)
  where invoice_id is not null;
create index receivable_entries_broker_id_idx on receivable_entries (user_id, broker_id, day) include (invoice_id, amount);
create index receivable_entries_receipt_id_idx on receivable_entries (user_id, receipt_id) where receipt_id is not null;
create index receivable_entries_day_idx on receivable_entries (user_id, day, id);

create function touch_invoice_open_amount() returns trigger language plpgsql as $$
begin
  update invoices set open_amount = open_amount + new.amount
    where user_id = new.user_id and id = new.invoice_id and broker_id = new.broker_id;
  if not found then
    raise exception 'the invoice is of another broker' using errcode = 'check_violation', constraint = 'receivable_entries_broker';
  end if;
  return null;
end $$;
create trigger receivable_entries_touch_invoice_open_amount after insert on receivable_entries
  for each row when (new.invoice_id is not null) execute function touch_invoice_open_amount();

create function guard_receivable_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  raise exception 'entry % is posted', old.id using errcode = 'check_violation', constraint = 'receivable_entries_posted';
end $$;
create trigger receivable_entries_guard_receivable_entry before update or delete on receivable_entries
  for each row execute function guard_receivable_entry();

-- At the end of the transaction: on no day is less than nothing open, or more than the total. Money on no invoice is never below 0.
create function guard_receivable_days() returns trigger language plpgsql as $$
declare
  least_open numeric;
  most_open numeric;
begin
  if new.invoice_id is not null then
    select min(open), max(open) into least_open, most_open from (
      select sum(sum(amount)) over (order by day) as open from receivable_entries
        where user_id = new.user_id and invoice_id = new.invoice_id group by day) as days;
    if least_open < 0 or most_open > (select total from invoices where user_id = new.user_id and id = new.invoice_id) then
      raise exception 'invoice % is overpaid on a day', new.invoice_id
        using errcode = 'check_violation', constraint = 'receivable_entries_days';
    end if;
  else
    select max(held) into most_open from (
      select sum(sum(amount)) over (order by day) as held from receivable_entries
        where user_id = new.user_id and receipt_id = new.receipt_id and invoice_id is null group by day) as days;
    if most_open > 0 then
      raise exception 'receipt % has less on a day', new.receipt_id
        using errcode = 'check_violation', constraint = 'receivable_entries_unapplied_days';
    end if;
  end if;
  return null;
end $$;
create constraint trigger receivable_entries_guard_receivable_days after insert on receivable_entries
  deferrable initially deferred for each row execute function guard_receivable_days();
