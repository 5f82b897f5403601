-- Balances belong to the payee (SPEC C20). What changes a balance outside of settlements is an entry: a repayment, a
-- write-off, a transfer, interest. An entry is posted once and never deleted. Its undo is another entry.
create table balance_entries (
  user_id uuid not null references users on delete cascade,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  -- Null: the balance of a deduction that is for all trucks of one payee.
  truck_id bigint,
  payee text not null,
  kind text not null,
  day date not null,
  -- Dollars. Negative: an undo.
  amount numeric(14, 2) not null,
  -- What it adds to the amount that statements have deducted.
  effect numeric(14, 2) not null,
  method text,
  reference text,
  reason text,
  -- Of a transfer: the other balance.
  other_rule_id bigint,
  -- Of interest: the first day of the quarter, the rate in percent, and the daily balances added up.
  quarter date,
  rate numeric,
  balance_days numeric(20, 2),
  undoes bigint,
  undone boolean not null default false,
  -- The statement that shows it first.
  stated_on bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint balance_entries_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules (user_id, id),
  constraint balance_entries_other_rule_id_fkey foreign key (user_id, other_rule_id)
    references deduction_rules (user_id, id),
  constraint balance_entries_truck_id_fkey foreign key (user_id, truck_id) references trucks (user_id, id),
  constraint balance_entries_undoes_fkey foreign key (user_id, undoes) references balance_entries (user_id, id),
  constraint balance_entries_stated_on_fkey foreign key (user_id, stated_on) references billing (user_id, id),
  constraint balance_entries_kind_check check (kind in ('repayment', 'write-off', 'interest', 'transfer-out',
    'transfer-in')),
  constraint balance_entries_amount_check check (amount <> 0 and (amount < 0) = (undoes is not null)),
  constraint balance_entries_effect_check check (case kind when 'transfer-out' then abs(effect) = abs(amount)
    when 'transfer-in' then effect in (0, amount) else effect = amount end),
  constraint balance_entries_reason_check check (kind in ('repayment', 'interest') and undoes is null
    or reason is not null),
  constraint balance_entries_method_check check (case when kind = 'repayment' then method is not null
    else method is null and reference is null end),
  constraint balance_entries_transfer_check check ((other_rule_id is not null) = (kind in ('transfer-out', 'transfer-in'))),
  constraint balance_entries_interest_check check (num_nonnulls(quarter, rate, balance_days)
    = case kind when 'interest' then 3 else 0 end)
);
create index balance_entries_rule_id_idx on balance_entries (user_id, rule_id, truck_id);
create index balance_entries_stated_on_idx on balance_entries (user_id, stated_on) where stated_on is not null;
create unique index balance_entries_undoes_key on balance_entries (user_id, undoes) where undoes is not null;
-- A quarter's interest is posted once.
create unique index balance_entries_quarter_key on balance_entries (user_id, rule_id, truck_id, payee, quarter)
  nulls not distinct where kind = 'interest' and undoes is null and not undone;

create function guard_balance_entry() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at', 'stated_on'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'entry % is posted', old.id
        using errcode = 'check_violation', constraint = 'balance_entries_posted';
    end if;
    return old;
  end if;
  if not old.undone and new.undone and exists (
      select from balance_entries where user_id = new.user_id and undoes = new.id) then
    free := free || array['undone'];
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'entry % is posted', old.id
      using errcode = 'check_violation', constraint = 'balance_entries_posted';
  end if;
  return new;
end $$;
create trigger balance_entries_1_guard_balance_entry before delete or update on balance_entries
  for each row execute function guard_balance_entry();

-- Only money that is owed is repaid or written off, and only escrow earns interest. An undo mirrors its entry.
create function guard_new_balance_entry() returns trigger language plpgsql as $$
declare
  kind_of_balance text;
