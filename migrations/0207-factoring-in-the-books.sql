-- Entries of factors in the books (SPEC C242–C244).
alter table account_map add column factoring text constraint account_map_factoring_check check (factoring in ('sale', 'loan'));

alter table export_entries drop constraint export_entries_source_check;
alter table export_entries add constraint export_entries_source_check check (source in ('receivable', 'settlement', 'settlement-void',
  'payment', 'payment-reversal', 'payment-closing', 'factor-entry', 'factor-entry-void', 'factor-deposit', 'factor-deposit-void'));

-- Whether a file has what depends on how factored invoices are booked.
create function has_exported_factoring(account uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from export_entries where user_id = account
    and (source in ('factor-entry', 'factor-entry-void', 'factor-deposit', 'factor-deposit-void')
      or group_name in ('Paid to the factor', 'Reversed by the factor')));
end $$;

-- Files so far have what brokers paid to factors as in a loan.
alter table account_map disable trigger user;
update account_map set factoring = 'loan' where has_exported_factoring(user_id);
alter table account_map enable trigger user;

create function guard_factoring_method() returns trigger language plpgsql as $$
begin
  if has_exported_factoring(old.user_id) then
    raise exception 'a file has entries of a factor' using errcode = 'check_violation', constraint = 'account_map_factoring_fixed';
  end if;
  return new;
end $$;
create trigger account_map_1_guard_factoring_method before update of factoring on account_map
  for each row when (old.factoring is distinct from new.factoring) execute function guard_factoring_method();
