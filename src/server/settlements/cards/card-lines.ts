/** The lines of card purchases on a draft (SPEC C572, C575). The caller holds the truck's row. */
import type { CardLine } from '#core/settlements/cards/card-line.ts'
import { decideKept } from '#core/settlements/cards/decide-purchase.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { readPurchasesById } from '#server/cards/truck-purchases.ts'
import type { Work } from '#server/database/open.ts'
import {
  BLANK_LINE,
  deleteLine,
  insertLines,
  readLineRows,
  updateLine,
} from '#server/settlements/lines/rows.ts'
import { decideOpen } from './read-due.ts'

/** Adds the purchases that are due on the draft. */
export async function addCardLines(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<void> {
  if (settlement.ownerId === null) return
  const { id, truckId, endDate } = settlement
  const decided = await decideOpen(work, userId, { truckIds: [truckId], until: endDate })
  const lines = decided.flatMap(({ decision }) =>
    decision.state === 'due' && decision.settlement.id === id ? decision.line : [],
  )
  // Locks the purchases by id.
  const added = lines.toSorted((one, other) => one.cardPurchaseId - other.cardPurchaseId)
  await insertLines(
    work,
    userId,
    settlement,
    added.map((line) => ({ ...BLANK_LINE, ...line })),
  )
}

/** Computes the lines again by the leases of today, drops those that no longer belong to the payee, and adds what is due. */
export async function refreshCardLines(
  work: Work,
  userId: string,
  settlement: Settlement,
): Promise<void> {
  const lines = await readLineRows(work, userId, settlement.id)
  for (const { line, next } of await planKept(work, userId, settlement, lines))
    if (next === null) await deleteLine(work, userId, line.id)
    else if (isStale(line, next)) await updateLine(work, userId, line.id, pickComputed(next))
  await addCardLines(work, userId, settlement)
}

/** Whether a line of a purchase differs from what its lease charges today. */
export async function hasStaleCardLines(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: readonly Line[],
): Promise<boolean> {
  const plan = await planKept(work, userId, settlement, lines)
  return plan.some(({ line, next }) => next === null || isStale(line, next))
}

type Kept = { line: Line; next: CardLine | null }

/** The settlement's lines of purchases as they are today; null: the purchase no longer belongs there. */
async function planKept(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: readonly Line[],
): Promise<Kept[]> {
  const own = lines.filter(({ kind }) => kind === 'card')
  if (own.length === 0) return []
  const ids = own.flatMap(({ cardPurchaseId }) => cardPurchaseId ?? [])
  const { purchases, defaults } = await readPurchasesById(work, userId, ids)
  const byId = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  return own.map((line) => {
    const purchase = byId.get(line.cardPurchaseId ?? 0)
    return { line, next: purchase ? decideKept(purchase, settlement, defaults) : null }
  })
}

function pickComputed({ category, description, reference, amount, formula, ...card }: CardLine) {
  const { cardPassedOn } = card
  return { category, description, reference, amount, formula, cardPassedOn }
}

function isStale(line: Line, next: CardLine): boolean {
  return Object.entries(pickComputed(next)).some(
    ([name, value]) => line[name as keyof Line] !== value,
  )
}
