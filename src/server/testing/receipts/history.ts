/**
 * Random steps of money received, for the app and the model. Each step says whether the app must accept it (SPEC C192–C198).
 */
import { creditPaid, endModelDifferences, takeOffOne, voidCredit } from './correction-steps.ts'
import { DAYS, dayOf, drawCents, drawDay, type History } from './history-state.ts'
import {
  dollars,
  leastOpen,
  leastUnapplied,
  findOpenOn,
  post,
  findUnappliedOn,
  type Book,
  type ModelInvoice,
  type ModelReceipt,
} from './model.ts'

type Kind = 'quick-pay' | 'short-pay-disputed' | 'short-pay-accepted' | 'write-off' | 'bank-fee'
type Draw = {
  invoice: ModelInvoice
  cents: bigint
  difference: { kind: Kind; cents: bigint } | null
}

/** Creates an invoice. */
export async function billSome({ carrier, brokers, book, chance }: History): Promise<string> {
  const broker = brokers[book.invoices.length % brokers.length] ?? 0
  const day = chance.below(40)
  const total = BigInt(1 + chance.below(300_000))
  const invoiceDate = dayOf(day)
  const id = await carrier.createInvoice({ brokerId: broker, total: dollars(total), invoiceDate })
  book.invoices.push({ id, broker, day, total, void: false })
  book.facts.push({ invoice: id, receipt: null, day, cents: total })
  return 'bill'
}

/** Takes one step and returns its name. If nothing is left to pay, creates an invoice, so that a long history continues. */
export async function takeStep(history: History): Promise<string> {
  const step = await drawStep(history)
  return step === 'nothing' ? billSome(history) : step
}

async function drawStep(history: History): Promise<string> {
  const { chance, book } = history
  const receipt = chance.pick(book.receipts)
  const draw = chance.below(100)
  if (!receipt || draw < 30) return takeSome(history)
  if (draw < 50) return applySome(history, receipt)
  if (draw < 62) return reverseOne(history, receipt)
  if (draw < 72) return refundSome(history, receipt)
  if (draw < 77) return endRefundOf(history, receipt)
  if (draw < 82) return takeOffOne(history, receipt)
  if (draw < 86) return decideSome(history)
  if (draw < 90) return voidCredit(history)
  if (draw < 95) return creditPaid(history)
  return twoAtOnce(history, receipt)
}

/** Parts on up to three invoices. Mostly within what is open, sometimes a cent too much. */
function drawParts(history: History, broker: number, day: number, withMoney: boolean): Draw[] {
  const { chance, book } = history
  const invoices = book.invoices.filter((one) => one.broker === broker && !one.void)
  const chosen = new Set<ModelInvoice>()
  for (let at = chance.below(3); at >= 0; at--) {
    const invoice = chance.pick(invoices)
    if (invoice) chosen.add(invoice)
  }
  return [...chosen].flatMap((invoice): Draw[] => {
    const open = leastOpen(book, invoice.id, day)
    const most = open > 0n ? open : 0n
    const cents = withMoney ? drawCents(chance, most) : 0n
    const rest = most - cents
    const kinds: Kind[] = [
      'quick-pay',
      'short-pay-disputed',
      'write-off',
      'bank-fee',
      'short-pay-accepted',
    ]
    const isShort = !withMoney || chance.below(3) === 0
    const kind = chance.pick(kinds) ?? 'quick-pay'
    const less = isShort ? drawCents(chance, rest) : 0n
    const difference = less > 0n ? { kind, cents: less } : null
    return cents > 0n || difference ? [{ invoice, cents, difference }] : []
  })
}

const toPart = ({ invoice, cents, difference }: Draw) => ({
  invoiceId: invoice.id,
  amount: dollars(cents),
  differences: difference
    ? [
        {
          kind: difference.kind,
          amount: dollars(difference.cents),
          reason: 'Short',
          bears: difference.kind === 'short-pay-accepted' ? 'carrier' : null,
        },
      ]
    : [],
})

/** Whether all parts fit into the open amounts on the day. */
function fits(book: Book, draws: readonly Draw[], day: number): boolean {
  return draws.every(({ invoice, cents, difference }) => {
    const used = cents + (difference?.cents ?? 0n)
    return day >= invoice.day && used <= leastOpen(book, invoice.id, day)
  })
}

