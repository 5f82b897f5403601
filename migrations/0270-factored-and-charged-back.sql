-- What a factor has of an open invoice on a day is read for each open invoice (SPEC C274).
drop index factor_entries_invoice_id_idx;
create index factor_entries_invoice_id_idx on factor_entries (user_id, invoice_id) include (kind, amount, day, voided, deposit_id)
  where invoice_id is not null;

-- What the broker paid the factor and what was charged back are the face together (SPEC C215).
create or replace function is_closed_with_factor(account uuid, invoice bigint, face numeric) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(reserve), 0) = 0
      and coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid')), 0) >= face
    from factor_entries where user_id = account and invoice_id = invoice and not voided);
end $$;
update factor_schedule_lines as line set closed = true
  where not closed and is_closed_with_factor(line.user_id, line.invoice_id, line.face);

-- Of the invoices, those that a factor bought and no longer has any of: what is open is the carrier's again. Entries and
-- voids count on their own days through on_day. Null: all that is known.
create function find_returned(account uuid, invoice_ids bigint[], on_day date) returns setof bigint language plpgsql stable as $$
begin
  return query select entry.invoice_id from factor_entries as entry
    where entry.user_id = account and entry.invoice_id = any(invoice_ids)
      and (on_day is null or entry.day <= on_day)
      and (not entry.voided or on_day < (select voided_on from factor_deposits as deposit
        where deposit.user_id = account and deposit.id = entry.deposit_id))
    group by entry.invoice_id
    having sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback', 'debtor-paid'))
      >= sum(amount) filter (where kind in ('advance', 'fee', 'reserve'));
end $$;

create function is_returned(account uuid, invoice bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from find_returned(account, array[invoice], null));
end $$;
