-- Creating, approving and paying the settlements of a run.

-- A line of a recurring deduction without a total waits only for a change of the deduction, not for the lines of other
-- settlements (SPEC C2).
create or replace function check_rule_total(account uuid, rule bigint, truck bigint) returns void language plpgsql as $$
declare
  most numeric;
  of_truck boolean;
  of_payee boolean;
  part record;
begin
  -- Without a total there is nothing to compare: settlements of other trucks need not wait. Only a change of the rule must.
  -- A rule of one payee is locked by the settlements that share it: a second lock on it could deadlock.
  perform from deduction_rules where user_id = account and id = rule and total is null
    and (truck_id is not null or coalesce(owner_id, driver_id) is null) for share;
  if found then return; end if;
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

-- Only a line of a deduction for one payee can be on a settlement of another payee.
create or replace function guard_rule_payee() returns trigger language plpgsql as $$
begin
  if exists (select from deduction_rules where user_id = new.user_id and id = new.rule_id
      and truck_id is null and coalesce(owner_id, driver_id) is not null) then
    perform check_rule_payee(new.user_id, new.billing_id);
  end if;
  return null;
end $$;

-- Most changes of a settlement change no sum.
create or replace function touch_billing_sums() returns trigger language plpgsql as $$
declare
  changes sum_change[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(select (user_id, kind, place_of_day(settlement_date), sum(amount))::sum_change
        from written cross join lateral (values ('expenses', total_expenses), ('extra-pay', extra_pay)) as kept (kind, amount)
        where status <> 'void' group by user_id, kind, settlement_date having sum(amount) <> 0);
    when 'DELETE' then
      changes := array(select (user_id, kind, place_of_day(settlement_date), -sum(amount))::sum_change
        from gone cross join lateral (values ('expenses', total_expenses), ('extra-pay', extra_pay)) as kept (kind, amount)
        where status <> 'void' group by user_id, kind, settlement_date having sum(amount) <> 0);
    else
      changes := array(select (user_id, kind, place_of_day(settlement_date), sum(amount))::sum_change
        from (select user_id, settlement_date, status, total_expenses, extra_pay from written
          union all select user_id, settlement_date, status, -total_expenses, -extra_pay from gone) as changed
          cross join lateral (values ('expenses', total_expenses), ('extra-pay', extra_pay)) as kept (kind, amount)
        where status <> 'void' group by user_id, kind, settlement_date having sum(amount) <> 0);
  end case;
  if changes <> '{}' then perform change_sums(changes); end if;
  return null;
end $$;

-- Most changes that the audit log does not show are found before the former values are read.
create or replace function touch_audit() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  one jsonb := coalesce(becomes, was);
  account uuid := (one ->> 'user_id')::uuid;
  secrets text[] := tg_argv[1:];
  changed_from jsonb;
  changed_to jsonb;
  called jsonb;
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  changed_to := audit_values(becomes, was, secrets);
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  changed_from := audit_values(was, becomes, secrets);
  called := audit_names(account, tg_table_name, changed_from);
  called := coalesce(called || audit_names(account, tg_table_name, changed_to), called,
    audit_names(account, tg_table_name, changed_to));
  if tg_op = 'UPDATE' then
    update audit
      set after = after || changed_to,
        before = case when action = 'changed' then changed_from || before end,
        names = coalesce(called || names, called, names)
      where user_id = new.user_id and subject = tg_table_name and subject_id = new.id
        and action in ('created', 'changed') and in_this_transaction(audit);
    if found then return null; end if;
  end if;
  insert into audit (user_id, action, subject, subject_id, label, before, after, names)
  values (account,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_table_name, (one ->> 'id')::bigint, one ->> tg_argv[0], changed_from, changed_to, called);
  return null;
end $$;
