/** The balances of an account as a file (SPEC C20). */
import type { OpenBalance } from '#core/balances/open-balances.ts'
import { reportColumns, type Report } from '#core/transfer/report.ts'

const COLUMNS = reportColumns({
  Payee: 'text',
  Truck: 'text',
  Description: 'text',
  'Balance Type': 'text',
  'Total Amount': 'money',
  'Handed Out': 'money',
  Collected: 'money',
  'On Drafts': 'money',
  Repaid: 'money',
  'Written Off': 'money',
  Interest: 'money',
  Transferred: 'money',
  Open: 'money',
})

export function buildBalancesReport(balances: readonly OpenBalance[]): Report {
  return { file: 'balances', columns: COLUMNS, rows: balances.map(toCells) }
}

function toCells(balance: OpenBalance): string[] {
  const { payee, truck, description, total, handedOut, collected, drafts } = balance
  const { repaid, writtenOff, interest, transferred, open } = balance
  return [
    ...[payee, truck ?? 'All trucks', description, balance.balance, total, handedOut, collected],
    ...[drafts, repaid, writtenOff, interest, transferred, open],
  ]
}
