-- A truck that had no owner gets one: what was saved meanwhile pays that one, unless it holds something of nobody's,
-- and its advances, loans and escrow that were of no owner are that one's, not of whoever buys the truck (SPEC C10).
create or replace function pay_new_owner() returns trigger language plpgsql as $$
declare
  unpaid bigint;
begin
  update deduction_rules set owner_id = new.owner_id, version = version + 1, updated_at = now()
    where user_id = new.user_id and truck_id = new.id and balance <> 'none' and owner_id is null;
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
