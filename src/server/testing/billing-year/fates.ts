/** What happens to an invoice: how and when it is corrected, paid, disputed, bought, or never paid. */
import { billSupplement, creditAndRebill, creditPart, voidAndBillAgain } from './billing.ts'
import { countStep, type Year } from './carrier.ts'
import { chargeBack, collectByFactor, forwardToFactor } from './factor.ts'
import { laterDay, owedOnInvoice, unappliedOfReceipt, yearDay, type YearInvoice } from './model.ts'
import {
  applyYearMoney,
  decideDifference,
  refundYearMoney,
  reverseYearReceipt,
  takeOffYearPart,
  takeYearMoney,
  voidCreditNote,
} from './money.ts'

type Fate = (year: Year, invoice: YearInvoice, day: string) => Promise<void>

/** `late`: days until it is entered. */
function plan(year: Year, day: string, run: (day: string) => Promise<void>, late = 0): void {
  year.events.push({ due: yearDay(day, late), run: () => run(day) })
}

/** Runs the fate if the invoice is still open, not before its latest fact. */
function planFate(year: Year, invoice: YearInvoice, [step, fate]: Named, day: string): void {
  const run = async () => {
    if (invoice.isVoid || owedOnInvoice(year.model, invoice.id) <= 0n) return
    countStep(year, step)
    await fate(year, invoice, laterDay(day, invoice.last))
  }
  plan(year, day, run, year.chance.in(0.1) ? 20 : 0)
}

type Named = [step: string, fate: Fate]

const open = (year: Year, { id }: YearInvoice) => owedOnInvoice(year.model, id)
const partOf = (cents: bigint, percent: number) => (cents * BigInt(percent)) / 100n

const payWhole: Fate = async (year, invoice, day) => {
  const mates = [...year.model.invoices.values()].filter(
    (one) =>
      one.broker === invoice.broker && one.id !== invoice.id && !one.isVoid && one.last <= day,
  )
  const more = year.chance.in(0.3) ? mates.filter((one) => open(year, one) > 0n).slice(0, 3) : []
  const alone = more.filter((one) => one.face === null && !one.factored)
  const parts = [invoice, ...alone].map((one) => ({ invoice: one, cents: open(year, one) }))
  await takeYearMoney(year, day, parts)
}

const payInTwo: Fate = async (year, invoice, day) => {
  const cents = partOf(open(year, invoice), 40)
  await takeYearMoney(year, day, [{ invoice, cents }])
  planFate(year, invoice, ['second payment', payWhole], yearDay(day, 15))
}

const payWithDiscount: Fate = async (year, invoice, day) => {
  const cents = partOf(open(year, invoice), 3)
  const differences = [{ kind: 'quick-pay', cents } as const]
  await takeYearMoney(year, day, [{ invoice, cents: open(year, invoice) - cents, differences }])
}

const payLessFee: Fate = async (year, invoice, day) => {
  const differences = [{ kind: 'bank-fee', cents: 1500n } as const]
  await takeYearMoney(year, day, [{ invoice, cents: open(year, invoice) - 1500n, differences }])
}

const payShort: Fate = async (year, invoice, day) => {
  const cents = partOf(open(year, invoice), 2 + year.chance.whole(12))
  const differences = [{ kind: 'short-pay-disputed', cents } as const]
  await takeYearMoney(year, day, [{ invoice, cents: open(year, invoice) - cents, differences }])
  const end = year.chance.oneOf([
    ['dispute won', payWhole],
    ['dispute lost', (_year, one, on) => accept(year, one, on)],
    ['dispute written off', writeOff],
  ] satisfies Named[])
  planFate(year, invoice, end, yearDay(day, 20 + year.chance.whole(20)))
}

const accept: Fate = async (year, invoice, day) => {
  const cents = open(year, invoice)
  const owner = drawOwnerShare(year, invoice, cents)
  await decideDifference(year, invoice, day, { kind: 'short-pay-accepted', cents, owner })
  voidLater(year, invoice, day)
}

/** The broker pays a third of the short pays and credits after all. A factor bought what was open, so its invoices keep them. */
function voidLater(year: Year, invoice: YearInvoice, from: string): void {
  const note = year.model.creditNotes.at(-1)
  if (!note || note.credits !== invoice.id || invoice.factored || !year.chance.in(0.35)) return
  plan(year, yearDay(from, 5 + year.chance.whole(25)), async (on) => {
    await voidCreditNote(year, note, laterDay(on, invoice.last))
    if (year.chance.in(0.7))
      planFate(year, invoice, ['paid after all', payWhole], yearDay(on, 1 + year.chance.whole(9)))
  })
}

/** The owner's share of a short pay: nothing, all or a third, but at most what the load pays its owner. */
function drawOwnerShare(year: Year, { loads }: YearInvoice, cents: bigint): bigint {
  const owner = year.chance.oneOf([0n, cents, cents / 3n])
  return owner > (year.model.loads.get(loads[0] ?? 0)?.owner ?? 0n) ? 0n : owner
}

const writeOff: Fate = (year, invoice, day) =>
  decideDifference(year, invoice, day, { kind: 'write-off', cents: open(year, invoice) })

const payShortAccepted: Fate = async (year, invoice, day) => {
  const cents = partOf(open(year, invoice), 1 + year.chance.whole(8))
  const owner = drawOwnerShare(year, invoice, cents)
  const differences = [{ kind: 'short-pay-accepted', cents, owner } as const]
  await takeYearMoney(year, day, [{ invoice, cents: open(year, invoice) - cents, differences }])
  voidLater(year, invoice, day)
}

