-- Deductions of the factoring fee, one line for each load (SPEC C234, C235, C236).

alter table deduction_rules
  drop constraint deduction_rules_basis_check,
  add constraint deduction_rules_basis_check check (basis in ('percent', 'percent-after-fuel', 'percent-of-net', 'fixed',
    'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee')),
  add constraint deduction_rules_factoring_check check (basis not in ('factored-percent', 'factoring-fee')
    or kind = 'deduction' and category = 'factoring' and frequency = 'settlement' and total is null);

-- A fee line has the key of its rule and its load: the unique key of rules allows a load one line of a rule.
alter table expenses
  drop constraint expenses_basis_check,
  add constraint expenses_basis_check check (case when basis is null then basis_value is null and basis_figure is null
    else kind in ('rule', 'extra-pay', 'withholding') and basis in ('percent', 'percent-after-fuel', 'percent-of-net', 'fixed',
      'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee')
      and basis_value is not null and (basis_figure is null) = (basis = 'fixed') end),
  add constraint expenses_factoring_check check (coalesce(basis not in ('factored-percent', 'factoring-fee')
    or kind = 'rule' and rule_id is not null and rule_key = 'rule:' || rule_id || coalesce(':load:' || load_id, ''), true)),
  drop constraint expenses_restates_check,
  add constraint expenses_restates_check check (restates is null or kind = 'correction');

-- A statement takes a fee only of a load that it pays.
create function guard_fee_loads() returns trigger language plpgsql as $$
declare
  missing bigint;
begin
  select load_id into missing from expenses as line
    where user_id = new.user_id and billing_id = new.billing_id and basis in ('factored-percent', 'factoring-fee')
      and load_id is not null and amount <> 0 and not exists (select from jsonb_array_elements(new.snapshot -> 'loads') as load
        where (load ->> 'id')::bigint = line.load_id)
    limit 1;
  if missing is not null then
    raise exception 'load % is not on the statement', missing using errcode = 'check_violation', constraint = 'expenses_fee_load';
  end if;
  return null;
end $$;
create trigger statement_snapshots_guard_fee_loads after insert on statement_snapshots
  for each row execute function guard_fee_loads();

-- What an adjustment restates is a line of that statement; an adjustment of a load restates a fee of this load.
create or replace function guard_restated_line() returns trigger language plpgsql as $$
begin
  if not exists (select from expenses where user_id = new.user_id and id = new.restates
      and billing_id = new.corrects and rule_key is not null and (kind = 'extra-pay') = new.adjusts_pay
      and (new.load_id is null or basis in ('factored-percent', 'factoring-fee') and load_id is not distinct from
        case when load_id is null then null else new.load_id end)) then
    raise exception 'the adjusted statement has no such line'
      using errcode = 'check_violation', constraint = 'expenses_restates';
  end if;
  return null;
end $$;

-- The factoring of a load: its invoices on submitted schedules, without those that were charged back whole. A fee is shared by
-- what the invoice bills of each load, to the cent: the largest remainders get the cents that are left, then the lower ids.
create function find_factoring(account uuid, one_load bigint, out reference text, out is_factored boolean, out fee numeric)
  language plpgsql stable as $$
begin
  with bought as (select bill.id, bill.number, schedule.number as schedule, billed.supplement, own.fees
      from invoice_loads as billed
        join invoices as bill on bill.user_id = account and bill.id = billed.invoice_id
          and bill.kind = 'invoice' and bill.state = 'approved'
        join factor_schedule_lines as line on line.user_id = account and line.invoice_id = bill.id and line.standing
        join factor_schedules as schedule on schedule.user_id = account and schedule.id = line.schedule_id
          and schedule.state = 'submitted'
        cross join lateral (select coalesce(sum(amount) filter (where kind in ('fee', 'reserve-fee', 'late-fee')), 0) as fees,
            coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback')), 0) as charged_back
          from factor_entries where user_id = account and invoice_id = bill.id and not voided) as own
      where billed.user_id = account and billed.load_id = one_load and billed.standing and own.charged_back < line.face),
    weights as (select bought.id, line.load_id, greatest(sum(line.amount), 0) as weight
      from bought join invoice_lines as line on line.user_id = account and line.invoice_id = bought.id
      where line.load_id is not null group by bought.id, line.load_id),
    parts as (select id, load_id, case when sum(weight) over own = 0 then 1 else weight end as part,
        case when sum(weight) over own = 0 then count(*) over own else sum(weight) over own end as whole
      from weights window own as (partition by id)),
    shares as (select parts.id, load_id, div(bought.fees * 100 * part, whole) as cents, bought.fees * 100 as all_cents,
        row_number() over (partition by parts.id order by mod(bought.fees * 100 * part, whole) desc, load_id) as place
      from parts join bought using (id)),
    shared as (select id, load_id, cents + (place <= all_cents - sum(cents) over (partition by id))::integer as cents from shares)
  select string_agg(format('invoice %s, schedule %s', bought.number, bought.schedule), '; ' order by bought.id),
      coalesce(bool_or(not bought.supplement), false), coalesce(sum(shared.cents), 0) / 100.00
    into reference, is_factored, fee
    from bought join shared on shared.id = bought.id and shared.load_id = one_load;
  fee := round(fee, 2);
end $$;
