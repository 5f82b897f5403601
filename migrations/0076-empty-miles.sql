-- Miles driven empty to the pickup. A recurring deduction can be per empty mile (SPEC C16).
alter table loads
  add column empty_miles numeric(12, 2) not null default 0,
  add constraint loads_empty_miles_check check (empty_miles >= 0);
