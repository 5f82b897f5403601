-- The number of an installment, if every line so far was the full value (SPEC C317).
alter table expenses add column installment bigint;
