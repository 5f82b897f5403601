-- Money received from brokers (SPEC C192-C199): receipts, their parts on invoices, differences with a reason, refunds.

create table receipts (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  broker_id bigint not null,
  received_on date not null,
  method text not null constraint receipts_method_check
    check (method in ('check', 'ach', 'wire', 'quick-pay', 'comchek', 'card', 'cash')),
  -- Check number or trace number.
  reference text,
  amount numeric(14, 2) not null constraint receipts_amount_check check (amount > 0),
  note text,
  deposited_on date,
  reversed_on date,
  reversal_reason text,
  -- The sums of the live parts and of the standing refunds. Kept by triggers.
  applied numeric(14, 2) not null default 0,
  refunded numeric(14, 2) not null default 0,
  unapplied numeric(14, 2) not null generated always as (
    case when reversed_on is null then amount - applied - refunded else 0 end) stored,
  state text not null generated always as (
    case when reversed_on is not null then 'reversed'
      when amount > applied + refunded then 'unapplied' else 'posted' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint receipts_broker_id_fkey foreign key (user_id, broker_id) references brokers (user_id, id),
  constraint receipts_applied_check check (applied >= 0 and refunded >= 0 and applied + refunded <= amount),
  constraint receipts_reversal_check check (num_nonnulls(reversed_on, reversal_reason) in (0, 2)
    and (reversed_on is null or reversed_on >= received_on and applied = 0 and refunded = 0))
);
create index receipts_received_on_idx on receipts (user_id, received_on, id);
create index receipts_broker_id_idx on receipts (user_id, broker_id, received_on, id);
create index receipts_reference_idx on receipts (user_id, broker_id, lower(reference)) where reference is not null;
create index receipts_unapplied_idx on receipts (user_id, broker_id) where unapplied > 0;

-- How much of a receipt pays an invoice. A part ends when the receipt is reversed, or when the money is taken off the invoice.
create table receipt_parts (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  receipt_id bigint not null,
  invoice_id bigint not null,
  amount numeric(14, 2) not null constraint receipt_parts_amount_check check (amount > 0),
  applied_on date not null,
  -- The money was on no invoice before.
  was_unapplied boolean not null default false,
  ended text constraint receipt_parts_ended_check check (ended in ('reversed', 'taken-off')),
  ended_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint receipt_parts_receipt_id_fkey foreign key (user_id, receipt_id) references receipts (user_id, id),
  constraint receipt_parts_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id),
  constraint receipt_parts_ended_on_check check ((ended is null) = (ended_on is null) and ended_on >= applied_on)
);
create index receipt_parts_receipt_id_idx on receipt_parts (user_id, receipt_id);
create index receipt_parts_invoice_id_idx on receipt_parts (user_id, invoice_id);

-- What a broker did not pay of an invoice, and why. Without a receipt: decided on its own day.
create table receipt_differences (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  receipt_id bigint,
  invoice_id bigint not null,
  kind text not null constraint receipt_differences_kind_check
    check (kind in ('quick-pay', 'short-pay-disputed', 'short-pay-accepted', 'write-off', 'bank-fee')),
  amount numeric(14, 2) not null constraint receipt_differences_amount_check check (amount > 0),
  reason text,
  day date not null,
  -- Of an accepted short pay: who bears it. The owner's share is a negative charge of the load, which is not billed.
  bears text constraint receipt_differences_bears_check check (bears in ('carrier', 'owner', 'both')),
  owner_amount numeric(14, 2) not null default 0,
  load_id bigint,
  charge_id bigint,
  credit_note_id bigint,
  ended text constraint receipt_differences_ended_check check (ended in ('reversed', 'undone', 'settled')),
  ended_on date,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint receipt_differences_receipt_id_fkey foreign key (user_id, receipt_id) references receipts (user_id, id),
  constraint receipt_differences_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id),
  constraint receipt_differences_credit_note_id_fkey foreign key (user_id, credit_note_id) references invoices (user_id, id),
  constraint receipt_differences_accepted_check check (case kind when 'short-pay-accepted'
    then num_nulls(bears, credit_note_id, reason) = 0 else num_nonnulls(bears, credit_note_id) = 0 end),
  constraint receipt_differences_owner_check check (case bears
    when 'owner' then owner_amount = amount when 'both' then owner_amount > 0 and owner_amount < amount
    else owner_amount = 0 end and (owner_amount > 0) = (num_nulls(load_id, charge_id) = 0)
    and num_nonnulls(load_id, charge_id) <> 1),
  constraint receipt_differences_ended_on_check check ((ended is null) = (ended_on is null) and ended_on >= day
    and (kind <> 'short-pay-accepted' or ended is null))
);
create index receipt_differences_receipt_id_idx on receipt_differences (user_id, receipt_id);
create index receipt_differences_invoice_id_idx on receipt_differences (user_id, invoice_id);

