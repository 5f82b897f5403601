/** A broker's printed statement of account (SPEC C202). */
import { formatDay } from '#core/calendar.ts'
import { formatAmount } from '#core/money.ts'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import type { PrintedDocument, Row } from '#server/statements/printed-document.ts'
import { addresseeRow, tableRows, toPaper, type Column, type PaperHead } from './paper.ts'

const FACTS: Column[] = [
  { title: 'Date', width: 70 },
  { title: 'Description', width: 256 },
  { title: 'Amount', width: 95, align: 'right' },
  { title: 'Balance', width: 95, align: 'right' },
]

const INVOICES: Column[] = [
  { title: 'Invoice', width: 226 },
  { title: 'Date', width: 70 },
  { title: 'Due', width: 70 },
  { title: 'Total', width: 75, align: 'right' },
  { title: 'Open', width: 75, align: 'right' },
]

/** The columns with the payee of each invoice, for invoices with different payees. */
const INVOICES_BY_PAYEE: Column[] = [
  { title: 'Invoice', width: 80 },
  { title: 'Pay To', width: 146 },
  ...INVOICES.slice(1),
]

export function buildAccountPaper(
  statement: AccountStatement,
  head: Pick<PaperHead, 'company' | 'logo'>,
  address: string | null,
): PrintedDocument {
  const { brokerName, from, to, opening, lines, closing, labels, aging, invoices } = statement
  const facts = [
    { label: 'From', value: formatDay(from) },
    { label: 'To', value: formatDay(to) },
    { label: 'Balance', value: formatAmount(closing) },
  ]
  const ages: Column[] = [...labels.map((label) => `${label} days`), 'Unapplied', 'Balance'].map(
    (title) => ({ title, width: 516 / (labels.length + 2), align: 'right' }),
  )
  const rows = [
    addresseeRow(brokerName, address),
    ...tableRows(
      null,
      FACTS,
      [
        [formatDay(from), 'Opening balance', '', formatAmount(opening)],
        ...lines.map((line) => [
          formatDay(line.day),
          line.text,
          formatAmount(line.amount),
          formatAmount(line.balance),
        ]),
      ],
      [formatDay(to), 'Closing balance', '', formatAmount(closing)],
    ),
    ...tableRows(`Aging on ${formatDay(to)}`, ages, [
      [...aging.buckets, aging.unapplied, aging.balance].map(formatAmount),
    ]),
    ...invoiceRows(invoices, formatAmount(aging.open)),
  ]
  const title = 'Statement of Account'
  return toPaper({ ...head, title, to: brokerName, facts, day: to }, rows)
}

/** If all invoices have the same payee, its name is printed once, above the table. */
function invoiceRows(invoices: AccountStatement['invoices'], open: string): Row[] {
  const payees = new Set(invoices.map(({ remitTo }) => remitTo))
  const [payTo] = payees
  if (payTo === undefined) return []
  const isByPayee = payees.size > 1
  const lines = invoices.map(({ number, remitTo, invoiceDate, dueOn, total, open: left }) => [
    number,
    ...(isByPayee ? [remitTo] : []),
    ...[formatDay(invoiceDate), formatDay(dueOn), formatAmount(total), formatAmount(left)],
  ])
  const columns = isByPayee ? INVOICES_BY_PAYEE : INVOICES
  const blank = columns.slice(2).map(() => '')
  const heading = isByPayee ? 'Open Invoices' : `Open Invoices, Pay To ${payTo}`
  return tableRows(heading, columns, lines, [...blank, 'Open', open])
}
