-- The palette looks for numbers and references only, but it read every load whose city has the text. The index of searches now
-- has two columns: numbers with references, and the other text. The expressions have to be those that
-- src/server/lists/query/search-text.ts writes.
drop index if exists loads_text_idx;
do $$
begin
  create index loads_text_idx on loads using gin (user_id,
    ((coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
      || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, ''))
      collate "default") gin_trgm_ops,
    ((coalesce(load_id, '') || coalesce(e'\t' || broker_load_number, '') || coalesce(e'\t' || po_number, '')
      || coalesce(e'\t' || bol_number, '') || coalesce(e'\t' || pickup_number, '') || e'\t')
      collate "default") gin_trgm_ops,
    bigrams((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
      || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
      || coalesce(e'\t' || broker_load_number, '') || coalesce(e'\t' || po_number, '')
      || coalesce(e'\t' || bol_number, '') || coalesce(e'\t' || pickup_number, '') || e'\t')
      collate "default"))
    with (gin_pending_list_limit = 256);
exception when undefined_object then
  raise notice 'pg_trgm or btree_gin is missing: searches of loads will be slower';
end $$;

-- New expressions have no statistics, and without them a search reads loads in the order of their numbers.
analyze loads;
