/** The rate confirmations and proofs of delivery of the newest sample loads. */
import { addDays, type Day } from '#core/calendar.ts'
import { NEW_ACCOUNT_TO_BILL } from '#core/required-papers/required-papers.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { makeInOrder, type Send, type Upload } from './client.ts'

type PaperLoad = {
  id: number
  number: string
  pickedUpOn: Day
  isDelivered: boolean
  hasBol: boolean
}
type PapersInput = { send: Send; upload: Upload; loads: PaperLoad[]; today: Day }

/** Older loads were billed before papers were required. */
const REQUIRED_DAYS = 14
/** Every third delivered load without a BOL waits for its papers. */
const WAITS = 3

/** Requires papers to bill, as a new account does, and stores those of most loads. */
export async function writePapers({ send, upload, loads, today }: PapersInput): Promise<void> {
  const firstDay = addDays(today, -REQUIRED_DAYS)
  await send('PUT', 'required-papers', { firstDay, toSettle: {}, toBill: NEW_ACCOUNT_TO_BILL })
  const newest = loads.filter(({ pickedUpOn }) => pickedUpOn >= firstDay)
  await makeInOrder(newest, async ({ id, number, isDelivered, hasBol }, n) => {
    const store = (kind: string, title: string) =>
      upload(
        `loads/${id}/documents?kind=${kind}`,
        makePdf({ text: `${title}, load ${number}, page` }),
      )
    await store('rate-confirmation', 'Rate Confirmation')
    if (hasBol || (isDelivered && n % WAITS > 0)) await store('pod', 'Proof of Delivery')
  })
}
