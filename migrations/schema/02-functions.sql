-- A function may name tables and functions that are made later.
set local check_function_bodies = off;

-- The day of an account at an instant. `zone` null, or a name that this server does not know: UTC.
create function account_day(zone text, instant timestamptz) returns date language plpgsql immutable as $$
begin
  return (instant at time zone coalesce(zone, 'UTC'))::date;
exception when invalid_parameter_value then
  return (instant at time zone 'UTC')::date;
end $$;

-- Trigger functions protect statements, payments and the audit log only while the account is there.
create function account_is_there(account uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from users where id = account and deleted_at is null);
end $$;

-- Adds a change of a closed month. The reason is a setting of the transaction, in hexadecimal digits of UTF-8.
-- `source`, `on_day`: what the row is in the books, and its day there.
create function add_closed_change(account uuid, source text, changed jsonb, on_day date, amount numeric, is_deleted boolean) returns void language plpgsql as $$
declare
  entry_id bigint := (changed ->> 'id')::bigint;
  entry_kind text := changed ->> 'kind';
  closed_day date;
  entry_number text;
  entry_name text;
  given text := nullif(current_setting('haulbook.closed_reason', true), '');
begin
  perform pg_advisory_xact_lock_shared(closing_lock(account));
  select closed_through into closed_day from account_map where user_id = account;
  if closed_day is null or on_day > closed_day then return; end if;
  if given is null then
    raise exception 'books_closed: % %', closed_day, on_day using errcode = 'check_violation', constraint = 'books_closed';
  end if;
  entry_number := number_of_closed_change(account, source, changed);
  entry_name := name_of_closed_change(account, source, changed);
  given := convert_from(decode(given, 'hex'), 'UTF8');
  insert into closed_changes (user_id, source, record_id, deleted, day, amount, kind, number, name, closed_through, reason)
  values (account, source, entry_id, is_deleted, on_day, amount, entry_kind, entry_number, entry_name, closed_day, given);
end $$;

-- Adds what a statement's recurring deductions took to the sums of its payee, or takes it off (`sign` -1). Row by row: an insert that
-- reads a table is asked of all machines.
create function add_rule_sums(account uuid, statement bigint, paid text, sign integer) returns void language plpgsql as $$
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

-- The audit log names the settlement of a comment as the screens do: "Statement #7", or of a draft
-- "Settlement of truck 12, 11/20/2026" (SPEC S31, C84).
create function audit_name(account uuid, kind text, linked bigint) returns text language plpgsql stable as $$
declare
  name text;
  settled_on text;
  truck bigint;
begin
  case kind
    when 'drivers' then
      select one.name into name from drivers as one where user_id = account and id = linked;
    when 'owners' then
      select one.name into name from owners as one where user_id = account and id = linked;
    when 'trucks' then
      select one.truck_id into name from trucks as one where user_id = account and id = linked;
    when 'trailers' then
      select one.trailer_id into name from trailers as one where user_id = account and id = linked;
    when 'brokers' then
      select one.company_name into name from brokers as one where user_id = account and id = linked;
    when 'dispatchers' then
      select one.name into name from dispatchers as one where user_id = account and id = linked;
    when 'loads' then
      select one.load_id into name from loads as one where user_id = account and id = linked;
    when 'upload_links' then
      select one.label into name from upload_links as one where user_id = account and id = linked;
    when 'billing' then
      select 'Statement #' || one.number, one.truck_id, to_char(one.settlement_date, 'MM/DD/YYYY')
        into name, truck, settled_on from billing as one where user_id = account and id = linked;
      name := coalesce(name, 'Settlement of truck ' || audit_name(account, 'trucks', truck) || ', ' || settled_on);
      if name is null then
        -- A deleted draft: its entry has the number of the truck.
        select 'Settlement of truck ' || (names ->> ('trucks/' || (before ->> 'truckId'))) || ', '
            || to_char((before ->> 'settlementDate')::date, 'MM/DD/YYYY')
          into name from audit where user_id = account and subject = kind and subject_id = linked
            and action = 'deleted' order by created_at desc, id desc limit 1;
      end if;
      return name;
  end case;
  if name is null then
    select label into name from audit where user_id = account and subject = kind and subject_id = linked
      and label is not null order by created_at desc, id desc limit 1;
  end if;
  return name;
end $$;

-- The names of all that one state of a record links to; null where it links to nothing.
create function audit_names(account uuid, subject text, state jsonb) returns jsonb language plpgsql stable as $$
declare
  links text[] := array['driverId', 'drivers', 'driver2Id', 'drivers', 'ownerId', 'owners', 'truckId', 'trucks',
    'trailerId', 'trailers', 'brokerId', 'brokers', 'dispatcherId', 'dispatchers', 'loadId', 'loads',
    'uploadLinkId', 'upload_links'];
  names jsonb;
  linked text;
  name text;
begin
  -- The items of a settlement run have a billingId too. They are shown below their settlement.
  if subject = 'comments' then links := links || array['billingId', 'billing']; end if;
  for at in 1..array_length(links, 1) by 2 loop
    linked := state ->> links[at];
    -- A truck's own number is called truckId too, a trailer's trailerId and a load's loadId.
    continue when linked is null or links[at + 1] = subject;
    name := audit_name(account, links[at + 1], linked::bigint);
    continue when name is null;
    names := coalesce(names, '{}') || jsonb_build_object(links[at + 1] || '/' || linked, name);
  end loop;
  return names;
end $$;

-- The values of a state that the audit log shows: those that differ from the other state, or all of them. It leaves out what
-- follows from other records. Of secrets it shows only that there are some.
create function audit_values(state jsonb, other jsonb, secrets text[]) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(field_name(key), case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}')
    else value end)
  from jsonb_each(state)
  where value is distinct from other -> key and (other is not null or value <> 'null')
    and key not in ('user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url', 'payee', 'person_id',
      'since', 'last_seen_at', 'expires_at', 'token_hash', 'missing_to_settle', 'missing_to_bill', 'missing_papers',
      'last_entry_on', 'search_text', 'old_double', 'old_double_dot') $$;

-- The standing lines of each load of an invoice that is being approved. As with billing drift, what credit notes took off counts only
-- if the charges are lower too. The detail is the load's number.
create function check_billed_once(account uuid, invoice bigint) returns void language plpgsql as $$
declare
  load_number text;
begin
  select load.load_id into load_number
    from (select billed.load_id, sum(line.amount) as gross,
          coalesce(sum((select sum(credit.amount) from invoice_lines as credit
              join invoices as note on note.user_id = account and note.id = credit.invoice_id and note.state = 'approved'
            where credit.user_id = account and credit.credits_line_id = line.id)), 0) as credited
        from invoice_loads as billed
          join invoice_lines as line on line.user_id = account and line.load_id = billed.load_id
            and line.credits_line_id is null and line.standing
          join invoices as bill on bill.user_id = account and bill.id = line.invoice_id
            and (bill.state = 'approved' or bill.id = invoice)
        where billed.user_id = account and billed.invoice_id = invoice
        group by billed.load_id) as sums
      join loads as load on load.user_id = account and load.id = sums.load_id
    where least(sums.gross, sums.gross + sums.credited) > find_billable_total(account, sums.load_id)
    order by load.id limit 1;
  if found then
    raise exception 'invoices_billed_twice: more is billed for load % than its charges are', load_number
      using errcode = 'check_violation', constraint = 'invoices_billed_twice', detail = load_number;
  end if;
end $$;

-- Each line of a credit note credits a line of its invoice, and all its credit notes together never more than the line.
create function check_credit_note(account uuid, credit_note bigint, credited_invoice bigint) returns void language plpgsql as $$
begin
  if exists (select from invoice_lines as line left join invoice_lines as credited
        on credited.user_id = account and credited.id = line.credits_line_id and credited.invoice_id = coalesce(credited_invoice, 0)
      where line.user_id = account and line.invoice_id = credit_note and (credited.id is null
        or line.amount * credited.amount >= 0
        or abs((select sum(other.amount) from invoice_lines as other join invoices as owner
            on owner.user_id = account and owner.id = other.invoice_id
              and (owner.id = credit_note or owner.state = 'approved')
          where other.user_id = account and other.credits_line_id = line.credits_line_id)) > abs(credited.amount))) then
    raise exception 'invoice_lines_credited: more is credited than billed' using errcode = 'check_violation', constraint = 'invoice_lines_credited';
  end if;
end $$;

-- Statements never take more than earlier ones left, and entries never more than is left. `truck`: null for a deduction of
-- all trucks of a payee.
create function check_deferred(account uuid, rule bigint, truck bigint, paid text, of_entries boolean) returns void language plpgsql as $$
declare
  open numeric;
  settled numeric;
begin
  perform from deduction_rules where user_id = account and id = rule and total is null for no key update;
  if not found then return; end if;
  select coalesce(sum(effect), 0) into settled from balance_entries
    where user_id = account and rule_id = rule and payee = paid and truck_id is not distinct from truck;
  if of_entries and settled <= 0 then return; end if;
  select coalesce(sum(line.deferred), 0) - settled into open from expenses as line
    join billing on billing.user_id = account and billing.id = line.billing_id
    where line.user_id = account and line.rule_id = rule and line.deferred <> 0 and not line.voided
      and (truck is null or line.truck_id = truck) and billing.payee = paid and billing.status in ('approved', 'paid');
  if open < 0 then
    raise exception 'expenses_rule_total: rule % took % more than was left', rule, -open
      using errcode = 'check_violation', constraint = 'expenses_rule_total';
  end if;
end $$;

-- No net crosses zero because of an offset.
create function check_offset_net(account uuid, settlement bigint, moved numeric) returns void language plpgsql as $$
declare
  net numeric;
begin
  select net_payment into net from billing where user_id = account and id = settlement;
  if net * sign(moved) < 0 then
    raise exception 'expenses_offset_net: an offset of % leaves a net of %', moved, net
      using errcode = 'check_violation', constraint = 'expenses_offset_net';
  end if;
end $$;

-- A deduction for one payee is on statements of this payee only.
create function check_rule_payee(account uuid, statement bigint) returns void language plpgsql as $$
begin
  if exists (select from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      join deduction_rules as rule on rule.user_id = line.user_id and rule.id = line.rule_id
      where line.user_id = account and line.billing_id = statement and not line.voided
        and rule.truck_id is null and coalesce(rule.owner_id, rule.driver_id) is not null
        and payee_key(rule.owner_id, rule.driver_id, 0) <> billing.payee) then
    raise exception 'expenses_rule_payee: another payee' using errcode = 'check_violation', constraint = 'expenses_rule_payee';
  end if;
end $$;

-- The error names the deduction, so that a person knows which line of which settlement to change.
create function check_rule_total(account uuid, rule bigint, truck bigint) returns void language plpgsql as $$
declare
  most numeric;
  name text;
  of_truck boolean;
  of_payee boolean;
  part record;
begin
  -- Without a total there is nothing to compare: settlements of other trucks need not wait. Only a change of the rule must.
  -- A rule of one payee is locked by the settlements that share it: a second lock on it could deadlock.
  perform from deduction_rules where user_id = account and id = rule and total is null
    and (truck_id is not null or coalesce(owner_id, driver_id) is null) for share;
  if found then return; end if;
  select total, truck_id is not null, truck_id is null and coalesce(owner_id, driver_id) is not null, description
    into most, of_truck, of_payee, name from deduction_rules where user_id = account and id = rule for no key update;
  if most is null then return; end if;
  for part in select sum(change.amount) as deducted, sum(change.interest) as interest from (
      select case when not of_truck and not of_payee then billing.payee end as payee, line.amount, 0 as interest
      from expenses as line
        left join billing on billing.user_id = line.user_id and billing.id = line.billing_id
      where not of_payee and line.user_id = account and line.rule_id = rule and line.truck_id = truck and not line.voided
      -- Apart, so that the others are found by their truck.
      union all
      select null, line.amount, 0 from expenses as line
      where of_payee and line.user_id = account and line.rule_id = rule and not line.voided
      union all
      select case when not of_truck and not of_payee then entry.payee end, entry.effect,
        case entry.kind when 'interest' then entry.effect else 0 end
      from balance_entries as entry
      where entry.user_id = account and entry.rule_id = rule and (of_payee or entry.truck_id = truck)) as change
    group by change.payee loop
    if part.deducted - part.interest > most or part.deducted < 0 then
      raise exception 'expenses_rule_total: rule % has deducted % of %', rule, part.deducted, most
        using errcode = 'check_violation', constraint = 'expenses_rule_total', detail = name;
    end if;
  end loop;
end $$;

-- Closing takes it, and changes of money share it: they wait for each other (SPEC C375).
create function closing_lock(account uuid) returns bigint language sql immutable parallel safe as $$
  select hashtextextended('haulbook closing ' || account, 0)
$$;

-- Like the audit log, the trash does not count: deleting frees space (SPEC C31).
create function count_account_bytes(account uuid) returns bigint language plpgsql stable as $$
declare
  counted record;
  part bigint;
  total bigint := 0;
begin
  for counted in
    select c.relname as name,
      28 + 64 * (select count(*) from pg_index where indrelid = c.oid and indpred is null)
        + (select coalesce(sum(attlen), 0) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attlen > 0) as fixed,
      (select coalesce(string_agg(format('+ coalesce(pg_column_size(%I), 0)', attname), ' ' order by attnum), '')
        from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attlen < 0) as varying
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute
        where attrelid = c.oid and attname = 'user_id' and not attisdropped)
      and c.relname not in ('audit', 'sessions', 'idempotency_keys', 'imports', 'storage', 'undo_records', 'undo_secrets')
    order by c.relname
  loop
    execute format('select coalesce(sum(%s %s), 0) from %I where user_id = $1',
      counted.fixed, counted.varying, counted.name) into part using account;
    total := total + part;
  end loop;
  return total;
end $$;

-- Deletes up to `most` rows of one table of a deleted account, fewer if they hold files, and the account's own row last.
-- Returns false once nothing is left. The app's role may run it, and can delete no event in another way.
create function delete_account_batch(account uuid, most integer) returns boolean language plpgsql security definer set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
declare
  one record;
  deleted bigint;
begin
  perform from users where id = account and deleted_at is not null for no key update;
  if not found then return false; end if;
  for one in select * from list_account_tables() loop
    execute format('delete from public.%1$I where user_id = $1 and ctid = any(array(
        select ctid from public.%1$I where user_id = $1 order by %2$s limit $2))', one.name, one.ordered_by)
      using account, case when one.has_bytes then greatest(most / 50, 1) else most end;
    get diagnostics deleted = row_count;
    if deleted > 0 then return true; end if;
  end loop;
  delete from users where id = account;
  return false;
end $$;

-- Null if the load is on no standing invoice. Funded is not paid.
create function derive_payment_status(account uuid, billed_load bigint, today date) returns text language plpgsql stable as $$
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

