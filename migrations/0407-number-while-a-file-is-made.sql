-- A check number waits for a file of the books that is being made: the file holds the account map (SPEC C353).
create or replace function guard_payout() returns trigger language plpgsql as $$
declare
  free text[] := array['payee', 'state', 'unapplied', 'applied', 'closed', 'version', 'updated_at', 'reference', 'note'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'payouts_posted: payment % is posted', old.id using errcode = 'check_violation', constraint = 'payouts_posted';
    end if;
    return old;
  end if;
  if old.reversal is null then free := free || array['reversed_on', 'reversal', 'reversal_reason']; end if;
  if old.needs_decision then free := free || array['needs_decision']; end if;
  if old.truck_id is not null and new.driver_id is not null then free := free || array['truck_id', 'driver_id']; end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'payouts_posted: payment % is posted', old.id using errcode = 'check_violation', constraint = 'payouts_posted';
  end if;
  if new.reference is distinct from old.reference then
    perform from account_map where user_id = new.user_id for no key update;
    if is_payment_exported(old.user_id, old.id) then
      raise exception 'payouts_exported: payment % was exported', old.id using errcode = 'check_violation', constraint = 'payouts_exported';
    end if;
  end if;
  return new;
end $$;
