-- Disputes, the log of contacts, and reminders (SPEC C204, C205, C207).

-- What a broker disputes of an invoice. A closed dispute stays.
create table disputes (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  reason text not null constraint disputes_reason_check check (reason in
    ('missing-paper', 'rate', 'not-approved', 'late-fee', 'damage-claim', 'lumper', 'other')),
  amount numeric(14, 2) not null constraint disputes_amount_check check (amount > 0),
  opened_on date not null,
  note text,
  next_step text,
  next_on date,
  closed_on date,
  outcome text constraint disputes_outcome_check check (outcome in ('paid', 'credited', 'written-off', 'withdrawn', 'other')),
  -- The short pay behind it.
  difference_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint disputes_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id),
  constraint disputes_closed_check check ((closed_on is null) = (outcome is null) and closed_on >= opened_on)
);
create index disputes_invoice_id_idx on disputes (user_id, invoice_id) include (amount, opened_on, closed_on);
create trigger disputes_touch_audit after insert or update or delete on disputes
  for each row execute function touch_audit('reason');

-- Each contact with a broker about what it owes. A sent reminder is one too.
create table contacts (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  broker_id bigint not null,
  invoice_id bigint,
  day date not null,
  kind text not null constraint contacts_kind_check check (kind in ('email', 'call', 'portal', 'letter', 'other')),
  text text not null,
  -- When to follow up. Null: no need.
  next_on date,
  -- The reminder that was sent.
  reminder text constraint contacts_reminder_check check (reminder in ('before', 'due', 'final')),
  person_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint contacts_broker_id_fkey foreign key (user_id, broker_id) references brokers (user_id, id),
  constraint contacts_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id),
  constraint contacts_reminder_invoice_check check (reminder is null or invoice_id is not null)
);
create index contacts_broker_id_idx on contacts (user_id, broker_id, day);
create index contacts_invoice_id_idx on contacts (user_id, invoice_id) where invoice_id is not null;
create trigger contacts_touch_audit after insert or update or delete on contacts
  for each row execute function touch_audit('text');

-- When reminders are due, and their texts. A null text is the default one.
create table reminder_settings (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  before_days integer not null constraint reminder_settings_before_days_check check (before_days between 1 and 60),
  due_days integer not null constraint reminder_settings_due_days_check check (due_days between 1 and 90),
  final_days integer not null,
  before_text text,
  due_text text,
  final_text text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint reminder_settings_user_id_key unique (user_id),
  constraint reminder_settings_final_days_check check (final_days between due_days + 1 and 365)
);
create trigger reminder_settings_touch_audit after insert or update or delete on reminder_settings
  for each row execute function touch_audit('label');

-- Money received that is on no invoice, by broker: the aging reads these entries only.
create index receivable_entries_unapplied_idx on receivable_entries (user_id, broker_id, day) include (amount)
  where invoice_id is null;
-- The entries after a day: an earlier day is today's open amounts less these.
drop index receivable_entries_day_idx;
create index receivable_entries_day_idx on receivable_entries (user_id, day) include (broker_id, invoice_id, kind, amount);
