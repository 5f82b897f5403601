/** The year as CSV files: what counts for each payee, and the file for the tax preparer (SPEC C9). */
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { YearEntry } from '#core/settlements/year/responses.ts'
import type { BuiltYear } from '#core/settlements/year/build-year.ts'
import { splitAddress } from '#core/settlements/year/split-address.ts'
import { findFiling } from '#core/settlements/year/thresholds.ts'
import { BYTE_ORDER_MARK, csvLine } from '#core/transfer/csv.ts'
import { toPayeeYear, type Person } from './read-year.ts'

const HEADERS = [
  ...['Payee', 'Statement #', 'Truck', 'Settlement Date', 'Paid On', 'Payment Method', 'Reference'],
  ...['Gross', 'Adjustments to Prior Loads', 'Adjusted Gross', 'Deductions', 'Net Payment'],
  ...['Extra Pay in Gross', 'Reimbursements', 'Backup Withholding', 'Counts As'],
]

const COUNTS_AS: Record<YearEntry['kind'], string> = {
  statement: 'statement',
  rest: 'rest of a statement (its money counted in an earlier year)',
  unapplied: 'unapplied money',
  repaid: 'repaid in cash',
}

/** One row for each payment of a statement that counts in the year, and for unapplied and repaid money. */
export function buildYearCsv(payees: BuiltYear[]): string {
  const lines = payees.flatMap(({ payee, entries }) =>
    entries.map((entry) => csvLine([payee, ...toCells(entry)])),
  )
  return BYTE_ORDER_MARK + csvLine(HEADERS) + lines.join('')
}

function toCells(entry: YearEntry): string[] {
  const { kind, number, truck, settlementDate, day, method, reference } = entry
  const { gross, adjustments, deductions, net, extraPay, reimbursements, withheld } = entry
  return [
    ...[number === null ? '' : String(number), truck ?? '', settlementDate ?? ''],
    ...[day, method ?? '', reference ?? ''],
    ...[subtract(gross, adjustments), adjustments, gross, deductions, net],
    ...[extraPay, reimbursements, withheld, COUNTS_AS[kind]],
  ]
}

function subtract(one: Amount, other: Amount): Amount {
  return toAmount(toCents(one) - toCents(other))
}

const TAX_HEADERS = [
  ...['Name', 'Street', 'City', 'State', 'ZIP', 'Tax ID', 'Nonemployee Compensation (Box 1)'],
  ...['Federal Income Tax Withheld (Box 4)', '1099-NEC'],
]

const FILINGS = {
  reached: 'File',
  withheld: 'File (tax was withheld)',
  below: 'Below the threshold',
}

/** One row for each payee with a figure. The only file with tax IDs. */
export function buildTaxCsv(
  year: number,
  payees: BuiltYear[],
  people: ReadonlyMap<string, Person>,
): string {
  const lines = payees.flatMap((built) => {
    const { key, payee, reported, withheld } = toPayeeYear(year, built, people)
    if (toCents(reported) === 0n && toCents(withheld) === 0n) return []
    const person = people.get(key)
    const filing = FILINGS[findFiling(year, reported, withheld)]
    const { name = payee, address = '', taxId = null } = person ?? {}
    const { street, city, state, zip } = splitAddress(address ?? '')
    return csvLine([name, street, city, state, zip, taxId ?? '', reported, withheld, filing])
  })
  return BYTE_ORDER_MARK + csvLine(TAX_HEADERS) + lines.join('')
}
