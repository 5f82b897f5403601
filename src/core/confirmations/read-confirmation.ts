/**
 * Reads a rate confirmation from the words of its pages (SPEC C120). An unclear value is left out:
 * the field is empty, and `unsure` has the values that it could have. Pure: the same pages give the same reading.
 */
import { formatDay, type Day } from '#core/calendar.ts'
import { readBroker, type OwnCompany } from './broker.ts'
import { offerDayBetween, offerStop, withClearDays, withOrderedDays } from './doubts.ts'
import { FIELD_LABELS, type LabeledField } from './field-labels.ts'
import { distinctReads, readLabeled } from './labeled-field.ts'
import { findLayout } from './layouts/find-layout.ts'
import type { Layout } from './layouts/layouts.ts'
import { readBelowTitle, readColumnBelow, readLoadNumber } from './load-number.ts'
import { readMoney } from './money/total.ts'
import { cellsOf, divide, keepCells, toPaper, type PaperLines } from './paper.ts'
import type { Read, ReadField, Reading, ReadStop } from './reading.ts'
import { readLabeledDays } from './stops/labeled-days.ts'
import { readLane } from './stops/lane.ts'
import type { StopPlace } from './stops/stop-names.ts'
import { hasSamePlaces, readSentences } from './stops/sentences.ts'
import { keepSureValues } from './scan/sure-values.ts'
import { findLoads, hasUnnamedLoads, keepLoad, keepShared, withoutMixed } from './several-loads.ts'
import { hasUnknownStop, listStops, readApartDay, readStops, type Stop } from './stops/stops.ts'
import { applyTaught } from './taught/apply-taught.ts'
import type { StoredLayout } from './taught/taught-layout.ts'
import type { Cell, WordLine } from './words/lines.ts'
import { joinReads } from './words/spans.ts'
import type { Page } from './words/words.ts'

/** `taught`: the layouts of the account (SPEC C145). `load`: the number of the load to read if the paper has several. */
type Options = {
  today: Day
  company: OwnCompany
  taught?: readonly StoredLayout[]
  load?: string | undefined
}

type Fields = Reading['fields']

/** The values that each field could have. A single value is sure. */
type Candidates = Partial<Record<ReadField, Read[]>>

export function readConfirmation(pages: readonly Page[], options: Options): Reading {
  const paper = toPaper(pages)
  const numbers = readLoadNumber(paper, findLayout(paper.lines))
  const listed = listStops(paper.sections, options.today)
  const stops = numbers.length > 1 ? listed : []
  const parts = findLoads(paper, numbers, stops)
  if (!parts.length) {
    const reading = readPaper(paper, options)
    const [first] = numbers
    const isList = first !== undefined && readColumnBelow(paper.body, first).length > 0
    return isList || hasUnnamedLoads(paper, listed)
      ? keepShared(reading)
      : withoutMixed(reading, stops, numbers.length > 1)
  }
  const loads = parts.map(({ number }) => number)
  if (options.load !== undefined && loads.includes(options.load))
    return { ...readPaper(divide(keepLoad(paper.lines, parts, options.load)), options), loads }
  return { ...keepShared(readPaper(paper, options)), loads }
}

function readPaper(paper: PaperLines, { today, company, taught = [] }: Options): Reading {
  const layout = findLayout(paper.lines)
  const stops = readStops(paper.sections, today)
  const { lane, days } = readRunningText(paper, stops, today)
  const pickup = withDay(
    stops.find(({ kind }) => kind === 'pickup'),
    stops,
    paper,
    today,
  )
  const delivery = withDay(
    stops.findLast(({ kind }) => kind === 'delivery'),
    stops,
    paper,
    today,
  )
  const isDoubtful = pickup !== undefined && hasUnknownStop(paper.body, paper.sections, pickup)
  const money = readMoney(paper.body, layout?.labels.total?.map(({ label }) => label) ?? [])
  const broker = readBroker(paper, layout, company)
  const labeled = readLabeledDays(paper.body, linesOutsideStops(paper), today)
  const candidates: Candidates = {
    ...readLabeledFields(paper, layout, pickup, delivery),
    brokerName: broker.name,
    brokerMc: broker.mc,
    brokerDomain: broker.domain,
    ...describeStop('pickup', pickup, lane?.pickup, [
      ...labeled.pickup,
      ...(days.pickup ? [days.pickup] : []),
    ]),
    ...describeStop('delivery', delivery, lane?.delivery, [
      ...labeled.delivery,
      ...(days.delivery ? [days.delivery] : []),
    ]),
    ...(money.total ? { total: [money.total] } : {}),
  }
  const stated = offerDayBetween(decide(candidates), paper, pickup, delivery)
  const decided = offerStop(stated, isDoubtful ? 'pickup' : null)
  const { fields, unsure, ...read } = applyTaught(
    {
      fields: decided.fields,
      unsure: { ...offerBelowTitle(paper, candidates), ...decided.unsure },
      charges: money.charges,
      totalProblem: money.problem,
    },
    paper,
    taught,
    today,
  )
  return keepSureValues({
    layout: layout?.id ?? null,
    ...withOrderedDays(...withClearDays(paper, fields, unsure, today)),
    ...read,
    furtherStops: stops
      .filter(({ section, place }) =>
        [pickup, delivery].every((main) => main?.section !== section || main.place !== place),
      )
      .flatMap(toFurtherStop),
  })
}

