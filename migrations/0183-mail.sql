-- Mails that wait for the operator's mail server, and what became of them (SPEC C182–C188).
create table mails (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null,
  -- Addresses, joined by ", ".
  recipients text not null,
  copies text not null default '',
  subject text not null,
  -- Null once it needs no further try, as its files are deleted then.
  text text,
  language text not null default 'en',
  from_name text not null default '',
  reply_to text not null default '',
  state text not null default 'queued',
  attempts integer not null default 0,
  next_try_at timestamptz default now(),
  -- While it is being sent: by which run of which instance, and until when without a sign of life.
  claim uuid,
  claimed_until timestamptz,
  -- Set before the end of the data is sent. From then on the mail server may have accepted it.
  handed_over_at timestamptz,
  -- The same for every copy of the mail.
  message_id text,
  -- The mail server's last words, and its words on single addresses that it refused.
  answer text,
  refused text,
  sent_at timestamptz,
  -- A person said that it was sent, or gave it up.
  decided_by uuid,
  -- Only one mail with this key is waiting or sent: "billing/12".
  once_key text,
  made_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint mails_once_key_key unique (user_id, once_key),
  constraint mails_kind_check check (kind in ('invoice', 'statement', 'invitation', 'reminder', 'account-statement',
    'schedule')),
  constraint mails_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'unknown', 'canceled')),
  constraint mails_language_check check (language in ('en', 'es')),
  constraint mails_recipients_check check (recipients <> ''),
  -- No header can be added to a mail by a line break.
  constraint mails_header_check check (recipients || copies || subject || from_name || reply_to !~ '[[:cntrl:]]'),
  constraint mails_claim_check check ((state = 'sending') = (claim is not null and claimed_until is not null)),
  constraint mails_next_try_at_check check ((state = 'queued') = (next_try_at is not null)),
  constraint mails_sent_at_check check (state <> 'sent' or sent_at is not null),
  constraint mails_text_check check (text is not null or state in ('sent', 'canceled'))
);
create index mails_due_idx on mails (user_id, next_try_at) where state = 'queued';
create index mails_claimed_idx on mails (user_id, claimed_until) where state = 'sending';
create index mails_open_idx on mails (user_id, id) where state in ('queued', 'sending', 'failed', 'unknown');
-- What people did. What the mail server answered is in the mail.
create trigger mails_touch_audit after insert or delete or update of decided_by on mails
  for each row execute function touch_audit('subject', 'text', 'message_id', 'once_key');

-- What a mail says never changes, and one that was sent is never sent again.
create function guard_mail() returns trigger language plpgsql as $$
begin
  if (new.kind, new.recipients, new.copies, new.subject, new.language, new.from_name, new.reply_to, new.made_by)
    is distinct from (old.kind, old.recipients, old.copies, old.subject, old.language, old.from_name, old.reply_to, old.made_by)
    or (new.text is distinct from old.text and new.text is not null)
    or (old.message_id is not null and new.message_id is distinct from old.message_id) then
    raise exception 'A mail never changes' using errcode = 'check_violation';
  end if;
  if old.state in ('sent', 'canceled') and new.state <> old.state then
    raise exception 'This mail is done' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger mails_guard_mail before update on mails for each row execute function guard_mail();

-- The records that a mail is about: settlements, invoices, brokers.
create table mail_subjects (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  mail_id bigint not null,
  subject text not null,
  record_id bigint not null,
  primary key (user_id, id),
  constraint mail_subjects_mail_id_key unique (user_id, mail_id, subject, record_id),
  constraint mail_subjects_mail_id_fkey foreign key (user_id, mail_id) references mails (user_id, id) on delete cascade
);
create index mail_subjects_record_idx on mail_subjects (user_id, subject, record_id, mail_id);

-- What was attached. The rows stay, the bytes are deleted with the text of the mail.
create table mail_files (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  mail_id bigint not null,
  number integer not null,
  name text not null,
  type text not null,
  bytes integer not null,
  sha256 text not null,
  primary key (user_id, id),
  constraint mail_files_mail_id_key unique (user_id, mail_id, number),
  constraint mail_files_mail_id_fkey foreign key (user_id, mail_id) references mails (user_id, id) on delete cascade,
  constraint mail_files_header_check check (name || type !~ '[[:cntrl:]]')
);
create table mail_file_parts (
  user_id uuid not null references users (id) on delete cascade,
  mail_id bigint not null,
  file_number integer not null,
  number integer not null,
  bytes bytea not null,
  primary key (user_id, mail_id, file_number, number),
  constraint mail_file_parts_mail_id_fkey foreign key (user_id, mail_id) references mails (user_id, id) on delete cascade
);
-- Compressed already.
alter table mail_file_parts alter column bytes set storage external;

-- How an account's mails look (SPEC C189). The mail server is the operator's.
create table mail_settings (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  from_name text,
  reply_to text,
  invoice_text text,
  statement_text text,
  statement_text_es text,
  signature text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint mail_settings_user_id_key unique (user_id),
  constraint mail_settings_header_check check (coalesce(from_name, '') || coalesce(reply_to, '') !~ '[[:cntrl:]]')
);
create trigger mail_settings_touch_audit after insert or update or delete on mail_settings
  for each row execute function touch_audit('from_name');

-- Whether and in which language a payee gets statements by email (SPEC C190).
alter table owners add column statement_email text not null default 'no'
  constraint owners_statement_email_check check (statement_email in ('no', 'en', 'es'));
alter table drivers add column statement_email text not null default 'no'
  constraint drivers_statement_email_check check (statement_email in ('no', 'en', 'es'));
