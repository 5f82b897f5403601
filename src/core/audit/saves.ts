/** The events of one save as one entry of the log (SPEC S31). */
import { pluralize } from '#core/pluralize.ts'

type SavedEvent = { subject: string | null; action?: unknown; transaction?: unknown }

/** The other events of an entry's save. */
export type WithParts<Event> = { parts?: Event[] }

/** They belong to a record that the same save changed. */
const PARTS = ['expenses', 'payout_parts', 'payout_closings', 'releases', 'balance_entries']

const MOST_NAMED = 3

/**
 * Joins neighbors with the same transaction. The entry is the event of the main record: the settlement rather than its
 * items. Events without a transaction stay as they are.
 */
export function groupSaves<Event extends SavedEvent>(
  events: Event[],
): (Event & WithParts<Event>)[] {
  const saves: Event[][] = []
  for (const event of events) {
    const last = saves.at(-1)
    const isSame = event.transaction !== undefined && last?.[0]?.transaction === event.transaction
    if (isSame) last?.push(event)
    else saves.push([event])
  }
  return saves.flatMap((save) => {
    const mains = save.filter(({ subject }) => !PARTS.includes(subject ?? ''))
    // Deleting a broker also changes its loads: the broker comes first.
    const main = mains.find(({ action }) => action !== 'changed') ?? mains[0] ?? save[0]
    return main ? [{ ...main, parts: save.filter((event) => event !== main) }] : []
  })
}

/** ["3 settlement items: Fuel, Tolls, Parking"], by kind of record. */
export function describeParts<Event extends SavedEvent>(
  parts: Event[],
  singular: (subject: string) => string,
  label: (event: Event) => string,
): string[] {
  const bySubject = Map.groupBy(parts, ({ subject }) => subject ?? '')
  return [...bySubject].map(([subject, events]) => {
    const labels = [...new Set(events.map(label).filter(Boolean))]
    const more = labels.length > MOST_NAMED ? ', …' : ''
    const named = labels.slice(0, MOST_NAMED).join(', ')
    const count = pluralize(events.length, singular(subject).toLowerCase())
    return named ? `${count}: ${named}${more}` : count
  })
}
