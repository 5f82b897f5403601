-- How often a recurring deduction is taken (SPEC C15), its basis and the net that it leaves (SPEC C16). Existing ones are
-- taken on each settlement, in full.
alter table deduction_rules
  add column frequency text not null default 'settlement',
  add column every_weeks integer,
  add column floor numeric(12, 2),
  add column shortfall text not null default 'never',
  add column priority integer,
  add constraint deduction_rules_frequency_check check (frequency in ('settlement', 'week', 'month', 'weeks')),
  add constraint deduction_rules_weeks_check check (case when frequency = 'weeks'
    then every_weeks is not null and every_weeks between 2 and 52 and first_day is not null else every_weeks is null end),
  add constraint deduction_rules_floor_check check (floor >= 0),
  add constraint deduction_rules_shortfall_check check (shortfall in ('later', 'never')),
  add constraint deduction_rules_priority_check check (priority between 1 and 99),
  add constraint deduction_rules_fuel_check check (category <> 'fuel'
    or basis not in ('percent-after-fuel', 'percent-of-net') and floor is null),
  drop constraint deduction_rules_basis_check,
  add constraint deduction_rules_basis_check check (basis in ('percent', 'percent-after-fuel', 'percent-of-net', 'fixed',
    'per-mile', 'per-empty-mile', 'per-load')),
  -- A deduction of all trucks can be for one payee. On one truck, only a balance names its payee.
  drop constraint deduction_rules_owner_check,
  drop constraint if exists deduction_rules_driver_check,
  add constraint deduction_rules_owner_check check (owner_id is null or truck_id is null or balance <> 'none'),
  add constraint deduction_rules_driver_check check (driver_id is null or truck_id is null or balance <> 'none');

-- rule_scope: 'truck:3', or the payee of a deduction for one payee. rule_period: 'week 2026-11-15'. deferred: dollars that
-- a later settlement takes; negative: that an earlier one left.
alter table expenses
  add column rule_scope text,
  add column rule_period text,
  add column net_floor numeric(12, 2),
  add column limited boolean not null default false,
  add column deferred numeric(12, 2) not null default 0,
  add constraint expenses_rule_period_check check ((rule_scope is null) = (rule_period is null)
    and (rule_period is null or rule_id is not null)),
  add constraint expenses_limit_check check ((net_floor is null or basis is not null) and (not limited or net_floor is not null)
    and (deferred = 0 or net_floor is not null));
alter table expenses drop constraint expenses_basis_check,
  add constraint expenses_basis_check check (case when basis is null then basis_value is null and basis_figure is null
    else kind = 'rule' and basis in ('percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile', 'per-empty-mile',
      'per-load') and basis_value is not null and (basis_figure is null) = (basis = 'fixed') end);

create unique index expenses_rule_period_key on expenses (user_id, rule_id, rule_scope, rule_period)
  where rule_period is not null and not voided;
create index expenses_deferred_idx on expenses (user_id, rule_id) where deferred <> 0 and not voided;

-- A deduction for one payee has one balance, on all trucks of the payee.
create or replace function check_rule_total(account uuid, rule bigint, truck bigint) returns void language plpgsql as $$
declare
  most numeric;
  of_truck boolean;
  of_payee boolean;
  deducted numeric;
begin
  select total, truck_id is not null, truck_id is null and coalesce(owner_id, driver_id) is not null
    into most, of_truck, of_payee from deduction_rules where user_id = account and id = rule for no key update;
  if most is null then return; end if;
  for deducted in select sum(line.amount) from expenses as line
      left join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where line.user_id = account and line.rule_id = rule and (of_payee or line.truck_id = truck) and not line.voided
      group by case when not of_truck and not of_payee then billing.payee end loop
    if deducted > most or deducted < 0 then
      raise exception 'rule % has deducted % of %', rule, deducted, most
        using errcode = 'check_violation', constraint = 'expenses_rule_total';
    end if;
  end loop;
end $$;

-- A deduction for one payee is on statements of this payee only.
create function check_rule_payee(account uuid, statement bigint) returns void language plpgsql as $$
begin
  if exists (select from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      join deduction_rules as rule on rule.user_id = line.user_id and rule.id = line.rule_id
      where line.user_id = account and line.billing_id = statement and not line.voided
        and rule.truck_id is null and coalesce(rule.owner_id, rule.driver_id) is not null
        and payee_key(rule.owner_id, rule.driver_id, 0) <> billing.payee) then
    raise exception 'another payee' using errcode = 'check_violation', constraint = 'expenses_rule_payee';
  end if;
end $$;

create function guard_rule_payee() returns trigger language plpgsql as $$
begin
  perform check_rule_payee(new.user_id, new.billing_id);
  return null;
end $$;
create trigger expenses_5_guard_rule_payee after insert or update of rule_id, billing_id on expenses
  for each row when (new.rule_id is not null) execute function guard_rule_payee();

create or replace function guard_payee_total() returns trigger language plpgsql as $$
begin
  perform check_rule_total(user_id, rule_id, truck_id) from (select distinct user_id, rule_id, truck_id
    from expenses where user_id = new.user_id and billing_id = new.id and rule_id is not null order by rule_id) as lines;
  perform check_rule_payee(new.user_id, new.id);
  return null;
end $$;
