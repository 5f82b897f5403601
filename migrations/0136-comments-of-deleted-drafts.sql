-- Comments of a draft in the trash come back with it, as those of a load do (SPEC C84).
alter table comments drop constraint comments_billing_id_fkey;

-- The comments of a load or a draft that left the trash without coming back.
create or replace function touch_deleted_comments() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from old_rows
      where action = 'deleted' and subject in ('loads', 'billing') loop
    delete from comments using old_rows as gone
      where comments.user_id = account and gone.user_id = account
        and gone.action = 'deleted' and gone.subject = 'loads' and comments.load_id = gone.record_id
        and not exists (select from loads where loads.user_id = account and loads.id = gone.record_id)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = gone.record_id and kept.action = 'deleted');
    delete from comments using old_rows as gone
      where comments.user_id = account and gone.user_id = account
        and gone.action = 'deleted' and gone.subject = 'billing' and comments.billing_id = gone.record_id
        and not exists (select from billing where billing.user_id = account and billing.id = gone.record_id)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'billing' and kept.record_id = gone.record_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

-- The comments of a draft that was deleted without the trash. The trash has its row before the draft is deleted.
create function touch_comments_of_drafts() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from old_rows loop
    delete from comments using old_rows as gone
      where comments.user_id = account and gone.user_id = account and comments.billing_id = gone.id
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'billing' and kept.record_id = gone.id and kept.action = 'deleted');
  end loop;
  return null;
end $$;
create trigger billing_touch_comments_of_drafts after delete on billing referencing old table as old_rows
  for each statement execute function touch_comments_of_drafts();
