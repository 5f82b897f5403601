-- The job also follows at most `most` accounts with entries that were dated ahead: those whose loads have another status today
-- (SPEC C338). A followed load does not match again.
create or replace function follow_due_invoices(today date, most integer) returns integer language plpgsql as $$
declare
  due record;
  behind bigint[];
  done integer := 0;
begin
  for due in select bill.user_id, array_agg(distinct load.id) as load_ids from invoices as bill
      join invoice_loads as billed on billed.user_id = bill.user_id and billed.invoice_id = bill.id and billed.standing
      join loads as load on load.user_id = bill.user_id and load.id = billed.load_id
        and load.payment_status = 'pending' and not load.payment_status_by_hand
    where bill.open_amount > 0 and bill.due_on < today group by bill.user_id limit most loop
    perform follow_loads(due.user_id, due.load_ids, today);
    done := done + 1;
  end loop;
  for due in select ahead.user_id, array_agg(distinct ahead.invoice_id) as invoice_ids from (
      select user_id, invoice_id from receivable_entries
        where day > (created_at at time zone 'UTC')::date and day between today - 60 and today
      union select entry.user_id, entry.invoice_id from factor_entries as entry
        join factor_deposits as deposit on deposit.user_id = entry.user_id and deposit.id = entry.deposit_id
        where entry.invoice_id is not null and (deposit.day > (deposit.created_at at time zone 'UTC')::date
          and deposit.day between today - 60 and today or deposit.voided_on > (deposit.updated_at at time zone 'UTC')::date
          and deposit.voided_on between today - 60 and today)) as ahead
    where ahead.invoice_id is not null group by ahead.user_id loop
    exit when done = most;
    behind := find_loads_behind(due.user_id, due.invoice_ids, today);
    continue when behind is null;
    perform follow_loads(due.user_id, behind, today);
    done := done + 1;
  end loop;
  return done;
end $$;

-- The loads of the invoices whose payment status is not the one that follows from their invoices on this day. Null for none.
create function find_loads_behind(account uuid, invoice_ids bigint[], today date) returns bigint[] language plpgsql stable as $$
begin
  return (select array_agg(distinct load.id) from invoice_loads as billed
    join loads as load on load.user_id = account and load.id = billed.load_id and not load.payment_status_by_hand
    where billed.user_id = account and billed.invoice_id = any(invoice_ids)
      and load.payment_status <> coalesce(derive_payment_status(account, load.id, today), 'unpaid'));
end $$;
