-- The documents of a deleted broker's checks come to the inbox, as those of a deleted check do (SPEC C291).
create function touch_checks_of_deleted_broker() returns trigger language plpgsql as $$
begin
  update documents set check_id = null, version = version + 1, updated_at = now()
    where user_id = old.user_id
      and check_id in (select id from broker_checks where user_id = old.user_id and broker_id = old.id);
  return null;
end $$;
create trigger brokers_touch_checks_of_deleted_broker after delete on brokers for each row execute function touch_checks_of_deleted_broker();
