-- Fees that become known or change after their statement (SPEC C237).

alter table statement_drift
  add column factored numeric(14, 2) not null default 0,
  add column fee numeric(14, 2) not null default 0,
  add column current_factored numeric(14, 2) not null default 0,
  add column current_fee numeric(14, 2) not null default 0,
  drop constraint statement_drift_check,
  add constraint statement_drift_check check (load_id = 0 or current - stated <> adjusted or revenue <> 0 or miles <> 0
    or empty_miles <> 0 or loads <> 0 or factored <> 0 or fee <> 0);
alter table adjusted_loads
  add column factored numeric(14, 2) not null default 0,
  add column fee numeric(14, 2) not null default 0;
alter table releases
  add column factored numeric(14, 2) not null default 0,
  add column fee numeric(14, 2) not null default 0,
  drop constraint releases_amount_check,
  add constraint releases_amount_check check (amount <> 0 or load_id is not null
    and (revenue <> 0 or miles <> 0 or empty_miles <> 0 or loads <> 0 or factored <> 0 or fee <> 0));

drop function find_restated_bases(uuid, bigint);
create function find_restated_bases(account uuid, statement bigint, out of_revenue boolean, out of_miles boolean, out of_empty_miles boolean, out of_loads boolean, out of_factored boolean, out of_fee boolean) returns record language sql stable as $$
  select coalesce(bool_or(basis like 'percent%' or formula like '%\% × $%'), false),
    coalesce(bool_or(basis = 'per-mile' or formula like '% mi × $%'), false),
    coalesce(bool_or(basis = 'per-empty-mile'), false),
    coalesce(bool_or(basis = 'per-load' or formula like '% load% × $%'), false),
    coalesce(bool_or(basis = 'factored-percent'), false),
    coalesce(bool_or(basis = 'factoring-fee'), false)
  from expenses where user_id = account and billing_id = statement and rule_key is not null and not by_hand and not skipped
$$;

create or replace function refresh_drift(account uuid, statement bigint, load_ids bigint[]) returns void language plpgsql as $$
begin
  perform from billing where user_id = account and id = statement for no key update;
  delete from statement_drift
    where user_id = account and billing_id = statement and load_id = any (load_ids);
  insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted,
      revenue, miles, empty_miles, loads, current_miles, current_empty_miles, factored, fee, current_factored, current_fee)
    select account, statement, asked.load_id, coalesce(today.load_id, printed.load_number, settled.load_number, ''),
      coalesce(printed.revenue, 0), coalesce(today.revenue, 0), settled.amount,
      differs.revenue, differs.miles, differs.empty_miles, differs.loads,
      coalesce(today.miles, 0), coalesce(today.empty_miles, 0), differs.factored, differs.fee, facts.factored, facts.fee
    from billing cross join unnest(load_ids) as asked (load_id)
      cross join lateral find_restated_bases(account, statement) as lines
      left join statement_loads as printed on printed.user_id = account
        and printed.billing_id = statement and printed.load_id = asked.load_id
      -- "offset 0": by id. The planner would read all loads of the truck and date for each load.
      left join lateral (select id as load, load_id, revenue, miles, empty_miles, truck_id, settlement_date from loads
          where user_id = account and id = asked.load_id offset 0) as today
        on today.truck_id = billing.truck_id and today.settlement_date = billing.settlement_date
      cross join lateral (select coalesce(max(greatest(today.revenue, 0)) filter (where found.is_factored and lines.of_factored), 0) as factored,
          coalesce(max(found.fee) filter (where lines.of_fee), 0) as fee
        from find_factoring(account, today.load) as found where lines.of_factored or lines.of_fee) as facts
      -- Edited lines stay as they are: where there is no other, nothing differs.
      cross join lateral (select
          coalesce(max(basis_figure) filter (where basis = 'factored-percent' and not by_hand and not skipped),
            case when bool_or(basis = 'factored-percent') then facts.factored end, 0) as factored,
          coalesce(max(basis_figure) filter (where basis = 'factoring-fee' and not by_hand and not skipped),
            case when bool_or(basis = 'factoring-fee') then facts.fee end, 0) as fee
        from expenses where (lines.of_factored or lines.of_fee) and user_id = account and billing_id = statement
          and load_id = asked.load_id and rule_key is not null) as charged
      cross join lateral (select coalesce(sum(amount), 0) as amount, coalesce(sum(revenue), 0) as revenue,
          coalesce(sum(miles), 0) as miles, coalesce(sum(empty_miles), 0) as empty_miles,
          coalesce(sum(loads), 0) as loads, coalesce(sum(factored), 0) as factored, coalesce(sum(fee), 0) as fee,
          max(load_number) as load_number from (
          select amount, revenue, miles, empty_miles, loads, factored, fee, load_number from adjusted_loads
            where user_id = account and corrects = statement and load_id = asked.load_id and not voided
          union all select -amount, 0, 0, 0, 0, 0, 0, load_number from expenses
            where user_id = account and corrects = statement and load_id = asked.load_id and restates is null and not voided
          union all select amount, revenue, miles, empty_miles, loads, factored, fee, null from releases
            where user_id = account and billing_id = statement and load_id = asked.load_id) as made) as settled
      cross join lateral (select
          coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) - settled.revenue as revenue,
          coalesce(today.miles, 0) - coalesce(printed.miles, 0) - settled.miles as miles,
          coalesce(today.empty_miles, 0) - coalesce(printed.empty_miles, 0) - settled.empty_miles as empty_miles,
          (today.load_id is not null)::integer - (printed.load_id is not null)::integer - settled.loads as loads,
          facts.factored - charged.factored - settled.factored as factored,
          facts.fee - charged.fee - settled.fee as fee) as differs
    where billing.user_id = account and billing.id = statement and billing.status in ('approved', 'paid')
      and (coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) <> settled.amount
        or differs.revenue <> 0 and lines.of_revenue or differs.miles <> 0 and lines.of_miles
        or differs.empty_miles <> 0 and lines.of_empty_miles or differs.loads <> 0 and lines.of_loads
        or differs.factored <> 0 and lines.of_factored or differs.fee <> 0 and lines.of_fee);