-- As `docketKey` of core/broker-checks/numbers.ts; any other text is its own key.
create function docket_key(typed text) returns text language sql immutable parallel safe as $$
  select case
    when bare ~ '^(MC|FF|MX)?(NO|NUM|NUMBER)?0*[1-9][0-9]{0,7}[BCP]?$'
      then coalesce(substring(bare from '^(?:MC|FF|MX)'), 'MC') || ' ' || substring(bare from '[1-9][0-9]*')
    else lower(btrim(typed)) end
  from (select upper(regexp_replace(typed collate "C",
    '[[:space:]#.:/_()\u00A0\u00AD\u1680\u2000-\u200D\u2010-\u2015\u2028\u2029\u202F\u205F\u2060\u2116\u2212\u3000\uFE58\uFE63\uFEFF-]', '', 'g')) as bare) as squeezed $$;

create function expense_categories() returns text[] language sql immutable parallel safe return array['fuel', 'truckPayment', 'trailerRental', 'insurance', 'maintenance', 'tires', 'permits', 'tolls', 'parking', 'factoring', 'other'];

-- Whether a load's missing bill of lading is an exception in the settlement run: without a rule, it is.
create function expects_bol(account uuid, broker bigint, picked_up date, missing_to_settle text) returns boolean language plpgsql stable as $$
declare
  rule text := papers_needed(account, broker, picked_up, 'settle') ->> 'bol';
begin
  return case when rule is null or rule = 'always' then true
    when rule = 'never' then false
    else 'bol' = any (string_to_array(missing_to_settle, ',')) end;
end $$;

-- "license_number" → "licenseNumber", as the declarations call it.
create function field_name(column_name text) returns text language sql immutable parallel safe as $$
  select lower(left(words, 1)) || substr(words, 2)
  from replace(initcap(replace(column_name, '_', ' ')), ' ', '') as words $$;

-- What a load would be billed today. A charge that the broker has not approved counts if it is billed already.
create function find_billable_total(account uuid, billed_load bigint) returns numeric language plpgsql stable as $$
declare
  load record;
begin
  select revenue, charge_count into load from loads where user_id = account and id = billed_load;
  if not found then return 0; end if;
  if load.charge_count = 0 then return load.revenue; end if;
  return (select coalesce(sum(amount), 0) from load_charges as charge
    where charge.user_id = account and charge.load_id = billed_load and charge.bill_to_broker
      and (charge.approval in ('not-needed', 'approved') or charge.approval = 'asked'
        and exists (select from invoice_lines as line where line.user_id = account and line.charge_id = charge.id
          and line.standing and line.credits_line_id is null)));
end $$;

create function find_credited_on(account uuid, invoice bigint, on_day date) returns numeric language plpgsql stable as $$
begin
  return (select coalesce(-sum(entry.amount), 0)::numeric(14, 2) from receivable_entries as entry
    where entry.user_id = account and entry.invoice_id = invoice and entry.kind in ('credit', 'credit-void') and entry.day <= on_day);
end $$;

create function find_draft_total(account uuid, draft bigint) returns numeric language plpgsql stable as $$
begin
  return (select coalesce(sum(line.amount), 0)::numeric(14, 2) from list_draft_lines(account, draft) as line);
end $$;

-- Without an outer join: one with null is dropped before the planner knows the account.
create function find_factor_of_broker(account uuid, broker bigint, day date) returns table(factor_id bigint, name text, address text, notice text) language plpgsql stable as $$
begin
  return query select factor.id, factor.name, factor.remit_to, factor.notice from factors as factor
    left join factor_brokers as chosen on chosen.user_id = account and chosen.broker_id = coalesce(broker, 0)
    where factor.user_id = account and factor.first_day <= day and (factor.last_day is null or factor.last_day >= day)
      and case when chosen.id is null then factor.is_default else factor.id = chosen.factor_id end;
end $$;

-- The factoring of a load: its invoices on submitted schedules, without those that were charged back whole. A fee is shared by
-- what the invoice bills of each load, to the cent: the largest remainders get the cents that are left, then the lower ids.
create function find_factoring(account uuid, one_load bigint, out reference text, out is_factored boolean, out fee numeric) returns record language plpgsql stable as $$
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

-- The loads of the invoices whose payment status is not the one that follows from their invoices on this day. Null for none.
create function find_loads_behind(account uuid, invoice_ids bigint[], today date) returns bigint[] language plpgsql stable as $$
begin
  return (select array_agg(distinct load.id) from invoice_loads as billed
    join loads as load on load.user_id = account and load.id = billed.load_id and not load.payment_status_by_hand
    where billed.user_id = account and billed.invoice_id = any(invoice_ids) and billed.standing
      and load.payment_status <> coalesce(derive_payment_status(account, load.id, today), 'unpaid'));
end $$;

-- The kinds of documents that a load needs and does not have. A document that was sent back does not count. To settle, the BOL
-- status says whether there is a bill of lading; to bill, there must be a document.
create function find_missing_papers(account uuid, load bigint, broker bigint, picked_up date, payment_status text, bol_status text, stage text) returns text language plpgsql as $$
declare
  needed jsonb;
begin
  if payment_status = 'paid' then return null; end if;
  needed := papers_needed(account, broker, picked_up, stage);
  if needed is null then return null; end if;
  return (select string_agg(kind, ',' order by kind) from jsonb_each_text(needed) as need (kind, rule)
    where rule <> 'never'
      and (rule = 'always' or exists (select from load_charges as charge
        where charge.user_id = account and charge.load_id = load and charge.kind = rule
          and charge.approval <> 'refused'))
      and case when kind = 'bol' and stage = 'settle' then bol_status <> 'received'
        else not exists (select from documents as paper
          where paper.user_id = account and paper.load_id = load and paper.deleted_at is null
            and paper.verdict <> 'sent-back' and (paper.kind = need.kind or need.kind = 'bol' and paper.kind = 'pod')) end);
end $$;

-- The open amount of an invoice at the end of the day, or of the invoice's date if that is later.
create function find_open_on(account uuid, invoice bigint, on_day date) returns numeric language plpgsql stable as $$
begin
  return (select coalesce(sum(entry.amount), 0)::numeric(14, 2) from receivable_entries as entry
    where entry.user_id = account and entry.invoice_id = invoice and entry.day <= greatest(on_day, (select bill.invoice_date
      from invoices as bill where bill.user_id = account and bill.id = invoice)));
end $$;

-- Which figures the lines of a statement follow.
create function find_restated_bases(account uuid, statement bigint, out of_revenue boolean, out of_miles boolean, out of_empty_miles boolean, out of_loads boolean, out of_factored boolean, out of_fee boolean) returns record language plpgsql stable as $$
begin
  select found.* into of_revenue, of_miles, of_empty_miles, of_loads, of_factored, of_fee from (select coalesce(bool_or(basis like 'percent%'), false),
    coalesce(bool_or(basis = 'per-mile'), false),
    coalesce(bool_or(basis = 'per-empty-mile'), false),
    coalesce(bool_or(basis = 'per-load'), false),
    coalesce(bool_or(basis = 'factored-percent'), false),
    coalesce(bool_or(basis = 'factoring-fee'), false)
  from expenses where user_id = account and billing_id = statement and rule_key is not null and not by_hand and not skipped) as found;
end $$;

-- Of the invoices, those that a factor bought and no longer has any of: what is open is the carrier's again. Entries and
-- voids count on their own days through on_day. Null: all that is known.
create function find_returned(account uuid, invoice_ids bigint[], on_day date) returns setof bigint language plpgsql stable as $$
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

-- Follows the loads of invoices that are overdue on their account's day, and of entries and factors’ reports that were entered before
-- their day, once it has come. An entry of an evening in America is dated by UTC half a day later. At most `most` accounts.
create function follow_due_invoices(instant timestamptz, most integer) returns integer language plpgsql as $$
declare
  due record;
  behind bigint[];
  done integer := 0;
begin
  for due in select bill.user_id, account_day(team.time_zone, instant) as today, array_agg(distinct load.id) as load_ids
    from invoices as bill
      join invoice_loads as billed on billed.user_id = bill.user_id and billed.invoice_id = bill.id and billed.standing
      join loads as load on load.user_id = bill.user_id and load.id = billed.load_id
        and load.payment_status = 'pending' and not load.payment_status_by_hand
      left join team_settings as team on team.user_id = bill.user_id
    where bill.open_amount > 0 and bill.due_on < account_day(team.time_zone, instant)
    group by bill.user_id, team.time_zone limit most loop
    perform follow_loads(due.user_id, due.load_ids, due.today);
    done := done + 1;
  end loop;
  for due in select ahead.user_id, account_day(team.time_zone, instant) as today, array_agg(distinct ahead.invoice_id) as invoice_ids
    from (select user_id, invoice_id, day from receivable_entries
        where day > ((created_at at time zone 'UTC') - interval '12 hours')::date
      union select entry.user_id, entry.invoice_id, deposit.day from factor_entries as entry
        join factor_deposits as deposit on deposit.user_id = entry.user_id and deposit.id = entry.deposit_id
        where deposit.day > ((deposit.created_at at time zone 'UTC') - interval '12 hours')::date
      union select entry.user_id, entry.invoice_id, deposit.voided_on from factor_entries as entry
        join factor_deposits as deposit on deposit.user_id = entry.user_id and deposit.id = entry.deposit_id
        where deposit.voided_on > ((deposit.updated_at at time zone 'UTC') - interval '12 hours')::date) as ahead
      left join team_settings as team on team.user_id = ahead.user_id
    where ahead.invoice_id is not null
      and ahead.day between account_day(team.time_zone, instant) - 60 and account_day(team.time_zone, instant)
    group by ahead.user_id, team.time_zone loop
    exit when done = most;
    behind := find_loads_behind(due.user_id, due.invoice_ids, due.today);
    continue when behind is null;
    perform follow_loads(due.user_id, behind, due.today);
    done := done + 1;
  end loop;
  return done;
end $$;

create function follow_invoices(account uuid, invoice_ids bigint[], today date) returns void language plpgsql as $$
declare
  load_ids bigint[];
begin
  load_ids := array(select distinct load_id from invoice_loads
    where user_id = account and invoice_id = any(invoice_ids) order by load_id);
  perform follow_loads(account, load_ids, today);
end $$;

create function follow_load_again(account uuid, one_load bigint, today date) returns void language plpgsql as $$
begin
  update loads set payment_status_by_hand = false, version = version + 1, updated_at = now()
    where user_id = account and id = one_load and payment_status_by_hand;
  perform follow_loads(account, array[one_load], today) where exists (select from invoice_loads as billed
    where billed.user_id = account and billed.load_id = one_load and billed.standing);
end $$;

-- Sets the payment status of loads that follows from their invoices. `payment_status_by_hand` null tells the trigger that no person set
-- it: a setting of the transaction would not reach the machine of the account.
create function follow_loads(account uuid, load_ids bigint[], today date) returns void language plpgsql as $$
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

-- An adjustment settles exactly what is open. Two requests at once cannot adjust a load twice.
create function guard_adjusted_load() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from statement_drift
      where user_id = new.user_id and billing_id = new.corrects and load_id = new.load_id
        and current - stated - adjusted = new.amount and revenue = new.revenue and miles = new.miles
        and empty_miles = new.empty_miles and loads = new.loads
        and factored = new.factored and fee = new.fee) then
    raise exception 'adjusted_loads_open: load % has no such difference', new.load_id
      using errcode = 'check_violation', constraint = 'adjusted_loads_open';
  end if;
  if tg_op = 'UPDATE' and (old.voided or to_jsonb(new) - 'voided' is distinct from to_jsonb(old) - 'voided') then
    perform refuse_frozen('an adjustment');
  end if;
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) and exists (select from billing
        where user_id = old.user_id and id = old.billing_id and status <> 'pending') then
      perform refuse_frozen('an adjustment');
    end if;
    return old;
  end if;
  return new;
end $$;

-- Only the owner of the table deletes events, and only of a deleted account: delete_account_batch does, and the links to users.
create function guard_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.transaction = pg_current_xact_id() and old.created_at >= now() then return new; end if;
  if tg_op = 'DELETE' and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    if not account_is_there(old.user_id) then return old; end if;
  end if;
  raise exception 'The audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;

create function guard_balance_entry() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at', 'stated_on'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'balance_entries_posted: entry % is posted', old.id
        using errcode = 'check_violation', constraint = 'balance_entries_posted';
    end if;
    return old;
  end if;
  if not old.undone and new.undone and exists (
      select from balance_entries where user_id = new.user_id and undoes = new.id) then
    free := free || array['undone'];
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'balance_entries_posted: entry % is posted', old.id
      using errcode = 'check_violation', constraint = 'balance_entries_posted';
  end if;
  return new;
end $$;

-- A card is with one truck or driver on a day (SPEC C528). The rows of a card have nothing in common that could be locked.
create function guard_card_days() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('haulbook card ' || new.user_id || ' ' || new.provider || ' ' || new.kind || ' ' || serial_key(new.number), 0));
  if exists (select from cards where user_id = new.user_id and provider = new.provider and kind = new.kind
      and serial_key(number) = serial_key(new.number) and id <> new.id
      and starts_on <= coalesce(new.ends_on, 'infinity'::date) and coalesce(ends_on, 'infinity'::date) >= new.starts_on) then
    raise exception 'cards_overlap: card % is with somebody else on these days', new.number
      using errcode = 'check_violation', constraint = 'cards_overlap';
  end if;
  return new;
end $$;

-- A line bears on a purchase of its truck, with the figures of the file. It holds the purchase, so that nobody changes it meanwhile (SPEC C574).
create function guard_card_line() returns trigger language plpgsql as $$
declare
  bought card_purchases;
begin
  select * into bought from card_purchases where user_id = new.user_id and id = new.card_purchase_id for no key update;
  if bought.truck_id is distinct from new.truck_id or bought.ignored is not null or bought.conflict is not null
      or bought.off_reason is not null or bought.retail <> new.card_retail or bought.discount <> new.card_discount then
    raise exception 'expenses_card_purchase: purchase % is not ready for this line', new.card_purchase_id
      using errcode = 'check_violation', constraint = 'expenses_card_purchase';
  end if;
  return new;
end $$;

-- A purchase on a settlement is neither changed nor deleted, but a later file may differ from it (SPEC C574). With another truck it is no longer off the settlement of the one before.
create function guard_card_purchase() returns trigger language plpgsql as $$
declare
  free text[] := array['conflict', 'refused', 'driver_id', 'found_by', 'odometer', 'version', 'updated_at'];
begin
  if tg_op = 'UPDATE' then
    if new.truck_id is distinct from old.truck_id then new.off_reason := null; end if;
    if to_jsonb(new) - free = to_jsonb(old) - free then return new; end if;
  end if;
  if exists (select from expenses where user_id = old.user_id and card_purchase_id = old.id and (tg_op = 'DELETE' or not voided))
      and account_is_there(old.user_id) then
    raise exception 'card_purchases_charged: purchase % is on a settlement', old.id
      using errcode = 'check_violation', constraint = 'card_purchases_charged';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create function guard_carry_forward() returns trigger language plpgsql as $$
