-- What invoices know of factors (SPEC C211, C212, C215).

-- The broker's own choice goes before the factor for all brokers. No row: the broker pays the carrier.
create or replace function find_factor_of_broker(account uuid, broker bigint, day date)
returns table (factor_id bigint, name text, address text, notice text) language plpgsql stable as $$
begin
  return query select factor.id, factor.name, factor.remit_to, factor.notice from factors as factor
    left join factor_brokers as chosen on chosen.user_id = account and chosen.broker_id = broker
    where factor.user_id = account and factor.first_day <= day and (factor.last_day is null or factor.last_day >= day)
      and case when chosen.id is null then factor.is_default else factor.id = chosen.factor_id end;
end $$;

-- An invoice that a factor has is not voided.
create function guard_factored_void() returns trigger language plpgsql as $$
begin
  if exists (select from factor_schedule_lines where user_id = new.user_id and invoice_id = new.id and standing) then
    raise exception 'invoice % is on a schedule', new.number using errcode = 'check_violation', constraint = 'invoices_void_factored';
  end if;
  return new;
end $$;
create trigger invoices_guard_factored_void before update of state on invoices
  for each row when (new.state = 'void' and old.state <> 'void') execute function guard_factored_void();

-- Bought by its factor, and not charged back whole.
create function is_funded(account uuid, invoice bigint) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(amount) filter (where kind in ('advance', 'fee', 'reserve')), 0)
      > coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback')), 0)
    from factor_entries where user_id = account and invoice_id = invoice and not voided);
end $$;

-- Null if the load is on no standing invoice. Funded is not paid.
create or replace function derive_payment_status(account uuid, billed_load bigint, today date) returns text language plpgsql stable as $$
begin
  return (select case when count(*) = 0 then null
      when bool_and(bill.state = 'approved' and bill.open_amount = 0) then 'paid'
      when bool_and(bill.state = 'approved' and (bill.open_amount = 0 or is_funded(account, bill.id))) then 'processed'
      when bool_or(bill.state = 'approved' and bill.open_amount > 0 and bill.due_on < today) then 'overdue'
      when bool_or(bill.state = 'approved') then 'pending'
      else 'unpaid' end
    from invoice_loads as billed join invoices as bill on bill.user_id = account and bill.id = billed.invoice_id
    where billed.user_id = account and billed.load_id = billed_load and billed.standing);
end $$;
