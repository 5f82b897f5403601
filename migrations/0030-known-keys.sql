-- A secret closed with a key that this database no longer knows could be opened by nobody: a copy of the server
-- that was started before the key was changed is refused, and has to be started again. The key's row is held until
-- the write is through, so that a change of the key waits for it.
create function refuse_unknown_key() returns trigger language plpgsql as $$
declare
  field text;
  sealed bytea;
begin
  foreach field in array tg_argv loop
    sealed := (to_jsonb(new) ->> field)::bytea;
    continue when sealed is null or get_byte(sealed, 0) = 0;
    -- What cannot be read stays as it is, whatever else of the record changes.
    continue when tg_op = 'UPDATE' and sealed = (to_jsonb(old) ->> field)::bytea;
    perform from encryption_keys where id = encode(substring(sealed from 2 for 8), 'hex') for key share;
    if not found then
      raise exception 'This key is not known any more' using errcode = 'HB002';
    end if;
  end loop;
  return new;
end $$;

create trigger drivers_known_key before insert or update of bank_details on drivers
  for each row execute function refuse_unknown_key('bank_details');
create trigger owners_known_key before insert or update of bank_details, tax_id on owners
  for each row execute function refuse_unknown_key('bank_details', 'tax_id');
