/** The places that are marked on the pages: each value of the form, and the broker. */
import { loadFieldOf, type FilledLoad } from '#core/confirmations/fill-load.ts'
import type { Read, ReadField, Reading } from '#core/confirmations/reading.ts'
import type { Fields } from '#core/fields/field.ts'
import type { Mark } from './pdf/pdf-page.tsx'

export function listMarks(
  { fields, unsure, totalProblem }: Reading,
  { sources, noteSources }: FilledLoad,
  formFields: Fields,
): Mark[] {
  const labelOf = (name: string) => formFields[name]?.label ?? name
  const toMark = (field: string, read: Read): Mark => ({ field, label: labelOf(field), read })
  const { brokerName } = fields
  return [
    ...Object.entries(sources).map(([field, read]) => toMark(field, read)),
    ...noteSources.map((read) => toMark('notes', read)),
    ...(brokerName ? [{ field: 'brokerName', label: labelOf('brokerId'), read: brokerName }] : []),
    ...(Object.entries(unsure) as [ReadField, Read[]][]).flatMap(([name, reads]) => {
      const field = loadFieldOf(name)
      return field && formFields[field] ? reads.map((read) => toMark(field, read)) : []
    }),
    ...(totalProblem && formFields.revenue
      ? totalProblem.totals.map((read) => toMark('revenue', read))
      : []),
  ]
}
