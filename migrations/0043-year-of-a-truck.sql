-- What a truck has hauled in a year is read out of the index by trucks alone; the days' index needs it no longer.
drop index loads_truck_id_idx, loads_delivery_date_idx;
create index loads_truck_id_idx on loads (user_id, truck_id, id desc) include (delivery_date, revenue);
create index loads_delivery_date_idx on loads (user_id, delivery_date, id desc);
