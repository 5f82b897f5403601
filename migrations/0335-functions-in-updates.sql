-- A database on several machines rejects an update that calls a stable function with a column (decision 0196).
create or replace function touch_closed_line() returns trigger language plpgsql as $$
declare
  line record;
  settled boolean;
begin
  for line in select id, face from factor_schedule_lines
      where user_id = new.user_id and invoice_id = new.invoice_id order by id loop
    settled := is_closed_with_factor(new.user_id, new.invoice_id, line.face);
    update factor_schedule_lines set closed = settled
      where user_id = new.user_id and id = line.id and closed <> settled;
  end loop;
  return null;
end $$;
