/** Layouts taught on one drawn paper, used on another one of the same broker with other values (SPEC C145, C146). */
import { expect, test } from 'vitest'
import { toPaper } from '#core/confirmations/paper.ts'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import type { Read, Reading } from '#core/confirmations/reading.ts'
import { applyTaught } from '#core/confirmations/taught/apply-taught.ts'
import { pointAt } from '#core/confirmations/taught/point-at.ts'
import { POINTED_FIELDS, type PointedField } from '#core/confirmations/taught/taught-layout.ts'
import { teachLayout, type Pointed } from '#core/confirmations/taught/teach.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import { drawPdf, type DrawnPaper } from './draw.ts'
import { DRAWN_PAPERS, UNFITTED_PAPERS } from './drawn-papers.ts'
import { readPdf } from './read-pdf.ts'

const TODAY = '2026-11-21'
const COMPANY = { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' }

/** The reader found nothing, so only taught layouts fill the fields. */
const NOTHING_READ = { fields: {}, unsure: {}, charges: [], totalProblem: null }

/** The minimum number of pointed fields that are read on the next paper. The other fields have no label. */
const REMEMBERED: Record<string, number> = {
  'C.H. Robinson': 15,
  TQL: 11,
  Coyote: 16,
  Landstar: 17,
  RXO: 16,
  Echo: 16,
  NTG: 16,
  LDI: 14,
  'Keystone Freight Brokers': 12,
  'Summit Arc Logistics': 11,
}

test.each([...DRAWN_PAPERS, ...UNFITTED_PAPERS].map((paper) => [paper.name, paper] as const))(
  'C145 C146 Taught on one paper of %s, no value of the next one is wrong',
  async (name, paper) => {
    const pages = await readPdf(await drawPdf(paper.pages))
    const untaught = readConfirmation(pages, { today: TODAY, company: COMPANY })
    const pointed = pointAtAll(pages, untaught, paper)
    expect(valuesOf(pointed)).toEqual(
      Object.fromEntries(Object.keys(pointed).map((field) => [field, expectedOf(paper, field)])),
    )
    const lesson = { pages, today: TODAY, pointed, broker: null, untaught, known: null }
    const layout = teachLayout(lesson)
    if (!layout) throw new Error('nothing was taught')

    const other = drawOther(paper)
    const next = toPaper(await readPdf(await drawPdf(other.pages)))
    const { fields, taught } = applyTaught(NOTHING_READ, next, [{ id: 1, layout }], TODAY)
    expect(taught).toEqual([1])
    const wrong = Object.entries(valuesOf(fields)).filter(
      ([field, value]) => value !== expectedOf(other, field),
    )
    expect(wrong).toEqual([])
    expect(Object.keys(fields).length).toBeGreaterThanOrEqual(REMEMBERED[name] ?? Infinity)
  },
)

/** Points at each value: clicks it, or drags over it if it has several words. */
function pointAtAll(
  pages: Page[],
  { fields }: Reading,
  { expected }: Pick<DrawnPaper, 'expected'>,
): Pointed {
  const entries = POINTED_FIELDS.flatMap((name) => {
    const read = fields[name]
    const found = read ? pointAtRead(pages, name, read, expected[name]) : undefined
    return found ? [[name, found] as const] : []
  })
  return Object.fromEntries(entries)
}

function pointAtRead(
  pages: Page[],
  name: PointedField,
  { page, box }: Read,
  expected: string | undefined,
): Read | undefined {
  const click = { x: box.x + 4, y: box.y + box.height / 2, width: 0, height: 0 }
  const found = [click, box].map((at) => pointAt(name, { pages, page, box: at, today: TODAY }))
  return found
    .flatMap((at) => ('read' in at ? [at.read] : []))
    .find(({ value }) => value === expected)
}

/** Another load of the same broker: pickup and delivery are exchanged, and its numbers differ. */
function drawOther({ pages, expected }: DrawnPaper): Pick<DrawnPaper, 'pages' | 'expected'> {
  const exchanged = new Map<string, string>()
  for (const part of ['City', 'State', 'Zip', 'Facility', 'Address'] as const) {
    const [one, other] = [expected[`pickup${part}`], expected[`delivery${part}`]]
    if (one && other) exchanged.set(one, other).set(other, one)
  }
  for (const name of ['brokerLoadNumber', 'poNumber', 'bolNumber'] as const) {
    const number = expected[name]
    if (number) exchanged.set(number, turnDigits(number))
  }
  const words = [...exchanged.keys()].toSorted((a, b) => b.length - a.length)
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![A-Za-z])(?:${escaped.join('|')})(?!\\w)`, 'g')
  const change = (text: string) => text.replaceAll(pattern, (word) => exchanged.get(word) ?? word)
  return {
    pages: pages.map((page) => page.map((text) => ({ ...text, text: change(text.text) }))),
    expected: Object.fromEntries(
      Object.entries(expected).map(([name, value]) => [name, change(value)]),
    ),
  }
}

function turnDigits(number: string): string {
  return number.replaceAll(/\d/g, (digit) => String((Number(digit) + 3) % 10))
}

function valuesOf(reads: Partial<Record<string, Read>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read?.value]))
}

function expectedOf({ expected }: Pick<DrawnPaper, 'expected'>, name: string): string | undefined {
  return expected[name as PointedField]
}
