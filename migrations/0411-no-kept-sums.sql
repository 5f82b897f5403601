-- The dashboard adds up what it shows.
drop trigger loads_touch_load_sums_delete on loads;
drop trigger loads_touch_load_sums_insert on loads;
drop trigger loads_touch_load_sums_update on loads;
drop trigger billing_touch_billing_sums_delete on billing;
drop trigger billing_touch_billing_sums_insert on billing;
drop trigger billing_touch_billing_sums_update on billing;
drop function touch_load_sums();
drop function touch_billing_sums();
drop function change_sums(sum_change[]);
drop function add_up_sums(uuid);
drop function kind_of_open(text, text);
drop function place_of_day(date);
drop function place_of_load(bigint);
drop table sums;
drop type sum_change;
