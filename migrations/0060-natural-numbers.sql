-- Numbers that people give (truck #, load #, MC #, DOT #, VIN) sort naturally, 9 before 10, wherever they are sorted: the
-- order is the column's collation, and the index of its unique key serves it (SPEC V5).
do $$
begin
  create collation natural_number (provider = icu, locale = 'en-u-kn-true', deterministic = true);
exception when feature_not_supported then
  create collation natural_number from "C";
  raise notice 'This PostgreSQL was built without ICU: numbers sort as text, 10 before 9';
end $$;

-- Both have an expression over load_id and are built again below and in the next migrations.
drop index if exists loads_text_idx;
drop index loads_search_idx;

alter table trucks
  alter column truck_id type text collate natural_number,
  alter column vin type text collate natural_number;
alter table brokers
  alter column mc_number type text collate natural_number,
  alter column dot_number type text collate natural_number;
alter table loads alter column load_id type text collate natural_number;

-- Finds a load by how its number begins. "C" is the order that answers it; without collate "default" ICU would lowercase.
create index loads_search_idx on loads (user_id, (lower(load_id collate "default") collate "C"), id);
