-- Files for the accountant's program (SPEC C220–C226).

-- The accountant's names of accounts and items, by kind.
create table account_map (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  accounts jsonb not null constraint account_map_accounts_check check (octet_length(accounts::text) <= 64000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint account_map_user_id_key unique (user_id)
);
create trigger account_map_touch_audit after insert or update or delete on account_map
  for each row execute function touch_audit('id');

create table export_batches (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  format text not null constraint export_batches_format_check check (format in ('qbo-journal', 'qbo-invoices', 'iif')),
  first_day date not null,
  last_day date not null,
  records integer not null constraint export_batches_records_check check (records > 0),
  debits numeric(16, 2) not null,
  sha256 text not null,
  bytes integer not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint export_batches_days_check check (last_day >= first_day)
);
create trigger export_batches_touch_audit after insert or delete on export_batches
  for each row execute function touch_audit('format');

-- The file itself and its cover page: a second download has the same bytes.
create table export_files (
  user_id uuid not null references users (id) on delete cascade,
  batch_id bigint not null,
  content text not null,
  cover text not null,
  primary key (user_id, batch_id),
  constraint export_files_batch_id_fkey foreign key (user_id, batch_id) references export_batches (user_id, id) on delete cascade
);

-- A record is in one batch. `figure`: what its group's register counts.
create table export_entries (
  user_id uuid not null references users (id) on delete cascade,
  source text not null constraint export_entries_source_check check (source in ('receivable', 'settlement', 'settlement-void',
    'payment', 'payment-reversal', 'payment-closing')),
  record_id bigint not null,
  batch_id bigint not null,
  day date not null,
  group_name text not null,
  figure numeric(14, 2) not null,
  constraint export_entries_pkey primary key (user_id, source, record_id),
  constraint export_entries_batch_id_fkey foreign key (user_id, batch_id) references export_batches (user_id, id) on delete cascade
);
create index export_entries_batch_id_idx on export_entries (user_id, batch_id);
create index export_entries_day_idx on export_entries (user_id, day);

-- What was handed to the accountant never changes.
create function guard_exported() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not account_is_there(old.user_id) then return old; end if;
  raise exception 'the file was made' using errcode = 'check_violation', constraint = 'export_made';
end $$;
create trigger export_batches_guard_exported before update or delete on export_batches
  for each row execute function guard_exported();
create trigger export_files_guard_exported before update or delete on export_files
  for each row execute function guard_exported();
create trigger export_entries_guard_exported before update or delete on export_entries
  for each row execute function guard_exported();

-- A repayment or write-off of a payment can be undone until a file has it.
create function guard_exported_closing() returns trigger language plpgsql as $$
begin
  if account_is_there(old.user_id) and exists (select from export_entries
    where user_id = old.user_id and source = 'payment-closing' and record_id = old.id) then
    raise exception 'closing % was exported', old.id using errcode = 'check_violation', constraint = 'payout_closings_exported';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger payout_closings_guard_exported_closing before update or delete on payout_closings
  for each row execute function guard_exported_closing();
