-- Whether a broker disputes something of an invoice, for the list of invoices. The table is created with the receivables.
create function is_disputed(account uuid, invoice bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from disputes where user_id = account and invoice_id = invoice and closed_on is null);
end $$;

create function list_disputed_invoices(account uuid) returns setof bigint language plpgsql stable as $$
begin
  return query select distinct invoice_id from disputes where user_id = account and closed_on is null;
end $$;
