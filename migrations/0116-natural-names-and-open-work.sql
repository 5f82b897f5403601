-- Names sort as people read them, wherever they are sorted: "Carrier 9" before "Carrier 10", "älv" before "Zorn" (SPEC B20).
-- Pickers, lists sorted by a link and lists of people follow the collation of the column and its index.
alter table drivers alter column name type text collate natural_number;
alter table owners alter column name type text collate natural_number;
alter table brokers alter column company_name type text collate natural_number;
alter table dispatchers alter column name type text collate natural_number;

-- The dashboard adds up what is open, and counts what needs to be done, from indexes alone (SPEC C63).
drop index loads_unpaid_idx, loads_pending_bol_idx;
create index loads_unpaid_idx on loads (user_id, id) include (revenue, delivery_date)
  where payment_status in ('unpaid', 'pending');
create index loads_pending_bol_idx on loads (user_id, id) include (revenue, delivery_status)
  where bol_status in ('pending', 'not-received');
create index loads_without_truck_idx on loads (user_id, id)
  where truck_id is null and delivery_status <> 'delivered';
create index loads_not_settled_idx on loads (user_id, id)
  where delivery_status = 'delivered' and settlement_date is null;
