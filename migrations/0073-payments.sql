-- Payments are records (SPEC C11): money paid to a payee, with parts that cover statements of any of the payee's trucks.
alter table billing
  add column approved_on date,
  -- The sum of the statement's live parts. Kept by triggers.
  add column paid_amount numeric(14, 2) not null default 0;

create table payouts (
  user_id uuid not null references users on delete cascade,
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
  amount numeric(14, 2) not null,
  note text,
  replaces bigint,
  reversed_on date,
  reversal text,
  reversal_reason text,
  needs_decision boolean not null default false,
  -- The sums of the live parts, and of cash repayments and write-offs. Kept by triggers.
  applied numeric(14, 2) not null default 0,
  closed numeric(14, 2) not null default 0,
  unapplied numeric(14, 2) not null generated always as (
    case when kind = 'settlement' and reversal is null and not needs_decision then amount - applied - closed
      else 0 end) stored,
  state text not null generated always as (
    case when needs_decision then 'undecided' when reversal is not null then 'reversed'
      when kind = 'settlement' and amount > applied + closed then 'unapplied' else 'posted' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint payouts_truck_id_fkey foreign key (user_id, truck_id) references trucks (user_id, id),
  constraint payouts_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules (user_id, id),
  constraint payouts_replaces_fkey foreign key (user_id, replaces) references payouts (user_id, id),
  constraint payouts_payee_check check (num_nonnulls(owner_id, driver_id, truck_id) = 1),
  constraint payouts_kind_check check (kind in ('settlement', 'hand-out')),
  constraint payouts_rule_check check ((kind = 'hand-out') = (rule_id is not null)),
  constraint payouts_amount_check check (amount > 0),
  constraint payouts_applied_check check (applied >= 0 and closed >= 0 and applied + closed <= amount),
  constraint payouts_reversal_check check (
    num_nonnulls(reversed_on, reversal, reversal_reason) in (0, 3)
    and (reversal is null or reversal in ('never cashed', 'returned', 'reissued'))
    and (reversal is null or applied = 0 and closed = 0 and not needs_decision))
);
create index payouts_paid_on_idx on payouts (user_id, paid_on, id);
create index payouts_payee_idx on payouts (user_id, payee, id);
create index payouts_reference_idx on payouts (user_id, lower(reference)) where reference is not null;
create index payouts_unapplied_idx on payouts (user_id, payee) where unapplied > 0;

-- How much of a payment covers a statement. A part ends if the payment is reversed, or if its statement is voided and
-- the payee keeps the money.
create table payout_parts (
  user_id uuid not null references users on delete cascade,
  id bigint not null generated always as identity,
  payout_id bigint not null,
  billing_id bigint not null,
  amount numeric(14, 2) not null,
  -- The money was unapplied before: the statement prints it as already paid.
  was_unapplied boolean not null default false,
  ended text,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint payout_parts_payout_id_fkey foreign key (user_id, payout_id) references payouts (user_id, id) on delete cascade,
  constraint payout_parts_billing_id_fkey foreign key (user_id, billing_id) references billing (user_id, id) on delete cascade,
  constraint payout_parts_amount_check check (amount > 0),
  constraint payout_parts_ended_check check ((ended is null) = (ended_at is null)
    and (ended is null or ended in ('reversed', 'kept', 'undecided')))
);
create index payout_parts_payout_id_idx on payout_parts (user_id, payout_id);
create index payout_parts_billing_id_idx on payout_parts (user_id, billing_id);

-- Unapplied money that the payee repaid in cash, or that was written off.
create table payout_closings (
  user_id uuid not null references users on delete cascade,
  id bigint not null generated always as identity,
  payout_id bigint not null,
  kind text not null,
  day date not null,
  amount numeric(14, 2) not null,
  method text,
  reference text,
  reason text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint payout_closings_payout_id_fkey foreign key (user_id, payout_id) references payouts (user_id, id) on delete cascade,
  constraint payout_closings_kind_check check (kind in ('repayment', 'write-off')),
  constraint payout_closings_amount_check check (amount > 0),
  constraint payout_closings_method_check check (kind = 'repayment' or method is null and reference is null)
);
create index payout_closings_payout_id_idx on payout_closings (user_id, payout_id);
create index payout_closings_day_idx on payout_closings (user_id, day);

-- Old data: each paid statement becomes a payment with one part. A void statement that had been paid becomes a payment
-- that needs a decision: the records do not tell whether the payee kept the money.
alter table payouts add column billing_id bigint;
insert into payouts (user_id, owner_id, driver_id, truck_id, payee_name, paid_on, method, reference, amount,
    needs_decision, applied, billing_id)
  select paid.user_id, paid.owner_id, paid.driver_id,
    case when paid.owner_id is null and paid.driver_id is null then paid.truck_id end,
    printed.payee, paid.paid_on, paid.payment_method, paid.payment_reference, paid.net_payment,
    paid.status = 'void', case paid.status when 'void' then 0 else paid.net_payment end, paid.id
  from billing as paid left join statement_snapshots as printed
    on printed.user_id = paid.user_id and printed.billing_id = paid.id
  where paid.paid_on is not null and paid.payment_method is not null and paid.net_payment > 0
    and paid.status in ('paid', 'void')
  order by paid.user_id, paid.paid_on, paid.id;
insert into payout_parts (user_id, payout_id, billing_id, amount, ended, ended_at)
  select made.user_id, made.id, made.billing_id, made.amount,
    case when made.needs_decision then 'undecided' end, case when made.needs_decision then billing.voided_at end
  from payouts as made join billing on billing.user_id = made.user_id and billing.id = made.billing_id
  order by made.user_id, made.id;
alter table billing disable trigger user;
update billing set paid_amount = net_payment where status = 'paid' and net_payment > 0;
alter table billing enable trigger user;
alter table payouts drop column billing_id;

-- Net 0.00 is paid without a payment, so without a method.
alter table billing
  drop constraint billing_paid_check,
  add constraint billing_paid_check check (status <> 'paid' or paid_on is not null
    and (payment_method is not null or net_payment <= 0)),
  add constraint billing_paid_amount_check check (case status when 'pending' then paid_amount = 0
    when 'approved' then paid_amount >= 0 and (paid_amount < net_payment or paid_amount = 0 and net_payment <= 0)
    when 'paid' then paid_amount = greatest(net_payment, 0) else paid_amount >= 0 end);

create or replace function guard_frozen() returns trigger language plpgsql as $$
declare
  computed text[] := array['total_expenses', 'net_payment', 'week_number', 'week_year', 'payee'];
  free text[] := computed || array['statement_url', 'version', 'updated_at', 'paid_amount'];
begin
  if tg_op = 'DELETE' then
    if old.status <> 'pending' and account_is_there(old.user_id) then
      perform refuse_frozen('statement ' || old.number);
    end if;
    return old;
  end if;
  if old.status = 'pending' then
    if new.status not in ('pending', 'approved') then perform refuse_frozen('the order of states'); end if;
    return new;
  end if;
  if old.status in ('approved', 'paid') and new.status in ('approved', 'paid') then
    free := free || array['status', 'paid_on', 'payment_method', 'payment_reference'];
  elsif old.status in ('approved', 'paid') and new.status = 'void' then
    free := free || array['status', 'voided_at', 'void_reason'];
  elsif new.status <> old.status then
    perform refuse_frozen('the order of states');
  end if;
  -- A user names the driver that the records of an earlier version do not tell (SPEC C10).
  if old.owner_id is null and old.driver_id is null and new.driver_id is not null then
    free := free || array['driver_id'];
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    perform refuse_frozen('statement ' || old.number);
  end if;
  return new;
end $$;

-- A statement is paid if, and only if, the live parts of payments equal its net. The checks of billing compare
-- paid_amount with the net; this one compares it with the parts.
create function guard_paid_amount() returns trigger language plpgsql as $$
declare
  covered numeric;
begin
  select coalesce(sum(amount), 0) into covered from payout_parts
    where user_id = new.user_id and billing_id = new.id and ended is null;
  if covered <> new.paid_amount then
    raise exception 'payments cover % of statement %, not %', covered, new.number, new.paid_amount
      using errcode = 'check_violation', constraint = 'billing_paid_amount';
  end if;
  return null;
end $$;
create trigger billing_guard_paid_amount after update of status, paid_amount, paid_on, payment_method, payment_reference
  on billing for each row when (new.status <> 'pending') execute function guard_paid_amount();

-- A void statement keeps no payment: the void says where the cash is, in the same transaction.
create function guard_void_paid() returns trigger language plpgsql as $$
begin
  if exists (select from payout_parts where user_id = new.user_id and billing_id = new.id and ended is null) then
    raise exception 'statement % is void and covered by a payment', new.number
      using errcode = 'check_violation', constraint = 'billing_void_paid';
  end if;
  return null;
end $$;
create constraint trigger billing_guard_void_paid after update of status on billing deferrable initially deferred
  for each row when (new.status = 'void') execute function guard_void_paid();

-- Payments are posted once. Later only a reversal, a decision and the kept sums are written.
create function guard_payout() returns trigger language plpgsql as $$
declare
  free text[] := array['payee', 'state', 'unapplied', 'applied', 'closed', 'version', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'payment % is posted', old.id using errcode = 'check_violation', constraint = 'payouts_posted';
    end if;
    return old;
  end if;
  if old.reversal is null then free := free || array['reversed_on', 'reversal', 'reversal_reason']; end if;
  if old.needs_decision then free := free || array['needs_decision']; end if;
  if old.truck_id is not null and new.driver_id is not null then free := free || array['truck_id', 'driver_id']; end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'payment % is posted', old.id using errcode = 'check_violation', constraint = 'payouts_posted';
  end if;
  return new;
end $$;
create trigger payouts_1_guard_payout before delete or update on payouts
  for each row execute function guard_payout();

create function guard_payout_sums() returns trigger language plpgsql as $$
begin
  if new.applied <> (select coalesce(sum(amount), 0) from payout_parts
        where user_id = new.user_id and payout_id = new.id and ended is null)
      or new.closed <> (select coalesce(sum(amount), 0) from payout_closings
        where user_id = new.user_id and payout_id = new.id) then
    raise exception 'payment % has other parts', new.id using errcode = 'check_violation', constraint = 'payouts_parts';
  end if;
  return null;
end $$;
create trigger payouts_2_guard_payout_sums after insert or update of applied, closed on payouts
  for each row execute function guard_payout_sums();
create trigger payouts_3_touch_audit after insert or delete or update on payouts
  for each row execute function touch_audit('reference');

create function guard_payout_part() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'part % is posted', old.id using errcode = 'check_violation', constraint = 'payout_parts_posted';
    end if;
    return old;
  end if;
  if old.ended is null or old.ended = 'undecided' then free := free || array['ended', 'ended_at']; end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free or old.ended is not null and new.ended is null then
    raise exception 'part % is posted', old.id using errcode = 'check_violation', constraint = 'payout_parts_posted';
  end if;
  return new;
end $$;
create trigger payout_parts_1_guard_payout_part before delete or update on payout_parts
  for each row execute function guard_payout_part();

-- Keeps the statement's status and payment, and the payment's sum of parts. The last payment by day is the one that
-- a statement shows.
create function touch_paid_statement() returns trigger language plpgsql as $$
declare
  stated billing;
  paid payouts;
  covered numeric;
  used numeric;
begin
  select * into stated from billing where user_id = new.user_id and id = new.billing_id for no key update;
  select * into paid from payouts where user_id = new.user_id and id = new.payout_id for no key update;
  if stated.payee <> paid.payee then
    raise exception 'another payee' using errcode = 'check_violation', constraint = 'payout_parts_payee';
  end if;
  if new.ended is null and (stated.status not in ('approved', 'paid') or paid.reversal is not null
      or paid.needs_decision or paid.kind <> 'settlement') then
    raise exception 'nothing to pay' using errcode = 'check_violation', constraint = 'payout_parts_open';
  end if;
  select coalesce(sum(amount), 0) into used from payout_parts
    where user_id = new.user_id and payout_id = new.payout_id and ended is null;
  if used <> paid.applied then
    update payouts set applied = used, version = version + 1, updated_at = now()
      where user_id = new.user_id and id = new.payout_id;
  end if;
  select coalesce(sum(amount), 0) into covered from payout_parts
    where user_id = new.user_id and billing_id = new.billing_id and ended is null;
  if covered = stated.paid_amount then return null; end if;
  if stated.status = 'void' then
    update billing set paid_amount = covered where user_id = new.user_id and id = new.billing_id;
    return null;
  end if;
  if covered > stated.net_payment then
    raise exception 'payments of % for a net of %', covered, stated.net_payment
      using errcode = 'check_violation', constraint = 'payout_parts_net';
  end if;
  if covered < stated.net_payment then
    paid := null;
  else
    select payment.* into paid from payout_parts as part
        join payouts as payment on payment.user_id = part.user_id and payment.id = part.payout_id
      where part.user_id = new.user_id and part.billing_id = new.billing_id and part.ended is null
      order by payment.paid_on desc, payment.id desc limit 1;
  end if;
  update billing set status = case when paid.id is null then 'approved' else 'paid' end, paid_amount = covered,
      paid_on = paid.paid_on, payment_method = paid.method, payment_reference = paid.reference,
      version = version + 1, updated_at = now()
    where user_id = new.user_id and id = new.billing_id;
  return null;
end $$;
create trigger payout_parts_2_touch_paid_statement after insert or update of ended on payout_parts
  for each row execute function touch_paid_statement();
create trigger payout_parts_3_touch_audit after insert or delete or update on payout_parts
  for each row execute function touch_audit('amount');

create function touch_payout_closed() returns trigger language plpgsql as $$
declare
  closing payout_closings := coalesce(new, old);
begin
  perform from payouts where user_id = closing.user_id and id = closing.payout_id for no key update;
  update payouts set closed = (select coalesce(sum(amount), 0) from payout_closings
        where user_id = closing.user_id and payout_id = closing.payout_id),
      version = version + 1, updated_at = now()
    where user_id = closing.user_id and id = closing.payout_id;
  return null;
end $$;
create function guard_payout_closing() returns trigger language plpgsql as $$
begin
  raise exception 'closing % is posted', old.id using errcode = 'check_violation', constraint = 'payout_closings_posted';
end $$;
create trigger payout_closings_1_guard_payout_closing before update on payout_closings
  for each row execute function guard_payout_closing();
create trigger payout_closings_2_touch_payout_closed after insert or delete on payout_closings
  for each row execute function touch_payout_closed();
create trigger payout_closings_3_touch_audit after insert or delete on payout_closings
  for each row execute function touch_audit('reason');

-- Code that changes what is paid to a payee holds this lock, after the rows of the trucks.
create function payee_lock(account uuid, payee text) returns bigint language sql immutable parallel safe
  return hashtextextended('haulbook payee ' || account || ' ' || payee, 0);
