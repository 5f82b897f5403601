-- A trigger function is named for what it does: guard_* refuses a change, touch_* writes what follows from one.
-- A trigger is named for its table and its function: billing_guard_frozen runs guard_frozen.

alter function keep_audit_as_it_is() rename to guard_audit;
alter function keep_carry() rename to guard_carry_forward;
alter function keep_frozen() rename to guard_frozen;
alter function keep_frozen_lines() rename to guard_frozen_lines;
alter function refuse_unknown_key() rename to guard_known_key;
alter function keep_payee_total() rename to guard_payee_total;
alter function keep_printed_logo() rename to guard_printed_logo;
alter function keep_rule_total() rename to guard_rule_total;
alter function keep_snapshot() rename to guard_snapshot;
alter function keep_release() rename to guard_write_off;
alter function keep_audit() rename to touch_audit;
alter function keep_billing_sums() rename to touch_billing_sums;
alter function add_up_lines() rename to touch_category_amounts;
alter function keep_load_sums() rename to touch_load_sums;
alter function pass_on_line() rename to touch_settlement; -- quoted: the old name

-- Triggers of one table and moment run in the order of their names. A number sets the order where it matters:
-- guard_frozen compares the amounts that touch_category_amounts wrote. A line is logged before its settlement. It locks
-- its settlement before its deduction rule, in the order in which a change of the payee locks the two.
alter trigger billing_add_up on billing rename to billing_1_touch_category_amounts;
alter trigger billing_keep_frozen on billing rename to billing_2_guard_frozen;
alter trigger expenses_audit on expenses rename to expenses_1_touch_audit;
alter trigger expenses_carry on expenses rename to expenses_2_guard_carry_forward;
alter trigger expenses_pass_on on expenses rename to expenses_3_touch_settlement; -- quoted: the old name
alter trigger expenses_rule_total on expenses rename to expenses_4_guard_rule_total;

alter trigger audit_kept on audit rename to audit_guard_audit;
alter trigger audit_kept_whole on audit rename to audit_guard_audit_truncate;
alter trigger billing_audit on billing rename to billing_touch_audit;
alter trigger billing_payee_total on billing rename to billing_guard_payee_total;
alter trigger billing_sums_new on billing rename to billing_touch_billing_sums_insert;
alter trigger billing_sums_changed on billing rename to billing_touch_billing_sums_update;
alter trigger billing_sums_gone on billing rename to billing_touch_billing_sums_delete;
alter trigger brokers_audit on brokers rename to brokers_touch_audit;
alter trigger deduction_rules_audit on deduction_rules rename to deduction_rules_touch_audit;
alter trigger dispatchers_audit on dispatchers rename to dispatchers_touch_audit;
alter trigger drivers_audit on drivers rename to drivers_touch_audit;
alter trigger drivers_known_key on drivers rename to drivers_guard_known_key;
alter trigger expenses_keep_frozen on expenses rename to expenses_guard_frozen_lines;
alter trigger loads_audit on loads rename to loads_touch_audit;
alter trigger loads_sums_new on loads rename to loads_touch_load_sums_insert;
alter trigger loads_sums_changed on loads rename to loads_touch_load_sums_update;
alter trigger loads_sums_gone on loads rename to loads_touch_load_sums_delete;
alter trigger logos_audit on logos rename to logos_touch_audit;
alter trigger logos_keep_printed on logos rename to logos_guard_printed_logo;
alter trigger owners_audit on owners rename to owners_touch_audit;
alter trigger owners_known_key on owners rename to owners_guard_known_key;
alter trigger releases_audit on releases rename to releases_touch_audit;
alter trigger releases_carry on releases rename to releases_guard_write_off;
alter trigger settings_audit on settings rename to settings_touch_audit;
alter trigger statement_snapshots_keep on statement_snapshots rename to statement_snapshots_guard_snapshot;
alter trigger trucks_audit on trucks rename to trucks_touch_audit;
