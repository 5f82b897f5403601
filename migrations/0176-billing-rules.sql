-- How an account bills, invoice numbers without gaps, what an approved invoice prints, loads that changed since they were
-- billed, and the payment status that follows the invoice (SPEC C165 to C174).

create table billing_settings (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  -- Of brokers without their own terms.
  terms_days integer not null constraint billing_settings_terms_days_check check (terms_days between 0 and 365),
  numbering text not null constraint billing_settings_numbering_check check (numbering in ('sequence', 'load-number')),
  number_prefix text constraint billing_settings_number_prefix_check check (number_prefix ~ '^[A-Za-z0-9_-]{1,10}$'),
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
  primary key (user_id, id),
  constraint billing_settings_user_id_key unique (user_id)
);
create trigger billing_settings_touch_audit after insert or update or delete on billing_settings
  for each row execute function touch_audit('remit_to_name');

-- The last number of the account's sequence. Its row is locked until the approval ends.
create table invoice_numbers (
  user_id uuid primary key references users (id) on delete cascade,
  last integer not null
);

-- Everything that an approved invoice prints.
create table invoice_snapshots (
  user_id uuid not null references users (id) on delete cascade,
  invoice_id bigint not null,
  snapshot jsonb not null,
  primary key (user_id, invoice_id),
  constraint invoice_snapshots_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id) on delete cascade
);

-- Loads whose billed total is another one than what their approved invoices have. Kept by triggers.
create table invoice_drift (
  user_id uuid not null references users (id) on delete cascade,
  load_id bigint not null,
  billed numeric(14, 2) not null,
  today numeric(14, 2) not null,
  primary key (user_id, load_id)
);

-- Why a typed line was added. Not printed.
alter table invoice_lines add column reason text;

-- What its credit notes add up to, positive. Kept with the open amount.
alter table invoices add column credited_amount numeric(14, 2) not null default 0;

-- Deleting a load is guarded below: one that is on no standing invoice can be deleted.
alter table invoice_loads drop constraint invoice_loads_load_id_fkey;
alter table invoice_lines drop constraint invoice_lines_load_id_fkey;

alter table loads add column payment_status_by_hand boolean not null default false;

create index loads_unbilled_idx on loads (user_id, delivery_date, id)
  where delivery_status = 'delivered' and payment_status <> 'paid';
create index load_charges_tonu_idx on load_charges (user_id, load_id) where kind = 'tonu';
create index invoices_due_idx on invoices (user_id, due_on, id) where open_amount > 0;
create index invoices_invoice_date_idx on invoices (user_id, invoice_date, id);
create index invoice_lines_credits_line_id_idx on invoice_lines (user_id, credits_line_id) where credits_line_id is not null;

create or replace function touch_invoice_open_amount() returns trigger language plpgsql as $$
begin
  update invoices set open_amount = open_amount + new.amount,
      credited_amount = credited_amount - case when new.kind in ('credit', 'credit-void') then new.amount else 0 end
    where user_id = new.user_id and id = new.invoice_id and broker_id = new.broker_id;
  if not found then
    raise exception 'the invoice is of another broker' using errcode = 'check_violation', constraint = 'receivable_entries_broker';
  end if;
  return null;
end $$;

create function guard_invoice() returns trigger language plpgsql as $$
declare
  lines numeric;
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' and account_is_there(old.user_id) then
      raise exception 'invoice % is approved', old.number using errcode = 'check_violation', constraint = 'invoices_frozen';
    end if;
    return old;
  end if;
  if old.state = 'draft' and new.state = 'approved' then
    select coalesce(sum(amount), 0) into lines from invoice_lines where user_id = new.user_id and invoice_id = new.id;
    if new.total <> lines then
      raise exception 'the lines add up to %', lines using errcode = 'check_violation', constraint = 'invoices_lines_total';
    end if;
    if new.sequence <> coalesce((select max(sequence) from invoices where user_id = new.user_id), 0) + 1 then
      raise exception 'number % leaves a gap', new.sequence using errcode = 'check_violation', constraint = 'invoices_sequence';
    end if;
    if new.kind = 'credit-note' then perform check_credit_note(new.user_id, new.id, new.credits_id); end if;
  elsif old.state <> 'draft' then
    if new.state not in (old.state, 'void') or (new.kind, new.number, new.sequence, new.broker_id, new.invoice_date,
        new.terms_days, new.due_on, new.total, new.credits_id, new.rebills_id, new.supplements_id, new.factor_id, new.note,
        new.approved_at, new.approved_by) is distinct from (old.kind, old.number, old.sequence, old.broker_id,
        old.invoice_date, old.terms_days, old.due_on, old.total, old.credits_id, old.rebills_id, old.supplements_id,
        old.factor_id, old.note, old.approved_at, old.approved_by)
      or old.state = 'void' and (new.voided_on, new.void_reason) is distinct from (old.voided_on, old.void_reason) then
      raise exception 'invoice % is approved', old.number using errcode = 'check_violation', constraint = 'invoices_frozen';
    end if;
    if new.state = 'void' and old.state = 'approved' and exists (select from invoices as note
        where note.user_id = new.user_id and note.credits_id = new.id and note.state = 'approved') then
      raise exception 'invoice % has credit notes', old.number
        using errcode = 'check_violation', constraint = 'invoices_void_credits';
    end if;
  elsif new.state <> 'draft' then
    raise exception 'a draft is deleted, not voided' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  return new;
