/** Prints a factor's account: opening, each entry, reserve by invoice, closing (SPEC C251). */
import { formatDay, type Period } from '#core/calendar.ts'
import { listAccountEvents, type AccountEvent } from '#core/factoring/account-events.ts'
import { nameFactorEntry, sumReserve } from '#core/factoring/entries.ts'
import type { Deposit, Factor, FactorAccount } from '#core/factoring/responses.ts'
import { addUp, formatAmount, formatMoney, toAmount, toCents } from '#core/money.ts'
import type { Database } from '#server/database/open.ts'
import { readHead } from '#server/receivables/papers/head.ts'
import {
  addresseeRow,
  tableRows,
  toPaper,
  type Column,
  type PaperHead,
} from '#server/receivables/papers/paper.ts'
import type { PrintedDocument } from '#server/statements/printed-document.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { readFactor } from './factor-store.ts'
import { readFactorAccount } from './reports/read-deposits.ts'

const ENTRIES: Column[] = [
  { title: 'Date', width: 58 },
  { title: 'Entry', width: 132 },
  { title: 'Invoice', width: 70 },
  { title: 'Amount', width: 82, align: 'right' },
  { title: 'Wired', width: 87, align: 'right' },
  { title: 'Reserve', width: 87, align: 'right' },
]

const HELD: Column[] = [
  { title: 'Invoice', width: 110 },
  { title: 'Broker', width: 286 },
  { title: 'Reserve Held', width: 120, align: 'right' },
]

/** Throws 404 if the account has no such factor. */
export async function printFactorAccount(
  print: PrintFor,
  database: Database,
  userId: string,
  factorId: number,
  period: Period,
): Promise<{ name: string; pdf: Uint8Array }> {
  const factor = await readFactor(database, userId, factorId)
  const account = await readFactorAccount(database, userId, factorId, period)
  const document = buildFactorAccount(account, factor, await readHead(database, userId))
  return {
    name: `factor-account-${factorId}-${period.to}.pdf`,
    pdf: await print(userId, document),
  }
}

function buildFactorAccount(
  account: FactorAccount,
  { name, remitTo, clientNumber }: Factor,
  head: Pick<PaperHead, 'company' | 'logo'>,
): PrintedDocument {
  const { from, to, opening, closing, deposits, voids, held } = account
  const facts = [
    { label: 'From', value: formatDay(from) },
    { label: 'To', value: formatDay(to) },
    ...(clientNumber ? [{ label: 'Client #', value: clientNumber }] : []),
    { label: 'Reserve Held', value: formatAmount(closing) },
  ]
  const sum = (reports: readonly Deposit[]) => addUp(reports.map(({ amount }) => amount))
  const wired = toAmount(sum(deposits) - sum(voids))
  const rows = [
    addresseeRow(name, remitTo),
    ...tableRows(
      'Account',
      ENTRIES,
      [
        [formatDay(from), 'Opening reserve', '', '', '', formatAmount(opening)],
        ...listLines(listAccountEvents(account), toCents(opening)),
      ],
      [formatDay(to), 'Closing reserve', '', '', formatAmount(wired), formatAmount(closing)],
    ),
    ...tableRows(
      `Reserve by Invoice on ${formatDay(to)}`,
      HELD,
      held.map((invoice) => [invoice.number, invoice.brokerName, formatAmount(invoice.held)]),
      ['', 'Total', formatAmount(toAmount(addUp(held.map((invoice) => invoice.held))))],
    ),
  ]
  return toPaper({ ...head, title: 'Factor’s Account', to: name, facts, day: to }, rows)
}

/** Each entry with the reserve after it. The last entry of a report has the money wired. */
function listLines(events: readonly AccountEvent[], opening: bigint): string[][] {
  let reserve = opening
  const add = (change: bigint) => formatMoney((reserve += change))
  return events.flatMap(
    ({ day, isVoid, deposit: { day: reportedOn, amount, reference, entries } }) =>
      isVoid
        ? [
            [
              ...[formatDay(day), `Report of ${formatDay(reportedOn)} voided`, '', ''],
              ...[formatMoney(-toCents(amount)), add(-sumReserve(entries))],
            ],
          ]
        : entries.map((entry, at) => {
            const label = nameFactorEntry(entry.kind)
            const isLast = at === entries.length - 1
            return [
              formatDay(day),
              [label, entry.reference ?? (isLast ? reference : null)].filter(Boolean).join(', '),
              entry.invoiceNumber ?? '',
              formatAmount(entry.amount),
              isLast ? formatAmount(amount) : '',
              add(sumReserve([entry])),
            ]
          }),
  )
}
