-- On a database on several machines, the coordinator sends a kept step with the default values that it evaluated. The step gets the
-- transaction of the machine that stores it, as its entry in the audit log does: they are compared (SPEC C46).
create function touch_undo_transaction() returns trigger language plpgsql as $$
begin
  new.transaction := pg_current_xact_id();
  return new;
end $$;
create trigger undo_records_touch_undo_transaction before insert on undo_records
  for each row execute function touch_undo_transaction();

-- The last Admin is kept by a lock of the account's machine. Its row in `users` is on every machine, and the deletion of the account
-- locks the row before its members, so that the two waited for each other.
create or replace function guard_last_admin() returns trigger language plpgsql as $$
declare
  account uuid := old.user_id;
begin
  if tg_op = 'UPDATE' and new.role = 'admin' and new.until is null then return new; end if;
  -- Before the lock: the deletion of the account removes its members one by one, and must not hold it meanwhile.
  if not account_is_there(account) then return coalesce(new, old); end if;
  -- Of two Admins who end each other at once, the second waits here for the first.
  perform pg_advisory_xact_lock(hashtextextended('haulbook admins ' || account, 0));
  if not exists (select from members
      where user_id = account and role = 'admin' and until is null and id <> old.id) then
    raise exception 'members_last_admin: an account needs an Admin'
      using errcode = 'check_violation', constraint = 'members_last_admin';
  end if;
  return coalesce(new, old);
end $$;
