-- What the settlement run, drift and the year read of frozen statements (SPEC C7, C8, C9): rows with indexes, written
-- when a statement is approved. They used to read the JSON of every statement of the account.

-- An adjustment changes revenue: the amounts of its lines are deductions, so the sign is turned.
create function snapshot_adjustments(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(-sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line where line ->> 'kind' = 'correction'
$$;

alter table statement_snapshots
  add column payee text generated always as (snapshot #>> '{payee,name}') stored,
  add column truck text generated always as (snapshot #>> '{truck,truckId}') stored,
  add column adjustments numeric(14, 2) generated always as (snapshot_adjustments(snapshot)) stored;

-- The loads of a statement as it prints them. No link to the load: it may be deleted.
create table statement_loads (
  user_id uuid not null references users (id) on delete cascade,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  revenue numeric(12, 2) not null,
  delivery_date date,
  primary key (user_id, billing_id, load_id),
  constraint statement_loads_billing_id_fkey foreign key (user_id, billing_id)
    references billing (user_id, id) on delete cascade
);
create index statement_loads_delivery_date_idx
  on statement_loads (user_id, delivery_date) include (billing_id, revenue);

create function touch_statement_loads() returns trigger language plpgsql as $$
begin
  insert into statement_loads (user_id, billing_id, load_id, load_number, revenue, delivery_date)
    select new.user_id, new.billing_id, load.id, load."loadId", load.revenue, load."deliveryDate"
    from jsonb_to_recordset(new.snapshot -> 'loads')
      as load (id bigint, "loadId" text, revenue numeric(12, 2), "deliveryDate" date);
  return null;
end $$;
create trigger statement_snapshots_touch_statement_loads after insert on statement_snapshots
  for each row execute function touch_statement_loads();

insert into statement_loads (user_id, billing_id, load_id, load_number, revenue, delivery_date)
  select user_id, billing_id, load.id, load."loadId", load.revenue, load."deliveryDate"
  from statement_snapshots cross join lateral jsonb_to_recordset(snapshot -> 'loads')
    as load (id bigint, "loadId" text, revenue numeric(12, 2), "deliveryDate" date);

create trigger statement_loads_guard_snapshot before update or delete on statement_loads
  for each row execute function guard_snapshot();

-- The loads that no longer match a frozen statement, less what adjustments and write-offs already settled. A row is
-- here only while there is a difference. A change of a statement's drift holds the statement's row first.
create table statement_drift (
  user_id uuid not null references users (id) on delete cascade,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  stated numeric(12, 2) not null,
  current numeric(12, 2) not null,
  adjusted numeric(14, 2) not null,
  primary key (user_id, billing_id, load_id),
  constraint statement_drift_billing_id_fkey foreign key (user_id, billing_id)
    references billing (user_id, id) on delete cascade,
  constraint statement_drift_check check (current - stated <> adjusted)
);

create function refresh_drift(account uuid, statement bigint, load_ids bigint[]) returns void language plpgsql as $$
begin
  perform from billing where user_id = account and id = statement for no key update;
  delete from statement_drift
    where user_id = account and billing_id = statement and load_id = any (load_ids);
  insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted)
    select account, statement, asked.load_id, coalesce(today.load_id, printed.load_number, settled.load_number, ''),
      coalesce(printed.revenue, 0), coalesce(today.revenue, 0), settled.amount
    from billing cross join unnest(load_ids) as asked (load_id)
      left join statement_loads as printed on printed.user_id = account
        and printed.billing_id = statement and printed.load_id = asked.load_id
      -- "offset 0": by id. The planner would read all loads of the truck and date for each load.
      left join lateral (select load_id, revenue, truck_id, settlement_date from loads
          where user_id = account and id = asked.load_id offset 0) as today
        on today.truck_id = billing.truck_id and today.settlement_date = billing.settlement_date
      cross join lateral (select coalesce(sum(amount), 0) as amount, max(load_number) as load_number from (
          select -amount as amount, load_number from expenses
            where user_id = account and corrects = statement and load_id = asked.load_id and not voided
          union all select amount, null from releases
            where user_id = account and billing_id = statement and load_id = asked.load_id) as made) as settled
    where billing.user_id = account and billing.id = statement and billing.status in ('approved', 'paid')
      and coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) <> settled.amount;
end $$;

create type load_place as (user_id uuid, load_id bigint, truck_id bigint, settlement_date date);

-- An import of minutes may write loads of a settlement that is created and approved before the import is committed.
-- A transaction that writes loads shares this lock until its end; an approval takes it exclusively.
-- 64 for each account: a lock for each of 5,000 trucks would fill PostgreSQL's table of locks.
create function load_lock(account uuid, truck bigint) returns bigint language sql immutable parallel safe as $$
  select hashtextextended('haulbook loads ' || account, truck & 63)
$$;

-- A pending settlement is held too: it may be in the middle of its approval.
create function refresh_drift_at(account uuid, places load_place[]) returns void language plpgsql as $$
declare
  statement record;
begin
  perform pg_advisory_xact_lock_shared(key)
    from (select distinct load_lock(account, truck_id) as key from unnest(places) where user_id = account
      order by 1) as locks;
  perform from billing join unnest(places) as place
      on place.user_id = account and billing.truck_id = place.truck_id and billing.settlement_date = place.settlement_date
    where billing.user_id = account and billing.status <> 'void'
    order by billing.id for no key update of billing;
  if not found then return; end if;
  for statement in
    select billing.id, array_agg(distinct place.load_id) as loads from billing join unnest(places) as place
      on place.user_id = account and billing.truck_id = place.truck_id and billing.settlement_date = place.settlement_date
    where billing.user_id = account and billing.status in ('approved', 'paid') and account_is_there(account)
    group by billing.id order by billing.id
  loop
    perform refresh_drift(account, statement.id, statement.loads);
  end loop;
end $$;

create function touch_load_drift() returns trigger language plpgsql as $$
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
      where (before.truck_id, before.settlement_date, before.revenue, before.load_id)
        is distinct from (after.truck_id, after.settlement_date, after.revenue, after.load_id));
  end if;
  for account in select distinct user_id from unnest(places) loop
    perform refresh_drift_at(account, places);
  end loop;
  return null;
end $$;
create trigger loads_touch_load_drift_insert after insert on loads
  referencing new table as new_rows for each statement execute function touch_load_drift();
create trigger loads_touch_load_drift_update after update on loads
  referencing old table as old_rows new table as new_rows for each statement execute function touch_load_drift();
create trigger loads_touch_load_drift_delete after delete on loads
  referencing old table as old_rows for each statement execute function touch_load_drift();

create function touch_adjustment_drift() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.corrects is not null and account_is_there(old.user_id) then
    perform refresh_drift(old.user_id, old.corrects, array[old.load_id]);
  end if;
  if tg_op <> 'DELETE' and new.corrects is not null then
    perform refresh_drift(new.user_id, new.corrects, array[new.load_id]);
  end if;
  return null;
end $$;
create trigger expenses_touch_adjustment_drift after insert or update or delete on expenses
  for each row execute function touch_adjustment_drift();

create function touch_write_off_drift() returns trigger language plpgsql as $$
declare
  write_off releases := coalesce(new, old);
begin
  if write_off.load_id is not null and account_is_there(write_off.user_id) then
    perform refresh_drift(write_off.user_id, write_off.billing_id, array[write_off.load_id]);
  end if;
  return null;
end $$;
create trigger releases_touch_write_off_drift after insert or delete on releases
  for each row execute function touch_write_off_drift();

-- The drafts of an account or of a truck, among years of frozen statements.
create index billing_pending_idx on billing (user_id, truck_id, settlement_date) include (id, owner_id)
  where status = 'pending';

-- What recurring deductions have taken on frozen statements, so that balances of old accounts are not added up again.
create table statement_rule_sums (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  rule_id bigint not null,
  truck_id bigint not null,
  owner_id bigint,
  amount numeric(14, 2) not null,
  -- A sum without lines is deleted: lines of $0.00 give a payee a balance, and no lines give none.
  lines integer not null,
  primary key (user_id, id),
  constraint statement_rule_sums_key unique nulls not distinct (user_id, rule_id, truck_id, owner_id),
  constraint statement_rule_sums_rule_id_fkey foreign key (user_id, rule_id)
    references deduction_rules (user_id, id) on delete cascade
);

-- A void statement drifts from nothing, and what it took was never taken.
create function touch_statement_sums() returns trigger language plpgsql as $$
begin
  if new.status = 'void' then
    delete from statement_drift where user_id = new.user_id and billing_id = new.id;
  end if;
  if new.status in ('approved', 'void') then
    insert into statement_rule_sums as kept (user_id, rule_id, truck_id, owner_id, amount, lines)
      select user_id, rule_id, truck_id, new.owner_id, sign * sum(amount), sign * count(*)
      from expenses cross join (select case new.status when 'void' then -1 else 1 end as sign) as direction
      where user_id = new.user_id and billing_id = new.id and rule_id is not null
      group by user_id, rule_id, truck_id, sign
      on conflict (user_id, rule_id, truck_id, owner_id)
        do update set amount = kept.amount + excluded.amount, lines = kept.lines + excluded.lines;
  end if;
  if new.status = 'void' then
    delete from statement_rule_sums where user_id = new.user_id and truck_id = new.truck_id and lines = 0
      and rule_id in (select rule_id from expenses where user_id = new.user_id and billing_id = new.id);
  end if;
  return null;
end $$;
create trigger billing_touch_statement_sums after update of status on billing
  for each row when (old.status is distinct from new.status) execute function touch_statement_sums();

insert into statement_rule_sums (user_id, rule_id, truck_id, owner_id, amount, lines)
  select line.user_id, line.rule_id, line.truck_id, billing.owner_id, sum(line.amount), count(*)
  from expenses as line join billing on billing.user_id = line.user_id and billing.id = line.billing_id
  where line.rule_id is not null and billing.status in ('approved', 'paid')
  group by line.user_id, line.rule_id, line.truck_id, billing.owner_id;

-- The differences that frozen statements have already.
insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted)
  with frozen as (select user_id, id, truck_id, settlement_date from billing where status in ('approved', 'paid')),
  printed as (select user_id, billing_id, load_id, load_number, revenue from statement_loads),
  today as (select frozen.user_id, frozen.id as billing_id, loads.id as load_id, loads.load_id as load_number, loads.revenue
    from frozen join loads on loads.user_id = frozen.user_id and loads.truck_id = frozen.truck_id
      and loads.settlement_date = frozen.settlement_date),
  settled as (select user_id, billing_id, load_id, sum(amount) as amount, max(load_number) as load_number from (
      select user_id, corrects as billing_id, load_id, -amount as amount, load_number
        from expenses where corrects is not null and not voided
      union all select user_id, billing_id, load_id, amount, null from releases where load_id is not null) as made
    group by user_id, billing_id, load_id)
  select user_id, billing_id, load_id, coalesce(today.load_number, printed.load_number, settled.load_number, ''),
    coalesce(printed.revenue, 0), coalesce(today.revenue, 0), coalesce(settled.amount, 0)
  from printed full join today using (user_id, billing_id, load_id) full join settled using (user_id, billing_id, load_id)
    join (select user_id, id as billing_id from frozen) as standing using (user_id, billing_id)
  where coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) <> coalesce(settled.amount, 0);
