-- What keeps the screens of billing as fast with 50,000 invoices as with 500.

-- The tab of drafts, and its count.
create index invoices_draft_idx on invoices (user_id, id) where state = 'draft';
-- The beginning of a number, in the search of every page.
create index invoices_number_start_idx on invoices (user_id, (lower(number collate "default") collate "C"));
-- What a factor holds in reserve for each invoice.
create index factor_entries_reserve_idx on factor_entries (user_id, factor_id, invoice_id, day) include (reserve, voided, deposit_id)
  where reserve <> 0;
-- The days on which statements are in the books.
create index billing_approved_day_idx on billing (user_id, (coalesce(approved_on, (approved_at at time zone 'utc')::date)))
  include (net_payment, approved_on, approved_at) where number is not null;
create index billing_voided_day_idx on billing (user_id, ((voided_at at time zone 'utc')::date)) where voided_at is not null;

-- An invoice of a schedule is closed once the broker or the carrier has paid the factor all of it, and the factor holds no reserve of
-- it (SPEC C215). Kept by triggers: a report lists the few that are not closed.
alter table factor_schedule_lines add column closed boolean not null default false;
create index factor_schedule_lines_open_idx on factor_schedule_lines (user_id, schedule_id) where standing and not closed;

create function is_closed_with_factor(account uuid, invoice bigint, face numeric) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(sum(reserve), 0) = 0
      and greatest(coalesce(sum(amount) filter (where kind = 'debtor-paid'), 0),
        coalesce(sum(amount) filter (where kind in ('chargeback', 'reserve-chargeback')), 0)) >= face
    from factor_entries where user_id = account and invoice_id = invoice and not voided);
end $$;

create function touch_closed_line() returns trigger language plpgsql as $$
begin
  update factor_schedule_lines as line set closed = not line.closed
    where line.user_id = new.user_id and line.invoice_id = new.invoice_id
      and line.closed <> is_closed_with_factor(new.user_id, new.invoice_id, line.face);
  return null;
end $$;
create trigger factor_entries_touch_closed_line after insert or update of voided on factor_entries
  for each row when (new.invoice_id is not null) execute function touch_closed_line();

create function touch_new_line() returns trigger language plpgsql as $$
begin
  new.closed := is_closed_with_factor(new.user_id, new.invoice_id, new.face);
  return new;
end $$;
create trigger factor_schedule_lines_touch_new_line before insert or update of face on factor_schedule_lines
  for each row execute function touch_new_line();

update factor_schedule_lines set closed = true where is_closed_with_factor(user_id, invoice_id, face);
