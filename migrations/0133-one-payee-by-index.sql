-- The balances of one payee are read without those of the other payees (SPEC C20, C78).
create index statement_rule_sums_payee_idx on statement_rule_sums (user_id, payee, rule_id);
create index balance_entries_payee_idx on balance_entries (user_id, payee, rule_id);
-- The dashboard adds up what a payee without a tax ID was paid in a year (SPEC C50).
create index billing_paid_gross_idx on billing (user_id, payee, paid_on) include (gross_pay) where status = 'paid';
