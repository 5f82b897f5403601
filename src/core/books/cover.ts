/** The cover page of a batch, as plain text (SPEC C224). */
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { BOOK_FORMATS, type BookFormat } from './formats.ts'
import type { CutName } from './names.ts'
import type { ProvedGroup } from './proof.ts'

export type Cover = {
  company: string
  format: BookFormat
  from: Day
  to: Day
  madeBy: string
  sha256: string
  records: number
  debits: Amount
  groups: readonly ProvedGroup[]
  cut: readonly CutName[]
}

export function writeCover(cover: Cover): string {
  const { company, format, from, to, madeBy, sha256, records, debits, groups, cut } = cover
  const label = BOOK_FORMATS.find(({ value }) => value === format)?.label ?? format
  const lines = [
    `${company}: ${label}`,
    `${formatDay(from)} to ${formatDay(to)}, made by ${madeBy}`,
    `SHA-256 of the file: ${sha256}`,
    `${records} records. Debits = credits = ${formatMoney(toCents(debits))}`,
    '',
    row('', 'Register', 'In earlier files', 'In this file'),
    ...groups.map(({ group, register, earlier, batch }) =>
      row(group, describe(register), describe(earlier), describe(batch)),
    ),
    '',
    ...(cut.length ? ['Names that are cut in the file:'] : []),
    ...cut.map(({ name, printed }) => `${name} = ${printed}`),
  ]
  return `${lines.join('\r\n').trimEnd()}\r\n`
}

function describe({ count, amount }: ProvedGroup['batch']): string {
  return `${count} = ${formatMoney(toCents(amount))}`
}

function row(group: string, ...figures: string[]): string {
  return (group.padEnd(26) + figures.map((figure) => figure.padStart(24)).join('')).trimEnd()
}
