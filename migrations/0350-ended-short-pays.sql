-- An accepted short pay ends when its credit note is voided, or when its load is billed again (SPEC C330, C331).
alter table receipt_differences drop constraint receipt_differences_ended_on_check;
alter table receipt_differences add constraint receipt_differences_ended_on_check check ((ended is null) = (ended_on is null) and ended_on >= day);

create or replace function guard_void_invoice() returns trigger language plpgsql as $$
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
