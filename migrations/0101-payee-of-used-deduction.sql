-- A recurring deduction that was used keeps its payee. What its balance still has moves by a transfer (SPEC C20). A used
-- balance of one truck without a payee gets its payee once.
create function guard_used_rule_payee() returns trigger language plpgsql as $$
declare
  is_used boolean;
  is_posted boolean;
begin
  if not account_is_there(old.user_id) then return null; end if;
  is_used := exists (select from expenses as line
      where line.user_id = old.user_id and line.rule_id = old.id and not line.voided)
    or exists (select from balance_entries as entry where entry.user_id = old.user_id and entry.rule_id = old.id);
  is_posted := exists (select from payouts where payouts.user_id = old.user_id and payouts.rule_id = old.id
      and payouts.kind = 'hand-out' and payouts.reversal is null)
    or old.total is not null and (
      exists (select from expenses as line
          join billing on billing.user_id = line.user_id and billing.id = line.billing_id
        where line.user_id = old.user_id and line.rule_id = old.id and not line.voided and billing.number is not null)
      or exists (select from balance_entries as entry where entry.user_id = old.user_id and entry.rule_id = old.id));
  if is_used and (old.truck_id is null or new.truck_id is null)
      or coalesce(old.owner_id, old.driver_id) is not null
        and (is_posted or is_used and coalesce(new.owner_id, new.driver_id) is null) then
    raise exception 'recurring deduction % is used', old.id
      using errcode = 'check_violation', constraint = 'deduction_rules_used_payee';
  end if;
  return null;
end $$;
create trigger deduction_rules_guard_used_rule_payee after update of owner_id, driver_id on deduction_rules
  for each row when ((old.owner_id, old.driver_id) is distinct from (new.owner_id, new.driver_id))
  execute function guard_used_rule_payee();
