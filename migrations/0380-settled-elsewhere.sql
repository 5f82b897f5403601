-- Loads that were settled in another program are on no settlement here (SPEC C363).
alter table loads add column settled_elsewhere text not null default 'no';
alter table loads add constraint loads_settled_elsewhere_check
  check (settled_elsewhere = 'no' or settled_elsewhere = 'yes' and settlement_date is null);

-- The to-do list counts these loads.
drop index loads_not_settled_idx;
create index loads_not_settled_idx on loads (user_id, id)
  where delivery_status = 'delivered' and settlement_date is null and settled_elsewhere = 'no';
