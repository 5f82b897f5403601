create trigger users_guard_deleted_account before update on users
  for each row when (old.deleted_at is not null) execute function guard_deleted_account();

create trigger drivers_guard_known_key before insert or update of bank_details on drivers
  for each row execute function guard_known_key('bank_details');
create trigger drivers_guard_used_payee before delete on drivers
  for each row execute function guard_used_payee('driver');
create trigger drivers_touch_audit after insert or delete or update on drivers
  for each row execute function touch_audit('name', 'bank_details', 'tax_id');

create trigger owners_guard_known_key before insert or update of bank_details, tax_id on owners
  for each row execute function guard_known_key('bank_details', 'tax_id');
create trigger owners_guard_used_payee before delete on owners
  for each row execute function guard_used_payee('owner');
create trigger owners_touch_audit after insert or delete or update on owners
  for each row execute function touch_audit('name', 'bank_details', 'tax_id');

create trigger trucks_touch_old_double after update on trucks
  for each row when (old.old_double and new.old_double and serial_key(new.vin) is distinct from serial_key(old.vin)) execute function touch_old_double();
create trigger trucks_touch_audit after insert or delete or update on trucks
  for each row execute function touch_audit('truck_id');

create trigger trailers_touch_audit after insert or delete or update on trailers
  for each row execute function touch_audit('trailer_id');

create trigger odometer_readings_touch_audit after insert or delete or update on odometer_readings
  for each row execute function touch_audit('day');

create trigger leases_guard_lease_days before insert or update of truck_id, starts_on, ends_on on leases
  for each row execute function guard_lease_days();
create trigger leases_touch_audit after insert or delete or update on leases
  for each row execute function touch_audit('starts_on');

create trigger lease_defaults_touch_audit after insert or delete or update on lease_defaults
  for each row execute function touch_audit();

create trigger card_accounts_touch_audit after insert or delete or update on card_accounts
  for each row execute function touch_audit('provider');

create trigger card_imports_touch_audit after insert or delete or update on card_imports
  for each row execute function touch_audit('file_name');
create trigger card_purchases_guard_card_purchase before delete or update on card_purchases
  for each row execute function guard_card_purchase();
-- An import is one entry of the log; what a person changes later has its own.
create trigger card_purchases_touch_audit after update on card_purchases
  for each row execute function touch_audit('day');

create trigger cards_guard_card_days before insert or update of provider, kind, number, starts_on, ends_on on cards
  for each row execute function guard_card_days();
create trigger cards_touch_audit after insert or delete or update on cards
  for each row execute function touch_audit('number');

create trigger costs_touch_audit after insert or delete or update on costs
  for each row execute function touch_audit('starts_on');
create trigger costs_touch_spread before insert or update of truck_id, driver_id on costs
  for each row execute function touch_spread();

create trigger brokers_touch_old_double after update on brokers
  for each row when ((new.old_double or new.old_double_dot) and (docket_key(new.mc_number) is distinct from docket_key(old.mc_number) or usdot_key(new.dot_number) is distinct from usdot_key(old.dot_number))) execute function touch_old_double();
create trigger brokers_touch_audit after insert or delete or update on brokers
  for each row execute function touch_audit('company_name');
create trigger brokers_touch_checks_of_deleted_broker after delete on brokers
  for each row execute function touch_checks_of_deleted_broker();

create trigger dispatchers_touch_audit after insert or delete or update on dispatchers
  for each row execute function touch_audit('name');

create trigger loads_guard_charged_revenue before update on loads
  for each row when ((old.charge_count > 0 or new.charge_count > 0) and (old.revenue is distinct from new.revenue or old.billed_total is distinct from new.billed_total or old.charge_count is distinct from new.charge_count)) execute function guard_charged_revenue();
create trigger loads_guard_invoiced_load before delete on loads
  for each row execute function guard_invoiced_load();
create trigger loads_touch_missing_papers_insert before insert on loads
  for each row execute function touch_missing_papers();
