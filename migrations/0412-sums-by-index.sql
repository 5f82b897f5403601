-- The dashboard adds up the amounts of two years from these indexes. No list reads the other date of a load with one of them.
drop index loads_delivery_date_idx;
drop index loads_pickup_date_idx;
drop index billing_settlement_date_idx;
create index loads_delivery_date_idx on loads (user_id, delivery_date, id) include (revenue);
create index loads_pickup_date_idx on loads (user_id, pickup_date, id);
create index billing_settlement_date_idx on billing (user_id, settlement_date, id) include (total_expenses, extra_pay, status);
