-- What a draft bills today, and the loads that are not billed yet (SPEC C165, C171, C173).

-- The lines of a draft in their order: the charges of its loads that are billed and on no other standing invoice, or the
-- revenue of a load without charges, then the typed lines. A refused charge is never billed.
create function list_draft_lines(account uuid, draft bigint) returns table (line_id bigint, load_id bigint, load_number text,
  charge_id bigint, kind text, description text, quantity numeric, rate numeric, amount numeric, reason text, approval text,
  point text)
language plpgsql stable as $$
begin
  return query
    select lines.line_id, lines.load_id, lines.load_number, lines.charge_id, lines.kind, lines.description, lines.quantity,
      lines.rate, lines.amount, lines.reason, lines.approval, lines.point
    from (
      select 0 as part, load.delivery_date, load.id as load_place, charge.number as place, null::bigint as line_id,
          load.id as load_id, load.load_id as load_number, charge.id as charge_id, charge.kind, charge.description,
          charge.quantity, charge.rate, charge.amount, null::text as reason, charge.approval,
          case charge.stop when 'pickup' then concat_ws(', ', load.pickup_city, load.pickup_state)
            when 'delivery' then concat_ws(', ', load.delivery_city, load.delivery_state) end as point
        from invoice_loads as billed
          join loads as load on load.user_id = account and load.id = billed.load_id
          join load_charges as charge on charge.user_id = account and charge.load_id = load.id
        where billed.user_id = account and billed.invoice_id = draft and charge.bill_to_broker
          and charge.approval <> 'refused' and charge.amount <> 0
          and not exists (select from invoice_lines as other where other.user_id = account and other.charge_id = charge.id
            and other.standing and other.credits_line_id is null)
      union all
      select 0, load.delivery_date, load.id, 0, null, load.id, load.load_id, null, 'line-haul', null, null, null, load.revenue,
          null, 'not-needed', null
        from invoice_loads as billed join loads as load on load.user_id = account and load.id = billed.load_id
        where billed.user_id = account and billed.invoice_id = draft and not billed.supplement and load.charge_count = 0
          and load.revenue <> 0
      union all
      select 1, null, 0, line.number, line.id, null, null, null, line.kind, line.description, line.quantity, line.rate,
          line.amount, line.reason, null, null
        from invoice_lines as line where line.user_id = account and line.invoice_id = draft and line.load_id is null
    ) as lines
    order by lines.part, lines.delivery_date, lines.load_place, lines.place, lines.charge_id, lines.line_id;
end $$;

create function find_draft_total(account uuid, draft bigint) returns numeric language plpgsql stable as $$
begin
  return (select coalesce(sum(line.amount), 0)::numeric(14, 2) from list_draft_lines(account, draft) as line);
end $$;

-- Delivered loads, and loads with a TONU, that are on no standing invoice and not paid. Oldest first. `amount`: what the
-- broker would be billed, with charges that are not approved yet. `asked`: those, "Detention, Layover".
create function list_unbilled_loads(account uuid, since date, most integer) returns table (id bigint, amount numeric,
  asked text, delivered_on date)
language plpgsql stable as $$
begin
  return query
    select load.id,
      case when load.charge_count = 0 then load.revenue else coalesce(charges.amount, 0)::numeric(14, 2) end,
      charges.asked, coalesce(load.delivery_date, load.pickup_date)
    from (
        select delivered.id from loads as delivered
          where delivered.user_id = account and delivered.delivery_status = 'delivered' and delivered.payment_status <> 'paid'
        union select charge.load_id from load_charges as charge
          where charge.user_id = account and charge.kind = 'tonu' and charge.bill_to_broker and charge.approval <> 'refused'
      ) as candidate
      join loads as load on load.user_id = account and load.id = candidate.id
      left join lateral (select sum(charge.amount) as amount,
          string_agg(distinct charge.kind, ',' order by charge.kind) filter (where charge.approval = 'asked') as asked
        from load_charges as charge where charge.user_id = account and charge.load_id = load.id and load.charge_count > 0
          and charge.bill_to_broker and charge.approval <> 'refused') as charges on true
    where load.payment_status <> 'paid' and (since is null or coalesce(load.delivery_date, load.pickup_date) >= since)
      and not exists (select from invoice_loads as billed where billed.user_id = account and billed.load_id = load.id
        and billed.standing and not billed.supplement)
    order by coalesce(load.delivery_date, load.pickup_date), load.id limit most;