create trigger loads_touch_missing_papers_update before update on loads
  for each row when (old.broker_id is distinct from new.broker_id or old.pickup_date is distinct from new.pickup_date or old.payment_status is distinct from new.payment_status or old.bol_status is distinct from new.bol_status) execute function touch_missing_papers();
create trigger loads_touch_payment_status_by_hand before update on loads
  for each row when (old.payment_status is distinct from new.payment_status) execute function touch_payment_status_by_hand();
create trigger loads_touch_audit after insert or delete or update on loads
  for each row execute function touch_audit('load_id');
create trigger loads_touch_billing_drift after update on loads
  for each row when (old.charge_count > 0 or new.charge_count > 0 or old.revenue is distinct from new.revenue) execute function touch_billing_drift();
create trigger loads_touch_bol_by_hand after update on loads
  for each row when (old.bol_status is distinct from new.bol_status) execute function touch_bol_by_hand();
create trigger loads_touch_left_documents after delete on loads referencing old table as gone
  for each statement execute function touch_left_documents();
create trigger loads_touch_load_drift_delete after delete on loads referencing old table as old_rows
  for each statement execute function touch_load_drift();
create trigger loads_touch_load_drift_insert after insert on loads referencing new table as new_rows
  for each statement execute function touch_load_drift();
create trigger loads_touch_load_drift_update after update on loads referencing old table as old_rows new table as new_rows
  for each statement execute function touch_load_drift();
create trigger loads_touch_restored_charges after insert on loads referencing new table as new_rows
  for each statement execute function touch_restored_charges();

create trigger billing_1_touch_category_amounts before insert or update on billing
  for each row execute function touch_category_amounts();
create trigger billing_2_guard_frozen before delete or update on billing
  for each row execute function guard_frozen();
create trigger billing_guard_sample_statement before update on billing
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function guard_sample_statement();
create trigger billing_guard_deferred after update of status on billing
  for each row when (old.status = 'pending' and new.status <> 'pending' or new.status = 'void' and old.status <> 'void') execute function guard_deferred();
create trigger billing_guard_paid_amount after update of status, paid_amount, paid_on, payment_method, payment_reference on billing
  for each row when (new.status <> 'pending') execute function guard_paid_amount();
create trigger billing_guard_payee_total after update of owner_id, driver_id on billing
  for each row when (old.payee is distinct from new.payee) execute function guard_payee_total();
create constraint trigger billing_guard_void_paid after update of status on billing deferrable initially deferred
  for each row when (new.status = 'void') execute function guard_void_paid();
create trigger billing_touch_audit after insert or delete or update on billing
  for each row execute function touch_audit('settlement_date');
create trigger billing_touch_closed_changes after update of status on billing
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function touch_closed_changes('settlement', 'approved_on', 'net_payment');
create trigger billing_touch_closed_voids after update of status on billing
  for each row when (old.status <> 'void' and new.status = 'void') execute function touch_closed_voids('settlement-void', 'voided_on', 'net_payment');
create trigger billing_touch_named_driver after update of driver_id on billing
  for each row when ((old.status = any (array['approved', 'paid'])) and old.payee <> new.payee) execute function touch_named_driver();
create trigger billing_touch_statement_sums after update of status on billing
  for each row when (old.status is distinct from new.status) execute function touch_statement_sums();
create trigger billing_touch_comments_of_drafts after delete on billing referencing old table as old_rows
  for each statement execute function touch_comments_of_drafts();

create trigger expenses_guard_card_line before insert or update of card_purchase_id, truck_id, card_retail, card_discount on expenses
  for each row when (new.card_purchase_id is not null and not new.voided) execute function guard_card_line();
create trigger expenses_guard_frozen_lines before insert or delete or update on expenses
  for each row execute function guard_frozen_lines();
create trigger expenses_guard_transfer_reason before insert on expenses
  for each row when (new.taken_over and new.transfer_reason is null) execute function guard_transfer_reason();
create trigger expenses_1_touch_audit after insert or delete or update on expenses
  for each row execute function touch_audit('category');
