/** A paper can confirm several loads. Their values are never mixed: the person chooses one of them (SPEC C410). */
import type { PaperLines } from './paper.ts'
import type { Read, Reading } from './reading.ts'
import type { Stop } from './stops/stops.ts'
import type { WordLine } from './words/lines.ts'
import { baselineOf } from './words/words.ts'

/** `from`, `to`: its lines, the second one not included. */
type PartOfLoad = { number: string; from: number; to: number }

/** The lines of each load if the paper has several load numbers, each with its own pickup and delivery; else none. */
export function findLoads(
  { lines }: Pick<PaperLines, 'lines'>,
  numbers: readonly Read[],
  stops: readonly Stop[],
): PartOfLoad[] {
  const places = numbers
    .map((read) => ({ number: read.value, from: lineOf(lines, read) }))
    .toSorted((a, b) => a.from - b.from)
  const runs = places.filter(({ number }, at) => number !== places[at - 1]?.number)
  const parts = runs.map((run, at) => ({ ...run, to: runs[at + 1]?.from ?? Infinity }))
  const isClean = new Set(parts.map(({ number }) => number)).size === parts.length
  return parts.length > 1 && isClean && parts.every((part) => hasStops(part, stops)) ? parts : []
}

/** The paper with what is above all loads and with the lines of this load. */
export function keepLoad(
  lines: readonly WordLine[],
  parts: readonly PartOfLoad[],
  number: string,
): WordLine[] {
  const start = parts[0]?.from ?? 0
  const part = parts.find((one) => one.number === number)
  return lines.filter(
    ({ index }) => index < start || (part && index >= part.from && index < part.to),
  )
}

/** Several load numbers and several of each stop can be several loads, even if no part of the paper is clearly one of them. */
export function withoutMixed(reading: Reading, stops: readonly Stop[]): Reading {
  const isMixed = (['pickup', 'delivery'] as const).every(
    (kind) => stops.filter((stop) => stop.kind === kind).length > 1,
  )
  return isMixed ? keepShared(reading) : reading
}

/** What all loads of a paper have in common: their broker. */
export function keepShared({ fields, unsure, ...read }: Reading): Reading {
  const shared = Object.entries(fields).filter(
    ([name]) => name.startsWith('broker') && name !== 'brokerLoadNumber',
  )
  return {
    ...read,
    fields: Object.fromEntries(shared),
    unsure: unsure.brokerLoadNumber ? { brokerLoadNumber: unsure.brokerLoadNumber } : {},
    charges: [],
    totalProblem: null,
    furtherStops: [],
  }
}

function hasStops({ from, to }: PartOfLoad, stops: readonly Stop[]): boolean {
  const own = stops.filter(({ section: { cell } }) => cell.line >= from && cell.line < to)
  return ['pickup', 'delivery'].every((kind) => own.some((stop) => stop.kind === kind))
}

function lineOf(lines: readonly WordLine[], { page, box }: Read): number {
  const middle = box.y + box.height / 2
  const near = lines
    .filter((line) => line.page === page)
    .toSorted((a, b) => distance(a, middle) - distance(b, middle))
  return near[0]?.index ?? 0
}

function distance({ baseline, height }: WordLine, middle: number): number {
  return Math.abs(
    baseline - height * (baselineOf({ x: 0, y: 0, width: 0, height: 1 }) - 0.5) - middle,
  )
}
