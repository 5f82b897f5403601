-- Pages of owners, drivers and loads read a few rows by index (SPEC C53).

-- The statements of an owner or a driver, latest first. Also checked when one is deleted.
create index billing_owner_id_idx on billing (user_id, owner_id, settlement_date, id) where owner_id is not null;
create index billing_driver_id_idx on billing (user_id, driver_id, settlement_date, id) where driver_id is not null;

-- The statements that have a load.
create index statement_loads_load_id_idx on statement_loads (user_id, load_id);