create trigger expenses_2_guard_carry_forward after insert or update on expenses
  for each row execute function guard_carry_forward();
create trigger expenses_3_touch_settlement_delete after delete on expenses referencing old table as old_rows
  for each statement execute function touch_settlement();
create trigger expenses_3_touch_settlement_insert after insert on expenses referencing new table as new_rows
  for each statement execute function touch_settlement();
create trigger expenses_3_touch_settlement_update after update on expenses referencing old table as old_rows new table as new_rows
  for each statement execute function touch_settlement();
create trigger expenses_4_guard_rule_total_delete after delete on expenses referencing old table as old_rows
  for each statement execute function guard_rule_total();
create trigger expenses_4_guard_rule_total_insert after insert on expenses referencing new table as new_rows
  for each statement execute function guard_rule_total();
create trigger expenses_4_guard_rule_total_update after update on expenses referencing old table as old_rows new table as new_rows
  for each statement execute function guard_rule_total();
create trigger expenses_5_guard_offset_insert after insert on expenses referencing new table as new_rows
  for each statement execute function guard_offset();
create trigger expenses_5_guard_offset_update after update on expenses referencing old table as old_rows new table as new_rows
  for each statement execute function guard_offset();
create trigger expenses_5_guard_rule_payee after insert or update of rule_id, billing_id on expenses
  for each row when (new.rule_id is not null) execute function guard_rule_payee();
create constraint trigger expenses_guard_offset_pair after insert or update on expenses deferrable initially deferred
  for each row when (new.kind = 'offset') execute function guard_offset_pair();
create trigger expenses_guard_restated_line after insert on expenses
  for each row when (new.restates is not null) execute function guard_restated_line();
create trigger expenses_touch_adjustment_drift after insert or delete or update on expenses
  for each row execute function touch_adjustment_drift();

create trigger settings_touch_audit after insert or delete or update on settings
  for each row execute function touch_audit('company_name');

create trigger deduction_rules_guard_used_rule_payee after update of owner_id, driver_id on deduction_rules
  for each row when (old.owner_id is distinct from new.owner_id or old.driver_id is distinct from new.driver_id) execute function guard_used_rule_payee();
create trigger deduction_rules_touch_audit after insert or delete or update on deduction_rules
  for each row execute function touch_audit('description');

create trigger statement_snapshots_guard_snapshot before delete or update on statement_snapshots
  for each row execute function guard_snapshot();
create trigger statement_snapshots_guard_fee_loads after insert on statement_snapshots
  for each row execute function guard_fee_loads();
create trigger statement_snapshots_touch_statement_loads after insert on statement_snapshots
  for each row execute function touch_statement_loads();

create trigger audit_guard_audit before delete or update on audit
  for each row execute function guard_audit();
create trigger audit_touch_save before insert on audit
  for each row execute function touch_save();
create trigger audit_guard_audit_truncate before truncate on audit
  for each statement execute function guard_audit();

create trigger releases_guard_write_off after insert on releases
  for each row execute function guard_write_off();
create trigger releases_touch_audit after insert or delete or update on releases
  for each row execute function touch_audit('reason');
create trigger releases_touch_write_off_drift after insert or delete on releases
  for each row execute function touch_write_off_drift();

create trigger logos_guard_printed_logo before delete or update on logos
  for each row execute function guard_printed_logo();
create trigger logos_touch_audit after insert or delete on logos
  for each row execute function touch_audit('type', 'bytes');

create trigger statement_loads_guard_snapshot before delete or update on statement_loads
  for each row execute function guard_snapshot();

create trigger payouts_1_guard_payout before delete or update on payouts
  for each row execute function guard_payout();
create trigger payouts_guard_sample_payment before insert on payouts
  for each row execute function guard_sample_payment();
create constraint trigger payouts_2_guard_payout_sums after insert or update of applied, closed on payouts deferrable initially deferred
  for each row execute function guard_payout_sums();
