-- A refund that the broker never cashed ends with its own kind of entry: it returns to the bank, it is no money received (SPEC C198).
alter table receivable_entries drop constraint receivable_entries_kind_check;
alter table receivable_entries add constraint receivable_entries_kind_check check (kind in ('invoice', 'void', 'credit', 'credit-void',
  'payment', 'applied', 'quick-pay', 'write-off', 'bank-fee', 'refund', 'refund-reversal', 'reversal', 'factor-paid', 'factor-reversal'));
alter table receivable_entries drop constraint receivable_entries_invoice_check;
alter table receivable_entries add constraint receivable_entries_invoice_check check (invoice_id is not null or receipt_id is not null
  and kind in ('payment', 'applied', 'refund', 'refund-reversal', 'reversal'));

-- Refunds that ended before were entered as money received. Those that no file has are renamed; the others stay as they were handed over.
alter table receivable_entries disable trigger user;
with ended as (
  select refund.user_id, refund.id, refund.receipt_id, refund.ended_on, refund.amount,
    row_number() over (partition by refund.user_id, refund.receipt_id, refund.ended_on, refund.amount order by refund.id) as place
  from receipt_refunds as refund where refund.ended_on is not null),
entered as (
  select entry.user_id, entry.id, entry.receipt_id, entry.day, entry.amount,
    row_number() over (partition by entry.user_id, entry.receipt_id, entry.day, entry.amount order by entry.id desc) as place
  from receivable_entries as entry
  where entry.kind = 'payment' and entry.invoice_id is null and entry.id > (
    select min(refund.id) from receivable_entries as refund
    where refund.user_id = entry.user_id and refund.receipt_id = entry.receipt_id and refund.kind = 'refund'))
update receivable_entries as entry set kind = 'refund-reversal'
from ended join entered on entered.user_id = ended.user_id and entered.receipt_id = ended.receipt_id
  and entered.day = ended.ended_on and entered.amount = -ended.amount and entered.place = ended.place
where entry.user_id = entered.user_id and entry.id = entered.id
  and not exists (select from export_entries as taken
    where taken.user_id = entry.user_id and taken.source = 'receivable' and taken.record_id = entry.id);
alter table receivable_entries enable trigger user;
