-- Void invoices are few: the register of the invoice CSV counts every invoice, less those (SPEC C225).
create index invoices_void_idx on invoices (user_id, id) where state = 'void';
