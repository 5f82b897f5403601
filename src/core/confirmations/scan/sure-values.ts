/** A value from a scan counts only if OCR was sure of its letters: right or empty, never wrong (SPEC C143). */
import type { Read, ReadCharge, ReadField, Reading } from '#core/confirmations/reading.ts'
import { addUp } from '#core/money.ts'

/** The minimum confidence, out of 100. A person notices a wrong letter in a name, but not a wrong digit. */
const SURE_OF_DIGITS = 85
const SURE_OF_LETTERS = 70
/** The confidence that a total needs if its charges add up to it. */
const SURE_OF_SUM = 70

/** Letters that OCR confuses with digits. */
const MIXED_UP = /[OQDILSZBG]/i

/** Numbers that no calendar and no sum can check. */
const REFERENCES = new Set<ReadField>([
  ...(['brokerLoadNumber', 'poNumber', 'bolNumber', 'pickupNumber'] as const),
])

/** Values from pages with text stay as they are. A value that OCR is not sure of becomes a choice. */
export function keepSureValues(reading: Reading): Reading {
  const fields: Reading['fields'] = {}
  const unsure = { ...reading.unsure }
  let { totalProblem } = reading
  for (const [name, read] of Object.entries(reading.fields) as [ReadField, Read][]) {
    if (name === 'total' ? isSureTotal(read, reading.charges) : isSure(name, read)) {
      fields[name] = read
    } else if (name === 'total') totalProblem = { totals: [read], chargesSum: null }
    else unsure[name] = [read]
  }
  const furtherStops = reading.furtherStops.filter(({ read }) => isSure(null, read))
  return { ...reading, fields, unsure, totalProblem, furtherStops }
}

function isSure(name: ReadField | null, { value, words, confidence }: Read): boolean {
  if (confidence === undefined) return true
  if (name !== null && REFERENCES.has(name) && value.split(/[^\w]+/).some(isMixed)) return false
  return confidence >= (/\d/.test(words) ? SURE_OF_DIGITS : SURE_OF_LETTERS)
}

/** "LZ8841O2": a letter could be a digit, or a digit a letter. */
function isMixed(part: string): boolean {
  return /\d/.test(part) && MIXED_UP.test(part)
}

/** The charges of the same scan must add up to the total, which shows a misread digit. */
function isSureTotal(total: Read, charges: readonly ReadCharge[]): boolean {
  if (total.confidence === undefined) return true
  const isChecked =
    charges.length > 0 && addUp(charges.map(({ read }) => read.value)) === addUp([total.value])
  return isChecked && total.confidence >= SURE_OF_SUM
}