const payByBadCheck: Fate = async (year, invoice, day) => {
  const cents = partOf(open(year, invoice), 2)
  const differences = [{ kind: 'quick-pay', cents } as const]
  const part = { invoice, cents: open(year, invoice) - cents, differences }
  const receipt = await takeYearMoney(year, day, [part], year.chance.in(0.4) ? 4321n : 0n)
  plan(year, yearDay(day, 8), async (on) => {
    await reverseYearReceipt(year, receipt, laterDay(on, invoice.last))
    if (year.chance.in(0.7))
      planFate(year, invoice, ['paid after a bounced check', payWhole], yearDay(on, 14))
  })
}

const payTooMuch: Fate = async (year, invoice, day) => {
  const extra = BigInt(10_000 + year.chance.whole(150_000))
  const receipt = await takeYearMoney(year, day, [{ invoice, cents: open(year, invoice) }], extra)
  useLater(year, receipt.id, yearDay(day, 12))
}

/** Plans that unapplied money pays another invoice of the broker, and that the rest is refunded. */
function useLater(year: Year, id: number, day: string): void {
  plan(year, day, async (on) => {
    const receipt = year.model.receipts.get(id)
    if (!receipt) return
    const next = [...year.model.invoices.values()].find(
      (one) => one.broker === receipt.broker && !one.isVoid && open(year, one) > 0n,
    )
    const [left, owed] = [unappliedOfReceipt(receipt), next ? open(year, next) : 0n]
    if (next) {
      const cents = left < owed ? left : owed
      await applyYearMoney(year, receipt, { invoice: next, cents }, on)
    }
    if (unappliedOfReceipt(receipt) > 0n && year.chance.in(0.7))
      plan(year, yearDay(on, 10), (later) => refundYearMoney(year, receipt, later))
  })
}

const payWrongInvoice: Fate = async (year, invoice, day) => {
  const receipt = await takeYearMoney(year, day, [{ invoice, cents: open(year, invoice) }])
  plan(year, yearDay(day, 6), async (on) => {
    await takeOffYearPart(year, receipt, on)
    useLater(year, receipt.id, yearDay(on, 9))
  })
}

const FATES: [share: number, Named][] = [
  [26, ['paid', payWhole]],
  [6, ['paid in two parts', payInTwo]],
  [10, ['quick pay', payWithDiscount]],
  [5, ['paid less a bank fee', payLessFee]],
  [14, ['short pay in dispute', payShort]],
  [10, ['short pay accepted', payShortAccepted]],
  [8, ['bad check', payByBadCheck]],
  [8, ['paid too much', payTooMuch]],
  [4, ['paid on the wrong invoice', payWrongInvoice]],
  [3, ['written off', writeOff]],
  [6, ['never paid', () => Promise.resolve()]],
]

function drawFate(year: Year): Named {
  let at = year.chance.whole(FATES.reduce((sum, [share]) => sum + share, 0))
  const found = FATES.find(([share]) => (at -= share) < 0)
  return found?.[1] ?? ['paid', payWhole]
}

/** Plans the corrections of a new invoice, and then its end. */
export function planInvoice(year: Year, invoice: YearInvoice): void {
  const { chance } = year
  const soon = yearDay(invoice.day, chance.whole(3))
  const pay = yearDay(invoice.day, 10 + chance.whole(50))
  if (!invoice.factored) planFate(year, invoice, drawFate(year), pay)
  const roll = chance.next()
  if (roll >= 0.2 || invoice.isSupplement) return
  plan(year, soon, async () => {
    if (invoice.isVoid || open(year, invoice) !== invoice.total || invoice.face !== null) return
    const day = laterDay(soon, invoice.last)
    for (const made of await correct(year, invoice, day, roll)) planInvoice(year, made)
  })
}

async function correct(year: Year, invoice: YearInvoice, day: string, roll: number) {
  if (roll < 0.05) return voidAndBillAgain(year, invoice, day)
  if (roll < 0.09) return [await creditAndRebill(year, invoice, day)]
  if (roll < 0.14) return billSupplement(year, invoice, day)
  await creditPart(year, invoice, day)
  voidLater(year, invoice, day)
  return []
}

/** Plans what the factor reports about a bought invoice. */
export function planBought(year: Year, invoice: YearInvoice, day: string): void {
  const roll = year.chance.next()
  const collected = yearDay(day, 20 + year.chance.whole(35))
  if (roll < 0.68) return planFate(year, invoice, ['collected', collectAll], collected)
  if (roll < 0.78) return planFate(year, invoice, ['paid the carrier', payCarrier], collected)
  if (roll < 0.88) return planFate(year, invoice, ['collected short', collectShort], collected)
  planFate(year, invoice, ['charged back', returnToCarrier], yearDay(day, 60))
}

const collectAll: Fate = (year, invoice) => {
  collectByFactor(year, invoice, 100n)
  return Promise.resolve()
}

/** The broker pays the carrier instead of the factor, and the carrier forwards the money. */
const payCarrier: Fate = async (year, invoice, day) => {
  const cents = open(year, invoice)
  await takeYearMoney(year, day, [{ invoice, cents }])
  forwardToFactor(year, invoice, cents)
}

const collectShort: Fate = (year, invoice, day) => {
  collectByFactor(year, invoice, BigInt(85 + year.chance.whole(14)))
  const end = year.chance.oneOf([
    ['rest of a factored invoice', payWhole],
    ['rest written off', writeOff],
    ['rest accepted', accept],
  ] satisfies Named[])
  planFate(year, invoice, end, yearDay(day, 30))
  return Promise.resolve()
}

/** The factor charges the invoice back. Then the broker pays the carrier, or never pays. */
const returnToCarrier: Fate = (year, invoice, day) => {
  chargeBack(year, invoice)
  if (year.chance.in(0.6))
    planFate(year, invoice, ['paid after a chargeback', payWhole], yearDay(day, 25))
  return Promise.resolve()
}
