-- What a broker's loads add to what it owes (SPEC C206): loads that are not paid.
create index loads_unpaid_of_broker_idx on loads (user_id, broker_id) where payment_status <> 'paid';
