-- The books can be closed through a day (SPEC C374). A change of money that is dated on or before it needs a reason, and is
-- listed for the accountant.
alter table account_map add column closed_through date;

create table closed_changes (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  source text not null constraint closed_changes_source_check check (source in ('receivable', 'settlement', 'settlement-void',
    'payment', 'payment-reversal', 'payment-closing', 'factor-deposit', 'factor-deposit-void', 'balance-entry')),
  record_id bigint not null,
  -- The entry was deleted, such as a write-off that was undone.
  deleted boolean not null default false,
  day date not null,
  amount numeric(14, 2) not null,
  -- What the entry was when it was made: its kind, its number, and who it is about.
  kind text,
  number text,
  name text,
  closed_through date not null,
  reason text not null,
  person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid,
  changed_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint closed_changes_day_check check (day <= closed_through)
);
create trigger closed_changes_touch_audit after insert or update or delete on closed_changes
  for each row execute function touch_audit('source');

-- Who a row of the books is about. `source`: as in closed_changes.
create function name_of_closed_change(account uuid, source text, changed jsonb) returns text language plpgsql stable as $$
declare
  found text;
  paid text := changed ->> 'payee';
begin
  if source = 'receivable' then
    select company_name into found from brokers where user_id = account and id = (changed ->> 'broker_id')::bigint;
  elsif source in ('payment', 'payment-reversal') then
    found := changed ->> 'payee_name';
  elsif source = 'payment-closing' then
    select payee_name into found from payouts where user_id = account and id = (changed ->> 'payout_id')::bigint;
  elsif source in ('factor-deposit', 'factor-deposit-void') then
    select name into found from factors where user_id = account and id = (changed ->> 'factor_id')::bigint;
  elsif paid like 'owner:%' then
    select name into found from owners where user_id = account and id = split_part(paid, ':', 2)::bigint;
  elsif paid like 'driver:%' then
    select name into found from drivers where user_id = account and id = split_part(paid, ':', 2)::bigint;
  elsif paid like 'truck:%' then
    select 'Truck ' || truck_id into found from trucks where user_id = account and id = split_part(paid, ':', 2)::bigint;
  end if;
  return found;
end $$;

-- The number of the invoice, the credit note or the statement, or of a check.
create function number_of_closed_change(account uuid, source text, changed jsonb) returns text language plpgsql stable as $$
declare
  found text;
begin
  if source <> 'receivable' then
    return coalesce(changed ->> 'number', changed ->> 'reference');
  end if;
  select number into found from invoices where user_id = account
    and id = coalesce(changed ->> 'credit_note_id', changed ->> 'invoice_id')::bigint;
  return found;
end $$;

-- Adds a change of a closed month. The reason is a setting of the transaction, in hexadecimal digits of UTF-8.
-- `source`, `on_day`: what the row is in the books, and its day there.
create function add_closed_change(account uuid, source text, changed jsonb, on_day date, amount numeric, is_deleted boolean)
  returns void language plpgsql as $$
declare
  entry_id bigint := (changed ->> 'id')::bigint;
  entry_kind text := changed ->> 'kind';
  closed_day date;
  entry_number text;
  entry_name text;
  given text := nullif(current_setting('haulbook.closed_reason', true), '');
begin
  select closed_through into closed_day from account_map where user_id = account;
  if closed_day is null or on_day > closed_day then return; end if;
  if given is null then
    raise exception 'books_closed: % %', closed_day, on_day using errcode = 'check_violation', constraint = 'books_closed';
  end if;
  entry_number := number_of_closed_change(account, source, changed);
  entry_name := name_of_closed_change(account, source, changed);
  given := convert_from(decode(given, 'hex'), 'UTF8');
  insert into closed_changes (user_id, source, record_id, deleted, day, amount, kind, number, name, closed_through, reason)
  values (account, source, entry_id, is_deleted, on_day, amount, entry_kind, entry_number, entry_name, closed_day, given);
end $$;

-- tg_argv: what the row is in the books, its column with the day, its column with the amount.
create function touch_closed_changes() returns trigger language plpgsql as $$
declare
  is_deleted boolean := tg_op = 'DELETE';
  changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  account uuid := (changed ->> 'user_id')::uuid;
begin
  if is_deleted and not account_is_there(account) then return null; end if;
  perform add_closed_change(account, tg_argv[0], changed, (changed ->> tg_argv[1])::date,
    (changed ->> tg_argv[2])::numeric, is_deleted);
  return null;
end $$;

-- The same for a void or a reversal of a row. The day of a voided statement is the moment of the void, in UTC.
create function touch_closed_voids() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  on_day date := case when tg_argv[1] = 'voided_at' then ((changed ->> 'voided_at')::timestamptz at time zone 'utc')::date
    else (changed ->> tg_argv[1])::date end;
begin
  perform add_closed_change(new.user_id, tg_argv[0], changed, on_day, (changed ->> tg_argv[2])::numeric, false);
  return null;
end $$;

create trigger receivable_entries_touch_closed_changes after insert on receivable_entries
  for each row execute function touch_closed_changes('receivable', 'day', 'amount');
create trigger billing_touch_closed_changes after update of status on billing
  for each row when (old.status = 'pending' and new.status <> 'pending')
  execute function touch_closed_changes('settlement', 'approved_on', 'net_payment');
create trigger billing_touch_closed_voids after update of status on billing
  for each row when (old.status <> 'void' and new.status = 'void')
  execute function touch_closed_voids('settlement-void', 'voided_at', 'net_payment');
create trigger payouts_touch_closed_changes after insert on payouts
  for each row execute function touch_closed_changes('payment', 'paid_on', 'amount');
create trigger payouts_touch_closed_voids after update of reversed_on on payouts
  for each row when (old.reversed_on is null and new.reversed_on is not null)
  execute function touch_closed_voids('payment-reversal', 'reversed_on', 'amount');
create trigger payout_closings_touch_closed_changes after insert or delete on payout_closings
  for each row execute function touch_closed_changes('payment-closing', 'day', 'amount');
create trigger factor_deposits_touch_closed_changes after insert on factor_deposits
  for each row execute function touch_closed_changes('factor-deposit', 'day', 'amount');
create trigger factor_deposits_touch_closed_voids after update of voided_on on factor_deposits
  for each row when (old.voided_on is null and new.voided_on is not null)
  execute function touch_closed_voids('factor-deposit-void', 'voided_on', 'amount');
create trigger balance_entries_touch_closed_changes after insert on balance_entries
  for each row execute function touch_closed_changes('balance-entry', 'day', 'amount');
