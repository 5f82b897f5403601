-- An adjustment restates a frozen statement (SPEC C7): revenue, and each deduction that a rule calculated from revenue,
-- miles or loads. The formulas are in TypeScript. The database keeps which loads still differ, by index.

alter table statement_loads
  add column miles numeric(12, 2) not null default 0,
  add column empty_miles numeric(12, 2) not null default 0;

create or replace function touch_statement_loads() returns trigger language plpgsql as $$
begin
  insert into statement_loads (user_id, billing_id, load_id, load_number, revenue, delivery_date, miles, empty_miles)
    select new.user_id, new.billing_id, load.id, load."loadId", load.revenue, load."deliveryDate",
      coalesce(load.miles, 0), coalesce(load."emptyMiles", 0)
    from jsonb_to_recordset(new.snapshot -> 'loads') as load (id bigint, "loadId" text, revenue numeric(12, 2),
      "deliveryDate" date, miles numeric(12, 2), "emptyMiles" numeric(12, 2));
  return null;
end $$;

alter table statement_loads disable trigger user;
update statement_loads as printed set miles = load.miles, empty_miles = coalesce(load."emptyMiles", 0)
  from statement_snapshots as kept
    cross join lateral jsonb_to_recordset(kept.snapshot -> 'loads')
      as load (id bigint, miles numeric(12, 2), "emptyMiles" numeric(12, 2))
  where kept.user_id = printed.user_id and kept.billing_id = printed.billing_id and printed.load_id = load.id
    and (load.miles <> 0 or load."emptyMiles" <> 0);
alter table statement_loads enable trigger user;

-- An adjustment is one line for revenue and one for each restated line, which "restates" names. Adjustments made before
-- have a line for each load, for revenue alone, and name the load. "adjusts_pay": the restated line is extra pay.
alter table expenses
  add column restates bigint,
  add column adjusts_pay boolean not null default false,
  drop constraint expenses_correction_check,
  add constraint expenses_correction_check check ((kind = 'correction') = (corrects is not null)),
  add constraint expenses_restates_check check (restates is null or kind = 'correction' and load_id is null),
  add constraint expenses_adjusts_pay_check check (not adjusts_pay or restates is not null),
  add constraint expenses_restates_fkey foreign key (user_id, restates) references expenses (user_id, id);
create index expenses_restates_idx on expenses (user_id, restates) include (amount) where restates is not null;

create function guard_restated_line() returns trigger language plpgsql as $$
begin
  if not exists (select from expenses where user_id = new.user_id and id = new.restates
      and billing_id = new.corrects and rule_key is not null and (kind = 'extra-pay') = new.adjusts_pay) then
    raise exception 'the adjusted statement has no such line'
      using errcode = 'check_violation', constraint = 'expenses_restates';
  end if;
  return null;
end $$;
create trigger expenses_guard_restated_line after insert on expenses
  for each row when (new.restates is not null) execute function guard_restated_line();

-- What an adjustment on settlement "billing_id" changed of the loads of statement "corrects": "amount" of revenue in
-- money; revenue, miles, empty miles and count of loads as the base of deductions. Both revenues are equal, except for
-- loads with adjustments of revenue alone.
create table adjusted_loads (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  corrects bigint not null,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  amount numeric(14, 2) not null,
  revenue numeric(14, 2) not null,
  miles numeric(14, 2) not null,
  empty_miles numeric(14, 2) not null,
  loads integer not null,
  voided boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint adjusted_loads_corrects_fkey foreign key (user_id, corrects) references billing (user_id, id) on delete cascade,
  constraint adjusted_loads_billing_id_fkey foreign key (user_id, billing_id) references billing (user_id, id) on delete cascade
);
create index adjusted_loads_corrects_idx on adjusted_loads (user_id, corrects, load_id);
create index adjusted_loads_billing_id_idx on adjusted_loads (user_id, billing_id);

-- A write-off of a changed load accepts the load as the statement has it: nothing is restated for this change. "net":
-- what the payee's net would have changed by.
alter table releases
  add column revenue numeric(14, 2) not null default 0,
  add column miles numeric(14, 2) not null default 0,
  add column empty_miles numeric(14, 2) not null default 0,
  add column loads integer not null default 0,
  add column net numeric(14, 2),
  drop constraint releases_amount_check,
  add constraint releases_amount_check check (amount <> 0
    or load_id is not null and (revenue <> 0 or miles <> 0 or empty_miles <> 0 or loads <> 0));
alter table releases disable trigger user;
update releases set revenue = amount, net = amount where load_id is not null;
alter table releases enable trigger user;