end $$;
create trigger invoices_guard_invoice before update or delete on invoices
  for each row execute function guard_invoice();

create function guard_new_invoice() returns trigger language plpgsql as $$
begin
  if new.state <> 'draft' then
    raise exception 'an invoice begins as a draft' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  return new;
end $$;
create trigger invoices_guard_new_invoice before insert on invoices
  for each row execute function guard_new_invoice();

-- Each line of a credit note credits a line of its invoice, and all its credit notes together never more than the line.
create function check_credit_note(account uuid, credit_note bigint, credited_invoice bigint) returns void language plpgsql as $$
begin
  if exists (select from invoice_lines as line left join invoice_lines as credited
        on credited.user_id = account and credited.id = line.credits_line_id and credited.invoice_id = credited_invoice
      where line.user_id = account and line.invoice_id = credit_note and (credited.id is null
        or line.amount * credited.amount >= 0
        or abs((select sum(other.amount) from invoice_lines as other join invoices as owner
            on owner.user_id = account and owner.id = other.invoice_id
              and (owner.id = credit_note or owner.state = 'approved')
          where other.user_id = account and other.credits_line_id = line.credits_line_id)) > abs(credited.amount))) then
    raise exception 'more is credited than billed' using errcode = 'check_violation', constraint = 'invoice_lines_credited';
  end if;
end $$;

create function guard_invoice_line() returns trigger language plpgsql as $$
declare
  owner_state text;
begin
  if tg_op = 'DELETE' then
    if not account_is_there(old.user_id) then return old; end if;
    select state into owner_state from invoices where user_id = old.user_id and id = old.invoice_id;
    if found and owner_state <> 'draft' then
      raise exception 'a line of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_lines_frozen';
    end if;
    return old;
  end if;
  select state into owner_state from invoices where user_id = new.user_id and id = new.invoice_id;
  if tg_op = 'INSERT' or owner_state = 'draft' then
    if owner_state <> 'draft' then
      raise exception 'a line of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_lines_frozen';
    end if;
    if new.load_id is not null and not exists (select from loads where user_id = new.user_id and id = new.load_id) then
      raise exception 'no such load' using errcode = 'foreign_key_violation', constraint = 'invoice_lines_load_id_fkey';
    end if;
    return new;
  end if;
  -- A line that billed a typed revenue is given the charge that the revenue became.
  if (new.invoice_id, new.number, new.load_id, new.kind, new.description, new.quantity, new.rate, new.amount,
      new.credits_line_id, new.reason) is distinct from (old.invoice_id, old.number, old.load_id, old.kind, old.description,
      old.quantity, old.rate, old.amount, old.credits_line_id, old.reason)
    or old.charge_id is not null and new.charge_id is distinct from old.charge_id then
    raise exception 'a line of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_lines_frozen';
  end if;
  return new;
end $$;
create trigger invoice_lines_guard_invoice_line before insert or update or delete on invoice_lines
  for each row execute function guard_invoice_line();

create function guard_invoice_load() returns trigger language plpgsql as $$
declare
  owner_state text;