/** What the paper says about its lane apart from the stops. */
function readRunningText({ body }: PaperLines, stops: readonly Stop[], today: Day) {
  const hasPlace = stops.some(({ place, places }) => place || places.length)
  const hasPickup = stops.some(({ kind }) => kind !== 'delivery')
  const sentence = hasPlace && hasPickup ? null : readSentences(body, today)
  const lane = hasPlace ? withSameDelivery(sentence, stops) : (readLane(body) ?? sentence)
  const days = sentence && lane && hasSamePlaces(sentence, lane) ? sentence.days : {}
  return { lane, days }
}

/** A sentence whose second line begins "deliver to Atlanta, GA" is about that stop too. */
function withSameDelivery(
  sentence: ReturnType<typeof readSentences>,
  stops: readonly Stop[],
): ReturnType<typeof readSentences> {
  const [only] = stops
  const city = stops.length === 1 ? only?.place?.city?.value : undefined
  return city !== undefined && sentence?.delivery.city?.value === city ? sentence : null
}

function offerBelowTitle(paper: PaperLines, { brokerLoadNumber = [] }: Candidates): Candidates {
  const reads = brokerLoadNumber.length ? [] : readBelowTitle(paper)
  return reads.length ? { brokerLoadNumber: reads } : {}
}

function decide(candidates: Candidates): { fields: Fields; unsure: Candidates } {
  const fields: Fields = {}
  const unsure: Candidates = {}
  for (const [name, reads] of Object.entries(candidates) as [ReadField, Read[]][]) {
    const [only] = reads
    if (only && reads.length === 1) fields[name] = only
    else if (reads.length > 1) unsure[name] = reads
  }
  return { fields, unsure }
}

/** A stop without a day takes the one that a line apart from the stops names, if it is the only stop of its kind. */
function withDay(
  stop: Stop | undefined,
  stops: readonly Stop[],
  { body }: PaperLines,
  today: Day,
): Stop | undefined {
  if (stop?.kind !== 'pickup' && stop?.kind !== 'delivery') return stop
  const isOnly = stops.filter(({ kind }) => kind === stop.kind).length === 1
  if (stop.day.date || stop.day.otherDates.length || !isOnly) return stop
  return { ...stop, day: readApartDay(body, stop.kind, today) }
}

function readLabeledFields(
  paper: PaperLines,
  layout: Layout | null,
  pickup: Stop | undefined,
  delivery: Stop | undefined,
): Candidates {
  const candidates: Candidates = {}
  const places = [
    linesOfStop(paper, pickup),
    linesOutsideStops(paper),
    linesOfStop(paper, delivery),
  ]
  const loadNumber = readLoadNumber(paper, layout)
  for (const name of Object.keys(FIELD_LABELS) as LabeledField[]) {
    if (name === 'brokerLoadNumber') continue
    const scopes = name === 'pickupNumber' ? places.slice(0, 2) : places
    const found = scopes.map((lines) =>
      readLabeled(lines, FIELD_LABELS[name], layout?.labels[name]),
    )
    candidates[name] = (found.find((reads) => reads.length) ?? []).filter(
      ({ value }) => !loadNumber.some((number) => number.value === value),
    )
  }
  return { ...candidates, brokerLoadNumber: loadNumber }
}

function linesOfStop(paper: PaperLines, stop: Stop | undefined): WordLine[] {
  const cells = new Set<Cell>(stop?.section.rows.flat())
  return keepCells(paper.body, (cell) => cells.has(cell))
}

function linesOutsideStops(paper: PaperLines): WordLine[] {
  const stops = cellsOf(paper, 'pickup', 'delivery', 'stop', 'billing', 'carrier')
  return keepCells(paper.body, (cell) => !stops.has(cell))
}

function describeStop(
  side: 'pickup' | 'delivery',
  stop: Stop | undefined,
  ofLane: StopPlace | undefined,
  labeledDays: Read[],
): Candidates {
  const { day, places = [] } = stop ?? {}
  const place = stop?.place ?? ofLane
  const one = (read: Read | undefined) => (read ? [read] : [])
  const several = (pick: 'city' | 'state' | 'zip') =>
    distinctReads(places.flatMap((each) => each[pick] ?? []))
  return {
    [`${side}Facility`]: one(place?.facility),
    [`${side}Address`]: one(place?.address),
    [`${side}City`]: place ? one(place.city) : several('city'),
    [`${side}State`]: place ? one(place.state) : several('state'),
    [`${side}Zip`]: place ? one(place.zip) : several('zip'),
    [`${side}Date`]: findDate(day, labeledDays),
    [`${side}Time`]: one(day?.time),
  }
}

function findDate(day: Stop['day'] | undefined, labeledDays: Read[]): Read[] {
  if (day?.date) return [day.date]
  return distinctReads(day?.otherDates.length ? day.otherDates : labeledDays)
}

function toFurtherStop({ kind, place, day, places }: Stop): ReadStop[] {
  const main = place ?? places[0]
  if (kind !== 'pickup' && kind !== 'delivery' && kind !== 'stop') return []
  const parts = [
    main?.facility,
    main?.address,
    main?.city,
    main?.state,
    main?.zip,
    // A person reads it in the notes.
    day.date && { ...day.date, value: formatDay(day.date.value) },
    day.time,
  ]
  const reads = parts.filter((part) => part !== undefined)
  const onPage = reads.filter(({ page }) => page === reads[0]?.page)
  return reads.length
    ? [{ kind, read: joinReads(onPage, reads.map(({ value }) => value).join(', ')) }]
    : []
}
