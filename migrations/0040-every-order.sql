-- Every order and every filter that the list of loads offers is found in an index, newest first among
-- equals, and without reading the loads themselves: the list asks for ids first.

drop index loads_driver_id_idx, loads_driver2_id_idx, loads_broker_id_idx, loads_revenue_idx,
  loads_pickup_date_idx, loads_pickup_city_idx, loads_delivery_idx, loads_settlement_date_idx;

create index loads_truck_id_idx on loads (user_id, truck_id, id desc);
create index loads_driver_id_idx on loads (user_id, driver_id, id desc);
create index loads_driver2_id_idx on loads (user_id, driver2_id, id desc) where driver2_id is not null;
create index loads_broker_id_idx on loads (user_id, broker_id, id desc);
create index loads_pickup_date_idx on loads (user_id, pickup_date, id desc);
create index loads_delivery_date_idx on loads (user_id, delivery_date, id desc) include (revenue, truck_id);
create index loads_settlement_date_idx on loads (user_id, settlement_date, id desc) include (truck_id);
create index loads_revenue_idx on loads (user_id, revenue, id desc);
create index loads_miles_idx on loads (user_id, miles, id desc);
create index loads_weight_idx on loads (user_id, weight, id desc);
create index loads_pickup_city_idx on loads (user_id, pickup_city, id desc);
create index loads_pickup_state_idx on loads (user_id, pickup_state, id desc);
create index loads_pickup_zip_idx on loads (user_id, pickup_zip, id desc);
create index loads_delivery_city_idx on loads (user_id, delivery_city, id desc);
create index loads_delivery_state_idx on loads (user_id, delivery_state, id desc);
create index loads_delivery_zip_idx on loads (user_id, delivery_zip, id desc);
create index loads_cargo_type_idx on loads (user_id, cargo_type, id desc);
create index loads_bol_status_idx on loads (user_id, bol_status, id desc);

-- The names in whose order loads are listed.
create index drivers_name_idx on drivers (user_id, name);
create index brokers_company_name_idx on brokers (user_id, company_name);
