-- What the dashboard and the list would else add up anew each time, over every load of the account: revenue
-- by delivery date, expenses by settlement date, and how many loads there are, in blocks of ids, by which a
-- page in the middle of the list is found. Kept by triggers, in the transaction that changes what is summed.
--
-- A sum is that of all rows of its kind and place. A change never waits for another one: it takes up the rows
-- that nobody else holds just now and leaves one in their place; what another one holds stands beside it.
create table sums (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('revenue', 'expenses', 'loads')),
  place bigint not null,
  amount numeric(20, 2) not null,
  primary key (user_id, id)
);
create index sums_place_idx on sums (user_id, kind, place) include (amount);

create function place_of_day(day date) returns bigint language sql immutable parallel safe
  return day - date '2000-01-01';
create function place_of_load(id bigint) returns bigint language sql immutable parallel safe
  return id >> 14;

create type sum_change as (user_id uuid, kind text, place bigint, amount numeric);

create function change_sums(changes sum_change[]) returns void language sql as $$
  with change as (
    select user_id, kind, place, sum(amount) as amount from unnest(changes)
    group by user_id, kind, place having sum(amount) <> 0),
  free as (
    select one.user_id, one.id from sums as one join change using (user_id, kind, place)
    for update of one skip locked),
  taken as (
    delete from sums using free where sums.user_id = free.user_id and sums.id = free.id
    returning sums.user_id, sums.kind, sums.place, sums.amount)
  insert into sums (user_id, kind, place, amount)
    select user_id, kind, place, sum(amount)
    from (select user_id, kind, place, amount from change union all select * from taken) as part
    group by user_id, kind, place having sum(amount) <> 0
$$;

-- What a statement has written is added up before it changes the sums: it may be thousands of rows.
create function keep_load_sums() returns trigger language plpgsql as $$
declare
  changes sum_change[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(
      select (user_id, 'loads', place_of_load(id), count(*))::sum_change
        from written group by user_id, place_of_load(id)
      union all select (user_id, 'revenue', place_of_day(delivery_date), sum(revenue))::sum_change
        from written where delivery_date is not null group by user_id, delivery_date);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(
      select (user_id, 'loads', place_of_load(id), -count(*))::sum_change
        from gone group by user_id, place_of_load(id)
      union all select (user_id, 'revenue', place_of_day(delivery_date), -sum(revenue))::sum_change
        from gone where delivery_date is not null group by user_id, delivery_date);
  end if;
  perform change_sums(changes);
  return null;
end $$;

-- What a void settlement deducted was never taken.
create function keep_billing_sums() returns trigger language plpgsql as $$
declare
  changes sum_change[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select (user_id, 'expenses', place_of_day(settlement_date), sum(total_expenses))::sum_change
      from written where status <> 'void' group by user_id, settlement_date);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(
      select (user_id, 'expenses', place_of_day(settlement_date), -sum(total_expenses))::sum_change
      from gone where status <> 'void' group by user_id, settlement_date);
  end if;
  perform change_sums(changes);
  return null;
end $$;

create trigger loads_sums_new after insert on loads
  referencing new table as written for each statement execute function keep_load_sums();
create trigger loads_sums_changed after update on loads
  referencing old table as gone new table as written for each statement execute function keep_load_sums();
create trigger loads_sums_gone after delete on loads
  referencing old table as gone for each statement execute function keep_load_sums();
create trigger billing_sums_new after insert on billing
  referencing new table as written for each statement execute function keep_billing_sums();
create trigger billing_sums_changed after update on billing
  referencing old table as gone new table as written for each statement execute function keep_billing_sums();
create trigger billing_sums_gone after delete on billing
  referencing old table as gone for each statement execute function keep_billing_sums();

-- The sums of what is there already, of one account or of all.
create function add_up_sums(of_account uuid default null) returns void language sql as $$
  insert into sums (user_id, kind, place, amount)
    select user_id, 'loads', place_of_load(id), count(*) from loads
      where of_account is null or user_id = of_account group by user_id, place_of_load(id)
    union all select user_id, 'revenue', place_of_day(delivery_date), sum(revenue) from loads
      where delivery_date is not null and (of_account is null or user_id = of_account)
      group by user_id, delivery_date
    union all select user_id, 'expenses', place_of_day(settlement_date), sum(total_expenses) from billing
      where status <> 'void' and (of_account is null or user_id = of_account)
      group by user_id, settlement_date
$$;
select add_up_sums();
