/** Fills the fields that the reader left empty with the values of taught layouts (SPEC C145). */
import type { Day } from '#core/calendar.ts'
import { distinctReads } from '#core/confirmations/labeled-field.ts'
import { LEAST_TOTAL } from '#core/confirmations/money/total.ts'
import type { PaperLines } from '#core/confirmations/paper.ts'
import type { Read, ReadField, Reading } from '#core/confirmations/reading.ts'
import { isZipOf } from '#core/confirmations/values/zip-states.ts'
import type { WordLine } from '#core/confirmations/words/lines.ts'
import { addUp, toAmount } from '#core/money.ts'
import { readAnchor } from './anchors.ts'
import { isRecognized } from './recognize.ts'
import { POINTED_FIELDS, type PointedField, type StoredLayout } from './taught-layout.ts'

type Taught = { name: PointedField; reads: Read[]; corrects: boolean }

type Open = Pick<Reading, 'fields' | 'unsure' | 'charges' | 'totalProblem'>

/** `taught`: the ids of the layouts that match this paper. */
export function applyTaught(
  reading: Open,
  { lines, body }: Pick<PaperLines, 'lines' | 'body'>,
  layouts: readonly StoredLayout[],
  today: Day,
): Open & Pick<Reading, 'taught'> {
  const recognized = layouts.filter(({ layout }) => isRecognized(lines, layout))
  if (!recognized.length) return reading
  const taught = POINTED_FIELDS.map((name) => readTaught(name, recognized, body, today))
  const filled = withoutWrongPlaces(taught).reduce(takeTaught, reading)
  return { ...filled, taught: recognized.map(({ id }) => id) }
}

function readTaught(
  name: PointedField,
  layouts: readonly StoredLayout[],
  lines: readonly WordLine[],
  today: Day,
): Taught {
  const fields = layouts.flatMap(({ layout }) => layout.fields[name] ?? [])
  const reads = fields.flatMap(({ anchors }) =>
    anchors.flatMap((anchor) => readAnchor(lines, anchor, name, today) ?? []),
  )
  return { name, reads: distinctReads(reads), corrects: fields.some(({ corrects }) => corrects) }
}

/** If a ZIP code is not in the state beside it, neither is taken. */
function withoutWrongPlaces(taught: Taught[]): Taught[] {
  const valueOf = (name: string) => taught.find((value) => value.name === name)?.reads[0]?.value
  return taught.map((value) => {
    const stop = /^(pickup|delivery)(?:City|State|Zip)$/.exec(value.name)?.[1]
    const [state, zip] = [valueOf(`${stop}State`), valueOf(`${stop}Zip`)]
    return stop && state && zip && !isZipOf(zip, state) ? { ...value, reads: [] } : value
  })
}

/**
 * A taught value fills a field that is empty or unsure, or that a person corrected before. Otherwise the reader's own sure
 * value stays. If a person corrected the reader and the anchor is missing, the reader's value is only a choice.
 */
function takeTaught(reading: Open, { name, reads, corrects }: Taught): Open {
  const own = reading.fields[name]
  const [only] = reads
  if (own && !corrects) return reading
  if (only && reads.length === 1)
    return name === 'total' ? takeTotal(reading, only) : take(reading, name, only)
  if (own) return leaveOpen(reading, name, [own, ...reads])
  return reads.length ? leaveOpen(reading, name, reads) : reading
}

function take<Part extends Open>(reading: Part, name: ReadField, read: Read): Part {
  const { [name]: _, ...unsure } = reading.unsure
  return { ...reading, fields: { ...reading.fields, [name]: read }, unsure }
}

function leaveOpen(reading: Open, name: ReadField, reads: Read[]): Open {
  const { [name]: _, ...fields } = reading.fields
  return { ...reading, fields, unsure: { ...reading.unsure, [name]: distinctReads(reads) } }
}

/** Does not take a total that the paper's own charges contradict (SPEC C121), or that can be a rate per mile (C417). */
function takeTotal(reading: Open, read: Read): Open {
  const { charges, totalProblem } = reading
  const sum = charges.length ? toAmount(addUp(charges.map((charge) => charge.read.value))) : null
  if (totalProblem && sum !== null && sum !== read.value) return reading
  if (addUp([read.value]) < LEAST_TOTAL) {
    const { total: own, ...fields } = reading.fields
    const totals = own ? [own, read] : [read]
    return {
      ...reading,
      fields,
      totalProblem: totalProblem ?? { totals, chargesSum: sum === null ? null : addUp([sum]) },
    }
  }
  const kept = sum === read.value ? charges : []
  return { ...take(reading, 'total', read), charges: kept, totalProblem: null }
}
