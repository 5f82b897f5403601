-- The error names the deduction, so that a person knows which line of which settlement to change.
create or replace function check_rule_total(account uuid, rule bigint, truck bigint) returns void language plpgsql as $$
declare
  most numeric;
  name text;
  of_truck boolean;
  of_payee boolean;
  part record;
begin
  -- Without a total there is nothing to compare: settlements of other trucks need not wait. Only a change of the rule must.
  -- A rule of one payee is locked by the settlements that share it: a second lock on it could deadlock.
  perform from deduction_rules where user_id = account and id = rule and total is null
    and (truck_id is not null or coalesce(owner_id, driver_id) is null) for share;
  if found then return; end if;
  select total, truck_id is not null, truck_id is null and coalesce(owner_id, driver_id) is not null, description
    into most, of_truck, of_payee, name from deduction_rules where user_id = account and id = rule for no key update;
  if most is null then return; end if;
  for part in select sum(change.amount) as deducted, sum(change.interest) as interest from (
      select case when not of_truck and not of_payee then billing.payee end as payee, line.amount, 0 as interest
      from expenses as line
        left join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where not of_payee and line.user_id = account and line.rule_id = rule and line.truck_id = truck and not line.voided
      -- Apart, so that the others are found by their truck.
      union all
      select null, line.amount, 0 from expenses as line
      where of_payee and line.user_id = account and line.rule_id = rule and not line.voided
      union all
      select case when not of_truck and not of_payee then entry.payee end, entry.effect,
        case entry.kind when 'interest' then entry.effect else 0 end
      from balance_entries as entry
      where entry.user_id = account and entry.rule_id = rule and (of_payee or entry.truck_id = truck)) as change
    group by change.payee loop
    if part.deducted - part.interest > most or part.deducted < 0 then
      raise exception 'expenses_rule_total: rule % has deducted % of %', rule, part.deducted, most
        using errcode = 'check_violation', constraint = 'expenses_rule_total', detail = name;
    end if;
  end loop;
end $$;
