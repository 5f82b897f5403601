-- The audit log shows what one save did as one entry, and finds its events by their transaction (SPEC S31).
create index audit_transaction_idx on audit (user_id, transaction, id);

-- A job deletes expired rows of the trash every hour, account by account in this index (SPEC C43).
create index undo_records_expires_at_idx on undo_records (user_id, expires_at);

-- The indexes of migration 0112 find the statements of an owner or a driver too, and have them in the order of the list.
drop index billing_owner_idx, billing_driver_idx;
