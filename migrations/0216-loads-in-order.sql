-- Loads are locked in the order of their ids, also by the job that makes them overdue: two requests never wait for each other
-- (SPEC C254). Otherwise as before.
create or replace function follow_loads(account uuid, load_ids bigint[], today date) returns void language plpgsql as $$
begin
  perform from loads where user_id = account and id = any(load_ids) order by id for no key update;
  perform set_config('haulbook.follows_invoice', 'on', true);
  update loads set payment_status = coalesce(derived.status, 'unpaid'), version = version + 1, updated_at = now()
    from (select id, derive_payment_status(account, id, today) as status from loads
        where user_id = account and id = any(load_ids) and not payment_status_by_hand) as derived
    where loads.user_id = account and loads.id = derived.id and not loads.payment_status_by_hand
      and loads.payment_status <> coalesce(derived.status, 'unpaid');
  update loads set payment_status_by_hand = false
    where user_id = account and id = any(load_ids) and payment_status_by_hand
      and not exists (select from invoice_loads as billed
        where billed.user_id = account and billed.load_id = loads.id and billed.standing);
  perform set_config('haulbook.follows_invoice', '', true);
end $$;
