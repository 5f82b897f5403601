/** Decides which cell of a pasted spreadsheet row goes into which field of a form (SPEC C61). */
import type { Entity } from '#core/entities/entity.ts'
import type { EntityName, Field } from '#core/fields/field.ts'
import { parseCell } from '#core/transfer/cells.ts'
import { matchChoice } from '#core/transfer/choices.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { listPlaces, parsePlace } from '#core/transfer/places.ts'
import type { FormText } from '#web/records/form/form-text.ts'

export type PastedRow = {
  /** The text of each field. */
  text: FormText
  /** The labels of linked records, whose IDs are not known yet. */
  links: { name: string; to: EntityName; label: string }[]
  /** Messages by field, for cells without a valid value. */
  problems: Record<string, string>
  /** The titles of columns that match no field. */
  leftOut: string[]
}

/** The cells of the first row, read as an import reads them. */
export function readPastedRow(
  entity: Entity,
  { titles, columns, preview }: Pick<ImportCheck, 'titles' | 'columns' | 'preview'>,
): PastedRow {
  const row: PastedRow = { text: {}, links: [], problems: {}, leftOut: [] }
  for (const [at, title] of titles.entries()) {
    const cell = preview[0]?.cells[at]?.trim() ?? ''
    if (cell !== '') readCell(entity, columns[at] ?? null, { title, cell }, row)
  }
  return row
}

function readCell(
  entity: Entity,
  name: string | null,
  { title, cell }: { title: string; cell: string },
  row: PastedRow,
): void {
  const place = name === null ? undefined : listPlaces(entity)[name]
  const field = name === null ? undefined : entity.fields[name]
  if (place) {
    const parts = parsePlace(cell)
    if (!parts) row.problems[place.state] = `“${cell}” is not a place such as “Dallas, TX 75201”`
    else {
      row.text[place.city] = parts.city
      row.text[place.state] = parts.state
      row.text[place.zip] = parts.zip
    }
  } else if (name === null || !field || field.control === 'none') row.leftOut.push(title)
  else if (field.to) row.links.push({ name, to: field.to, label: cell })
  else if (field.control === 'choice') readChoice(name, field, cell, row)
  else row.text[name] = String(parseCell(field, cell) ?? '')
}

function readChoice(name: string, { label, options = [] }: Field, cell: string, row: PastedRow) {
  const [value, other] = matchChoice(options, cell)
  if (value !== undefined && other === undefined) row.text[name] = value
  else row.problems[name] = `“${cell}” is not a ${label.toLowerCase()}. Choose one`
}

/** The pasted text with its own heading or the heading of an earlier paste; null if neither fits. */
export function addHeading(pasted: string, remembered: string | null): string | null {
  const lines = pasted.trim().split(/\r\n|\n|\r/)
  if (lines.length > 1) return pasted
  const cells = (line: string) => line.split('\t').length
  if (remembered === null || cells(remembered) !== cells(pasted.replace(/[\r\n]+$/, '')))
    return null
  return `${remembered}\n${pasted}`
}
