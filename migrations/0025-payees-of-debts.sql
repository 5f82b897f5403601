-- What is owed belongs to the payee of the statement that made it (SPEC C10). It passes to another owner of
-- the truck only where somebody says so; else it waits, or is released with a reason.

-- Whom a settlement pays stands from its beginning.
alter table billing disable trigger user;
update billing set owner_id = trucks.owner_id from trucks
  where trucks.user_id = billing.user_id and trucks.id = billing.truck_id and billing.status = 'pending';
alter table billing enable trigger user;

-- A truck that had no owner gets one: what was saved meanwhile pays that one, unless it holds something of nobody's.
create function pay_new_owner() returns trigger language plpgsql as $$
declare
  unpaid bigint;
begin
  for unpaid in select id from billing where user_id = new.user_id and truck_id = new.id
      and status = 'pending' and owner_id is null and not exists (select from expenses
        where user_id = billing.user_id and billing_id = billing.id and kind in ('carry-in', 'correction')) loop
    begin
      update billing set owner_id = new.owner_id, version = version + 1, updated_at = now()
        where user_id = new.user_id and id = unpaid;
    -- A balance of that owner has no room for it: somebody has to look.
    exception when check_violation then null;
    end;
  end loop;
  return null;
end $$;
create trigger trucks_pay_new_owner after update of owner_id on trucks for each row
  when (old.owner_id is null and new.owner_id is not null) execute function pay_new_owner();

-- A line that follows from a statement of another payee: somebody said so.
alter table expenses
  add column taken_over boolean not null default false,
  add constraint expenses_taken_over_check check (not taken_over or kind in ('carry-in', 'correction'));

-- What is not asked for any more: a carry (no load), or what a load changed by. Below zero: what is not paid out.
create table releases (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  billing_id bigint not null,
  load_id bigint,
  amount numeric(14, 2) not null,
  reason text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint releases_billing_id_fkey foreign key (user_id, billing_id)
    references billing (user_id, id) on delete cascade,
  check (amount <> 0)
);
create index releases_billing_id_idx on releases (user_id, billing_id, load_id);
create unique index releases_carry_key on releases (user_id, billing_id) where load_id is null;
create trigger releases_audit after insert or update or delete on releases
  for each row execute function keep_audit('reason');

create function keep_release() returns trigger language plpgsql as $$
begin
  if new.load_id is null and exists (select from expenses where user_id = new.user_id
      and carried_from = new.billing_id and kind = 'carry-in' and not voided) then
    raise exception 'carried already' using errcode = 'check_violation', constraint = 'releases_carry';
  end if;
  return null;
end $$;
create trigger releases_carry after insert on releases for each row execute function keep_release();

create or replace function keep_carry() returns trigger language plpgsql as $$
begin
  if new.voided then return null; end if;
  if new.kind = 'carry-in' and not exists (
      select from expenses as out where out.user_id = new.user_id and out.billing_id = new.carried_from
        and out.kind = 'carry-out' and not out.voided
        and out.truck_id = new.truck_id and out.amount = -new.amount) then
    raise exception 'nothing of this amount was carried out'
      using errcode = 'check_violation', constraint = 'expenses_carry_in';
  end if;
  if new.kind = 'carry-in' and exists (select from releases
      where user_id = new.user_id and billing_id = new.carried_from and load_id is null) then
    raise exception 'it was released' using errcode = 'check_violation', constraint = 'expenses_carry_in';
  end if;
  if new.kind in ('carry-in', 'correction') and not new.taken_over and exists (
      select from billing as here join billing as there on there.user_id = here.user_id
      where here.user_id = new.user_id and here.id = new.billing_id
        and there.id = coalesce(new.carried_from, new.corrects)
        and there.owner_id is distinct from here.owner_id) then
    raise exception 'another payee' using errcode = 'check_violation', constraint = 'expenses_payee';
  end if;
  return null;
end $$;

-- An advance, a loan or escrow of one truck is one owner's. No link: when that owner is deleted, nobody else owes it.
alter table deduction_rules
  add column owner_id bigint,
  add constraint deduction_rules_owner_check
    check (owner_id is null or (truck_id is not null and balance <> 'none'));
alter table deduction_rules disable trigger user;
update deduction_rules as rule set owner_id = coalesce(
    (select billing.owner_id from expenses join billing
        on billing.user_id = expenses.user_id and billing.id = expenses.billing_id
      where expenses.user_id = rule.user_id and expenses.rule_id = rule.id and not expenses.voided
      order by billing.settlement_date limit 1),
    (select owner_id from trucks where trucks.user_id = rule.user_id and trucks.id = rule.truck_id))
  where truck_id is not null and balance <> 'none';
alter table deduction_rules enable trigger user;

-- A rule of every truck has a balance for each truck and payee; one of a truck has one balance.
create function check_rule_total(account uuid, rule bigint, truck bigint) returns void language plpgsql as $$
declare
  most numeric;
  of_truck boolean;
  taken numeric;
begin
  select total, truck_id is not null into most, of_truck from deduction_rules
    where user_id = account and id = rule for no key update;
  if most is null then return; end if;
  for taken in select sum(line.amount) from expenses as line
      left join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = account and line.rule_id = rule and line.truck_id = truck and not line.voided
      group by case when not of_truck then billing.owner_id end loop
    if taken > most or taken < 0 then
      raise exception 'rule % stands at % of %', rule, taken, most
        using errcode = 'check_violation', constraint = 'expenses_rule_total';
    end if;
  end loop;
end $$;

create or replace function keep_rule_total() returns trigger language plpgsql as $$
declare
  line expenses := coalesce(new, old);
begin
  if line.rule_id is not null then
    perform check_rule_total(line.user_id, line.rule_id, line.truck_id);
  end if;
  return null;
end $$;

create function keep_payee_total() returns trigger language plpgsql as $$
begin
  perform check_rule_total(user_id, rule_id, truck_id) from (select distinct user_id, rule_id, truck_id
    from expenses where user_id = new.user_id and billing_id = new.id and rule_id is not null order by rule_id) as lines;
  return null;
end $$;
create trigger billing_payee_total after update of owner_id on billing for each row
  when (old.owner_id is distinct from new.owner_id) execute function keep_payee_total();
