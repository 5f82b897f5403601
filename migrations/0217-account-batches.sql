-- Every table of an account is deleted in batches (SPEC C37, C255), also those of a later migration: the order is found in the
-- catalog. Until now the tables of invoices, money, factors, mails and books were deleted at once, with the account's own row.

-- The tables with rows of accounts: a table before those that it links to. The listed pairs are links that only triggers know.
-- `ordered_by`: its primary key, newest first; if rows link to rows of the same table, the later one goes first.
create function list_account_tables() returns table (name text, ordered_by text, has_bytes boolean) language sql stable as $$
  with recursive links (child, parent) as (
    select distinct conrelid, confrelid from pg_constraint
      where contype = 'f' and conrelid <> confrelid and confrelid <> 'users'::regclass
    union select child::regclass, parent::regclass from (values ('documents', 'loads'), ('load_charges', 'loads'),
      ('upload_links', 'loads'), ('document_arrivals', 'loads'), ('comments', 'billing')) as known (child, parent)
  ), deep (child, depth) as (
    select conrelid, 0 from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
    union select links.child, deep.depth + 1 from deep join links on links.parent = deep.child where deep.depth < 50
  )
  select pg_class.relname::text,
      (select string_agg(quote_ident(attname) || ' desc', ', ' order by place)
        from pg_index cross join unnest(indkey::smallint[]) with ordinality as keyed (attnum, place)
          join pg_attribute on attrelid = indrelid and pg_attribute.attnum = keyed.attnum
        where indrelid = pg_class.oid and indisprimary),
      exists (select from pg_attribute where attrelid = pg_class.oid and atttypid = 'bytea'::regtype and not attisdropped)
    from (select child, max(depth) as depth from deep group by child) as ranked join pg_class on pg_class.oid = ranked.child
    order by ranked.depth desc, pg_class.relname
$$;

-- Deletes up to `most` rows of one table of a deleted account, fewer if they hold files, and the account's own row last.
-- Returns false once nothing is left. The app's role may run it, and can delete no event in another way.
create or replace function delete_account_batch(account uuid, most integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  deleted bigint;
begin
  perform from users where id = account and deleted_at is not null for no key update;
  if not found then return false; end if;
  for one in select * from list_account_tables() loop
    execute format('delete from public.%1$I where user_id = $1 and ctid = any(array(
        select ctid from public.%1$I where user_id = $1 order by %2$s limit $2))', one.name, one.ordered_by)
      using account, case when one.has_bytes then greatest(most / 50, 1) else most end;
    get diagnostics deleted = row_count;
    if deleted > 0 then return true; end if;
  end loop;
  delete from users where id = account;
  return false;
end $$;
revoke execute on function delete_account_batch(uuid, integer) from public;
