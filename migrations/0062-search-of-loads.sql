-- One index serves every search of the loads: of three characters and more by trigrams, of two by pairs of neighboring
-- letters, which no trigram answers. A search of one character looks at numbers only (SPEC V5).
drop index if exists loads_letter_pairs_idx;
drop function letter_pairs(text);

-- The cost keeps PostgreSQL from computing it for each row that it reads: 16 µs.
create function bigrams(content text) returns text[] language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  letters constant text := lower(content);
  pairs text[] := '{}';
begin
  for place in 1 .. length(letters) - 1 loop
    pairs[place] := substr(letters, place, 2);
  end loop;
  return pairs;
end $$;

-- The expression has to be the one that src/server/lists/query/search.ts writes. Entries wait in a list that every search
-- reads: with the limit of 4 MB that PostgreSQL has without ours, 500 saved loads made a search take 60 ms longer.
-- Where a host forbids the extensions of migration 0004, a search reads every load of the account.
do $$
begin
  create index loads_text_idx on loads using gin (user_id,
    ((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
      || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')) collate "default") gin_trgm_ops,
    bigrams((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
      || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')) collate "default"))
    with (gin_pending_list_limit = 256);
exception when undefined_object then
  raise notice 'pg_trgm or btree_gin is missing: searches of loads will be slower';
end $$;