begin
  if new.voided then return null; end if;
  if new.kind = 'carry-in' and not exists (
      select from expenses as out where out.user_id = new.user_id and out.billing_id = new.carried_from
        and out.kind = 'carry-out' and not out.voided
        and out.truck_id = new.truck_id and out.amount = -new.amount) then
    raise exception 'expenses_carry_in: no carry-forward of this amount'
      using errcode = 'check_violation', constraint = 'expenses_carry_in';
  end if;
  if new.kind = 'carry-in' and exists (select from releases
      where user_id = new.user_id and billing_id = new.carried_from and load_id is null) then
    raise exception 'expenses_carry_in: it was written off' using errcode = 'check_violation', constraint = 'expenses_carry_in';
  end if;
  if new.kind in ('carry-in', 'correction') and not new.taken_over and exists (
      select from billing as here join billing as there on there.user_id = here.user_id
      where here.user_id = new.user_id and here.id = new.billing_id
        and there.id = coalesce(new.carried_from, new.corrects)
        and there.payee <> here.payee) then
    raise exception 'expenses_payee: another payee' using errcode = 'check_violation', constraint = 'expenses_payee';
  end if;
  return null;
end $$;

-- The paper that shows the broker's answer to a charge is one of the load's (SPEC C100). A link that is stored already stays as it
-- is, also when the paper is deleted. The detail is the charge's place on the load.
create function guard_charge_document() returns trigger language plpgsql as $$
begin
  if new.document_id is null or tg_op = 'UPDATE' and new.document_id = old.document_id then return new; end if;
  perform from documents where user_id = new.user_id and id = new.document_id and load_id = new.load_id
    and deleted_at is null;
  if not found then
    raise exception 'load_charges_document_id_fkey: no such document' using errcode = 'foreign_key_violation',
      constraint = 'load_charges_document_id_fkey', detail = new.number;
  end if;
  return new;
end $$;

-- A charge belongs to a load of its account, and stays with it. Two people who change the charges of one load wait for each other.
create function guard_charged_load() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.user_id, new.load_id) is distinct from (old.user_id, old.load_id) then
    raise exception 'load_charges_load_id: a charge stays with its load' using errcode = 'check_violation', constraint = 'load_charges_load_id';
  end if;
  perform from loads where user_id = new.user_id and id = new.load_id for no key update;
  if not found and tg_op = 'INSERT' then
    raise exception 'load_charges_load_id_fkey: no such load' using errcode = 'foreign_key_violation', constraint = 'load_charges_load_id_fkey';
  end if;
  return new;
end $$;

-- Whatever path a change takes: the revenue of a load with charges is their sum. The message has the sum.
create function guard_charged_revenue() returns trigger language plpgsql as $$
declare
  charges record;
begin
  select count(*) as count, coalesce(sum(owner_amount), 0)::numeric(12, 2) as owner,
      coalesce(sum(amount) filter (where bill_to_broker), 0) as billed
    into charges from load_charges where user_id = new.user_id and load_id = new.id;
  if charges.count > 0 and new.revenue <> charges.owner then
    raise exception 'loads_charged_revenue: %', charges.owner
      using errcode = 'check_violation', constraint = 'loads_charged_revenue', detail = new.load_id;
  end if;
  if (new.charge_count, new.billed_total) is distinct from (charges.count, charges.billed) then
    raise exception 'loads_charge_sums: sums of charges' using errcode = 'check_violation', constraint = 'loads_charge_sums';
  end if;
  return new;
end $$;

-- Before the insert too: the app closes with "on conflict", and must not hold the row meanwhile.
create function guard_closing() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(closing_lock(new.user_id));
  return new;
end $$;

create function guard_deferred() returns trigger language plpgsql as $$
declare
  found_line record;
  sign integer := -1;
begin
  if new.status = 'void' then
    sign := 1;
  end if;
  for found_line in select line.rule_id, case when rule.truck_id is null and coalesce(rule.owner_id, rule.driver_id) is not null
        then null else line.truck_id end as truck
      from expenses as line join deduction_rules as rule on rule.user_id = new.user_id and rule.id = line.rule_id
      where line.user_id = new.user_id and line.billing_id = new.id and rule.total is null
      group by line.rule_id, rule.truck_id, rule.owner_id, rule.driver_id, line.truck_id
      having sum(line.deferred) * sign > 0
      order by line.rule_id loop
    perform check_deferred(new.user_id, found_line.rule_id, found_line.truck, new.payee, new.status = 'void');
  end loop;
  return null;
end $$;

-- A deleted account stays deleted: otherwise a part of it could be removed and the rest kept.
create function guard_deleted_account() returns trigger language plpgsql as $$
begin
  raise exception 'account % is deleted', old.id using errcode = 'insufficient_privilege';
end $$;

-- A difference lowers its invoice until it ends. A disputed one lowers nothing; an accepted one does by its credit note.
create function guard_difference_entries() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from receivable_entries where user_id = new.user_id and difference_id = new.id)
      <> (select case when ended is null and kind not in ('short-pay-disputed', 'short-pay-accepted') then -amount else 0 end
        from receipt_differences where user_id = new.user_id and id = new.id) then
    raise exception 'receipt_differences_entries: difference % has other entries', new.id
      using errcode = 'check_violation', constraint = 'receipt_differences_entries';
  end if;
  return null;
end $$;

-- What a document is never changes: a better copy replaces it.
create function guard_document() returns trigger language plpgsql as $$
begin
  if (new.sha256, new.bytes, new.pages, new.type, new.original_name, new.uploaded_by, new.upload_link_id)
    is distinct from (old.sha256, old.bytes, old.pages, old.type, old.original_name, old.uploaded_by, old.upload_link_id) then
    raise exception 'A document is replaced, never changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function guard_document_part() returns trigger language plpgsql as $$
begin
  raise exception 'A stored file never changes' using errcode = 'check_violation';
end $$;

create function guard_entry_total() returns trigger language plpgsql as $$
begin
  perform check_rule_total(new.user_id, new.rule_id, new.truck_id);
  perform check_deferred(new.user_id, new.rule_id, new.truck_id, new.payee, true);
  return null;
end $$;

-- What was handed to the accountant never changes.
create function guard_exported() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  raise exception 'export_made: the file was made' using errcode = 'check_violation', constraint = 'export_made';
end $$;

-- A repayment or write-off of a payment can be undone until a file has it.
create function guard_exported_closing() returns trigger language plpgsql as $$
begin
  if account_is_there(old.user_id) and exists (select from export_entries
    where user_id = old.user_id and source = 'payment-closing' and record_id = old.id) then
    raise exception 'payout_closings_exported: closing % was exported', old.id using errcode = 'check_violation', constraint = 'payout_closings_exported';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- At the end of the transaction: the entries of a deposit add up to it.
create function guard_factor_deposit_sum() returns trigger language plpgsql as $$
begin
  if new.amount <> (select coalesce(sum(cash), 0) from factor_entries where user_id = new.user_id and deposit_id = new.id) then
    raise exception 'factor_deposits_sum: the entries of report % add up to another amount', new.id
      using errcode = 'check_violation', constraint = 'factor_deposits_sum';
  end if;
  return null;
end $$;

-- A void report counts until the day of its void (SPEC C241). At the end of the transaction, for the invoice of an entry: the purchase
-- is the face. On every day from the change on, counted with the voids of that day: nothing less than zero is held in reserve, the
-- purchase is at most the face, and what the broker paid and what was charged back are at most the purchase.
create function guard_factored_invoice() returns trigger language plpgsql as $$
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

create function guard_factoring_method() returns trigger language plpgsql as $$
begin
  if has_exported_factoring(old.user_id) then
    raise exception 'account_map_factoring_fixed: a file has entries of a factor' using errcode = 'check_violation', constraint = 'account_map_factoring_fixed';
  end if;
  return new;
end $$;

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
    raise exception 'expenses_fee_load: load % is not on the statement', missing using errcode = 'check_violation', constraint = 'expenses_fee_load';
  end if;
  return null;
end $$;

-- "payee" is a generated column: a trigger before the update does not see its new value.
create function guard_frozen() returns trigger language plpgsql as $$
declare
  computed text[] := array['week_number', 'week_year', 'payee'];
  free text[] := computed || array['statement_url', 'version', 'updated_at', 'paid_amount'];
begin
  if tg_op = 'DELETE' then
    if old.status <> 'pending' and account_is_there(old.user_id) then
      perform refuse_frozen('statement ' || old.number);
    end if;
    return old;
  end if;
  if old.status = 'pending' then
    if new.status not in ('pending', 'approved') then perform refuse_frozen('the order of states'); end if;
    return new;
  end if;
  if old.status in ('approved', 'paid') and new.status in ('approved', 'paid') then
    free := free || array['status', 'paid_on', 'payment_method', 'payment_reference'];
  elsif old.status in ('approved', 'paid') and new.status = 'void' then
    free := free || array['status', 'voided_at', 'voided_on', 'void_reason'];
    -- The day decides about a closed month, so it can't be another one.
    if new.voided_on is null or abs(new.voided_on - (new.voided_at at time zone 'utc')::date) > 1
        or new.voided_at not between now() - interval '1 day' and now() + interval '1 day' then
      perform refuse_frozen('the day of the void');
    end if;
  elsif new.status <> old.status then
    perform refuse_frozen('the order of states');
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    perform refuse_frozen('statement ' || old.number);
  end if;
  return new;
end $$;

create function guard_frozen_lines() returns trigger language plpgsql as $$
declare
  line expenses := coalesce(new, old);
  free text[] := array['voided', 'version', 'updated_at'];
  state text;
begin
  select max(status) into state from billing
    where user_id = line.user_id and status <> 'pending'
      and (id = line.billing_id or (tg_op = 'UPDATE' and id = old.billing_id));
  if state is null then return line; end if;
  if tg_op = 'UPDATE' and state = 'void' and to_jsonb(new) - free = to_jsonb(old) - free then
    return new;
  end if;
  if not account_is_there(line.user_id) then return line; end if;
  perform refuse_frozen('the statement of line ' || line.id);
end $$;

create function guard_invoice() returns trigger language plpgsql as $$
declare
  lines numeric;
  begins integer;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then
      raise exception 'invoices_frozen: an invoice begins as a draft' using errcode = 'check_violation', constraint = 'invoices_frozen';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.state <> 'draft' and account_is_there(old.user_id) then
      raise exception 'invoices_frozen: invoice % is approved', old.number using errcode = 'check_violation', constraint = 'invoices_frozen';
    end if;
    return old;
  end if;
  if old.state = 'draft' and new.state = 'approved' then
    select coalesce(sum(amount), 0) into lines from invoice_lines where user_id = new.user_id and invoice_id = new.id;
    if new.total <> lines then
      raise exception 'invoices_lines_total: the lines add up to %', lines using errcode = 'check_violation', constraint = 'invoices_lines_total';
    end if;
    begins := (select first from invoice_numbers where user_id = new.user_id);
    if new.sequence <> coalesce((select max(sequence) + 1 from invoices where user_id = new.user_id), begins, 1) then
      raise exception 'invoices_sequence: number % leaves a gap', new.sequence using errcode = 'check_violation', constraint = 'invoices_sequence';
    end if;
    if new.kind = 'credit-note' then
      perform check_credit_note(new.user_id, new.id, new.credits_id);
    else
      perform check_billed_once(new.user_id, new.id);
    end if;
  elsif old.state <> 'draft' then
    if new.state not in (old.state, 'void') or (new.kind, new.number, new.sequence, new.invoice_date,
        new.terms_days, new.due_on, new.total, new.credits_id, new.rebills_id, new.supplements_id, new.factor_id, new.note,
        new.approved_at, new.approved_by) is distinct from (old.kind, old.number, old.sequence,
        old.invoice_date, old.terms_days, old.due_on, old.total, old.credits_id, old.rebills_id, old.supplements_id,
        old.factor_id, old.note, old.approved_at, old.approved_by)
      or old.state = 'void' and (new.voided_on, new.void_reason) is distinct from (old.voided_on, old.void_reason) then
      raise exception 'invoices_frozen: invoice % is approved', old.number using errcode = 'check_violation', constraint = 'invoices_frozen';
    end if;
    if new.state = 'void' and old.state = 'approved' and exists (select from invoices as note
        where note.user_id = new.user_id and note.credits_id = new.id and note.state = 'approved') then
      raise exception 'invoices_void_credits: invoice % has credit notes', old.number
        using errcode = 'check_violation', constraint = 'invoices_void_credits';
    end if;
  elsif new.state <> 'draft' then
    raise exception 'invoices_frozen: a draft is deleted, not voided' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  return new;
end $$;

create function guard_invoice_line() returns trigger language plpgsql as $$
declare
  owner_state text;
begin
  if tg_op = 'DELETE' then
    if not account_is_there(old.user_id) then return old; end if;
    select state into owner_state from invoices where user_id = old.user_id and id = old.invoice_id;
    if found and owner_state <> 'draft' then
      raise exception 'invoice_lines_frozen: a line of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_lines_frozen';
    end if;
    return old;
  end if;
  select state into owner_state from invoices where user_id = new.user_id and id = new.invoice_id;
  if tg_op = 'INSERT' or owner_state = 'draft' then
    if owner_state <> 'draft' then
      raise exception 'invoice_lines_frozen: a line of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_lines_frozen';
    end if;
    if new.load_id is not null and not exists (select from loads where user_id = new.user_id and id = new.load_id) then
      raise exception 'invoice_lines_load_id_fkey: no such load' using errcode = 'foreign_key_violation', constraint = 'invoice_lines_load_id_fkey';
    end if;
    return new;
  end if;
  -- A line that billed a typed revenue is given the charge that the revenue became.
  if (new.invoice_id, new.number, new.load_id, new.kind, new.description, new.quantity, new.rate, new.amount,
      new.credits_line_id, new.reason) is distinct from (old.invoice_id, old.number, old.load_id, old.kind, old.description,
      old.quantity, old.rate, old.amount, old.credits_line_id, old.reason)
    or old.charge_id is not null and new.charge_id is distinct from old.charge_id then
    raise exception 'invoice_lines_frozen: a line of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_lines_frozen';
  end if;
  return new;
end $$;

-- The load's row is locked: two requests at once wait for each other.
create function guard_invoice_load() returns trigger language plpgsql as $$
declare
  owner_state text;
