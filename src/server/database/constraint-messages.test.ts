/** Each constraint of the schema has a message, or a reason why no request can meet it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { views } from '#core/lists/views.ts'
import { testApp } from '#server/testing/test-app.ts'
import { CONSTRAINT_MESSAGES } from './constraint-messages.ts'
import { snakeCase } from './values.ts'

const { database } = await testApp()

const TRANSFERRED = 'expenses_taken_over_check'

/** The constraints that no request can meet, by reason. */
const UNREACHABLE: Record<string, string> = {
  'The fields of the request are checked first, with a message at the field': `
    brokers_credit_limit_check brokers_quick_pay_percent_check brokers_quick_pay_within_check brokers_terms_days_check
    loads_check loads_delivery_time_check loads_empty_miles_check loads_pickup_time_check loads_pieces_check
    billing_payee_check expenses_decimals_check expenses_description_check expenses_refund_check
    settings_decimals_check settings_work_week_start_day_check
    deduction_rules_check deduction_rules_check1 deduction_rules_check2 deduction_rules_decimals_check
    deduction_rules_driver_check deduction_rules_extra_pay_check deduction_rules_factoring_check
    deduction_rules_floor_check deduction_rules_fuel_check deduction_rules_owner_check deduction_rules_payee_check
    deduction_rules_net_percent_check deduction_rules_priority_check deduction_rules_weeks_check
    logos_bytes_check payouts_amount_check payouts_payee_check payouts_rule_check payout_parts_amount_check
    payout_closings_amount_check payout_closings_method_check balance_entries_amount_check
    balance_entries_method_check balance_entries_reason_check escrow_rates_quarter_check escrow_rates_rate_check
    members_represents_check invitations_represents_check load_charges_amount_check load_charges_decimals_check
    load_charges_owner_percent_check load_charges_owner_share_check load_charges_times_check
    costs_charged_back_check leases_rate_check odometer_readings_miles_check taught_layouts_layout_check invoices_terms_days_check invoice_lines_amount_check
    billing_settings_first_number_check billing_settings_number_prefix_check billing_settings_terms_days_check
    invoice_numbers_first_check mails_header_check mails_recipients_check
    mail_files_header_check mail_settings_header_check receipts_amount_check receipt_parts_amount_check
    receipt_differences_accepted_check receipt_differences_amount_check receipt_differences_owner_check
    receipt_refunds_amount_check disputes_amount_check disputes_closed_check contacts_reminder_invoice_check
    reminder_settings_before_days_check reminder_settings_due_days_check reminder_settings_final_days_check
    factors_advance_percent_check factors_days_check factors_fee_percent_check factors_percents_check
    factors_recourse_days_check factor_brokers_approved_limit_check factor_brokers_limit_check
    factor_entries_amount_check factor_entries_invoice_check account_map_accounts_check export_batches_days_check`,
  'The server computes these columns together': `
    loads_charge_count_check loads_charge_sums billing_check billing_hold_check billing_number_check
    billing_paid_amount_check billing_paid_check billing_void_check expenses_adjusts_pay_check expenses_basis_check
    expenses_card_check expenses_carry_check expenses_correction_check expenses_extra_pay_check expenses_factoring_check
    expenses_limit_check expenses_net_percent_check expenses_offset_check expenses_reached_check expenses_restates_check
    expenses_rule_key_check expenses_rule_key_kind_check expenses_rule_period_check expenses_skipped_check
    ${TRANSFERRED} expenses_transfer_reason_check expenses_withholding_check releases_amount_check
    logos_digest_check statement_drift_check payouts_reversal_check payout_parts_applied_check
    payout_parts_ended_check balance_entries_effect_check balance_entries_interest_check
    balance_entries_transfer_check undo_records_check undo_records_check1 second_steps_check questions_answer_check
    comments_subject_check documents_one_place_check documents_pages_check documents_sent_check
    readings_reader_version_check readings_typed_check invoices_approved_check invoices_credits_check
    invoices_open_amount_check invoices_total_check invoices_void_check receivable_entries_amount_check
    receivable_entries_invoice_check receivable_entries_sign_check invoice_sendings_mail_check
    invoice_sendings_undone_check mails_claim_check mails_next_try_at_check mails_open_recipients_check
    mails_partly_check mails_sent_at_check mails_text_check factor_schedules_submitted_check
    factor_schedules_void_check factor_schedule_lines_face_check factor_deposits_void_check
    export_batches_records_check closed_changes_day_check broker_checks_rows_check`,
  'Triggers keep these rows in step': `
    billing_paid_amount statement_rule_sums_key payouts_parts receipts_entries receipt_differences_entries
    receivable_entries_broker invoices_lines_total`,
  'The server ends the short pay in the same transaction': 'receipt_differences_void',
  'The number is assigned under a lock': `
    billing_number_key invoices_sequence invoices_sequence_key invoice_numbers_gap`,
  'The server inserts one row under the lock of the settlement': `
    expenses_carry_out_key expenses_offset_key expenses_withholding_key`,
  'One import of card files of an account at a time': 'card_purchases_key_key',
  'The server counts, subtracts and names how a truck was found': `
    card_imports_rows_check card_purchases_found_check card_purchases_net_check`,
  'The insert says what happens to a row that exists': `
    escrow_rates_quarter_key balance_entries_quarter_key invitations_email_key document_needs_broker_id_key
    packet_orders_broker_id_key broker_files_day_key mails_once_key_key`,
  'The key contains a new id or a random token': `
    billing_id_truck_id_key sessions_person_id_idx invitations_token_hash_key upload_links_token_hash_key
    mail_subjects_mail_id_key mail_files_mail_id_key`,
  'No route changes or deletes these rows; this is for direct writes': `
    balance_entries_posted balance_entries_undo payouts_posted payout_parts_posted payout_closings_posted
    receipts_posted receipt_parts_posted receipt_differences_posted receipt_refunds_posted
    receivable_entries_posted load_charges_load_id invoice_sendings_frozen invoice_sendings_kept
    invoice_snapshots_frozen`,
}

