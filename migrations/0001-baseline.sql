-- The database of version 1.0.0.

-- The migrations that have run.
create table migrations (
  name text primary key,
  ran_at timestamptz not null default now()
);

create collation natural_number (provider = icu, locale = 'en-u-kn-true');

create type load_place as (user_id uuid, load_id bigint, truck_id bigint, settlement_date date);

-- A function may name tables and functions that are made later.
set local check_function_bodies = off;

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
    'brokerId', 'brokers', 'dispatcherId', 'dispatchers', 'loadId', 'loads',
    'uploadLinkId', 'upload_links'];
  names jsonb;
  linked text;
  name text;
begin
  -- The items of a settlement run have a billingId too. They are shown below their settlement.
  if subject = 'comments' then links := links || array['billingId', 'billing']; end if;
  for at in 1..array_length(links, 1) by 2 loop
    linked := state ->> links[at];
    -- A truck's own number is called truckId too, and a load's own loadId.
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
      'last_entry_on', 'search_text') $$;

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

-- Follows the loads of invoices that are overdue today, and of entries and factors’ reports that were entered before their day, once
-- it has come. At most `most` accounts.
create function follow_due_invoices(today date, most integer) returns integer language plpgsql as $$
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

create function follow_invoices(account uuid, invoice_ids bigint[], today date) returns void language plpgsql as $$
begin
  perform follow_loads(account, array(select distinct load_id from invoice_loads
    where user_id = account and invoice_id = any(invoice_ids) order by load_id), today);
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
begin
  perform from loads where user_id = account and id = any(load_ids) order by id for no key update;
  update loads set payment_status = coalesce(derived.status, 'unpaid'), payment_status_by_hand = null, version = version + 1, updated_at = now()
    from (select id, derive_payment_status(account, id, today) as status from loads
        where user_id = account and id = any(load_ids) and not payment_status_by_hand) as derived
    where loads.user_id = account and loads.id = derived.id and not loads.payment_status_by_hand
      and loads.payment_status <> coalesce(derived.status, 'unpaid');
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

-- What a factor reported stays as it was reported. A wrong report is voided as a whole.
create function guard_factor_deposit() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if not account_is_there(old.user_id) then return old; end if;
  else
    if old.voided_on is null then free := free || array['voided_on', 'void_reason']; end if;
    if to_jsonb(new) - free = to_jsonb(old) - free then return new; end if;
  end if;
  raise exception 'factor_deposits_posted: factor report % is posted', old.id using errcode = 'check_violation', constraint = 'factor_deposits_posted';
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

create function guard_factor_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  -- A new row has no generated columns yet.
  if tg_op = 'UPDATE' and new.voided and not old.voided
      and to_jsonb(new) - array['voided', 'cash', 'reserve'] = to_jsonb(old) - array['voided', 'cash', 'reserve'] then
    return new;
  end if;
  raise exception 'factor_entries_posted: factor entry % is posted', old.id using errcode = 'check_violation', constraint = 'factor_entries_posted';
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

-- An invoice that a factor has is not voided.
create function guard_factored_void() returns trigger language plpgsql as $$
begin
  if exists (select from factor_schedule_lines where user_id = new.user_id and invoice_id = new.id and standing) then
    raise exception 'invoices_void_factored: invoice % is on a schedule', new.number using errcode = 'check_violation', constraint = 'invoices_void_factored';
  end if;
  return new;
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
  computed text[] := array['total_expenses', 'net_payment', 'week_number', 'week_year', 'payee'];
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
    free := free || array['status', 'voided_at', 'void_reason'];
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
    if new.state not in (old.state, 'void') or (new.kind, new.number, new.sequence, new.broker_id, new.invoice_date,
        new.terms_days, new.due_on, new.total, new.credits_id, new.rebills_id, new.supplements_id, new.factor_id, new.note,
        new.approved_at, new.approved_by) is distinct from (old.kind, old.number, old.sequence, old.broker_id,
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

create function guard_new_invoice() returns trigger language plpgsql as $$
begin
  if new.state <> 'draft' then
    raise exception 'invoices_frozen: an invoice begins as a draft' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  return new;
end $$;

-- No net crosses zero because of an offset.
create function guard_offset() returns trigger language plpgsql as $$
declare
  net numeric;
begin
  select net_payment into net from billing where user_id = new.user_id and id = new.billing_id;
  if net * sign(new.amount) < 0 then
    raise exception 'expenses_offset_net: an offset of % leaves a net of %', new.amount, net
      using errcode = 'check_violation', constraint = 'expenses_offset_net';
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

-- Payments are posted once. Later only a reversal, a decision and the kept sums are written.
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
  if old.needs_decision then free := free || array['needs_decision']; end if;
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

create function guard_payout_closing() returns trigger language plpgsql as $$
begin
  raise exception 'payout_closings_posted: closing % is posted', old.id using errcode = 'check_violation', constraint = 'payout_closings_posted';
end $$;

create function guard_payout_part() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'payout_parts_posted: part % is posted', old.id using errcode = 'check_violation', constraint = 'payout_parts_posted';
    end if;
    return old;
  end if;
  if old.ended is null or old.ended = 'undecided' then free := free || array['ended', 'ended_at']; end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free or old.ended is not null and new.ended is null then
    raise exception 'payout_parts_posted: part % is posted', old.id using errcode = 'check_violation', constraint = 'payout_parts_posted';
  end if;
  return new;
end $$;

create function guard_payout_sums() returns trigger language plpgsql as $$
begin
  if new.applied <> (select coalesce(sum(amount), 0) from payout_parts
        where user_id = new.user_id and payout_id = new.id and ended is null)
      or new.closed <> (select coalesce(sum(amount), 0) from payout_closings
        where user_id = new.user_id and payout_id = new.id) then
    raise exception 'payouts_parts: payment % has other parts', new.id using errcode = 'check_violation', constraint = 'payouts_parts';
  end if;
  return null;
end $$;

-- Posted rows are frozen. `tg_argv`: the columns that may still change; those after "once:" only while they are null.
create function guard_posted_receipt() returns trigger language plpgsql as $$
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
  foreach name in array tg_argv loop
    if name = 'once:' then
      once := true;
    elsif not once or was -> name = 'null'::jsonb then
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

create function guard_receivable_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  raise exception 'receivable_entries_posted: entry % is posted', old.id using errcode = 'check_violation', constraint = 'receivable_entries_posted';
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
  line expenses := coalesce(new, old);
begin
  if line.rule_id is not null and (tg_op <> 'DELETE' or account_is_there(line.user_id)) then
    perform check_rule_total(line.user_id, line.rule_id, line.truck_id);
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

-- An invoice with money or differences on it is not voided.
create function guard_void_invoice() returns trigger language plpgsql as $$
begin
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
begin
  perform from loads where user_id = account and id = any (changed) order by id for no key update;
  update loads set missing_to_settle = found.to_settle, missing_to_bill = found.to_bill,
      missing_papers = join_papers(found.to_settle, found.to_bill)
    from (select load.id,
        find_missing_papers(account, load.id, broker_id, pickup_date, payment_status, bol_status, 'settle') as to_settle,
        find_missing_papers(account, load.id, broker_id, pickup_date, payment_status, bol_status, 'bill') as to_bill
      from loads as load where load.user_id = account and load.id = any (changed)) as found
    where loads.user_id = account and loads.id = found.id
      and (loads.missing_to_settle, loads.missing_to_bill) is distinct from (found.to_settle, found.to_bill);
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
  label text := one ->> tg_argv[0];
  table_name text := plain_name(tg_table_name);
  done text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  changed_to := audit_values(becomes, was, secrets);
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  changed_from := audit_values(was, becomes, secrets);
  called := audit_names(account, table_name, changed_from);
  called := coalesce(called || audit_names(account, table_name, changed_to), called,
    audit_names(account, table_name, changed_to));
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

create function touch_category_amounts() returns trigger language plpgsql as $$
begin
  select
      coalesce(sum(amount) filter (where category = 'fuel'), 0),
      coalesce(sum(amount) filter (where category = 'truckPayment'), 0),
      coalesce(sum(amount) filter (where category = 'trailerRental'), 0),
      coalesce(sum(amount) filter (where category = 'insurance'), 0),
      coalesce(sum(amount) filter (where category = 'maintenance'), 0),
      coalesce(sum(amount) filter (where category = 'tires'), 0),
      coalesce(sum(amount) filter (where category = 'permits'), 0),
      coalesce(sum(amount) filter (where category = 'tolls'), 0),
      coalesce(sum(amount) filter (where category = 'parking'), 0),
      coalesce(sum(amount) filter (where category = 'factoring'), 0),
      coalesce(sum(amount) filter (where category = 'other'), 0),
      coalesce(-sum(amount) filter (where kind = 'extra-pay'), 0)
    into new.fuel, new.truck_payment, new.trailer_rental, new.insurance, new.maintenance, new.tires,
      new.permits, new.tolls, new.parking, new.factoring, new.other, new.extra_pay
    from expenses where user_id = new.user_id and billing_id = new.id;
  new.gross_pay := new.total_revenue + new.extra_pay;
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

-- The same for a void or a reversal of a row. The day of a voided statement is the moment of the void, in UTC.
create function touch_closed_voids() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  on_day date := case when tg_argv[1] = 'voided_at' then ((changed ->> 'voided_at')::timestamptz at time zone 'utc')::date
    else (changed ->> tg_argv[1])::date end;
begin
  perform add_closed_change(new.user_id, tg_argv[0], changed, on_day, (changed ->> tg_argv[2])::numeric, false);
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
begin
  for sending in select id, asked_on, created_at from invoice_sendings
      where user_id = new.user_id and sent_on is null and undone_on is null
        and id in (select record_id from mail_subjects
          where user_id = new.user_id and mail_id = new.id and subject = 'invoice_sendings')
      order by id for no key update loop
    if not exists (select from mail_subjects as part join mails on mails.user_id = new.user_id and mails.id = part.mail_id
        where part.user_id = new.user_id and part.subject = 'invoice_sendings' and part.record_id = sending.id
          and mails.state <> 'sent') then
      -- The account's day, which is not the server's, and the days that the mail has waited.
      update invoice_sendings set sent_on = sending.asked_on
          + greatest(0, (new.sent_at at time zone 'UTC')::date - (sending.created_at at time zone 'UTC')::date),
          version = version + 1, updated_at = now()
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
  insert into statement_rule_sums as kept (user_id, rule_id, truck_id, payee, amount, lines)
    select line.user_id, rule_id, line.truck_id, moved.payee, moved.sign * sum(line.amount), moved.sign * count(*)
    from expenses as line cross join (values (old.payee, -1), (new.payee, 1)) as moved (payee, sign)
    where line.user_id = new.user_id and line.billing_id = new.id and rule_id is not null
    group by line.user_id, rule_id, line.truck_id, moved.payee, moved.sign
    on conflict (user_id, rule_id, truck_id, payee)
      do update set amount = kept.amount + excluded.amount, lines = kept.lines + excluded.lines;
  delete from statement_rule_sums where user_id = new.user_id and truck_id = new.truck_id and lines = 0
    and rule_id in (select rule_id from expenses where user_id = new.user_id and billing_id = new.id);
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
      or paid.needs_decision or paid.kind <> 'settlement') then
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
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return null; end if;
  if tg_op <> 'INSERT' then
    update billing set updated_at = now() where user_id = old.user_id and id = old.billing_id;
  end if;
  if tg_op <> 'DELETE' then
    update billing set updated_at = now() where user_id = new.user_id and id = new.billing_id;
  end if;
  return null;
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

-- A void statement drifts from nothing, and what it took was never taken.
create function touch_statement_sums() returns trigger language plpgsql as $$
declare
  direction integer := case new.status when 'void' then -1 else 1 end;
begin
  if new.status = 'void' then
    delete from statement_drift where user_id = new.user_id and billing_id = new.id;
  end if;
  if new.status in ('approved', 'void') and (old.status, new.status) is distinct from ('paid', 'approved') then
    insert into statement_rule_sums as kept (user_id, rule_id, truck_id, payee, amount, lines)
      select user_id, rule_id, truck_id, new.payee, direction * sum(amount), direction * count(*) from expenses
      where user_id = new.user_id and billing_id = new.id and rule_id is not null
      group by user_id, rule_id, truck_id
      on conflict (user_id, rule_id, truck_id, payee)
        do update set amount = kept.amount + excluded.amount, lines = kept.lines + excluded.lines;
  end if;
  if new.status = 'void' then
    delete from statement_rule_sums where user_id = new.user_id and truck_id = new.truck_id and lines = 0
      and rule_id in (select rule_id from expenses where user_id = new.user_id and billing_id = new.id);
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

-- A void statement adjusts nothing.
create function touch_void_adjustments() returns trigger language plpgsql as $$
begin
  update adjusted_loads set voided = true where user_id = new.user_id and billing_id = new.id and not voided;
  return null;
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

-- Only the app's role may delete an account (SPEC C37).
revoke execute on function delete_account_batch(uuid, integer) from public;

create table users (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A person can delete the account (SPEC C37). It ends at once: deleted_at is set, the email and the names are removed.
  -- Its rows are then deleted in batches, so that a large account does not hold up the others.
  deleted_at timestamptz,
  constraint users_pkey primary key (id)
);

-- The accountant's names of accounts and items, by kind.
create table account_map (
  user_id uuid not null,
  id bigint not null generated always as identity,
  accounts jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Entries of factors in the books (SPEC C242–C244).
  factoring text,
  -- The books can be closed through a day (SPEC C374). A change of money that is dated on or before it needs a reason, and is
  -- listed for the accountant.
  closed_through date,
  constraint account_map_pkey primary key (user_id, id),
  constraint account_map_user_id_key unique (user_id),
  constraint account_map_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint account_map_accounts_check check (octet_length(accounts::text) <= 64000),
  constraint account_map_factoring_check check (factoring = any (array['sale', 'loan']))
);

create table drivers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text collate natural_number not null,
  email text not null,
  phone text not null,
  address text not null,
  license_number text not null,
  license_state text not null,
  license_expiration date not null,
  payment_method text not null,
  bank_details bytea,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'active',
  offset_trucks text not null default 'no',
  backup_withholding boolean not null default false,
  tax_id bytea,
  statement_email text not null default 'no',
  constraint drivers_pkey primary key (user_id, id),
  constraint drivers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint drivers_offset_trucks_check check (offset_trucks = any (array['no', 'yes'])),
  constraint drivers_statement_email_check check (statement_email = any (array['no', 'en', 'es'])),
  constraint drivers_status_check check (status = any (array['active', 'inactive']))
);
create index drivers_name_idx on drivers (user_id, name);

create table owners (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text collate natural_number not null,
  email text not null,
  phone text not null,
  address text not null,
  payment_method text not null,
  tax_id bytea,
  bank_details bytea,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An owner or a driver who was paid can't be deleted, only become inactive.
  status text not null default 'active',
  -- Offsets between the statements of one payee in one work week (SPEC C24). The setting is the payee's.
  offset_trucks text not null default 'no',
  -- Backup withholding (26 USC 3406) of an owner or driver. A driver without an owner gets a 1099 too, so drivers have a tax id.
  backup_withholding boolean not null default false,
  -- Whether and in which language a payee gets statements by email (SPEC C190).
  statement_email text not null default 'no',
  constraint owners_pkey primary key (user_id, id),
  constraint owners_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint owners_offset_trucks_check check (offset_trucks = any (array['no', 'yes'])),
  constraint owners_statement_email_check check (statement_email = any (array['no', 'en', 'es'])),
  constraint owners_status_check check (status = any (array['active', 'inactive']))
);

create table trucks (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id text collate natural_number not null,
  make text not null,
  model text not null,
  year integer not null,
  vin text collate natural_number,
  license_plate text,
  owner_id bigint,
  driver_id bigint,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trucks_pkey primary key (user_id, id),
  constraint trucks_truck_id_key unique (user_id, truck_id),
  constraint trucks_vin_key unique (user_id, vin),
  constraint trucks_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint trucks_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint trucks_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint trucks_status_check check (status = any (array['active', 'maintenance', 'inactive']))
);
create index trucks_driver_id_idx on trucks (user_id, driver_id);
create index trucks_owner_id_idx on trucks (user_id, owner_id);

