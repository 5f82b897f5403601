-- The documents of a load that is deleted without going to the trash, such as a load of the sample, move to the inbox (SPEC C113).
create function touch_left_documents() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from gone loop
    continue when not account_is_there(account);
    update documents set load_id = null, version = documents.version + 1, updated_at = now()
      from gone
      where documents.user_id = account and gone.user_id = account and documents.load_id = gone.id
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = gone.id and kept.action = 'deleted');
  end loop;
  return null;
end $$;
create trigger loads_touch_left_documents after delete on loads referencing old table as gone
  for each statement execute function touch_left_documents();
