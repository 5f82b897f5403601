-- The loads with a reference, newest first: the palette looks for references in these only. The condition has to be the one that
-- src/server/lists/query/search-text.ts writes.
create index loads_with_reference_idx on loads (user_id, id)
  where broker_load_number is not null or po_number is not null or bol_number is not null or pickup_number is not null;