-- "adjusted" is money. Revenue, miles, empty miles and loads are what deductions do not follow yet. A row is here only
-- while a line of the statement may differ. Row 0 of a statement: an adjustment was removed although a later one is
-- left, so that rounding may be open.
truncate statement_drift;
alter table statement_drift
  drop constraint statement_drift_check,
  add column revenue numeric(14, 2) not null,
  add column miles numeric(14, 2) not null,
  add column empty_miles numeric(14, 2) not null,
  add column loads integer not null,
  add column current_miles numeric(12, 2) not null,
  add column current_empty_miles numeric(12, 2) not null,
  add constraint statement_drift_check check (load_id = 0 or current - stated <> adjusted
    or revenue <> 0 or miles <> 0 or empty_miles <> 0 or loads <> 0);

-- Which figures the lines of a statement follow. A line from before the columns has only the text of its formula.
create function find_restated_bases(account uuid, statement bigint,
    out of_revenue boolean, out of_miles boolean, out of_empty_miles boolean, out of_loads boolean) language sql stable as $$
  select coalesce(bool_or(basis like 'percent%' or formula like '%\% × $%'), false),
    coalesce(bool_or(basis = 'per-mile' or formula like '% mi × $%'), false),
    coalesce(bool_or(basis = 'per-empty-mile'), false),
    coalesce(bool_or(basis = 'per-load' or formula like '% load% × $%'), false)
  from expenses where user_id = account and billing_id = statement and rule_key is not null and not by_hand and not skipped
$$;

create or replace function refresh_drift(account uuid, statement bigint, load_ids bigint[]) returns void language plpgsql as $$
begin
  perform from billing where user_id = account and id = statement for no key update;
  delete from statement_drift
    where user_id = account and billing_id = statement and load_id = any (load_ids);
  insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted,
      revenue, miles, empty_miles, loads, current_miles, current_empty_miles)
    select account, statement, asked.load_id, coalesce(today.load_id, printed.load_number, settled.load_number, ''),
      coalesce(printed.revenue, 0), coalesce(today.revenue, 0), settled.amount,
      differs.revenue, differs.miles, differs.empty_miles, differs.loads,
      coalesce(today.miles, 0), coalesce(today.empty_miles, 0)
    from billing cross join unnest(load_ids) as asked (load_id)
      cross join lateral find_restated_bases(account, statement) as lines
      left join statement_loads as printed on printed.user_id = account
        and printed.billing_id = statement and printed.load_id = asked.load_id
      -- "offset 0": by id. The planner would read all loads of the truck and date for each load.
      left join lateral (select load_id, revenue, miles, empty_miles, truck_id, settlement_date from loads
          where user_id = account and id = asked.load_id offset 0) as today
        on today.truck_id = billing.truck_id and today.settlement_date = billing.settlement_date
      cross join lateral (select coalesce(sum(amount), 0) as amount, coalesce(sum(revenue), 0) as revenue,
          coalesce(sum(miles), 0) as miles, coalesce(sum(empty_miles), 0) as empty_miles,
          coalesce(sum(loads), 0) as loads, max(load_number) as load_number from (
          select amount, revenue, miles, empty_miles, loads, load_number from adjusted_loads
            where user_id = account and corrects = statement and load_id = asked.load_id and not voided
          union all select -amount, 0, 0, 0, 0, load_number from expenses
            where user_id = account and corrects = statement and load_id = asked.load_id and not voided
          union all select amount, revenue, miles, empty_miles, loads, null from releases
            where user_id = account and billing_id = statement and load_id = asked.load_id) as made) as settled
      cross join lateral (select
          coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) - settled.revenue as revenue,
          coalesce(today.miles, 0) - coalesce(printed.miles, 0) - settled.miles as miles,
          coalesce(today.empty_miles, 0) - coalesce(printed.empty_miles, 0) - settled.empty_miles as empty_miles,
          (today.load_id is not null)::integer - (printed.load_id is not null)::integer - settled.loads as loads) as differs
    where billing.user_id = account and billing.id = statement and billing.status in ('approved', 'paid')
      and (coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) <> settled.amount
        or differs.revenue <> 0 and lines.of_revenue or differs.miles <> 0 and lines.of_miles
        or differs.empty_miles <> 0 and lines.of_empty_miles or differs.loads <> 0 and lines.of_loads);
end $$;

create or replace function touch_load_drift() returns trigger language plpgsql as $$
declare
  account uuid;
  places load_place[];