create trigger payouts_3_touch_audit after insert or delete or update on payouts
  for each row execute function touch_audit('reference');
create trigger payouts_4_touch_payment_reference after update of reference on payouts
  for each row when (old.reference is distinct from new.reference) execute function touch_payment_reference();
create trigger payouts_touch_closed_changes after insert on payouts
  for each row execute function touch_closed_changes('payment', 'paid_on', 'amount');
create trigger payouts_touch_closed_voids after update of reversed_on on payouts
  for each row when (old.reversed_on is null and new.reversed_on is not null) execute function touch_closed_voids('payment-reversal', 'reversed_on', 'amount');

create trigger payout_parts_1_guard_posted before delete or update on payout_parts
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'ended', 'ended_at');
create trigger payout_parts_2_touch_paid_statement after insert or update of ended on payout_parts
  for each row execute function touch_paid_statement();
create trigger payout_parts_3_touch_audit after insert or delete or update on payout_parts
  for each row execute function touch_audit('amount');

create trigger payout_closings_1_guard_posted before update on payout_closings
  for each row execute function guard_posted();
create trigger payout_closings_guard_exported_closing before delete or update on payout_closings
  for each row execute function guard_exported_closing();
create trigger payout_closings_2_touch_payout_closed after insert or delete on payout_closings
  for each row execute function touch_payout_closed();
create trigger payout_closings_3_touch_audit after insert or delete on payout_closings
  for each row execute function touch_audit('reason');
create trigger payout_closings_touch_closed_changes after insert or delete on payout_closings
  for each row execute function touch_closed_changes('payment-closing', 'day', 'amount');

create trigger adjusted_loads_guard_adjusted_load before insert or delete or update on adjusted_loads
  for each row execute function guard_adjusted_load();
create trigger adjusted_loads_touch_adjusted_load_drift after insert or delete or update on adjusted_loads
  for each row execute function touch_adjusted_load_drift();

create trigger balance_entries_1_guard_balance_entry before delete or update on balance_entries
  for each row execute function guard_balance_entry();
create trigger balance_entries_2_guard_new_balance_entry before insert on balance_entries
  for each row execute function guard_new_balance_entry();
create trigger balance_entries_guard_sample_entry before insert on balance_entries
  for each row execute function guard_sample_entry();
create trigger balance_entries_3_guard_entry_total after insert on balance_entries
  for each row execute function guard_entry_total();
create trigger balance_entries_4_touch_audit after insert or delete or update on balance_entries
  for each row execute function touch_audit('kind');
create trigger balance_entries_touch_closed_changes after insert on balance_entries
  for each row execute function touch_closed_changes('balance-entry', 'day', 'amount');

create trigger escrow_rates_touch_audit after insert or delete or update on escrow_rates
  for each row execute function touch_audit('quarter');

create trigger undo_records_touch_undo_transaction before insert on undo_records
  for each row execute function touch_undo_transaction();
create trigger undo_records_touch_deleted_charges after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_charges();
create trigger undo_records_touch_deleted_comments after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_comments();
create trigger undo_records_touch_deleted_documents after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_documents();

create trigger undo_secrets_guard_known_key before insert on undo_secrets
  for each row execute function guard_known_key('sealed');

create trigger members_guard_last_admin before delete or update of role, until on members
  for each row when (old.role = 'admin' and old.until is null) execute function guard_last_admin();
create trigger members_touch_audit after insert or delete or update of role, owner_id, driver_id, until on members
  for each row execute function touch_audit('role');

create trigger invitations_touch_audit after insert or delete or update on invitations
  for each row execute function touch_audit('email');

create trigger team_settings_touch_audit after insert or delete or update on team_settings
  for each row execute function touch_audit('label');

create trigger second_steps_guard_known_key before insert or update on second_steps
  for each row execute function guard_known_key('secret');

create trigger questions_touch_audit after insert or delete or update of answer, answered_by, answered_at on questions
  for each row execute function touch_audit('line_text');

create trigger comments_touch_audit after insert or delete or update on comments
  for each row execute function touch_audit('text');

