/** The columns of the settlements' CSV file, in the order of a statement. */
import { csvColumnsOf, type CsvColumn } from './csv.ts'
import { settlementFields } from './settlement.ts'

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
]
