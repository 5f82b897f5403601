/** Combines the events of one save into one entry of the log (SPEC S31). */
import { z } from 'zod'
import { pluralize } from '#core/pluralize.ts'

/** The maximum number of events that an entry shows. An import can have thousands. */
export const MAX_EVENTS = 50

const values = z.record(z.string(), z.json()).nullable()

const event = z.object({
  id: z.int(),
  userId: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  subjectId: z.int().nullable(),
  label: z.string().nullable(),
  before: values,
  after: values,
  names: z.record(z.string(), z.string()).nullable(),
  via: z.string(),
  transaction: z.string(),
  createdAt: z.iso.datetime(),
  personId: z.string().nullable(),
  labels: z.object({ personId: z.string().nullable() }).describe('The name of the person'),
})

export const saveResponse = event.extend({
  parts: z.array(event).describe(`The other events of the save, ${MAX_EVENTS - 1} at most`),
  others: z
    .record(z.string(), z.int())
    .describe('The number of all other events that the member sees, by record type'),
})

/** An event of the log. */
export type LoggedEvent = z.output<typeof event>
export type Save = z.output<typeof saveResponse>

/** The other events of an entry's save. */
export type WithParts<Event> = { parts?: Event[]; others?: Save['others'] }

const MAX_NAMED = 3

/** ["3 settlement items: Fuel, Tolls, Parking"], by kind of record. `others`: the counts, if `parts` are not all. */
export function describeParts<Event extends { subject: string | null }>(
  { parts = [], others = {} }: WithParts<Event>,
  singular: (subject: string) => string,
  label: (event: Event) => string,
): string[] {
  const bySubject = Map.groupBy(parts, ({ subject }) => subject ?? '')
  return [...new Set([...bySubject.keys(), ...Object.keys(others)])].map((subject) => {
    const events = bySubject.get(subject) ?? []
    const total = others[subject] ?? events.length
    const labels = [...new Set(events.map(label).filter(Boolean))]
    const more = labels.length > MAX_NAMED ? ', …' : ''
    const named = labels.slice(0, MAX_NAMED).join(', ')
    const count = pluralize(total, singular(subject).toLowerCase())
    return named ? `${count}: ${named}${more}` : count
  })
}

/** The number of events that are not in `parts`. */
export function countMore({ parts, others }: Pick<Save, 'parts' | 'others'>): number {
  return Object.values(others).reduce((sum, count) => sum + count, 0) - parts.length
}
