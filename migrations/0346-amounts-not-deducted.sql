-- What a floor left for later is a balance of its payee: it is repaid, written off or transferred (SPEC C322).
create or replace function guard_new_balance_entry() returns trigger language plpgsql as $$
declare
  kind_of_balance text;
begin
  select balance into kind_of_balance from deduction_rules where user_id = new.user_id and id = new.rule_id;
  if kind_of_balance = 'none' and new.kind in ('interest', 'transfer-in')
      or new.kind in ('repayment', 'write-off') and kind_of_balance = 'escrow'
      or new.kind = 'interest' and kind_of_balance <> 'escrow'
      or new.kind = 'transfer-out' and new.effect <> new.amount * (case kind_of_balance when 'escrow' then -1 else 1 end)
      or new.kind = 'transfer-in' and new.effect <> (case kind_of_balance when 'escrow' then new.amount else 0 end) then
    raise exception 'balance_entries_balance: % of %', new.kind, kind_of_balance
      using errcode = 'check_violation', constraint = 'balance_entries_balance';
  end if;
  if new.undoes is not null and not exists (select from balance_entries as done
      where done.user_id = new.user_id and done.id = new.undoes and done.undoes is null
        and (done.rule_id, done.kind, done.payee, done.amount, done.effect)
          = (new.rule_id, new.kind, new.payee, -new.amount, -new.effect)
        and done.truck_id is not distinct from new.truck_id) then
    raise exception 'balance_entries_undo: entry % is not what this undoes', new.undoes
      using errcode = 'check_violation', constraint = 'balance_entries_undo';
  end if;
  return new;
end $$;

-- Statements never take more than earlier ones left, and entries never more than is left. `truck`: null for a deduction of
-- all trucks of a payee.
create function check_deferred(account uuid, rule bigint, truck bigint, paid text, of_entries boolean)
  returns void language plpgsql as $$
declare
  open numeric;
  settled numeric;
begin
  perform from deduction_rules where user_id = account and id = rule and total is null for no key update;
  if not found then return; end if;
  select coalesce(sum(effect), 0) into settled from balance_entries
    where user_id = account and rule_id = rule and payee = paid and truck_id is not distinct from truck;
  if of_entries and settled <= 0 then return; end if;
  select coalesce(sum(line.deferred), 0) - settled into open from expenses as line
    join billing on billing.user_id = account and billing.id = line.billing_id
    where line.user_id = account and line.rule_id = rule and line.deferred <> 0 and not line.voided
      and (truck is null or line.truck_id = truck) and billing.payee = paid and billing.status in ('approved', 'paid');
  if open < 0 then
    raise exception 'expenses_rule_total: rule % took % more than was left', rule, -open
      using errcode = 'check_violation', constraint = 'expenses_rule_total';
  end if;
end $$;

create or replace function guard_entry_total() returns trigger language plpgsql as $$
begin
  perform check_rule_total(new.user_id, new.rule_id, new.truck_id);
  perform check_deferred(new.user_id, new.rule_id, new.truck_id, new.payee, true);
  return null;
end $$;

create function guard_deferred() returns trigger language plpgsql as $$
declare
  found_line record;
  sign integer := -1;
begin
  if new.status = 'void' then
    sign := 1;
  end if;
  for found_line in select line.rule_id, case when rule.truck_id is null and coalesce(rule.owner_id, rule.driver_id) is not null
        then null else line.truck_id end as truck
      from expenses as line join deduction_rules as rule on rule.user_id = new.user_id and rule.id = line.rule_id
      where line.user_id = new.user_id and line.billing_id = new.id and rule.total is null
      group by line.rule_id, rule.truck_id, rule.owner_id, rule.driver_id, line.truck_id
      having sum(line.deferred) * sign > 0
      order by line.rule_id loop
    perform check_deferred(new.user_id, found_line.rule_id, found_line.truck, new.payee, new.status = 'void');
  end loop;
  return null;
end $$;
create trigger billing_guard_deferred after update of status on billing
  for each row when (old.status = 'pending' and new.status <> 'pending' or new.status = 'void' and old.status <> 'void')
  execute function guard_deferred();
