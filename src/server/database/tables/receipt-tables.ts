/** The tables of money received from brokers. */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Bearer, DifferenceKind, ReceiptState } from '#core/receipts/kinds.ts'

type Kept = {
  id: GeneratedAlways<number>
  userId: string
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

type ReceiptsTable = Kept & {
  brokerId: number
  receivedOn: Day
  method: string
  reference: string | null
  amount: Amount
  note: string | null
  depositedOn: Day | null
  reversedOn: Day | null
  reversalReason: string | null
  applied: Generated<Amount>
  refunded: Generated<Amount>
  unapplied: GeneratedAlways<Amount>
  state: GeneratedAlways<ReceiptState>
}

type ReceiptPartsTable = Kept & {
  receiptId: number
  invoiceId: number
  amount: Amount
  appliedOn: Day
  wasUnapplied: Generated<boolean>
  ended: 'reversed' | 'taken-off' | null
  endedOn: Day | null
}

type ReceiptDifferencesTable = Kept & {
  receiptId: number | null
  invoiceId: number
  kind: DifferenceKind
  amount: Amount
  reason: string | null
  day: Day
  bears: Bearer | null
  ownerAmount: Generated<Amount>
  loadId: number | null
  partId: number | null
  chargeId: number | null
  creditNoteId: number | null
  ended: 'reversed' | 'undone' | 'settled' | null
  endedOn: Day | null
  endedReason: string | null
}

type ReceiptRefundsTable = Kept & {
  receiptId: number
  day: Day
  amount: Amount
  method: string
  reference: string | null
  reason: string
  endedOn: Day | null
  endedReason: string | null
}

export type ReceiptTables = {
  receipts: ReceiptsTable
  receiptParts: ReceiptPartsTable
  receiptDifferences: ReceiptDifferencesTable
  receiptRefunds: ReceiptRefundsTable
}
