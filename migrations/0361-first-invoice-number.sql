-- The first invoice number of an account can be chosen before its first approval (SPEC C344).
alter table billing_settings add column first_number integer not null default 1;
alter table billing_settings add constraint billing_settings_first_number_check
  check (first_number >= 1 and first_number <= 999999999);

-- The number that the sequence began with. It never changes.
alter table invoice_numbers add column first integer not null default 1;
alter table invoice_numbers add constraint invoice_numbers_first_check check (first >= 1);

create or replace function guard_invoice_number() returns trigger language plpgsql as $$
begin
  if new.last <> (case tg_op when 'INSERT' then new.first else old.last + 1 end)
    or tg_op = 'UPDATE' and new.first <> old.first then
    raise exception 'invoice_numbers_gap: number % leaves a gap', new.last using errcode = 'check_violation', constraint = 'invoice_numbers_gap';
  end if;
  return new;
end $$;

create or replace function guard_invoice() returns trigger language plpgsql as $$
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
