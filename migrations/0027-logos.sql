-- Logos that were uploaded, named by what they hold: the same name is the same picture for ever, so that a
-- statement's snapshot freezes its logo by naming it (`company.logoUrl`).
create table logos (
  user_id uuid not null references users (id) on delete cascade,
  digest text not null,
  type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, digest),
  constraint logos_digest_check check (digest = encode(sha256(bytes), 'hex')),
  constraint logos_type_check check (type in ('image/png', 'image/jpeg')),
  constraint logos_bytes_check check (length(bytes) <= 524288)
);

create index statement_snapshots_logo_idx
  on statement_snapshots (user_id, (snapshot #>> '{company,logoUrl}'));

create function keep_printed_logo() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.user_id = old.user_id and new.digest = old.digest then return new; end if;
    perform refuse_frozen('a logo');
  end if;
  if account_is_there(old.user_id) and exists (
      select from statement_snapshots where user_id = old.user_id
        and snapshot #>> '{company,logoUrl}' = '/api/logos/' || old.digest) then
    perform refuse_frozen('a statement''s logo');
  end if;
  return old;
end $$;
create trigger logos_keep_printed before update or delete on logos
  for each row execute function keep_printed_logo();

-- What the picture shows is not in the log: its digest says which one it was.
create trigger logos_audit after insert or delete on logos
  for each row execute function keep_audit('type', 'bytes');
