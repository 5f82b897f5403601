/** What a rate confirmation says, each value with its place on the page (SPEC C120). */
import type { ChargeKind } from '#core/charges/kinds.ts'
import type { Cents } from '#core/money.ts'
import type { Box } from './words/words.ts'

/**
 * `page` counts from 0. `words`: as printed. Every value has a place. `confidence`: 0 to 100, only for a value from a
 * scan.
 */
export type Read = { value: string; page: number; box: Box; words: string; confidence?: number }

/** Must increase with every change to what is read. */
export const READER_VERSION = 4

/** The fields with one value. Days are "2026-11-23", times "08:00" or "08:00-16:00". */
export const READ_FIELDS = [
  'brokerLoadNumber',
  'brokerName',
  'brokerMc',
  'brokerDomain',
  'total',
  'pickupFacility',
  'pickupAddress',
  'pickupCity',
  'pickupState',
  'pickupZip',
  'pickupDate',
  'pickupTime',
  'deliveryFacility',
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
  'deliveryDate',
  'deliveryTime',
  'poNumber',
  'bolNumber',
  'pickupNumber',
  'cargoType',
  'weight',
  'pieces',
  'miles',
  'equipment',
  'truckNumber',
  'trailerNumber',
  'driverName',
] as const

export type ReadField = (typeof READ_FIELDS)[number]

/** `read.value`: dollars. `quantity` × `rate` is the amount, if the paper has both. */
export type ReadCharge = {
  kind: ChargeKind
  description: string
  quantity: string | null
  rate: string | null
  read: Read
}

/** A stop between the first pickup and the last delivery. `read.value` is one line of text. */
export type ReadStop = { kind: 'pickup' | 'delivery' | 'stop'; read: Read }

export type Reading = {
  /** The known layout of the paper, or null. */
  layout: string | null
  fields: Partial<Record<ReadField, Read>>
  charges: ReadCharge[]
  /** Why the total is not among the fields; null if it is, or if the paper has none. */
  totalProblem: TotalProblem | null
  /** Two or more different values for a field that is left empty. */
  unsure: Partial<Record<ReadField, Read[]>>
  furtherStops: ReadStop[]
  /** The load numbers of a paper with several loads, of which the person chooses one (SPEC C410). */
  loads?: string[]
  /** The ids of the taught layouts that match the paper (SPEC C145). */
  taught?: number[]
}

/** The totals that the paper prints, and what its charges add up to (null without charges). */
export type TotalProblem = { totals: Read[]; chargesSum: Cents | null }
