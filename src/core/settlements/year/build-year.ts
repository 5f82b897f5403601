/** Builds each payee's year from statements and payments (SPEC C9). */
import { addUp, toAmount, toCents, type Cents } from '#core/money.ts'
import type { YearEntry, YearPayment, YearSums } from './responses.ts'
import { buildEntries } from './entries.ts'
import { addFigures, countStatement, type Counted, type YearFigures } from './shares.ts'
import type { Belonging, PaidInYear, YearData, YearPart, YearStatement } from './year-data.ts'

/** A payee's year, without the values of the payee's own record. */
export type BuiltYear = {
  key: string
  ownerId: number | null
  driverId: number | null
  payee: string
  statements: number
  figures: YearFigures
  unapplied: Cents
  repaid: Cents
  handedOut: Cents
  sums: YearSums
  entries: YearEntry[]
  payments: YearPayment[]
}

const UNASSIGNED = 'Unassigned'

/** Builds the years, sorted by name. If the records don't name the driver of an old statement, uses its printed name. */
export function buildYear(year: number, data: YearData): BuiltYear[] {
  const parts = Map.groupBy(data.parts, ({ billingId }) => billingId)
  const statements = Map.groupBy(data.statements, toGroup)
  const payments = Map.groupBy(data.payments, toGroup)
  const repaid = Map.groupBy(data.repaid, toGroup)
  const groups = new Set([...statements.keys(), ...payments.keys(), ...repaid.keys()])
  return [...groups]
    .map((group) =>
      buildPayee(String(year), parts, {
        statements: statements.get(group) ?? [],
        payments: payments.get(group) ?? [],
        repaid: repaid.get(group) ?? [],
      }),
    )
    .filter(isShown)
    .toSorted(compareNames)
}

function toGroup(record: Belonging): string {
  const { payee } = record
  return payee.startsWith('truck:') ? `${payee} ${nameOf(record)}` : payee
}

function buildPayee(
  year: string,
  parts: Map<number, YearPart[]>,
  { statements, payments, repaid }: Omit<YearData, 'parts'>,
): BuiltYear {
  const counted = statements.map((statement) => {
    const own = parts.get(statement.id) ?? []
    // Money that was applied in a later year is the year's unapplied money.
    const inYear = count(statement, own).filter(
      ({ kind, day }) => kind !== 'money' && day.startsWith(year),
    )
    return { statement, own, inYear, share: addFigures(inYear.map(({ figures }) => figures)) }
  })
  const latest = statements.toSorted((one, other) => other.number - one.number)[0]
  const named = latest ?? payments.at(-1) ?? repaid.at(-1)
  const unapplied = addUp(payments.map((payment) => payment.unapplied))
  const repaidSum = addUp(repaid.map(({ amount }) => amount))
  const figures = addFigures(counted.map(({ share }) => share))
  return {
    key: named?.payee ?? '',
    ownerId: named?.ownerId ?? null,
    driverId: named?.driverId ?? null,
    payee: named ? nameOf(named) : UNASSIGNED,
    statements: counted.filter(({ inYear }) => inYear.length > 0).length,
    figures,
    unapplied,
    repaid: repaidSum,
    handedOut: sumPayments(
      payments,
      ({ kind, state }) => kind === 'hand-out' && state === 'posted',
    ),
    sums: sumUp(figures, counted, { unapplied, repaid: repaidSum }),
    entries: buildEntries(counted, payments, repaid),
    payments: payments.map(({ id, paidOn, kind, method, reference, amount, state }) => {
      return { id, paidOn, kind, method, reference, amount, state }
    }),
  }
}

type CountedHere = { statement: YearStatement; share: YearFigures }

function sumUp(
  figures: YearFigures,
  counted: CountedHere[],
  { unapplied, repaid }: Record<'unapplied' | 'repaid', Cents>,
): YearSums {
  const sum = (toCents: (part: CountedHere) => Cents) =>
    toAmount(counted.reduce((total, part) => total + toCents(part), 0n))
  const settled = (toCents: (part: CountedHere) => Cents) =>
    sum((part) => (part.statement.isSettled ? toCents(part) : 0n))
  const others = (toCents: (part: CountedHere) => Cents) =>
    sum((part) => (part.statement.isSettled ? 0n : toCents(part)))
  const { gross, extraPay, adjustments } = figures
  return {
    stated: toAmount(gross - extraPay - adjustments),
    extraPay: toAmount(extraPay),
    adjustments: toAmount(adjustments),
    unapplied: toAmount(unapplied),
    repaid: toAmount(repaid),
    reported: toAmount(gross + unapplied - repaid),
    settledNotPaid: settled(({ statement, share }) => grossOf(statement) - share.gross),
    paidNotSettled: others(({ share }) => share.gross),
    settled: settled(({ statement }) => grossOf(statement)),
    settledExtraPay: settled(({ statement }) => toCents(statement.extraPay)),
    settledAdjustments: settled(({ statement }) => toCents(statement.adjustments)),
    settledNotDelivered: settled(
      ({ statement }) => toCents(statement.totalRevenue) - toCents(statement.delivered),
    ),
    deliveredNotSettled: others(({ statement }) => toCents(statement.delivered)),
    delivered: sum(({ statement }) => toCents(statement.delivered)),
  }
}

function count(statement: YearStatement, parts: YearPart[]): Counted[] {
  const { extraPay, adjustments, reimbursements, withheld, netPayment, paidOn } = statement
  return countStatement({
    figures: {
      gross: grossOf(statement),
      extraPay: toCents(extraPay),
      adjustments: toCents(adjustments),
      reimbursements: toCents(reimbursements),
      withheld: toCents(withheld),
      net: toCents(netPayment),
    },
    parts: parts.map((part) => ({ ...part, amount: toCents(part.amount) })),
    paidOn,
  })
}

function grossOf({ totalRevenue, extraPay, adjustments }: YearStatement): Cents {
  return addUp([totalRevenue, extraPay, adjustments])
}

function sumPayments(payments: readonly PaidInYear[], isCounted: (payment: PaidInYear) => boolean) {
  return addUp(payments.filter(isCounted).map(({ amount }) => amount))
}

/** A payee with a payment or a statement that counts, or with loads that were settled or delivered in the year. */
function isShown({ statements, payments, entries, sums }: BuiltYear): boolean {
  return (
    statements + payments.length + entries.length > 0 ||
    [sums.settled, sums.delivered].some((amount) => toCents(amount) !== 0n)
  )
}

function nameOf({ payeeName }: Belonging): string {
  return payeeName ?? UNASSIGNED
}

function compareNames(one: BuiltYear, other: BuiltYear): number {
  return one.payee.localeCompare(other.payee, 'en-US') || (one.key < other.key ? -1 : 1)
}