create trigger load_charges_guard_charge_document before insert or update on load_charges
  for each row execute function guard_charge_document();
create trigger load_charges_guard_charged_load before insert or update on load_charges
  for each row execute function guard_charged_load();
create trigger load_charges_touch_charge_amounts before insert or update on load_charges
  for each row execute function touch_charge_amounts();
create trigger load_charges_touch_audit after insert or delete or update on load_charges
  for each row execute function touch_audit('kind');
create trigger load_charges_touch_papers_of_load after insert or delete or update of kind, approval on load_charges
  for each row execute function touch_papers_of_load();
create trigger load_charges_touch_charged_loads_delete after delete on load_charges referencing old table as changed_rows
  for each statement execute function touch_charged_loads();
create trigger load_charges_touch_charged_loads_insert after insert on load_charges referencing new table as changed_rows
  for each statement execute function touch_charged_loads();
create trigger load_charges_touch_charged_loads_update after update on load_charges referencing new table as changed_rows
  for each statement execute function touch_charged_loads();

create trigger document_parts_guard_document_part before update on document_parts
  for each row execute function guard_document_part();

create trigger documents_guard_document before update on documents
  for each row execute function guard_document();
create trigger documents_touch_audit after insert or delete or update on documents
  for each row execute function touch_audit('original_name');
create trigger documents_touch_bol_status after insert or delete or update of load_id, kind, verdict, deleted_at on documents
  for each row execute function touch_bol_status();
create trigger documents_touch_papers_of_load after insert or delete or update of load_id, kind, verdict, deleted_at on documents
  for each row execute function touch_papers_of_load();

create trigger document_needs_touch_audit after insert or delete or update on document_needs
  for each row execute function touch_audit('broker_id');
create trigger document_needs_touch_needed_papers after insert or delete or update on document_needs
  for each row execute function touch_needed_papers();

create trigger upload_links_touch_audit after insert or delete or update of revoked_at on upload_links
  for each row execute function touch_audit('label');

create trigger taught_layouts_touch_audit after insert or delete or update on taught_layouts
  for each row execute function touch_audit('broker');

create trigger invoices_guard_invoice before insert or delete or update on invoices
  for each row execute function guard_invoice();
create constraint trigger invoices_guard_merged_broker after update of broker_id on invoices deferrable initially deferred
  for each row when (old.state <> 'draft' and new.broker_id <> old.broker_id) execute function guard_merged_broker('invoices_frozen');
create trigger invoices_guard_void_invoice before update of state on invoices
  for each row when (new.state = 'void' and old.state <> 'void') execute function guard_void_invoice();
create trigger invoices_touch_audit after insert or delete or update on invoices
  for each row execute function touch_audit('number');

create trigger invoice_loads_guard_invoice_load before insert or delete or update on invoice_loads
  for each row execute function guard_invoice_load();
create trigger invoice_loads_touch_standing_drift after update of standing on invoice_loads
  for each row when (new.standing <> old.standing) execute function touch_standing_drift();

create trigger invoice_lines_guard_invoice_line before insert or delete or update on invoice_lines
  for each row execute function guard_invoice_line();

create constraint trigger receivable_entries_guard_merged_broker after update of broker_id on receivable_entries deferrable initially deferred
  for each row when (new.broker_id <> old.broker_id) execute function guard_merged_broker('receivable_entries_posted');
create trigger receivable_entries_guard_posted before delete or update on receivable_entries
  for each row execute function guard_posted('broker_id');
create constraint trigger receivable_entries_guard_receivable_days after insert on receivable_entries deferrable initially deferred
  for each row execute function guard_receivable_days();
create trigger receivable_entries_touch_closed_changes after insert on receivable_entries
  for each row execute function touch_closed_changes('receivable', 'day', 'amount');
create trigger receivable_entries_touch_invoice_open_amount after insert on receivable_entries
  for each row when (new.invoice_id is not null) execute function touch_invoice_open_amount();

