-- Two-step login (C76). It belongs to the person: one authenticator app for all of a person's accounts.

create table second_steps (
  person_id uuid primary key references persons (id) on delete cascade,
  -- Encrypted like bank details. While `on_since` is null, the person is still setting it up.
  secret bytea not null,
  on_since timestamptz,
  -- The period of the last accepted code: no code is accepted twice.
  last_period bigint not null default 0,
  -- Of the recovery codes' hashes.
  salt text,
  check (on_since is null or salt is not null)
);

create trigger second_steps_guard_known_key before insert or update on second_steps
  for each row execute function guard_known_key('secret');

create table recovery_codes (
  person_id uuid not null references second_steps (person_id) on delete cascade,
  hash text not null,
  primary key (person_id, hash)
);