begin
  if tg_op = 'DELETE' then
    if not account_is_there(old.user_id) then return old; end if;
    select state into owner_state from invoices where user_id = old.user_id and id = old.invoice_id;
    if found and owner_state <> 'draft' then
      raise exception 'a load of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.invoice_id, new.load_id, new.supplement)
      is distinct from (old.invoice_id, old.load_id, old.supplement) then
    raise exception 'a load of an invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
  end if;
  if tg_op = 'INSERT' then
    perform from loads where user_id = new.user_id and id = new.load_id for no key update;
    if not found then
      raise exception 'no such load' using errcode = 'foreign_key_violation', constraint = 'invoice_loads_load_id_fkey';
    end if;
    if (select state from invoices where user_id = new.user_id and id = new.invoice_id) <> 'draft' then
      raise exception 'a load of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
    end if;
  end if;
  return new;
end $$;
create trigger invoice_loads_guard_invoice_load before insert or update or delete on invoice_loads
  for each row execute function guard_invoice_load();

create function guard_invoice_number() returns trigger language plpgsql as $$
begin
  if new.last <> (case tg_op when 'INSERT' then 0 else old.last end) + 1 then
    raise exception 'number % leaves a gap', new.last using errcode = 'check_violation', constraint = 'invoice_numbers_gap';
  end if;
  return new;
end $$;
create trigger invoice_numbers_guard_invoice_number before insert or update on invoice_numbers
  for each row execute function guard_invoice_number();

create function guard_invoice_snapshot() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  raise exception 'a snapshot never changes' using errcode = 'check_violation', constraint = 'invoice_snapshots_frozen';
end $$;
create trigger invoice_snapshots_guard_invoice_snapshot before update or delete on invoice_snapshots
  for each row execute function guard_invoice_snapshot();

-- A load on a standing invoice is not deleted. The detail is the invoice's number, or nothing for a draft.
create function guard_invoiced_load() returns trigger language plpgsql as $$
declare
  invoice text;
begin
  if not account_is_there(old.user_id) then return old; end if;
  select coalesce(invoices.number, '') into invoice from invoice_loads as billed
    join invoices on invoices.user_id = old.user_id and invoices.id = billed.invoice_id
    where billed.user_id = old.user_id and billed.load_id = old.id and billed.standing limit 1;
  if found then
    raise exception '%', old.load_id using errcode = 'check_violation', constraint = 'loads_invoiced', detail = invoice;
  end if;
  return old;
end $$;
create trigger loads_guard_invoiced_load before delete on loads
  for each row execute function guard_invoiced_load();

-- Which loads and lines of some invoices are still billed: neither void, nor credited whole.
create function refresh_invoice_standing(account uuid, invoice_ids bigint[]) returns void language plpgsql as $$
begin
  update invoice_lines as line set standing = is_standing.now
    from (select one.id, owner.state <> 'void' and (one.credits_line_id is not null or one.amount = 0
          or one.amount + coalesce((select sum(credit.amount) from invoice_lines as credit
              join invoices as note on note.user_id = account and note.id = credit.invoice_id and note.state = 'approved'
            where credit.user_id = account and credit.credits_line_id = one.id), 0) <> 0) as now
        from invoice_lines as one join invoices as owner on owner.user_id = account and owner.id = one.invoice_id
        where one.user_id = account and one.invoice_id = any(invoice_ids)) as is_standing
    where line.user_id = account and line.id = is_standing.id and line.standing <> is_standing.now;
  update invoice_loads as billed set standing = is_standing.now
    from (select one.invoice_id, one.load_id, case owner.state when 'draft' then true when 'void' then false
          else owner.kind = 'invoice' and exists (select from invoice_lines as line where line.user_id = account
            and line.invoice_id = one.invoice_id and line.load_id = one.load_id and line.standing and line.amount <> 0) end as now
        from invoice_loads as one join invoices as owner on owner.user_id = account and owner.id = one.invoice_id
        where one.user_id = account and one.invoice_id = any(invoice_ids)) as is_standing
    where billed.user_id = account and billed.invoice_id = is_standing.invoice_id and billed.load_id = is_standing.load_id
      and billed.standing <> is_standing.now;
end $$;

-- What a load would be billed today. A charge that the broker has not approved counts if it is billed already.
create function find_billable_total(account uuid, billed_load bigint) returns numeric language plpgsql stable as $$
declare
  load record;
begin
  select revenue, charge_count into load from loads where user_id = account and id = billed_load;
  if not found then return 0; end if;
  if load.charge_count = 0 then return load.revenue; end if;
  return (select coalesce(sum(amount), 0) from load_charges as charge
    where charge.user_id = account and charge.load_id = billed_load and charge.bill_to_broker
      and (charge.approval in ('not-needed', 'approved') or charge.approval = 'asked'
        and exists (select from invoice_lines as line where line.user_id = account and line.charge_id = charge.id
          and line.standing and line.credits_line_id is null)));
