-- A payee asks about a line of a frozen statement, and the office answers once (SPEC C79).
create table questions (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  billing_id bigint not null,
  -- The statement's, and so who may read the question.
  payee text not null,
  -- What the statement prints.
  number integer not null,
  truck text not null,
  payee_name text,
  line_key text not null,
  -- What the line says, in English.
  line_text text not null,
  text text not null,
  -- Persons.
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, billing_id) references billing (user_id, id) on delete cascade,
  constraint questions_answer_check check (
    (answer is null) = (answered_by is null) and (answer is null) = (answered_at is null))
);
create index questions_billing_id_idx on questions (user_id, billing_id);
create index questions_payee_idx on questions (user_id, payee, id);
create index questions_open_idx on questions (user_id, id) where answer is null;

create trigger questions_touch_audit after insert or update or delete on questions
  for each row execute function touch_audit('line_text');
