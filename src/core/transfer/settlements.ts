/** The columns of the CSV files of settlements, lines, recurring deductions and write-offs. */
import { csvColumns, type CsvColumn } from './csv.ts'
import { entryFields } from '#core/balances/entries.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { lineFields } from '#core/settlements/lines.ts'
import { ruleFields } from '#core/settlements/rules.ts'

const { truckId, settlementDate, notes, ...expenses } = settlementFields

export const settlementCsvColumns: CsvColumn[] = [
  { name: 'number', title: 'Statement #', control: 'text' },
  ...csvColumns({ truckId, settlementDate }),
  { name: 'startDate', title: 'Period Start', control: 'day' },
  { name: 'endDate', title: 'Period End', control: 'day' },
  { name: 'totalRevenue', title: 'Total Revenue', control: 'money' },
  ...csvColumns(expenses),
  { name: 'totalExpenses', title: 'Total Expenses', control: 'money' },
  { name: 'extraPay', title: 'Extra Pay (in Total Expenses)', control: 'money' },
  { name: 'grossPay', title: 'Gross Pay', control: 'money' },
  { name: 'netPayment', title: 'Net Payment', control: 'money' },
  { name: 'status', title: 'Status', control: 'text' },
  { name: 'approvedAt', title: 'Approved At', control: 'text' },
  { name: 'approvedOn', title: 'Approved On', control: 'day' },
  { name: 'paidAmount', title: 'Paid Amount', control: 'money' },
  { name: 'paidOn', title: 'Paid On', control: 'day' },
  { name: 'paymentMethod', title: 'Payment Method', control: 'text' },
  { name: 'paymentReference', title: 'Payment Reference', control: 'text' },
  { name: 'ownerId', title: 'Payee Owner ID', control: 'text' },
  { name: 'driverId', title: 'Payee Driver ID', control: 'text' },
  { name: 'voidedAt', title: 'Voided At', control: 'text' },
  { name: 'voidedOn', title: 'Voided On', control: 'day' },
  { name: 'voidReason', title: 'Void Reason', control: 'text' },
  { name: 'holdReason', title: 'Hold Reason', control: 'text' },
  ...csvColumns({ notes }),
  { name: 'id', title: 'Settlement ID', control: 'text' },
]

/** The fields of a line and its truck. */
export const listedLineFields = { truckId, ...lineFields }

export const lineCsvColumns: CsvColumn[] = [
  { name: 'billingId', title: 'Settlement ID', control: 'text' },
  ...csvColumns(listedLineFields),
  { name: 'kind', title: 'Kind', control: 'text' },
  { name: 'extraPay', title: 'Extra Pay Type', control: 'text' },
  { name: 'subjectToPercent', title: 'Included in Percentages', control: 'text' },
  { name: 'formula', title: 'Formula', control: 'text' },
  { name: 'ruleId', title: 'Rule ID', control: 'text' },
  { name: 'ruleKey', title: 'Rule Key', control: 'text' },
  { name: 'byHand', title: 'Edited', control: 'text' },
  { name: 'skipped', title: 'Skipped', control: 'text' },
  { name: 'basis', title: 'Calculated As', control: 'text' },
  { name: 'basisValue', title: 'Amount or Rate', control: 'money' },
  { name: 'basisFigure', title: 'Revenue, Net, Miles or Loads', control: 'text' },
  { name: 'netFloor', title: 'Minimum Net', control: 'money' },
  { name: 'netPercent', title: 'Limit (% of Net)', control: 'text' },
  { name: 'netFigure', title: 'Net of the Limit', control: 'money' },
  { name: 'limited', title: 'Limited by the Net', control: 'text' },
  { name: 'deferred', title: 'Left for Later', control: 'money' },
  { name: 'ruleScope', title: 'Frequency Scope', control: 'text' },
  { name: 'rulePeriod', title: 'Frequency Period', control: 'text' },
  { name: 'reached', title: 'Total Reached', control: 'money' },
  { name: 'reachedOf', title: 'Total Amount', control: 'money' },
  { name: 'installment', title: 'Installment', control: 'text' },
  { name: 'carriedFrom', title: 'Carried Forward From Settlement ID', control: 'text' },
  { name: 'corrects', title: 'Adjusts Settlement ID', control: 'text' },
  { name: 'restates', title: 'Adjusts Line ID', control: 'text' },
  { name: 'adjustsPay', title: 'Adjusts Extra Pay', control: 'text' },
  { name: 'loadNumber', title: 'Adjusted Load #', control: 'text' },
  { name: 'offsetWith', title: 'Offset With Settlement ID', control: 'text' },
  { name: 'takenOver', title: 'Transferred from Previous Payee', control: 'text' },
  { name: 'transferReason', title: 'Transfer Reason', control: 'text' },
  { name: 'voided', title: 'Void', control: 'text' },
  { name: 'cardPurchaseId', title: 'Card Purchase ID', control: 'text' },
  { name: 'cardRetail', title: 'Card Retail', control: 'money' },
  { name: 'cardDiscount', title: 'Card Discount', control: 'money' },
  { name: 'cardPassedOn', title: 'Card Discount Passed On', control: 'money' },
]

/** The figures that deductions follow. */
const LOAD_FIGURES: CsvColumn[] = [
  { name: 'revenue', title: 'Revenue', control: 'money' },
  { name: 'miles', title: 'Miles', control: 'text' },
  { name: 'emptyMiles', title: 'Empty Miles', control: 'text' },
  { name: 'loads', title: 'Loads', control: 'text' },
  { name: 'factored', title: 'Factored Revenue', control: 'money' },
  { name: 'fee', title: 'Factoring Fee', control: 'money' },
]

export const writeOffCsvColumns: CsvColumn[] = [
  { name: 'billingId', title: 'Settlement ID', control: 'text' },
  { name: 'loadId', title: 'Load ID', control: 'text' },
  { name: 'amount', title: 'Amount', control: 'money' },
  { name: 'net', title: 'Net', control: 'money' },
  { name: 'reason', title: 'Reason', control: 'text' },
  ...LOAD_FIGURES,
]

export const adjustedLoadCsvColumns: CsvColumn[] = [
  { name: 'corrects', title: 'Adjusts Settlement ID', control: 'text' },
  { name: 'billingId', title: 'Settlement ID', control: 'text' },
  { name: 'loadId', title: 'Load ID', control: 'text' },
  { name: 'loadNumber', title: 'Load #', control: 'text' },
  { name: 'amount', title: 'Amount', control: 'money' },
  ...LOAD_FIGURES,
  { name: 'voided', title: 'Void', control: 'text' },
]

export const entryCsvColumns: CsvColumn[] = [
  { name: 'ruleId', title: 'Rule ID', control: 'text' },
  ...csvColumns(entryFields),
  { name: 'effect', title: 'Effect on Amount Deducted', control: 'money' },
  { name: 'otherRuleId', title: 'Other Rule ID', control: 'text' },
  { name: 'quarter', title: 'First Day of the Quarter', control: 'day' },
  { name: 'rate', title: 'Rate', control: 'text' },
  { name: 'balanceDays', title: 'Sum of Daily Balances', control: 'money' },
  { name: 'undoes', title: 'Undoes Entry ID', control: 'text' },
  { name: 'undone', title: 'Undone', control: 'text' },
  { name: 'statedOn', title: 'First Shown on Settlement ID', control: 'text' },
  { name: 'id', title: 'Entry ID', control: 'text' },
]

export const ruleCsvColumns: CsvColumn[] = [
  ...csvColumns(ruleFields),
  { name: 'id', title: 'Rule ID', control: 'text' },
]
