/** The transactions that a file prints: one for each record, but one for all money of a receipt on a day (SPEC C370). */
import { formatDay } from '#core/calendar.ts'
import { addUp, toAmount } from '#core/money.ts'
import { nameMethod } from '#core/receipts/kinds.ts'
import { makeRecord, type BookRecord, type ReceiptMoney } from './records.ts'

/** Keeps the order. The transaction of a receipt has the place and the id of its first record. */
export function toTransactions(records: readonly BookRecord[]): BookRecord[] {
  const groups = Map.groupBy(records, (record) => keyOf(record))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first?.money) return group
    return [mergeMoney(group, first, first.money)]
  })
}

/** "R7 2026-11-10 broker 3" for money of a receipt. The records of other kinds have a key each. */
function keyOf({ source, id, money, day, name }: BookRecord): string {
  return money ? `R${money.receipt.id} ${day} ${name}` : `${source} ${id}`
}

/** Money that is only moved between invoices of the receipt has no lines: accounts receivable does not change. */
function mergeMoney(
  records: readonly BookRecord[],
  first: BookRecord,
  { receipt }: ReceiptMoney,
): BookRecord {
  const cash = addUp(records.map(({ figure }) => figure))
  const isReceived = cash < 0n
  const text = describeMoney(records, receipt, isReceived)
  const line = (account: string, cents: bigint) => ({
    account,
    amount: toAmount(cents),
    text,
    truck: null,
  })
  const [owed, money] = [line('receivable', cash), line('undeposited', -cash)]
  return makeRecord({
    ...first,
    text,
    type: isReceived ? 'PAYMENT' : 'GENERAL JOURNAL',
    number: receipt.reference ?? '',
    figure: toAmount(cash),
    // QuickBooks Desktop requires the money of a payment in the first line.
    lines: isReceived ? [money, owed] : [owed, money],
  })
}

/** "Check 884512 deposited 11/12/2026: invoice 1 1000.00; invoice 2 1001.00; unapplied 5.00". */
function describeMoney(
  records: readonly BookRecord[],
  { method, reference, depositedOn }: ReceiptMoney['receipt'],
  isReceived: boolean,
): string {
  const head = [
    isReceived ? '' : 'Reversed',
    nameMethod(method),
    reference,
    depositedOn === null ? '' : `deposited ${formatDay(depositedOn)}`,
  ]
  const byInvoice = Map.groupBy(records, ({ money }) => money?.invoice ?? null)
  const parts = [...byInvoice].map(([invoice, own]) => {
    const cents = addUp(own.map(({ figure }) => figure))
    return { invoice, cents: isReceived ? -cents : cents }
  })
  const named = parts
    .filter(({ cents }) => cents !== 0n)
    .map(({ invoice, cents }) =>
      [invoice === null ? 'unapplied' : `invoice ${invoice}`, toAmount(cents)].join(' '),
    )
  return [head.filter(Boolean).join(' '), named.join(' / ')].filter(Boolean).join(': ')
}
