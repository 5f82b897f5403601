-- The part that a difference was recorded with. When the part's money is unapplied, only its own differences end (SPEC C198).
alter table receipt_differences add column part_id bigint;
alter table receipt_differences add constraint receipt_differences_part_id_fkey foreign key (user_id, part_id) references receipt_parts(user_id, id);

-- If a part of the money is unapplied, its differences stay with the rest, which is a new part.
drop trigger receipt_differences_1_guard_posted_receipt on receipt_differences;
create trigger receipt_differences_1_guard_posted_receipt before delete or update on receipt_differences
  for each row execute function guard_posted_receipt('version', 'updated_at', 'part_id', 'once:', 'ended', 'ended_on', 'ended_reason');

-- A difference that ended was recorded with a part that ended, and one that stays with one that stays.
update receipt_differences as difference set part_id = own.id
  from (select user_id, receipt_id, invoice_id, applied_on, ended is null as stays, min(id) as id from receipt_parts
    group by user_id, receipt_id, invoice_id, applied_on, ended is null) as own
  where own.user_id = difference.user_id and own.receipt_id = difference.receipt_id
    and own.invoice_id = difference.invoice_id and own.applied_on = difference.day
    and own.stays = (difference.ended is null);
-- One that was undone alone: its money stays.
update receipt_differences as difference set part_id = own.id
  from (select user_id, receipt_id, invoice_id, applied_on, min(id) as id from receipt_parts
    group by user_id, receipt_id, invoice_id, applied_on) as own
  where difference.part_id is null and own.user_id = difference.user_id and own.receipt_id = difference.receipt_id
    and own.invoice_id = difference.invoice_id and own.applied_on = difference.day;
