-- A broker that is there twice is merged into the other one (SPEC C501): approved invoices, receipts and entries of the ledger follow. Their
-- amounts, numbers and printed documents stay as they are.

-- What is frozen changes its broker only when the broker is merged into another one: then it is gone at the end of the transaction.
create function guard_merged_broker() returns trigger language plpgsql as $$
begin
  if exists (select from brokers where user_id = old.user_id and id = old.broker_id) then
    raise exception '%: the broker of % is not merged', tg_argv[0], old.id using errcode = 'check_violation', constraint = tg_argv[0];
  end if;
  return null;
end $$;

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

drop trigger receipts_1_guard_posted on receipts;

drop trigger receivable_entries_guard_posted on receivable_entries;

create trigger receipts_1_guard_posted before delete or update on receipts
  for each row execute function guard_posted('broker_id', 'unapplied', 'state', 'applied', 'refunded', 'version', 'updated_at', 'note', 'deposited_on', 'once:', 'reversed_on', 'reversal_reason');

create trigger receivable_entries_guard_posted before delete or update on receivable_entries
  for each row execute function guard_posted('broker_id');

create constraint trigger invoices_guard_merged_broker after update of broker_id on invoices deferrable initially deferred
  for each row when (old.state <> 'draft' and new.broker_id <> old.broker_id) execute function guard_merged_broker('invoices_frozen');

create constraint trigger receivable_entries_guard_merged_broker after update of broker_id on receivable_entries deferrable initially deferred
  for each row when (new.broker_id <> old.broker_id) execute function guard_merged_broker('receivable_entries_posted');

create constraint trigger receipts_4_guard_merged_broker after update of broker_id on receipts deferrable initially deferred
  for each row when (new.broker_id <> old.broker_id) execute function guard_merged_broker('receipts_posted');