-- Money that was returned to the broker. A refund that the broker never cashed ends.
create table receipt_refunds (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  receipt_id bigint not null,
  day date not null,
  amount numeric(14, 2) not null constraint receipt_refunds_amount_check check (amount > 0),
  method text not null constraint receipt_refunds_method_check
    check (method in ('check', 'ach', 'wire', 'quick-pay', 'comchek', 'card', 'cash')),
  reference text,
  reason text not null,
  ended_on date,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint receipt_refunds_receipt_id_fkey foreign key (user_id, receipt_id) references receipts (user_id, id),
  constraint receipt_refunds_ended_check check (num_nonnulls(ended_on, ended_reason) in (0, 2) and ended_on >= day)
);
create index receipt_refunds_receipt_id_idx on receipt_refunds (user_id, receipt_id);

alter table receivable_entries
  add constraint receivable_entries_receipt_id_fkey foreign key (user_id, receipt_id) references receipts (user_id, id),
  add constraint receivable_entries_difference_id_fkey
    foreign key (user_id, difference_id) references receipt_differences (user_id, id);
create index receivable_entries_difference_id_idx on receivable_entries (user_id, difference_id)
  where difference_id is not null;

-- Posted rows are frozen. `tg_argv`: the columns that may still change; those after "once:" only while they are null.
create function guard_posted_receipt() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb;
  once boolean := false;
  name text;
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception '% % is posted', tg_table_name, old.id
        using errcode = 'check_violation', constraint = tg_table_name || '_posted';
    end if;
    return old;
  end if;
  becomes := to_jsonb(new);
  foreach name in array tg_argv loop
    if name = 'once:' then
      once := true;
    elsif not once or was -> name = 'null'::jsonb then
      becomes := becomes - name;
      was := was - name;
    end if;
  end loop;
  if becomes is distinct from was then
    raise exception '% % is posted', tg_table_name, old.id
      using errcode = 'check_violation', constraint = tg_table_name || '_posted';
  end if;
  return new;
end $$;
create trigger receipts_1_guard_posted_receipt before update or delete on receipts for each row execute function
  guard_posted_receipt('unapplied', 'state', 'applied', 'refunded', 'version', 'updated_at', 'note', 'deposited_on',
    'once:', 'reversed_on', 'reversal_reason');
create trigger receipt_parts_1_guard_posted_receipt before update or delete on receipt_parts for each row execute function
  guard_posted_receipt('version', 'updated_at', 'once:', 'ended', 'ended_on');
create trigger receipt_differences_1_guard_posted_receipt before update or delete on receipt_differences for each row
  execute function guard_posted_receipt('version', 'updated_at', 'once:', 'ended', 'ended_on', 'ended_reason');
create trigger receipt_refunds_1_guard_posted_receipt before update or delete on receipt_refunds for each row
  execute function guard_posted_receipt('version', 'updated_at', 'once:', 'ended_on', 'ended_reason');

-- A part is on an approved invoice of the receipt's broker, not before the invoice's date or the receipt's day.
create function guard_receipt_part() returns trigger language plpgsql as $$
declare
  paid invoices;
  receipt receipts;
begin
  select * into paid from invoices where user_id = new.user_id and id = new.invoice_id;
  select * into receipt from receipts where user_id = new.user_id and id = new.receipt_id;
  if paid.broker_id is distinct from receipt.broker_id then
    raise exception 'the invoice is of another broker' using errcode = 'check_violation', constraint = 'receipt_parts_broker';
  end if;
  if paid.kind <> 'invoice' or paid.state <> 'approved' or receipt.reversed_on is not null then
    raise exception 'invoice % is not open', new.invoice_id using errcode = 'check_violation', constraint = 'receipt_parts_state';
  end if;
  if new.applied_on < greatest(paid.invoice_date, receipt.received_on) then
    raise exception 'the part is before its invoice' using errcode = 'check_violation', constraint = 'receipt_parts_day';
  end if;
  return new;
end $$;
create trigger receipt_parts_2_guard_receipt_part before insert on receipt_parts
  for each row execute function guard_receipt_part();

create function guard_receipt_difference() returns trigger language plpgsql as $$
declare
  paid invoices;
begin
  select * into paid from invoices where user_id = new.user_id and id = new.invoice_id;
  if paid.kind <> 'invoice' or paid.state <> 'approved' or new.receipt_id is not null and not exists (
      select from receipts where user_id = new.user_id and id = new.receipt_id and broker_id = paid.broker_id) then
    raise exception 'invoice % is not open', new.invoice_id
      using errcode = 'check_violation', constraint = 'receipt_differences_state';
  end if;
  if new.day < paid.invoice_date then
    raise exception 'the difference is before its invoice'
      using errcode = 'check_violation', constraint = 'receipt_differences_day';
  end if;
  return new;
