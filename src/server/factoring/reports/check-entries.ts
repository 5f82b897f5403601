/** Checks the entries of a factor's report against what happened to each invoice before (SPEC C213, C214, C333). */
import { formatDay, type Day } from '#core/calendar.ts'
import {
  FACTORED_BOUGHT,
  FACTORED_ENDED,
  findToForward,
  sumWithFactor,
  type FactorEntryKind,
} from '#core/factoring/entries.ts'
import type { NewDeposit } from '#core/factoring/requests.ts'
import { addUp, formatMoney, toCents, type Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readBrokerMoney, type BrokerMoney } from '#server/factoring/broker-money.ts'
import { readSubmittedFaces } from '#server/factoring/submitted-faces.ts'
import { readInvoiceEntries } from '#server/factoring/with-factor.ts'
import type { LockedInvoice } from '#server/invoices/lock-invoices.ts'
import { rejectEarlierDay } from './last-days.ts'

type NewEntry = NewDeposit['entries'][number]
type Known = { kind: FactorEntryKind; amount: Amount }

/**
 * Throws 400 unless each invoice is on a submitted schedule of the factor, is bought once for its face amount, and still has the
 * amount that the entries take from it.
 */
export async function checkEntries(
  work: Work,
  userId: string,
  factorId: number,
  { day, entries }: NewDeposit,
  invoices: ReadonlyMap<number, LockedInvoice>,
): Promise<void> {
  const ids = [...invoices.keys()]
  const faces = await readSubmittedFaces(work, userId, factorId, ids)
  const before = await readInvoiceEntries(work, userId, ids)
  const money = await readBrokerMoney(work, userId, ids)
  for (const id of new Set(entries.flatMap(({ invoiceId }) => invoiceId ?? []))) {
    const face = faces.get(id)
    const name = `Invoice ${invoices.get(id)?.number ?? ''}`
    if (face === undefined)
      throw badField('entries', `${name} is not on a submitted schedule of this factor`)
    const own = entries.filter(({ invoiceId }) => invoiceId === id)
    rejectPurchase(name, face, before.get(id) ?? [], own)
    rejectPurchaseDay(name, invoices.get(id)?.invoiceDate ?? '', day, own)
    const received = money.get(id) ?? { received: 0n, open: 0n }
    rejectNotOpen(name, before.get(id) ?? [], own, received)
    rejectMoreThanLeft(name, before.get(id) ?? [], own)
    rejectNotReceived(name, before.get(id) ?? [], own, received)
  }
  await rejectEarlierDay(work, userId, invoices, { day, field: 'day' })
}

function rejectPurchase(
  name: string,
  face: Amount,
  before: readonly Known[],
  own: readonly NewEntry[],
): void {
  const bought = sumOf(own, FACTORED_BOUGHT)
  const wasBought = sumOf(before, FACTORED_BOUGHT) > 0n
  if (bought > 0n && wasBought) throw badField('entries', `${name} is already purchased`)
  if (bought > 0n && bought !== toCents(face))
    throw badField(
      'entries',
      `${name}: advance, fee and reserve are ${formatMoney(bought)}, its face is ${formatMoney(toCents(face))}`,
    )
  if (bought === 0n && !wasBought) throw badField('entries', `${name} is not purchased yet`)
}

/** A factor can't buy an invoice before the invoice date. */
function rejectPurchaseDay(
  name: string,
  invoiceDate: Day,
  day: Day,
  own: readonly NewEntry[],
): void {
  if (day >= invoiceDate || sumOf(own, FACTORED_BOUGHT) === 0n) return
  throw badField('day', `${name} is dated ${formatDay(invoiceDate)}. Use that day or a later one.`)
}

/** Without a hint the person would not know that the broker's payment was recorded as the carrier's. */
function rejectNotOpen(
  name: string,
  before: readonly Known[],
  own: readonly NewEntry[],
  money: BrokerMoney,
): void {
  if (sumOf(own, ['debtor-paid']) <= money.open) return
  const [toForward, forwarded] = [findToForward(before, money), sumOf(before, ['forwarded'])]
  const hint =
    toForward > 0n
      ? `. The broker paid you ${formatMoney(toForward)} of it: enter it as Forwarded to Factor.`
      : forwarded > 0n
        ? `. You already forwarded ${formatMoney(forwarded)} of it.`
        : ''
  throw badField('entries', `${name} has only ${formatMoney(money.open)} open${hint}`)
}

/** Only what the broker paid the carrier can be forwarded. What the same report collects or charges back comes first. */
function rejectNotReceived(
  name: string,
  before: readonly Known[],
  own: readonly NewEntry[],
  { received, open }: BrokerMoney,
): void {
  const others = own.filter(({ kind }) => kind !== 'forwarded')
  const left = { received, open: open - sumOf(own, ['debtor-paid']) }
  const most = findToForward([...before, ...others], left)
  if (sumOf(own, ['forwarded']) <= most) return
  throw badField(
    'entries',
    `${name}: only ${formatMoney(most)} that the broker paid you can be forwarded. Record the broker’s payment first, or enter Broker Paid Factor if the factor got it from the broker.`,
  )
}

/** The broker's payments and the chargebacks can't be more than what was bought. */
function rejectMoreThanLeft(
  name: string,
  before: readonly Known[],
  own: readonly NewEntry[],
): void {
  const left = sumWithFactor([...before, ...own])
  if (left >= 0n) return
  const could = left + sumOf(own, FACTORED_ENDED)
  throw badField(
    'entries',
    `${name}: the factor has only ${formatMoney(could)} of it. Enter what the broker paid after a chargeback as money received.`,
  )
}

function sumOf(entries: readonly Known[], kinds: readonly FactorEntryKind[]): bigint {
  return addUp(entries.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
}