end $$;

-- Lock the loads first. A credit note for less than a load's lines is no drift: its load still earns what was billed.
create function refresh_billing_drift(account uuid, load_ids bigint[]) returns void language plpgsql as $$
begin
  delete from invoice_drift where user_id = account and load_id = any(load_ids);
  insert into invoice_drift (user_id, load_id, billed, today)
    select account, billed.load_id, billed.gross + billed.credited, billed.today
    from (select main.load_id, find_billable_total(account, main.load_id) as today, sum(line.amount) as gross,
          coalesce(sum((select sum(credit.amount) from invoice_lines as credit
              join invoices as note on note.user_id = account and note.id = credit.invoice_id and note.state = 'approved'
            where credit.user_id = account and credit.credits_line_id = line.id)), 0) as credited
        from invoice_loads as main
          join invoices as owner on owner.user_id = account and owner.id = main.invoice_id and owner.state = 'approved'
          join invoice_loads as every on every.user_id = account and every.load_id = main.load_id and every.standing
          join invoices as bill on bill.user_id = account and bill.id = every.invoice_id and bill.state = 'approved'
          join invoice_lines as line on line.user_id = account and line.invoice_id = every.invoice_id
            and line.load_id = main.load_id
        where main.user_id = account and main.load_id = any(load_ids) and main.standing and not main.supplement
        group by main.load_id) as billed
    where billed.today not in (billed.gross, billed.gross + billed.credited);
end $$;

-- Every change of a charge also changes its load.
create function touch_billing_drift() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_loads where user_id = new.user_id and load_id = new.id and standing) then
    perform refresh_billing_drift(new.user_id, array[new.id]);
  end if;
  return null;
end $$;
create trigger loads_touch_billing_drift after update on loads
  for each row when (old.charge_count > 0 or new.charge_count > 0 or old.revenue is distinct from new.revenue)
  execute function touch_billing_drift();

-- A person set the payment status of a load that is on an invoice: it no longer follows.
create function touch_payment_status_by_hand() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('haulbook.follows_invoice', true), '') <> 'on' then
    new.payment_status_by_hand := exists (select from invoice_loads
      where user_id = new.user_id and load_id = new.id and standing);
  end if;
  return new;
end $$;
create trigger loads_touch_payment_status_by_hand before update on loads
  for each row when (old.payment_status is distinct from new.payment_status)
  execute function touch_payment_status_by_hand();

-- Null if the load is on no standing invoice.
create function derive_payment_status(account uuid, billed_load bigint, today date) returns text language plpgsql stable as $$
begin
  return (select case when count(*) = 0 then null
      when bool_or(bill.state = 'approved' and bill.open_amount > 0 and bill.due_on < today) then 'overdue'
      when bool_and(bill.state = 'approved' and bill.open_amount = 0) then 'paid'
      when bool_or(bill.state = 'approved') then 'pending'
      else 'unpaid' end
    from invoice_loads as billed join invoices as bill on bill.user_id = account and bill.id = billed.invoice_id
    where billed.user_id = account and billed.load_id = billed_load and billed.standing);
end $$;

-- A load that left its last invoice is unpaid, unless someone set its status by hand.
create function follow_loads(account uuid, load_ids bigint[], today date) returns void language plpgsql as $$
begin
  perform set_config('haulbook.follows_invoice', 'on', true);
  update loads set payment_status = coalesce(derived.status, 'unpaid'), version = version + 1, updated_at = now()
    from (select id, derive_payment_status(account, id, today) as status from loads
        where user_id = account and id = any(load_ids) and not payment_status_by_hand) as derived
    where loads.user_id = account and loads.id = derived.id and not loads.payment_status_by_hand
      and loads.payment_status <> coalesce(derived.status, 'unpaid');
  update loads set payment_status_by_hand = false
    where user_id = account and id = any(load_ids) and payment_status_by_hand
      and not exists (select from invoice_loads as billed
        where billed.user_id = account and billed.load_id = loads.id and billed.standing);
  perform set_config('haulbook.follows_invoice', '', true);
end $$;

create function follow_invoices(account uuid, invoice_ids bigint[], today date) returns void language plpgsql as $$
begin
  perform follow_loads(account, array(select distinct load_id from invoice_loads
    where user_id = account and invoice_id = any(invoice_ids) order by load_id), today);
end $$;