create table billing (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint not null,
  settlement_date date not null,
  week_number integer not null generated always as (settlement_week(settlement_date)) stored,
  week_year integer not null generated always as (extract(year from settlement_date)::integer) stored,
  start_date date not null,
  end_date date not null,
  total_revenue numeric(14,2) not null default 0,
  fuel numeric(12,2) not null default 0,
  truck_payment numeric(12,2) not null default 0,
  trailer_rental numeric(12,2) not null default 0,
  insurance numeric(12,2) not null default 0,
  maintenance numeric(12,2) not null default 0,
  tires numeric(12,2) not null default 0,
  permits numeric(12,2) not null default 0,
  tolls numeric(12,2) not null default 0,
  parking numeric(12,2) not null default 0,
  factoring numeric(12,2) not null default 0,
  other numeric(12,2) not null default 0,
  total_expenses numeric(14,2) not null generated always as ((fuel + truck_payment + trailer_rental + insurance + maintenance + tires + permits + tolls + parking + factoring + other)) stored,
  net_payment numeric(14,2) not null generated always as ((total_revenue - (fuel + truck_payment + trailer_rental + insurance + maintenance + tires + permits + tolls + parking + factoring + other))) stored,
  status text not null default 'pending',
  notes text,
  statement_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number integer,
  approved_at timestamptz,
  paid_on date,
  payment_method text,
  payment_reference text,
  voided_at timestamptz,
  void_reason text,
  -- The owner or driver that an approved settlement pays (SPEC C9). No link: the owner may be deleted, and what was paid stays.
  owner_id bigint,
  driver_id bigint,
  payee text not null generated always as (payee_key(owner_id, driver_id, truck_id)) stored,
  approved_on date,
  -- The sum of the statement's live parts. Kept by triggers.
  paid_amount numeric(14,2) not null default 0,
  extra_pay numeric(14,2) not null default 0,
  gross_pay numeric(14,2) not null default 0,
  -- A held settlement is a draft that no settlement run approves until it is released (SPEC C48).
  hold_reason text,
  constraint billing_pkey primary key (user_id, id),
  constraint billing_id_truck_id_key unique (user_id, id, truck_id),
  constraint billing_number_key unique (user_id, number),
  constraint billing_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint billing_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint billing_check check (end_date = (start_date + 6)),
  constraint billing_hold_check check (hold_reason is null or status = 'pending'),
  constraint billing_number_check check ((status = 'pending') = (number is null)),
  constraint billing_paid_amount_check check (case status when 'pending' then paid_amount = 0::numeric when 'approved' then paid_amount >= 0::numeric and (paid_amount < net_payment or paid_amount = 0::numeric and net_payment <= 0::numeric) when 'paid' then paid_amount = greatest(net_payment, 0::numeric) else paid_amount >= 0::numeric end),
  constraint billing_paid_check check (status <> 'paid' or paid_on is not null and (payment_method is not null or net_payment <= 0::numeric)),
  constraint billing_payee_check check (owner_id is null or driver_id is null),
  constraint billing_status_check check (status = any (array['pending', 'approved', 'paid', 'void'])),
  constraint billing_void_check check ((status = 'void') = (void_reason is not null))
);
create index billing_approved_day_idx on billing (user_id, coalesce(approved_on, (approved_at at time zone 'utc')::date)) include (net_payment, approved_on, approved_at) where number is not null;
create index billing_driver_id_idx on billing (user_id, driver_id, settlement_date, id) where driver_id is not null;
create index billing_open_idx on billing (user_id, settlement_date) include (status, truck_id) where status = any (array['pending', 'approved']);
create index billing_owner_id_idx on billing (user_id, owner_id, settlement_date, id) where owner_id is not null;
create index billing_paid_gross_idx on billing (user_id, payee, paid_on) include (gross_pay) where status = 'paid';
create index billing_paid_on_idx on billing (user_id, paid_on) where paid_on is not null;
create index billing_payee_idx on billing (user_id, payee, settlement_date);
create index billing_pending_idx on billing (user_id, truck_id, settlement_date) include (id, payee) where status = 'pending';
create index billing_settlement_date_idx on billing (user_id, settlement_date, id) include (total_expenses, extra_pay, status);
create unique index billing_truck_id_settlement_date_key on billing (user_id, truck_id, settlement_date) where status <> 'void';
create index billing_voided_day_idx on billing (user_id, ((voided_at at time zone 'utc')::date)) where voided_at is not null;
create index billing_without_payee_idx on billing (user_id, id) where owner_id is null and driver_id is null and (status = any (array['approved', 'paid']));

-- What an adjustment on settlement "billing_id" changed of the loads of statement "corrects": "amount" of revenue in
-- money; revenue, miles, empty miles and count of loads as the base of deductions. Both revenues are equal, except for
-- loads with adjustments of revenue alone.
create table adjusted_loads (
  user_id uuid not null,
  id bigint not null generated always as identity,
  corrects bigint not null,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  amount numeric(14,2) not null,
  revenue numeric(14,2) not null,
  miles numeric(14,2) not null,
  empty_miles numeric(14,2) not null,
  loads integer not null,
  voided boolean not null default false,
  created_at timestamptz not null default now(),
  factored numeric(14,2) not null default 0,
  fee numeric(14,2) not null default 0,
  constraint adjusted_loads_pkey primary key (user_id, id),
  constraint adjusted_loads_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint adjusted_loads_corrects_fkey foreign key (user_id, corrects) references billing(user_id, id) on delete cascade,
  constraint adjusted_loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index adjusted_loads_billing_id_idx on adjusted_loads (user_id, billing_id);
create index adjusted_loads_corrects_idx on adjusted_loads (user_id, corrects, load_id);

-- Wrong passwords by email and sign-ups by address, shared by every copy of the server (SPEC B6).
-- The subject is a hash: the table does not show which emails were tried.
create table attempts (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  happened_at timestamptz not null default now(),
  constraint attempts_pkey primary key (id)
);
create index attempts_subject_idx on attempts (kind, subject, happened_at);

-- Who did what: each change of a record with its values before and after, logins, exports. Triggers write it, so that no change is
-- left out. Rows are only added.
create table audit (
  user_id uuid not null,
  id bigint not null generated always as identity,
  action text not null,
  -- The table and the record, if the event is about one, and the record's label at that time.
  subject text,
  subject_id bigint,
  label text,
  before jsonb,
  after jsonb,
  -- The program that made the change: "haulbook" for the app.
  via text not null default program_name(),
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  -- What a linked record was called when the change was made: {"drivers/7": "Ana"}. It may be renamed or gone later.
  names jsonb,
  -- The audit log names the person (SPEC C70). The app sets haulbook.person in each transaction of a request. No link to
  -- persons: an event stays as it is.
  person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid,
  save_id bigint not null,
  constraint audit_pkey primary key (user_id, id),
  constraint audit_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index audit_created_idx on audit (user_id, created_at, id);
create index audit_first_idx on audit (user_id, created_at, id) where save_id = id;
create index audit_person_idx on audit (user_id, person_id, save_id, id) where person_id is not null;
create index audit_save_idx on audit (user_id, save_id, id) include (subject, action);
create index audit_subject_idx on audit (user_id, subject, subject_id, id);

create table deduction_rules (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint,
  category text not null,
  description text not null,
  basis text not null,
  value numeric not null,
  first_day date,
  last_day date,
  balance text not null default 'none',
  total numeric(12,2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  owner_id bigint,
  driver_id bigint,
  frequency text not null default 'settlement',
  every_weeks integer,
  floor numeric(12,2),
  shortfall text not null default 'never',
  priority integer,
  kind text not null default 'deduction',
  extra_pay text,
  -- A deduction can be limited to a percentage of the net, as child support is (15 USC 1673, SPEC C316).
  net_percent numeric,
  constraint deduction_rules_pkey primary key (user_id, id),
  constraint deduction_rules_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id) on delete cascade,
  constraint deduction_rules_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint deduction_rules_balance_check check (balance = any (array['none', 'advance', 'loan', 'escrow'])),
  constraint deduction_rules_basis_check check (basis = any (array['percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee'])),
  constraint deduction_rules_category_check check (category = any (array['fuel', 'truckPayment', 'trailerRental', 'insurance', 'maintenance', 'tires', 'permits', 'tolls', 'parking', 'factoring', 'other'])),
  constraint deduction_rules_check check ((balance = 'none') = (total is null)),
  constraint deduction_rules_check1 check (value > 0::numeric and total > 0::numeric),
  constraint deduction_rules_check2 check (last_day >= first_day),
  constraint deduction_rules_decimals_check check (min_scale(value) <= case when basis = 'fixed' then 2 else 4 end and value < 100000000::numeric),
  constraint deduction_rules_driver_check check (driver_id is null or truck_id is null or balance <> 'none'),
  constraint deduction_rules_extra_pay_check check (case when kind = 'extra-pay' then extra_pay is not null and (extra_pay = any (array['detention', 'layover', 'bonus', 'other'])) and category = 'other' and balance = 'none' else extra_pay is null end),
  constraint deduction_rules_factoring_check check ((basis <> all (array['factored-percent', 'factoring-fee'])) or kind = 'deduction' and category = 'factoring' and frequency = 'settlement' and total is null),
  constraint deduction_rules_floor_check check (floor >= 0::numeric),
  constraint deduction_rules_frequency_check check (frequency = any (array['settlement', 'week', 'month', 'weeks'])),
  constraint deduction_rules_fuel_check check (category <> 'fuel' or (basis <> all (array['percent-after-fuel', 'percent-of-net'])) and floor is null),
  constraint deduction_rules_kind_check check (kind = any (array['deduction', 'extra-pay'])),
  constraint deduction_rules_net_percent_check check (net_percent is null or net_percent > 0::numeric and net_percent <= 100::numeric and min_scale(net_percent) <= 4 and kind = 'deduction' and category <> 'fuel' and (basis <> all (array['percent-of-net', 'factored-percent', 'factoring-fee']))),
  constraint deduction_rules_owner_check check (owner_id is null or truck_id is null or balance <> 'none'),
  constraint deduction_rules_payee_check check (owner_id is null or driver_id is null),
  constraint deduction_rules_priority_check check (priority >= 1 and priority <= 99),
  constraint deduction_rules_shortfall_check check (shortfall = any (array['later', 'never'])),
  constraint deduction_rules_weeks_check check (case when frequency = 'weeks' then every_weeks is not null and every_weeks >= 2 and every_weeks <= 52 and first_day is not null else every_weeks is null end)
);
create index deduction_rules_truck_id_idx on deduction_rules (user_id, truck_id);

-- Balances belong to the payee (SPEC C20). What changes a balance outside of settlements is an entry: a repayment, a
-- write-off, a transfer, interest. An entry is posted once and never deleted. Its undo is another entry.
create table balance_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  -- Null: the balance of a deduction that is for all trucks of one payee.
  truck_id bigint,
  payee text not null,
  kind text not null,
  day date not null,
  -- Dollars. Negative: an undo.
  amount numeric(14,2) not null,
  -- What it adds to the amount that statements have deducted.
  effect numeric(14,2) not null,
  method text,
  reference text,
  reason text,
  -- Of a transfer: the other balance.
  other_rule_id bigint,
  -- Of interest: the first day of the quarter, the rate in percent, and the daily balances added up.
  quarter date,
  rate numeric,
  balance_days numeric(20,2),
  undoes bigint,
  undone boolean not null default false,
  -- The statement that shows it first.
  stated_on bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint balance_entries_pkey primary key (user_id, id),
  constraint balance_entries_other_rule_id_fkey foreign key (user_id, other_rule_id) references deduction_rules(user_id, id),
  constraint balance_entries_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint balance_entries_stated_on_fkey foreign key (user_id, stated_on) references billing(user_id, id),
  constraint balance_entries_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint balance_entries_undoes_fkey foreign key (user_id, undoes) references balance_entries(user_id, id),
  constraint balance_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint balance_entries_amount_check check (amount <> 0::numeric and (amount < 0::numeric) = (undoes is not null)),
  constraint balance_entries_effect_check check (case kind when 'transfer-out' then abs(effect) = abs(amount) when 'transfer-in' then effect = 0::numeric or effect = amount else effect = amount end),
  constraint balance_entries_interest_check check (num_nonnulls(quarter, rate, balance_days) = case kind when 'interest' then 3 else 0 end),
  constraint balance_entries_kind_check check (kind = any (array['repayment', 'write-off', 'interest', 'transfer-out', 'transfer-in'])),
  constraint balance_entries_method_check check (case when kind = 'repayment' then method is not null else method is null and reference is null end),
  constraint balance_entries_reason_check check ((kind = any (array['repayment', 'interest'])) and undoes is null or reason is not null),
  constraint balance_entries_transfer_check check ((other_rule_id is not null) = (kind = any (array['transfer-out', 'transfer-in'])))
);
create index balance_entries_payee_idx on balance_entries (user_id, payee, rule_id);
create unique index balance_entries_quarter_key on balance_entries (user_id, rule_id, truck_id, payee, quarter) nulls not distinct where kind = 'interest' and undoes is null and not undone;
create index balance_entries_rule_id_idx on balance_entries (user_id, rule_id, truck_id);
create index balance_entries_stated_on_idx on balance_entries (user_id, stated_on) where stated_on is not null;
create unique index balance_entries_undoes_key on balance_entries (user_id, undoes) where undoes is not null;

create table billing_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- Of brokers without their own terms.
  terms_days integer not null,
  numbering text not null,
  number_prefix text,
  -- Null: the company.
  remit_to_name text,
  remit_to_address text,
  mc_number text,
  dot_number text,
  note text,
  starts_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The first invoice number of an account can be chosen before its first approval (SPEC C344).
  first_number integer not null default 1,
  constraint billing_settings_pkey primary key (user_id, id),
  constraint billing_settings_user_id_key unique (user_id),
  constraint billing_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint billing_settings_first_number_check check (first_number >= 1 and first_number <= 999999999),
  constraint billing_settings_number_prefix_check check (number_prefix ~ '^[A-Za-z0-9_-]{1,10}$'),
  constraint billing_settings_numbering_check check (numbering = any (array['sequence', 'load-number'])),
  constraint billing_settings_terms_days_check check (terms_days >= 0 and terms_days <= 365)
);

-- A file that was searched for the account's brokers. Only the rows of these brokers are kept.
create table broker_files (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  -- The day on which the user downloaded it.
  day date not null,
  name text not null,
  -- Of the whole file, and how many brokers have a row.
  row_count integer not null,
  found integer not null,
  imported_by uuid not null,
  imported_at timestamptz not null default now(),
  constraint broker_files_pkey primary key (user_id, id),
  constraint broker_files_day_key unique (user_id, kind, day),
  constraint broker_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint broker_files_kind_check check (kind = any (array['authority', 'insurance', 'census']))
);

-- One row for each broker that a file was searched for, also if it has none, and one for each check by hand. It has no link to the
-- broker: it survives while the broker is in the trash.
create table broker_checks (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  source text not null,
  -- Of the file, or of the check by hand.
  day date not null,
  result text not null,
  -- The numbers that the broker had: "USDOT 1234567, MC 123456".
  searched text,
  -- What the file has, by title.
  rows jsonb,
  note text,
  file_id bigint,
  checked_by uuid not null,
  checked_at timestamptz not null default now(),
  constraint broker_checks_pkey primary key (user_id, id),
  constraint broker_checks_file_id_fkey foreign key (user_id, file_id) references broker_files(user_id, id) on delete cascade,
  constraint broker_checks_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint broker_checks_result_check check (result = any (array['active', 'not-active', 'absent', 'unclear'])),
  constraint broker_checks_rows_check check (case source when 'hand' then file_id is null and rows is null and result <> 'absent' else file_id is not null and searched is not null and result <> 'unclear' and (result = 'absent') = (rows = '[]'::jsonb) and rows is not null end),
  constraint broker_checks_source_check check (source = any (array['authority', 'insurance', 'census', 'hand']))
);
create index broker_checks_broker_id_idx on broker_checks (user_id, broker_id, source, day);
create unique index broker_checks_file_id_key on broker_checks (user_id, file_id, broker_id) where file_id is not null;

create table brokers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  company_name text collate natural_number not null,
  contact_person text,
  phone text,
  email text,
  mc_number text collate natural_number,
  dot_number text collate natural_number,
  address text,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  bill_to_name text,
  bill_to_address text,
  invoice_email text,
  carrier_id text,
  -- Null: the account's default terms. 0: due on receipt.
  terms_days integer,
  quick_pay_percent numeric,
  quick_pay_within integer,
  credit_limit numeric(12,2),
  -- Brokers have a status. A broker with invoices can't be deleted; it becomes inactive (SPEC C356, C357).
  status text not null default 'active',
  constraint brokers_pkey primary key (user_id, id),
  constraint brokers_dot_number_key unique (user_id, dot_number),
  constraint brokers_mc_number_key unique (user_id, mc_number),
  constraint brokers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint brokers_credit_limit_check check (credit_limit >= 0::numeric),
  constraint brokers_quick_pay_percent_check check (quick_pay_percent >= 0::numeric and quick_pay_percent <= 100::numeric and min_scale(quick_pay_percent) <= 4),
  constraint brokers_quick_pay_within_check check (quick_pay_within >= 0 and quick_pay_within <= 365),
  constraint brokers_status_check check (status = any (array['active', 'inactive'])),
  constraint brokers_terms_days_check check (terms_days >= 0 and terms_days <= 365)
);
create index brokers_company_name_idx on brokers (user_id, company_name);

create table closed_changes (
  user_id uuid not null,
  id bigint not null generated always as identity,
  source text not null,
  record_id bigint not null,
  -- The entry was deleted, such as a write-off that was undone.
  deleted boolean not null default false,
  day date not null,
  amount numeric(14,2) not null,
  -- What the entry was when it was made: its kind, its number, and who it is about.
  kind text,
  number text,
  name text,
  closed_through date not null,
  reason text not null,
  person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid,
  changed_at timestamptz not null default now(),
  constraint closed_changes_pkey primary key (user_id, id),
  constraint closed_changes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint closed_changes_day_check check (day <= closed_through),
  constraint closed_changes_source_check check (source = any (array['receivable', 'settlement', 'settlement-void', 'payment', 'payment-reversal', 'payment-closing', 'factor-deposit', 'factor-deposit-void', 'balance-entry']))
);

