/** Checks what must be correct or confirmed before a draft is approved (SPEC C168). */
import { nameCharge } from '#core/charges/kinds.ts'
import type { Day } from '#core/calendar.ts'
import { invoiceMessages } from '#core/invoices/messages.ts'
import { toCents, addUp, formatMoney } from '#core/money.ts'
import { listPapers } from '#core/required-papers/required-papers.ts'
import { checkLoads } from '#server/confirmations/check-loads.ts'
import type { Database, Work } from '#server/database/open.ts'
import { askToConfirm, RequestError } from '#server/errors.ts'
import type { DraftLine } from '#server/invoices/drafts/draft-lines.ts'
import { rejectLoads, type LoadToBill } from '#server/invoices/loads-to-bill.ts'
import { confirmDay } from '#server/receipts/confirm.ts'
import type { BilledBroker } from './snapshot.ts'

type Draft = { loads: readonly LoadToBill[]; lines: readonly DraftLine[]; broker: BilledBroker }

/** Throws 409 with the reason. */
export function rejectUnbillable({ loads, lines, broker }: Draft): void {
  rejectLoads(
    loads,
    loads.map(({ id }) => id),
    broker.id,
  )
  if (!broker.hasAddress) throw new RequestError(409, invoiceMessages.noAddress(broker.name))
  if (addUp(lines.map(({ amount }) => amount)) <= 0n)
    throw new RequestError(409, invoiceMessages.nothingToBill)
}

/**
 * Throws 409 for an unconfirmed question: charges without approval, missing papers, a rate confirmation with another total, an unusual
 * invoice date.
 */
export async function askAboutDraft(
  work: Database | Work,
  userId: string,
  { loads, lines, invoiceDate }: Draft & { invoiceDate: Day },
  confirmed: readonly string[],
): Promise<void> {
  const ask = (field: string, found: string[], message: (what: string) => string) => {
    if (found.length && !confirmed.includes(field))
      throw askToConfirm(field, message(found.join('; ')))
  }
  const asked = lines.filter(({ approval }) => approval === 'asked')
  ask(
    'asked',
    asked.map(({ kind, amount, loadNumber }) =>
      `${nameCharge(kind)} ${formatMoney(toCents(amount))} of load ${loadNumber ?? ''}`.trim(),
    ),
    invoiceMessages.askAsked,
  )
  const incomplete = loads.filter(({ missingToBill }) => missingToBill)
  ask(
    'papers',
    incomplete.map(
      ({ loadId, missingToBill }) => `load ${loadId}: ${listPapers(missingToBill).join(', ')}`,
    ),
    invoiceMessages.askPapers,
  )
  const states = await checkLoads(work, userId, loads)
  const differing = loads.filter(({ id }) => states.get(id) === 'differs')
  ask(
    'confirmation',
    differing.map(({ loadId }) => loadId),
    invoiceMessages.askConfirmation,
  )
  askInvoiceDate(invoiceDate, loads, confirmed)
}

/** An invoice date before the last delivery or long ago is mostly a wrong year (SPEC C335). */
function askInvoiceDate(
  invoiceDate: Day,
  loads: readonly LoadToBill[],
  confirmed: readonly string[],
): void {
  const [last] = loads
    .filter(({ deliveryStatus }) => deliveryStatus === 'delivered')
    .toSorted((one, other) => (other.deliveryDate ?? '').localeCompare(one.deliveryDate ?? ''))
  const deliveredOn = last?.deliveryDate ?? invoiceDate
  if (invoiceDate >= deliveredOn) return confirmDay('invoiceDate', invoiceDate, confirmed)
  const question = invoiceMessages.askBeforeDelivery(invoiceDate, last?.loadId ?? '', deliveredOn)
  if (!confirmed.includes('invoiceDate')) throw askToConfirm('invoiceDate', question)
}
