/** What card and toll files say was bought (SPEC C529). */
import type { Day } from '#core/calendar.ts'
import type { PurchaseKind } from '#core/fleet/lease-terms.ts'
import type { Amount, Cents } from '#core/money.ts'

/** `term`: the kind by which a lease charges it back. Only fuel for driving counts for miles per gallon and fuel tax. */
export const BOUGHT_KINDS = [
  { value: 'diesel', label: 'Diesel', term: 'fuel' },
  { value: 'diesel-1', label: 'Diesel #1', term: 'fuel' },
  { value: 'gasoline', label: 'Gasoline', term: 'fuel' },
  { value: 'def', label: 'DEF', term: 'def' },
  { value: 'reefer', label: 'Reefer Fuel', term: 'reefer' },
  { value: 'oil', label: 'Oil and Fluids', term: 'oil' },
  { value: 'scale', label: 'Scale', term: 'scale' },
  { value: 'parking', label: 'Parking', term: 'parking' },
  { value: 'toll', label: 'Toll', term: 'toll' },
  { value: 'advance', label: 'Cash Advance', term: 'advance' },
  { value: 'fee', label: 'Fee', term: 'fee' },
  { value: 'tax', label: 'Sales Tax', term: 'other' },
  { value: 'merchandise', label: 'Merchandise', term: 'merchandise' },
  /** A code that no list has: it waits for the office, and is never fuel. */
  { value: 'unknown', label: 'Unknown', term: 'other' },
] as const satisfies readonly { value: string; label: string; term: PurchaseKind }[]

export type BoughtKind = (typeof BOUGHT_KINDS)[number]['value']

/** What a truck burns on the road: its gallons count for miles per gallon, and its odometer is that of the truck. */
export const ROAD_FUELS = ['diesel', 'diesel-1', 'gasoline'] as const satisfies BoughtKind[]

/** What is sold by the gallon; of an unknown item it may be. Files print a quantity of 1 for a scale too. */
const LIQUIDS: readonly BoughtKind[] = [...ROAD_FUELS, 'def', 'reefer', 'oil', 'unknown']

export function isLiquid(kind: BoughtKind): boolean {
  return LIQUIDS.includes(kind)
}

export function kindLabel(kind: BoughtKind): string {
  return BOUGHT_KINDS.find(({ value }) => value === kind)?.label ?? kind
}

/**
 * One thing that was bought: a stop with diesel, DEF and a fee is three. Amounts are those of the file, never computed from gallons and price:
 * `net` is `retail` less `discount`. A credit is negative.
 */
export type CardPurchase = {
  /** The row's number in a spreadsheet. */
  line: number
  /** The place of its sheet among those that were read; the first if left out. */
  sheet?: number
  /** With `item`, what makes the purchase itself, in every file that has it. */
  key: string
  item: string
  /** The card's digits, the transponder or the plate, as printed. */
  card: string
  cardKind: 'card' | 'transponder' | 'plate'
  /** The day and the time of the clock at the place. */
  day: Day
  time: string | null
  /** The day of the invoice; null if the file does not say it. */
  postedOn: Day | null
  /** The truck and the driver, as printed. */
  unit: string
  driver: string
  invoice: string
  place: string
  city: string
  state: string
  odometer: number | null
  kind: BoughtKind
  /** The code of the file: "ULSD". */
  code: string
  gallons: Amount | null
  /** Per gallon at the pump, as printed. */
  price: Amount | null
  retail: Cents
  discount: Cents
  net: Cents
}

/** A row that counts in the file's own total and is no purchase: a payment, a fee for a tag. `amount`: as in the file. */
export type OtherRow = { line: number; sheet?: number; text: string; amount: Cents }

/** A row that can't be read. `column`: its title. */
export type RowProblem = { line: number; column: string; message: string }
