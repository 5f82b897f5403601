/** The balances of an account as a CSV file (SPEC C20). */
import { BYTE_ORDER_MARK, csvLine } from '#core/transfer/csv.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'

const HEADERS = [
  'Payee',
  'Truck',
  'Description',
  'Balance Type',
  'Total Amount',
  'Handed Out',
  'Collected',
  'On Drafts',
  'Repaid',
  'Written Off',
  'Interest',
  'Transferred',
  'Open',
]

export function buildBalancesFile(balances: readonly OpenBalance[]): string {
  return BYTE_ORDER_MARK + csvLine(HEADERS) + balances.map((one) => csvLine(toCells(one))).join('')
}

function toCells(balance: OpenBalance): string[] {
  const { payee, truck, description, total, handedOut, collected, drafts } = balance
  const { repaid, writtenOff, interest, transferred, open } = balance
  return [
    ...[payee, truck ?? 'All trucks', description, balance.balance, total, handedOut, collected],
    ...[drafts, repaid, writtenOff, interest, transferred, open],
  ]
}