begin
  select balance into kind_of_balance from deduction_rules where user_id = new.user_id and id = new.rule_id;
  if kind_of_balance = 'none'
      or new.kind in ('repayment', 'write-off') and kind_of_balance = 'escrow'
      or new.kind = 'interest' and kind_of_balance <> 'escrow'
      or new.kind = 'transfer-out' and new.effect <> new.amount * (case kind_of_balance when 'escrow' then -1 else 1 end)
      or new.kind = 'transfer-in' and new.effect <> (case kind_of_balance when 'escrow' then new.amount else 0 end) then
    raise exception '% of %', new.kind, kind_of_balance
      using errcode = 'check_violation', constraint = 'balance_entries_balance';
  end if;
  if new.undoes is not null and not exists (select from balance_entries as done
      where done.user_id = new.user_id and done.id = new.undoes and done.undoes is null
        and (done.rule_id, done.kind, done.payee, done.amount, done.effect)
          = (new.rule_id, new.kind, new.payee, -new.amount, -new.effect)
        and done.truck_id is not distinct from new.truck_id) then
    raise exception 'entry % is not what this undoes', new.undoes
      using errcode = 'check_violation', constraint = 'balance_entries_undo';
  end if;
  return new;
end $$;
create trigger balance_entries_2_guard_new_balance_entry before insert on balance_entries
  for each row execute function guard_new_balance_entry();

-- Lines and entries together never deduct more than the total, and never give out more than was deducted. Interest may
-- fill an escrow beyond its target.
create or replace function check_rule_total(account uuid, rule bigint, truck bigint) returns void language plpgsql as $$
declare
  most numeric;
  of_truck boolean;
  of_payee boolean;
  part record;
begin
  select total, truck_id is not null, truck_id is null and coalesce(owner_id, driver_id) is not null
    into most, of_truck, of_payee from deduction_rules where user_id = account and id = rule for no key update;
  if most is null then return; end if;
  for part in select sum(change.amount) as deducted, sum(change.interest) as interest from (
      select case when not of_truck and not of_payee then billing.payee end as payee, line.amount, 0 as interest
      from expenses as line
        left join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where not of_payee and line.user_id = account and line.rule_id = rule and line.truck_id = truck and not line.voided
      -- Apart, so that the others are found by their truck.
      union all
      select null, line.amount, 0 from expenses as line
      where of_payee and line.user_id = account and line.rule_id = rule and not line.voided
      union all
      select case when not of_truck and not of_payee then entry.payee end, entry.effect,
        case entry.kind when 'interest' then entry.effect else 0 end
      from balance_entries as entry
      where entry.user_id = account and entry.rule_id = rule and (of_payee or entry.truck_id = truck)) as change
    group by change.payee loop
    if part.deducted - part.interest > most or part.deducted < 0 then
      raise exception 'rule % has deducted % of %', rule, part.deducted, most
        using errcode = 'check_violation', constraint = 'expenses_rule_total';
    end if;
  end loop;
end $$;

create function guard_entry_total() returns trigger language plpgsql as $$
begin
  perform check_rule_total(new.user_id, new.rule_id, new.truck_id);
  return null;
end $$;
create trigger balance_entries_3_guard_entry_total after insert on balance_entries
  for each row execute function guard_entry_total();
create trigger balance_entries_4_touch_audit after insert or delete or update on balance_entries
  for each row execute function touch_audit('kind');

-- The rates of escrow interest: the 13-week Treasury bill as of the first day of each quarter (49 CFR 376.12(k)).
create table escrow_rates (
  user_id uuid not null references users on delete cascade,
  id bigint not null generated always as identity,
  quarter date not null,
  rate numeric not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint escrow_rates_quarter_key unique (user_id, quarter),
  constraint escrow_rates_quarter_check check (extract(day from quarter) = 1 and extract(month from quarter) in (1, 4, 7, 10)),
  constraint escrow_rates_rate_check check (rate between 0 and 100 and min_scale(rate) <= 4)
);
create trigger escrow_rates_touch_audit after insert or delete or update on escrow_rates
  for each row execute function touch_audit('quarter');
