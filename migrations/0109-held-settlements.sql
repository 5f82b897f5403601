-- A held settlement is a draft that no settlement run approves until it is released (SPEC C48).
alter table billing add column hold_reason text;
alter table billing add constraint billing_hold_check check (hold_reason is null or status = 'pending');
-- The settlement run finds the oldest week with open work, the sidebar counts it (SPEC C50).
create index billing_open_idx on billing (user_id, settlement_date) include (status, truck_id)
  where status in ('pending', 'approved');
-- The list of statements finds a payee's (SPEC C51).
create index billing_owner_idx on billing (user_id, owner_id, number) where owner_id is not null;
create index billing_driver_idx on billing (user_id, driver_id, number) where driver_id is not null;
