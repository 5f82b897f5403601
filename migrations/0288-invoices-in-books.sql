-- The preview of the invoice CSV counts the invoices of every year, and those that files have: without payments and settlements (SPEC C225).
create index receivable_entries_invoices_idx on receivable_entries (user_id, day) include (kind, amount)
  where kind in ('invoice', 'void', 'credit', 'credit-void');
create index export_entries_invoices_idx on export_entries (user_id, day) include (group_name)
  where group_name in ('Invoices', 'Void invoices', 'Credit notes', 'Void credit notes');