begin
  if tg_op = 'INSERT' then
    places := array(select (user_id, id, truck_id, settlement_date)::load_place from new_rows
      where truck_id is not null and settlement_date is not null);
  elsif tg_op = 'DELETE' then
    places := array(select (user_id, id, truck_id, settlement_date)::load_place from old_rows
      where truck_id is not null and settlement_date is not null);
  else
    places := array(
      select unnest(array[
        (before.user_id, before.id, before.truck_id, before.settlement_date)::load_place,
        (after.user_id, after.id, after.truck_id, after.settlement_date)::load_place])
      from old_rows as before join new_rows as after on after.user_id = before.user_id and after.id = before.id
      where (before.truck_id, before.settlement_date, before.revenue, before.miles, before.empty_miles, before.load_id)
        is distinct from (after.truck_id, after.settlement_date, after.revenue, after.miles, after.empty_miles, after.load_id));
  end if;
  for account in select distinct user_id from unnest(places) loop
    perform refresh_drift_at(account, places);
  end loop;
  return null;
end $$;

-- Adjustments of revenue alone name the load. The others have rows in adjusted_loads, which leave with their lines.
create or replace function touch_adjustment_drift() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.corrects is not null and old.load_id is null then
    delete from adjusted_loads
      where user_id = old.user_id and billing_id = old.billing_id and corrects = old.corrects;
  end if;
  if tg_op <> 'INSERT' and old.corrects is not null and old.load_id is not null and account_is_there(old.user_id) then
    perform refresh_drift(old.user_id, old.corrects, array[old.load_id]);
  end if;
  if tg_op <> 'DELETE' and new.corrects is not null and new.load_id is not null then
    perform refresh_drift(new.user_id, new.corrects, array[new.load_id]);
  end if;
  return null;
end $$;

-- An adjustment settles exactly what is open. Two requests at once cannot adjust a load twice.
create function guard_adjusted_load() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from statement_drift
      where user_id = new.user_id and billing_id = new.corrects and load_id = new.load_id
        and current - stated - adjusted = new.amount and revenue = new.revenue and miles = new.miles
        and empty_miles = new.empty_miles and loads = new.loads) then
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
create trigger adjusted_loads_guard_adjusted_load before insert or update or delete on adjusted_loads
  for each row execute function guard_adjusted_load();

create function touch_adjusted_load_drift() returns trigger language plpgsql as $$
declare
  adjusted adjusted_loads := coalesce(new, old);
begin
  if not account_is_there(adjusted.user_id) then return null; end if;
  perform refresh_drift(adjusted.user_id, adjusted.corrects, array[adjusted.load_id]);
  if tg_op <> 'INSERT' and exists (select from adjusted_loads
        where user_id = adjusted.user_id and corrects = adjusted.corrects and not voided)
      and exists (select from billing where user_id = adjusted.user_id and id = adjusted.corrects
        and status in ('approved', 'paid')) then
    insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted,
        revenue, miles, empty_miles, loads, current_miles, current_empty_miles)
      values (adjusted.user_id, adjusted.corrects, 0, '', 0, 0, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger adjusted_loads_touch_adjusted_load_drift after insert or update or delete on adjusted_loads
  for each row execute function touch_adjusted_load_drift();

-- A void statement adjusts nothing.
create function touch_void_adjustments() returns trigger language plpgsql as $$
begin
  update adjusted_loads set voided = true where user_id = new.user_id and billing_id = new.id and not voided;
  return null;
end $$;
create trigger billing_touch_void_adjustments after update of status on billing
  for each row when (new.status = 'void' and old.status <> 'void') execute function touch_void_adjustments();

-- The year counts adjusted revenue and extra pay as gross, and the other restated lines as deductions (SPEC C9).
create or replace function snapshot_adjustments(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(-sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line
  where line ->> 'kind' = 'correction' and (line ->> 'restates' is null or (line ->> 'adjustsPay')::boolean)
$$;
create function snapshot_adjusted_deductions(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line
  where line ->> 'kind' = 'correction' and line ->> 'restates' is not null
    and not coalesce((line ->> 'adjustsPay')::boolean, false)
$$;
alter table statement_snapshots add column adjusted_deductions numeric(14, 2)
  generated always as (snapshot_adjusted_deductions(snapshot)) stored;

-- What old statements have open by the new rule.
select refresh_drift(user_id, billing_id, array_agg(load_id)) from (
  with frozen as (select user_id, id as billing_id, truck_id, settlement_date from billing where status in ('approved', 'paid')),
  printed as (select user_id, billing_id, load_id, revenue, miles from statement_loads join frozen using (user_id, billing_id)),
  today as (select frozen.user_id, frozen.billing_id, loads.id as load_id, loads.revenue, loads.miles
    from frozen join loads on loads.user_id = frozen.user_id and loads.truck_id = frozen.truck_id
      and loads.settlement_date = frozen.settlement_date)
  select user_id, billing_id, load_id from printed full join today using (user_id, billing_id, load_id)
    where (printed.revenue, printed.miles) is distinct from (today.revenue, today.miles)
  union select user_id, corrects, load_id from expenses where corrects is not null and load_id is not null and not voided
  union select user_id, billing_id, load_id from releases where load_id is not null) as changed
  group by user_id, billing_id;
