/** An independent model of a carrier's payments, years and escrow interest for tests, in cents. */
import { divideHalfUp, type Expected } from './model.ts'

/** `counts`: zero if the payment was reversed. */
export type ModelPayment = {
  day: string
  payee: string
  reference: string
  amount: bigint
  counts: bigint
}

/** An amount that counts in the year of its day. `number`: null for unapplied money. */
export type YearEntry = Share & { payee: string; number: number | null; day: string }

type Share = { gross: bigint; extraPay: bigint; reimbursements: bigint; net: bigint }

export type PaymentModel = { payments: ModelPayment[]; yearEntries: YearEntry[] }

/** A part of a payment. `applied`: the day on which money of an earlier year was applied. */
export type ModelPart = { day: string; amount: bigint; applied?: string }

function sharesOf({ revenue, extraPay, shortPaid, lumper, net }: Expected): Share {
  return { gross: revenue + extraPay - shortPaid, extraPay, reimbursements: lumper, net }
}

/** Adds a statement that these parts cover in full. The last part takes what is left. */
export function countStatement(
  books: PaymentModel,
  { payee, number, expected }: { payee: string; number: number; expected: Expected },
  parts: ModelPart[],
): void {
  const whole = sharesOf(expected)
  let left = whole
  for (const [index, { day, amount, applied }] of parts.entries()) {
    const part = (cents: bigint) => divideHalfUp(cents * amount, whole.net)
    const isLast = index === parts.length - 1
    const share = isLast
      ? left
      : {
          gross: part(whole.gross),
          extraPay: part(whole.extraPay),
          reimbursements: part(whole.reimbursements),
          net: amount,
        }
    left = subtract(left, share)
    const counted = applied ? { gross: amount, net: amount } : { gross: 0n, net: 0n }
    const rest = subtract(share, { ...counted, extraPay: 0n, reimbursements: 0n })
    books.yearEntries.push({ payee, number, day: applied ?? day, ...rest })
  }
}

function subtract(one: Share, other: Share): Share {
  return {
    gross: one.gross - other.gross,
    extraPay: one.extraPay - other.extraPay,
    reimbursements: one.reimbursements - other.reimbursements,
    net: one.net - other.net,
  }
}

/** Records that a statement became void. Its check counts as zero, or its money is unapplied. */
export function voidStatement(books: PaymentModel, number: number, isKept: boolean): void {
  const index = books.yearEntries.findIndex((one) => one.number === number)
  const [counted] = books.yearEntries.splice(index, 1)
  const payment = books.payments.find(
    ({ day, payee, amount }) =>
      day === counted?.day && payee === counted.payee && amount === counted.net,
  )
  if (!counted) throw new Error(`Statement ${number} is not paid`)
  const { payee, day, net } = counted
  if (isKept) {
    const money = { payee, day, number: null, extraPay: 0n, reimbursements: 0n }
    books.yearEntries.push({ ...money, gross: net, net })
  } else if (payment) payment.counts = 0n
}

/** The last days of the quarters of 2025, counted from 1/1 as day 1. */
const QUARTER_ENDS = [90, 181, 273, 365]

/**
 * The interest of each quarter of 2025. `held`: what is withheld each Friday from 1/3, day 3. `rate`: hundredths of a
 * percent. Posted interest is held from the next quarter on.
 */
export function modelInterest(held: bigint, rate: bigint): bigint[] {
  const posted: bigint[] = []
  let [day, withheld, interest] = [1, 0n, 0n]
  for (const end of QUARTER_ENDS) {
    let balanceDays = 0n
    for (; day <= end; day++) {
      if (day % 7 === 3) withheld += held
      balanceDays += withheld + interest
    }
    const earned = divideHalfUp(balanceDays * rate, 365n * 10_000n)
    posted.push(earned)
    interest += earned
  }
  return posted
}
