-- A database on several machines (Citus): triggers read and write one account at a time by its value, a payment is posted before its
-- parts, and a login writes only where the account is and on the coordinator.
set local check_function_bodies = off;

-- Adds what a statement's recurring deductions took to the sums of its payee, or takes it off (`sign` -1). Row by row: an insert that
-- reads a table is asked of all machines.
create or replace function add_rule_sums(account uuid, statement bigint, paid text, sign integer) returns void language plpgsql as $$
declare
  line record;
begin
  for line in select rule_id, truck_id, sum(amount) as amount, count(*) as lines from expenses
      where user_id = account and billing_id = statement and rule_id is not null
      group by rule_id, truck_id order by rule_id, truck_id loop
    insert into statement_rule_sums as kept (user_id, rule_id, truck_id, payee, amount, lines)
      values (account, line.rule_id, line.truck_id, paid, sign * line.amount, sign * line.lines)
      on conflict (user_id, rule_id, truck_id, payee)
        do update set amount = kept.amount + excluded.amount, lines = kept.lines + excluded.lines;
    if sign < 0 then
      delete from statement_rule_sums where user_id = account and rule_id = line.rule_id and truck_id = line.truck_id
        and payee = paid and lines = 0;
    end if;
  end loop;
end $$;

create or replace function follow_invoices(account uuid, invoice_ids bigint[], today date) returns void language plpgsql as $$
declare
  load_ids bigint[];
begin
  load_ids := array(select distinct load_id from invoice_loads
    where user_id = account and invoice_id = any(invoice_ids) order by load_id);
  perform follow_loads(account, load_ids, today);
end $$;

-- Sets the payment status of loads that follows from their invoices. `payment_status_by_hand` null tells the trigger that no person set
-- it: a setting of the transaction would not reach the machine of the account.
create or replace function follow_loads(account uuid, load_ids bigint[], today date) returns void language plpgsql as $$
declare
  followed record;
  derived text;
begin
  perform from loads where user_id = account and id = any(load_ids) order by id for no key update;
  for followed in select id, payment_status from loads
      where user_id = account and id = any(load_ids) and not payment_status_by_hand order by id loop
    derived := derive_payment_status(account, followed.id, today);
    derived := coalesce(derived, 'unpaid');
    continue when derived = followed.payment_status;
    update loads set payment_status = derived, payment_status_by_hand = null, version = version + 1, updated_at = now()
      where user_id = account and id = followed.id;
  end loop;
  update loads set payment_status_by_hand = false
    where user_id = account and id = any(load_ids) and payment_status_by_hand
      and not exists (select from invoice_loads as billed
        where billed.user_id = account and billed.load_id = loads.id and billed.standing);
end $$;

-- At the end of the transaction: a payment is posted before its parts.
create or replace function guard_payout_sums() returns trigger language plpgsql as $$
declare
  posted payouts;
begin
  select * into posted from payouts where user_id = new.user_id and id = new.id;
  if posted.applied <> (select coalesce(sum(amount), 0) from payout_parts
        where user_id = new.user_id and payout_id = new.id and ended is null)
      or posted.closed <> (select coalesce(sum(amount), 0) from payout_closings
        where user_id = new.user_id and payout_id = new.id) then
    raise exception 'payouts_parts: payment % has other parts', new.id using errcode = 'check_violation', constraint = 'payouts_parts';
  end if;
  return null;
end $$;

-- The loads whose charges no longer equal what was billed. What was billed counts without its credit notes if the charges that are
-- not billed yet explain the rest.
create or replace function refresh_billing_drift(account uuid, load_ids bigint[]) returns void language plpgsql as $$
declare
  billed record;
  today_total numeric;
