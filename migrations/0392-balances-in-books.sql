-- Entries of balances are records of the books (SPEC C373).
alter table export_entries drop constraint export_entries_source_check;
alter table export_entries add constraint export_entries_source_check check (source in ('receivable', 'settlement', 'settlement-void',
  'payment', 'payment-reversal', 'payment-closing', 'balance-entry', 'factor-entry', 'factor-entry-void', 'factor-deposit',
  'factor-deposit-void'));
