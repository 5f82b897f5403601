-- A filter by empty miles finds its loads by an index (decision 0191). Most loads have none.
create index loads_empty_miles_idx on loads (user_id, empty_miles, id) where empty_miles > 0;
