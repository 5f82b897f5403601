/** The year as files: what counts for each payee, and the file for the tax preparer (SPEC C9). */
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { YearEntry } from '#core/settlements/year/responses.ts'
import type { BuiltYear } from '#core/settlements/year/build-year.ts'
import { splitAddress } from '#core/settlements/year/split-address.ts'
import { findFiling } from '#core/settlements/year/thresholds.ts'
import { reportColumns, type Report } from '#core/transfer/report.ts'
import { toPayeeYear, type Person } from './read-year.ts'

const COLUMNS = reportColumns({
  Payee: 'text',
  'Statement #': 'count',
  Truck: 'text',
  'Settlement Date': 'day',
  'Paid On': 'day',
  'Payment Method': 'text',
  Reference: 'text',
  Gross: 'money',
  'Adjustments to Prior Loads': 'money',
  'Adjusted Gross': 'money',
  Deductions: 'money',
  'Net Payment': 'money',
  'Extra Pay in Gross': 'money',
  Reimbursements: 'money',
  'Backup Withholding': 'money',
  'Counts As': 'text',
})

const COUNTS_AS: Record<YearEntry['kind'], string> = {
  statement: 'statement',
  rest: 'rest of a statement (its money counted in an earlier year)',
  unapplied: 'unapplied money',
  repaid: 'repaid in cash',
}

/** One row for each payment of a statement that counts in the year, and for unapplied and repaid money. */
export function buildYearReport(year: number, payees: BuiltYear[]): Report {
  const rows = payees.flatMap(({ payee, entries }) =>
    entries.map((entry) => [payee, ...toCells(entry)]),
  )
  return { file: `payees-${year}`, columns: COLUMNS, rows }
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

const TAX_COLUMNS = reportColumns({
  Name: 'text',
  Street: 'text',
  City: 'text',
  State: 'state',
  ZIP: 'text',
  'Tax ID': 'text',
  'Nonemployee Compensation (Box 1)': 'money',
  'Federal Income Tax Withheld (Box 4)': 'money',
  '1099-NEC': 'text',
})

const FILINGS = {
  reached: 'File',
  withheld: 'File (tax was withheld)',
  below: 'Below the threshold',
}

/** One row for each payee with a figure. The only report with tax IDs. */
export function buildTaxReport(
  year: number,
  payees: BuiltYear[],
  people: ReadonlyMap<string, Person>,
): Report {
  const rows = payees.flatMap((built) => {
    const { key, payee, reported, withheld } = toPayeeYear(year, built, people)
    if (toCents(reported) === 0n && toCents(withheld) === 0n) return []
    const person = people.get(key)
    const filing = FILINGS[findFiling(year, reported, withheld)]
    const { name = payee, address = '', taxId = null } = person ?? {}
    const { street, city, state, zip } = splitAddress(address ?? '')
    return [[name, street, city, state, zip, taxId ?? '', reported, withheld, filing]]
  })
  return { file: `tax-preparer-${year}`, columns: TAX_COLUMNS, rows }
}
