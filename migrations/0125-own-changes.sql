-- Who deleted or changed the record: dispatchers and safety restore their own deletions only (SPEC C74). Null: before
-- accounts had a team, or not a person.
alter table undo_records add column person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid;
create index undo_records_own_trash_idx on undo_records (user_id, person_id, id) where action = 'deleted' and person_id is not null;

-- The audit log said of a driver's tax ID that it changed, with its encrypted bytes.
drop trigger drivers_touch_audit on drivers;
create trigger drivers_touch_audit after insert or delete or update on drivers
  for each row execute function touch_audit('name', 'bank_details', 'tax_id');
