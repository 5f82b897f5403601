-- The dashboard shows how many settlements are drafts, on hold and to pay (SPEC C48, C63). An old account can have tens of
-- thousands of drafts, so these counts are kept as the other totals are. Their place is always 0.
alter table sums drop constraint sums_kind_check,
  add constraint sums_kind_check
    check (kind in ('revenue', 'expenses', 'extra-pay', 'loads', 'drafts', 'held', 'to-pay'));

-- The kind of total in which an open settlement counts; null for one that is paid or void.
create function kind_of_open(status text, hold_reason text) returns text
  language sql immutable parallel safe
  return case when status = 'approved' then 'to-pay'
    when status = 'pending' and hold_reason is null then 'drafts'
    when status = 'pending' then 'held' end;

create or replace function touch_billing_sums() returns trigger language plpgsql as $$
declare
  changes sum_change[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(select (user_id, kind, place, sum(amount))::sum_change
        from written cross join lateral (values
          ('expenses', place_of_day(settlement_date), case when status <> 'void' then total_expenses end),
          ('extra-pay', place_of_day(settlement_date), case when status <> 'void' then extra_pay end),
          (kind_of_open(status, hold_reason), 0, 1)) as kept (kind, place, amount)
        where amount <> 0 and kind is not null group by user_id, kind, place having sum(amount) <> 0);
    when 'DELETE' then
      changes := array(select (user_id, kind, place, -sum(amount))::sum_change
        from gone cross join lateral (values
          ('expenses', place_of_day(settlement_date), case when status <> 'void' then total_expenses end),
          ('extra-pay', place_of_day(settlement_date), case when status <> 'void' then extra_pay end),
          (kind_of_open(status, hold_reason), 0, 1)) as kept (kind, place, amount)
        where amount <> 0 and kind is not null group by user_id, kind, place having sum(amount) <> 0);
    else
      changes := array(select (user_id, kind, place, sum(sign * amount))::sum_change
        from (select 1 as sign, user_id, settlement_date, status, hold_reason, total_expenses, extra_pay from written
          union all select -1, user_id, settlement_date, status, hold_reason, total_expenses, extra_pay from gone) as changed
          cross join lateral (values
          ('expenses', place_of_day(settlement_date), case when status <> 'void' then total_expenses end),
          ('extra-pay', place_of_day(settlement_date), case when status <> 'void' then extra_pay end),
          (kind_of_open(status, hold_reason), 0, 1)) as kept (kind, place, amount)
        where amount <> 0 and kind is not null group by user_id, kind, place having sum(sign * amount) <> 0);
  end case;
  if changes <> '{}' then perform change_sums(changes); end if;
  return null;
end $$;

create or replace function add_up_sums(of_account uuid default null) returns void language sql as $$
  insert into sums (user_id, kind, place, amount)
    select user_id, 'loads', place_of_load(id), count(*) from loads
      where of_account is null or user_id = of_account group by user_id, place_of_load(id)
    union all select user_id, 'revenue', place_of_day(delivery_date), sum(revenue) from loads
      where delivery_date is not null and (of_account is null or user_id = of_account)
      group by user_id, delivery_date
    union all select user_id, 'expenses', place_of_day(settlement_date), sum(total_expenses) from billing
      where status <> 'void' and (of_account is null or user_id = of_account)
      group by user_id, settlement_date
    union all select user_id, 'extra-pay', place_of_day(settlement_date), sum(extra_pay) from billing
      where status <> 'void' and extra_pay <> 0 and (of_account is null or user_id = of_account)
      group by user_id, settlement_date
    union all select user_id, kind_of_open(status, hold_reason), 0, count(*) from billing
      where status in ('pending', 'approved') and (of_account is null or user_id = of_account)
      group by user_id, kind_of_open(status, hold_reason)
$$;

insert into sums (user_id, kind, place, amount)
  select user_id, kind_of_open(status, hold_reason), 0, count(*) from billing
  where status in ('pending', 'approved') group by user_id, kind_of_open(status, hold_reason);
