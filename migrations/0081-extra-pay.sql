-- Extra pay (SPEC C18): detention, layover, bonus, other. A line of kind "extra-pay" is a credit in "other". It counts as
-- gross pay. Percentages count it only if it is marked.
alter table expenses
  add column extra_pay text,
  add column subject_to_percent boolean not null default false,
  add constraint expenses_extra_pay_check check (case when kind = 'extra-pay'
    then extra_pay is not null and extra_pay in ('detention', 'layover', 'bonus', 'other') and category = 'other' and amount <= 0
    else extra_pay is null and not subject_to_percent end);

-- Recurring extra pay has a computation too.
alter table expenses drop constraint expenses_basis_check,
  add constraint expenses_basis_check check (case when basis is null then basis_value is null and basis_figure is null
    else kind in ('rule', 'extra-pay') and basis in ('percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile',
      'per-empty-mile', 'per-load') and basis_value is not null and (basis_figure is null) = (basis = 'fixed') end);

alter table deduction_rules
  add column kind text not null default 'deduction',
  add column extra_pay text,
  add constraint deduction_rules_kind_check check (kind in ('deduction', 'extra-pay')),
  add constraint deduction_rules_extra_pay_check check (case when kind = 'extra-pay'
    then extra_pay is not null and extra_pay in ('detention', 'layover', 'bonus', 'other') and category = 'other' and balance = 'none'
    else extra_pay is null end);

-- A settlement's extra pay, and its gross pay: loads and extra pay. Kept like the eleven categories.
alter table billing
  add column extra_pay numeric(14, 2) not null default 0,
  add column gross_pay numeric(14, 2) not null default 0;
alter table billing disable trigger user;
update billing set gross_pay = total_revenue;
alter table billing enable trigger user;

create or replace function touch_category_amounts() returns trigger language plpgsql as $$
begin
  select
      coalesce(sum(amount) filter (where category = 'fuel'), 0),
      coalesce(sum(amount) filter (where category = 'truckPayment'), 0),
      coalesce(sum(amount) filter (where category = 'trailerRental'), 0),
      coalesce(sum(amount) filter (where category = 'insurance'), 0),
      coalesce(sum(amount) filter (where category = 'maintenance'), 0),
      coalesce(sum(amount) filter (where category = 'tires'), 0),
      coalesce(sum(amount) filter (where category = 'permits'), 0),
      coalesce(sum(amount) filter (where category = 'tolls'), 0),
      coalesce(sum(amount) filter (where category = 'parking'), 0),
      coalesce(sum(amount) filter (where category = 'factoring'), 0),
      coalesce(sum(amount) filter (where category = 'other'), 0),
      coalesce(-sum(amount) filter (where kind = 'extra-pay'), 0)
    into new.fuel, new.truck_payment, new.trailer_rental, new.insurance, new.maintenance, new.tires,
      new.permits, new.tolls, new.parking, new.factoring, new.other, new.extra_pay
    from expenses where user_id = new.user_id and billing_id = new.id;
  new.gross_pay := new.total_revenue + new.extra_pay;
  return new;
end $$;

-- Total expenses are lower by the extra pay, so the dashboard shows how much of them it is.
alter table sums drop constraint sums_kind_check,
  add constraint sums_kind_check check (kind in ('revenue', 'expenses', 'extra-pay', 'loads'));

create or replace function touch_billing_sums() returns trigger language plpgsql as $$
declare
  changes sum_change[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select (user_id, kind, place_of_day(settlement_date), sum(amount))::sum_change
      from written cross join lateral (values ('expenses', total_expenses), ('extra-pay', extra_pay)) as kept (kind, amount)
      where status <> 'void' group by user_id, kind, settlement_date);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(
      select (user_id, kind, place_of_day(settlement_date), -sum(amount))::sum_change
      from gone cross join lateral (values ('expenses', total_expenses), ('extra-pay', extra_pay)) as kept (kind, amount)
      where status <> 'void' group by user_id, kind, settlement_date);
  end if;
  perform change_sums(changes);
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
$$;

-- What the year reads of a statement (SPEC C9): extra pay is gross. A reimbursement, a credit that a person entered, is not.
create function snapshot_extra_pay(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(-sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line where line ->> 'kind' = 'extra-pay'
$$;

create function snapshot_reimbursements(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(-sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line
  where line ->> 'kind' = 'entered' and (line ->> 'amount')::numeric < 0
$$;

alter table statement_snapshots
  add column extra_pay numeric(14, 2) generated always as (snapshot_extra_pay(snapshot)) stored,
  add column reimbursements numeric(14, 2) generated always as (snapshot_reimbursements(snapshot)) stored;
