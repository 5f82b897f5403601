-- The paper that shows the broker's answer to a charge is one of the load's (SPEC C100). A link that is stored already stays as it
-- is, also when the paper is deleted. The detail is the charge's place on the load.
create function guard_charge_document() returns trigger language plpgsql as $$
begin
  if new.document_id is null or tg_op = 'UPDATE' and new.document_id = old.document_id then return new; end if;
  perform from documents where user_id = new.user_id and id = new.document_id and load_id = new.load_id
    and deleted_at is null;
  if not found then
    raise exception 'no such document' using errcode = 'foreign_key_violation',
      constraint = 'load_charges_document_id_fkey', detail = new.number;
  end if;
  return new;
end $$;
create trigger load_charges_guard_charge_document before insert or update on load_charges
  for each row execute function guard_charge_document();
