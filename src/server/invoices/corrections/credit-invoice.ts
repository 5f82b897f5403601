/** A credit note that a person makes. If the invoice is paid, the money can be kept as unapplied money (SPEC C169, C336). */
import type { CreditRequest } from '#core/invoices/requests.ts'
import type { Work } from '#server/database/open.ts'
import { createCreditNote } from '#server/invoices/credit.ts'
import { readInvoice } from '#server/invoices/rows.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import { lockMoney, makeRoom } from '#server/receipts/make-room.ts'

type Credit = CreditRequest & { invoiceId: number; personId: string }

/** Returns the credit note's id. Throws the errors of `createCreditNote`, and 409 for what must be confirmed. */
export async function creditInvoice(
  work: Work,
  userId: string,
  { confirmed, ...credit }: Credit,
): Promise<number> {
  const { invoiceId, on } = credit
  if (confirmed.includes('unapply')) {
    const { brokerId } = await readInvoice(work, userId, invoiceId)
    await lockMoney(work, userId, brokerId)
  }
  const note = await createCreditNote(work, userId, {
    ...credit,
    makeRoom: ({ brokerId, number }, missing) =>
      makeRoom(work, userId, { invoiceId, brokerId, number, missing, on }, confirmed),
  })
  confirmDay('on', on, confirmed)
  return note
}
