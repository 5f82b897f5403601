-- What a broker paid the carrier for an invoice that a factor bought, and the carrier forwarded to the factor (SPEC C333).
alter table factor_entries drop constraint factor_entries_kind_check;
alter table factor_entries add constraint factor_entries_kind_check check (kind in ('advance', 'fee', 'reserve', 'reserve-released',
  'reserve-fee', 'reserve-chargeback', 'reserve-cost', 'chargeback', 'late-fee', 'cost', 'fuel-advance', 'fuel-advance-repaid',
  'debtor-paid', 'forwarded'));
alter table factor_entries drop column cash;
alter table factor_entries add column cash numeric(14,2) generated always as (case
  when kind in ('advance', 'reserve-released', 'fuel-advance') then amount
  when kind in ('chargeback', 'late-fee', 'cost', 'fuel-advance-repaid', 'forwarded') then -amount else 0 end) stored;

create or replace function guard_factored_invoice() returns trigger language plpgsql as $$
declare
  face numeric;
  bought_now numeric;
  since date;
  days record;
begin
  select coalesce(sum(amount) filter (where kind in ('advance', 'fee', 'reserve')), 0) into bought_now from factor_entries
    where user_id = new.user_id and invoice_id = new.invoice_id and not voided;
  select line.face into face from factor_schedule_lines as line
    join factor_schedules as schedule on schedule.user_id = line.user_id and schedule.id = line.schedule_id
    where line.user_id = new.user_id and line.invoice_id = new.invoice_id and line.standing and schedule.state = 'submitted';
  if bought_now <> 0 and bought_now is distinct from face then
    raise exception 'factor_entries_face: the purchase of invoice % is not its face amount', new.invoice_id
      using errcode = 'check_violation', constraint = 'factor_entries_face';
  end if;
  select case when new.voided then voided_on else day end into since from factor_deposits
    where user_id = new.user_id and id = new.deposit_id;
  with facts as (
    select entry.day, entry.kind, entry.amount, entry.reserve from factor_entries as entry
      where entry.user_id = new.user_id and entry.invoice_id = new.invoice_id
    union all
    select deposit.voided_on, entry.kind, -entry.amount, -entry.reserve from factor_entries as entry
      join factor_deposits as deposit on deposit.user_id = entry.user_id and deposit.id = entry.deposit_id
      where entry.user_id = new.user_id and entry.invoice_id = new.invoice_id and entry.voided),
  totals as (
    select day, sum(sum(reserve)) over until as held,
      sum(coalesce(sum(amount) filter (where kind in ('advance', 'fee', 'reserve')), 0)) over until as bought,
      sum(coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback')), 0)) over until as charged_back,
      sum(coalesce(sum(amount) filter (where kind in ('debtor-paid', 'forwarded')), 0)) over until as paid
    from facts group by day window until as (order by day))
  select coalesce(bool_or(held < 0 or charged_back > bought), false) as is_over,
      coalesce(bool_or(charged_back + paid > bought), false) as is_paid_over,
      coalesce(bool_or(bought > face), false) as is_bought_over
    into days from totals where day >= since;
  if days.is_over then
    raise exception 'factor_entries_held: more than invoice % has is taken', new.invoice_id
      using errcode = 'check_violation', constraint = 'factor_entries_held';
  end if;
  if days.is_paid_over then
    raise exception 'factor_entries_left: the factor has less of invoice %', new.invoice_id
      using errcode = 'check_violation', constraint = 'factor_entries_left';
  end if;
  if days.is_bought_over then
    raise exception 'factor_entries_bought: invoice % is bought twice on a day', new.invoice_id
      using errcode = 'check_violation', constraint = 'factor_entries_bought';
  end if;
  return null;
end $$;

create or replace function find_returned(account uuid, invoice_ids bigint[], on_day date) returns setof bigint language plpgsql stable as $$
begin
  return query select entry.invoice_id from factor_entries as entry
    where entry.user_id = account and entry.invoice_id = any(invoice_ids)
      and (on_day is null or entry.day <= on_day)
      and (not entry.voided or on_day < (select voided_on from factor_deposits as deposit
        where deposit.user_id = account and deposit.id = entry.deposit_id))
    group by entry.invoice_id
    having sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid', 'forwarded'))
      >= sum(amount) filter (where kind in ('advance', 'fee', 'reserve'));
end $$;

create or replace function is_closed_with_factor(account uuid, invoice bigint, face numeric) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(reserve), 0) = 0
      and coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid', 'forwarded')), 0) >= face
    from factor_entries where user_id = account and invoice_id = invoice and not voided);
end $$;

create or replace function is_funded(account uuid, invoice bigint) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(amount) filter (where kind in ('advance', 'fee', 'reserve')), 0)
      > coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid', 'forwarded')), 0)
    from factor_entries where user_id = account and invoice_id = invoice and not voided);
end $$;
