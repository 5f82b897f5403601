-- Closing waits for changes of money that are under way, and they wait for it. Otherwise money that is written while the books are
-- closed lands in the closed month without a reason (SPEC C375).
create function closing_lock(account uuid) returns bigint language sql immutable parallel safe as $$
  select hashtextextended('haulbook closing ' || account, 0)
$$;

-- Before the insert too: the app closes with "on conflict", and must not hold the row meanwhile.
create function guard_closing() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(closing_lock(new.user_id));
  return new;
end $$;
create trigger account_map_2_guard_closing before insert or update of closed_through on account_map
  for each row when (new.closed_through is not null) execute function guard_closing();

create or replace function add_closed_change(account uuid, source text, changed jsonb, on_day date, amount numeric, is_deleted boolean)
  returns void language plpgsql as $$
declare
  entry_id bigint := (changed ->> 'id')::bigint;
  entry_kind text := changed ->> 'kind';
  closed_day date;
  entry_number text;
  entry_name text;
  given text := nullif(current_setting('haulbook.closed_reason', true), '');
begin
  perform pg_advisory_xact_lock_shared(closing_lock(account));
  select closed_through into closed_day from account_map where user_id = account;
  if closed_day is null or on_day > closed_day then return; end if;
  if given is null then
    raise exception 'books_closed: % %', closed_day, on_day using errcode = 'check_violation', constraint = 'books_closed';
  end if;
  entry_number := number_of_closed_change(account, source, changed);
  entry_name := name_of_closed_change(account, source, changed);
  given := convert_from(decode(given, 'hex'), 'UTF8');
  insert into closed_changes (user_id, source, record_id, deleted, day, amount, kind, number, name, closed_through, reason)
  values (account, source, entry_id, is_deleted, on_day, amount, entry_kind, entry_number, entry_name, closed_day, given);
end $$;
