-- Whether a factor no longer has any of an invoice that it bought, on a day as find_returned counts it (SPEC C274).
drop function is_returned(uuid, bigint);
create function is_returned(account uuid, invoice bigint, on_day date) returns boolean language plpgsql stable as $$
begin
  return exists (select from find_returned(account, array[invoice], on_day));
end $$;