-- Comments on a load or a settlement, and the members they mention (SPEC C84, C85). A comment on a load has no link to it: it
-- survives while the load is in the trash. Persons have no link: the memberships of a deleted account go before its rows.
create table comments (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id bigint,
  billing_id bigint,
  person_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  -- By its author.
  deleted_at timestamptz,
  constraint comments_pkey primary key (user_id, id),
  constraint comments_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint comments_subject_check check (num_nonnulls(load_id, billing_id) = 1)
);
create index comments_billing_id_idx on comments (user_id, billing_id, id) where billing_id is not null;
create index comments_load_id_idx on comments (user_id, load_id, id) where load_id is not null;

create table comment_mentions (
  user_id uuid not null,
  comment_id bigint not null,
  person_id uuid not null,
  read_at timestamptz,
  -- "answer": the comment answers one in which its author was mentioned, by the person of this row.
  kind text not null default 'mention',
  constraint comment_mentions_pkey primary key (user_id, comment_id, person_id),
  constraint comment_mentions_comment_id_fkey foreign key (user_id, comment_id) references comments(user_id, id) on delete cascade,
  constraint comment_mentions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint comment_mentions_kind_check check (kind = any (array['mention', 'answer']))
);
create index comment_mentions_unread_idx on comment_mentions (user_id, person_id, comment_id) where read_at is null;

-- Factors: who buys invoices, and the account of each (SPEC C210–C216).
create table factors (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text not null,
  -- What invoices print: where the broker pays, and the notice of assignment.
  remit_to text not null,
  notice text not null,
  email text,
  -- The factor's number for the carrier.
  client_number text,
  advance_percent numeric not null,
  fee_percent numeric not null,
  -- Days from the purchase. Null: without recourse.
  recourse_days integer,
  -- For brokers without an own choice: invoices of these days go to this factor.
  is_default boolean not null default false,
  first_day date not null,
  last_day date,
  -- Columns of the CSV file of a schedule.
  file jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factors_pkey primary key (user_id, id),
  constraint factors_name_key unique (user_id, name),
  constraint factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factors_advance_percent_check check (advance_percent >= 0::numeric and advance_percent <= 100::numeric and min_scale(advance_percent) <= 4),
  constraint factors_days_check check (last_day >= first_day),
  constraint factors_fee_percent_check check (fee_percent >= 0::numeric and fee_percent <= 100::numeric and min_scale(fee_percent) <= 4),
  constraint factors_percents_check check ((advance_percent + fee_percent) <= 100::numeric),
  constraint factors_recourse_days_check check (recourse_days >= 1 and recourse_days <= 365)
);

-- An invoice or a credit note. A draft has no number, and its lines follow the charges of its loads. Approval freezes both.
create table invoices (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null default 'invoice',
  state text not null default 'draft',
  -- As it is printed, and its place in the account's sequence without gaps.
  number text collate natural_number,
  sequence integer,
  broker_id bigint not null,
  invoice_date date,
  -- 0: due on receipt.
  terms_days integer not null,
  due_on date,
  -- Of a draft: 0. Of a credit note: not above 0.
  total numeric(14,2) not null default 0,
  -- The sum of its ledger entries.
  open_amount numeric(14,2) not null default 0,
  -- Of a credit note: the credited invoice. Of an invoice: the one it replaces, or the one it adds charges to.
  credits_id bigint,
  rebills_id bigint,
  supplements_id bigint,
  -- The factor that the broker pays. Null: the broker pays the carrier.
  factor_id bigint,
  note text,
  approved_at timestamptz,
  approved_by uuid,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What its credit notes add up to, positive. Kept with the open amount.
  credited_amount numeric(14,2) not null default 0,
  -- Kept: the first day of a sending that was not undone. Null: not sent.
  sent_on date,
  -- The aging of any day reads the invoices that were open then. An invoice keeps the day of its newest entry in the ledger:
  -- it was open on a day only if it is open today, or if an entry came after that day. Few take longer than 180 days.
  last_entry_on date,
  constraint invoices_pkey primary key (user_id, id),
  constraint invoices_number_key unique (user_id, number),
  constraint invoices_sequence_key unique (user_id, sequence),
  constraint invoices_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint invoices_credits_id_fkey foreign key (user_id, credits_id) references invoices(user_id, id),
  constraint invoices_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint invoices_rebills_id_fkey foreign key (user_id, rebills_id) references invoices(user_id, id),
  constraint invoices_supplements_id_fkey foreign key (user_id, supplements_id) references invoices(user_id, id),
  constraint invoices_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoices_approved_check check (case when state = 'draft' then num_nonnulls(number, sequence, due_on, approved_at) = 0 and total = 0::numeric and open_amount = 0::numeric else num_nulls(number, sequence, invoice_date, due_on, approved_at) = 0 end),
  constraint invoices_credits_check check ((kind = 'credit-note') = (credits_id is not null)),
  constraint invoices_kind_check check (kind = any (array['invoice', 'credit-note'])),
  constraint invoices_open_amount_check check (open_amount >= 0::numeric and open_amount <= greatest(total, 0::numeric) and (kind = 'invoice' and state = 'approved' or open_amount = 0::numeric)),
  constraint invoices_state_check check (state = any (array['draft', 'approved', 'void'])),
  constraint invoices_terms_days_check check (terms_days >= 0 and terms_days <= 365),
  constraint invoices_total_check check (case kind when 'invoice' then total >= 0::numeric else total <= 0::numeric end),
  constraint invoices_void_check check ((state = 'void') = (num_nonnulls(voided_on, void_reason) = 2) and num_nonnulls(voided_on, void_reason) <> 1)
);
create index invoices_broker_id_idx on invoices (user_id, broker_id, id);
create index invoices_credits_id_idx on invoices (user_id, credits_id) where credits_id is not null;
create index invoices_draft_idx on invoices (user_id, id) where state = 'draft';
create index invoices_due_idx on invoices (user_id, due_on, id) where open_amount > 0::numeric;
create index invoices_invoice_date_idx on invoices (user_id, invoice_date, id) include (last_entry_on, broker_id);
create index invoices_last_entry_on_idx on invoices (user_id, last_entry_on);
create index invoices_long_open_idx on invoices (user_id, last_entry_on) include (invoice_date, broker_id) where (last_entry_on - invoice_date) > 180;
create index invoices_number_start_idx on invoices (user_id, lower(number collate "default") collate "C");
create index invoices_open_idx on invoices (user_id, broker_id, id) include (due_on, open_amount) where open_amount > 0::numeric;
create index invoices_void_idx on invoices (user_id, id) where state = 'void';

-- Each contact with a broker about what it owes. A sent reminder is one too.
create table contacts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null,
  text text not null,
  -- When to follow up. Null: no need.
  next_on date,
  -- The reminder that was sent.
  reminder text,
  person_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contacts_pkey primary key (user_id, id),
  constraint contacts_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint contacts_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint contacts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint contacts_kind_check check (kind = any (array['email', 'call', 'portal', 'letter', 'other'])),
  constraint contacts_reminder_check check (reminder = any (array['before', 'due', 'final'])),
  constraint contacts_reminder_invoice_check check (reminder is null or invoice_id is not null)
);
create index contacts_broker_id_idx on contacts (user_id, broker_id, day);
create index contacts_invoice_id_idx on contacts (user_id, invoice_id) where invoice_id is not null;

create table dispatchers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  name text collate natural_number not null,
  phone text not null,
  extension text,
  email text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint dispatchers_pkey primary key (user_id, id),
  constraint dispatchers_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What a broker disputes of an invoice. A closed dispute stays.
create table disputes (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  reason text not null,
  amount numeric(14,2) not null,
  opened_on date not null,
  note text,
  next_step text,
  next_on date,
  closed_on date,
  outcome text,
  -- The short pay behind it.
  difference_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint disputes_pkey primary key (user_id, id),
  constraint disputes_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint disputes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint disputes_amount_check check (amount > 0::numeric),
  constraint disputes_closed_check check ((closed_on is null) = (outcome is null) and closed_on >= opened_on),
  constraint disputes_outcome_check check (outcome = any (array['paid', 'credited', 'written-off', 'withdrawn', 'other'])),
  constraint disputes_reason_check check (reason = any (array['missing-paper', 'rate', 'not-approved', 'late-fee', 'damage-claim', 'lumper', 'other']))
);
create index disputes_invoice_id_idx on disputes (user_id, invoice_id) include (amount, opened_on, closed_on);