create trigger billing_settings_touch_audit after insert or delete or update on billing_settings
  for each row execute function touch_audit('remit_to_name');

create trigger invoice_numbers_guard_invoice_number before insert or update on invoice_numbers
  for each row execute function guard_invoice_number();

create trigger invoice_snapshots_guard_invoice_snapshot before delete or update on invoice_snapshots
  for each row execute function guard_invoice_snapshot();

create trigger packet_orders_touch_audit after insert or delete or update on packet_orders
  for each row execute function touch_audit('broker_id');

create trigger invoice_sendings_guard_invoice_sending before insert or delete or update on invoice_sendings
  for each row execute function guard_invoice_sending();
create trigger invoice_sendings_touch_audit after insert or delete or update on invoice_sendings
  for each row execute function touch_audit('channel');
create trigger invoice_sendings_touch_invoice_sent_on after insert or update of sent_on, undone_on on invoice_sendings
  for each row execute function touch_invoice_sent_on();

create trigger mails_guard_mail before update on mails
  for each row execute function guard_mail();
create trigger mails_touch_audit after insert or delete or update of decided_by on mails
  for each row execute function touch_audit('subject', 'text', 'message_id', 'once_key');
create trigger mails_touch_mailed_sending after update of state on mails
  for each row when (new.state = 'sent' and old.state <> 'sent') execute function touch_mailed_sending();

create trigger mail_settings_touch_audit after insert or delete or update on mail_settings
  for each row execute function touch_audit('from_name');

create trigger receipts_1_guard_posted before delete or update on receipts
  for each row execute function guard_posted('broker_id', 'unapplied', 'state', 'applied', 'refunded', 'version', 'updated_at', 'note', 'deposited_on', 'once:', 'reversed_on', 'reversal_reason');
create constraint trigger receipts_2_guard_receipt_entries after insert or update on receipts deferrable initially deferred
  for each row execute function guard_receipt_entries();
create trigger receipts_3_touch_audit after insert or delete or update on receipts
  for each row execute function touch_audit('reference');
create constraint trigger receipts_4_guard_merged_broker after update of broker_id on receipts deferrable initially deferred
  for each row when (new.broker_id <> old.broker_id) execute function guard_merged_broker('receipts_posted');

create trigger receipt_parts_1_guard_posted before delete or update on receipt_parts
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'ended', 'ended_on');
create trigger receipt_parts_2_guard_receipt_part before insert on receipt_parts
  for each row execute function guard_receipt_part();
create trigger receipt_parts_3_touch_receipt_sums after insert or update of ended on receipt_parts
  for each row execute function touch_receipt_sums();
create trigger receipt_parts_4_touch_audit after insert or delete or update on receipt_parts
  for each row execute function touch_audit('amount');

create trigger receipt_differences_1_guard_posted before delete or update on receipt_differences
  for each row execute function guard_posted('version', 'updated_at', 'part_id', 'once:', 'ended', 'ended_on', 'ended_reason');
create trigger receipt_differences_2_guard_receipt_difference before insert on receipt_differences
  for each row execute function guard_receipt_difference();
create constraint trigger receipt_differences_3_guard_difference_entries after insert or update on receipt_differences deferrable initially deferred
  for each row execute function guard_difference_entries();
create trigger receipt_differences_4_touch_audit after insert or delete or update on receipt_differences
  for each row execute function touch_audit('kind');

create trigger receipt_refunds_1_guard_posted before delete or update on receipt_refunds
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'ended_on', 'ended_reason');
create trigger receipt_refunds_2_guard_receipt_refund before insert on receipt_refunds
  for each row execute function guard_receipt_refund();
create trigger receipt_refunds_3_touch_receipt_sums after insert or update of ended_on on receipt_refunds
  for each row execute function touch_receipt_sums();
create trigger receipt_refunds_4_touch_audit after insert or delete or update on receipt_refunds
  for each row execute function touch_audit('amount');

create trigger disputes_touch_audit after insert or delete or update on disputes
  for each row execute function touch_audit('reason');

