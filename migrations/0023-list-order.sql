-- The orders in which 100,000 loads are looked at most.

create index loads_pickup_city_idx on loads (user_id, pickup_city);
-- A status has most of the loads: its newest are found without sorting them.
create index loads_delivery_status_idx on loads (user_id, delivery_status, id desc);
create index loads_payment_status_idx on loads (user_id, payment_status, id desc);
