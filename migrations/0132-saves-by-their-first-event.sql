-- Each event of the audit log has the ID of the first event of its save (SPEC S31). A page of saves is a page of first events:
-- an index has them in order, whatever the number of events. Old events of one save have one transaction. A restored backup
-- keeps the numbers of another server, so they are also close in time.
drop index audit_transaction_idx, audit_person_idx, audit_subject_idx;
alter table audit add column save_id bigint;
alter table audit disable trigger user;
-- In the order of the events: a save's events stay next to each other.
set local enable_hashjoin = off;
with spaced as (
    select user_id, id, transaction, created_at > lag(created_at) over save + interval '1 hour' as is_later
    from audit window save as (partition by user_id, transaction order by id)),
  numbered as (
    select user_id, id, transaction, count(*) filter (where is_later) over (partition by user_id, transaction order by id) as place
    from spaced),
  saved as (select user_id, id, min(id) over (partition by user_id, transaction, place) as save_id from numbered)
update audit set save_id = saved.save_id from saved where audit.user_id = saved.user_id and audit.id = saved.id;
set local enable_hashjoin = on;
alter table audit enable trigger user;
alter table audit alter column save_id set not null;

create index audit_save_idx on audit (user_id, save_id, id) include (subject, action);
create index audit_first_idx on audit (user_id, created_at, id) where save_id = id;
create index audit_person_idx on audit (user_id, person_id, save_id, id) where person_id is not null;
create index audit_subject_idx on audit (user_id, subject, subject_id, id);
-- Without statistics PostgreSQL expects few saves, and reads the whole log for a page.
analyze audit;

-- The first event of a transaction is kept as a setting of the transaction, by account.
create function touch_save() returns trigger language plpgsql as $$
declare
  first_event text := current_setting('haulbook.save', true);
begin
  if new.save_id is not null then return new; end if;
  if starts_with(first_event, new.user_id || '/') then
    new.save_id := split_part(first_event, '/', 2)::bigint;
  else
    new.save_id := new.id;
    perform set_config('haulbook.save', new.user_id || '/' || new.id, true);
  end if;
  return new;
end $$;
create trigger audit_touch_save before insert on audit for each row execute function touch_save();
