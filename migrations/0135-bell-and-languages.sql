-- The bell shows what was answered (SPEC C86): to a payee the office's answer, to a member the answer to a mention.
alter table questions add column answer_read_at timestamptz;
create index questions_unread_answers_idx on questions (user_id, asked_by, id)
  where answer is not null and answer_read_at is null;
-- Reading an answer is no event of the audit log.
drop trigger questions_touch_audit on questions;
create trigger questions_touch_audit after insert or delete or update of answer, answered_by, answered_at on questions
  for each row execute function touch_audit('line_text');

-- "answer": the comment answers one in which its author was mentioned, by the person of this row.
alter table comment_mentions add column kind text not null default 'mention' check (kind in ('mention', 'answer'));

-- Null: the person chose no language yet, and the browser's counts (SPEC C81).
alter table persons alter column language drop not null, alter column language drop default;
update persons set language = null;
-- The language of the invited truck owner or driver.
alter table invitations add column language text check (language in ('en', 'es'));
