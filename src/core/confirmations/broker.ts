/** Who tendered the load: the broker's name, MC number and email domain (SPEC C123). */
import type { Layout } from './layouts/layouts.ts'
import { distinctReads } from './labeled-field.ts'
import { cellsOf, keepCells, type PaperLines } from './paper.ts'
import type { Read } from './reading.ts'
import type { Cell, WordLine } from './words/lines.ts'
import { toRead } from './words/spans.ts'
import type { Box } from './words/words.ts'

/** The account's own company, which the paper names as the carrier. */
export type OwnCompany = { name: string; emailDomain: string }

type ReadBroker = { name: Read[]; mc: Read[]; domain: Read[] }

const EMAIL = /[\w.+-]+@((?:[a-z0-9-]+\.)+[a-z]{2,})/gi
const PERSONAL =
  /^(?:gmail|yahoo|hotmail|outlook|aol|icloud|live|msn|comcast|att|sbcglobal|verizon|protonmail|ymail)\./i
const MC = /\bMC\s*(?:#|no\.?|number)?\s*[-:#.]*\s*(\d{5,7})\b/gi
const COMPANY =
  /\b(?:logistics|brokerage|freight|transport(?:ation)?|supply chain|3pl|global|solutions)\b/i
const LEGAL = /\b(?:inc|llc|l\.l\.c|corp(?:oration)?|co|ltd|lp)\b\.?/i
const BROKER_LABEL =
  /^\W*(?:broker(?:age)?(?: name| company)?|bill to|invoice to|booked (?:by|with))\s*:\s*/i

export function readBroker(paper: PaperLines, layout: Layout | null, own: OwnCompany): ReadBroker {
  const others = cellsOf(paper, 'carrier', 'pickup', 'delivery', 'stop')
  const lines = keepCells(paper.lines, (cell) => !others.has(cell))
  const name = readName(paper, lines, layout, own)
  return {
    name,
    mc: readMc(paper, lines, name[0], own),
    domain: readDomain(lines, layout, own, name[0]),
  }
}

function readDomain(
  lines: readonly WordLine[],
  layout: Layout | null,
  own: OwnCompany,
  name: Read | undefined,
): Read[] {
  const all = eachMatch(lines, EMAIL, 1).map((read) => ({
    ...read,
    value: read.value.toLowerCase(),
  }))
  const found = distinctReads(all).filter(
    ({ value }) => !PERSONAL.test(value) && value !== own.emailDomain.toLowerCase(),
  )
  const ofLayout = found.filter(({ value }) => layout && endsWithDomain(value, layout.domain))
  if (ofLayout.length) return ofLayout.slice(0, 1)
  if (layout || found.length < 2) return layout ? [] : found
  const words = (name?.value ?? '').toLowerCase().split(/\W+/)
  const alike = found.filter(({ value }) =>
    words.some((word) => word.length > 3 && value.includes(word)),
  )
  return alike.length === 1 ? alike : found
}

function endsWithDomain(value: string, domain: string): boolean {
  return value === domain || value.endsWith(`.${domain}`)
}

/** Reads the name of the known layout, else a labeled name, else a company name in the first lines. */
function readName(
  paper: PaperLines,
  lines: readonly WordLine[],
  layout: Layout | null,
  own: OwnCompany,
): Read[] {
  if (layout) return readBrand(lines, layout)
  const ownName = simplify(own.name)
  const isOther = ({ value }: Read) => !ownName || !simplify(value).includes(ownName)
  const labeled = lines.flatMap(({ cells }) => cells.flatMap((cell) => readAfterLabel(cell)))
  const below = paper.sections
    .filter(
      ({ heading, cell, rows }) =>
        isPartner(heading.kind) &&
        heading.rest >= cell.text.length &&
        !hasValueBeside(lines, cell, rows),
    )
    .flatMap(({ rows, cell }) => rows[1]?.find(({ box }) => isAligned(box, cell.box)) ?? [])
    .filter((cell) => isCompany(cell.text))
    .map((cell) => toRead({ cell, from: 0, to: cell.text.length }, cell.text))
  const named = distinctNames([...labeled, ...below].filter(isOther))
  if (named.length) return named
  // A row of a table has the names of stops.
  const head = lines
    .slice(0, HEAD_LINES)
    .flatMap(({ cells }) => (cells.length < MOST_IN_HEAD ? cells : []))
  const companies = head.flatMap((cell) => {
    const lead = LEAD.exec(cell.text)?.[0].length ?? 0
    const text = cell.text.slice(lead).replace(TITLE, '').replace(SERVICE, '$1').trim()
    // "Ana Belt, Acme Logistics LLC" is a person and a company.
    const isPerson = text.split(/,\s/).some((part, at) => at > 0 && part.split(' ').length > 1)
    const isNamed = !isPerson && isCompany(text) && (LEGAL.test(text) || COMPANY.test(text))
    return isNamed ? [toRead({ cell, from: lead, to: lead + text.length }, text)] : []
  })
  return distinctNames(companies.filter(isOther))
}

const HEAD_LINES = 8
const MOST_IN_HEAD = 5

/** "Booked with Acme Logistics". */
const LEAD =
  /^(?:booked (?:by|with)|tendered by|offered by|posted by|issued by|prepared by|from|broker(?:ed by)?)\s*:?\s+/i

/** "Acme Logistics - RATE CONFIRMATION": the title of the paper after the name. */
const TITLE =
  /[\s|:–-]+(?:carrier |load |truck )*(?:rate|load|carrier)[\s-]*(?:con\b|conf|confirmation|agreement|tender|sheet).*$|\s+[|—–]\s.*$|[\s,|(–-]+(?:load|order|pro|shipment|trip|tender)\s*(?:#|no\b|number|id\b|:).*$|[\s,|(·•–-]*\b(?:broker\s+)?MC\b.*$/i

/** "Acme Transport LLC EXPEDITE": capitals behind a name that has none. */
const SERVICE = /^(.*[a-z].*\b(?:LLC|Inc\.?|Corp\.?|Ltd\.?))\s+[A-Z]{4,}$/

function isAligned(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < 10
}

/** "Broker | Acme Logistics LLC" in a column of labels: below the label is the next one. */
function hasValueBeside(lines: readonly WordLine[], cell: Cell, rows: readonly Cell[][]): boolean {
  const { cells = [] } = lines.find(({ index }) => index === cell.line) ?? {}
  const next = cells[cells.indexOf(cell) + 1]
  const below = rows[1]?.find(({ box }) => isAligned(box, cell.box))
  return next !== undefined && isCompany(next.text) && (LEGAL.test(next.text) || !below)
}

function isPartner(kind: string): boolean {
  return kind === 'broker' || kind === 'billing'
}

function readAfterLabel(cell: Cell): Read[] {
  const label = BROKER_LABEL.exec(cell.text)?.[0].length
  const value = label ? cell.text.slice(label).trim() : ''
  return label && isCompany(value)
    ? [toRead({ cell, from: label, to: cell.text.length }, value)]
    : []
}

/** "Freight", "Freight Charges". */
const CHARGE =
  /^(?:(?:line\s?haul|freight|fuel|transport(?:ation)?|logistics)(?:\s(?:charges?|bill|rate|pay|cost|amount|surcharge|details|information|class|terms))?)$/i

/** True for text that begins with a capital letter, has no digits, and is no sentence and no title of the paper. */
function isCompany(text: string): boolean {
  const isTitle =
    /\b(?:confirmation|agreement|sheet|page|addendum|attn|tender|invoice|terms|order|subject)\b/i
  return (
    /^[A-Z]/.test(text) &&
    text.length >= 4 &&
    text.length <= 50 &&
    !/[\d@:#]/.test(text.replace(/\b\dPL\b/i, '')) &&
    !CHARGE.test(text) &&
    !isTitle.test(text)
  )
}

function readBrand(lines: readonly WordLine[], layout: Layout): Read[] {
  const names = layout.brand.filter((word) => !word.includes('.com'))
  for (const name of names) {
    const pattern = new RegExp(`(?<!\\w)${name.replaceAll('.', '\\.')}(?!\\w)`, 'gi')
    const [first] = eachMatch(lines, pattern, 0)
    if (first) return [{ ...first, value: layout.broker }]
  }
  return eachMatch(lines, EMAIL, 1)
    .filter(({ value }) => endsWithDomain(value.toLowerCase(), layout.domain))
    .slice(0, 1)
    .map((read) => ({ ...read, value: layout.broker }))
}

function distinctNames(reads: Read[]): Read[] {
  return reads.filter(
    ({ value }, index) =>
      reads.findIndex((other) => simplify(other.value) === simplify(value)) === index,
  )
}

/** "Acme Logistics, LLC" and "ACME LOGISTICS" are one company. */
export function simplify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/\b(?:inc|llc|l\.l\.c|corp|corporation|co|company|ltd|lp|the)\b/g, '')
    .replaceAll(/[^a-z0-9]/g, '')
}

/**
 * The paper also has the carrier's MC number. An MC number counts only if the paper labels it as the broker's or
 * prints it beside the broker's name.
 */
function readMc(
  paper: PaperLines,
  lines: readonly WordLine[],
  name: Read | undefined,
  own: OwnCompany,
): Read[] {
  const ownName = simplify(own.name)
  const ownCells = paper.lines
    .flatMap(({ cells }) => cells)
    .filter(({ text }) => ownName !== '' && simplify(text).includes(ownName))
  const isOwn = (cell: Cell) => ownCells.some((one) => isBelowOwn(cell, one))
  const inBroker = cellsOf(paper, 'broker')
  const hits = lines.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      [...cell.text.matchAll(MC)].map((match) => ({
        cell,
        match,
        before: cell.text.slice(0, match.index),
      })),
    ),
  )
  const ofBroker = hits.filter(
    ({ cell, before }) =>
      !/\bcarrier\b/i.test(before) &&
      !isOwn(cell) &&
      (/\bbroker\b/i.test(before) ||
        inBroker.has(cell) ||
        (name !== undefined && isBesideName(cell, name))),
  )
  return distinctReads(
    ofBroker.map(({ cell, match }) => {
      const digits = match[1] ?? ''
      const from = match.index + match[0].lastIndexOf(digits)
      return toRead({ cell, from, to: from + digits.length }, digits)
    }),
  )
}

/** Beside the own company's name, or in the block below it. */
function isBelowOwn(cell: Cell, own: Cell): boolean {
  const below = cell.box.y - own.box.y
  const isBlock = Math.abs(cell.box.x - own.box.x) < 10 && below > 0 && below < 6 * own.box.height
  return cell.page === own.page && cell !== own && (cell.line === own.line || isBlock)
}

/** Whether the cell is the name's own cell or in its address block: below it at the same left edge. */
function isBesideName(cell: Cell, { page, box }: Read): boolean {
  const below = cell.box.y - box.y
  const isBlock = Math.abs(cell.box.x - box.x) < 10 && below >= 0 && below < box.height * 6
  return cell.page === page && isBlock
}

function eachMatch(lines: readonly WordLine[], pattern: RegExp, group: number): Read[] {
  return lines.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      [...cell.text.matchAll(pattern)].map((match) => {
        const value = match[group] ?? ''
        return toRead({ cell, from: match.index, to: match.index + match[0].length }, value)
      }),
    ),
  )
}