end $$;

create or replace function guard_adjusted_load() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from statement_drift
      where user_id = new.user_id and billing_id = new.corrects and load_id = new.load_id
        and current - stated - adjusted = new.amount and revenue = new.revenue and miles = new.miles
        and empty_miles = new.empty_miles and loads = new.loads
        and factored = new.factored and fee = new.fee) then
    raise exception 'load % has no such difference', new.load_id
      using errcode = 'check_violation', constraint = 'adjusted_loads_open';
  end if;
  if tg_op = 'UPDATE' and (old.voided or to_jsonb(new) - 'voided' is distinct from to_jsonb(old) - 'voided') then
    perform refuse_frozen('an adjustment');
  end if;
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) and exists (select from billing
        where user_id = old.user_id and id = old.billing_id and status <> 'pending') then
      perform refuse_frozen('an adjustment');
    end if;
    return old;
  end if;
  return new;
end $$;

-- The lines of fees in an adjustment name their load. Older adjustments of one load have no restated line.
create or replace function touch_adjustment_drift() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.corrects is not null and (old.load_id is null or old.restates is not null) then
    delete from adjusted_loads
      where user_id = old.user_id and billing_id = old.billing_id and corrects = old.corrects;
  end if;
  if tg_op <> 'INSERT' and old.corrects is not null and old.load_id is not null and old.restates is null and account_is_there(old.user_id) then
    perform refresh_drift(old.user_id, old.corrects, array[old.load_id]);
  end if;
  if tg_op <> 'DELETE' and new.corrects is not null and new.load_id is not null and new.restates is null then
    perform refresh_drift(new.user_id, new.corrects, array[new.load_id]);
  end if;
  return null;
end $$;

-- The loads of these invoices. A load is locked: it may move to another settlement at the same moment.
create function refresh_factored_loads(account uuid, invoice_ids bigint[]) returns void language plpgsql as $$
begin
  if not account_is_there(account) or not exists (select from deduction_rules
      where user_id = account and basis in ('factored-percent', 'factoring-fee')) then
    return;
  end if;
  perform from loads where user_id = account and id = any(array(select load_id from invoice_loads
      where user_id = account and invoice_id = any(invoice_ids))) order by id for share;
  perform refresh_drift_at(account, array(select (load.user_id, load.id, load.truck_id, load.settlement_date)::load_place
    from loads as load where load.user_id = account and load.truck_id is not null and load.settlement_date is not null
      and load.id = any(array(select load_id from invoice_loads
        where user_id = account and invoice_id = any(invoice_ids))) order by load.id));
end $$;

create function touch_schedule_drift() returns trigger language plpgsql as $$
begin
  perform refresh_factored_loads(new.user_id, array(select invoice_id from factor_schedule_lines
    where user_id = new.user_id and schedule_id = new.id));
  return null;
end $$;
create trigger factor_schedules_touch_schedule_drift after update of state on factor_schedules
  for each row when (new.state <> old.state) execute function touch_schedule_drift();

create function touch_entry_drift() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from written loop
    perform refresh_factored_loads(account, array(select distinct invoice_id from written
      where user_id = account and invoice_id is not null));
  end loop;
  return null;
end $$;
create trigger factor_entries_touch_entry_drift_insert after insert on factor_entries
  referencing new table as written for each statement execute function touch_entry_drift();
create trigger factor_entries_touch_entry_drift_update after update on factor_entries
  referencing new table as written for each statement execute function touch_entry_drift();

create function touch_standing_drift() returns trigger language plpgsql as $$
begin
  perform refresh_factored_loads(new.user_id, array[new.invoice_id]);
  return null;
end $$;
create trigger invoice_loads_touch_standing_drift after update of standing on invoice_loads
  for each row when (new.standing <> old.standing) execute function touch_standing_drift();
