/** What an approved invoice prints, frozen at approval (SPEC C167). */
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { InvoicingCompany, Party } from './responses.ts'
import type { InvoiceKind } from './status.ts'

export type PlaceServed = {
  city: string | null
  state: string
  zip: string | null
  day: Day | null
}

/** A load as billed, with each number under its own name (49 CFR 373.103). */
export type SnapshotLoad = {
  id: number
  loadId: string
  brokerLoadNumber: string | null
  poNumber: string | null
  bolNumber: string | null
  pickupNumber: string | null
  pickup: PlaceServed
  delivery: PlaceServed
  pieces: number | null
  weight: Amount
  cargoType: string | null
}

/** `loadId`: null for a typed line. */
export type SnapshotLine = {
  id: number | null
  number: number
  loadId: number | null
  loadNumber: string | null
  chargeId: number | null
  kind: string
  description: string | null
  /** The place where the service was rendered: "Dallas, TX". */
  point: string | null
  quantity: Amount | null
  rate: Amount | null
  amount: Amount
}

/** `notice`: a factor's notice of assignment. */
export type RemitTo = Party & { notice: string | null }

/** `format`: the printed format. `credits`: of a credit note. */
export type InvoiceSnapshot = {
  format: number
  kind: InvoiceKind
  number: string | null
  invoiceDate: Day | null
  termsDays: number
  dueOn: Day | null
  company: InvoicingCompany & { logoUrl: string | null }
  carrierId: string | null
  billTo: Party
  remitTo: RemitTo
  loads: SnapshotLoad[]
  lines: SnapshotLine[]
  total: Amount
  note: string | null
  /** The text below the total of each invoice of the account. */
  accountNote: string | null
  credits: { number: string; invoiceDate: Day; reason: string } | null
}
