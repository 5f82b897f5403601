/** Makes a taught layout from the values that a person pointed at on one paper (SPEC C145). */
import type { Day } from '#core/calendar.ts'
import type { ReadField, Read, Reading } from '#core/confirmations/reading.ts'
import { toPaper } from '#core/confirmations/paper.ts'
import type { WordLine } from '#core/confirmations/words/lines.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import { readAnchor } from './anchors.ts'
import { findAnchor } from './find-anchor.ts'
import { isLabelCell, tokensOf } from './label-words.ts'
import { isPrinted } from './recognize.ts'
import {
  MAX_LABEL_LENGTH,
  MAX_MARK_LENGTH,
  MAX_ANCHORS,
  MAX_MARKS,
  MAX_WORDS,
  type Anchor,
  type PointedField,
  type TaughtLayout,
} from './taught-layout.ts'

export type Pointed = Partial<Record<PointedField, Read>>

type Lesson = {
  pages: readonly Page[]
  today: Day
  pointed: Pointed
  /** The name of the chosen broker, or null. */
  broker: string | null
  /** What the reader finds on this paper without taught layouts. */
  untaught: Pick<Reading, 'fields' | 'unsure'>
  /** The layout of the paper, if it was taught before. */
  known: TaughtLayout | null
}

/** Null if no broker or no anchor was found: then nothing can be remembered. */
export function teachLayout(lesson: Lesson): TaughtLayout | null {
  const { pages, pointed, broker, untaught } = lesson
  const { lines, body } = toPaper(pages)
  const marks = findMarks(lines, untaught, broker)
  const entries = (Object.entries(pointed) as [PointedField, Read][]).flatMap(([name, read]) => {
    const field = teachField(body, name, read, lesson)
    return field ? [[name, field] as const] : []
  })
  if (!marks.length || !entries.length) return null
  return {
    broker: (broker ?? untaught.fields.brokerName?.value ?? marks[0] ?? '').slice(0, 100),
    marks,
    words: findWords(lines),
    fields: Object.fromEntries(entries),
  }
}

/** Earlier anchors stay unless they find another value on this paper. */
function teachField(lines: WordLine[], name: PointedField, read: Read, lesson: Lesson) {
  const { today, untaught, known } = lesson
  const anchor = findAnchor(lines, name, read, today)
  if (!anchor) return null
  const earlier = known?.fields[name]
  const kept = (earlier?.anchors ?? []).filter((candidate) => {
    const found = readAnchor(lines, candidate, name, today)
    return !isSame(candidate, anchor) && (!found || found.value === read.value)
  })
  const sure = untaught.fields[name]
  return {
    anchors: [anchor, ...kept].slice(0, MAX_ANCHORS),
    corrects: earlier?.corrects === true || (sure !== undefined && sure.value !== read.value),
  }
}

function isSame(a: Anchor, b: Anchor): boolean {
  return a.label === b.label && a.side === b.side && a.within === b.within
}

const BROKER_FIELDS: readonly ReadField[] = ['brokerMc', 'brokerDomain', 'brokerName']

/** The broker's marks as the paper prints them. Of unclear values only domains count, because others could be a customer's. */
function findMarks(
  lines: readonly WordLine[],
  { fields, unsure }: Lesson['untaught'],
  broker: string | null,
): string[] {
  const sure = BROKER_FIELDS.flatMap((name) => {
    const read = fields[name]
    if (!read) return []
    return name === 'brokerName' ? [read.words, read.value] : [read.value]
  })
  const names = broker ? [broker] : []
  const domains = sure.length ? [] : (unsure.brokerDomain ?? []).map(({ value }) => value)
  const marks = [...sure, ...names, ...domains].filter(
    (mark) => mark.length >= 3 && mark.length <= MAX_MARK_LENGTH && isPrinted(lines, mark),
  )
  return [...new Set(marks.map((mark) => mark.toLowerCase()))].slice(0, MAX_MARKS)
}

/** The first titles and labels of the first page. */
function findWords(lines: readonly WordLine[]): string[] {
  const cells = lines.filter(({ page }) => page === 0).flatMap((line) => line.cells)
  const titles = cells.filter(isLabelCell).map(({ text }) => tokensOf(text).join(' '))
  return [...new Set(titles)].filter((text) => text.length <= MAX_LABEL_LENGTH).slice(0, MAX_WORDS)
}
