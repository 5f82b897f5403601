-- One guard of posted rows instead of six, and one guard of an invoice and of its void instead of two each. What they reject, and the
-- constraints that they name, are the same.

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

drop trigger receipts_1_guard_posted_receipt on receipts;
drop trigger receipt_parts_1_guard_posted_receipt on receipt_parts;
drop trigger receipt_differences_1_guard_posted_receipt on receipt_differences;
drop trigger receipt_refunds_1_guard_posted_receipt on receipt_refunds;
drop trigger payout_parts_1_guard_payout_part on payout_parts;
drop trigger payout_closings_1_guard_payout_closing on payout_closings;
drop trigger receivable_entries_guard_receivable_entry on receivable_entries;
drop trigger factor_deposits_guard_factor_deposit on factor_deposits;
drop trigger factor_entries_guard_factor_entry on factor_entries;
drop trigger invoices_guard_factored_void on invoices;
drop trigger invoices_guard_new_invoice on invoices;
drop trigger invoices_guard_invoice on invoices;
drop trigger billing_touch_void_adjustments on billing;

create or replace function guard_invoice() returns trigger language plpgsql as $$
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

-- An invoice that a factor has, or that has money or differences on it, is not voided.
create or replace function guard_void_invoice() returns trigger language plpgsql as $$
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

-- A void statement drifts from nothing and adjusts nothing, and what it took was never taken.
create or replace function touch_statement_sums() returns trigger language plpgsql as $$
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

create trigger receipts_1_guard_posted before delete or update on receipts
  for each row execute function guard_posted('unapplied', 'state', 'applied', 'refunded', 'version', 'updated_at', 'note', 'deposited_on', 'once:', 'reversed_on', 'reversal_reason');
create trigger receipt_parts_1_guard_posted before delete or update on receipt_parts
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'ended', 'ended_on');
create trigger receipt_differences_1_guard_posted before delete or update on receipt_differences
  for each row execute function guard_posted('version', 'updated_at', 'part_id', 'once:', 'ended', 'ended_on', 'ended_reason');
create trigger receipt_refunds_1_guard_posted before delete or update on receipt_refunds
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'ended_on', 'ended_reason');
create trigger payout_parts_1_guard_posted before delete or update on payout_parts
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'ended', 'ended_at');
create trigger payout_closings_1_guard_posted before update on payout_closings
  for each row execute function guard_posted();
create trigger receivable_entries_guard_posted before delete or update on receivable_entries
  for each row execute function guard_posted();
create trigger factor_deposits_guard_posted before delete or update on factor_deposits
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'voided_on', 'void_reason');
create trigger factor_entries_guard_posted before delete or update on factor_entries
  for each row execute function guard_posted('cash', 'reserve', 'once:', 'voided');
create trigger invoices_guard_invoice before insert or delete or update on invoices
  for each row execute function guard_invoice();

drop function guard_posted_receipt();
drop function guard_payout_part();
drop function guard_payout_closing();
drop function guard_receivable_entry();
drop function guard_factor_deposit();
drop function guard_factor_entry();
drop function guard_new_invoice();
drop function guard_factored_void();
drop function touch_void_adjustments();
