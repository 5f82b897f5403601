-- The palette finds a load by its number, or by how that begins, among 100,000. In the order "C",
-- because that of a database's own locale does not answer how a text begins.
create index loads_search_idx on loads (user_id, (lower(load_id) collate "C"), id) include (load_id);
