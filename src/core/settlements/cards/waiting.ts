/** Which card purchases wait, and why (SPEC C576). */
import { z } from 'zod'
import { formatDay, type Day } from '#core/calendar.ts'
import { BOUGHT_KINDS, type BoughtKind } from '#core/cards/purchases.ts'
import { labelPurchase } from '#core/fleet/lease-terms.ts'
import { pluralize } from '#core/pluralize.ts'

/** Purchases that wait for the same thing. `text`: "2 card purchases wait: the lease of Ann does not name scales". */
export type WaitingCards = { count: number; text: string }

export const waitingCardsSchema = z.array(z.object({ count: z.int(), text: z.string() }))

/** What a purchase waits for. `owner`: a name. */
export type CardWait =
  | { for: 'truck' | 'conflict' }
  | { for: 'term'; kind: BoughtKind; owner: string | null }
  | { for: 'settlement'; owner: string }
  | { for: 'owner'; truck: string; day: Day }

/** Each reason once, with the number of purchases. */
export function describeWaits(waits: readonly (CardWait & { count?: number })[]): WaitingCards[] {
  const counts = new Map<string, number>()
  for (const wait of waits) {
    const reason = describeWait(wait)
    counts.set(reason, (counts.get(reason) ?? 0) + (wait.count ?? 1))
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({
      count,
      text: `${pluralize(count, 'card purchase')} ${count === 1 ? 'waits' : 'wait'}: ${reason}`,
    }))
}

/** Purchases on a settlement whose figures a later file changes: "1 card purchase on it has other figures in a later file". */
export function describeConflictsOn(count: number): WaitingCards[] {
  if (count === 0) return []
  const text = `${pluralize(count, 'card purchase')} on it ${count === 1 ? 'has' : 'have'} other figures in a later file`
  return [{ count, text }]
}

function describeWait(wait: CardWait): string {
  switch (wait.for) {
    case 'truck':
      return 'their truck is not known'
    case 'conflict':
      return 'a later file has other figures'
    case 'term':
      if (wait.kind === 'unknown')
        return 'no list knows the code of the item. Choose its kind under Fuel & Tolls'
      return wait.owner === null
        ? `your charge-backs by default do not name ${nameTerm(wait.kind)}`
        : `the lease of ${wait.owner} does not name ${nameTerm(wait.kind)}`
    case 'settlement':
      return `${wait.owner} has no open settlement for them`
    case 'owner':
      return `nobody knows whose truck ${wait.truck} was on ${formatDay(wait.day)}. Enter the lease, or a settlement of that week`
  }
}

/** "scales", "DEF". */
function nameTerm(kind: BoughtKind): string {
  const term = BOUGHT_KINDS.find(({ value }) => value === kind)?.term ?? 'other'
  const label = labelPurchase(term)
  return label === label.toUpperCase() ? label : label.toLowerCase()
}
