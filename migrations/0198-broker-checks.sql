-- What files of FMCSA and DOT and members found about brokers (SPEC C228–C233).

-- A file that was searched for the account's brokers. Only the rows of these brokers are kept.
create table broker_files (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null constraint broker_files_kind_check check (kind in ('authority', 'insurance', 'census')),
  -- The day on which the user downloaded it.
  day date not null,
  name text not null,
  -- Of the whole file, and how many brokers have a row.
  row_count integer not null,
  found integer not null,
  imported_by uuid not null,
  imported_at timestamptz not null default now(),
  primary key (user_id, id),
  -- The same file again replaces what it said.
  constraint broker_files_day_key unique (user_id, kind, day)
);
create trigger broker_files_touch_audit after insert or update or delete on broker_files
  for each row execute function touch_audit('name');

-- One row for each broker that a file was searched for, also if it has none, and one for each check by hand. It has no link to the
-- broker: it survives while the broker is in the trash.
create table broker_checks (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  broker_id bigint not null,
  source text not null,
  -- Of the file, or of the check by hand.
  day date not null,
  result text not null,
  -- The numbers that the broker had: "USDOT 1234567, MC 123456".
  searched text,
  -- What the file has, by title.
  rows jsonb,
  note text,
  file_id bigint,
  checked_by uuid not null,
  checked_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint broker_checks_file_id_fkey foreign key (user_id, file_id) references broker_files (user_id, id) on delete cascade,
  constraint broker_checks_source_check check (source in ('authority', 'insurance', 'census', 'hand')),
  constraint broker_checks_result_check check (result in ('active', 'not-active', 'absent', 'unclear')),
  -- Never "active" without a row of a file and its day, unless a person says so.
  constraint broker_checks_rows_check check (
    case source when 'hand' then file_id is null and rows is null and result <> 'absent'
      else file_id is not null and searched is not null and result <> 'unclear'
        and (result = 'absent') = (rows = '[]'::jsonb) and rows is not null end)
);
create unique index broker_checks_file_id_key on broker_checks (user_id, file_id, broker_id) where file_id is not null;
create index broker_checks_broker_id_idx on broker_checks (user_id, broker_id, source, day);
-- A file's answers are in its own entry of the audit log.
create trigger broker_checks_touch_audit_insert after insert on broker_checks
  for each row when (new.source = 'hand') execute function touch_audit('day');
create trigger broker_checks_touch_audit_delete after delete on broker_checks
  for each row when (old.source = 'hand') execute function touch_audit('day');

-- After how many days without a check a broker is listed. Null: never.
alter table settings add column broker_check_days integer default 90;