begin
  if tg_op = 'DELETE' then
    if not account_is_there(old.user_id) then return old; end if;
    select state into owner_state from invoices where user_id = old.user_id and id = old.invoice_id;
    if found and owner_state <> 'draft' then
      raise exception 'invoice_loads_frozen: a load of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.invoice_id, new.load_id, new.supplement)
      is distinct from (old.invoice_id, old.load_id, old.supplement) then
    raise exception 'invoice_loads_frozen: a load of an invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
  end if;
  if tg_op = 'INSERT' then
    perform from loads where user_id = new.user_id and id = new.load_id for no key update;
    if not found then
      raise exception 'invoice_loads_load_id_fkey: no such load' using errcode = 'foreign_key_violation', constraint = 'invoice_loads_load_id_fkey';
    end if;
    if (select state from invoices where user_id = new.user_id and id = new.invoice_id) <> 'draft' then
      raise exception 'invoice_loads_frozen: a load of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
    end if;
    if new.supplement and exists (select from invoice_loads as other
        join invoices as bill on bill.user_id = new.user_id and bill.id = other.invoice_id and bill.state = 'draft'
        where other.user_id = new.user_id and other.load_id = new.load_id and other.supplement
          and other.invoice_id <> new.invoice_id) then
      raise exception 'invoice_loads_one_supplement: another draft is a supplement for the load'
        using errcode = 'check_violation', constraint = 'invoice_loads_one_supplement';
    end if;
  end if;
  return new;
end $$;

create function guard_invoice_number() returns trigger language plpgsql as $$
begin
  if new.last <> (case tg_op when 'INSERT' then new.first else old.last + 1 end)
    or tg_op = 'UPDATE' and new.first <> old.first then
    raise exception 'invoice_numbers_gap: number % leaves a gap', new.last using errcode = 'check_violation', constraint = 'invoice_numbers_gap';
  end if;
  return new;
end $$;

-- Only an approved invoice is sent. What was sent never changes; a sending is undone once.
create function guard_invoice_sending() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'invoice_sendings_kept: a sending is undone, not deleted' using errcode = 'check_violation', constraint = 'invoice_sendings_kept';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    perform from invoices where user_id = new.user_id and id = new.invoice_id and state = 'approved' for no key update;
    if not found then
      raise exception 'invoice_sendings_approved: the invoice is not approved' using errcode = 'check_violation', constraint = 'invoice_sendings_approved';
    end if;
  elsif (new.invoice_id, new.channel, new.asked_on, new.sha256, new.pages, new.bytes, new.papers, new.sent_by)
      is distinct from (old.invoice_id, old.channel, old.asked_on, old.sha256, old.pages, old.bytes, old.papers, old.sent_by)
    or old.sent_on is not null and new.sent_on is distinct from old.sent_on
    or old.undone_on is not null and (new.undone_on, new.undone_by, new.undone_reason, new.sent_on)
      is distinct from (old.undone_on, old.undone_by, old.undone_reason, old.sent_on) then
    raise exception 'invoice_sendings_frozen: what was sent never changes' using errcode = 'check_violation', constraint = 'invoice_sendings_frozen';
  end if;
  return new;
end $$;

create function guard_invoice_snapshot() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  raise exception 'invoice_snapshots_frozen: a snapshot never changes' using errcode = 'check_violation', constraint = 'invoice_snapshots_frozen';
end $$;

-- A load on a standing invoice is not deleted. The detail is the invoice's number, or nothing for a draft.
create function guard_invoiced_load() returns trigger language plpgsql as $$
declare
  invoice text;
begin
  if not account_is_there(old.user_id) then return old; end if;
  select coalesce(invoices.number, '') into invoice from invoice_loads as billed
    join invoices on invoices.user_id = old.user_id and invoices.id = billed.invoice_id
    where billed.user_id = old.user_id and billed.load_id = old.id and billed.standing limit 1;
  if found then
    raise exception 'loads_invoiced: %', old.load_id using errcode = 'check_violation', constraint = 'loads_invoiced', detail = invoice;
  end if;
  return old;
end $$;

-- A lock on a key would be asked of all machines. A change of the key locks the tables with secrets instead.
create function guard_known_key() returns trigger language plpgsql as $$
declare
  field text;
  sealed bytea;
begin
  foreach field in array tg_argv loop
    sealed := (to_jsonb(new) ->> field)::bytea;
    continue when sealed is null or get_byte(sealed, 0) = 0;
    -- What cannot be read stays as it is, whatever else of the record changes.
    continue when tg_op = 'UPDATE' and sealed = (to_jsonb(old) ->> field)::bytea;
    perform from encryption_keys where id = encode(substring(sealed from 2 for 8), 'hex');
    if not found then
      raise exception 'This key is no longer known' using errcode = 'HB002';
    end if;
  end loop;
  return new;
end $$;

-- The last Admin is kept by a lock of the account's machine. Its row in `users` is on every machine, and the deletion of the account
-- locks the row before its members, so that the two waited for each other.
create function guard_last_admin() returns trigger language plpgsql as $$
declare
  account uuid := old.user_id;
begin
  if tg_op = 'UPDATE' and new.role = 'admin' and new.until is null then return new; end if;
  -- Before the lock: the deletion of the account removes its members one by one, and must not hold it meanwhile.
  if not account_is_there(account) then return coalesce(new, old); end if;
  -- Of two Admins who end each other at once, the second waits here for the first.
  perform pg_advisory_xact_lock(hashtextextended('haulbook admins ' || account, 0));
  if not exists (select from members
      where user_id = account and role = 'admin' and until is null and id <> old.id) then
    raise exception 'members_last_admin: an account needs an Admin'
      using errcode = 'check_violation', constraint = 'members_last_admin';
  end if;
  return coalesce(new, old);
end $$;

-- A truck has one lease on a day (SPEC C524). Two requests at once lock the truck one after the other.
create function guard_lease_days() returns trigger language plpgsql as $$
begin
  perform from trucks where user_id = new.user_id and id = new.truck_id for no key update;
  if exists (select from leases where user_id = new.user_id and truck_id = new.truck_id and id <> new.id
      and starts_on <= coalesce(new.ends_on, 'infinity'::date) and coalesce(ends_on, 'infinity'::date) >= new.starts_on) then
    raise exception 'leases_overlap: truck % has another lease on these days', new.truck_id
      using errcode = 'check_violation', constraint = 'leases_overlap';
  end if;
  return new;
end $$;

-- What a mail says never changes, and one that was sent is never sent again.
create function guard_mail() returns trigger language plpgsql as $$
begin
  if (new.kind, new.recipients, new.copies, new.subject, new.language, new.from_name, new.reply_to, new.made_by)
    is distinct from (old.kind, old.recipients, old.copies, old.subject, old.language, old.from_name, old.reply_to, old.made_by)
    or (new.text is distinct from old.text and new.text is not null)
    or (old.message_id is not null and new.message_id is distinct from old.message_id) then
    raise exception 'A mail never changes' using errcode = 'check_violation';
  end if;
  if old.state in ('sent', 'canceled') and new.state <> old.state then
    raise exception 'This mail is done' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What is frozen changes its broker only when the broker is merged into another one: then it is gone at the end of the transaction.
create function guard_merged_broker() returns trigger language plpgsql as $$
begin
  if exists (select from brokers where user_id = old.user_id and id = old.broker_id) then
    raise exception '%: the broker of % is not merged', tg_argv[0], old.id using errcode = 'check_violation', constraint = tg_argv[0];
  end if;
  return null;
end $$;

-- What a floor left for later is a balance of its payee: it is repaid, written off or transferred (SPEC C322).
create function guard_new_balance_entry() returns trigger language plpgsql as $$
declare
  kind_of_balance text;
begin
  select balance into kind_of_balance from deduction_rules where user_id = new.user_id and id = new.rule_id;
  if kind_of_balance = 'none' and new.kind in ('interest', 'transfer-in')
      or new.kind in ('repayment', 'write-off') and kind_of_balance = 'escrow'
      or new.kind = 'interest' and kind_of_balance <> 'escrow'
      or new.kind = 'transfer-out' and new.effect <> new.amount * (case kind_of_balance when 'escrow' then -1 else 1 end)
      or new.kind = 'transfer-in' and new.effect <> (case kind_of_balance when 'escrow' then new.amount else 0 end) then
    raise exception 'balance_entries_balance: % of %', new.kind, kind_of_balance
      using errcode = 'check_violation', constraint = 'balance_entries_balance';
  end if;
  if new.undoes is not null and not exists (select from balance_entries as done
      where done.user_id = new.user_id and done.id = new.undoes and done.undoes is null
        and (done.rule_id, done.kind, done.payee, done.amount, done.effect)
          = (new.rule_id, new.kind, new.payee, -new.amount, -new.effect)
        and done.truck_id is not distinct from new.truck_id) then
    raise exception 'balance_entries_undo: entry % is not what this undoes', new.undoes
      using errcode = 'check_violation', constraint = 'balance_entries_undo';
  end if;
  return new;
end $$;

create function guard_offset() returns trigger language plpgsql as $$
declare
  account uuid;
  settlement bigint;
  moved numeric;
begin
  if tg_op = 'INSERT' then
    for account, settlement, moved in select user_id, billing_id, amount from new_rows where kind = 'offset' loop
      perform check_offset_net(account, settlement, moved);
    end loop;
  else
    for account, settlement, moved in select after.user_id, after.billing_id, after.amount
        from old_rows as before join new_rows as after on after.user_id = before.user_id and after.id = before.id
        where after.kind = 'offset'
          and (before.kind, before.billing_id, before.amount) is distinct from (after.kind, after.billing_id, after.amount) loop
      perform check_offset_net(account, settlement, moved);
    end loop;
  end if;
  return null;
end $$;

-- Checked when the transaction ends: both lines are written, and both statements are approved or both are void.
create function guard_offset_pair() returns trigger language plpgsql as $$
begin
  if exists (select from expenses as line
        join billing as here on here.user_id = line.user_id and here.id = line.billing_id
      where line.user_id = new.user_id and line.id = new.id and line.kind = 'offset'
        and (here.status = 'pending' or line.voided <> (here.status = 'void') or not exists (
          select from expenses as other
            join billing as there on there.user_id = other.user_id and there.id = other.billing_id
          where other.user_id = new.user_id and other.billing_id = line.offset_with and other.kind = 'offset'
            and other.offset_with = line.billing_id and other.amount = -line.amount and other.voided = line.voided
            and there.payee = here.payee and there.start_date = here.start_date))) then
    raise exception 'expenses_offset_pair: an offset without its other half'
      using errcode = 'check_violation', constraint = 'expenses_offset_pair';
  end if;
  return null;
end $$;

-- A statement is paid if, and only if, the live parts of payments equal its net. The checks of billing compare
-- paid_amount with the net; this one compares it with the parts.
create function guard_paid_amount() returns trigger language plpgsql as $$
declare
  covered numeric;
begin
  select coalesce(sum(amount), 0) into covered from payout_parts
    where user_id = new.user_id and billing_id = new.id and ended is null;
  if covered <> new.paid_amount then
    raise exception 'billing_paid_amount: payments cover % of statement %, not %', covered, new.number, new.paid_amount
      using errcode = 'check_violation', constraint = 'billing_paid_amount';
  end if;
  return null;
end $$;

create function guard_payee_total() returns trigger language plpgsql as $$
begin
  perform check_rule_total(user_id, rule_id, truck_id) from (select distinct user_id, rule_id, truck_id
    from expenses where user_id = new.user_id and billing_id = new.id and rule_id is not null order by rule_id) as lines;
  perform check_rule_payee(new.user_id, new.id);
  return null;
end $$;

-- Payments are posted once. Later only a reversal and the kept sums are written.
create function guard_payout() returns trigger language plpgsql as $$
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

-- At the end of the transaction: a payment is posted before its parts.
create function guard_payout_sums() returns trigger language plpgsql as $$
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

-- Posted rows are frozen. `tg_argv`: the columns that may still change; those after "once:" only while they are null or false.
create function guard_posted() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb;
  once boolean := false;
  name text;
  posted text := plain_name(tg_table_name);
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception '%_posted: % is posted', posted, old.id
        using errcode = 'check_violation', constraint = posted || '_posted';
    end if;
    return old;
  end if;
  becomes := to_jsonb(new);
  foreach name in array coalesce(tg_argv, '{}') loop
    if name = 'once:' then
      once := true;
    elsif not once or was -> name in ('null', 'false') then
      becomes := becomes - name;
      was := was - name;
    end if;
  end loop;
  if becomes is distinct from was then
    raise exception '%_posted: % is posted', posted, old.id
      using errcode = 'check_violation', constraint = posted || '_posted';
  end if;
  return new;
end $$;

