-- How much each account stores, for the quota that the operator may set (SPEC C31). Without a quota it has no rows.

-- `bytes`: at the last count. `added`: what was accepted since, estimated from the size of the requests. An account
-- is counted again while it has changed lately: `changed_at` is before the change is committed.
create table storage (
  user_id uuid not null references users (id) on delete cascade,
  bytes bigint not null,
  added bigint not null default 0,
  changed_at timestamptz not null default now(),
  counted_at timestamptz not null default now(),
  took_ms integer not null default 0,
  primary key (user_id)
);

-- The bytes of an account's rows in every table, with 28 bytes of header and 64 bytes in each index. A new table
-- counts by itself. Not counted: what expires by itself, and the audit log, which no one can delete.
create function count_account_bytes(account uuid) returns bigint language plpgsql stable as $$
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
      and c.relname not in ('audit', 'sessions', 'idempotency_keys', 'imports', 'storage')
    order by c.relname
  loop
    execute format('select coalesce(sum(%s %s), 0) from %I where user_id = $1',
      counted.fixed, counted.varying, counted.name) into part using account;
    total := total + part;
  end loop;
  return total;
end $$;
