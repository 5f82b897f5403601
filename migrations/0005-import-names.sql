-- Which records an account's files mean by names that no record has: truck 7 is truck 007 (SPEC C435). A deleted record is no longer found.
create table import_names (
  user_id uuid not null,
  entity text not null,
  name text not null,
  record_id bigint not null,
  constraint import_names_pkey primary key (user_id, entity, name),
  constraint import_names_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
