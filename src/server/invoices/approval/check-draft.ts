/** Checks what must be correct or confirmed before a draft is approved (SPEC C168). */
import { nameCharge } from '#core/charges/kinds.ts'
import { invoiceMessages } from '#core/invoices/messages.ts'
import { toCents, addUp, formatMoney } from '#core/money.ts'
import { listPapers } from '#core/required-papers/required-papers.ts'
import { checkLoads } from '#server/confirmations/check-loads.ts'
import type { Database, Work } from '#server/database/open.ts'
import { askToConfirm, RequestError } from '#server/errors.ts'
import type { DraftLine } from '#server/invoices/drafts/draft-lines.ts'
import { rejectLoads, type LoadToBill } from '#server/invoices/loads-to-bill.ts'
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

/** Throws 409 for an unconfirmed question: charges without approval, missing papers, a rate confirmation with another total. */
export async function askAboutDraft(
  work: Database | Work,
  userId: string,
  { loads, lines }: Draft,
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
}
