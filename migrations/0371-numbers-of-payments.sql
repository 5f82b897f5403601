-- The check number and the memo of a posted payment can be changed later, until a file for the accountant has the number (SPEC C353).
create function is_payment_exported(account uuid, payment bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from export_entries where user_id = account
    and source in ('payment', 'payment-reversal') and record_id = payment);
end $$;

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
  if new.reference is distinct from old.reference and is_payment_exported(old.user_id, old.id) then
    raise exception 'payouts_exported: payment % was exported', old.id using errcode = 'check_violation', constraint = 'payouts_exported';
  end if;
  return new;
end $$;

-- A statement shows the number of the last payment that covers it.
create function touch_payment_reference() returns trigger language plpgsql as $$
declare
  covered bigint[];
begin
  select coalesce(array_agg(part.billing_id), '{}') into covered from payout_parts as part
    where part.user_id = new.user_id and part.payout_id = new.id and part.ended is null
      and not exists (select from payout_parts as other
          join payouts as later on later.user_id = new.user_id and later.id = other.payout_id
        where other.user_id = new.user_id and other.billing_id = part.billing_id and other.ended is null
          and (later.paid_on, later.id) > (new.paid_on, new.id));
  update billing set payment_reference = new.reference, version = version + 1, updated_at = now()
    where user_id = new.user_id and id = any(covered) and status = 'paid';
  return null;
end $$;
create trigger payouts_4_touch_payment_reference after update of reference on payouts
  for each row when (old.reference is distinct from new.reference) execute function touch_payment_reference();