async function postDraws(
  { book, carrier }: History,
  receipt: ModelReceipt | null,
  draws: readonly Draw[],
  day: number,
): Promise<void> {
  const added: ModelReceipt['differences'] = []
  for (const { invoice, cents, difference } of draws) {
    post(book, { invoice: invoice.id, receipt: receipt?.id ?? null, day, cents: -cents })
    if (!difference) continue
    const isOpen = difference.kind === 'short-pay-disputed'
    const kept = difference.kind === 'short-pay-accepted'
    post(book, { invoice: invoice.id, receipt: null, day, cents: isOpen ? 0n : -difference.cents })
    const made = {
      invoice: invoice.id,
      part: 0,
      cents: isOpen ? 0n : difference.cents,
      day,
      live: true,
      kept,
    }
    receipt?.differences.push(made)
    added.push(made)
    if (kept) await keepCredit({ book, carrier }, invoice.id, difference.cents, day)
  }
  if (!receipt) return
  receipt.last = Math.max(receipt.last, day)
  const { parts } = await carrier.readReceipt(receipt.id)
  const known = new Set(receipt.parts.map(({ id }) => id))
  for (const part of parts.filter(({ id }) => !known.has(id))) {
    receipt.parts.push({
      id: part.id,
      invoice: part.invoiceId,
      day,
      live: true,
      cents: draws.find(({ invoice }) => invoice.id === part.invoiceId)?.cents ?? 0n,
    })
    for (const one of added) if (one.invoice === part.invoiceId) one.part = part.id
  }
}

/** Keeps the credit note of an accepted short pay. */
async function keepCredit(
  { book, carrier }: Pick<History, 'book' | 'carrier'>,
  invoice: number,
  cents: bigint,
  day: number,
): Promise<void> {
  const { differences } = await carrier.readOfInvoice(invoice)
  const known = new Set(book.credits.map(({ id }) => id))
  const id = differences.find((one) => one.creditNoteId && !known.has(one.creditNoteId))
  book.credits.push({ id: id?.creditNoteId ?? 0, invoice, cents, day, live: true })
}

async function takeSome(history: History): Promise<string> {
  const { chance, book, carrier, brokers } = history
  const broker = chance.pick(brokers) ?? 0
  const day = drawDay(history)
  const draws = drawParts(history, broker, day, true)
  const applied = draws.reduce((total, { cents }) => total + cents, 0n)
  const rest = chance.below(3) === 0 ? 0n : BigInt(chance.below(50_000))
  const amount = applied + rest
  if (amount === 0n) return 'nothing'
  const { status, body } = await carrier.take({
    brokerId: broker,
    receivedOn: dayOf(day),
    amount: dollars(amount),
    method: 'ach',
    parts: draws.map(toPart),
  })
  const isTaken = fits(book, draws, day)
  history.expect('take', status, isTaken)
  if (!isTaken) return 'take'
  const receipt: ModelReceipt = {
    id: body.id,
    broker,
    day,
    amount,
    reversed: false,
    last: day,
    parts: [],
    differences: [],
    refunds: [],
  }
  book.receipts.push(receipt)
  post(book, { invoice: null, receipt: body.id, day, cents: -rest })
  await postDraws(history, receipt, draws, day)
  return 'take'
}

async function applySome(history: History, receipt: ModelReceipt): Promise<string> {
  const { book, carrier } = history
  const day = drawDay(history)
  const draws = drawParts(history, receipt.broker, day, true)
  if (!draws.length) return 'nothing'
  const { status } = await carrier.apply(receipt.id, { day: dayOf(day), parts: draws.map(toPart) })
  const total = draws.reduce((sum, { cents }) => sum + cents, 0n)
  const isTaken =
    !receipt.reversed &&
    day >= receipt.day &&
    total <= leastUnapplied(book, receipt.id, day) &&
    fits(book, draws, day)
  history.expect('apply', status, isTaken)
  if (!isTaken) return 'apply'
  post(book, { invoice: null, receipt: receipt.id, day, cents: total })
  await postDraws(history, receipt, draws, day)
  return 'apply'
}

async function reverseOne(history: History, receipt: ModelReceipt): Promise<string> {
  const day = drawDay(history)
  const { status } = await history.carrier.reverse(receipt.id, { day: dayOf(day) })
  const isTaken = canReverse(receipt, day)
  history.expect('reverse', status, isTaken)
  if (isTaken) postReversal(history.book, receipt, day)
  return 'reverse'
}

function canReverse(receipt: ModelReceipt, day: number): boolean {
  return !receipt.reversed && day >= receipt.last && !receipt.refunds.some(({ live }) => live)
}

