-- People and accounts are two things (SPEC C67). `users` stays the table of accounts and `user_id` the account's key.
-- A person logs in and is a member of one account or several. The person of an earlier account keeps its id.
create table persons (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint persons_email_key unique,
  password text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  language text not null default 'en' check (language in ('en', 'es')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into persons (id, email, password, first_name, last_name, profile_image_url, created_at, updated_at)
  select id, email, password, first_name, last_name, profile_image_url, created_at, updated_at
  from users where deleted_at is null;

create table members (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  person_id uuid not null references persons (id),
  role text not null check (role in ('admin', 'accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver')),
  -- The truck owner or the driver that the member represents.
  owner_id bigint,
  driver_id bigint,
  since timestamptz not null default now(),
  -- Null while the person is a member. One who comes back keeps the row.
  until timestamptz,
  last_seen_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint members_person_id_key unique (user_id, person_id),
  constraint members_owner_id_fkey foreign key (user_id, owner_id) references owners (user_id, id),
  constraint members_driver_id_fkey foreign key (user_id, driver_id) references drivers (user_id, id),
  constraint members_represents_check check (
    (until is null and role = 'owner') = (owner_id is not null)
    and (until is null and role = 'driver') = (driver_id is not null))
);
create index members_person_id_idx on members (person_id);
create index members_owner_id_idx on members (user_id, owner_id) where owner_id is not null;
create index members_driver_id_idx on members (user_id, driver_id) where driver_id is not null;
insert into members (user_id, person_id, role, since) select id, id, 'admin', created_at from users where deleted_at is null;

-- An account without an Admin could never be managed again.
create function guard_last_admin() returns trigger language plpgsql as $$
declare
  account uuid := old.user_id;
begin
  if tg_op = 'UPDATE' and new.role = 'admin' and new.until is null then return new; end if;
  -- Of two Admins who end each other at once, the second waits here for the first.
  perform from users where id = account and deleted_at is null for no key update;
  if found and not exists (select from members
      where user_id = account and role = 'admin' and until is null and id <> old.id) then
    raise exception 'members_last_admin: an account needs an Admin'
      using errcode = 'check_violation', constraint = 'members_last_admin';
  end if;
  return coalesce(new, old);
end $$;
create trigger members_guard_last_admin before update of role, until or delete on members
  for each row when (old.role = 'admin' and old.until is null) execute function guard_last_admin();

alter table users drop column email, drop column password, drop column first_name, drop column last_name,
  drop column profile_image_url;

-- A session belongs to one account, which its cookie names. Those of before end.
delete from sessions;
alter table sessions
  add column person_id uuid not null,
  add constraint sessions_person_id_fkey foreign key (user_id, person_id)
    references members (user_id, person_id) on delete cascade;
drop index sessions_sid_idx;
drop index sessions_user_id_id_idx;
create unique index sessions_person_id_idx on sessions (user_id, person_id, id);

delete from login_networks where not exists (select from persons where id = user_id);
alter table login_networks drop constraint login_networks_user_id_fkey;
alter table login_networks rename column user_id to person_id;
alter table login_networks add constraint login_networks_person_id_fkey
  foreign key (person_id) references persons (id) on delete cascade;

delete from views where not exists (select from persons where id = user_id);
alter table views add column person_id uuid;
update views set person_id = user_id;
alter table views
  alter column person_id set not null,
  alter column person_id set default nullif(current_setting('haulbook.person', true), '')::uuid,
  add constraint views_person_id_fkey foreign key (user_id, person_id)
    references members (user_id, person_id) on delete cascade,
  drop constraint views_name_key,
  add constraint views_name_key unique (user_id, person_id, list, name);

alter table idempotency_keys add column person_id uuid;
update idempotency_keys set person_id = user_id;
alter table idempotency_keys
  alter column person_id set not null,
  drop constraint idempotency_keys_pkey,
  add primary key (user_id, person_id, key);

create or replace function delete_account_batch(account uuid, most integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users where id = account and deleted_at is not null for no key update;
  if not found then return false; end if;
  delete from idempotency_keys where user_id = account and (person_id, key) in (
    select person_id, key from idempotency_keys where user_id = account limit most);
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
