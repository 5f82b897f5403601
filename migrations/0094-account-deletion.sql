-- A person can delete the account (SPEC C37). It ends at once: deleted_at is set, the email and the names are removed.
-- Its rows are then deleted in batches, so that a large account does not hold up the others.
alter table users add column deleted_at timestamptz;

-- Trigger functions protect statements, payments and the audit log only while the account is there.
create or replace function account_is_there(account uuid) returns boolean language sql stable as $$
  select exists (select from users where id = account and deleted_at is null)
$$;

-- A deleted account stays deleted: otherwise a part of it could be removed and the rest kept.
create function guard_deleted_account() returns trigger language plpgsql as $$
begin
  raise exception 'account % is deleted', old.id using errcode = 'insufficient_privilege';
end $$;
create trigger users_guard_deleted_account before update on users
  for each row when (old.deleted_at is not null) execute function guard_deleted_account();

-- Only the owner of the table deletes events, and only of a deleted account: delete_account_batch does, and the links to users.
create or replace function guard_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and in_this_transaction(old) then return new; end if;
  if tg_op = 'DELETE' and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    if not account_is_there(old.user_id) then return old; end if;
  end if;
  raise exception 'The audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;

create or replace function touch_audit() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  one jsonb := coalesce(becomes, was);
  account uuid := (one ->> 'user_id')::uuid;
  secrets text[] := tg_argv[1:];
  changed_from jsonb;
  changed_to jsonb;
  called jsonb;
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  changed_from := audit_values(was, becomes, secrets);
  changed_to := audit_values(becomes, was, secrets);
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  called := audit_names(account, tg_table_name, changed_from);
  called := coalesce(called || audit_names(account, tg_table_name, changed_to), called,
    audit_names(account, tg_table_name, changed_to));
  if tg_op = 'UPDATE' then
    update audit
      set after = after || changed_to,
        before = case when action = 'changed' then changed_from || before end,
        names = coalesce(called || names, called, names)
      where user_id = new.user_id and subject = tg_table_name and subject_id = new.id
        and action in ('created', 'changed') and in_this_transaction(audit);
    if found then return null; end if;
  end if;
  insert into audit (user_id, action, subject, subject_id, label, before, after, names)
  values (account,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_table_name, (one ->> 'id')::bigint, one ->> tg_argv[0], changed_from, changed_to, called);
  return null;
end $$;

-- The settlements of the deleted lines are deleted next.
create or replace function touch_settlement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return null; end if;
  if tg_op <> 'INSERT' then
    update billing set updated_at = now() where user_id = old.user_id and id = old.billing_id;
  end if;
  if tg_op <> 'DELETE' then
    update billing set updated_at = now() where user_id = new.user_id and id = new.billing_id;
  end if;
  return null;
end $$;

create or replace function guard_rule_total() returns trigger language plpgsql as $$
declare
  line expenses := coalesce(new, old);
begin
  if line.rule_id is not null and (tg_op <> 'DELETE' or account_is_there(line.user_id)) then
    perform check_rule_total(line.user_id, line.rule_id, line.truck_id);
  end if;
  return null;
end $$;

-- Deletes up to `most` rows of one table of a deleted account, and the account's own row last. The large tables are named,
-- a row before those that it links to; the links to users delete all others. Returns false once nothing is left.
-- The app's role may run it, and can delete no event in another way.
create function delete_account_batch(account uuid, most integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users where id = account and deleted_at is not null for no key update;
  if not found then return false; end if;
  delete from idempotency_keys where user_id = account and key >= coalesce((select key from idempotency_keys
    where user_id = account order by key desc offset most - 1 limit 1), '');
  if found then return true; end if;
  delete from statement_drift where user_id = account and billing_id >= coalesce((select billing_id from statement_drift
    where user_id = account order by billing_id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from statement_loads where user_id = account and billing_id >= coalesce((select billing_id from statement_loads
    where user_id = account order by billing_id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from statement_snapshots where user_id = account and billing_id >= coalesce((select billing_id
    from statement_snapshots where user_id = account order by billing_id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from payouts where user_id = account and id >= coalesce((select id from payouts
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from balance_entries where user_id = account and id >= coalesce((select id from balance_entries
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from expenses where user_id = account and id >= coalesce((select id from expenses
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from billing where user_id = account and id >= coalesce((select id from billing
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from loads where user_id = account and id >= coalesce((select id from loads
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from audit where user_id = account and id >= coalesce((select id from audit
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from users where id = account;
  return false;
end $$;
revoke execute on function delete_account_batch(uuid, integer) from public;
