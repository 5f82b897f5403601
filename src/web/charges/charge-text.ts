/** The charges in a load's form: the text of each field, and what an edit changes in the others (SPEC C106). */
import { computeCharge, sumCharges, type ChargeSums } from '#core/charges/amounts.ts'
import { chargeFields, type Charge } from '#core/charges/charges.ts'
import { startOfKind, type ChargeKind } from '#core/charges/kinds.ts'
import type { SentCharge } from '#core/charges/requests.ts'
import type { Day } from '#core/calendar.ts'
import { formValues } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { readTypedAmount, type Amount } from '#core/money.ts'
import { QUANTITY_PLACES, RATE_PLACES } from '#core/decimals.ts'
import { readForm, toFormText } from '#web/records/form/form-text.ts'

export type ChargeField = keyof typeof chargeFields
export type ChargeText = Record<ChargeField, string>

/**
 * `id`: the stored charge's id. `key`: the React key of the row. `added`: the row gets the focus. `proposed`: the start text of a
 * row whose kind the user did not choose.
 */
export type TypedCharge = {
  key: string
  id?: number
  text: ChargeText
  added?: true
  proposed?: ChargeText
}

/** A typed product: "3*75", "3 x $75.00", "781 @ 0.45". */
const PRODUCT = /^\s*([\d.,]+)\s*[*x×@]\s*(\$?[\d.,]+)\s*$/i

/** The kinds that a load usually has, in their order. The first one that is missing is proposed. */
const USUAL: ChargeKind[] = ['line-haul', 'fuel-surcharge', 'detention']

export function toRow(charge: Charge): TypedCharge {
  return { key: `stored-${charge.id}`, id: charge.id, text: toText(charge) }
}

/** A charge for a duplicated load: the same amounts, without the original's stop, times, approval and document. */
export function toCopiedRow(charge: Charge): TypedCharge {
  const blank = {
    stop: null,
    arrivedAt: null,
    departedAt: null,
    approvedBy: null,
    approvedOn: null,
    documentId: null,
  }
  const { approval } = startOfKind(charge.kind)
  return { key: `copy-${charge.id}`, text: toText({ ...charge, ...blank, approval }) }
}

function toText(charge: Partial<Charge>): ChargeText {
  return toFormText(chargeFields, charge) as ChargeText
}

export function newRow(key: string, kind: ChargeKind, amount = ''): TypedCharge {
  const blank = formValues(chargeFields, {}) as ChargeText
  const text = { ...blank, ...startOfKind(kind), kind, amount, billToBroker: 'true' }
  return { key, text, added: true }
}

/** A new row of the kind that usually comes next. */
export function proposeRow(key: string, rows: TypedCharge[]): TypedCharge {
  const row = newRow(key, proposeKind(rows))
  return { ...row, proposed: row.text }
}

export function proposeKind(rows: TypedCharge[]): ChargeKind {
  return USUAL.find((kind) => rows.every(({ text }) => text.kind !== kind)) ?? 'other'
}

/** A proposed row in which nothing was typed or chosen. */
export function isUntouched({ text, proposed }: TypedCharge): boolean {
  return proposed !== undefined && isSameText(text, proposed)
}

function isSameText(text: ChargeText, other: ChargeText): boolean {
  return Object.entries(other).every(([name, value]) => text[name as ChargeField] === value)
}

/** A blank row is not saved. A role without amounts adds charges of 0.00, so its rows are never blank (SPEC C103). */
export function isBlank(row: TypedCharge, fields: Fields): boolean {
  return 'amount' in fields && isUntouched(row)
}

/** A new row in which no amount was typed. */
export function isUnpriced({ id, text }: TypedCharge): boolean {
  const typed = [text.amount, text.quantity, text.rate, text.ownerAmount]
  return id === undefined && typed.every((one) => one.trim() === '')
}

/** The row after an edit of one field. Amount follows quantity × rate, and a typed amount replaces them. */
export function editRow(
  row: TypedCharge,
  name: ChargeField,
  value: string,
  today: Day,
): TypedCharge {
  return { ...row, text: editText(row, name, value, today) }
}

function editText({ id, text }: TypedCharge, name: ChargeField, value: string, today: Day) {
  const edited = { ...text, [name]: value }
  if (name === 'kind' && id === undefined) return { ...edited, ...startOfKind(value as ChargeKind) }
  if (name === 'amount') return { ...edited, ...readProduct(value) }
  if (name === 'quantity' || name === 'rate') return withProduct(edited)
  const isAnswered = name === 'approval' && (value === 'approved' || value === 'refused')
  return isAnswered && text.approvedOn === '' ? { ...edited, approvedOn: today } : edited
}

function readProduct(typed: string): Pick<ChargeText, 'quantity' | 'rate'> {
  const [, quantity = '', rate = ''] = PRODUCT.exec(typed) ?? []
  const read = { quantity: readQuantity(quantity), rate: readRate(rate) }
  if (read.quantity === null || read.rate === null) return { quantity: '', rate: '' }
  return { quantity: read.quantity, rate: read.rate }
}

function withProduct(text: ChargeText): ChargeText {
  const [quantity, rate] = [readQuantity(text.quantity), readRate(text.rate)]
  if (quantity === null || rate === null) return text
  return { ...text, amount: computeCharge({ ...NO_SHARE, quantity, rate }).amount }
}

export function hasProduct({ text }: TypedCharge): boolean {
  return PRODUCT.test(text.amount)
}

/** Call it when the amount loses focus: "3*75" becomes its product. */
export function tidyAmount(row: TypedCharge): TypedCharge {
  return { ...row, text: withProduct(row.text) }
}

const NO_SHARE = { amount: null, ownerShare: 'all' as const, ownerPercent: null, ownerAmount: null }

/** The totals of the rows while they are typed. A value that can't be read counts as 0 (SPEC B14). */
export function sumRows(rows: TypedCharge[]): ChargeSums {
  return sumCharges(
    rows.map(({ text }) => {
      const typed = {
        quantity: readQuantity(text.quantity),
        rate: readRate(text.rate),
        amount: readTypedAmount(text.amount),
        ownerShare: text.ownerShare as Charge['ownerShare'],
        ownerPercent: readRate(text.ownerPercent),
        ownerAmount: readTypedAmount(text.ownerAmount),
      }
      return { ...computeCharge(typed), billToBroker: text.billToBroker === 'true' }
    }),
  )
}

/** What a request sends, without blank rows. `fields`: the fields that the user may see. */
export function toSent(rows: TypedCharge[], fields: Fields): SentCharge[] {
  return rows
    .filter((row) => !isBlank(row, fields))
    .map(({ id, text }) => ({
      ...(id === undefined ? {} : { id }),
      ...readForm(fields, withProduct(text)),
    }))
}

function readQuantity(typed: string): Amount | null {
  return readTypedAmount(typed, QUANTITY_PLACES)
}

function readRate(typed: string): Amount | null {
  return readTypedAmount(typed, RATE_PLACES)
}