-- Papers that a driver or a truck owner sent, for each member who has not opened the load since (SPEC C138).
create table document_arrivals (
  user_id uuid not null,
  person_id uuid not null,
  load_id bigint not null,
  documents integer not null default 1,
  sender text not null,
  arrived_at timestamptz not null default now(),
  constraint document_arrivals_pkey primary key (user_id, person_id, load_id),
  constraint document_arrivals_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index document_arrivals_newest_idx on document_arrivals (user_id, person_id, arrived_at desc);
create index document_arrivals_old_idx on document_arrivals (arrived_at);

-- Papers of loads (SPEC C110–C118). A file is stored in parts, once per account, and its documents name it by its digest.
create table document_files (
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Null while the file is being uploaded.
  sha256 text,
  bytes integer not null default 0,
  parts integer not null default 0,
  created_at timestamptz not null default now(),
  constraint document_files_pkey primary key (user_id, id),
  constraint document_files_sha256_key unique (user_id, sha256),
  constraint document_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- One row for the company, without a broker, and one for each broker with its own rules. It has no link to the broker: it
-- survives while the broker is in the trash.
create table document_needs (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint,
  -- For loads picked up from this day on.
  first_day date not null,
  -- By kind of document: "always", "never", or the kind of charge that needs it.
  to_settle jsonb not null,
  to_bill jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint document_needs_pkey primary key (user_id, id),
  constraint document_needs_broker_id_key unique nulls not distinct (user_id, broker_id),
  constraint document_needs_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table document_parts (
  user_id uuid not null,
  file_id uuid not null,
  number integer not null,
  bytes bytea not null,
  constraint document_parts_pkey primary key (user_id, file_id, number),
  constraint document_parts_file_id_fkey foreign key (user_id, file_id) references document_files(user_id, id) on delete cascade,
  constraint document_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- A document has no link to its load: it stays while the load is in the trash.
create table documents (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- Null in the inbox.
  load_id bigint,
  kind text not null,
  stop text,
  original_name text not null,
  type text not null,
  pages integer not null,
  bytes integer not null,
  sha256 text not null,
  verdict text not null default 'unseen',
  verdict_reason text,
  replaces_id bigint,
  -- The person, or the upload link.
  uploaded_by uuid,
  upload_link_id bigint,
  uploaded_at timestamptz not null default now(),
  -- The load's BOL status before this document set it to received. Null once a person has changed it.
  bol_status_before text,
  -- Set when it was sent to somebody: then it can't be deleted.
  sent_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Documents that belong to no load: the release letters of a factor, and what a person looked at for a check of a broker (SPEC C290, C291).
  factor_id bigint,
  check_id bigint,
  constraint documents_pkey primary key (user_id, id),
  constraint documents_check_id_fkey foreign key (user_id, check_id) references broker_checks(user_id, id),
  constraint documents_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint documents_file_fkey foreign key (user_id, sha256) references document_files(user_id, sha256),
  constraint documents_replaces_id_fkey foreign key (user_id, replaces_id) references documents(user_id, id),
  constraint documents_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint documents_kind_check check (kind = any (array['rate-confirmation', 'bol', 'pod', 'lumper-receipt', 'scale-ticket', 'detention-proof', 'receipt', 'other'])),
  constraint documents_one_place_check check (num_nonnulls(load_id, factor_id, check_id) <= 1),
  constraint documents_pages_check check (pages >= 1 and pages <= 100),
  constraint documents_sent_check check (sent_at is null or deleted_at is null),
  constraint documents_stop_check check (stop = any (array['pickup', 'delivery'])),
  constraint documents_type_check check (type = any (array['application/pdf', 'image/jpeg', 'image/png'])),
  constraint documents_verdict_check check (verdict = any (array['unseen', 'readable', 'sent-back']))
);
create index documents_check_id_idx on documents (user_id, check_id) where check_id is not null;
create index documents_factor_id_idx on documents (user_id, factor_id) where factor_id is not null;
create index documents_inbox_idx on documents (user_id, id) where load_id is null and deleted_at is null;
create index documents_load_id_idx on documents (user_id, load_id, id) where load_id is not null;
create index documents_replaces_id_idx on documents (user_id, replaces_id) where replaces_id is not null;
create index documents_sha256_idx on documents (user_id, sha256);
create index documents_upload_link_id_idx on documents (user_id, upload_link_id, id) where upload_link_id is not null;
create index documents_uploaded_by_idx on documents (user_id, uploaded_by, uploaded_at) where uploaded_by is not null;

-- Which keys this database's secrets are encrypted with: a digest each, from which no key can be told.
create table encryption_keys (
  id text not null,
  created_at timestamptz not null default now(),
  constraint encryption_keys_pkey primary key (id)
);

-- The rates of escrow interest: the 13-week Treasury bill as of the first day of each quarter (49 CFR 376.12(k)).
create table escrow_rates (
  user_id uuid not null,
  id bigint not null generated always as identity,
  quarter date not null,
  rate numeric not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint escrow_rates_pkey primary key (user_id, id),
  constraint escrow_rates_quarter_key unique (user_id, quarter),
  constraint escrow_rates_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint escrow_rates_quarter_check check (extract(day from quarter) = 1::numeric and (extract(month from quarter) = any (array[1::numeric, 4::numeric, 7::numeric, 10::numeric]))),
  constraint escrow_rates_rate_check check (rate >= 0::numeric and rate <= 100::numeric and min_scale(rate) <= 4)
);

create table expenses (
  user_id uuid not null,
  id bigint not null generated always as identity,
  billing_id bigint not null,
  truck_id bigint not null,
  category text not null,
  description text,
  amount numeric(12,2) not null,
  date date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kind text not null default 'entered',
  reference text,
  quantity numeric,
  rate numeric,
  -- No link: a statement keeps what it says when the load is deleted.
  load_id bigint,
  formula text,
  version integer not null default 1,
  rule_id bigint,
  -- Of a rule's line: the rule, stored or from the settings.
  rule_key text,
  by_hand boolean not null default false,
  -- Set with the void of its statement, which it stays on.
  voided boolean not null default false,
  carried_from bigint,
  corrects bigint,
  taken_over boolean not null default false,
  -- A rule's line that a person deleted: it stays, so that the rule does not add it again.
  skipped boolean not null default false,
  -- What a rule's line was computed from: the rule's basis and value, and dollars of revenue, miles or loads.
  basis text,
  basis_value numeric,
  basis_figure numeric(14,2),
  -- The rule's total after the line, and its target. Set at approval.
  reached numeric(14,2),
  reached_of numeric(14,2),
  -- Of an adjustment: the number of the load that changed.
  load_number text,
  -- A transfer to another payee records its reason (SPEC C10).
  transfer_reason text,
  rule_scope text,
  rule_period text,
  net_floor numeric(12,2),
  limited boolean not null default false,
  deferred numeric(12,2) not null default 0,
  restates bigint,
  adjusts_pay boolean not null default false,
  extra_pay text,
  subject_to_percent boolean not null default false,
  offset_with bigint,
  -- `net_figure`: the net that the percentage was taken of.
  net_percent numeric,
  net_figure numeric(14,2),
  -- The number of an installment, if every line so far was the full value (SPEC C317).
  installment bigint,
  constraint expenses_pkey primary key (user_id, id),
  constraint expenses_billing_id_fkey foreign key (user_id, billing_id, truck_id) references billing(user_id, id, truck_id) on delete cascade,
  constraint expenses_carried_from_fkey foreign key (user_id, carried_from) references billing(user_id, id),
  constraint expenses_corrects_fkey foreign key (user_id, corrects) references billing(user_id, id),
  constraint expenses_offset_with_fkey foreign key (user_id, offset_with) references billing(user_id, id),
  constraint expenses_restates_fkey foreign key (user_id, restates) references expenses(user_id, id),
  constraint expenses_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint expenses_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint expenses_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint expenses_adjusts_pay_check check (not adjusts_pay or restates is not null),
  constraint expenses_basis_check check (case when basis is null then basis_value is null and basis_figure is null else (kind = any (array['rule', 'extra-pay', 'withholding'])) and (basis = any (array['percent', 'percent-after-fuel', 'percent-of-net', 'fixed', 'per-mile', 'per-empty-mile', 'per-load', 'factored-percent', 'factoring-fee'])) and basis_value is not null and (basis_figure is null) = (basis = 'fixed') end),
  constraint expenses_carry_check check ((kind = 'carry-in') = (carried_from is not null) and (kind <> 'carry-in' or amount > 0::numeric) and (kind <> 'carry-out' or amount < 0::numeric)),
  constraint expenses_category_check check (category = any (array['fuel', 'truckPayment', 'trailerRental', 'insurance', 'maintenance', 'tires', 'permits', 'tolls', 'parking', 'factoring', 'other'])),
  constraint expenses_correction_check check ((kind = 'correction') = (corrects is not null)),
  constraint expenses_decimals_check check (min_scale(rate) <= 4 and abs(rate) < 100000000::numeric and min_scale(quantity) <= 3 and abs(quantity) < '1000000000000'::bigint::numeric and min_scale(basis_value) <= 4 and abs(basis_value) < 100000000::numeric),
  constraint expenses_description_check check (category <> 'other' or kind = 'plain' or description is not null),
  constraint expenses_extra_pay_check check (case when kind = 'extra-pay' then extra_pay is not null and (extra_pay = any (array['detention', 'layover', 'bonus', 'other'])) and category = 'other' and amount <= 0::numeric else extra_pay is null and not subject_to_percent end),
  constraint expenses_factoring_check check (coalesce((basis <> all (array['factored-percent', 'factoring-fee'])) or kind = 'rule' and rule_id is not null and rule_key = (('rule:' || rule_id) || coalesce(':load:' || load_id, '')), true)),
  constraint expenses_kind_check check (kind = any (array['plain', 'entered', 'rule', 'refund', 'carry-in', 'carry-out', 'correction', 'extra-pay', 'offset', 'withholding'])),
  constraint expenses_limit_check check ((net_floor is null or basis is not null) and (not limited or net_floor is not null) and (deferred = 0::numeric or net_floor is not null)),
  constraint expenses_net_percent_check check ((net_percent is null) = (net_figure is null) and (net_percent is null or net_floor is not null)),
  constraint expenses_offset_check check ((kind = 'offset') = (offset_with is not null) and (kind <> 'offset' or category = 'other' and amount <> 0::numeric and offset_with <> billing_id)),
  constraint expenses_reached_check check ((reached is null) = (reached_of is null)),
  constraint expenses_refund_check check (kind <> 'refund' or rule_id is not null and amount < 0::numeric),
  constraint expenses_restates_check check (restates is null or kind = 'correction'),
  constraint expenses_rule_key_check check (kind <> 'rule' or rule_key is not null),
  constraint expenses_rule_key_kind_check check (rule_key is null or (kind = any (array['rule', 'extra-pay']))),
  constraint expenses_rule_period_check check ((rule_scope is null) = (rule_period is null) and (rule_period is null or rule_id is not null)),
  constraint expenses_skipped_check check (not skipped or rule_key is not null and amount = 0::numeric),
  constraint expenses_taken_over_check check (not taken_over or (kind = any (array['carry-in', 'correction']))),
  constraint expenses_transfer_reason_check check (transfer_reason is null or taken_over),
  constraint expenses_withholding_check check (kind <> 'withholding' or category = 'other' and amount >= 0::numeric and rule_key is null and basis is not null and basis = 'percent' and not by_hand)
);
create index expenses_billing_id_idx on expenses (user_id, billing_id);
create unique index expenses_carry_in_key on expenses (user_id, carried_from) where kind = 'carry-in' and not voided;
create index expenses_carry_out_idx on expenses (user_id, billing_id) include (truck_id, amount) where kind = 'carry-out' and not voided;
create unique index expenses_carry_out_key on expenses (user_id, billing_id) where kind = 'carry-out';
create index expenses_corrects_idx on expenses (user_id, corrects, load_id) include (amount) where corrects is not null;
create index expenses_deferred_idx on expenses (user_id, rule_id) where deferred <> 0::numeric and not voided;
create unique index expenses_offset_key on expenses (user_id, offset_with, billing_id) where offset_with is not null;
create unique index expenses_plain_key on expenses (user_id, billing_id, category) where kind = 'plain';
create index expenses_refunds_idx on expenses (user_id, rule_id, truck_id) include (billing_id) where kind = 'refund' and not voided;
create index expenses_restates_idx on expenses (user_id, restates) include (amount) where restates is not null;
create index expenses_rule_id_idx on expenses (user_id, rule_id, truck_id) include (amount) where rule_id is not null;
create unique index expenses_rule_key on expenses (user_id, truck_id, rule_key, date) where kind = 'rule' and not voided;
create unique index expenses_rule_period_key on expenses (user_id, rule_id, rule_scope, rule_period) where rule_period is not null and not voided;
create unique index expenses_withholding_key on expenses (user_id, billing_id) where kind = 'withholding';

create table export_batches (
  user_id uuid not null,
  id bigint not null generated always as identity,
  format text not null,
  first_day date not null,
  last_day date not null,
  records integer not null,
  debits numeric(16,2) not null,
  sha256 text not null,
  bytes integer not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  -- A file can have several parts, because QuickBooks Online imports at most 100 invoices at once (SPEC C372). The content has
  -- them one after the other, each with the heading.
  parts integer not null default 1,
  constraint export_batches_pkey primary key (user_id, id),
  constraint export_batches_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint export_batches_days_check check (last_day >= first_day),
  constraint export_batches_format_check check (format = any (array['qbo-journal', 'qbo-invoices', 'iif'])),
  constraint export_batches_records_check check (records > 0)
);

-- A record is in one batch. `figure`: what its group's register counts.
create table export_entries (
  user_id uuid not null,
  source text not null,
  record_id bigint not null,
  batch_id bigint not null,
  day date not null,
  group_name text not null,
  figure numeric(14,2) not null,
  constraint export_entries_pkey primary key (user_id, source, record_id),
  constraint export_entries_batch_id_fkey foreign key (user_id, batch_id) references export_batches(user_id, id) on delete cascade,
  constraint export_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint export_entries_source_check check (source = any (array['receivable', 'settlement', 'settlement-void', 'payment', 'payment-reversal', 'payment-closing', 'balance-entry', 'factor-entry', 'factor-entry-void', 'factor-deposit', 'factor-deposit-void']))
);
create index export_entries_batch_id_idx on export_entries (user_id, batch_id);
create index export_entries_day_idx on export_entries (user_id, day) include (group_name);
create index export_entries_invoices_idx on export_entries (user_id, day) include (group_name) where group_name = any (array['Invoices', 'Void invoices', 'Credit notes', 'Void credit notes']);

-- The file itself and its cover page: a second download has the same bytes.
create table export_files (
  user_id uuid not null,
  batch_id bigint not null,
  content text not null,
  cover text not null,
  constraint export_files_pkey primary key (user_id, batch_id),
  constraint export_files_batch_id_fkey foreign key (user_id, batch_id) references export_batches(user_id, id) on delete cascade,
  constraint export_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The choice for a broker in place of the default. `factor_id` null: billed directly. `approved_limit`: of the factor for this broker.
create table factor_brokers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  factor_id bigint,
  approved_limit numeric(12,2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factor_brokers_pkey primary key (user_id, id),
  constraint factor_brokers_broker_id_key unique (user_id, broker_id),
  constraint factor_brokers_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint factor_brokers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_brokers_approved_limit_check check (approved_limit >= 0::numeric),
  constraint factor_brokers_limit_check check (factor_id is not null or approved_limit is null)
);

-- What a factor reports on one day: the money it wired, and the entries that make it up. A carrier that pays the factor has a
-- negative amount. A report without money has 0.
create table factor_deposits (
  user_id uuid not null,
  id bigint not null generated always as identity,
  factor_id bigint not null,
  day date not null,
  amount numeric(14,2) not null,
  reference text,
  note text,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factor_deposits_pkey primary key (user_id, id),
  constraint factor_deposits_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint factor_deposits_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_deposits_void_check check (num_nonnulls(voided_on, void_reason) <> 1)
);
create index factor_deposits_factor_id_idx on factor_deposits (user_id, factor_id, day);

-- `cash`: its part of the deposit. `reserve`: what it adds to the reserve that the factor holds.
create table factor_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  deposit_id bigint not null,
  factor_id bigint not null,
  -- Of its deposit.
  day date not null,
  kind text not null,
  invoice_id bigint,
  amount numeric(14,2) not null,
  reference text,
  reserve numeric(14,2) generated always as (case when kind = 'reserve' then amount when kind = any (array['reserve-released', 'reserve-fee', 'reserve-chargeback', 'reserve-cost']) then - amount else 0::numeric end) stored,
  voided boolean not null default false,
  created_at timestamptz not null default now(),
  cash numeric(14,2) generated always as (case when kind = any (array['advance', 'reserve-released', 'fuel-advance']) then amount when kind = any (array['chargeback', 'late-fee', 'cost', 'fuel-advance-repaid', 'forwarded']) then - amount else 0::numeric end) stored,
  constraint factor_entries_pkey primary key (user_id, id),
  constraint factor_entries_deposit_id_fkey foreign key (user_id, deposit_id) references factor_deposits(user_id, id) on delete cascade,
  constraint factor_entries_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint factor_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_entries_amount_check check (amount > 0::numeric),
  constraint factor_entries_invoice_check check ((invoice_id is null) = (kind = any (array['cost', 'fuel-advance', 'fuel-advance-repaid']))),
  constraint factor_entries_kind_check check (kind = any (array['advance', 'fee', 'reserve', 'reserve-released', 'reserve-fee', 'reserve-chargeback', 'reserve-cost', 'chargeback', 'late-fee', 'cost', 'fuel-advance', 'fuel-advance-repaid', 'debtor-paid', 'forwarded']))
);
create index factor_entries_deposit_id_idx on factor_entries (user_id, deposit_id);
create index factor_entries_factor_id_idx on factor_entries (user_id, factor_id, day);
create index factor_entries_invoice_id_idx on factor_entries (user_id, invoice_id) include (kind, amount, day, voided, deposit_id) where invoice_id is not null;
create index factor_entries_reserve_idx on factor_entries (user_id, factor_id, invoice_id, day) include (reserve, voided, deposit_id) where reserve <> 0::numeric;

-- A schedule of accounts: the invoices that a factor buys together. It has its number when it is submitted.
create table factor_schedules (
  user_id uuid not null,
  id bigint not null generated always as identity,
  factor_id bigint not null,
  number integer,
  day date not null,
  state text not null default 'draft',
  -- The sum of its lines.
  face numeric(14,2) not null default 0,
  submitted_at timestamptz,
  submitted_by uuid,
  voided_on date,
  void_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint factor_schedules_pkey primary key (user_id, id),
  constraint factor_schedules_number_key unique (user_id, factor_id, number),
  constraint factor_schedules_factor_id_fkey foreign key (user_id, factor_id) references factors(user_id, id),
  constraint factor_schedules_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_schedules_state_check check (state = any (array['draft', 'submitted', 'void'])),
  constraint factor_schedules_submitted_check check (case when state = 'draft' then num_nonnulls(number, submitted_at) = 0 else num_nulls(number, submitted_at) = 0 end),
  constraint factor_schedules_void_check check (num_nonnulls(voided_on, void_reason) = case when state = 'void' then 2 else 0 end)
);

create table factor_schedule_lines (
  user_id uuid not null,
  id bigint not null generated always as identity,
  schedule_id bigint not null,
  invoice_id bigint not null,
  face numeric(14,2) not null,
  standing boolean not null default true,
  -- An invoice of a schedule is closed once the broker or the carrier has paid the factor all of it, and the factor holds no reserve of
  -- it (SPEC C215). Kept by triggers: a report lists the few that are not closed.
  closed boolean not null default false,
  constraint factor_schedule_lines_pkey primary key (user_id, id),
  constraint factor_schedule_lines_schedule_id_key unique (user_id, schedule_id, invoice_id),
  constraint factor_schedule_lines_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint factor_schedule_lines_schedule_id_fkey foreign key (user_id, schedule_id) references factor_schedules(user_id, id) on delete cascade,
  constraint factor_schedule_lines_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_schedule_lines_face_check check (face > 0::numeric)
);
create unique index factor_schedule_lines_invoice_id_key on factor_schedule_lines (user_id, invoice_id) where standing;
create index factor_schedule_lines_open_idx on factor_schedule_lines (user_id, schedule_id) where standing and not closed;

-- Answers to POSTs with an Idempotency-Key, kept for 24 hours (SPEC B23).
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  person_id uuid not null,
  constraint idempotency_keys_pkey primary key (user_id, person_id, key),
  constraint idempotency_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- title is folded to letters and digits; field is null where the column was left out.
create table import_columns (
  user_id uuid not null,
  entity text not null,
  title text not null,
  field text,
  constraint import_columns_pkey primary key (user_id, entity, title),
  constraint import_columns_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The progress of an import. The instance that runs it writes it on another connection, so that every instance can read it.
-- 'done' is written together with the records.
create table imports (
  user_id uuid not null,
  key text not null,
  state text not null,
  done integer not null,
  total integer not null,
  updated_at timestamptz not null default now(),
  constraint imports_pkey primary key (user_id, key),
  constraint imports_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint imports_state_check check (state = any (array['running', 'done', 'refused']))
);

-- People and accounts are two things (SPEC C67). `users` stays the table of accounts and `user_id` the account's key.
-- A person logs in and is a member of one account or several. The person of an earlier account keeps its id.
create table persons (
  id uuid not null default gen_random_uuid(),
  email text not null,
  password text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  language text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint persons_pkey primary key (id),
  constraint persons_email_key unique (email),
  constraint persons_language_check check (language = any (array['en', 'es']))
);

create table members (
  user_id uuid not null,
  id bigint not null generated always as identity,
  person_id uuid not null,
  role text not null,
  -- The truck owner or the driver that the member represents.
  owner_id bigint,
  driver_id bigint,
  since timestamptz not null default now(),
  -- Null while the person is a member. One who comes back keeps the row.
  until timestamptz,
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint members_pkey primary key (user_id, id),
  constraint members_person_id_key unique (user_id, person_id),
  constraint members_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint members_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint members_person_id_fkey foreign key (person_id) references persons(id),
  constraint members_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint members_represents_check check ((until is null and role = 'owner') = (owner_id is not null) and (until is null and role = 'driver') = (driver_id is not null)),
  constraint members_role_check check (role = any (array['admin', 'accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver']))
);
create index members_driver_id_idx on members (user_id, driver_id) where driver_id is not null;
create index members_owner_id_idx on members (user_id, owner_id) where owner_id is not null;
create index members_person_id_idx on members (person_id);

-- An Admin invites a person by a link, of which only the hash is kept (SPEC C69). A used link's row is deleted.
create table invitations (
  user_id uuid not null,
  id bigint not null generated always as identity,
  email text not null,
  role text not null,
  owner_id bigint,
  driver_id bigint,
  token_hash text not null,
  -- Who invited.
  person_id uuid not null,
  expires_at timestamptz not null default now() + '7 days'::interval,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The language of the invited truck owner or driver.
  language text,
  constraint invitations_pkey primary key (user_id, id),
  constraint invitations_email_key unique (user_id, email),
  constraint invitations_token_hash_key unique (user_id, token_hash),
  constraint invitations_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id) on delete cascade,
  constraint invitations_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id) on delete cascade,
  constraint invitations_person_id_fkey foreign key (user_id, person_id) references members(user_id, person_id) on delete cascade,
  constraint invitations_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invitations_language_check check (language = any (array['en', 'es'])),
  constraint invitations_represents_check check ((role = 'owner') = (owner_id is not null) and (role = 'driver') = (driver_id is not null)),
  constraint invitations_role_check check (role = any (array['admin', 'accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver']))
);

-- Loads whose billed total is another one than what their approved invoices have. Kept by triggers.
create table invoice_drift (
  user_id uuid not null,
  load_id bigint not null,
  billed numeric(14,2) not null,
  today numeric(14,2) not null,
  constraint invoice_drift_pkey primary key (user_id, load_id),
  constraint invoice_drift_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- The lines of an approved invoice, frozen, and the typed lines of a draft.
create table invoice_lines (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  number integer not null,
  -- Null for a typed line. A load without charges has one line of its revenue, without a charge.
  load_id bigint,
  charge_id bigint,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  amount numeric(14,2) not null,
  -- Of a credit note's line: the credited line.
  credits_line_id bigint,
  standing boolean not null default true,
  -- Why a typed line was added. Not printed.
  reason text,
  constraint invoice_lines_pkey primary key (user_id, id),
  constraint invoice_lines_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_lines_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoice_lines_amount_check check (case when quantity is null or rate is null then quantity is null and rate is null else amount = round(quantity * rate, 2) end)
);
create unique index invoice_lines_charge_id_key on invoice_lines (user_id, charge_id) where charge_id is not null and standing and credits_line_id is null;
create index invoice_lines_credits_line_id_idx on invoice_lines (user_id, credits_line_id) where credits_line_id is not null;
create index invoice_lines_invoice_id_idx on invoice_lines (user_id, invoice_id, number);
create index invoice_lines_load_id_idx on invoice_lines (user_id, load_id) where load_id is not null;
create unique index invoice_lines_revenue_key on invoice_lines (user_id, load_id) where charge_id is null and load_id is not null and standing and credits_line_id is null;

-- The loads of an invoice. `standing`: neither void nor credited whole; a load is on one standing invoice that is no supplement.
create table invoice_loads (
  user_id uuid not null,
  invoice_id bigint not null,
  load_id bigint not null,
  standing boolean not null default true,
  supplement boolean not null default false,
  constraint invoice_loads_pkey primary key (user_id, invoice_id, load_id),
  constraint invoice_loads_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index invoice_loads_load_id_idx on invoice_loads (user_id, load_id);
create unique index invoice_loads_standing_key on invoice_loads (user_id, load_id) where standing and not supplement;

-- The last number of the account's sequence. Its row is locked until the approval ends.
create table invoice_numbers (
  user_id uuid not null,
  last integer not null,
  -- The number that the sequence began with. It never changes.
  first integer not null default 1,
  constraint invoice_numbers_pkey primary key (user_id),
  constraint invoice_numbers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoice_numbers_first_check check (first >= 1)
);

-- What went to a broker or a factor. The packet's bytes can be made again from its papers.
create table invoice_sendings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  channel text not null,
  note text,
  -- The day of the request. A mail counts as sent once the mail server has taken it.
  asked_on date not null,
  sent_on date,
  sha256 text not null,
  pages integer not null,
  bytes integer not null,
  -- In their order, each with its digest.
  papers jsonb not null,
  sent_by uuid,
  undone_on date,
  undone_by uuid,
  undone_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoice_sendings_pkey primary key (user_id, id),
  constraint invoice_sendings_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_sendings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint invoice_sendings_channel_check check (channel = any (array['download', 'mail', 'portal', 'factor'])),
  constraint invoice_sendings_mail_check check (sent_on is not null or (channel = any (array['mail', 'factor']))),
  constraint invoice_sendings_undone_check check ((undone_on is null) = (undone_reason is null))
);
create index invoice_sendings_invoice_id_idx on invoice_sendings (user_id, invoice_id, id);

-- Everything that an approved invoice prints.
create table invoice_snapshots (
  user_id uuid not null,
  invoice_id bigint not null,
  snapshot jsonb not null,
  constraint invoice_snapshots_pkey primary key (user_id, invoice_id),
  constraint invoice_snapshots_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id) on delete cascade,
  constraint invoice_snapshots_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- Charges of a load (SPEC C100-C104): what the broker pays, and the part of it that pays the truck owner. A charge has no
-- link to its load: it survives while the load is in the trash.
create table load_charges (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id bigint not null,
  -- The order on the load.
  number integer not null,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  -- Quantity × rate, rounded once; without them it is typed.
  amount numeric(12,2) not null,
  owner_share text not null default 'all',
  owner_percent numeric,
  -- The part of the amount that pays the truck owner.
  owner_amount numeric(12,2) not null,
  bill_to_broker boolean not null default true,
  stop text,
  -- Wall-clock times: "2026-11-20 08:15".
  arrived_at text,
  departed_at text,
  approval text not null default 'not-needed',
  approved_by text,
  approved_on date,
  document_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint load_charges_pkey primary key (user_id, id),
  constraint load_charges_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint load_charges_amount_check check (case when quantity is null or rate is null then quantity is null and rate is null else amount = round(quantity * rate, 2) end),
  constraint load_charges_approval_check check (approval = any (array['not-needed', 'asked', 'approved', 'refused'])),
  constraint load_charges_decimals_check check (min_scale(quantity) <= 3 and abs(quantity) < 100000000::numeric and min_scale(rate) <= 4 and abs(rate) < 100000000::numeric and min_scale(owner_percent) <= 4),
  constraint load_charges_kind_check check (kind = any (array['line-haul', 'fuel-surcharge', 'detention', 'layover', 'tonu', 'stop-off', 'lumper', 'other'])),
  constraint load_charges_owner_percent_check check ((owner_share = 'percent') = (owner_percent is not null)),
  constraint load_charges_owner_share_check check (case owner_share when 'all' then owner_amount = amount and owner_percent is null when 'none' then owner_amount = 0::numeric and owner_percent is null when 'percent' then owner_percent >= 0::numeric and owner_percent <= 100::numeric and owner_amount = round(amount * owner_percent * 0.01, 2) when 'amount' then owner_percent is null else false end),
  constraint load_charges_stop_check check (stop = any (array['pickup', 'delivery'])),
  constraint load_charges_times_check check (arrived_at ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$' and departed_at ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$')
);
create index load_charges_load_id_idx on load_charges (user_id, load_id, number);
create index load_charges_tonu_idx on load_charges (user_id, load_id) where kind = 'tonu';

create table loads (
  user_id uuid not null,
  id bigint not null generated always as identity,
  load_id text collate natural_number not null,
  -- What a search finds, as src/server/lists/query/search-text.ts describes it. A row of an index has at most 2,704 bytes,
  -- so 600 characters are kept.
  search_text text generated always as (left(lower((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n'
    || coalesce(pickup_state, '') || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
    || coalesce(e'\t' || broker_load_number, '') || coalesce(e'\t' || po_number, '') || coalesce(e'\t' || bol_number, '')
    || coalesce(e'\t' || pickup_number, '') || e'\t') collate "default"), 600)) stored,
  truck_id bigint,
  driver_id bigint,
  driver2_id bigint,
  broker_id bigint,
  cargo_type text,
  weight numeric(12,2) not null default 0,
  pickup_city text,
  pickup_state text not null,
  pickup_zip text,
  pickup_date date not null,
  delivery_city text,
  delivery_state text not null,
  delivery_zip text,
  delivery_date date,
  miles numeric(12,2) not null default 0,
  revenue numeric(12,2) not null,
  settlement_date date,
  delivery_status text not null default 'scheduled',
  payment_status text not null default 'pending',
  bol_status text not null default 'pending',
  notes text,
  documents jsonb not null default '[]'::jsonb,
  week_number integer not null generated always as (settlement_week(coalesce(settlement_date, delivery_date, pickup_date))) stored,
  week_year integer not null generated always as (extract(year from coalesce(settlement_date, delivery_date, pickup_date))::integer) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  empty_miles numeric(12,2) not null default 0,
  billed_total numeric(14,2) not null default 0,
  charge_count integer not null default 0,
  dispatcher_id bigint,
  broker_load_number text collate natural_number,
  po_number text collate natural_number,
  bol_number text collate natural_number,
  pickup_number text collate natural_number,
  pieces integer,
  pickup_time text,
  delivery_time text,
  -- What is missing on a load: kinds of documents, separated by commas, null for nothing. Kept by triggers.
  missing_to_settle text,
  missing_to_bill text,
  -- Both together.
  missing_papers text,
  payment_status_by_hand boolean not null default false,
  -- Loads that were settled in another program are on no settlement here (SPEC C363).
  settled_elsewhere text not null default 'no',
  constraint loads_pkey primary key (user_id, id),
  constraint loads_load_id_key unique (user_id, load_id),
  constraint loads_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint loads_dispatcher_id_fkey foreign key (user_id, dispatcher_id) references dispatchers(user_id, id),
  constraint loads_driver2_id_fkey foreign key (user_id, driver2_id) references drivers(user_id, id),
  constraint loads_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint loads_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint loads_bol_status_check check (bol_status = any (array['not-received', 'pending', 'received'])),
  constraint loads_charge_count_check check (charge_count > 0 or charge_count = 0 and billed_total = 0::numeric),
  constraint loads_check check (revenue >= 0::numeric and miles >= 0::numeric and weight >= 0::numeric),
  constraint loads_delivery_status_check check (delivery_status = any (array['scheduled', 'pending', 'in-transit', 'delivered'])),
  constraint loads_delivery_time_check check (delivery_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9](-([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  constraint loads_empty_miles_check check (empty_miles >= 0::numeric),
  constraint loads_payment_status_check check (payment_status = any (array['unpaid', 'pending', 'paid', 'overdue', 'processed'])),
  constraint loads_pickup_time_check check (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9](-([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  constraint loads_pieces_check check (pieces >= 1 and pieces <= 999999),
  constraint loads_settled_elsewhere_check check (settled_elsewhere = 'no' or settled_elsewhere = 'yes' and settlement_date is null)
);
create index loads_bol_status_idx on loads (user_id, bol_status, id);
create index loads_broker_id_idx on loads (user_id, broker_id, id);
create index loads_broker_load_number_idx on loads (user_id, broker_load_number, id) where broker_load_number is not null;
create index loads_delivery_date_idx on loads (user_id, delivery_date, id) include (revenue);
create index loads_delivery_status_idx on loads (user_id, delivery_status, id);
create index loads_dispatcher_id_idx on loads (user_id, dispatcher_id, id) where dispatcher_id is not null;
create index loads_driver2_id_idx on loads (user_id, driver2_id, id) where driver2_id is not null;
create index loads_driver_id_idx on loads (user_id, driver_id, id);
create index loads_miles_idx on loads (user_id, miles, id);
create index loads_missing_papers_idx on loads (user_id, id) where missing_papers is not null;
create index loads_not_settled_idx on loads (user_id, id) where delivery_status = 'delivered' and settlement_date is null and settled_elsewhere = 'no';
create index loads_payment_status_idx on loads (user_id, payment_status, id);
create index loads_pending_bol_idx on loads (user_id, id) include (revenue, delivery_status) where bol_status = any (array['pending', 'not-received']);
create index loads_pickup_date_idx on loads (user_id, pickup_date, id);
create index loads_revenue_idx on loads (user_id, revenue, id);
create index loads_search_idx on loads (user_id, lower(load_id collate "default") collate "C", id);
create index loads_settlement_date_idx on loads (user_id, settlement_date, id) include (truck_id);
create index loads_settlement_idx on loads (user_id, truck_id, settlement_date) include (revenue);
-- A search reads it alone, newest first, whatever its text is.
create index loads_text_idx on loads (user_id, id) include (search_text, truck_id, driver_id, driver2_id, broker_id, dispatcher_id);
create index loads_truck_id_idx on loads (user_id, truck_id, id) include (delivery_date, revenue);
create index loads_unbilled_idx on loads (user_id, delivery_date, id) where delivery_status = 'delivered' and payment_status <> 'paid';
create index loads_unpaid_idx on loads (user_id, id) include (revenue, delivery_date) where payment_status = any (array['unpaid', 'pending']);
create index loads_unpaid_of_broker_idx on loads (user_id, broker_id) where payment_status <> 'paid';
create index loads_without_truck_idx on loads (user_id, id) where truck_id is null and delivery_status <> 'delivered';

create table login_networks (
  person_id uuid not null,
  network text not null,
  used_at timestamptz not null default now(),
  constraint login_networks_pkey primary key (person_id, network),
  constraint login_networks_person_id_fkey foreign key (person_id) references persons(id) on delete cascade
);

-- Logos that were uploaded, named by what they hold: the same name is the same picture for ever, so that a
-- statement's snapshot freezes its logo by naming it (`company.logoUrl`).
create table logos (
  user_id uuid not null,
  digest text not null,
  type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint logos_pkey primary key (user_id, digest),
  constraint logos_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint logos_bytes_check check (length(bytes) <= 524288),
  constraint logos_digest_check check (digest = encode(sha256(bytes), 'hex')),
  constraint logos_type_check check (type = any (array['image/png', 'image/jpeg']))
);

-- Mails that wait for the operator's mail server, and what became of them (SPEC C182–C188).
create table mails (
  user_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  -- Addresses, joined by ", ".
  recipients text not null,
  copies text not null default '',
  subject text not null,
  -- Null once it needs no further try, as its files are deleted then.
  text text,
  language text not null default 'en',
  from_name text not null default '',
  reply_to text not null default '',
  state text not null default 'queued',
  attempts integer not null default 0,
  next_try_at timestamptz default now(),
  -- While it is being sent: by which run of which instance, and until when without a sign of life.
  claim uuid,
  claimed_until timestamptz,
  -- Set before the end of the data is sent. From then on the mail server may have accepted it.
  handed_over_at timestamptz,
  -- The same for every copy of the mail.
  message_id text,
  -- The mail server's last words, and its words on single addresses that it refused.
  answer text,
  refused text,
  sent_at timestamptz,
  -- A person said that it was sent, or gave it up.
  decided_by uuid,
  -- Only one mail with this key is waiting or sent: "billing/12".
  once_key text,
  made_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A mail that the mail server accepted for some of its addresses and refused for others (SPEC C250). It keeps its text and files
  -- until a person decides, and is tried again only for those that were refused.
  open_recipients text,
  constraint mails_pkey primary key (user_id, id),
  constraint mails_once_key_key unique (user_id, once_key),
  constraint mails_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint mails_claim_check check (state <> 'sending' or claim is not null and claimed_until is not null),
  constraint mails_header_check check (((((recipients || copies) || subject) || from_name) || reply_to) !~ '[[:cntrl:]]'),
  constraint mails_kind_check check (kind = any (array['invoice', 'statement', 'invitation', 'reminder', 'account-statement', 'schedule'])),
  constraint mails_language_check check (language = any (array['en', 'es'])),
  constraint mails_next_try_at_check check ((state = 'queued') = (next_try_at is not null)),
  constraint mails_open_recipients_check check (open_recipients <> '' and open_recipients !~ '[[:cntrl:]]'),
  constraint mails_partly_check check (state <> 'partly' or num_nulls(open_recipients, refused, sent_at) = 0),
  constraint mails_recipients_check check (recipients <> ''),
  constraint mails_sent_at_check check (state <> 'sent' or sent_at is not null),
  constraint mails_state_check check (state = any (array['queued', 'sending', 'sent', 'partly', 'failed', 'unknown', 'canceled'])),
  constraint mails_text_check check (text is not null or (state = any (array['sent', 'canceled'])))
);
create index mails_claimed_idx on mails (user_id, claimed_until) where state = 'sending';
create index mails_due_idx on mails (user_id, next_try_at) where state = 'queued';
create index mails_open_idx on mails (user_id, id) where state = any (array['queued', 'sending', 'partly', 'failed', 'unknown']);

create table mail_file_parts (
  user_id uuid not null,
  mail_id bigint not null,
  file_number integer not null,
  number integer not null,
  bytes bytea not null,
  constraint mail_file_parts_pkey primary key (user_id, mail_id, file_number, number),
  constraint mail_file_parts_mail_id_fkey foreign key (user_id, mail_id) references mails(user_id, id) on delete cascade,
  constraint mail_file_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What was attached. The rows stay, the bytes are deleted with the text of the mail.
create table mail_files (
  user_id uuid not null,
  id bigint not null generated always as identity,
  mail_id bigint not null,
  number integer not null,
  name text not null,
  type text not null,
  bytes integer not null,
  sha256 text not null,
  constraint mail_files_pkey primary key (user_id, id),
  constraint mail_files_mail_id_key unique (user_id, mail_id, number),
  constraint mail_files_mail_id_fkey foreign key (user_id, mail_id) references mails(user_id, id) on delete cascade,
  constraint mail_files_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint mail_files_header_check check ((name || type) !~ '[[:cntrl:]]')
);

-- How an account's mails look (SPEC C189). The mail server is the operator's.
create table mail_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  from_name text,
  reply_to text,
  invoice_text text,
  statement_text text,
  statement_text_es text,
  signature text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mail_settings_pkey primary key (user_id, id),
  constraint mail_settings_user_id_key unique (user_id),
  constraint mail_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint mail_settings_header_check check ((coalesce(from_name, '') || coalesce(reply_to, '')) !~ '[[:cntrl:]]')
);

-- The records that a mail is about: settlements, invoices, brokers.
create table mail_subjects (
  user_id uuid not null,
  id bigint not null generated always as identity,
  mail_id bigint not null,
  subject text not null,
  record_id bigint not null,
  constraint mail_subjects_pkey primary key (user_id, id),
  constraint mail_subjects_mail_id_key unique (user_id, mail_id, subject, record_id),
  constraint mail_subjects_mail_id_fkey foreign key (user_id, mail_id) references mails(user_id, id) on delete cascade,
  constraint mail_subjects_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index mail_subjects_record_idx on mail_subjects (user_id, subject, record_id, mail_id);

-- One row for the company, without a broker, and one for each broker with its own order. It has no link to the broker: it
-- survives while the broker is in the trash.
create table packet_orders (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint,
  -- Kinds of documents, and "invoice", in their order.
  kinds jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint packet_orders_pkey primary key (user_id, id),
  constraint packet_orders_broker_id_key unique nulls not distinct (user_id, broker_id),
  constraint packet_orders_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table payouts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  owner_id bigint,
  driver_id bigint,
  truck_id bigint,
  payee text not null generated always as (payee_key(owner_id, driver_id, truck_id)) stored,
  payee_name text,
  kind text not null default 'settlement',
  rule_id bigint,
  paid_on date not null,
  method text not null,
  reference text,
  amount numeric(14,2) not null,
  note text,
  replaces bigint,
  reversed_on date,
  reversal text,
  reversal_reason text,
  needs_decision boolean not null default false,
  -- The sums of the live parts, and of cash repayments and write-offs. Kept by triggers.
  applied numeric(14,2) not null default 0,
  closed numeric(14,2) not null default 0,
  unapplied numeric(14,2) not null generated always as (case when kind = 'settlement' and reversal is null and not needs_decision then amount - applied - closed else 0::numeric end) stored,
  state text not null generated always as (case when needs_decision then 'undecided' when reversal is not null then 'reversed' when kind = 'settlement' and amount > (applied + closed) then 'unapplied' else 'posted' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A payment that replaces another one can keep counting in the year of the first (SPEC C315). Null: it counts on its pay date.
  counts_on date,
  constraint payouts_pkey primary key (user_id, id),
  constraint payouts_replaces_fkey foreign key (user_id, replaces) references payouts(user_id, id),
  constraint payouts_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id),
  constraint payouts_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint payouts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payouts_amount_check check (amount > 0::numeric),
  constraint payouts_applied_check check (applied >= 0::numeric and closed >= 0::numeric and (applied + closed) <= amount),
  constraint payouts_kind_check check (kind = any (array['settlement', 'hand-out'])),
  constraint payouts_payee_check check (num_nonnulls(owner_id, driver_id, truck_id) = 1),
  constraint payouts_reversal_check check ((num_nonnulls(reversed_on, reversal, reversal_reason) = any (array[0, 3])) and (reversal is null or (reversal = any (array['never cashed', 'returned', 'reissued']))) and (reversal is null or applied = 0::numeric and closed = 0::numeric and not needs_decision)),
  constraint payouts_rule_check check ((kind = 'hand-out') = (rule_id is not null))
);
create index payouts_counts_on_idx on payouts (user_id, counts_on) where counts_on is not null;
create index payouts_hand_out_idx on payouts (user_id, rule_id, payee) include (amount) where kind = 'hand-out' and reversal is null;
create index payouts_paid_on_idx on payouts (user_id, paid_on, id);
create index payouts_payee_idx on payouts (user_id, payee, id);
create index payouts_reference_idx on payouts (user_id, lower(reference)) where reference is not null;
create index payouts_unapplied_idx on payouts (user_id, payee) where unapplied > 0::numeric;

-- Unapplied money that the payee repaid in cash, or that was written off.
create table payout_closings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  payout_id bigint not null,
  kind text not null,
  day date not null,
  amount numeric(14,2) not null,
  method text,
  reference text,
  reason text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payout_closings_pkey primary key (user_id, id),
  constraint payout_closings_payout_id_fkey foreign key (user_id, payout_id) references payouts(user_id, id) on delete cascade,
  constraint payout_closings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payout_closings_amount_check check (amount > 0::numeric),
  constraint payout_closings_kind_check check (kind = any (array['repayment', 'write-off'])),
  constraint payout_closings_method_check check (kind = 'repayment' or method is null and reference is null)
);
create index payout_closings_day_idx on payout_closings (user_id, day);
create index payout_closings_payout_id_idx on payout_closings (user_id, payout_id);

-- How much of a payment covers a statement. A part ends if the payment is reversed, or if its statement is voided and
-- the payee keeps the money.
create table payout_parts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  payout_id bigint not null,
  billing_id bigint not null,
  amount numeric(14,2) not null,
  -- The money was unapplied before: the statement prints it as already paid.
  was_unapplied boolean not null default false,
  ended text,
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The day on which unapplied money was applied. What the gross of the part exceeds the money counts in the year of this day.
  applied_on date,
  constraint payout_parts_pkey primary key (user_id, id),
  constraint payout_parts_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint payout_parts_payout_id_fkey foreign key (user_id, payout_id) references payouts(user_id, id) on delete cascade,
  constraint payout_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint payout_parts_amount_check check (amount > 0::numeric),
  constraint payout_parts_applied_check check (was_unapplied = (applied_on is not null)),
  constraint payout_parts_ended_check check ((ended is null) = (ended_at is null) and (ended is null or (ended = any (array['reversed', 'kept', 'undecided']))))
);
create index payout_parts_applied_on_idx on payout_parts (user_id, applied_on) where applied_on is not null;
create index payout_parts_billing_id_idx on payout_parts (user_id, billing_id);
create index payout_parts_payout_id_idx on payout_parts (user_id, payout_id);

-- A payee asks about a line of a frozen statement, and the office answers once (SPEC C79).
create table questions (
  user_id uuid not null,
  id bigint not null generated always as identity,
  billing_id bigint not null,
  -- The statement's, and so who may read the question.
  payee text not null,
  -- What the statement prints.
  number integer not null,
  truck text not null,
  payee_name text,
  line_key text not null,
  -- What the line says, in English.
  line_text text not null,
  text text not null,
  -- Persons.
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  -- The bell shows what was answered (SPEC C86): to a payee the office's answer, to a member the answer to a mention.
  answer_read_at timestamptz,
  constraint questions_pkey primary key (user_id, id),
  constraint questions_user_id_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint questions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint questions_answer_check check ((answer is null) = (answered_by is null) and (answer is null) = (answered_at is null))
);
create index questions_billing_id_idx on questions (user_id, billing_id);
create index questions_open_idx on questions (user_id, id) where answer is null;
create index questions_payee_idx on questions (user_id, payee, id);
create index questions_unread_answers_idx on questions (user_id, asked_by, id) where answer is not null and answer_read_at is null;

-- What was read from a rate confirmation, and what the person kept of it (SPEC C126). It belongs to its document.
-- Not audited: the document and the load are.
create table readings (
  user_id uuid not null,
  document_id bigint not null,
  reader_version integer,
  layout text,
  -- Null if the paper is not clear about it.
  total numeric(12,2),
  "values" jsonb not null,
  -- The load's fields as they were saved.
  kept jsonb not null,
  created_at timestamptz not null default now(),
  is_scan boolean not null default false,
  typed_total numeric(12,2),
  typed_by uuid,
  typed_at timestamptz,
  constraint readings_pkey primary key (user_id, document_id),
  constraint readings_document_id_fkey foreign key (user_id, document_id) references documents(user_id, id) on delete cascade,
  constraint readings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint readings_reader_version_check check (reader_version is not null or typed_total is not null),
  constraint readings_typed_check check ((typed_total is null) = (typed_by is null) and (typed_total is null) = (typed_at is null))
);
create index readings_created_at_idx on readings (user_id, created_at);

create table receipts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  received_on date not null,
  method text not null,
  -- Check number or trace number.
  reference text,
  amount numeric(14,2) not null,
  note text,
  deposited_on date,
  reversed_on date,
  reversal_reason text,
  -- The sums of the live parts and of the standing refunds. Kept by triggers.
  applied numeric(14,2) not null default 0,
  refunded numeric(14,2) not null default 0,
  unapplied numeric(14,2) not null generated always as (case when reversed_on is null then amount - applied - refunded else 0::numeric end) stored,
  state text not null generated always as (case when reversed_on is not null then 'reversed' when amount > (applied + refunded) then 'unapplied' else 'posted' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint receipts_pkey primary key (user_id, id),
  constraint receipts_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint receipts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipts_amount_check check (amount > 0::numeric),
  constraint receipts_applied_check check (applied >= 0::numeric and refunded >= 0::numeric and (applied + refunded) <= amount),
  constraint receipts_method_check check (method = any (array['check', 'ach', 'wire', 'quick-pay', 'comchek', 'card', 'cash'])),
  constraint receipts_reversal_check check ((num_nonnulls(reversed_on, reversal_reason) = any (array[0, 2])) and (reversed_on is null or reversed_on >= received_on and applied = 0::numeric and refunded = 0::numeric))
);
create index receipts_broker_id_idx on receipts (user_id, broker_id, received_on, id);
create index receipts_received_on_idx on receipts (user_id, received_on, id);
create index receipts_reference_idx on receipts (user_id, broker_id, lower(reference)) where reference is not null;
create index receipts_unapplied_idx on receipts (user_id, broker_id) where unapplied > 0::numeric;

-- How much of a receipt pays an invoice. A part ends when the receipt is reversed, or when the money is taken off the invoice.
create table receipt_parts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint not null,
  invoice_id bigint not null,
  amount numeric(14,2) not null,
  applied_on date not null,
  -- The money was on no invoice before.
  was_unapplied boolean not null default false,
  ended text,
  ended_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint receipt_parts_pkey primary key (user_id, id),
  constraint receipt_parts_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint receipt_parts_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receipt_parts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipt_parts_amount_check check (amount > 0::numeric),
  constraint receipt_parts_ended_check check (ended = any (array['reversed', 'taken-off'])),
  constraint receipt_parts_ended_on_check check ((ended is null) = (ended_on is null) and ended_on >= applied_on)
);
create index receipt_parts_invoice_id_idx on receipt_parts (user_id, invoice_id);
create index receipt_parts_receipt_id_idx on receipt_parts (user_id, receipt_id);

-- What a broker did not pay of an invoice, and why. Without a receipt: decided on its own day.
create table receipt_differences (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint,
  invoice_id bigint not null,
  kind text not null,
  amount numeric(14,2) not null,
  reason text,
  day date not null,
  -- Of an accepted short pay: who bears it. The owner's share is a negative charge of the load, which is not billed.
  bears text,
  owner_amount numeric(14,2) not null default 0,
  load_id bigint,
  charge_id bigint,
  credit_note_id bigint,
  ended text,
  ended_on date,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The part that a difference was recorded with. When the part's money is unapplied, only its own differences end (SPEC C198).
  part_id bigint,
  constraint receipt_differences_pkey primary key (user_id, id),
  constraint receipt_differences_credit_note_id_fkey foreign key (user_id, credit_note_id) references invoices(user_id, id),
  constraint receipt_differences_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint receipt_differences_part_id_fkey foreign key (user_id, part_id) references receipt_parts(user_id, id),
  constraint receipt_differences_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receipt_differences_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipt_differences_accepted_check check (case kind when 'short-pay-accepted' then num_nulls(bears, credit_note_id, reason) = 0 else num_nonnulls(bears, credit_note_id) = 0 end),
  constraint receipt_differences_amount_check check (amount > 0::numeric),
  constraint receipt_differences_bears_check check (bears = any (array['carrier', 'owner', 'both'])),
  constraint receipt_differences_ended_check check (ended = any (array['reversed', 'undone', 'settled'])),
  constraint receipt_differences_ended_on_check check ((ended is null) = (ended_on is null) and ended_on >= day),
  constraint receipt_differences_kind_check check (kind = any (array['quick-pay', 'short-pay-disputed', 'short-pay-accepted', 'write-off', 'bank-fee'])),
  constraint receipt_differences_owner_check check (case bears when 'owner' then owner_amount = amount when 'both' then owner_amount > 0::numeric and owner_amount < amount else owner_amount = 0::numeric end and (owner_amount > 0::numeric) = (num_nulls(load_id, charge_id) = 0) and num_nonnulls(load_id, charge_id) <> 1)
);
create index receipt_differences_invoice_id_idx on receipt_differences (user_id, invoice_id);
create index receipt_differences_receipt_id_idx on receipt_differences (user_id, receipt_id);

-- Money that was returned to the broker. A refund that the broker never cashed ends.
create table receipt_refunds (
  user_id uuid not null,
  id bigint not null generated always as identity,
  receipt_id bigint not null,
  day date not null,
  amount numeric(14,2) not null,
  method text not null,
  reference text,
  reason text not null,
  ended_on date,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint receipt_refunds_pkey primary key (user_id, id),
  constraint receipt_refunds_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receipt_refunds_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receipt_refunds_amount_check check (amount > 0::numeric),
  constraint receipt_refunds_ended_check check ((num_nonnulls(ended_on, ended_reason) = any (array[0, 2])) and ended_on >= day),
  constraint receipt_refunds_method_check check (method = any (array['check', 'ach', 'wire', 'quick-pay', 'comchek', 'card', 'cash']))
);
create index receipt_refunds_receipt_id_idx on receipt_refunds (user_id, receipt_id);

-- What each broker owes, fact by fact. Rows are only added. Without an invoice: money received that is on no invoice.
create table receivable_entries (
  user_id uuid not null,
  id bigint not null generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null,
  -- Positive: the broker owes more.
  amount numeric(14,2) not null,
  -- The fact behind the entry. A factor's entry is in the factor's account.
  receipt_id bigint,
  difference_id bigint,
  credit_note_id bigint,
  factor_entry_id bigint,
  created_at timestamptz not null default now(),
  constraint receivable_entries_pkey primary key (user_id, id),
  constraint receivable_entries_broker_id_fkey foreign key (user_id, broker_id) references brokers(user_id, id),
  constraint receivable_entries_difference_id_fkey foreign key (user_id, difference_id) references receipt_differences(user_id, id),
  constraint receivable_entries_factor_entry_id_fkey foreign key (user_id, factor_entry_id) references factor_entries(user_id, id),
  constraint receivable_entries_invoice_id_fkey foreign key (user_id, invoice_id) references invoices(user_id, id),
  constraint receivable_entries_receipt_id_fkey foreign key (user_id, receipt_id) references receipts(user_id, id),
  constraint receivable_entries_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint receivable_entries_amount_check check (amount <> 0::numeric),
  constraint receivable_entries_invoice_check check (invoice_id is not null or receipt_id is not null and (kind = any (array['payment', 'applied', 'refund', 'refund-reversal', 'reversal']))),
  constraint receivable_entries_kind_check check (kind = any (array['invoice', 'void', 'credit', 'credit-void', 'payment', 'applied', 'quick-pay', 'write-off', 'bank-fee', 'refund', 'refund-reversal', 'reversal', 'factor-paid', 'factor-reversal'])),
  constraint receivable_entries_sign_check check (case when kind = any (array['invoice', 'credit-void', 'applied', 'refund', 'reversal', 'factor-reversal']) then amount > 0::numeric else amount < 0::numeric end)
);
create index receivable_entries_ahead_idx on receivable_entries (user_id, day) include (invoice_id) where day > (created_at at time zone 'UTC')::date;
create index receivable_entries_broker_id_idx on receivable_entries (user_id, broker_id, day) include (invoice_id, amount);
create index receivable_entries_day_idx on receivable_entries (user_id, day) include (broker_id, invoice_id, kind, amount);
create index receivable_entries_difference_id_idx on receivable_entries (user_id, difference_id) where difference_id is not null;
create index receivable_entries_invoice_id_idx on receivable_entries (user_id, invoice_id, day) include (amount) where invoice_id is not null;
create index receivable_entries_invoices_idx on receivable_entries (user_id, day) include (kind, amount) where kind = any (array['invoice', 'void', 'credit', 'credit-void']);
create index receivable_entries_receipt_id_idx on receivable_entries (user_id, receipt_id) where receipt_id is not null;
create index receivable_entries_unapplied_idx on receivable_entries (user_id, broker_id, day) include (amount) where invoice_id is null;

create table second_steps (
  person_id uuid not null,
  -- Encrypted like bank details. While `on_since` is null, the person is still setting it up.
  secret bytea not null,
  on_since timestamptz,
  -- The period of the last accepted code: no code is accepted twice.
  last_period bigint not null default 0,
  -- Of the recovery codes' hashes.
  salt text,
  constraint second_steps_pkey primary key (person_id),
  constraint second_steps_person_id_fkey foreign key (person_id) references persons(id) on delete cascade,
  constraint second_steps_check check (on_since is null or salt is not null)
);

create table recovery_codes (
  person_id uuid not null,
  hash text not null,
  constraint recovery_codes_pkey primary key (person_id, hash),
  constraint recovery_codes_person_id_fkey foreign key (person_id) references second_steps(person_id) on delete cascade
);

-- What is not asked for any more: a carry (no load), or what a load changed by. Below zero: what is not paid out.
create table releases (
  user_id uuid not null,
  id bigint not null generated always as identity,
  billing_id bigint not null,
  load_id bigint,
  amount numeric(14,2) not null,
  reason text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revenue numeric(14,2) not null default 0,
  miles numeric(14,2) not null default 0,
  empty_miles numeric(14,2) not null default 0,
  loads integer not null default 0,
  net numeric(14,2),
  factored numeric(14,2) not null default 0,
  fee numeric(14,2) not null default 0,
  constraint releases_pkey primary key (user_id, id),
  constraint releases_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint releases_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint releases_amount_check check (amount <> 0::numeric or load_id is not null and (revenue <> 0::numeric or miles <> 0::numeric or empty_miles <> 0::numeric or loads <> 0 or factored <> 0::numeric or fee <> 0::numeric))
);
create index releases_billing_id_idx on releases (user_id, billing_id, load_id);
create unique index releases_carry_key on releases (user_id, billing_id) where load_id is null;

-- When reminders are due, and their texts. A null text is the default one.
create table reminder_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  before_days integer not null,
  due_days integer not null,
  final_days integer not null,
  before_text text,
  due_text text,
  final_text text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reminder_settings_pkey primary key (user_id, id),
  constraint reminder_settings_user_id_key unique (user_id),
  constraint reminder_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint reminder_settings_before_days_check check (before_days >= 1 and before_days <= 60),
  constraint reminder_settings_due_days_check check (due_days >= 1 and due_days <= 90),
  constraint reminder_settings_final_days_check check (final_days >= (due_days + 1) and final_days <= 365)
);

-- Sample data in an account without records (SPEC C64): which records it consists of. No link to the records: a deleted one
-- can be restored from the trash. The rows go with the sample data, and so do its records in the trash.
create table sample_records (
  user_id uuid not null,
  -- A table: drivers, owners, trucks, brokers, dispatchers, loads, deduction_rules or billing.
  name text not null,
  record_id bigint not null,
  constraint sample_records_pkey primary key (user_id, name, record_id),
  constraint sample_records_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- sid is the SHA-256 of the cookie's token: whoever reads this table cannot sign in with it.
create table sessions (
  user_id uuid not null,
  sid text not null,
  sess jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default now(),
  expire timestamptz not null,
  -- The list of sessions names a session by this number: the hash of its token is not sent.
  id bigint not null generated always as identity,
  person_id uuid not null,
  constraint sessions_pkey primary key (user_id, sid),
  constraint sessions_person_id_fkey foreign key (user_id, person_id) references members(user_id, person_id) on delete cascade,
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create unique index sessions_person_id_idx on sessions (user_id, person_id, id);

create table settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  company_name text not null,
  company_address text,
  company_city text,
  company_state text,
  company_zip text,
  company_phone text,
  company_email text,
  logo_url text,
  work_week_start_day integer not null default 0,
  fuel_deduction_type text not null default 'percentage',
  fuel_deduction_value numeric not null default 15.00,
  insurance_deduction_type text not null default 'fixed',
  insurance_deduction_value numeric not null default 350.00,
  custom_deductions jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- After how many days without a check a broker is listed. Null: never.
  broker_check_days integer default 90,
  -- The default deductions for fuel and insurance are proposals until a person answers them (SPEC C340).
  deductions_answered boolean not null default false,
  constraint settings_pkey primary key (user_id, id),
  constraint settings_user_id_key unique (user_id),
  constraint settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint settings_decimals_check check (min_scale(fuel_deduction_value) <= case when fuel_deduction_type = 'fixed' then 2 else 4 end and abs(fuel_deduction_value) < 100000000::numeric and min_scale(insurance_deduction_value) <= case when insurance_deduction_type = 'fixed' then 2 else 4 end and abs(insurance_deduction_value) < 100000000::numeric),
  constraint settings_work_week_start_day_check check (work_week_start_day >= 0 and work_week_start_day <= 6)
);

-- The loads that no longer match a frozen statement, less what adjustments and write-offs already settled. A row is
-- here only while there is a difference. A change of a statement's drift holds the statement's row first.
create table statement_drift (
  user_id uuid not null,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  stated numeric(12,2) not null,
  current numeric(12,2) not null,
  adjusted numeric(14,2) not null,
  revenue numeric(14,2) not null,
  miles numeric(14,2) not null,
  empty_miles numeric(14,2) not null,
  loads integer not null,
  current_miles numeric(12,2) not null,
  current_empty_miles numeric(12,2) not null,
  factored numeric(14,2) not null default 0,
  fee numeric(14,2) not null default 0,
  current_factored numeric(14,2) not null default 0,
  current_fee numeric(14,2) not null default 0,
  constraint statement_drift_pkey primary key (user_id, billing_id, load_id),
  constraint statement_drift_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint statement_drift_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint statement_drift_check check (load_id = 0 or (current - stated) <> adjusted or revenue <> 0::numeric or miles <> 0::numeric or empty_miles <> 0::numeric or loads <> 0 or factored <> 0::numeric or fee <> 0::numeric)
);

-- The loads of a statement as it prints them. No link to the load: it may be deleted.
create table statement_loads (
  user_id uuid not null,
  billing_id bigint not null,
  load_id bigint not null,
  load_number text not null,
  revenue numeric(12,2) not null,
  delivery_date date,
  miles numeric(12,2) not null default 0,
  empty_miles numeric(12,2) not null default 0,
  constraint statement_loads_pkey primary key (user_id, billing_id, load_id),
  constraint statement_loads_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint statement_loads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index statement_loads_delivery_date_idx on statement_loads (user_id, delivery_date) include (billing_id, revenue);
create index statement_loads_load_id_idx on statement_loads (user_id, load_id);

-- The last number given. Its row is held until the approval is committed, and a failed one takes
-- nothing: so there is never a gap.
create table statement_numbers (
  user_id uuid not null,
  last integer not null,
  constraint statement_numbers_pkey primary key (user_id),
  constraint statement_numbers_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What recurring deductions have taken on frozen statements, so that balances of old accounts are not added up again.
create table statement_rule_sums (
  user_id uuid not null,
  id bigint not null generated always as identity,
  rule_id bigint not null,
  truck_id bigint not null,
  payee text not null,
  amount numeric(14,2) not null,
  -- A sum without lines is deleted: lines of $0.00 give a payee a balance, and no lines give none.
  lines integer not null,
  constraint statement_rule_sums_pkey primary key (user_id, id),
  constraint statement_rule_sums_key unique (user_id, rule_id, truck_id, payee),
  constraint statement_rule_sums_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint statement_rule_sums_user_id_rule_id_fkey foreign key (user_id, rule_id) references deduction_rules(user_id, id) on delete cascade
);
create index statement_rule_sums_payee_idx on statement_rule_sums (user_id, payee, rule_id);

create table statement_snapshots (
  user_id uuid not null,
  billing_id bigint not null,
  snapshot jsonb not null,
  payee text generated always as (snapshot #>> '{payee,name}'::text[]) stored,
  truck text generated always as (snapshot #>> '{truck,truckId}'::text[]) stored,
  adjustments numeric(14,2) generated always as (snapshot_adjustments(snapshot)) stored,
  adjusted_deductions numeric(14,2) generated always as (snapshot_adjusted_deductions(snapshot)) stored,
  extra_pay numeric(14,2) generated always as (snapshot_extra_pay(snapshot)) stored,
  reimbursements numeric(14,2) generated always as (snapshot_reimbursements(snapshot)) stored,
  withheld numeric(14,2) generated always as (snapshot_withheld(snapshot)) stored,
  constraint statement_snapshots_pkey primary key (user_id, billing_id),
  constraint statement_snapshots_billing_id_fkey foreign key (user_id, billing_id) references billing(user_id, id) on delete cascade,
  constraint statement_snapshots_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index statement_snapshots_logo_idx on statement_snapshots (user_id, (snapshot #>> '{company,logoUrl}'::text[]));

-- `bytes`: at the last count. `added`: what was accepted since, estimated from the size of the requests. An account
-- is counted again while it has changed lately: `changed_at` is before the change is committed.
create table storage (
  user_id uuid not null,
  bytes bigint not null,
  added bigint not null default 0,
  changed_at timestamptz not null default now(),
  counted_at timestamptz not null default now(),
  took_ms integer not null default 0,
  constraint storage_pkey primary key (user_id),
  constraint storage_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- Layouts of brokers' rate confirmations that members taught by pointing at values (SPEC C145).
create table taught_layouts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- Its name, to show. It has no link to a broker: papers are recognized by what they print.
  broker text not null,
  -- How its papers are recognized, and the anchor of each field.
  layout jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint taught_layouts_pkey primary key (user_id, id),
  constraint taught_layouts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint taught_layouts_layout_check check (octet_length(layout::text) <= 64000)
);

-- What an Admin decides for the roles. An account without a row has the defaults.
create table team_settings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  dispatcher_revenue boolean not null default true,
  viewer_revenue boolean not null default false,
  driver_revenue boolean not null default false,
  separate_approval boolean not null default false,
  require_two_step boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Truck owners open the rate confirmations of their loads (SPEC C137).
  owner_confirmations boolean not null default false,
  constraint team_settings_pkey primary key (user_id, id),
  constraint team_settings_user_id_key unique (user_id),
  constraint team_settings_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- What an operation did to one record, so that it can be undone for 30 days (SPEC C43, C44). A deletion's rows are the
-- trash. A separate table, so that no query, index or unique number of the records changes.
create table undo_records (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- One per deletion, bulk change or import. A bulk change sends it with each of its parts.
  operation uuid not null,
  action text not null,
  -- The table and the record, and the record's label.
  subject text not null,
  record_id bigint not null,
  label text not null,
  -- The record's version after the operation, null after a deletion.
  version_after integer,
  -- The row before a deletion, the changed columns before a change, null before a creation. Without secrets.
  before jsonb,
  -- The records whose links the deletion cleared: {"loads": {"brokerId": [7, 9]}}.
  links jsonb,
  -- The recurring deductions that were deleted with a truck.
  rules jsonb,
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '30 days'::interval,
  -- Who deleted or changed the record: dispatchers and safety restore their own deletions only (SPEC C74). Null: not a person.
  person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid,
  constraint undo_records_pkey primary key (user_id, id),
  constraint undo_records_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint undo_records_action_check check (action = any (array['created', 'changed', 'deleted'])),
  constraint undo_records_check check ((action = 'created') = (before is null)),
  constraint undo_records_check1 check ((action = 'deleted') = (version_after is null))
);
create index undo_records_expires_at_idx on undo_records (user_id, expires_at);
create index undo_records_operation_idx on undo_records (user_id, operation, id);
create index undo_records_own_trash_idx on undo_records (user_id, person_id, id) where action = 'deleted' and person_id is not null;
create index undo_records_record_idx on undo_records (user_id, subject, record_id, id);
create index undo_records_trash_idx on undo_records (user_id, id) where action = 'deleted';

-- The secrets of the rows, encrypted for the record that they belong to. A separate table, so that a change of the
-- encryption key reads only these.
create table undo_secrets (
  user_id uuid not null,
  id bigint not null generated always as identity,
  undo_id bigint not null,
  subject text not null,
  record_id bigint not null,
  field text not null,
  sealed bytea not null,
  constraint undo_secrets_pkey primary key (user_id, id),
  constraint undo_secrets_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint undo_secrets_user_id_undo_id_fkey foreign key (user_id, undo_id) references undo_records(user_id, id) on delete cascade
);
create index undo_secrets_undo_id_idx on undo_secrets (user_id, undo_id);

-- Links by which someone without a login uploads the papers of one load (SPEC C135). Only the hash of a token is stored.
create table upload_links (
  user_id uuid not null,
  id bigint not null generated always as identity,
  -- A link is dead while its load is in the trash.
  load_id bigint not null,
  -- Names it in the audit log: "Pat Doe, load L-1042".
  label text not null,
  token_hash text not null,
  made_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- What was stored through it.
  uploads integer not null default 0,
  bytes bigint not null default 0,
  constraint upload_links_pkey primary key (user_id, id),
  constraint upload_links_token_hash_key unique (user_id, token_hash),
  constraint upload_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index upload_links_load_id_idx on upload_links (user_id, load_id, id);
create index upload_links_made_by_idx on upload_links (user_id, made_by) where revoked_at is null;
create index upload_links_unused_idx on upload_links (expires_at) where uploads = 0;

create table views (
  user_id uuid not null,
  id bigint not null generated always as identity,
  list text not null,
  name text not null,
  address text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  person_id uuid not null default nullif(current_setting('haulbook.person', true), '')::uuid,
  constraint views_pkey primary key (user_id, id),
  constraint views_name_key unique (user_id, person_id, list, name),
  constraint views_person_id_fkey foreign key (user_id, person_id) references members(user_id, person_id) on delete cascade,
  constraint views_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- Files are compressed already.
alter table document_parts alter column bytes set storage external;
alter table mail_file_parts alter column bytes set storage external;

create trigger users_guard_deleted_account before update on users
  for each row when (old.deleted_at is not null) execute function guard_deleted_account();

create trigger drivers_guard_known_key before insert or update of bank_details on drivers
  for each row execute function guard_known_key('bank_details');
create trigger drivers_guard_used_payee before delete on drivers
  for each row execute function guard_used_payee('driver');
create trigger drivers_touch_audit after insert or delete or update on drivers
  for each row execute function touch_audit('name', 'bank_details', 'tax_id');

create trigger owners_guard_known_key before insert or update of bank_details, tax_id on owners
  for each row execute function guard_known_key('bank_details', 'tax_id');
create trigger owners_guard_used_payee before delete on owners
  for each row execute function guard_used_payee('owner');
create trigger owners_touch_audit after insert or delete or update on owners
  for each row execute function touch_audit('name', 'bank_details', 'tax_id');

create trigger trucks_touch_audit after insert or delete or update on trucks
  for each row execute function touch_audit('truck_id');

create trigger brokers_touch_audit after insert or delete or update on brokers
  for each row execute function touch_audit('company_name');
create trigger brokers_touch_checks_of_deleted_broker after delete on brokers
  for each row execute function touch_checks_of_deleted_broker();

create trigger dispatchers_touch_audit after insert or delete or update on dispatchers
  for each row execute function touch_audit('name');

create trigger loads_guard_charged_revenue before update on loads
  for each row when ((old.charge_count > 0 or new.charge_count > 0) and (old.revenue is distinct from new.revenue or old.billed_total is distinct from new.billed_total or old.charge_count is distinct from new.charge_count)) execute function guard_charged_revenue();
create trigger loads_guard_invoiced_load before delete on loads
  for each row execute function guard_invoiced_load();
create trigger loads_touch_missing_papers_insert before insert on loads
  for each row execute function touch_missing_papers();
create trigger loads_touch_missing_papers_update before update on loads
  for each row when (old.broker_id is distinct from new.broker_id or old.pickup_date is distinct from new.pickup_date or old.payment_status is distinct from new.payment_status or old.bol_status is distinct from new.bol_status) execute function touch_missing_papers();
create trigger loads_touch_payment_status_by_hand before update on loads
  for each row when (old.payment_status is distinct from new.payment_status) execute function touch_payment_status_by_hand();
create trigger loads_touch_audit after insert or delete or update on loads
  for each row execute function touch_audit('load_id');
create trigger loads_touch_billing_drift after update on loads
  for each row when (old.charge_count > 0 or new.charge_count > 0 or old.revenue is distinct from new.revenue) execute function touch_billing_drift();
create trigger loads_touch_bol_by_hand after update on loads
  for each row when (old.bol_status is distinct from new.bol_status) execute function touch_bol_by_hand();
create trigger loads_touch_left_documents after delete on loads referencing old table as gone
  for each statement execute function touch_left_documents();
create trigger loads_touch_load_drift_delete after delete on loads referencing old table as old_rows
  for each statement execute function touch_load_drift();
create trigger loads_touch_load_drift_insert after insert on loads referencing new table as new_rows
  for each statement execute function touch_load_drift();
create trigger loads_touch_load_drift_update after update on loads referencing old table as old_rows new table as new_rows
  for each statement execute function touch_load_drift();
create trigger loads_touch_restored_charges after insert on loads referencing new table as new_rows
  for each statement execute function touch_restored_charges();

create trigger billing_1_touch_category_amounts before insert or update on billing
  for each row execute function touch_category_amounts();
create trigger billing_2_guard_frozen before delete or update on billing
  for each row execute function guard_frozen();
create trigger billing_guard_sample_statement before update on billing
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function guard_sample_statement();
create trigger billing_guard_deferred after update of status on billing
  for each row when (old.status = 'pending' and new.status <> 'pending' or new.status = 'void' and old.status <> 'void') execute function guard_deferred();
create trigger billing_guard_paid_amount after update of status, paid_amount, paid_on, payment_method, payment_reference on billing
  for each row when (new.status <> 'pending') execute function guard_paid_amount();
create trigger billing_guard_payee_total after update of owner_id, driver_id on billing
  for each row when (old.payee is distinct from new.payee) execute function guard_payee_total();
create constraint trigger billing_guard_void_paid after update of status on billing deferrable initially deferred
  for each row when (new.status = 'void') execute function guard_void_paid();
create trigger billing_touch_audit after insert or delete or update on billing
  for each row execute function touch_audit('settlement_date');
create trigger billing_touch_closed_changes after update of status on billing
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function touch_closed_changes('settlement', 'approved_on', 'net_payment');
create trigger billing_touch_closed_voids after update of status on billing
  for each row when (old.status <> 'void' and new.status = 'void') execute function touch_closed_voids('settlement-void', 'voided_at', 'net_payment');
create trigger billing_touch_named_driver after update of driver_id on billing
  for each row when ((old.status = any (array['approved', 'paid'])) and old.payee <> new.payee) execute function touch_named_driver();
create trigger billing_touch_statement_sums after update of status on billing
  for each row when (old.status is distinct from new.status) execute function touch_statement_sums();
create trigger billing_touch_void_adjustments after update of status on billing
  for each row when (new.status = 'void' and old.status <> 'void') execute function touch_void_adjustments();
create trigger billing_touch_comments_of_drafts after delete on billing referencing old table as old_rows
  for each statement execute function touch_comments_of_drafts();

create trigger expenses_guard_frozen_lines before insert or delete or update on expenses
  for each row execute function guard_frozen_lines();
create trigger expenses_guard_transfer_reason before insert on expenses
  for each row when (new.taken_over and new.transfer_reason is null) execute function guard_transfer_reason();
create trigger expenses_1_touch_audit after insert or delete or update on expenses
  for each row execute function touch_audit('category');
create trigger expenses_2_guard_carry_forward after insert or update on expenses
  for each row execute function guard_carry_forward();
create trigger expenses_3_touch_settlement after insert or delete or update on expenses
  for each row execute function touch_settlement();
create trigger expenses_4_guard_rule_total after insert or delete or update on expenses
  for each row execute function guard_rule_total();
create trigger expenses_5_guard_offset after insert or update of amount, kind, billing_id on expenses
  for each row when (new.kind = 'offset') execute function guard_offset();
create trigger expenses_5_guard_rule_payee after insert or update of rule_id, billing_id on expenses
  for each row when (new.rule_id is not null) execute function guard_rule_payee();
create constraint trigger expenses_guard_offset_pair after insert or update on expenses deferrable initially deferred
  for each row when (new.kind = 'offset') execute function guard_offset_pair();
create trigger expenses_guard_restated_line after insert on expenses
  for each row when (new.restates is not null) execute function guard_restated_line();
create trigger expenses_touch_adjustment_drift after insert or delete or update on expenses
  for each row execute function touch_adjustment_drift();

create trigger settings_touch_audit after insert or delete or update on settings
  for each row execute function touch_audit('company_name');

create trigger deduction_rules_guard_used_rule_payee after update of owner_id, driver_id on deduction_rules
  for each row when (old.owner_id is distinct from new.owner_id or old.driver_id is distinct from new.driver_id) execute function guard_used_rule_payee();
create trigger deduction_rules_touch_audit after insert or delete or update on deduction_rules
  for each row execute function touch_audit('description');

create trigger statement_snapshots_guard_snapshot before delete or update on statement_snapshots
  for each row execute function guard_snapshot();
create trigger statement_snapshots_guard_fee_loads after insert on statement_snapshots
  for each row execute function guard_fee_loads();
create trigger statement_snapshots_touch_statement_loads after insert on statement_snapshots
  for each row execute function touch_statement_loads();

create trigger audit_guard_audit before delete or update on audit
  for each row execute function guard_audit();
create trigger audit_touch_save before insert on audit
  for each row execute function touch_save();
create trigger audit_guard_audit_truncate before truncate on audit
  for each statement execute function guard_audit();

create trigger releases_guard_write_off after insert on releases
  for each row execute function guard_write_off();
create trigger releases_touch_audit after insert or delete or update on releases
  for each row execute function touch_audit('reason');
create trigger releases_touch_write_off_drift after insert or delete on releases
  for each row execute function touch_write_off_drift();

create trigger logos_guard_printed_logo before delete or update on logos
  for each row execute function guard_printed_logo();
create trigger logos_touch_audit after insert or delete on logos
  for each row execute function touch_audit('type', 'bytes');

create trigger statement_loads_guard_snapshot before delete or update on statement_loads
  for each row execute function guard_snapshot();

create trigger payouts_1_guard_payout before delete or update on payouts
  for each row execute function guard_payout();
create trigger payouts_guard_sample_payment before insert on payouts
  for each row execute function guard_sample_payment();
create trigger payouts_2_guard_payout_sums after insert or update of applied, closed on payouts
  for each row execute function guard_payout_sums();
create trigger payouts_3_touch_audit after insert or delete or update on payouts
  for each row execute function touch_audit('reference');
create trigger payouts_4_touch_payment_reference after update of reference on payouts
  for each row when (old.reference is distinct from new.reference) execute function touch_payment_reference();
create trigger payouts_touch_closed_changes after insert on payouts
  for each row execute function touch_closed_changes('payment', 'paid_on', 'amount');
create trigger payouts_touch_closed_voids after update of reversed_on on payouts
  for each row when (old.reversed_on is null and new.reversed_on is not null) execute function touch_closed_voids('payment-reversal', 'reversed_on', 'amount');

create trigger payout_parts_1_guard_payout_part before delete or update on payout_parts
  for each row execute function guard_payout_part();
create trigger payout_parts_2_touch_paid_statement after insert or update of ended on payout_parts
  for each row execute function touch_paid_statement();
create trigger payout_parts_3_touch_audit after insert or delete or update on payout_parts
  for each row execute function touch_audit('amount');

create trigger payout_closings_1_guard_payout_closing before update on payout_closings
  for each row execute function guard_payout_closing();
create trigger payout_closings_guard_exported_closing before delete or update on payout_closings
  for each row execute function guard_exported_closing();
create trigger payout_closings_2_touch_payout_closed after insert or delete on payout_closings
  for each row execute function touch_payout_closed();
create trigger payout_closings_3_touch_audit after insert or delete on payout_closings
  for each row execute function touch_audit('reason');
create trigger payout_closings_touch_closed_changes after insert or delete on payout_closings
  for each row execute function touch_closed_changes('payment-closing', 'day', 'amount');

create trigger adjusted_loads_guard_adjusted_load before insert or delete or update on adjusted_loads
  for each row execute function guard_adjusted_load();
create trigger adjusted_loads_touch_adjusted_load_drift after insert or delete or update on adjusted_loads
  for each row execute function touch_adjusted_load_drift();

create trigger balance_entries_1_guard_balance_entry before delete or update on balance_entries
  for each row execute function guard_balance_entry();
create trigger balance_entries_2_guard_new_balance_entry before insert on balance_entries
  for each row execute function guard_new_balance_entry();
create trigger balance_entries_guard_sample_entry before insert on balance_entries
  for each row execute function guard_sample_entry();
create trigger balance_entries_3_guard_entry_total after insert on balance_entries
  for each row execute function guard_entry_total();
create trigger balance_entries_4_touch_audit after insert or delete or update on balance_entries
  for each row execute function touch_audit('kind');
create trigger balance_entries_touch_closed_changes after insert on balance_entries
  for each row execute function touch_closed_changes('balance-entry', 'day', 'amount');

create trigger escrow_rates_touch_audit after insert or delete or update on escrow_rates
  for each row execute function touch_audit('quarter');

create trigger undo_records_touch_undo_transaction before insert on undo_records
  for each row execute function touch_undo_transaction();
create trigger undo_records_touch_deleted_charges after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_charges();
create trigger undo_records_touch_deleted_comments after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_comments();
create trigger undo_records_touch_deleted_documents after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_documents();

create trigger undo_secrets_guard_known_key before insert on undo_secrets
  for each row execute function guard_known_key('sealed');

create trigger members_guard_last_admin before delete or update of role, until on members
  for each row when (old.role = 'admin' and old.until is null) execute function guard_last_admin();
create trigger members_touch_audit after insert or delete or update of role, owner_id, driver_id, until on members
  for each row execute function touch_audit('role');

create trigger invitations_touch_audit after insert or delete or update on invitations
  for each row execute function touch_audit('email');

create trigger team_settings_touch_audit after insert or delete or update on team_settings
  for each row execute function touch_audit('label');

create trigger second_steps_guard_known_key before insert or update on second_steps
  for each row execute function guard_known_key('secret');

create trigger questions_touch_audit after insert or delete or update of answer, answered_by, answered_at on questions
  for each row execute function touch_audit('line_text');

create trigger comments_touch_audit after insert or delete or update on comments
  for each row execute function touch_audit('text');

create trigger load_charges_guard_charge_document before insert or update on load_charges
  for each row execute function guard_charge_document();
create trigger load_charges_guard_charged_load before insert or update on load_charges
  for each row execute function guard_charged_load();
create trigger load_charges_touch_charge_amounts before insert or update on load_charges
  for each row execute function touch_charge_amounts();
create trigger load_charges_touch_audit after insert or delete or update on load_charges
  for each row execute function touch_audit('kind');
create trigger load_charges_touch_papers_of_load after insert or delete or update of kind, approval on load_charges
  for each row execute function touch_papers_of_load();
create trigger load_charges_touch_charged_loads_delete after delete on load_charges referencing old table as changed_rows
  for each statement execute function touch_charged_loads();
create trigger load_charges_touch_charged_loads_insert after insert on load_charges referencing new table as changed_rows
  for each statement execute function touch_charged_loads();
create trigger load_charges_touch_charged_loads_update after update on load_charges referencing new table as changed_rows
  for each statement execute function touch_charged_loads();

create trigger document_parts_guard_document_part before update on document_parts
  for each row execute function guard_document_part();

create trigger documents_guard_document before update on documents
  for each row execute function guard_document();
create trigger documents_touch_audit after insert or delete or update on documents
  for each row execute function touch_audit('original_name');
create trigger documents_touch_bol_status after insert or delete or update of load_id, kind, verdict, deleted_at on documents
  for each row execute function touch_bol_status();
create trigger documents_touch_papers_of_load after insert or delete or update of load_id, kind, verdict, deleted_at on documents
  for each row execute function touch_papers_of_load();

create trigger document_needs_touch_audit after insert or delete or update on document_needs
  for each row execute function touch_audit('broker_id');
create trigger document_needs_touch_needed_papers after insert or delete or update on document_needs
  for each row execute function touch_needed_papers();

create trigger upload_links_touch_audit after insert or delete or update of revoked_at on upload_links
  for each row execute function touch_audit('label');

create trigger taught_layouts_touch_audit after insert or delete or update on taught_layouts
  for each row execute function touch_audit('broker');

create trigger invoices_guard_factored_void before update of state on invoices
  for each row when (new.state = 'void' and old.state <> 'void') execute function guard_factored_void();
create trigger invoices_guard_invoice before delete or update on invoices
  for each row execute function guard_invoice();
create trigger invoices_guard_new_invoice before insert on invoices
  for each row execute function guard_new_invoice();
create trigger invoices_guard_void_invoice before update of state on invoices
  for each row when (new.state = 'void' and old.state <> 'void') execute function guard_void_invoice();
create trigger invoices_touch_audit after insert or delete or update on invoices
  for each row execute function touch_audit('number');

create trigger invoice_loads_guard_invoice_load before insert or delete or update on invoice_loads
  for each row execute function guard_invoice_load();
create trigger invoice_loads_touch_standing_drift after update of standing on invoice_loads
  for each row when (new.standing <> old.standing) execute function touch_standing_drift();

create trigger invoice_lines_guard_invoice_line before insert or delete or update on invoice_lines
  for each row execute function guard_invoice_line();

create trigger receivable_entries_guard_receivable_entry before delete or update on receivable_entries
  for each row execute function guard_receivable_entry();
create constraint trigger receivable_entries_guard_receivable_days after insert on receivable_entries deferrable initially deferred
  for each row execute function guard_receivable_days();
create trigger receivable_entries_touch_closed_changes after insert on receivable_entries
  for each row execute function touch_closed_changes('receivable', 'day', 'amount');
create trigger receivable_entries_touch_invoice_open_amount after insert on receivable_entries
  for each row when (new.invoice_id is not null) execute function touch_invoice_open_amount();

create trigger billing_settings_touch_audit after insert or delete or update on billing_settings
  for each row execute function touch_audit('remit_to_name');

create trigger invoice_numbers_guard_invoice_number before insert or update on invoice_numbers
  for each row execute function guard_invoice_number();

create trigger invoice_snapshots_guard_invoice_snapshot before delete or update on invoice_snapshots
  for each row execute function guard_invoice_snapshot();

create trigger packet_orders_touch_audit after insert or delete or update on packet_orders
  for each row execute function touch_audit('broker_id');

create trigger invoice_sendings_guard_invoice_sending before insert or delete or update on invoice_sendings
  for each row execute function guard_invoice_sending();
create trigger invoice_sendings_touch_audit after insert or delete or update on invoice_sendings
  for each row execute function touch_audit('channel');
create trigger invoice_sendings_touch_invoice_sent_on after insert or update of sent_on, undone_on on invoice_sendings
  for each row execute function touch_invoice_sent_on();

create trigger mails_guard_mail before update on mails
  for each row execute function guard_mail();
create trigger mails_touch_audit after insert or delete or update of decided_by on mails
  for each row execute function touch_audit('subject', 'text', 'message_id', 'once_key');
create trigger mails_touch_mailed_sending after update of state on mails
  for each row when (new.state = 'sent' and old.state <> 'sent') execute function touch_mailed_sending();

create trigger mail_settings_touch_audit after insert or delete or update on mail_settings
  for each row execute function touch_audit('from_name');

create trigger receipts_1_guard_posted_receipt before delete or update on receipts
  for each row execute function guard_posted_receipt('unapplied', 'state', 'applied', 'refunded', 'version', 'updated_at', 'note', 'deposited_on', 'once:', 'reversed_on', 'reversal_reason');
create constraint trigger receipts_2_guard_receipt_entries after insert or update on receipts deferrable initially deferred
  for each row execute function guard_receipt_entries();
create trigger receipts_3_touch_audit after insert or delete or update on receipts
  for each row execute function touch_audit('reference');

create trigger receipt_parts_1_guard_posted_receipt before delete or update on receipt_parts
  for each row execute function guard_posted_receipt('version', 'updated_at', 'once:', 'ended', 'ended_on');
create trigger receipt_parts_2_guard_receipt_part before insert on receipt_parts
  for each row execute function guard_receipt_part();
create trigger receipt_parts_3_touch_receipt_sums after insert or update of ended on receipt_parts
  for each row execute function touch_receipt_sums();
create trigger receipt_parts_4_touch_audit after insert or delete or update on receipt_parts
  for each row execute function touch_audit('amount');

create trigger receipt_differences_1_guard_posted_receipt before delete or update on receipt_differences
  for each row execute function guard_posted_receipt('version', 'updated_at', 'part_id', 'once:', 'ended', 'ended_on', 'ended_reason');
create trigger receipt_differences_2_guard_receipt_difference before insert on receipt_differences
  for each row execute function guard_receipt_difference();
create constraint trigger receipt_differences_3_guard_difference_entries after insert or update on receipt_differences deferrable initially deferred
  for each row execute function guard_difference_entries();
create trigger receipt_differences_4_touch_audit after insert or delete or update on receipt_differences
  for each row execute function touch_audit('kind');

create trigger receipt_refunds_1_guard_posted_receipt before delete or update on receipt_refunds
  for each row execute function guard_posted_receipt('version', 'updated_at', 'once:', 'ended_on', 'ended_reason');
create trigger receipt_refunds_2_guard_receipt_refund before insert on receipt_refunds
  for each row execute function guard_receipt_refund();
create trigger receipt_refunds_3_touch_receipt_sums after insert or update of ended_on on receipt_refunds
  for each row execute function touch_receipt_sums();
create trigger receipt_refunds_4_touch_audit after insert or delete or update on receipt_refunds
  for each row execute function touch_audit('amount');

create trigger disputes_touch_audit after insert or delete or update on disputes
  for each row execute function touch_audit('reason');

create trigger contacts_touch_audit after insert or delete or update on contacts
  for each row execute function touch_audit('text');

create trigger reminder_settings_touch_audit after insert or delete or update on reminder_settings
  for each row execute function touch_audit('label');

create trigger factors_touch_audit after insert or delete or update on factors
  for each row execute function touch_audit('name');

create trigger factor_brokers_touch_audit after insert or delete or update on factor_brokers
  for each row execute function touch_audit('broker_id');

create trigger factor_schedules_touch_audit after insert or delete or update on factor_schedules
  for each row execute function touch_audit('number');
create trigger factor_schedules_touch_schedule_drift after update of state on factor_schedules
  for each row when (new.state <> old.state) execute function touch_schedule_drift();

create trigger factor_schedule_lines_touch_new_line before insert or update of face on factor_schedule_lines
  for each row execute function touch_new_line();
create trigger factor_schedule_lines_touch_schedule_face after insert or delete or update of face on factor_schedule_lines
  for each row execute function touch_schedule_face();

create trigger factor_deposits_guard_factor_deposit before delete or update on factor_deposits
  for each row execute function guard_factor_deposit();
create constraint trigger factor_deposits_guard_factor_deposit_sum after insert on factor_deposits deferrable initially deferred
  for each row execute function guard_factor_deposit_sum();
create trigger factor_deposits_touch_audit after insert or delete or update on factor_deposits
  for each row execute function touch_audit('reference');
create trigger factor_deposits_touch_closed_changes after insert on factor_deposits
  for each row execute function touch_closed_changes('factor-deposit', 'day', 'amount');
create trigger factor_deposits_touch_closed_voids after update of voided_on on factor_deposits
  for each row when (old.voided_on is null and new.voided_on is not null) execute function touch_closed_voids('factor-deposit-void', 'voided_on', 'amount');

create trigger factor_entries_guard_factor_entry before delete or update on factor_entries
  for each row execute function guard_factor_entry();
create constraint trigger factor_entries_guard_factored_invoice after insert or update on factor_entries deferrable initially deferred
  for each row when (new.invoice_id is not null) execute function guard_factored_invoice();
create trigger factor_entries_touch_closed_line after insert or update of voided on factor_entries
  for each row when (new.invoice_id is not null) execute function touch_closed_line();
create trigger factor_entries_touch_entry_drift_insert after insert on factor_entries referencing new table as written
  for each statement execute function touch_entry_drift();
create trigger factor_entries_touch_entry_drift_update after update on factor_entries referencing new table as written
  for each statement execute function touch_entry_drift();

create trigger account_map_1_guard_factoring_method before update of factoring on account_map
  for each row when (old.factoring is distinct from new.factoring) execute function guard_factoring_method();
create trigger account_map_2_guard_closing before insert or update of closed_through on account_map
  for each row when (new.closed_through is not null) execute function guard_closing();
create trigger account_map_touch_audit after insert or delete or update on account_map
  for each row execute function touch_audit('id');

create trigger export_batches_guard_exported before delete or update on export_batches
  for each row execute function guard_exported();
create trigger export_batches_touch_audit after insert or delete on export_batches
  for each row execute function touch_audit('format');

create trigger export_files_guard_exported before delete or update on export_files
  for each row execute function guard_exported();

create trigger export_entries_guard_exported before delete or update on export_entries
  for each row execute function guard_exported();

create trigger broker_files_touch_audit after insert or delete or update on broker_files
  for each row execute function touch_audit('name');

create trigger broker_checks_touch_audit_delete after delete on broker_checks
  for each row when (old.source = 'hand') execute function touch_audit('day');
create trigger broker_checks_touch_audit_insert after insert on broker_checks
  for each row when (new.source = 'hand') execute function touch_audit('day');

create trigger closed_changes_touch_audit after insert or delete or update on closed_changes
  for each row execute function touch_audit('source');
