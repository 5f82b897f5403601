-- A search for a number reads the few loads that have its digits: each five digits in a row are a key of this index.
-- The trigrams of a number are in too many loads ("100", "000").
create function digit_windows(content text) returns text[] language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  run text;
  windows text[] := '{}';
begin
  foreach run in array regexp_split_to_array(content collate "C", '[^0-9]+') loop
    for place in 1 .. length(run) - 4 loop
      windows := windows || substr(run, place, 5);
    end loop;
  end loop;
  return windows;
end $$;

-- The expression has to be the one that src/server/lists/query/search-text.ts writes. Without fastupdate, no search reads a list
-- of entries that wait. Where a host forbids the extensions of migration 0004, a search reads every load of the account.
do $$
begin
  create index loads_digits_idx on loads using gin (user_id,
    digit_windows((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
      || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
      || coalesce(e'\t' || broker_load_number, '') || coalesce(e'\t' || po_number, '')
      || coalesce(e'\t' || bol_number, '') || coalesce(e'\t' || pickup_number, '') || e'\t')
      collate "default"))
    with (fastupdate = off);
exception when undefined_object then
  raise notice 'btree_gin is missing: searches for numbers will be slower';
end $$;