create function guard_printed_logo() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.user_id = old.user_id and new.digest = old.digest then return new; end if;
    perform refuse_frozen('a logo');
  end if;
  if account_is_there(old.user_id) and exists (
      select from statement_snapshots where user_id = old.user_id
        and snapshot #>> '{company,logoUrl}' = '/api/logos/' || old.digest) then
    perform refuse_frozen('a statement''s logo');
  end if;
  return old;
end $$;

create function guard_receipt_difference() returns trigger language plpgsql as $$
declare
  paid invoices;
begin
  select * into paid from invoices where user_id = new.user_id and id = new.invoice_id;
  if paid.kind <> 'invoice' or paid.state <> 'approved' or new.receipt_id is not null and not exists (
      select from receipts where user_id = new.user_id and id = new.receipt_id and broker_id = paid.broker_id) then
    raise exception 'receipt_differences_state: invoice % is not open', new.invoice_id
      using errcode = 'check_violation', constraint = 'receipt_differences_state';
  end if;
  if new.day < paid.invoice_date then
    raise exception 'receipt_differences_day: the difference is before its invoice'
      using errcode = 'check_violation', constraint = 'receipt_differences_day';
  end if;
  return new;
end $$;

-- At the end of the transaction the ledger has what the receipt has: parts on invoices, and unapplied money on none.
create function guard_receipt_entries() returns trigger language plpgsql as $$
declare
  receipt receipts;
begin
  select * into receipt from receipts where user_id = new.user_id and id = new.id;
  if receipt.id is null then return null; end if;
  if receipt.applied <> (select coalesce(sum(amount), 0) from receipt_parts
        where user_id = new.user_id and receipt_id = new.id and ended is null)
      or receipt.refunded <> (select coalesce(sum(amount), 0) from receipt_refunds
        where user_id = new.user_id and receipt_id = new.id and ended_on is null)
      or exists (select from (
        select coalesce(invoice_id, 0) as place, -amount as amount from receivable_entries
          where user_id = new.user_id and receipt_id = new.id and difference_id is null
        union all select invoice_id, -amount from receipt_parts
          where user_id = new.user_id and receipt_id = new.id and ended is null
        union all select 0, -receipt.unapplied) as facts
      group by place having sum(amount) <> 0) then
    raise exception 'receipts_entries: receipt % has other entries', new.id
      using errcode = 'check_violation', constraint = 'receipts_entries';
  end if;
  return null;
end $$;

-- A part is on an approved invoice of the receipt's broker, not before the invoice's date or the receipt's day.
create function guard_receipt_part() returns trigger language plpgsql as $$
declare
  paid invoices;
  receipt receipts;
begin
  select * into paid from invoices where user_id = new.user_id and id = new.invoice_id;
  select * into receipt from receipts where user_id = new.user_id and id = new.receipt_id;
  if paid.broker_id is distinct from receipt.broker_id then
    raise exception 'receipt_parts_broker: the invoice is of another broker' using errcode = 'check_violation', constraint = 'receipt_parts_broker';
  end if;
  if paid.kind <> 'invoice' or paid.state <> 'approved' or receipt.reversed_on is not null then
    raise exception 'receipt_parts_state: invoice % is not open', new.invoice_id using errcode = 'check_violation', constraint = 'receipt_parts_state';
  end if;
  if new.applied_on < greatest(paid.invoice_date, receipt.received_on) then
    raise exception 'receipt_parts_day: the part is before its invoice' using errcode = 'check_violation', constraint = 'receipt_parts_day';
  end if;
  return new;
end $$;

-- A refund is not before its receipt.
create function guard_receipt_refund() returns trigger language plpgsql as $$
begin
  if exists (select from receipts where user_id = new.user_id and id = new.receipt_id
      and (received_on > new.day or reversed_on is not null)) then
    raise exception 'receipt_refunds_day: the refund is before its receipt' using errcode = 'check_violation', constraint = 'receipt_refunds_day';
  end if;
  return new;
end $$;

-- At the end of the transaction: on no day is less than nothing open, or more than the total. Money on no invoice is never below 0.
create function guard_receivable_days() returns trigger language plpgsql as $$
declare
  least_open numeric;
  most_open numeric;
begin
  if new.invoice_id is not null then
    select min(open), max(open) into least_open, most_open from (
      select sum(sum(amount)) over (order by day) as open from receivable_entries
        where user_id = new.user_id and invoice_id = new.invoice_id group by day) as days;
    if least_open < 0 or most_open > (select total from invoices where user_id = new.user_id and id = new.invoice_id) then
      raise exception 'receivable_entries_days: invoice % is overpaid on a day', new.invoice_id
        using errcode = 'check_violation', constraint = 'receivable_entries_days';
    end if;
  else
    select max(held) into most_open from (
      select sum(sum(amount)) over (order by day) as held from receivable_entries
        where user_id = new.user_id and receipt_id = new.receipt_id and invoice_id is null group by day) as days;
    if most_open > 0 then
      raise exception 'receivable_entries_unapplied_days: receipt % has less on a day', new.receipt_id
        using errcode = 'check_violation', constraint = 'receivable_entries_unapplied_days';
    end if;
  end if;
  return null;
end $$;

-- What an adjustment restates is a line of that statement; an adjustment of a load restates a fee of this load.
create function guard_restated_line() returns trigger language plpgsql as $$
begin
  if not exists (select from expenses where user_id = new.user_id and id = new.restates
      and billing_id = new.corrects and rule_key is not null and (kind = 'extra-pay') = new.adjusts_pay
      and (new.load_id is null or basis in ('factored-percent', 'factoring-fee') and load_id is not distinct from
        case when load_id is null then null else new.load_id end)) then
    raise exception 'expenses_restates: the adjusted statement has no such line'
      using errcode = 'check_violation', constraint = 'expenses_restates';
  end if;
  return null;
end $$;

-- Only a line of a deduction for one payee can be on a settlement of another payee.
create function guard_rule_payee() returns trigger language plpgsql as $$
begin
  if exists (select from deduction_rules where user_id = new.user_id and id = new.rule_id
      and truck_id is null and coalesce(owner_id, driver_id) is not null) then
    perform check_rule_payee(new.user_id, new.billing_id);
  end if;
  return null;
end $$;

create function guard_rule_total() returns trigger language plpgsql as $$
declare
  account uuid;
  rule bigint;
  truck bigint;
begin
  if tg_op = 'DELETE' then
    for account, rule, truck in select distinct user_id, rule_id, truck_id from old_rows where rule_id is not null order by 2, 3 loop
      continue when not account_is_there(account);
      perform check_rule_total(account, rule, truck);
    end loop;
  else
    for account, rule, truck in select distinct user_id, rule_id, truck_id from new_rows where rule_id is not null order by 2, 3 loop
      perform check_rule_total(account, rule, truck);
    end loop;
  end if;
  return null;
end $$;

create function guard_sample_entry() returns trigger language plpgsql as $$
begin
  -- The payee is 'owner:1', 'driver:1' or 'truck:1'. An account has few sample records.
  if is_sample(new.user_id, 'deduction_rules', new.rule_id) or is_sample(new.user_id, 'trucks', new.truck_id)
    or exists (select from sample_records where user_id = new.user_id and name in ('owners', 'drivers', 'trucks')
      and rtrim(name, 's') || ':' || record_id = new.payee)
  then
    raise exception 'the balance is sample data' using errcode = 'HB003';
  end if;
  return new;
end $$;

create function guard_sample_payment() returns trigger language plpgsql as $$
begin
  if is_sample(new.user_id, 'owners', new.owner_id) or is_sample(new.user_id, 'drivers', new.driver_id)
    or is_sample(new.user_id, 'trucks', new.truck_id) or is_sample(new.user_id, 'deduction_rules', new.rule_id)
  then
    raise exception 'the payee is sample data' using errcode = 'HB003';
  end if;
  return new;
end $$;

-- Sample money never counts as real (SPEC C64): neither through an adjustment for a sample load, nor through the payee of an
-- entry.
create function guard_sample_statement() returns trigger language plpgsql as $$
begin
  if not exists (select from sample_records where user_id = new.user_id) then return new; end if;
  if is_sample(new.user_id, 'billing', new.id) or is_sample(new.user_id, 'trucks', new.truck_id)
    or is_sample(new.user_id, 'owners', new.owner_id) or is_sample(new.user_id, 'drivers', new.driver_id)
    or exists (select from loads where user_id = new.user_id and truck_id = new.truck_id
      and settlement_date = new.settlement_date and is_sample(new.user_id, 'loads', id))
    or exists (select from adjusted_loads where user_id = new.user_id and billing_id = new.id
      and is_sample(new.user_id, 'loads', load_id))
    or exists (select from expenses where user_id = new.user_id and billing_id = new.id
      and (is_sample(new.user_id, 'deduction_rules', rule_id) or is_sample(new.user_id, 'loads', load_id)))
  then
    raise exception 'settlement % has sample data', new.id using errcode = 'HB003';
  end if;
  return new;
end $$;

create function guard_snapshot() returns trigger language plpgsql as $$
begin
  if account_is_there(old.user_id) then perform refuse_frozen('a statement''s snapshot'); end if;
  return old;
end $$;

create function guard_transfer_reason() returns trigger language plpgsql as $$
begin
  raise exception 'expenses_transfer_reason: a transfer has a reason' using errcode = 'check_violation', constraint = 'expenses_transfer_reason';
end $$;

create function guard_used_payee() returns trigger language plpgsql as $$
declare
  key text := tg_argv[0] || ':' || old.id;
begin
  if account_is_there(old.user_id) and (
      exists (select from billing where user_id = old.user_id and payee = key)
      or exists (select from deduction_rules
        where user_id = old.user_id and payee_key(owner_id, driver_id, truck_id) = key)
      or exists (select from payouts where user_id = old.user_id and payee = key)) then
    raise exception 'used_payee: % has settlements, balances or payments', key
      using errcode = 'foreign_key_violation', constraint = 'used_payee';
  end if;
  return old;
end $$;

-- A recurring deduction that was used keeps its payee. What its balance still has moves by a transfer (SPEC C20). A used
-- balance of one truck without a payee gets its payee once.
create function guard_used_rule_payee() returns trigger language plpgsql as $$
declare
  is_used boolean;
  is_posted boolean;
begin
  if not account_is_there(old.user_id) then return null; end if;
  is_used := exists (select from expenses as line
      where line.user_id = old.user_id and line.rule_id = old.id and not line.voided)
    or exists (select from balance_entries as entry where entry.user_id = old.user_id and entry.rule_id = old.id);
  is_posted := exists (select from payouts where payouts.user_id = old.user_id and payouts.rule_id = old.id
      and payouts.kind = 'hand-out' and payouts.reversal is null)
    or old.total is not null and (
      exists (select from expenses as line
          join billing on billing.user_id = line.user_id and billing.id = line.billing_id
        where line.user_id = old.user_id and line.rule_id = old.id and not line.voided and billing.number is not null)
      or exists (select from balance_entries as entry where entry.user_id = old.user_id and entry.rule_id = old.id));
  if is_used and (old.truck_id is null or new.truck_id is null)
      or coalesce(old.owner_id, old.driver_id) is not null
        and (is_posted or is_used and coalesce(new.owner_id, new.driver_id) is null) then
    raise exception 'deduction_rules_used_payee: recurring deduction % is used', old.id
      using errcode = 'check_violation', constraint = 'deduction_rules_used_payee';
  end if;
  return null;
end $$;

-- An invoice that a factor has, or that has money or differences on it, is not voided.
create function guard_void_invoice() returns trigger language plpgsql as $$
begin
  if exists (select from factor_schedule_lines where user_id = new.user_id and invoice_id = new.id and standing) then
    raise exception 'invoices_void_factored: invoice % is on a schedule', new.number using errcode = 'check_violation', constraint = 'invoices_void_factored';
  end if;
  if exists (select from receipt_parts where user_id = new.user_id and invoice_id = new.id and ended is null)
      or exists (select from receipt_differences where user_id = new.user_id and invoice_id = new.id and ended is null
        and kind not in ('short-pay-disputed', 'short-pay-accepted')) then
    raise exception 'receipt_parts_void: invoice % has money on it', new.number
      using errcode = 'check_violation', constraint = 'receipt_parts_void';
  end if;
  if new.kind = 'credit-note' and exists (select from receipt_differences
      where user_id = new.user_id and invoice_id = new.credits_id and credit_note_id = new.id and ended is null) then
    raise exception 'receipt_differences_void: the short pay of credit note % has not ended', new.number
      using errcode = 'check_violation', constraint = 'receipt_differences_void';
  end if;
  return new;
end $$;

-- A void statement keeps no payment: the void says where the cash is, in the same transaction.
create function guard_void_paid() returns trigger language plpgsql as $$
begin
  if exists (select from payout_parts where user_id = new.user_id and billing_id = new.id and ended is null) then
    raise exception 'billing_void_paid: statement % is void and covered by a payment', new.number
      using errcode = 'check_violation', constraint = 'billing_void_paid';
  end if;
  return null;
end $$;

create function guard_write_off() returns trigger language plpgsql as $$
begin
  if new.load_id is null and exists (select from expenses where user_id = new.user_id
      and carried_from = new.billing_id and kind = 'carry-in' and not voided) then
    raise exception 'releases_carry: carried already' using errcode = 'check_violation', constraint = 'releases_carry';
  end if;
  return null;
end $$;

create function has_document_needs(account uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from document_needs where user_id = account);
end $$;

-- Whether a file has what depends on how factored invoices are booked.
create function has_exported_factoring(account uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from export_entries where user_id = account
    and (source in ('factor-entry', 'factor-entry-void', 'factor-deposit', 'factor-deposit-void')
      or group_name in ('Paid to the factor', 'Reversed by the factor')));
end $$;

-- Whether a load has a charge for a truck that was ordered and not used.
create function has_tonu(account uuid, one_load bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from load_charges where user_id = account and load_id = one_load and kind = 'tonu'
    and bill_to_broker and approval <> 'refused');
end $$;

-- What the broker paid the factor and what was charged back are the face together (SPEC C215).
create function is_closed_with_factor(account uuid, invoice bigint, face numeric) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(reserve), 0) = 0
      and coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid', 'forwarded')), 0) >= face
    from factor_entries where user_id = account and invoice_id = invoice and not voided);
end $$;

-- Whether a broker disputes something of an invoice, for the list of invoices.
create function is_disputed(account uuid, invoice bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from disputes where user_id = account and invoice_id = invoice and closed_on is null);
end $$;

-- Bought by its factor, and neither collected nor charged back whole.
create function is_funded(account uuid, invoice bigint, on_day date) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(amount) filter (where kind in ('advance', 'fee', 'reserve')), 0)
      > coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid', 'forwarded')), 0)
    from factor_entries as entry where entry.user_id = account and entry.invoice_id = invoice and entry.day <= on_day
      and (not entry.voided or on_day < (select voided_on from factor_deposits as deposit
        where deposit.user_id = account and deposit.id = entry.deposit_id)));
end $$;

-- Whether an invoice's mail waits for the mail server or may have been sent, for the list of invoices (SPEC C246).
create function is_mail_waiting(account uuid, invoice bigint) returns boolean language plpgsql stable as $$
begin
  return (select exists (select from invoice_sendings as sending
      join mail_subjects as part on part.user_id = account and part.subject = 'invoice_sendings' and part.record_id = sending.id
      join mails on mails.user_id = account and mails.id = part.mail_id
    where sending.user_id = account and sending.invoice_id = invoice and sending.sent_on is null and sending.undone_on is null
      and mails.state in ('queued', 'sending', 'partly', 'unknown')));
end $$;

-- Whether a file for the accountant has the payment. Until then its check number and memo can be changed (SPEC C353).
create function is_payment_exported(account uuid, payment bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from export_entries where user_id = account
    and source in ('payment', 'payment-reversal') and record_id = payment);
end $$;

create function is_returned(account uuid, invoice bigint, on_day date) returns boolean language plpgsql stable as $$
begin
  return exists (select from find_returned(account, array[invoice], on_day));
end $$;

create function is_sample(account uuid, of_table text, record bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from sample_records where user_id = account and name = of_table and record_id = record);
end $$;

create function join_papers(one text, other text) returns text language sql immutable parallel safe as $$
  select string_agg(distinct kind, ',' order by kind)
  from unnest(string_to_array(one, ',') || string_to_array(other, ',')) as kind
$$;

-- The tables with rows of accounts: a table before those that it links to. The listed pairs are links that only triggers know.
-- `ordered_by`: its primary key, newest first; if rows link to rows of the same table, the later one goes first.
create function list_account_tables() returns table(name text, ordered_by text, has_bytes boolean) language sql stable as $$
  with recursive links (child, parent) as (
    select distinct conrelid, confrelid from pg_constraint
      where contype = 'f' and conrelid <> confrelid and confrelid <> 'users'::regclass
    union select child::regclass, parent::regclass from (values ('documents', 'loads'), ('load_charges', 'loads'),
      ('upload_links', 'loads'), ('document_arrivals', 'loads'), ('comments', 'billing')) as known (child, parent)
  ), deep (child, depth) as (
    select conrelid, 0 from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
    union select links.child, deep.depth + 1 from deep join links on links.parent = deep.child where deep.depth < 50
  )
  select pg_class.relname::text,
      (select string_agg(quote_ident(attname) || ' desc', ', ' order by place)
        from pg_index cross join unnest(indkey::smallint[]) with ordinality as keyed (attnum, place)
          join pg_attribute on attrelid = indrelid and pg_attribute.attnum = keyed.attnum
        where indrelid = pg_class.oid and indisprimary),
      exists (select from pg_attribute where attrelid = pg_class.oid and atttypid = 'bytea'::regtype and not attisdropped)
    from (select child, max(depth) as depth from deep group by child) as ranked join pg_class on pg_class.oid = ranked.child
    order by ranked.depth desc, pg_class.relname
