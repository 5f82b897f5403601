/** What a lease says about purchases that the carrier pays for the owner: what is charged back, and what of the discount is passed on (SPEC C526). */
import { z } from 'zod'
import { percentOf, toUnits, RATE_PLACES } from '#core/decimals.ts'
import { percentOrNull, optionalFloor } from '#core/fields/amounts.ts'
import type { Field } from '#core/fields/field.ts'
import { formatMoney, toCents, type Amount, type Cents } from '#core/money.ts'

/** The kinds of purchases, as cards and tolls have them. */
export const PURCHASE_KINDS = [
  { value: 'fuel', label: 'Diesel and Gasoline' },
  { value: 'def', label: 'DEF' },
  { value: 'reefer', label: 'Reefer Fuel' },
  { value: 'toll', label: 'Tolls' },
  { value: 'scale', label: 'Scales' },
  { value: 'parking', label: 'Parking' },
  { value: 'oil', label: 'Oil and Fluids' },
  { value: 'maintenance', label: 'Repairs, Tires and Washes' },
  { value: 'advance', label: 'Cash Advances' },
  { value: 'fee', label: 'Card Fees' },
  { value: 'merchandise', label: 'Merchandise' },
  { value: 'other', label: 'Other' },
] as const

export type PurchaseKind = (typeof PURCHASE_KINDS)[number]['value']

export const CHARGES = [
  { value: 'cost', label: 'Actual Cost' },
  { value: 'retail', label: 'Retail' },
  { value: 'cost-plus', label: 'Cost Plus %' },
  { value: 'flat', label: 'Flat Amount' },
  { value: 'none', label: 'Not Charged' },
] as const

type Charge = (typeof CHARGES)[number]['value']

export const DISCOUNTS = [
  { value: 'all', label: 'All' },
  { value: 'part', label: 'A Part' },
  { value: 'none', label: 'None' },
] as const

type Discount = (typeof DISCOUNTS)[number]['value']

/** `percent` of `cost-plus`, `amount` of `flat` and `discountPercent` of a `part` are set, all others null. */
export type LeaseTerm = {
  kind: PurchaseKind
  charge: Charge
  percent: Amount | null
  amount: Amount | null
  discount: Discount
  discountPercent: Amount | null
}

const NO_VALUES = { percent: null, amount: null, discountPercent: null }

/** What is charged until the account or the lease says something else: what was paid, with the whole discount. */
export const INITIAL_TERMS: readonly LeaseTerm[] = PURCHASE_KINDS.map(({ value: kind }) => ({
  kind,
  charge: 'cost',
  discount: 'all',
  ...NO_VALUES,
}))

const percent = percentOrNull('Percent').schema.default(null)
const kinds = PURCHASE_KINDS.map(({ value }) => value)
const charges = CHARGES.map(({ value }) => value)
const discounts = DISCOUNTS.map(({ value }) => value)

const termSchema = z
  .object({
    kind: z.enum(kinds, 'Choose a kind of purchase'),
    charge: z.enum(charges, 'Choose what is charged'),
    percent,
    amount: optionalFloor('Amount').schema.default(null),
    discount: z.enum(discounts, 'Choose what of the discount is passed on').default('all'),
    discountPercent: percent,
  })
  .check(({ value, issues }) => {
    const problem = findProblem(value)
    if (problem) issues.push({ code: 'custom', message: problem, input: value })
  })
  .transform(keepUsed)

export const termsSchema = z
  .array(termSchema)
  .max(PURCHASE_KINDS.length)
  .refine(
    (terms) => new Set(terms.map(({ kind }) => kind)).size === terms.length,
    'Each kind of purchase has one charge-back',
  )

/** Blank: by default. A kind that is not named in a lease with charge-backs is not charged: it waits for the office. */
export function leaseTerms(label: string): Field<LeaseTerm[]> {
  return { label, control: 'none', schema: termsSchema, defaultValue: [], formDefault: '' }
}

/** Why a term can't be saved; null if it can. */
function findProblem(term: LeaseTerm): string | null {
  const name = labelPurchase(term.kind)
  if (term.charge === 'cost-plus' && term.percent === null) return `${name}: enter the percent`
  if (term.charge === 'flat' && term.amount === null) return `${name}: enter the amount`
  if (passesDiscount(term) && term.discount === 'part' && term.discountPercent === null)
    return `${name}: enter the percent of the discount`
  return null
}

/** Only what was paid can have a discount that is passed on. */
export function passesDiscount({ charge }: Pick<LeaseTerm, 'charge'>): boolean {
  return charge === 'cost' || charge === 'cost-plus'
}

function keepUsed(term: LeaseTerm): LeaseTerm {
  const discount = passesDiscount(term) ? term.discount : 'none'
  return {
    kind: term.kind,
    charge: term.charge,
    percent: term.charge === 'cost-plus' ? term.percent : null,
    amount: term.charge === 'flat' ? term.amount : null,
    discount,
    discountPercent: discount === 'part' ? term.discountPercent : null,
  }
}

/**
 * What of a purchase is charged, and what of its discount is passed on. `retail`: before the discount; a credit is negative, and gets
 * a flat amount back. Rounds each figure once.
 */
export function chargeByTerm(
  term: LeaseTerm,
  { retail, discount }: { retail: Cents; discount: Cents },
): { charged: Cents; passedOn: Cents } {
  const passedOn = passesDiscount(term) ? shareOfDiscount(term, discount) : 0n
  const cost = retail - passedOn
  const flat = toCents(term.amount ?? '0')
  const charged = {
    cost,
    retail,
    'cost-plus': cost + percentOf(cost, term.percent ?? '0'),
    flat: retail < 0n ? -flat : flat,
    none: 0n,
  }
  return { charged: charged[term.charge], passedOn }
}

function shareOfDiscount({ discount, discountPercent }: LeaseTerm, cents: Cents): Cents {
  if (discount === 'none') return 0n
  return discount === 'all' ? cents : percentOf(cents, discountPercent ?? '0')
}

/** "Actual cost plus 2%, 50% of the discount". */
export function describeTerm(term: LeaseTerm): string {
  const charged = {
    cost: 'Actual cost',
    retail: 'Retail',
    'cost-plus': `Actual cost plus ${formatPercent(term.percent)}`,
    flat: formatMoney(toCents(term.amount ?? '0')),
    none: 'Not charged',
  }[term.charge]
  if (!passesDiscount(term)) return charged
  const passed = {
    all: 'all of the discount',
    part: `${formatPercent(term.discountPercent)} of the discount`,
    none: 'none of the discount',
  }[term.discount]
  return `${charged}, ${passed}`
}

export function labelPurchase(kind: PurchaseKind): string {
  return PURCHASE_KINDS.find(({ value }) => value === kind)?.label ?? kind
}

/** "2.5%". */
export function formatPercent(value: Amount | null): string {
  const units = toUnits(value ?? '0', RATE_PLACES)
  return `${Number(units) / 10 ** RATE_PLACES}%`
}

const decimal = z.string().nullable().describe('"12.50"')

const termResponse = z.object({
  kind: z.enum(kinds),
  charge: z.enum(charges),
  percent: decimal,
  amount: decimal,
  discount: z.enum(discounts),
  discountPercent: decimal,
}) satisfies z.ZodType<LeaseTerm>

/** The account's charge-backs of leases without their own. */
export const leaseDefaultsResponse = z.object({
  terms: z.array(termResponse),
  version: z.int().describe('0: nobody has changed them'),
})

export const leaseDefaultsRequest = z.object({ terms: termsSchema })

export type LeaseDefaults = z.output<typeof leaseDefaultsResponse>
