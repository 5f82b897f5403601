-- A payment that replaces another one can keep counting in the year of the first (SPEC C315). Null: it counts on its pay date.
alter table payouts add column counts_on date;
create index payouts_counts_on_idx on payouts (user_id, counts_on) where counts_on is not null;