create trigger contacts_touch_audit after insert or delete or update on contacts
  for each row execute function touch_audit('text');

create trigger reminder_settings_touch_audit after insert or delete or update on reminder_settings
  for each row execute function touch_audit('label');

create trigger factors_touch_audit after insert or delete or update on factors
  for each row execute function touch_audit('name');

create trigger factor_brokers_touch_audit after insert or delete or update on factor_brokers
  for each row execute function touch_audit('broker_id');

create trigger factor_schedules_touch_audit after insert or delete or update on factor_schedules
  for each row execute function touch_audit('number');
create trigger factor_schedules_touch_schedule_drift after update of state on factor_schedules
  for each row when (new.state <> old.state) execute function touch_schedule_drift();

create trigger factor_schedule_lines_touch_new_line before insert or update of face on factor_schedule_lines
  for each row execute function touch_new_line();
create trigger factor_schedule_lines_touch_schedule_face after insert or delete or update of face on factor_schedule_lines
  for each row execute function touch_schedule_face();

create trigger factor_deposits_guard_posted before delete or update on factor_deposits
  for each row execute function guard_posted('version', 'updated_at', 'once:', 'voided_on', 'void_reason');
create constraint trigger factor_deposits_guard_factor_deposit_sum after insert on factor_deposits deferrable initially deferred
  for each row execute function guard_factor_deposit_sum();
create trigger factor_deposits_touch_audit after insert or delete or update on factor_deposits
  for each row execute function touch_audit('reference');
create trigger factor_deposits_touch_closed_changes after insert on factor_deposits
  for each row execute function touch_closed_changes('factor-deposit', 'day', 'amount');
create trigger factor_deposits_touch_closed_voids after update of voided_on on factor_deposits
  for each row when (old.voided_on is null and new.voided_on is not null) execute function touch_closed_voids('factor-deposit-void', 'voided_on', 'amount');

create trigger factor_entries_guard_posted before delete or update on factor_entries
  for each row execute function guard_posted('cash', 'reserve', 'once:', 'voided');
create constraint trigger factor_entries_guard_factored_invoice after insert or update on factor_entries deferrable initially deferred
  for each row when (new.invoice_id is not null) execute function guard_factored_invoice();
create trigger factor_entries_touch_closed_line after insert or update of voided on factor_entries
  for each row when (new.invoice_id is not null) execute function touch_closed_line();
create trigger factor_entries_touch_entry_drift_insert after insert on factor_entries referencing new table as written
  for each statement execute function touch_entry_drift();
create trigger factor_entries_touch_entry_drift_update after update on factor_entries referencing new table as written
  for each statement execute function touch_entry_drift();

create trigger account_map_1_guard_factoring_method before update of factoring on account_map
  for each row when (old.factoring is distinct from new.factoring) execute function guard_factoring_method();
create trigger account_map_2_guard_closing before insert or update of closed_through on account_map
  for each row when (new.closed_through is not null) execute function guard_closing();
create trigger account_map_touch_audit after insert or delete or update on account_map
  for each row execute function touch_audit('id');

create trigger export_batches_guard_exported before delete or update on export_batches
  for each row execute function guard_exported();
create trigger export_batches_touch_audit after insert or delete on export_batches
  for each row execute function touch_audit('format');

create trigger export_files_guard_exported before delete or update on export_files
  for each row execute function guard_exported();

create trigger export_entries_guard_exported before delete or update on export_entries
  for each row execute function guard_exported();

create trigger broker_files_touch_audit after insert or delete or update on broker_files
  for each row execute function touch_audit('name');

create trigger broker_checks_touch_audit_delete after delete on broker_checks
  for each row when (old.source = 'hand') execute function touch_audit('day');
create trigger broker_checks_touch_audit_insert after insert on broker_checks
  for each row when (new.source = 'hand') execute function touch_audit('day');

create trigger closed_changes_touch_audit after insert or delete or update on closed_changes
  for each row execute function touch_audit('source');