const unreachable = Object.values(UNREACHABLE).flatMap((names) => names.trim().split(/\s+/))

/** "kind = any (…)" with one column: the schema of the request has the same values. */
const LIST_OF_VALUES = /^CHECK \(\(\w+ = ANY \((ARRAY\[[^\]]*\]|\w+\(\))\)\)\)$/

/** Constraints whose errors `withFieldErrors` puts at the field of a record: "trucks_vin_key". */
const ofFields = [...everyEntity, views].flatMap(({ name, fields }) =>
  Object.keys(fields).map((field) => `${name}_${snakeCase(field)}_key`),
)

async function readConstraints(): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype in ('c', 'u', 'x') and connamespace = 'public'::regnamespace and conparentid = 0
    union select relname, '' from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and not indisprimary and relnamespace = 'public'::regnamespace and not relispartition
    union select match[1], '' from pg_proc, regexp_matches(prosrc, 'constraint = ''([a-z_]+)''', 'g') as match
      where pronamespace = 'public'::regnamespace
    union select tgrelid::regclass::text || '_posted', '' from pg_trigger
      where tgfoid = 'guard_posted'::regproc`.execute(database)
  return rows.filter(({ definition }) => !LIST_OF_VALUES.test(definition)).map(({ name }) => name)
}

test('C311 Each constraint has a message, or no request can meet it', async () => {
  const names = await readConstraints()
  expect(names.length).toBeGreaterThan(200)
  const known = new Set([...Object.keys(CONSTRAINT_MESSAGES), ...ofFields, ...unreachable])
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('C311 Each message is for a constraint that exists, and no constraint is listed twice', async () => {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint`.execute(
    database,
  )
  const names = new Set([...(await readConstraints()), ...rows.map(({ name }) => name)])
  const listed = [...Object.keys(CONSTRAINT_MESSAGES), ...unreachable]
  expect(listed.filter((name) => !names.has(name))).toEqual([])
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
})
