-- Sessions get a number of their own, by which their list names them: the hash of a token stays here.
alter table sessions add column id bigint generated always as identity;
create unique index sessions_user_id_id_idx on sessions (user_id, id);
