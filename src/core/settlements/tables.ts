/** The tables of settlements, their lines, recurring deductions and balances. */
import { entryFields } from '#core/balances/entries.ts'
import { escrowRateFields } from '#core/balances/interest.ts'
import { entities } from '#core/entities/entities.ts'
import type { Tables } from '#core/entities/table.ts'
import {
  adjustedLoadCsvColumns,
  entryCsvColumns,
  lineCsvColumns,
  ruleCsvColumns,
  settlementCsvColumns,
  writeOffCsvColumns,
} from '#core/transfer/settlements.ts'
import { paymentFields } from './approval.ts'
import { settlementHistory } from './history.ts'
import { lineFields } from './lines.ts'
import { writeOffFields } from './previous-payee.ts'
import { ruleFields } from './rules.ts'
import { settlementFields } from './settlement.ts'

const { truckId } = entities.loads.fields
const { ownerId, driverId } = entities.trucks.fields

export const settlementTables = {
  billing: {
    singular: 'Settlement',
    seenBy: 'settlements',
    restoredBy: 'payroll',
    labelField: 'settlementDate',
    fields: {
      ...settlementHistory.fields,
      ...settlementFields,
      ...paymentFields,
      ownerId,
      driverId,
    },
    stored: {
      number: 'Statement #',
      approvedAt: 'Approved',
      approvedOn: 'Approved On',
      voidedAt: 'Voided',
      voidedOn: 'Voided On',
      voidReason: 'Void Reason',
      payee: 'Payee ID',
      paidAmount: 'Paid',
      holdReason: 'Hold Reason',
    },
    csv: { file: 'settlements', columns: settlementCsvColumns },
  },
  expenses: {
    singular: 'Settlement item',
    seenBy: 'settlements',
    isPart: true,
    labelField: 'category',
    fields: { ...lineFields, extraPay: ruleFields.extraPay, truckId },
    stored: {
      billingId: 'Settlement ID',
      kind: 'Type',
      formula: 'Calculation',
      ruleId: 'Recurring Deduction ID',
      ruleKey: 'Recurring Deduction',
      byHand: 'Edited',
      voided: 'Void',
      carriedFrom: 'Balance Forward From (ID)',
      corrects: 'Adjusts Settlement (ID)',
      takenOver: 'Transferred From (ID)',
      transferReason: 'Transfer Reason',
      skipped: 'Skipped',
      basis: 'Calculated As',
      basisValue: 'Amount or Rate',
      basisFigure: 'Calculated From',
      reached: 'Total So Far',
      reachedOf: 'Total Amount',
      installment: 'Installment',
      loadNumber: 'Load #',
      ruleScope: 'Applies To',
      rulePeriod: 'Deducted Every',
      netFloor: 'Minimum Net',
      netPercent: 'Limit (% of Net)',
      netFigure: 'Net of the Limit',
      limited: 'Reduced by Minimum Net',
      deferred: 'Deferred',
      restates: 'Restates Settlement (ID)',
      adjustsPay: 'Adjusts Extra Pay',
      subjectToPercent: 'Subject to Percentage',
      offsetWith: 'Offset With (ID)',
      cardPurchaseId: 'Card Purchase (ID)',
      cardRetail: 'Retail',
      cardDiscount: 'Discount',
      cardPassedOn: 'Discount Passed On',
    },
    csv: { file: 'settlement-lines', columns: lineCsvColumns },
  },
  deduction_rules: {
    singular: 'Recurring deduction',
    words: { one: 'recurring deduction', many: 'recurring deductions' },
    movesWith: ['trucks'],
    seenBy: 'settlements',
    restoredBy: 'payroll',
    fields: ruleFields,
    csv: { file: 'deduction-rules', columns: ruleCsvColumns },
  },
  releases: {
    singular: 'Write-off',
    seenBy: 'settlements',
    isPart: true,
    fields: writeOffFields,
    stored: {
      billingId: 'Settlement ID',
      amount: 'Amount',
      revenue: 'Revenue',
      miles: 'Miles',
      emptyMiles: 'Empty Miles',
      loads: 'Loads',
      factored: 'Factored Revenue',
      fee: 'Factoring Fee',
      net: 'Net',
    },
    csv: { file: 'releases', columns: writeOffCsvColumns },
  },
  balance_entries: {
    singular: 'Balance entry',
    seenBy: 'settlements',
    isPart: true,
    fields: entryFields,
    stored: {
      ruleId: 'Balance ID',
      otherRuleId: 'Transferred To or From (ID)',
      effect: 'Change in Balance',
      quarter: 'Quarter',
      rate: 'Interest Rate',
      balanceDays: 'Balance × Days',
      undoes: 'Undoes Entry (ID)',
      undone: 'Undone',
      statedOn: 'Statement ID',
    },
    csv: { file: 'balance-entries', columns: entryCsvColumns },
  },
  escrow_rates: {
    singular: 'Escrow interest rate',
    seenBy: 'settlements',
    fields: escrowRateFields,
    csv: { file: 'escrow-rates' },
  },
  adjusted_loads: {
    seenBy: 'settlements',
    fields: {},
    csv: { file: 'adjusted-loads', columns: adjustedLoadCsvColumns },
  },
} as const satisfies Tables
