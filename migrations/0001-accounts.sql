-- Accounts, their sessions, and what guards them.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  password text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_key unique (email)
);

-- sid is the SHA-256 of the cookie's token: whoever reads this table cannot sign in with it.
create table sessions (
  user_id uuid not null references users (id) on delete cascade,
  sid text not null,
  sess jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expire timestamptz not null,
  primary key (user_id, sid)
);
create index sessions_sid_idx on sessions (sid);

-- Wrong passwords by email and sign-ups by address, shared by every copy of the server (SPEC B6).
-- subject is a hash: the table does not say whom somebody tried to be.
create table attempts (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  happened_at timestamptz not null default now()
);
create index attempts_subject_idx on attempts (kind, subject, happened_at);

-- Answers to POSTs with an Idempotency-Key, kept for 24 hours (SPEC B23).
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  request_hash text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
