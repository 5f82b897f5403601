-- A document of the inbox finds its load by the broker's number in the name of its file (SPEC C116).
create index loads_broker_load_number_idx on loads (user_id, broker_load_number, id) where broker_load_number is not null;
