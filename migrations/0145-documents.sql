-- Papers of loads (SPEC C110–C118). A file is stored in parts, once per account, and its documents name it by its digest.
create table document_files (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Null while the file is being uploaded.
  sha256 text,
  bytes integer not null default 0,
  parts integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint document_files_sha256_key unique (user_id, sha256)
);

create table document_parts (
  user_id uuid not null references users (id) on delete cascade,
  file_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (user_id, file_id, number),
  constraint document_parts_file_id_fkey foreign key (user_id, file_id)
    references document_files (user_id, id) on delete cascade
);
-- Compressed already.
alter table document_parts alter column bytes set storage external;

-- A document has no link to its load: it stays while the load is in the trash.
create table documents (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  -- Null in the inbox.
  load_id bigint,
  kind text not null,
  stop text,
  original_name text not null,
  type text not null,
  pages integer not null,
  bytes integer not null,
  sha256 text not null,
  verdict text not null default 'unseen',
  verdict_reason text,
  replaces_id bigint,
  -- The person, or the upload link.
  uploaded_by uuid,
  upload_link_id bigint,
  uploaded_at timestamptz not null default now(),
  -- The load's BOL status before this document set it to received. Null once a person has changed it.
  bol_status_before text,
  -- Set when it was sent to somebody: then it can't be deleted.
  sent_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint documents_file_fkey foreign key (user_id, sha256) references document_files (user_id, sha256),
  constraint documents_replaces_id_fkey foreign key (user_id, replaces_id) references documents (user_id, id)
    on delete set null (replaces_id),
  constraint documents_kind_check check (kind in ('rate-confirmation', 'bol', 'pod', 'lumper-receipt', 'scale-ticket',
    'detention-proof', 'receipt', 'other')),
  constraint documents_stop_check check (stop in ('pickup', 'delivery')),
  constraint documents_type_check check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  constraint documents_verdict_check check (verdict in ('unseen', 'readable', 'sent-back')),
  constraint documents_pages_check check (pages between 1 and 100),
  constraint documents_sent_check check (sent_at is null or deleted_at is null)
);
create index documents_load_id_idx on documents (user_id, load_id, id) where load_id is not null;
create index documents_inbox_idx on documents (user_id, id) where load_id is null and deleted_at is null;
create index documents_sha256_idx on documents (user_id, sha256);
create index documents_replaces_id_idx on documents (user_id, replaces_id) where replaces_id is not null;
create trigger documents_touch_audit after insert or update or delete on documents
  for each row execute function touch_audit('original_name');

-- What a document is never changes: a better copy replaces it.
create function guard_document() returns trigger language plpgsql as $$
begin
  if (new.sha256, new.bytes, new.pages, new.type, new.original_name, new.uploaded_by, new.upload_link_id)
    is distinct from (old.sha256, old.bytes, old.pages, old.type, old.original_name, old.uploaded_by, old.upload_link_id) then
    raise exception 'A document is replaced, never changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger documents_guard_document before update on documents for each row execute function guard_document();

create function guard_document_part() returns trigger language plpgsql as $$
begin
  raise exception 'A stored file never changes' using errcode = 'check_violation';
end $$;
create trigger document_parts_guard_document_part before update on document_parts
  for each row execute function guard_document_part();

-- Whether it shows that the load's bill of lading was received.
create function shows_bol(paper documents) returns boolean language sql immutable parallel safe as $$
  select paper.load_id is not null and paper.kind in ('bol', 'pod') and paper.verdict <> 'sent-back' and paper.deleted_at is null
$$;

-- The first BOL or POD of a load sets its BOL status. Without the last one, the status is again what it was before.
create function touch_bol_status() returns trigger language plpgsql as $$
declare
  shown boolean := tg_op <> 'DELETE' and shows_bol(new);
  was_shown boolean := tg_op <> 'INSERT' and shows_bol(old);
  heir bigint;
  status text;
begin
  if was_shown and (not shown or new.load_id <> old.load_id) and old.bol_status_before is not null then
    if tg_op <> 'DELETE' then
      update documents set bol_status_before = null where user_id = old.user_id and id = old.id;
    end if;
    select id into heir from documents as other
      where user_id = old.user_id and load_id = old.load_id and id <> old.id and shows_bol(other) order by id limit 1;
    if heir is null then
      update loads set bol_status = old.bol_status_before, version = version + 1, updated_at = now()
        where user_id = old.user_id and id = old.load_id and bol_status = 'received';
    else
      update documents set bol_status_before = old.bol_status_before where user_id = old.user_id and id = heir;
    end if;
  end if;
  if shown and (not was_shown or new.load_id <> old.load_id) then
    if not exists (select from documents as other where user_id = new.user_id and load_id = new.load_id
      and id <> new.id and shows_bol(other)) then
      select bol_status into status from loads
        where user_id = new.user_id and id = new.load_id and bol_status <> 'received';
      if found then
        update loads set bol_status = 'received', version = version + 1, updated_at = now()
          where user_id = new.user_id and id = new.load_id;
        update documents set bol_status_before = status where user_id = new.user_id and id = new.id;
      end if;
    end if;
  end if;
  return null;
end $$;
create trigger documents_touch_bol_status after insert or delete or update of load_id, kind, verdict, deleted_at on documents
  for each row execute function touch_bol_status();

-- A status that a person set stays.
create function touch_bol_by_hand() returns trigger language plpgsql as $$
begin
  update documents set bol_status_before = null
    where user_id = new.user_id and load_id = new.id and bol_status_before is not null;
  return null;
end $$;
create trigger loads_touch_bol_by_hand after update on loads
  for each row when (old.bol_status is distinct from new.bol_status) execute function touch_bol_by_hand();

-- Documents that left the trash without coming back, alone or with their load. A job deletes their files.
create function touch_deleted_documents() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from old_rows where action = 'deleted' and subject in ('documents', 'loads') loop
    delete from documents using old_rows as gone
      where documents.user_id = account and gone.user_id = account and gone.action = 'deleted'
        and gone.subject = 'documents' and documents.id = gone.record_id and documents.deleted_at is not null
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'documents' and kept.record_id = gone.record_id and kept.action = 'deleted');
    delete from documents using old_rows as gone
      where documents.user_id = account and gone.user_id = account and gone.action = 'deleted'
        and gone.subject = 'loads' and documents.load_id = gone.record_id and documents.sent_at is null
        and not exists (select from loads where loads.user_id = account and loads.id = gone.record_id)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = gone.record_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;
create trigger undo_records_touch_deleted_documents after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_documents();

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
