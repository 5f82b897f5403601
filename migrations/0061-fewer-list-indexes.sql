-- Equal values follow the direction of the sort, so one index per column serves both directions. Lists that are rarely
-- sorted by a column sort without an index (docs/decisions/0051).
drop index loads_pickup_city_idx, loads_pickup_state_idx, loads_pickup_zip_idx, loads_delivery_city_idx,
  loads_delivery_state_idx, loads_delivery_zip_idx, loads_cargo_type_idx;

drop index loads_truck_id_idx, loads_driver_id_idx, loads_driver2_id_idx, loads_broker_id_idx, loads_pickup_date_idx,
  loads_delivery_date_idx, loads_settlement_date_idx, loads_revenue_idx, loads_miles_idx, loads_weight_idx,
  loads_delivery_status_idx, loads_payment_status_idx, loads_bol_status_idx;

create index loads_truck_id_idx on loads (user_id, truck_id, id) include (delivery_date, revenue);
create index loads_driver_id_idx on loads (user_id, driver_id, id);
create index loads_driver2_id_idx on loads (user_id, driver2_id, id) where driver2_id is not null;
create index loads_broker_id_idx on loads (user_id, broker_id, id);
create index loads_pickup_date_idx on loads (user_id, pickup_date, id) include (delivery_date);
create index loads_delivery_date_idx on loads (user_id, delivery_date, id) include (pickup_date);
create index loads_settlement_date_idx on loads (user_id, settlement_date, id) include (truck_id);
create index loads_revenue_idx on loads (user_id, revenue, id);
create index loads_miles_idx on loads (user_id, miles, id);
create index loads_weight_idx on loads (user_id, weight, id);
create index loads_delivery_status_idx on loads (user_id, delivery_status, id);
create index loads_payment_status_idx on loads (user_id, payment_status, id);
create index loads_bol_status_idx on loads (user_id, bol_status, id);
