/** Fills the form of an unsaved load from a reading (SPEC C124). Values without a field go into the notes. */
import type { Read, ReadField, Reading } from './reading.ts'
import { POINTED_FIELDS, type PointedField } from './taught/taught-layout.ts'

/** `sources`: where the value of each form field is on the paper. The notes have several places. */
export type FilledLoad = {
  text: Record<string, string>
  sources: Record<string, Read>
  noteSources: Read[]
}

/** The load's field of each value. */
const LOAD_FIELDS: Readonly<Record<PointedField, string>> = {
  brokerLoadNumber: 'brokerLoadNumber',
  poNumber: 'poNumber',
  bolNumber: 'bolNumber',
  pickupNumber: 'pickupNumber',
  pickupCity: 'pickupCity',
  pickupState: 'pickupState',
  pickupZip: 'pickupZip',
  pickupDate: 'pickupDate',
  pickupTime: 'pickupTime',
  deliveryCity: 'deliveryCity',
  deliveryState: 'deliveryState',
  deliveryZip: 'deliveryZip',
  deliveryDate: 'deliveryDate',
  deliveryTime: 'deliveryTime',
  cargoType: 'cargoType',
  weight: 'weight',
  pieces: 'pieces',
  miles: 'miles',
  total: 'revenue',
}

/** The lines of the notes for values without a field, in this order. */
const NOTES: readonly [title: string, parts: readonly ReadField[]][] = [
  ['Pickup', ['pickupFacility', 'pickupAddress']],
  ['Delivery', ['deliveryFacility', 'deliveryAddress']],
  ['Equipment', ['equipment']],
]

const STOP_TITLES = { pickup: 'Pickup', delivery: 'Delivery', stop: 'Stop' }

/** The form's field of a value; undefined if it goes elsewhere. */
export function loadFieldOf(name: ReadField): string | undefined {
  const fields: Partial<Record<ReadField, string>> = LOAD_FIELDS
  return fields[name]
}

/** The value that a field of the form takes from a paper; undefined for the other fields. */
export function pointedFieldOf(field: string): PointedField | undefined {
  return POINTED_FIELDS.find((name) => LOAD_FIELDS[name] === field)
}

/** `names`: the fields of the load's form. */
export function fillLoad(
  { fields, furtherStops }: Reading,
  names: ReadonlySet<string>,
): FilledLoad {
  const filled: FilledLoad = { text: {}, sources: {}, noteSources: [] }
  for (const [name, field] of Object.entries(LOAD_FIELDS) as [ReadField, string][]) {
    const read = fields[name]
    if (!read || !names.has(field)) continue
    filled.text[field] = read.value
    filled.sources[field] = read
  }
  const lines: string[] = []
  const addLine = (title: string, reads: (Read | undefined)[]) => {
    const found = reads.filter((read) => read !== undefined)
    if (!found.length) return
    filled.noteSources.push(...found)
    lines.push(`${title}: ${found.map(({ value }) => value).join(', ')}`)
  }
  for (const [title, parts] of NOTES)
    addLine(
      title,
      parts.map((part) => fields[part]),
    )
  for (const { kind, read } of furtherStops)
    addLine(`Additional ${STOP_TITLES[kind].toLowerCase()}`, [read])
  if (lines.length) filled.text.notes = lines.join('\n')
  return filled
}
