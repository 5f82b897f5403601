/** The columns of the CSV files of settlements, in the order of a statement, and of their lines. */
import { csvColumnsOf, type CsvColumn } from './csv.ts'
import { settlementFields } from './settlement.ts'
import { lineFields } from './settlement-lines.ts'

const { truckId, settlementDate, notes, ...expenses } = settlementFields

export const settlementCsvColumns: CsvColumn[] = [
  ...csvColumnsOf({ truckId, settlementDate }),
  { name: 'startDate', title: 'Period Start', control: 'day' },
  { name: 'endDate', title: 'Period End', control: 'day' },
  { name: 'totalRevenue', title: 'Total Revenue', control: 'money' },
  ...csvColumnsOf(expenses),
  { name: 'totalExpenses', title: 'Total Expenses', control: 'money' },
  { name: 'netPayment', title: 'Net Payment', control: 'money' },
  { name: 'status', title: 'Status', control: 'text' },
  ...csvColumnsOf({ notes }),
  { name: 'id', title: 'Settlement ID', control: 'text' },
]

/** What a line says, with the truck whose settlement it is on. */
export const listedLineFields = { truckId, ...lineFields }

export const lineCsvColumns: CsvColumn[] = [
  { name: 'billingId', title: 'Settlement ID', control: 'text' },
  ...csvColumnsOf(listedLineFields),
  { name: 'kind', title: 'Kind', control: 'text' },
  { name: 'formula', title: 'Formula', control: 'text' },
  { name: 'voided', title: 'Void', control: 'text' },
]
