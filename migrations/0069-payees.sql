-- A payee is an owner, or, for a truck without an owner, a driver (SPEC C10). Each settlement names its payee from the
-- day it is saved. "payee" is the key of the payee: 'owner:12', 'driver:7', or 'truck:3' if the truck has neither.
create function payee_key(owner bigint, driver bigint, truck bigint) returns text language sql immutable parallel safe
  return case when owner is not null then 'owner:' || owner::text when driver is not null then 'driver:' || driver::text
    else 'truck:' || truck::text end;

alter table billing add column driver_id bigint, add constraint billing_payee_check
  check (owner_id is null or driver_id is null);
alter table deduction_rules add column driver_id bigint, add constraint deduction_rules_payee_check
  check (owner_id is null or driver_id is null);

-- A draft pays the truck's driver. A frozen statement pays the driver whose name it prints, if exactly one driver that
-- existed at the approval has this name. Otherwise the records do not tell, and the payee stays open.
alter table billing disable trigger user;
update billing set driver_id = trucks.driver_id from trucks
  where billing.status = 'pending' and billing.owner_id is null
    and trucks.user_id = billing.user_id and trucks.id = billing.truck_id and trucks.owner_id is null;
update billing set driver_id = named.id
  from statement_snapshots as printed
    join (select user_id, name, min(id) as id, min(created_at) as created_at from drivers group by user_id, name
      having count(*) = 1) as named on named.user_id = printed.user_id and named.name = printed.payee
  where billing.status <> 'pending' and billing.owner_id is null
    and printed.user_id = billing.user_id and printed.billing_id = billing.id
    and named.created_at <= billing.approved_at;
alter table billing enable trigger user;
alter table billing add column payee text not null generated always as (payee_key(owner_id, driver_id, truck_id)) stored;

-- A balance belongs to the one driver that its deductions paid, or to the truck's driver if it has no deductions yet.
alter table deduction_rules disable trigger user;
update deduction_rules as rule set driver_id = paid.driver_id
  from (select line.user_id, line.rule_id, min(billing.driver_id) as driver_id
    from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.rule_id is not null and not line.voided
    group by line.user_id, line.rule_id
    having count(distinct billing.payee) = 1 and count(billing.driver_id) = count(*)) as paid
  where rule.balance <> 'none' and rule.truck_id is not null and rule.owner_id is null
    and paid.user_id = rule.user_id and paid.rule_id = rule.id;
update deduction_rules as rule set driver_id = trucks.driver_id
  from trucks
  where rule.balance <> 'none' and rule.owner_id is null and rule.driver_id is null
    and trucks.user_id = rule.user_id and trucks.id = rule.truck_id and trucks.owner_id is null
    and not exists (select from expenses as line
      where line.user_id = rule.user_id and line.rule_id = rule.id and not line.voided);
alter table deduction_rules enable trigger user;

create index billing_payee_idx on billing (user_id, payee, settlement_date);
drop index billing_pending_idx;
create index billing_pending_idx on billing (user_id, truck_id, settlement_date) include (id, payee)
  where status = 'pending';

-- What recurring deductions have deducted from each payee.
drop table statement_rule_sums;
create table statement_rule_sums (
  user_id uuid not null references users on delete cascade,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  truck_id bigint not null,
  payee text not null,
  amount numeric(14, 2) not null,
  lines integer not null,
  primary key (user_id, id),
  constraint statement_rule_sums_key unique (user_id, rule_id, truck_id, payee),
  foreign key (user_id, rule_id) references deduction_rules (user_id, id) on delete cascade
);
insert into statement_rule_sums (user_id, rule_id, truck_id, payee, amount, lines)
  select line.user_id, line.rule_id, line.truck_id, billing.payee, sum(line.amount), count(*)
  from expenses as line
    join billing on billing.user_id = line.user_id and billing.id = line.billing_id
  where line.rule_id is not null and billing.status in ('approved', 'paid')
  group by line.user_id, line.rule_id, line.truck_id, billing.payee;

create or replace function touch_statement_sums() returns trigger language plpgsql as $$
begin
  if new.status = 'void' then
    delete from statement_drift where user_id = new.user_id and billing_id = new.id;
  end if;
  if new.status in ('approved', 'void') and (old.status, new.status) is distinct from ('paid', 'approved') then
    insert into statement_rule_sums as kept (user_id, rule_id, truck_id, payee, amount, lines)
      select user_id, rule_id, truck_id, new.payee, sign * sum(amount), sign * count(*)
      from expenses cross join (select case new.status when 'void' then -1 else 1 end as sign) as direction
      where user_id = new.user_id and billing_id = new.id and rule_id is not null
      group by user_id, rule_id, truck_id, sign
      on conflict (user_id, rule_id, truck_id, payee)
        do update set amount = kept.amount + excluded.amount, lines = kept.lines + excluded.lines;
  end if;
  if new.status = 'void' then
    delete from statement_rule_sums where user_id = new.user_id and truck_id = new.truck_id and lines = 0
      and rule_id in (select rule_id from expenses where user_id = new.user_id and billing_id = new.id);
  end if;
  return null;