end $$;
create trigger receipt_differences_2_guard_receipt_difference before insert on receipt_differences
  for each row execute function guard_receipt_difference();

-- A refund is not before its receipt.
create function guard_receipt_refund() returns trigger language plpgsql as $$
begin
  if exists (select from receipts where user_id = new.user_id and id = new.receipt_id
      and (received_on > new.day or reversed_on is not null)) then
    raise exception 'the refund is before its receipt' using errcode = 'check_violation', constraint = 'receipt_refunds_day';
  end if;
  return new;
end $$;
create trigger receipt_refunds_2_guard_receipt_refund before insert on receipt_refunds
  for each row execute function guard_receipt_refund();

-- Keeps the sums of a receipt.
create function touch_receipt_sums() returns trigger language plpgsql as $$
declare
  parts numeric;
  refunds numeric;
begin
  select coalesce(sum(amount), 0) into parts from receipt_parts
    where user_id = new.user_id and receipt_id = new.receipt_id and ended is null;
  select coalesce(sum(amount), 0) into refunds from receipt_refunds
    where user_id = new.user_id and receipt_id = new.receipt_id and ended_on is null;
  update receipts set applied = parts, refunded = refunds, version = version + 1, updated_at = now()
    where user_id = new.user_id and id = new.receipt_id and (applied, refunded) is distinct from (parts, refunds);
  return null;
end $$;
create trigger receipt_parts_3_touch_receipt_sums after insert or update of ended on receipt_parts
  for each row execute function touch_receipt_sums();
create trigger receipt_refunds_3_touch_receipt_sums after insert or update of ended_on on receipt_refunds
  for each row execute function touch_receipt_sums();

-- At the end of the transaction the ledger has what the receipt has: parts on invoices, and unapplied money on none.
create function guard_receipt_entries() returns trigger language plpgsql as $$
declare
  receipt receipts;
begin
  select * into receipt from receipts where user_id = new.user_id and id = new.id;
  if receipt.id is null then return null; end if;
  if receipt.applied <> (select coalesce(sum(amount), 0) from receipt_parts
        where user_id = new.user_id and receipt_id = new.id and ended is null)
      or receipt.refunded <> (select coalesce(sum(amount), 0) from receipt_refunds
        where user_id = new.user_id and receipt_id = new.id and ended_on is null)
      or exists (select from (
        select coalesce(invoice_id, 0) as place, -amount as amount from receivable_entries
          where user_id = new.user_id and receipt_id = new.id and difference_id is null
        union all select invoice_id, -amount from receipt_parts
          where user_id = new.user_id and receipt_id = new.id and ended is null
        union all select 0, -receipt.unapplied) as facts
      group by place having sum(amount) <> 0) then
    raise exception 'receipt % has other entries', new.id
      using errcode = 'check_violation', constraint = 'receipts_entries';
  end if;
  return null;
end $$;
create constraint trigger receipts_2_guard_receipt_entries after insert or update on receipts
  deferrable initially deferred for each row execute function guard_receipt_entries();

-- A difference lowers its invoice until it ends. A disputed one lowers nothing; an accepted one does by its credit note.
create function guard_difference_entries() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from receivable_entries where user_id = new.user_id and difference_id = new.id)
      <> (select case when ended is null and kind not in ('short-pay-disputed', 'short-pay-accepted') then -amount else 0 end
        from receipt_differences where user_id = new.user_id and id = new.id) then
    raise exception 'difference % has other entries', new.id
      using errcode = 'check_violation', constraint = 'receipt_differences_entries';
  end if;
  return null;
end $$;
create constraint trigger receipt_differences_3_guard_difference_entries after insert or update on receipt_differences
  deferrable initially deferred for each row execute function guard_difference_entries();

-- An invoice with money or differences on it is not voided.
create function guard_void_invoice() returns trigger language plpgsql as $$
begin
  if exists (select from receipt_parts where user_id = new.user_id and invoice_id = new.id and ended is null)
      or exists (select from receipt_differences where user_id = new.user_id and invoice_id = new.id and ended is null
        and kind not in ('short-pay-disputed', 'short-pay-accepted')) then
    raise exception 'invoice % has money on it', new.number
      using errcode = 'check_violation', constraint = 'receipt_parts_void';
  end if;
  return new;
end $$;
create trigger invoices_guard_void_invoice before update of state on invoices
  for each row when (new.state = 'void' and old.state <> 'void') execute function guard_void_invoice();

create trigger receipts_3_touch_audit after insert or delete or update on receipts
  for each row execute function touch_audit('reference');
create trigger receipt_parts_4_touch_audit after insert or delete or update on receipt_parts
  for each row execute function touch_audit('amount');
create trigger receipt_differences_4_touch_audit after insert or delete or update on receipt_differences
  for each row execute function touch_audit('kind');
create trigger receipt_refunds_4_touch_audit after insert or delete or update on receipt_refunds
  for each row execute function touch_audit('amount');
