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

/** Loads without numbers: "Load 1 of 2" and "Load 2 of 2", or pairs of stops with an amount for each (SPEC C595). */
export function hasUnnamedLoads(
  { body }: Pick<PaperLines, 'body'>,
  stops: readonly Stop[],
): boolean {
  const parts = body.flatMap(({ cells }) => cells.flatMap(({ text }) => PART.exec(text)?.[1] ?? []))
  return new Set(parts).size > 1 || hasPairs(body, stops)
}

const PART = /^\W*load\s+(\d)\s+of\s+\d\b/i

/** A pickup below a delivery, each pair with an amount of its own. The stops of one load have no amounts between them. */
function hasPairs(body: readonly WordLine[], stops: readonly Stop[]): boolean {
  const ordered = stops.toSorted((a, b) => a.section.cell.line - b.section.cell.line)
  const next = ordered.findIndex(
    ({ kind }, at) => kind === 'pickup' && ordered[at - 1]?.kind === 'delivery',
  )
  const [first, last] = [ordered[next - 1], ordered[next]]
  if (!first || !last) return false
  const rest = ordered.slice(next)
  const hasAmount = (from: number, to: number) =>
    body.some(
      ({ index, cells }) =>
        index >= from && index < to && cells.some(({ text }) => AMOUNT.test(text)),
    )
  const isPair = rest.some(({ kind }) => kind === 'delivery')
  const [from, to] = [first.section.cell.line, last.section.cell.line]
  const [start, end] = [ordered[0]?.section.cell.line ?? 0, rest.at(-1)?.section.cell.line ?? 0]
  return isPair && hasAmount(from, to) && (hasAmount(0, start) || hasAmount(end, Infinity))
}

const AMOUNT = /\$\s?\d/

/** Several load numbers and several of each stop can be several loads, even if no part of the paper is clearly one of them. */
export function withoutMixed(
  reading: Reading,
  stops: readonly Stop[],
  hasNumbers: boolean,
): Reading {
  const isMixed = (['pickup', 'delivery'] as const).every(
    (kind) => stops.filter((stop) => stop.kind === kind).length > 1,
  )
  // In running text, each number can have its own sentence.
  const isText = hasNumbers && !stops.some(({ place, places }) => place ?? places[0])
  return isMixed || isText ? keepShared(reading) : reading
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