end $$;

create or replace function check_rule_total(account uuid, rule bigint, truck bigint) returns void language plpgsql as $$
declare
  most numeric;
  of_truck boolean;
  deducted numeric;
begin
  select total, truck_id is not null into most, of_truck from deduction_rules
    where user_id = account and id = rule for no key update;
  if most is null then return; end if;
  for deducted in select sum(line.amount) from expenses as line
      left join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = account and line.rule_id = rule and line.truck_id = truck and not line.voided
      group by case when not of_truck then billing.payee end loop
    if deducted > most or deducted < 0 then
      raise exception 'rule % has deducted % of %', rule, deducted, most
        using errcode = 'check_violation', constraint = 'expenses_rule_total';
    end if;
  end loop;
end $$;

create or replace function guard_carry_forward() returns trigger language plpgsql as $$
begin
  if new.voided then return null; end if;
  if new.kind = 'carry-in' and not exists (
      select from expenses as out where out.user_id = new.user_id and out.billing_id = new.carried_from
        and out.kind = 'carry-out' and not out.voided
        and out.truck_id = new.truck_id and out.amount = -new.amount) then
    raise exception 'no carry-forward of this amount'
      using errcode = 'check_violation', constraint = 'expenses_carry_in';
  end if;
  if new.kind = 'carry-in' and exists (select from releases
      where user_id = new.user_id and billing_id = new.carried_from and load_id is null) then
    raise exception 'it was written off' using errcode = 'check_violation', constraint = 'expenses_carry_in';
  end if;
  if new.kind in ('carry-in', 'correction') and not new.taken_over and exists (
      select from billing as here join billing as there on there.user_id = here.user_id
      where here.user_id = new.user_id and here.id = new.billing_id
        and there.id = coalesce(new.carried_from, new.corrects)
        and there.payee <> here.payee) then
    raise exception 'another payee' using errcode = 'check_violation', constraint = 'expenses_payee';
  end if;
  return null;
end $$;

drop trigger billing_guard_payee_total on billing;
create trigger billing_guard_payee_total after update of owner_id, driver_id on billing
  for each row when (old.payee is distinct from new.payee) execute function guard_payee_total();

-- "payee" is a generated column: a trigger before the update does not see its new value.
create or replace function guard_frozen() returns trigger language plpgsql as $$
declare
  computed text[] := array['total_expenses', 'net_payment', 'week_number', 'week_year', 'payee'];
  free text[] := computed || array['statement_url', 'version', 'updated_at'];
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
  if new.status <> old.status then
    if not (old.status = 'approved' and new.status in ('paid', 'void')
        or old.status = 'paid' and new.status = 'void') then
      perform refuse_frozen('the order of states');
    end if;
    free := free || array['status', 'voided_at', 'void_reason'];
    if new.status = 'paid' then
      free := free || array['paid_on', 'payment_method', 'payment_reference'];
    end if;
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    perform refuse_frozen('statement ' || old.number);
  end if;
  return new;
end $$;

create or replace function audit_values(state jsonb, other jsonb, secrets text[]) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(field_name(key), case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}')
    else value end)
  from jsonb_each(state)
  where value is distinct from other -> key and (other is not null or value <> 'null')
    and key not in ('user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url', 'payee') $$;

-- Kinds of lines: extra pay, an offset between two trucks of a payee, backup withholding. A recurring deduction makes a
-- line of kind "rule", recurring extra pay one of kind "extra-pay".
alter table expenses
  drop constraint expenses_kind_check,
  drop constraint expenses_rule_key_check,
  drop constraint expenses_skipped_check,
  add constraint expenses_kind_check check (kind in ('plain', 'entered', 'rule', 'refund', 'carry-in', 'carry-out',
    'correction', 'extra-pay', 'offset', 'withholding')),
  add constraint expenses_rule_key_check check (kind <> 'rule' or rule_key is not null),
  add constraint expenses_rule_key_kind_check check (rule_key is null or kind in ('rule', 'extra-pay')),
  add constraint expenses_skipped_check check (not skipped or rule_key is not null and amount = 0);
