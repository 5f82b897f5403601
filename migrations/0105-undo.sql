-- What an operation did to one record, so that it can be undone for 30 days (SPEC C43, C44). A deletion's rows are the
-- trash. A separate table, so that no query, index or unique number of the records changes.
create table undo_records (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  -- One per deletion, bulk change or import. A bulk change sends it with each of its parts.
  operation uuid not null,
  action text not null check (action in ('created', 'changed', 'deleted')),
  -- The table and the record, and the record's label.
  subject text not null,
  record_id bigint not null,
  label text not null,
  -- The record's version after the operation, null after a deletion.
  version_after integer,
  -- The row before a deletion, the changed columns before a change, null before a creation. Without secrets.
  before jsonb,
  -- The records whose links the deletion cleared: {"loads": {"brokerId": [7, 9]}}.
  links jsonb,
  -- The recurring deductions that were deleted with a truck.
  rules jsonb,
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  primary key (user_id, id),
  check ((action = 'created') = (before is null)),
  check ((action = 'deleted') = (version_after is null))
);
create index undo_records_operation_idx on undo_records (user_id, operation, id);
create index undo_records_record_idx on undo_records (user_id, subject, record_id, id);
create index undo_records_trash_idx on undo_records (user_id, id) where action = 'deleted';

-- The secrets of the rows, encrypted for the record that they belong to. A separate table, so that a change of the
-- encryption key reads only these.
create table undo_secrets (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  undo_id bigint not null,
  subject text not null,
  record_id bigint not null,
  field text not null,
  sealed bytea not null,
  primary key (user_id, id),
  foreign key (user_id, undo_id) references undo_records (user_id, id) on delete cascade
);
create index undo_secrets_undo_id_idx on undo_secrets (user_id, undo_id);
create trigger undo_secrets_guard_known_key before insert on undo_secrets
  for each row execute function guard_known_key('sealed');

create or replace function delete_account_batch(account uuid, most integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users where id = account and deleted_at is not null for no key update;
  if not found then return false; end if;
  delete from idempotency_keys where user_id = account and key >= coalesce((select key from idempotency_keys
    where user_id = account order by key desc offset most - 1 limit 1), '');
  if found then return true; end if;
  delete from undo_records where user_id = account and id >= coalesce((select id from undo_records
    where user_id = account order by id desc offset most - 1 limit 1), 0);
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

-- Like the audit log, the trash does not count: deleting frees space (SPEC C31).
create or replace function count_account_bytes(account uuid) returns bigint language plpgsql stable as $$
declare
  counted record;
  part bigint;
  total bigint := 0;
begin
  for counted in
    select c.relname as name,
      28 + 64 * (select count(*) from pg_index where indrelid = c.oid and indpred is null)
        + (select coalesce(sum(attlen), 0) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attlen > 0) as fixed,
      (select coalesce(string_agg(format('+ coalesce(pg_column_size(%I), 0)', attname), ' ' order by attnum), '')
        from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attlen < 0) as varying
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute
        where attrelid = c.oid and attname = 'user_id' and not attisdropped)
      and c.relname not in ('audit', 'sessions', 'idempotency_keys', 'imports', 'storage', 'undo_records', 'undo_secrets')
    order by c.relname
  loop
    execute format('select coalesce(sum(%s %s), 0) from %I where user_id = $1',
      counted.fixed, counted.varying, counted.name) into part using account;
    total := total + part;
  end loop;
  return total;
end $$;
