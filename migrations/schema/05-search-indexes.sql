-- Both extensions come with PostgreSQL. Where a host forbids them, a search reads every record of the account.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index loads_digits_idx on loads using gin (user_id, digit_windows((((((((((((((coalesce(load_id, '') || e'\n') || coalesce(pickup_city, '')) || e'\n') || coalesce(pickup_state, '')) || e'\n') || coalesce(delivery_city, '')) || e'\n') || coalesce(delivery_state, '')) || coalesce(e'\t' || broker_load_number, '')) || coalesce(e'\t' || po_number, '')) || coalesce(e'\t' || bol_number, '')) || coalesce(e'\t' || pickup_number, '')) || e'\t') collate "default")) with (fastupdate=off);
  create index loads_text_idx on loads using gin (user_id, ((((((coalesce(pickup_city, '') || e'\n') || coalesce(pickup_state, '')) || e'\n') || coalesce(delivery_city, '')) || e'\n') || coalesce(delivery_state, '')) gin_trgm_ops, (((((coalesce(load_id, '') || coalesce(e'\t' || broker_load_number, '')) || coalesce(e'\t' || po_number, '')) || coalesce(e'\t' || bol_number, '')) || coalesce(e'\t' || pickup_number, '')) || e'\t') collate "default" gin_trgm_ops, bigrams((((((((((((((coalesce(load_id, '') || e'\n') || coalesce(pickup_city, '')) || e'\n') || coalesce(pickup_state, '')) || e'\n') || coalesce(delivery_city, '')) || e'\n') || coalesce(delivery_state, '')) || coalesce(e'\t' || broker_load_number, '')) || coalesce(e'\t' || po_number, '')) || coalesce(e'\t' || bol_number, '')) || coalesce(e'\t' || pickup_number, '')) || e'\t') collate "default")) with (gin_pending_list_limit='256');
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm or btree_gin is not available: searches will be slower';
end $$;
