-- Documents that belong to no load: the release letters of a factor, and what a person looked at for a check of a broker (SPEC C290, C291).
alter table documents add column factor_id bigint;
alter table documents add constraint documents_factor_id_fkey
  foreign key (user_id, factor_id) references factors (user_id, id);
alter table documents add column check_id bigint;
alter table documents add constraint documents_check_id_fkey
  foreign key (user_id, check_id) references broker_checks (user_id, id);
alter table documents add constraint documents_one_place_check check (num_nonnulls(load_id, factor_id, check_id) <= 1);
create index documents_factor_id_idx on documents (user_id, factor_id) where factor_id is not null;
create index documents_check_id_idx on documents (user_id, check_id) where check_id is not null;
