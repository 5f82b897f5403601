-- The records that files have are counted in the index: the preview counts those of every year (SPEC C225).
drop index export_entries_day_idx;
create index export_entries_day_idx on export_entries (user_id, day) include (group_name);
