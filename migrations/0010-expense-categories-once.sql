-- A category of expenses is a name in expense_categories() and a column of billing. Nothing else lists the categories, and a new one
-- leaves the totals of stored settlements as they are.

create function expense_categories() returns text[] language sql immutable parallel safe return array['fuel', 'truckPayment', 'trailerRental', 'insurance', 'maintenance', 'tires', 'permits', 'tolls', 'parking', 'factoring', 'other'];

drop index billing_approved_day_idx;
drop index billing_settlement_date_idx;
alter table billing drop constraint billing_paid_amount_check;
alter table billing drop constraint billing_paid_check;
alter table billing drop column total_expenses;
alter table billing drop column net_payment;
alter table billing add column total_expenses numeric(14,2) not null default 0;
alter table billing add column net_payment numeric(14,2) not null default 0;
-- Not an update: it would change frozen statements one by one, with an entry in the audit log.
alter table billing alter column total_expenses type numeric(14,2) using (fuel + truck_payment + trailer_rental + insurance + maintenance + tires + permits + tolls + parking + factoring + other);
alter table billing alter column net_payment type numeric(14,2) using (total_revenue - (fuel + truck_payment + trailer_rental + insurance + maintenance + tires + permits + tolls + parking + factoring + other));
alter table billing add constraint billing_paid_amount_check check (case status when 'pending' then paid_amount = 0::numeric when 'approved' then paid_amount >= 0::numeric and (paid_amount < net_payment or paid_amount = 0::numeric and net_payment <= 0::numeric) when 'paid' then paid_amount = greatest(net_payment, 0::numeric) else paid_amount >= 0::numeric end);
alter table billing add constraint billing_paid_check check (status <> 'paid' or paid_on is not null and (payment_method is not null or net_payment <= 0::numeric));
create index billing_approved_day_idx on billing (user_id, coalesce(approved_on, (approved_at at time zone 'utc')::date)) include (net_payment, approved_on, approved_at) where number is not null;
create index billing_settlement_date_idx on billing (user_id, settlement_date, id) include (total_expenses, extra_pay, status);

alter table deduction_rules drop constraint deduction_rules_category_check;
alter table deduction_rules add constraint deduction_rules_category_check check (category = any (expense_categories()));
alter table expenses drop constraint expenses_category_check;
alter table expenses add constraint expenses_category_check check (category = any (expense_categories()));

-- The column of a category has its name in snake case. Each amount is the sum of lines, whatever an update says.
create or replace function touch_category_amounts() returns trigger language plpgsql as $$
declare
  sums jsonb;
begin
  select coalesce(jsonb_object_agg(category, amount), '{}'), coalesce(sum(amount), 0), coalesce(sum(extra_pay), 0)
    into sums, new.total_expenses, new.extra_pay
    from (select category, sum(amount) as amount, -sum(amount) filter (where kind = 'extra-pay') as extra_pay
      from expenses where user_id = new.user_id and billing_id = new.id group by category) as by_category;
  new := jsonb_populate_record(new, (select jsonb_object_agg(lower(regexp_replace(name, '([A-Z])', '_\1', 'g')), coalesce(sums -> name, '0'))
    from unnest(expense_categories()) as name));
  new.gross_pay := new.total_revenue + new.extra_pay;
  new.net_payment := new.total_revenue - new.total_expenses;
  return new;
end $$;

-- "payee" is a generated column: a trigger before the update does not see its new value.
create or replace function guard_frozen() returns trigger language plpgsql as $$
declare
  computed text[] := array['week_number', 'week_year', 'payee'];
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
    free := free || array['status', 'voided_at', 'voided_on', 'void_reason'];
    -- The day decides about a closed month, so it can't be another one.
    if new.voided_on is null or abs(new.voided_on - (new.voided_at at time zone 'utc')::date) > 1
        or new.voided_at not between now() - interval '1 day' and now() + interval '1 day' then
      perform refuse_frozen('the day of the void');
    end if;
  elsif new.status <> old.status then
    perform refuse_frozen('the order of states');
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    perform refuse_frozen('statement ' || old.number);
  end if;
  return new;
end $$;
