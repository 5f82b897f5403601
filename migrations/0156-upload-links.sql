-- Links by which someone without a login uploads the papers of one load (SPEC C135). Only the hash of a token is stored.
create table upload_links (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  -- A link is dead while its load is in the trash.
  load_id bigint not null,
  -- Names it in the audit log: "Pat Doe, load L-1042".
  label text not null,
  token_hash text not null,
  made_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- What was stored through it.
  uploads integer not null default 0,
  bytes bigint not null default 0,
  primary key (user_id, id),
  constraint upload_links_token_hash_key unique (user_id, token_hash)
);
create index upload_links_load_id_idx on upload_links (user_id, load_id, id);
-- For the job that deletes links that were never used.
create index upload_links_unused_idx on upload_links (expires_at) where uploads = 0;
create index documents_upload_link_id_idx on documents (user_id, upload_link_id, id) where upload_link_id is not null;
-- Use is seen in the documents.
create trigger upload_links_touch_audit after insert or delete or update of revoked_at on upload_links
  for each row execute function touch_audit('label');

-- Papers that a driver or a truck owner sent, for each member who has not opened the load since (SPEC C138).
create table document_arrivals (
  user_id uuid not null references users (id) on delete cascade,
  person_id uuid not null,
  load_id bigint not null,
  documents integer not null default 1,
  sender text not null,
  arrived_at timestamptz not null default now(),
  primary key (user_id, person_id, load_id)
);
create index document_arrivals_newest_idx on document_arrivals (user_id, person_id, arrived_at desc);
create index document_arrivals_old_idx on document_arrivals (arrived_at);

-- Truck owners open the rate confirmations of their loads (SPEC C137).
alter table team_settings add column owner_confirmations boolean not null default false;

create or replace function audit_name(account uuid, kind text, linked bigint) returns text language plpgsql stable as $$
declare
  name text;
begin
  case kind
    when 'drivers' then
      select one.name into name from drivers as one where user_id = account and id = linked;
    when 'owners' then
      select one.name into name from owners as one where user_id = account and id = linked;
    when 'trucks' then
      select one.truck_id into name from trucks as one where user_id = account and id = linked;
    when 'brokers' then
      select one.company_name into name from brokers as one where user_id = account and id = linked;
    when 'dispatchers' then
      select one.name into name from dispatchers as one where user_id = account and id = linked;
    when 'loads' then
      select one.load_id into name from loads as one where user_id = account and id = linked;
    when 'upload_links' then
      select one.label into name from upload_links as one where user_id = account and id = linked;
  end case;
  if name is null then
    select label into name from audit where user_id = account and subject = kind and subject_id = linked
      and label is not null order by id desc limit 1;
  end if;
  return name;
end $$;

create or replace function audit_names(account uuid, subject text, state jsonb) returns jsonb language plpgsql stable as $$
declare
  links text[] := array['driverId', 'drivers', 'driver2Id', 'drivers', 'ownerId', 'owners', 'truckId', 'trucks',
    'brokerId', 'brokers', 'dispatcherId', 'dispatchers', 'loadId', 'loads',
    'uploadLinkId', 'upload_links'];
  names jsonb;
  linked text;
  name text;
begin
  for at in 1..array_length(links, 1) by 2 loop
    linked := state ->> links[at];
    -- A truck's own number is called truckId too, and a load's own loadId.
    continue when linked is null or links[at + 1] = subject;
    name := audit_name(account, links[at + 1], linked::bigint);
    continue when name is null;
    names := coalesce(names, '{}') || jsonb_build_object(links[at + 1] || '/' || linked, name);
  end loop;
  return names;
end $$;

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
  delete from documents where user_id = account and id >= coalesce((select id from documents
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  delete from document_arrivals where user_id = account and (person_id, load_id) in (
    select person_id, load_id from document_arrivals where user_id = account limit most);
  if found then return true; end if;
  delete from upload_links where user_id = account and id >= coalesce((select id from upload_links
    where user_id = account order by id desc offset most - 1 limit 1), 0);
  if found then return true; end if;
  -- A file has up to 25 MB.
  delete from document_files where user_id = account and id in (
    select id from document_files where user_id = account limit greatest(most / 50, 1));
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
  delete from load_charges where user_id = account and id >= coalesce((select id from load_charges
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