function postReversal(book: Book, receipt: ModelReceipt, day: number): void {
  const held = findUnappliedOn(book, receipt.id)
  post(book, { invoice: null, receipt: receipt.id, day, cents: held })
  for (const part of receipt.parts.filter(({ live }) => live)) {
    part.live = false
    post(book, { invoice: part.invoice, receipt: receipt.id, day, cents: part.cents })
  }
  endModelDifferences(book, receipt, day)
  receipt.reversed = true
  receipt.last = Math.max(receipt.last, day)
}

async function refundSome(history: History, receipt: ModelReceipt): Promise<string> {
  const { book, carrier, chance } = history
  const day = drawDay(history)
  const most = leastUnapplied(book, receipt.id, day)
  const cents = drawCents(chance, most > 0n ? most : 0n)
  if (cents === 0n) return 'nothing'
  const { status } = await carrier.refund(receipt.id, { day: dayOf(day), amount: dollars(cents) })
  const isTaken = !receipt.reversed && day >= receipt.day && cents <= most
  history.expect('refund', status, isTaken)
  if (!isTaken) return 'refund'
  post(book, { invoice: null, receipt: receipt.id, day, cents })
  const { refunds } = await carrier.readReceipt(receipt.id)
  receipt.refunds.push({ id: refunds.at(-1)?.id ?? 0, cents, day, live: true })
  receipt.last = Math.max(receipt.last, day)
  return 'refund'
}

async function endRefundOf(history: History, receipt: ModelReceipt): Promise<string> {
  const refund = history.chance.pick(receipt.refunds)
  if (!refund) return 'nothing'
  const day = drawDay(history)
  const { status } = await history.carrier.endRefund(receipt.id, refund.id, { day: dayOf(day) })
  const isTaken = refund.live && day >= refund.day
  history.expect('end refund', status, isTaken)
  if (!isTaken) return 'end refund'
  refund.live = false
  post(history.book, { invoice: null, receipt: receipt.id, day, cents: -refund.cents })
  receipt.last = Math.max(receipt.last, day)
  return 'end refund'
}

/** A write-off without money. */
async function decideSome(history: History): Promise<string> {
  const broker = history.chance.pick(history.brokers) ?? 0
  const day = drawDay(history)
  const draws = drawParts(history, broker, day, false)
  if (!draws.length) return 'nothing'
  const { status } = await history.carrier.decide({
    brokerId: broker,
    day: dayOf(day),
    parts: draws.map(toPart),
  })
  const isTaken = fits(history.book, draws, day)
  history.expect('decide', status, isTaken)
  if (isTaken) await postDraws(history, null, draws, day)
  return 'decide'
}

/** Two payments take the same open amount while a receipt is reversed. One of the payments must succeed. */
async function twoAtOnce(history: History, receipt: ModelReceipt): Promise<string> {
  const { book, carrier, chance } = history
  const invoice = chance.pick(
    book.invoices.filter((one) => !one.void && findOpenOn(book, one.id) > 0n),
  )
  if (!invoice) return 'nothing'
  const day = DAYS
  const cents = leastOpen(book, invoice.id, day)
  const body = {
    brokerId: invoice.broker,
    receivedOn: dayOf(day),
    amount: dollars(cents),
    method: 'ach',
    parts: [{ invoiceId: invoice.id, amount: dollars(cents) }],
  }
  const [one, other, reversed] = await Promise.all([
    carrier.take(body),
    carrier.take(body),
    carrier.reverse(receipt.id, { day: dayOf(day) }),
  ])
  const isReversed = reversed.status === 200
  history.expect('reverse at once', reversed.status, canReverse(receipt, day))
  const paid = [one, other].filter(({ status }) => status === 201)
  const ofReceipt = receipt.parts.some((part) => part.live && part.invoice === invoice.id)
  if (isReversed) postReversal(book, receipt, day)
  // If the reversal opens the same invoice, both may fit.
  const most = isReversed && ofReceipt && leastOpen(book, invoice.id, day) >= 2n * cents ? 2 : 1
  history.expect('two at once', paid.length >= 1 && paid.length <= most ? 201 : 500, true)
  for (const { body: made } of paid) {
    const taken: ModelReceipt = {
      id: made.id,
      broker: invoice.broker,
      day,
      amount: cents,
      reversed: false,
      last: day,
      parts: [],
      differences: [],
      refunds: [],
    }
    book.receipts.push(taken)
    await postDraws(history, taken, [{ invoice, cents, difference: null }], day)
  }
  return 'two at once'
}