begin
  delete from invoice_drift where user_id = account and load_id = any(load_ids);
  for billed in select main.load_id, sum(line.amount) as gross,
        coalesce(sum((select sum(credit.amount) from invoice_lines as credit
            join invoices as note on note.user_id = account and note.id = credit.invoice_id and note.state = 'approved'
          where credit.user_id = account and credit.credits_line_id = line.id)), 0) as credited
      from invoice_loads as main
        join invoices as owner on owner.user_id = account and owner.id = main.invoice_id and owner.state = 'approved'
        join invoice_loads as every on every.user_id = account and every.load_id = main.load_id and every.standing
        join invoices as bill on bill.user_id = account and bill.id = every.invoice_id and bill.state = 'approved'
        join invoice_lines as line on line.user_id = account and line.invoice_id = every.invoice_id
          and line.load_id = main.load_id
      where main.user_id = account and main.load_id = any(load_ids) and main.standing and not main.supplement
      group by main.load_id order by main.load_id loop
    today_total := find_billable_total(account, billed.load_id);
    continue when today_total in (billed.gross, billed.gross + billed.credited);
    if billed.gross + find_unbilled_total(account, billed.load_id) <> today_total then
      billed.gross := billed.gross + billed.credited;
    end if;
    insert into invoice_drift (user_id, load_id, billed, today) values (account, billed.load_id, billed.gross, today_total);
  end loop;
end $$;

-- First the lock: what is missing must include what a transaction wrote that this one waits for. A load's version stays: no one
-- edits these columns.
create or replace function refresh_missing_papers(account uuid, changed bigint[]) returns void language plpgsql as $$
declare
  load record;
  to_settle text;
  to_bill text;
begin
  perform from loads where user_id = account and id = any (changed) order by id for no key update;
  for load in select id, broker_id, pickup_date, payment_status, bol_status, missing_to_settle, missing_to_bill from loads
      where user_id = account and id = any (changed) order by id loop
    to_settle := find_missing_papers(account, load.id, load.broker_id, load.pickup_date, load.payment_status,
      load.bol_status, 'settle');
    to_bill := find_missing_papers(account, load.id, load.broker_id, load.pickup_date, load.payment_status,
      load.bol_status, 'bill');
    continue when (to_settle, to_bill) is not distinct from (load.missing_to_settle, load.missing_to_bill);
    update loads set missing_to_settle = to_settle, missing_to_bill = to_bill, missing_papers = join_papers(to_settle, to_bill)
      where user_id = account and id = load.id;
  end loop;
end $$;

-- What the statement's recurring deductions deducted becomes the driver's.
create or replace function touch_named_driver() returns trigger language plpgsql as $$
begin
  perform add_rule_sums(new.user_id, new.id, old.payee, -1);
  perform add_rule_sums(new.user_id, new.id, new.payee, 1);
  return null;
end $$;

-- A void statement drifts from nothing, and what it took was never taken.
create or replace function touch_statement_sums() returns trigger language plpgsql as $$
begin
  if new.status = 'void' then
    delete from statement_drift where user_id = new.user_id and billing_id = new.id;
    perform add_rule_sums(new.user_id, new.id, new.payee, -1);
  elsif new.status = 'approved' and old.status <> 'paid' then
    perform add_rule_sums(new.user_id, new.id, new.payee, 1);
  end if;
  return null;
end $$;

drop trigger payouts_2_guard_payout_sums on payouts;
create constraint trigger payouts_2_guard_payout_sums after insert or update of applied, closed on payouts deferrable initially deferred
  for each row execute function guard_payout_sums();

-- The accounts with a row of the person in `members`: the machines to ask for them.
alter table persons add column account_ids uuid[] not null default '{}'::uuid[];
update persons set account_ids = array(select members.user_id from members where members.person_id = persons.id order by members.user_id);

-- The coordinator keeps these, so that a login writes there only.
alter table login_networks drop constraint login_networks_person_id_fkey;
create table used_codes (
  person_id uuid not null,
  period bigint not null,
  constraint used_codes_pkey primary key (person_id)
);
insert into used_codes (person_id, period) select person_id, last_period from second_steps where last_period > 0;
alter table second_steps drop column last_period;