$$;

create function list_disputed_invoices(account uuid) returns setof bigint language plpgsql stable as $$
begin
  return query select distinct invoice_id from disputes where user_id = account and closed_on is null;
end $$;

-- The lines of a draft in their order: the charges of its loads that are billed and on no other standing invoice, or the
-- revenue of a load without charges, then the typed lines. A refused charge is never billed.
create function list_draft_lines(account uuid, draft bigint) returns table(line_id bigint, load_id bigint, load_number text, charge_id bigint, kind text, description text, quantity numeric, rate numeric, amount numeric, reason text, approval text, point text) language plpgsql stable as $$
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

-- Delivered loads, and loads with a TONU, that are on no standing invoice and not paid. Oldest first. `amount`: what the
-- broker would be billed, with charges that are not approved yet. `asked`: those, "Detention, Layover".
create function list_unbilled_loads(account uuid, since date, most integer) returns table(id bigint, amount numeric, asked text, delivered_on date) language plpgsql stable as $$
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

-- An import of minutes may write loads of a settlement that is created and approved before the import is committed.
-- A transaction that writes loads shares this lock until its end; an approval takes it exclusively.
-- 64 for each account: a lock for each of 5,000 trucks would fill PostgreSQL's table of locks.
create function load_lock(account uuid, truck bigint) returns bigint language sql immutable parallel safe as $$
  select hashtextextended('haulbook loads ' || account, truck & 63)
$$;

-- Who a row of the books is about. `source`: as in closed_changes.
create function name_of_closed_change(account uuid, source text, changed jsonb) returns text language plpgsql stable as $$
declare
  found text;
  paid text := changed ->> 'payee';
begin
  if source = 'receivable' then
    select company_name into found from brokers where user_id = account and id = (changed ->> 'broker_id')::bigint;
  elsif source in ('payment', 'payment-reversal') then
    found := changed ->> 'payee_name';
  elsif source = 'payment-closing' then
    select payee_name into found from payouts where user_id = account and id = (changed ->> 'payout_id')::bigint;
  elsif source in ('factor-deposit', 'factor-deposit-void') then
    select name into found from factors where user_id = account and id = (changed ->> 'factor_id')::bigint;
  elsif paid like 'owner:%' then
    select name into found from owners where user_id = account and id = split_part(paid, ':', 2)::bigint;
  elsif paid like 'driver:%' then
    select name into found from drivers where user_id = account and id = split_part(paid, ':', 2)::bigint;
  elsif paid like 'truck:%' then
    select 'Truck ' || truck_id into found from trucks where user_id = account and id = split_part(paid, ':', 2)::bigint;
  end if;
  return found;
end $$;

-- The number of the invoice, the credit note or the statement, or of a check.
create function number_of_closed_change(account uuid, source text, changed jsonb) returns text language plpgsql stable as $$
declare
  found text;
begin
  if source <> 'receivable' then
    return coalesce(changed ->> 'number', changed ->> 'reference');
  end if;
  select number into found from invoices where user_id = account
    and id = coalesce(changed ->> 'credit_note_id', changed ->> 'invoice_id')::bigint;
  return found;
end $$;

-- The rules of a load: those of its broker take the place of the company's. Null without any.
create function papers_needed(account uuid, broker bigint, picked_up date, stage text) returns jsonb language plpgsql stable as $$
declare
  needed jsonb;
  own jsonb;
begin
  select case when stage = 'settle' then to_settle else to_bill end into needed from document_needs
    where user_id = account and broker_id is null and first_day <= picked_up;
  if broker is null then return needed; end if;
  select case when stage = 'settle' then to_settle else to_bill end into own from document_needs
    where user_id = account and broker_id = broker and first_day <= picked_up;
  return case when own is null then needed else coalesce(needed, '{}') || own end;
end $$;

-- A payee is an owner, or, for a truck without an owner, a driver (SPEC C10). Each settlement names its payee from the
-- day it is saved. "payee" is the key of the payee: 'owner:12', 'driver:7', or 'truck:3' if the truck has neither.
create function payee_key(owner bigint, driver bigint, truck bigint) returns text language sql immutable parallel safe return case when (owner is not null) then ('owner:' || (owner)::text) when (driver is not null) then ('driver:' || (driver)::text) else ('truck:' || (truck)::text) end;

-- Code that changes what is paid to a payee holds this lock, after the rows of the trucks.
create function payee_lock(account uuid, payee text) returns bigint language sql immutable parallel safe return hashtextextended(((('haulbook payee ' || account) || ' ') || payee), (0)::bigint);

-- 'loads' of 'loads_102170'.
create function plain_name(name text) returns text language sql immutable parallel safe return regexp_replace(name, '_\d{5,}$', '');

-- The program that made a change. On a machine of several, the program is Citus itself: a setting of the app's role says more.
create function program_name() returns text language plpgsql stable as $$
declare
  program text := coalesce(nullif(current_setting('haulbook.program', true), ''), current_setting('application_name'));
begin
  return case when starts_with(program, 'citus_internal') then current_user::text else program end;
end $$;

-- The loads whose charges no longer equal what was billed. What was billed counts without its credit notes if the charges that are
-- not billed yet explain the rest.
create function refresh_billing_drift(account uuid, load_ids bigint[]) returns void language plpgsql as $$
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

create function refresh_charged_load(account uuid, charged bigint) returns void language plpgsql as $$
declare
  charges record;
begin
  -- First: the sums must include what a transaction wrote that this one waits for.
  perform from loads where user_id = account and id = charged for no key update;
  if not found or not account_is_there(account) then return; end if;
  select count(*) as count, coalesce(sum(owner_amount), 0) as owner,
      coalesce(sum(amount) filter (where bill_to_broker), 0) as billed
    into charges from load_charges where user_id = account and load_id = charged;
  update loads
    set revenue = case when charges.count > 0 then charges.owner else revenue end,
      billed_total = charges.billed, charge_count = charges.count, version = version + 1, updated_at = now()
    where user_id = account and id = charged;
end $$;

create function refresh_drift(account uuid, statement bigint, load_ids bigint[]) returns void language plpgsql as $$
declare
  lines record;
begin
  select * into lines from find_restated_bases(account, statement);
  perform from billing where user_id = account and id = statement for no key update;
  delete from statement_drift
    where user_id = account and billing_id = statement and load_id = any (load_ids);
  insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted,
      revenue, miles, empty_miles, loads, current_miles, current_empty_miles, factored, fee, current_factored, current_fee)
    select account, statement, asked.load_id, coalesce(today.load_id, printed.load_number, settled.load_number, ''),
      coalesce(printed.revenue, 0), coalesce(today.revenue, 0), settled.amount,
      differs.revenue, differs.miles, differs.empty_miles, differs.loads,
      coalesce(today.miles, 0), coalesce(today.empty_miles, 0), differs.factored, differs.fee, facts.factored, facts.fee
    from billing cross join unnest(load_ids) as asked (load_id)
      left join statement_loads as printed on printed.user_id = account
        and printed.billing_id = statement and printed.load_id = asked.load_id
      -- "offset 0": by id. The planner would read all loads of the truck and date for each load.
      left join lateral (select id as load, load_id, revenue, miles, empty_miles, truck_id, settlement_date from loads
          where user_id = account and id = asked.load_id offset 0) as today
        on today.truck_id = billing.truck_id and today.settlement_date = billing.settlement_date
      cross join lateral (select coalesce(max(greatest(today.revenue, 0)) filter (where found.is_factored and lines.of_factored), 0) as factored,
          coalesce(max(found.fee) filter (where lines.of_fee), 0) as fee
        from find_factoring(account, today.load) as found where lines.of_factored or lines.of_fee) as facts
      -- Edited lines stay as they are: where there is no other, nothing differs.
      cross join lateral (select
          coalesce(max(basis_figure) filter (where basis = 'factored-percent' and not by_hand and not skipped),
            case when bool_or(basis = 'factored-percent') then facts.factored end, 0) as factored,
          coalesce(max(basis_figure) filter (where basis = 'factoring-fee' and not by_hand and not skipped),
            case when bool_or(basis = 'factoring-fee') then facts.fee end, 0) as fee
        from expenses where (lines.of_factored or lines.of_fee) and user_id = account and billing_id = statement
          and load_id = asked.load_id and rule_key is not null) as charged
      cross join lateral (select coalesce(sum(amount), 0) as amount, coalesce(sum(revenue), 0) as revenue,
          coalesce(sum(miles), 0) as miles, coalesce(sum(empty_miles), 0) as empty_miles,
          coalesce(sum(loads), 0) as loads, coalesce(sum(factored), 0) as factored, coalesce(sum(fee), 0) as fee,
          max(load_number) as load_number from (
          select amount, revenue, miles, empty_miles, loads, factored, fee, load_number from adjusted_loads
            where user_id = account and corrects = statement and load_id = asked.load_id and not voided
          union all select -amount, 0, 0, 0, 0, 0, 0, load_number from expenses
            where user_id = account and corrects = statement and load_id = asked.load_id and restates is null and not voided
          union all select amount, revenue, miles, empty_miles, loads, factored, fee, null from releases
            where user_id = account and billing_id = statement and load_id = asked.load_id) as made) as settled
      cross join lateral (select
          coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) - settled.revenue as revenue,
          coalesce(today.miles, 0) - coalesce(printed.miles, 0) - settled.miles as miles,
          coalesce(today.empty_miles, 0) - coalesce(printed.empty_miles, 0) - settled.empty_miles as empty_miles,
          (today.load_id is not null)::integer - (printed.load_id is not null)::integer - settled.loads as loads,
          facts.factored - charged.factored - settled.factored as factored,
          facts.fee - charged.fee - settled.fee as fee) as differs
    where billing.user_id = account and billing.id = statement and billing.status in ('approved', 'paid')
      and (coalesce(today.revenue, 0) - coalesce(printed.revenue, 0) <> settled.amount
        or differs.revenue <> 0 and lines.of_revenue or differs.miles <> 0 and lines.of_miles
        or differs.empty_miles <> 0 and lines.of_empty_miles or differs.loads <> 0 and lines.of_loads
        or differs.factored <> 0 and lines.of_factored or differs.fee <> 0 and lines.of_fee);
end $$;

-- A pending settlement is held too: it may be in the middle of its approval.
create function refresh_drift_at(account uuid, places load_place[]) returns void language plpgsql as $$
declare
  statement record;
begin
  perform pg_advisory_xact_lock_shared(key)
    from (select distinct load_lock(account, truck_id) as key from unnest(places) where user_id = account
      order by 1) as locks;
  perform from billing join unnest(places) as place
      on place.user_id = account and billing.truck_id = place.truck_id and billing.settlement_date = place.settlement_date
    where billing.user_id = account and billing.status <> 'void'
    order by billing.id for no key update of billing;
  if not found or not account_is_there(account) then return; end if;
  for statement in
    select billing.id, array_agg(distinct place.load_id) as loads from billing join unnest(places) as place
      on place.user_id = account and billing.truck_id = place.truck_id and billing.settlement_date = place.settlement_date
    where billing.user_id = account and billing.status in ('approved', 'paid')
    group by billing.id order by billing.id
  loop
    perform refresh_drift(account, statement.id, statement.loads);
  end loop;
end $$;

-- The loads of these invoices. A load is locked: it may move to another settlement at the same moment.
create function refresh_factored_loads(account uuid, invoice_ids bigint[]) returns void language plpgsql as $$
begin
  if not account_is_there(account) or not exists (select from deduction_rules
      where user_id = account and basis in ('factored-percent', 'factoring-fee')) then
    return;
  end if;
  perform from loads where user_id = account and id = any(array(select load_id from invoice_loads
      where user_id = account and invoice_id = any(invoice_ids))) order by id for share;
  perform refresh_drift_at(account, array(select (load.user_id, load.id, load.truck_id, load.settlement_date)::load_place
    from loads as load where load.user_id = account and load.truck_id is not null and load.settlement_date is not null
      and load.id = any(array(select load_id from invoice_loads
        where user_id = account and invoice_id = any(invoice_ids))) order by load.id));
end $$;

-- Which loads and lines of some invoices are still billed: neither void, nor credited whole.
create function refresh_invoice_standing(account uuid, invoice_ids bigint[]) returns void language plpgsql as $$
begin
  update invoice_lines as line set standing = is_standing.now
    from (select one.id, owner.state <> 'void' and (one.credits_line_id is not null or one.amount = 0
          or one.amount + coalesce((select sum(credit.amount) from invoice_lines as credit
              join invoices as note on note.user_id = account and note.id = credit.invoice_id and note.state = 'approved'
            where credit.user_id = account and credit.credits_line_id = one.id), 0) <> 0) as now
        from invoice_lines as one join invoices as owner on owner.user_id = account and owner.id = one.invoice_id
        where one.user_id = account and one.invoice_id = any(invoice_ids)) as is_standing
    where line.user_id = account and line.id = is_standing.id and line.standing <> is_standing.now;
  update invoice_loads as billed set standing = is_standing.now
    from (select one.invoice_id, one.load_id, case owner.state when 'draft' then true when 'void' then false
          else owner.kind = 'invoice' and exists (select from invoice_lines as line where line.user_id = account
            and line.invoice_id = one.invoice_id and line.load_id = one.load_id and line.standing and line.amount <> 0) end as now
        from invoice_loads as one join invoices as owner on owner.user_id = account and owner.id = one.invoice_id
        where one.user_id = account and one.invoice_id = any(invoice_ids)) as is_standing
    where billed.user_id = account and billed.invoice_id = is_standing.invoice_id and billed.load_id = is_standing.load_id
      and billed.standing <> is_standing.now;
end $$;

-- First the lock: what is missing must include what a transaction wrote that this one waits for. A load's version stays: no one
-- edits these columns.
create function refresh_missing_papers(account uuid, changed bigint[]) returns void language plpgsql as $$
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

-- The loads that other rules can concern, and those that miss something by the old ones.
create function refresh_needed_papers(account uuid, broker bigint, earliest date) returns void language plpgsql as $$
begin
  perform refresh_missing_papers(account, array(
    select id from loads where user_id = account and pickup_date >= earliest and payment_status <> 'paid'
      and (broker is null or broker_id = broker)
    union select id from loads where user_id = account and missing_papers is not null
      and (broker is null or broker_id = broker)));
