/** The cover page of a batch, as plain text (SPEC C224). */
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { findAccountKind } from './account-kinds.ts'
import type { AccountBalance } from './balances.ts'
import type { FactoringMethod } from './factoring-methods.ts'
import { BOOK_FORMATS, type BookFormat } from './formats.ts'
import type { CutName } from './names.ts'
import type { GroupSum, ProvedGroup } from './proof.ts'

export type Cover = {
  company: string
  format: BookFormat
  from: Day
  to: Day
  madeBy: string
  sha256: string
  records: number
  transactions: number
  /** The SHA-256 of each part, if there are several. */
  parts: readonly string[]
  leftOut: readonly GroupSum[]
  hints: readonly string[]
  debits: Amount
  groups: readonly ProvedGroup[]
  cut: readonly CutName[]
  notes: readonly string[]
  /** The balances of accounts on the last day. */
  balances: readonly AccountBalance[]
  /** Null: the file has no entry of a factor. */
  factoring: FactoringMethod | null
}

export function writeCover(cover: Cover): string {
  const {
    company,
    format,
    from,
    to,
    madeBy,
    sha256,
    records,
    transactions,
    parts,
    leftOut,
    hints,
    debits,
    groups,
    cut,
    notes,
    balances,
  } = cover
  const label = BOOK_FORMATS.find(({ value }) => value === format)?.label ?? format
  const lines = [
    `${company}: ${label}`,
    `${formatDay(from)} to ${formatDay(to)}, made by ${madeBy}`,
    `SHA-256 of the file: ${sha256}`,
    ...parts.map((digest, at) => `SHA-256 of part ${at + 1} of ${parts.length}: ${digest}`),
    `${pluralize(records, 'record')} in ${pluralize(transactions, 'transaction')}. Debits = credits = ${formatMoney(toCents(debits))}`,
    '',
    ...hints,
    ...(hints.length ? [''] : []),
    row('', 'Register', 'In earlier files', 'In this file'),
    ...groups.map(({ group, register, earlier, batch }) =>
      row(group, describe(register), describe(earlier), describe(batch)),
    ),
    '',
    ...(cover.factoring ? [METHOD_NOTES[cover.factoring], ''] : []),
    ...(balances.length
      ? [
          `Balances on ${formatDay(to)}, if every record through that day is in a file (credits are negative):`,
        ]
      : []),
    ...balances.map(({ kind, amount }) =>
      row(findAccountKind(kind)?.label ?? kind, formatMoney(toCents(amount))),
    ),
    ...(balances.length ? [''] : []),
    ...(notes.length
      ? ['Enter these in QuickBooks yourself. The invoice CSV can’t have them:']
      : []),
    ...notes,
    ...(notes.length ? [''] : []),
    ...(leftOut.length ? ['Not in this file. Make a journal file of these days for them:'] : []),
    ...leftOut.map((sum) => row(sum.group, describe(sum))),
    ...(leftOut.length ? [''] : []),
    ...(cut.length ? ['Names shortened in the file:'] : []),
    ...cut.map(({ name, printed }) => `${name} = ${printed}`),
  ]
  return `${lines.join('\r\n').trimEnd()}\r\n`
}

const METHOD_NOTES: Record<FactoringMethod, string> = {
  sale: 'Factored invoices are recorded as a sale: the purchase credits accounts receivable, "Paid to the factor" has no lines.',
  loan: 'Factored invoices are recorded as a loan: accounts receivable is credited when the broker pays the factor.',
}

function describe({ count, amount }: ProvedGroup['batch']): string {
  return `${count} = ${formatMoney(toCents(amount))}`
}

function row(group: string, ...figures: string[]): string {
  return (group.padEnd(40) + figures.map((figure) => figure.padStart(24)).join('')).trimEnd()
}
