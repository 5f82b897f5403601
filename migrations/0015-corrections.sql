-- A correction makes up for a load that changed after its statement was frozen (SPEC C7).
alter table expenses
  add column corrects bigint,
  add constraint expenses_correction_check
    check ((kind = 'correction') = (corrects is not null and load_id is not null)),
  add constraint expenses_corrects_fkey foreign key (user_id, corrects) references billing (user_id, id);
create index expenses_corrects_idx on expenses (user_id, corrects, load_id) include (amount)
  where corrects is not null;