end $$;

create function refuse_frozen(what text) returns void language plpgsql as $$
begin
  raise exception '% is frozen', what using errcode = 'HB001';
end $$;

-- A VIN, or the number of a license: only letters and digits count.
create function serial_key(typed text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(upper(typed collate "C"), '[^A-Z0-9]', '', 'g'), ''), lower(btrim(typed))) $$;

-- SPEC A5, B25: (day of month + weekday of the month's first day) / 7, rounded up.
create function settlement_week(day date) returns integer language sql immutable parallel safe return (ceil(((extract(day from day) + extract(dow from ((day - (extract(day from day))::integer) + 1))) / 7.0)))::integer;

-- The arguments are columns: on Citus a row has the type of its shard.
create function shows_bol(load_id bigint, kind text, verdict text, deleted_at timestamptz) returns boolean language sql immutable parallel safe as $$
  select load_id is not null and kind in ('bol', 'pod') and verdict <> 'sent-back' and deleted_at is null
$$;

create function snapshot_adjusted_deductions(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line
  where line ->> 'kind' = 'correction' and line ->> 'restates' is not null
    and not coalesce((line ->> 'adjustsPay')::boolean, false)
$$;

-- The year counts adjusted revenue and extra pay as gross, and the other restated lines as deductions (SPEC C9).
create function snapshot_adjustments(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(-sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line
  where line ->> 'kind' = 'correction' and (line ->> 'restates' is null or (line ->> 'adjustsPay')::boolean)
$$;

-- What the year reads of a statement (SPEC C9): extra pay is gross. A reimbursement, a credit that a person entered, is not.
create function snapshot_extra_pay(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(-sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line where line ->> 'kind' = 'extra-pay'
$$;

create function snapshot_reimbursements(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(-sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line
  where line ->> 'kind' = 'entered' and (line ->> 'amount')::numeric < 0
$$;

create function snapshot_withheld(snapshot jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount')::numeric(12, 2)), 0.00)
  from jsonb_array_elements(snapshot -> 'lines') as line where line ->> 'kind' = 'withholding'
$$;

create function touch_adjusted_load_drift() returns trigger language plpgsql as $$
declare
  adjusted adjusted_loads := coalesce(new, old);
begin
  if not account_is_there(adjusted.user_id) then return null; end if;
  perform refresh_drift(adjusted.user_id, adjusted.corrects, array[adjusted.load_id]);
  if tg_op <> 'INSERT' and exists (select from adjusted_loads
        where user_id = adjusted.user_id and corrects = adjusted.corrects and not voided)
      and exists (select from billing where user_id = adjusted.user_id and id = adjusted.corrects
        and status in ('approved', 'paid')) then
    insert into statement_drift (user_id, billing_id, load_id, load_number, stated, current, adjusted,
        revenue, miles, empty_miles, loads, current_miles, current_empty_miles)
      values (adjusted.user_id, adjusted.corrects, 0, '', 0, 0, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing;
  end if;
  return null;
end $$;

-- The lines of fees in an adjustment name their load.
create function touch_adjustment_drift() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.corrects is not null and (old.load_id is null or old.restates is not null) then
    delete from adjusted_loads
      where user_id = old.user_id and billing_id = old.billing_id and corrects = old.corrects;
  end if;
  if tg_op <> 'INSERT' and old.corrects is not null and old.load_id is not null and old.restates is null and account_is_there(old.user_id) then
    perform refresh_drift(old.user_id, old.corrects, array[old.load_id]);
  end if;
  if tg_op <> 'DELETE' and new.corrects is not null and new.load_id is not null and new.restates is null then
    perform refresh_drift(new.user_id, new.corrects, array[new.load_id]);
  end if;
  return null;
end $$;

-- Most changes that the audit log does not show are found before the former values are read.
create function touch_audit() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  one jsonb := coalesce(becomes, was);
  account uuid := (one ->> 'user_id')::uuid;
  secrets text[] := tg_argv[1:];
  changed_from jsonb;
  changed_to jsonb;
  called jsonb;
  named jsonb;
  label text := one ->> tg_argv[0];
  table_name text := plain_name(tg_table_name);
  done text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  changed_to := audit_values(becomes, was, secrets);
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  changed_from := audit_values(was, becomes, secrets);
  called := audit_names(account, table_name, changed_from);
  named := audit_names(account, table_name, changed_to);
  called := coalesce(called || named, called, named);
  if tg_op = 'UPDATE' then
    update audit
      set after = after || changed_to,
        before = case when action = 'changed' then changed_from || before end,
        names = coalesce(called || names, called, names)
      where user_id = new.user_id and subject = table_name and subject_id = new.id
        and action in ('created', 'changed') and transaction = pg_current_xact_id() and created_at >= now();
    if found then return null; end if;
  end if;
  if table_name = 'members' then
    select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) into label
      from persons where id = (one ->> 'person_id')::uuid;
  end if;
  insert into audit (user_id, action, subject, subject_id, label, before, after, names)
  values (account, done, table_name, (one ->> 'id')::bigint, label, changed_from, changed_to, called);
  return null;
end $$;

-- Every change of a charge also changes its load.
create function touch_billing_drift() returns trigger language plpgsql as $$
begin
  if exists (select from invoice_loads where user_id = new.user_id and load_id = new.id and standing) then
    perform refresh_billing_drift(new.user_id, array[new.id]);
  end if;
  return null;
end $$;

-- A status that a person set stays.
create function touch_bol_by_hand() returns trigger language plpgsql as $$
begin
  update documents set bol_status_before = null
    where user_id = new.user_id and load_id = new.id and bol_status_before is not null;
  return null;
end $$;

-- The first BOL or POD of a load sets its BOL status. Without the last one, the status is again what it was before.
create function touch_bol_status() returns trigger language plpgsql as $$
declare
  shown boolean := tg_op <> 'DELETE' and shows_bol(new.load_id, new.kind, new.verdict, new.deleted_at);
  was_shown boolean := tg_op <> 'INSERT' and shows_bol(old.load_id, old.kind, old.verdict, old.deleted_at);
  heir bigint;
  status text;
begin
  if was_shown and (not shown or new.load_id <> old.load_id) and old.bol_status_before is not null then
    if tg_op <> 'DELETE' then
      update documents set bol_status_before = null where user_id = old.user_id and id = old.id;
    end if;
    select id into heir from documents as other
      where user_id = old.user_id and load_id = old.load_id and id <> old.id and shows_bol(other.load_id, other.kind, other.verdict, other.deleted_at) order by id limit 1;
    if heir is null then
      update loads set bol_status = old.bol_status_before, version = version + 1, updated_at = now()
        where user_id = old.user_id and id = old.load_id and bol_status = 'received';
    else
      update documents set bol_status_before = old.bol_status_before where user_id = old.user_id and id = heir;
    end if;
  end if;
  if shown and (not was_shown or new.load_id <> old.load_id) then
    if not exists (select from documents as other where user_id = new.user_id and load_id = new.load_id
      and id <> new.id and shows_bol(other.load_id, other.kind, other.verdict, other.deleted_at)) then
      select bol_status into status from loads
        where user_id = new.user_id and id = new.load_id and bol_status <> 'received';
      if found then
        update loads set bol_status = 'received', version = version + 1, updated_at = now()
          where user_id = new.user_id and id = new.load_id;
        update documents set bol_status_before = status where user_id = new.user_id and id = new.id;
      end if;
    end if;
  end if;
  return null;
end $$;

-- The column of a category has its name in snake case. Each amount is the sum of lines, whatever an update says.
create function touch_category_amounts() returns trigger language plpgsql as $$
declare
  sums jsonb;
begin
  select coalesce(jsonb_object_agg(category, amount), '{}'), coalesce(sum(amount), 0), coalesce(sum(extra_pay), 0)
    into sums, new.total_expenses, new.extra_pay
    from (select category, sum(amount) as amount, -sum(amount) filter (where kind = 'extra-pay') as extra_pay
      from expenses where user_id = new.user_id and billing_id = new.id group by category) as by_category;
  new := jsonb_populate_record(new, (select jsonb_object_agg(lower(regexp_replace(name, '([A-Z])', '_\1', 'g')), coalesce(sums -> name, '0'))
    from unnest(expense_categories()) as name));
  new.gross_pay := new.total_revenue + new.extra_pay;
  new.net_payment := new.total_revenue - new.total_expenses;
  return new;
end $$;

-- The amounts that follow from others.
create function touch_charge_amounts() returns trigger language plpgsql as $$
begin
  if new.quantity is not null and new.rate is not null then
    new.amount := round(new.quantity * new.rate, 2);
  end if;
  new.owner_amount := case new.owner_share
    when 'all' then new.amount
    when 'none' then 0
    when 'percent' then round(new.amount * new.owner_percent * 0.01, 2)
    else new.owner_amount end;
  return new;
end $$;

create function touch_charged_loads() returns trigger language plpgsql as $$
declare
  charged record;
begin
  for charged in select distinct user_id, load_id from changed_rows order by user_id, load_id loop
    perform refresh_charged_load(charged.user_id, charged.load_id);
  end loop;
  return null;
end $$;

-- The documents of a deleted broker's checks come to the inbox, as those of a deleted check do (SPEC C291).
create function touch_checks_of_deleted_broker() returns trigger language plpgsql as $$
begin
  update documents set check_id = null, version = version + 1, updated_at = now()
    where user_id = old.user_id
      and check_id in (select id from broker_checks where user_id = old.user_id and broker_id = old.id);
  return null;
end $$;

-- tg_argv: what the row is in the books, its column with the day, its column with the amount.
create function touch_closed_changes() returns trigger language plpgsql as $$
declare
  is_deleted boolean := tg_op = 'DELETE';
  changed jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  account uuid := (changed ->> 'user_id')::uuid;
begin
  if is_deleted and not account_is_there(account) then return null; end if;
  perform add_closed_change(account, tg_argv[0], changed, (changed ->> tg_argv[1])::date,
    (changed ->> tg_argv[2])::numeric, is_deleted);
  return null;
end $$;

-- A database on several machines rejects an update that calls a stable function with a column (decision 0196).
create function touch_closed_line() returns trigger language plpgsql as $$
declare
  line record;
  settled boolean;
begin
  for line in select id, face from factor_schedule_lines
      where user_id = new.user_id and invoice_id = new.invoice_id order by id loop
    settled := is_closed_with_factor(new.user_id, new.invoice_id, line.face);
    update factor_schedule_lines set closed = settled
      where user_id = new.user_id and id = line.id and closed <> settled;
  end loop;
  return null;
end $$;

-- The same for a void or a reversal of a row.
create function touch_closed_voids() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
begin
  perform add_closed_change(new.user_id, tg_argv[0], changed,
    coalesce((changed ->> tg_argv[1])::date, ((changed ->> 'voided_at')::timestamptz at time zone 'utc')::date),
    (changed ->> tg_argv[2])::numeric, false);
  return null;
end $$;

-- The comments of a draft that was deleted without the trash. The trash has its row before the draft is deleted.
create function touch_comments_of_drafts() returns trigger language plpgsql as $$
declare
  account uuid;
  left_drafts bigint[];
begin
  for account in select distinct user_id from old_rows loop
    left_drafts := array(select id from old_rows where user_id = account);
    delete from comments where comments.user_id = account and comments.billing_id = any(left_drafts)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'billing' and kept.record_id = comments.billing_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

-- The charges of a load that left the trash without coming back.
create function touch_deleted_charges() returns trigger language plpgsql as $$
declare
  account uuid;
  left_loads bigint[];
begin
  for account in select distinct user_id from old_rows where action = 'deleted' and subject = 'loads' loop
    left_loads := array(select record_id from old_rows where user_id = account and action = 'deleted' and subject = 'loads');
    delete from load_charges where load_charges.user_id = account and load_charges.load_id = any(left_loads)
      and not exists (select from loads where loads.user_id = account and loads.id = load_charges.load_id)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'loads' and kept.record_id = load_charges.load_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

-- The comments of a load or a draft that left the trash without coming back.
create function touch_deleted_comments() returns trigger language plpgsql as $$
declare
  account uuid;
  left_loads bigint[];
  left_statements bigint[];
begin
  for account in select distinct user_id from old_rows
      where action = 'deleted' and subject in ('loads', 'billing') loop
    left_loads := array(select record_id from old_rows where user_id = account and action = 'deleted' and subject = 'loads');
    delete from comments where comments.user_id = account and comments.load_id = any(left_loads)
      and not exists (select from loads where loads.user_id = account and loads.id = comments.load_id)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'loads' and kept.record_id = comments.load_id and kept.action = 'deleted');
    left_statements := array(select record_id from old_rows
      where user_id = account and action = 'deleted' and subject = 'billing');
    delete from comments where comments.user_id = account and comments.billing_id = any(left_statements)
      and not exists (select from billing where billing.user_id = account and billing.id = comments.billing_id)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'billing' and kept.record_id = comments.billing_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

-- Documents that left the trash without coming back, alone or with their load. A job deletes their files.
create function touch_deleted_documents() returns trigger language plpgsql as $$
declare
  account uuid;
  left_documents bigint[];
  left_loads bigint[];
  unused bigint[];
begin
  for account in select distinct user_id from old_rows where action = 'deleted' and subject in ('documents', 'loads') loop
    left_documents := array(select record_id from old_rows
      where user_id = account and action = 'deleted' and subject = 'documents');
    unused := array(select id from documents
      where documents.user_id = account and documents.id = any(left_documents) and documents.deleted_at is not null
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'documents' and kept.record_id = documents.id and kept.action = 'deleted'));
    left_loads := array(select record_id from old_rows where user_id = account and action = 'deleted' and subject = 'loads');
    unused := unused || array(select id from documents
      where documents.user_id = account and documents.load_id = any(left_loads) and documents.sent_at is null
        and not exists (select from loads where loads.user_id = account and loads.id = documents.load_id)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = documents.load_id and kept.action = 'deleted'));
    update documents set replaces_id = null where user_id = account and replaces_id = any(unused) and id <> all(unused);
    delete from documents where user_id = account and id = any(unused);
  end loop;
  return null;
end $$;

create function touch_entry_drift() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from written loop
    perform refresh_factored_loads(account, array(select distinct invoice_id from written
      where user_id = account and invoice_id is not null));
  end loop;
  return null;
end $$;

create function touch_invoice_open_amount() returns trigger language plpgsql as $$
begin
  update invoices set open_amount = open_amount + new.amount, last_entry_on = greatest(last_entry_on, new.day),
      credited_amount = credited_amount - case when new.kind in ('credit', 'credit-void') then new.amount else 0 end
    where user_id = new.user_id and id = new.invoice_id and broker_id = new.broker_id;
  if not found then
    raise exception 'receivable_entries_broker: the invoice is of another broker' using errcode = 'check_violation', constraint = 'receivable_entries_broker';
  end if;
  return null;
end $$;

create function touch_invoice_sent_on() returns trigger language plpgsql as $$
begin
  update invoices set sent_on = found.first_day
    from (select min(sent_on) as first_day from invoice_sendings
      where user_id = new.user_id and invoice_id = new.invoice_id and undone_on is null) as found
    where invoices.user_id = new.user_id and invoices.id = new.invoice_id
      and invoices.sent_on is distinct from found.first_day;
  return null;
end $$;

-- Statements of a trigger read either the changed rows or tables: together they could not be sent to the machine of the account.
create function touch_left_documents() returns trigger language plpgsql as $$
declare
  account uuid;
  left_loads bigint[];
begin
  for account in select distinct user_id from gone loop
    continue when not account_is_there(account);
    left_loads := array(select id from gone where user_id = account);
    update documents set load_id = null, version = documents.version + 1, updated_at = now()
      where documents.user_id = account and documents.load_id = any(left_loads)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = documents.load_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

create function touch_load_drift() returns trigger language plpgsql as $$
declare
  account uuid;
  places load_place[];
begin
  if tg_op = 'INSERT' then
    places := array(select (user_id, id, truck_id, settlement_date)::load_place from new_rows
      where truck_id is not null and settlement_date is not null);
  elsif tg_op = 'DELETE' then
    places := array(select (user_id, id, truck_id, settlement_date)::load_place from old_rows
      where truck_id is not null and settlement_date is not null);
  else
    places := array(
      select unnest(array[
        (before.user_id, before.id, before.truck_id, before.settlement_date)::load_place,
        (after.user_id, after.id, after.truck_id, after.settlement_date)::load_place])
      from old_rows as before join new_rows as after on after.user_id = before.user_id and after.id = before.id
      where (before.truck_id, before.settlement_date, before.revenue, before.miles, before.empty_miles, before.load_id)
        is distinct from (after.truck_id, after.settlement_date, after.revenue, after.miles, after.empty_miles, after.load_id));
  end if;
  for account in select distinct user_id from unnest(places) loop
    perform refresh_drift_at(account, places);
  end loop;
  return null;
end $$;

-- A sending by mail counts from the day on which the mail server has taken all its mails (SPEC C181).
create function touch_mailed_sending() returns trigger language plpgsql as $$
declare
  sending record;
  zone text;
  waited integer;
begin
  zone := (select time_zone from team_settings where user_id = new.user_id);
  for sending in select id, asked_on, created_at from invoice_sendings
      where user_id = new.user_id and sent_on is null and undone_on is null
        and id in (select record_id from mail_subjects
          where user_id = new.user_id and mail_id = new.id and subject = 'invoice_sendings')
      order by id for no key update loop
    if not exists (select from mail_subjects as part join mails on mails.user_id = new.user_id and mails.id = part.mail_id
        where part.user_id = new.user_id and part.subject = 'invoice_sendings' and part.record_id = sending.id
          and mails.state <> 'sent') then
      -- The day on which it was asked for, and the days that the mail has waited.
      waited := greatest(0, account_day(zone, new.sent_at) - account_day(zone, sending.created_at));
      update invoice_sendings set sent_on = sending.asked_on + waited, version = version + 1, updated_at = now()
        where user_id = new.user_id and id = sending.id;
    end if;
  end loop;
  return null;
end $$;

create function touch_missing_papers() returns trigger language plpgsql as $$
begin
  new.missing_to_settle := find_missing_papers(new.user_id, new.id, new.broker_id, new.pickup_date, new.payment_status,
    new.bol_status, 'settle');
  new.missing_to_bill := find_missing_papers(new.user_id, new.id, new.broker_id, new.pickup_date, new.payment_status,
    new.bol_status, 'bill');
  new.missing_papers := join_papers(new.missing_to_settle, new.missing_to_bill);
  return new;
end $$;

-- What the statement's recurring deductions deducted becomes the driver's.
create function touch_named_driver() returns trigger language plpgsql as $$
begin
  perform add_rule_sums(new.user_id, new.id, old.payee, -1);
  perform add_rule_sums(new.user_id, new.id, new.payee, 1);
  return null;
end $$;

create function touch_needed_papers() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  perform refresh_needed_papers(account, coalesce(new.broker_id, old.broker_id), least(new.first_day, old.first_day));
  return null;
end $$;

create function touch_new_line() returns trigger language plpgsql as $$
begin
  new.closed := is_closed_with_factor(new.user_id, new.invoice_id, new.face);
  return new;
end $$;

create function touch_old_double() returns trigger language plpgsql as $$
declare
  docket_stays boolean;
  usdot_stays boolean;
begin
  if tg_table_name = 'trucks' then
    update trucks set old_double = null where user_id = new.user_id and id = new.id;
    return null;
  end if;
  docket_stays := docket_key(new.mc_number) is not distinct from docket_key(old.mc_number);
  usdot_stays := usdot_key(new.dot_number) is not distinct from usdot_key(old.dot_number);
  update brokers set old_double = case when docket_stays then old_double end,
      old_double_dot = case when usdot_stays then old_double_dot end
    where user_id = new.user_id and id = new.id;
  return null;
end $$;

-- Keeps the statement's status and payment, and the payment's sum of parts. The last payment by day is the one that
-- a statement shows.
create function touch_paid_statement() returns trigger language plpgsql as $$
declare
  stated billing;
  paid payouts;
  covered numeric;
  used numeric;
begin
  select * into stated from billing where user_id = new.user_id and id = new.billing_id for no key update;
  select * into paid from payouts where user_id = new.user_id and id = new.payout_id for no key update;
  if stated.payee <> paid.payee then
    raise exception 'payout_parts_payee: another payee' using errcode = 'check_violation', constraint = 'payout_parts_payee';
  end if;
  if new.ended is null and (stated.status not in ('approved', 'paid') or paid.reversal is not null
      or paid.kind <> 'settlement') then
    raise exception 'payout_parts_open: nothing to pay' using errcode = 'check_violation', constraint = 'payout_parts_open';
  end if;
  select coalesce(sum(amount), 0) into used from payout_parts
    where user_id = new.user_id and payout_id = new.payout_id and ended is null;
  if used <> paid.applied then
    update payouts set applied = used, version = version + 1, updated_at = now()
      where user_id = new.user_id and id = new.payout_id;
  end if;
  select coalesce(sum(amount), 0) into covered from payout_parts
    where user_id = new.user_id and billing_id = new.billing_id and ended is null;
  if covered = stated.paid_amount then return null; end if;
  if stated.status = 'void' then
    update billing set paid_amount = covered where user_id = new.user_id and id = new.billing_id;
    return null;
  end if;
  if covered > stated.net_payment then
    raise exception 'payout_parts_net: payments of % for a net of %', covered, stated.net_payment
      using errcode = 'check_violation', constraint = 'payout_parts_net';
  end if;
  if covered < stated.net_payment then
    paid := null;
  else
    select payment.* into paid from payout_parts as part
        join payouts as payment on payment.user_id = part.user_id and payment.id = part.payout_id
      where part.user_id = new.user_id and part.billing_id = new.billing_id and part.ended is null
      order by payment.paid_on desc, payment.id desc limit 1;
  end if;
  update billing set status = case when paid.id is null then 'approved' else 'paid' end, paid_amount = covered,
      paid_on = paid.paid_on, payment_method = paid.method, payment_reference = paid.reference,
      version = version + 1, updated_at = now()
    where user_id = new.user_id and id = new.billing_id;
  return null;
end $$;

create function touch_papers_of_load() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
  changed bigint[] := array_remove(array[old.load_id, new.load_id], null);
begin
  if exists (select from document_needs where user_id = account) and account_is_there(account) then
    perform refresh_missing_papers(account, changed);
  end if;
  return null;
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

-- A person set the payment status of a load that is on an invoice: it no longer follows.
create function touch_payment_status_by_hand() returns trigger language plpgsql as $$
begin
  new.payment_status_by_hand := new.payment_status_by_hand is not null and exists (select from invoice_loads
    where user_id = new.user_id and load_id = new.id and standing);
  return new;
end $$;

create function touch_payout_closed() returns trigger language plpgsql as $$
declare
  closing payout_closings := coalesce(new, old);
begin
  perform from payouts where user_id = closing.user_id and id = closing.payout_id for no key update;
  update payouts set closed = (select coalesce(sum(amount), 0) from payout_closings
        where user_id = closing.user_id and payout_id = closing.payout_id),
      version = version + 1, updated_at = now()
    where user_id = closing.user_id and id = closing.payout_id;
  return null;
end $$;

-- Keeps the sums of a receipt.
create function touch_receipt_sums() returns trigger language plpgsql as $$
declare
  parts numeric;
  refunds numeric;
begin
  select coalesce(sum(amount), 0) into parts from receipt_parts
    where user_id = new.user_id and receipt_id = new.receipt_id and ended is null;
  select coalesce(sum(amount), 0) into refunds from receipt_refunds
    where user_id = new.user_id and receipt_id = new.receipt_id and ended_on is null;
  update receipts set applied = parts, refunded = refunds, version = version + 1, updated_at = now()
    where user_id = new.user_id and id = new.receipt_id and (applied, refunded) is distinct from (parts, refunds);
  return null;
end $$;

-- A load that comes back from the trash has its charges again.
create function touch_restored_charges() returns trigger language plpgsql as $$
declare
  account uuid;
  inserted bigint[];
  restored bigint;
begin
  for account in select distinct user_id from new_rows loop
    inserted := array(select id from new_rows where user_id = account);
    for restored in select distinct load_id from load_charges
        where user_id = account and load_id = any(inserted) order by load_id loop
      perform refresh_charged_load(account, restored);
    end loop;
  end loop;
  return null;
end $$;

-- The first event of a transaction is kept as a setting of the transaction, by account.
create function touch_save() returns trigger language plpgsql as $$
declare
  first_event text := current_setting('haulbook.save', true);
begin
  if new.save_id is not null then return new; end if;
  if starts_with(first_event, new.user_id || '/') then
    new.save_id := split_part(first_event, '/', 2)::bigint;
  else
    new.save_id := new.id;
    perform set_config('haulbook.save', new.user_id || '/' || new.id, true);
  end if;
  return new;
end $$;

create function touch_schedule_drift() returns trigger language plpgsql as $$
begin
  perform refresh_factored_loads(new.user_id, array(select invoice_id from factor_schedule_lines
    where user_id = new.user_id and schedule_id = new.id));
  return null;
end $$;

create function touch_schedule_face() returns trigger language plpgsql as $$
declare
  line factor_schedule_lines%rowtype;
begin
  line := coalesce(new, old);
  update factor_schedules set face = face + coalesce(new.face, 0) - coalesce(old.face, 0)
    where user_id = line.user_id and id = line.schedule_id;
  return null;
end $$;

-- The settlements of the deleted lines are deleted next.
create function touch_settlement() returns trigger language plpgsql as $$
declare
  account uuid;
  settlement bigint;
begin
  -- Once for all lines of a statement: each update of a settlement adds up all of its lines.
  if tg_op = 'INSERT' then
    for account, settlement in select distinct user_id, billing_id from new_rows order by 2 loop
      update billing set updated_at = now() where user_id = account and id = settlement;
    end loop;
  elsif tg_op = 'DELETE' then
    for account, settlement in select distinct user_id, billing_id from old_rows order by 2 loop
      continue when not account_is_there(account);
      update billing set updated_at = now() where user_id = account and id = settlement;
    end loop;
  else
    for account, settlement in select user_id, billing_id from old_rows union select user_id, billing_id from new_rows order by 2 loop
      update billing set updated_at = now() where user_id = account and id = settlement;
    end loop;
  end if;
  return null;
end $$;

create function touch_spread() returns trigger language plpgsql as $$
begin
  -- A row that comes back from the trash knows it.
  if tg_op = 'UPDATE' or new.spread is null then
    new.spread := case when new.truck_id is null and new.driver_id is null then 'yes' else 'no' end;
  end if;
  return new;
end $$;

create function touch_standing_drift() returns trigger language plpgsql as $$
begin
  perform refresh_factored_loads(new.user_id, array[new.invoice_id]);
  return null;
end $$;

create function touch_statement_loads() returns trigger language plpgsql as $$
begin
  insert into statement_loads (user_id, billing_id, load_id, load_number, revenue, delivery_date, miles, empty_miles)
    select new.user_id, new.billing_id, load.id, load."loadId", load.revenue, load."deliveryDate",
      coalesce(load.miles, 0), coalesce(load."emptyMiles", 0)
    from jsonb_to_recordset(new.snapshot -> 'loads') as load (id bigint, "loadId" text, revenue numeric(12, 2),
      "deliveryDate" date, miles numeric(12, 2), "emptyMiles" numeric(12, 2));
  return null;
end $$;

-- A void statement drifts from nothing and adjusts nothing, and what it took was never taken.
create function touch_statement_sums() returns trigger language plpgsql as $$
begin
  if new.status = 'void' then
    delete from statement_drift where user_id = new.user_id and billing_id = new.id;
    perform add_rule_sums(new.user_id, new.id, new.payee, -1);
    update adjusted_loads set voided = true where user_id = new.user_id and billing_id = new.id and not voided;
  elsif new.status = 'approved' and old.status <> 'paid' then
    perform add_rule_sums(new.user_id, new.id, new.payee, 1);
  end if;
  return null;
end $$;

-- On a database on several machines, the coordinator sends a kept step with the default values that it evaluated. The step gets the
-- transaction of the machine that stores it, as its entry in the audit log does: they are compared (SPEC C46).
create function touch_undo_transaction() returns trigger language plpgsql as $$
begin
  new.transaction := pg_current_xact_id();
  return new;
end $$;

create function touch_write_off_drift() returns trigger language plpgsql as $$
declare
  write_off releases := coalesce(new, old);
begin
  if write_off.load_id is not null and account_is_there(write_off.user_id) then
    perform refresh_drift(write_off.user_id, write_off.billing_id, array[write_off.load_id]);
  end if;
  return null;
end $$;

-- As `usdotKey`.
create function usdot_key(typed text) returns text language sql immutable parallel safe as $$
  select case
    when bare ~ '^(US)?(DOT)?(NO|NUM|NUMBER)?0*[1-9][0-9]{0,7}$' then 'USDOT ' || substring(bare from '[1-9][0-9]*')
    else lower(btrim(typed)) end
  from (select upper(regexp_replace(typed collate "C",
    '[[:space:]#.:/_()\u00A0\u00AD\u1680\u2000-\u200D\u2010-\u2015\u2028\u2029\u202F\u205F\u2060\u2116\u2212\u3000\uFE58\uFE63\uFEFF-]', '', 'g')) as bare) as squeezed $$;

-- Only the app's role may delete an account (SPEC C37).
revoke execute on function delete_account_batch(uuid, integer) from public;
