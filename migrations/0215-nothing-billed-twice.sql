-- Nothing is billed twice (SPEC C252, C253): a load has one draft supplement, its typed revenue is on one standing line, and the
-- approval bills at most the sum of its charges.

-- The line of a load without charges.
create unique index invoice_lines_revenue_key on invoice_lines (user_id, load_id)
  where charge_id is null and load_id is not null and standing and credits_line_id is null;

-- The load's row is locked: two requests at once wait for each other.
create or replace function guard_invoice_load() returns trigger language plpgsql as $$
declare
  owner_state text;
begin
  if tg_op = 'DELETE' then
    if not account_is_there(old.user_id) then return old; end if;
    select state into owner_state from invoices where user_id = old.user_id and id = old.invoice_id;
    if found and owner_state <> 'draft' then
      raise exception 'a load of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.invoice_id, new.load_id, new.supplement)
      is distinct from (old.invoice_id, old.load_id, old.supplement) then
    raise exception 'a load of an invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
  end if;
  if tg_op = 'INSERT' then
    perform from loads where user_id = new.user_id and id = new.load_id for no key update;
    if not found then
      raise exception 'no such load' using errcode = 'foreign_key_violation', constraint = 'invoice_loads_load_id_fkey';
    end if;
    if (select state from invoices where user_id = new.user_id and id = new.invoice_id) <> 'draft' then
      raise exception 'a load of an approved invoice' using errcode = 'check_violation', constraint = 'invoice_loads_frozen';
    end if;
    if new.supplement and exists (select from invoice_loads as other
        join invoices as bill on bill.user_id = new.user_id and bill.id = other.invoice_id and bill.state = 'draft'
        where other.user_id = new.user_id and other.load_id = new.load_id and other.supplement
          and other.invoice_id <> new.invoice_id) then
      raise exception 'another draft is a supplement for the load'
        using errcode = 'check_violation', constraint = 'invoice_loads_one_supplement';
    end if;
  end if;
  return new;
end $$;

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
    raise exception 'more is billed for load % than its charges are', load_number
      using errcode = 'check_violation', constraint = 'invoices_billed_twice', detail = load_number;
  end if;
end $$;

create or replace function guard_invoice() returns trigger language plpgsql as $$
declare
  lines numeric;
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' and account_is_there(old.user_id) then
      raise exception 'invoice % is approved', old.number using errcode = 'check_violation', constraint = 'invoices_frozen';
    end if;
    return old;
  end if;
  if old.state = 'draft' and new.state = 'approved' then
    select coalesce(sum(amount), 0) into lines from invoice_lines where user_id = new.user_id and invoice_id = new.id;
    if new.total <> lines then
      raise exception 'the lines add up to %', lines using errcode = 'check_violation', constraint = 'invoices_lines_total';
    end if;
    if new.sequence <> coalesce((select max(sequence) from invoices where user_id = new.user_id), 0) + 1 then
      raise exception 'number % leaves a gap', new.sequence using errcode = 'check_violation', constraint = 'invoices_sequence';
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
      raise exception 'invoice % is approved', old.number using errcode = 'check_violation', constraint = 'invoices_frozen';
    end if;
    if new.state = 'void' and old.state = 'approved' and exists (select from invoices as note
        where note.user_id = new.user_id and note.credits_id = new.id and note.state = 'approved') then
      raise exception 'invoice % has credit notes', old.number
        using errcode = 'check_violation', constraint = 'invoices_void_credits';
    end if;
  elsif new.state <> 'draft' then
    raise exception 'a draft is deleted, not voided' using errcode = 'check_violation', constraint = 'invoices_frozen';
  end if;
  return new;
end $$;
