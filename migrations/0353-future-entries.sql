-- What is open counts entries from their own days, as the aging does. So a payment dated tomorrow changes a status tomorrow (SPEC C338).
create index invoices_last_entry_on_idx on invoices (user_id, last_entry_on);
create index receivable_entries_ahead_idx on receivable_entries (user_id, day) include (invoice_id)
  where day > (created_at at time zone 'UTC')::date;

-- The open amount of an invoice at the end of the day, or of the invoice's date if that is later.
create function find_open_on(account uuid, invoice bigint, on_day date) returns numeric language plpgsql stable as $$
begin
  return (select coalesce(sum(entry.amount), 0)::numeric(14, 2) from receivable_entries as entry
    where entry.user_id = account and entry.invoice_id = invoice and entry.day <= greatest(on_day, (select bill.invoice_date
      from invoices as bill where bill.user_id = account and bill.id = invoice)));
end $$;

create function find_credited_on(account uuid, invoice bigint, on_day date) returns numeric language plpgsql stable as $$
begin
  return (select coalesce(-sum(entry.amount), 0)::numeric(14, 2) from receivable_entries as entry
    where entry.user_id = account and entry.invoice_id = invoice and entry.kind in ('credit', 'credit-void') and entry.day <= on_day);
end $$;

drop function is_funded(uuid, bigint);
create function is_funded(account uuid, invoice bigint, on_day date) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(amount) filter (where kind in ('advance', 'fee', 'reserve')), 0)
      > coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid', 'forwarded')), 0)
    from factor_entries as entry where entry.user_id = account and entry.invoice_id = invoice and entry.day <= on_day
      and (not entry.voided or on_day < (select voided_on from factor_deposits as deposit
        where deposit.user_id = account and deposit.id = entry.deposit_id)));
end $$;

create or replace function derive_payment_status(account uuid, billed_load bigint, today date) returns text language plpgsql stable as $$
begin
  return (select case when count(*) = 0 then null
      when bool_and(state = 'approved' and open = 0) then 'paid'
      when bool_and(state = 'approved' and (open = 0 or is_funded(account, id, today))) then 'processed'
      when bool_or(state = 'approved' and open > 0 and due_on < today) then 'overdue'
      when bool_or(state = 'approved') then 'pending'
      else 'unpaid' end
    from (select bill.id, bill.state, bill.due_on, case when bill.last_entry_on > today
          then find_open_on(account, bill.id, today) else bill.open_amount end as open
        from invoice_loads as billed join invoices as bill on bill.user_id = account and bill.id = billed.invoice_id
        where billed.user_id = account and billed.load_id = billed_load and billed.standing) as bills);
end $$;

-- With the last batch, also follows the loads of entries and factors' reports that were entered before their day, once it has come.
create or replace function follow_due_invoices(today date, most integer) returns integer language plpgsql as $$
declare
  due record;
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
  if done = most then
    return done;
  end if;
  for due in select ahead.user_id, array_agg(distinct ahead.invoice_id) as invoice_ids from (
      select user_id, invoice_id from receivable_entries
        where day > (created_at at time zone 'UTC')::date and day between today - 60 and today
      union select entry.user_id, entry.invoice_id from factor_entries as entry
        join factor_deposits as deposit on deposit.user_id = entry.user_id and deposit.id = entry.deposit_id
        where entry.invoice_id is not null and (deposit.day > (deposit.created_at at time zone 'UTC')::date
          and deposit.day between today - 60 and today or deposit.voided_on > (deposit.updated_at at time zone 'UTC')::date
          and deposit.voided_on between today - 60 and today)) as ahead
    where ahead.invoice_id is not null group by ahead.user_id loop
    perform follow_invoices(due.user_id, due.invoice_ids, today);
  end loop;
  return done;
end $$;