end $$;

-- Whether a load has a charge for a truck that was ordered and not used.
create function has_tonu(account uuid, one_load bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from load_charges where user_id = account and load_id = one_load and kind = 'tonu'
    and bill_to_broker and approval <> 'refused');
end $$;

-- A load that was invoiced by its typed revenue has charges now: the line is given the line haul of the same amount, so that
-- it is not billed again.
create function adopt_line_haul(account uuid, load_ids bigint[]) returns void language plpgsql as $$
begin
  update invoice_lines as line set charge_id = haul.id
    from (select line.id as line_id, min(charge.id) as id
        from invoice_lines as line
          join invoices as bill on bill.user_id = account and bill.id = line.invoice_id and bill.state = 'approved'
            and bill.kind = 'invoice'
          join load_charges as charge on charge.user_id = account and charge.load_id = line.load_id
            and charge.kind = 'line-haul' and charge.bill_to_broker and charge.amount = line.amount
            and not exists (select from invoice_lines as other where other.user_id = account and other.charge_id = charge.id
              and other.standing and other.credits_line_id is null)
        where line.user_id = account and line.load_id = any(load_ids) and line.charge_id is null and line.standing
          and line.kind = 'line-haul'
        group by line.id) as haul
    where line.user_id = account and line.id = haul.line_id;
end $$;

-- The charges of a load that a supplement would bill. One that has the amount of a line haul billed without a charge is billed.
create function find_unbilled_total(account uuid, one_load bigint) returns numeric language plpgsql stable as $$
declare
  adopted numeric;
  unbilled numeric;
begin
  select coalesce(sum(charge.amount), 0) into unbilled from load_charges as charge
    where charge.user_id = account and charge.load_id = one_load and charge.bill_to_broker
      and charge.approval in ('not-needed', 'approved')
      and not exists (select from invoice_lines as line where line.user_id = account and line.charge_id = charge.id
        and line.standing and line.credits_line_id is null);
  select coalesce(sum(line.amount), 0) into adopted from invoice_lines as line
      join invoices as bill on bill.user_id = account and bill.id = line.invoice_id and bill.state = 'approved'
        and bill.kind = 'invoice'
    where line.user_id = account and line.load_id = one_load and line.charge_id is null and line.standing
      and line.kind = 'line-haul' and exists (select from load_charges as charge where charge.user_id = account
        and charge.load_id = one_load and charge.kind = 'line-haul' and charge.bill_to_broker and charge.amount = line.amount);
  return (unbilled - adopted)::numeric(14, 2);
end $$;

-- The factor that has a broker's invoices approved on a day, with its remit-to and its notice of assignment; no row if the
-- broker pays the carrier. The migration of factors replaces it.
create function find_factor_of_broker(account uuid, broker bigint, day date)
returns table (factor_id bigint, name text, address text, notice text) language plpgsql stable as $$
begin
  return;
end $$;

-- As before, but what was billed counts without its credit notes if the charges that are not billed yet explain the rest.
create or replace function refresh_billing_drift(account uuid, load_ids bigint[]) returns void language plpgsql as $$
begin
  delete from invoice_drift where user_id = account and load_id = any(load_ids);
  insert into invoice_drift (user_id, load_id, billed, today)
    select account, billed.load_id, case when billed.gross + find_unbilled_total(account, billed.load_id) = billed.today
        then billed.gross else billed.gross + billed.credited end, billed.today
    from (select main.load_id, find_billable_total(account, main.load_id) as today, sum(line.amount) as gross,
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
        group by main.load_id) as billed
    where billed.today not in (billed.gross, billed.gross + billed.credited);
end $$;

create function follow_load_again(account uuid, one_load bigint, today date) returns void language plpgsql as $$
begin
  update loads set payment_status_by_hand = false, version = version + 1, updated_at = now()
    where user_id = account and id = one_load and payment_status_by_hand;
  perform follow_loads(account, array[one_load], today) where exists (select from invoice_loads as billed
    where billed.user_id = account and billed.load_id = one_load and billed.standing);
end $$;

-- The loads of invoices that are due before today and still pending, of every account: the daily job (SPEC C172).
create function follow_due_invoices(today date, most integer) returns integer language plpgsql as $$
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
  return done;
end $$;
