-- A search for one or two letters has no part of three, by which loads_text_idx finds: where few loads or
-- none have them it read every load of the account. This index has each letter and each pair of neighbours.
create function letter_pairs(words text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct substr(lower(words), first, length))
  from generate_series(1, length(words)) as first, generate_series(1, 2) as length
$$;

-- As in migration 0004: where a host forbids the extension a short search reads every load of the account.
do $$
begin
  create index loads_letter_pairs_idx on loads using gin (user_id, letter_pairs(
    coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
    || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
  ));
exception when undefined_object then
  raise notice 'btree_gin is not to be had: short searches of loads will be slower';
end $$;
