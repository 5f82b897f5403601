-- Comments on a load or a settlement, and the members they mention (SPEC C84, C85). A comment on a load has no link to it: it
-- survives while the load is in the trash. Persons have no link: the memberships of a deleted account go before its rows.
create table comments (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  load_id bigint,
  billing_id bigint,
  person_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  -- By its author.
  deleted_at timestamptz,
  primary key (user_id, id),
  constraint comments_billing_id_fkey foreign key (user_id, billing_id) references billing (user_id, id) on delete cascade,
  constraint comments_subject_check check (num_nonnulls(load_id, billing_id) = 1)
);
create index comments_load_id_idx on comments (user_id, load_id, id) where load_id is not null;
create index comments_billing_id_idx on comments (user_id, billing_id, id) where billing_id is not null;
create trigger comments_touch_audit after insert or update or delete on comments
  for each row execute function touch_audit('text');

create table comment_mentions (
  user_id uuid not null references users (id) on delete cascade,
  comment_id bigint not null,
  person_id uuid not null,
  read_at timestamptz,
  primary key (user_id, comment_id, person_id),
  constraint comment_mentions_comment_id_fkey foreign key (user_id, comment_id)
    references comments (user_id, id) on delete cascade
);
-- The bell.
create index comment_mentions_unread_idx on comment_mentions (user_id, person_id, comment_id) where read_at is null;

-- The comments of a load that left the trash without coming back.
create function touch_deleted_comments() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from old_rows where action = 'deleted' and subject = 'loads' loop
    delete from comments using old_rows as gone
      where comments.user_id = account and gone.user_id = account
        and gone.action = 'deleted' and gone.subject = 'loads' and comments.load_id = gone.record_id
        and not exists (select from loads where loads.user_id = account and loads.id = gone.record_id)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = gone.record_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;
create trigger undo_records_touch_deleted_comments after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_comments();

create or replace function delete_account_batch(account uuid, most integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users where id = account and deleted_at is not null for no key update;
  if not found then return false; end if;
  delete from idempotency_keys where user_id = account and (person_id, key) in (
    select person_id, key from idempotency_keys where user_id = account limit most);
  if found then return true; end if;
  delete from comments where user_id = account and id >= coalesce((select id from comments
    where user_id = account order by id desc offset most - 1 limit 1), 0);
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
