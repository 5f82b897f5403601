-- The aging of any day reads the invoices that were open then (decision 0176). An invoice keeps the day of its newest entry in the ledger:
-- it was open on a day only if it is open today, or if an entry came after that day. Few take longer than 180 days.
alter table invoices add column last_entry_on date;

-- It follows from the ledger: the audit log does not repeat it.
create or replace function audit_values(state jsonb, other jsonb, secrets text[]) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(field_name(key), case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}')
    else value end)
  from jsonb_each(state)
  where value is distinct from other -> key and (other is not null or value <> 'null')
    and key not in ('user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url', 'payee', 'person_id',
      'since', 'last_seen_at', 'expires_at', 'token_hash', 'missing_to_settle', 'missing_to_bill', 'missing_papers',
      'last_entry_on') $$;

create or replace function touch_invoice_open_amount() returns trigger language plpgsql as $$
begin
  update invoices set open_amount = open_amount + new.amount, last_entry_on = greatest(last_entry_on, new.day),
      credited_amount = credited_amount - case when new.kind in ('credit', 'credit-void') then new.amount else 0 end
    where user_id = new.user_id and id = new.invoice_id and broker_id = new.broker_id;
  if not found then
    raise exception 'receivable_entries_broker: the invoice is of another broker' using errcode = 'check_violation', constraint = 'receivable_entries_broker';
  end if;
  return null;
end $$;

update invoices set last_entry_on = (select max(entry.day) from receivable_entries as entry
    where entry.user_id = invoices.user_id and entry.invoice_id = invoices.id)
  where kind = 'invoice' and state <> 'draft';

drop index invoices_invoice_date_idx;
create index invoices_invoice_date_idx on invoices (user_id, invoice_date, id) include (last_entry_on, broker_id);
create index invoices_long_open_idx on invoices (user_id, last_entry_on) include (invoice_date, broker_id)
  where last_entry_on - invoice_date > 180;
