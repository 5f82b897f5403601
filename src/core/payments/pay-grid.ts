/** The pay grid of a settlement run: one row per payee, each with its own payment (SPEC C8, C11). */
import type { Day } from '#core/calendar.ts'
import { addUp, readTypedAmount, toAmount, toCents, type Amount } from '#core/money.ts'
import type { OpenPayee } from './responses.ts'
import { allocate, type NewPart } from './allocate.ts'

/** A payee's row, with what a user can edit. */
export type GridRow = OpenPayee & {
  included: boolean
  method: string
  /** The typed check number or reference; null: checks count up from the first number. */
  typedReference: string | null
  /** The amount as typed. */
  amount: string
  /** The fields that the user has confirmed (SPEC C11). */
  confirmed: string[]
}

/** A row with its check number or reference. */
export type NumberedRow = { row: GridRow; reference: string }

/** The payees with only the chosen statements. Payees without one are left out. */
export function selectStatements(
  payees: readonly OpenPayee[],
  chosen: ReadonlySet<number>,
): OpenPayee[] {
  return payees.flatMap((payee) => {
    const statements = payee.statements.filter(({ id }) => chosen.has(id))
    if (statements.length === 0) return []
    return [{ ...payee, statements, open: toAmount(addUp(statements.map(({ open }) => open))) }]
  })
}

/** Method and amount start with the payee's own method and the open amount. */
export function startGrid(payees: readonly OpenPayee[]): GridRow[] {
  return payees.map((payee) => ({
    ...payee,
    included: true,
    method: payee.paymentMethod ?? 'check',
    typedReference: null,
    amount: payee.open,
    confirmed: [],
  }))
}

/** The reference of each row. Check numbers of included rows count up in the order shown. Rows with a typed number are skipped. */
export function numberChecks(rows: readonly GridRow[], first: string): string[] {
  let next: string | null = first.trim()
  return rows.map(({ included, method, typedReference }) => {
    if (typedReference !== null) return typedReference
    if (!included || method !== 'check' || !next) return ''
    const number = next
    next = nextNumber(number)
    return number
  })
}

/** "1009" → "1010", "A-099" → "A-100". Null if the text does not end in a digit. */
export function nextNumber(number: string): string | null {
  const match = /^(.*?)(\d+)$/.exec(number)
  if (!match) return null
  const [, prefix = '', digits = ''] = match
  return prefix + String(BigInt(digits) + 1n).padStart(digits.length, '0')
}

/** The sum of a payee's nets, and what payments cover already. */
export function sumRow({ statements }: OpenPayee): { net: Amount; paid: Amount } {
  const sum = (name: 'netPayment' | 'paidAmount') =>
    toAmount(addUp(statements.map((statement) => statement[name])))
  return { net: sum('netPayment'), paid: sum('paidAmount') }
}

/** Why a row can't be paid; null if it can. The server asks about more than is open (SPEC C314). */
export function checkRow({ amount }: Pick<GridRow, 'amount'>): string | null {
  const typed = readTypedAmount(amount)
  return typed === null || toCents(typed) <= 0n ? 'Amount must be more than 0.00' : null
}

export type GridPayment = Pick<OpenPayee, 'ownerId' | 'driverId' | 'truckId'> & {
  paidOn: Day
  method: string
  reference: string | null
  amount: Amount
  parts: NewPart[]
  confirmed: string[]
}

/** A smaller amount covers the oldest statements first. More than is open covers all of them. */
export function buildPayment(row: GridRow, reference: string, paidOn: Day): GridPayment {
  const { ownerId, driverId, truckId, method, confirmed } = row
  const amount = readTypedAmount(row.amount) ?? '0.00'
  const { parts } = allocate(row.statements, toCents(amount))
  const ids = { ownerId, driverId, truckId }
  return { ...ids, paidOn, method, reference: reference.trim() || null, amount, parts, confirmed }
}

/** The sum of the included rows. */
export function sumIncluded(rows: readonly GridRow[]): Amount {
  const amounts = rows.flatMap((row) => (row.included ? [readTypedAmount(row.amount)] : []))
  return toAmount(addUp(amounts.map((amount) => amount ?? '0.00')))
}
