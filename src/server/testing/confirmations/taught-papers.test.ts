/** Layouts that are taught on one drawn paper and read on another one with other values (SPEC C145, C146). */
import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import type { Reading } from '#core/confirmations/reading.ts'
import { applyTaught } from '#core/confirmations/taught/apply-taught.ts'
import { pointAt } from '#core/confirmations/taught/point-at.ts'
import { POINTED_FIELDS, type TaughtLayout } from '#core/confirmations/taught/taught-layout.ts'
import { teachLayout, type Pointed } from '#core/confirmations/taught/teach.ts'
import { toPaper } from '#core/confirmations/paper.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import { drawPdf, type DrawnPaper } from './draw.ts'
import { DRAWN_PAPERS, UNFITTED_PAPERS } from './drawn-papers.ts'
import { readPdf } from './read-pdf.ts'

const TODAY = '2026-11-21'
const COMPANY = { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' }
const EMPTY = { fields: {}, unsure: {}, charges: [], totalProblem: null }

const PAPERS = [...DRAWN_PAPERS, ...UNFITTED_PAPERS]

/** Clicks on the middle of each value that the paper has. */
function pointAtAll(pages: Page[], { fields }: Reading, expected: DrawnPaper['expected']): Pointed {
  const pointed: Pointed = {}
  for (const name of POINTED_FIELDS) {
    const read = fields[name]
    if (!read || expected[name] === undefined) continue
    const box = {
      x: read.box.x + Math.min(read.box.width, 8) / 2,
      y: read.box.y + read.box.height / 2,
      width: 0,
      height: 0,
    }
    const at = pointAt(name, { pages, page: read.page, box, today: TODAY })
    const drag = pointAt(name, { pages, page: read.page, box: read.box, today: TODAY })
    if ('read' in at && at.read.value === expected[name]) pointed[name] = at.read
    else if ('read' in drag) pointed[name] = drag.read
    else if ('problem' in at) process.stdout.write(`  ${name}: ${at.problem}\n`)
  }
  return pointed
}

/** Another load of the same broker: the two places are exchanged, and days, numbers and amounts are others. */
function drawOther({ pages, expected }: DrawnPaper): Pick<DrawnPaper, 'pages' | 'expected'> {
  const pairs: [string | undefined, string | undefined][] = [
    [expected.pickupCity, expected.deliveryCity],
    [expected.pickupState, expected.deliveryState],
    [expected.pickupZip, expected.deliveryZip],
    [expected.pickupFacility, expected.deliveryFacility],
    [expected.pickupAddress, expected.deliveryAddress],
  ]
  const exchanged = new Map<string, string>()
  for (const [one, other] of pairs) {
    if (!one || !other) continue
    exchanged.set(one, other)
    exchanged.set(other, one)
  }
  const words = [...exchanged.keys()].toSorted((a, b) => b.length - a.length)
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\w])(?:${escaped.join('|')})(?![\\w])`, 'g')
  const numbers = [expected.brokerLoadNumber, expected.poNumber, expected.bolNumber].filter(Boolean)
  const change = (text: string): string => {
    let changed = text.replaceAll(pattern, (word) => exchanged.get(word) ?? word)
    for (const number of numbers) if (number) changed = changed.replaceAll(number, turn(number))
    return changed
  }
  const values = Object.entries(expected).map(([name, value]) => [name, change(value)])
  return {
    pages: pages.map((page) => page.map((text) => ({ ...text, text: change(text.text) }))),
    expected: Object.fromEntries(values),
  }
}

function turn(number: string): string {
  return number.replaceAll(/\d/g, (digit) => String((Number(digit) + 3) % 10))
}

test.each(PAPERS.map((paper) => [paper.name, paper] as const))(
  'C145 C146 Taught on one paper of %s, no field of the next one is wrong',
  async (_name, paper) => {
    const pages = await readPdf(await drawPdf(paper.pages))
    const untaught = readConfirmation(pages, { today: TODAY, company: COMPANY })
    const pointed = pointAtAll(pages, untaught, paper.expected)
    for (const [name, read] of Object.entries(pointed))
      expect([name, read.value]).toEqual([name, paper.expected[name as 'total']])
    const layout = teachLayout({
      pages,
      today: TODAY,
      pointed,
      broker: null,
      untaught,
      known: null,
    }) as TaughtLayout
    const other = drawOther(paper)
    const next = await readPdf(await drawPdf(other.pages))
    const { fields, taught } = applyTaught(EMPTY, toPaper(next), [{ id: 1, layout }], TODAY)
    process.stdout.write(
      `${paper.name}: read ${Object.keys(untaught.fields).length} pointed ${Object.keys(pointed).length} taught ${Object.keys(layout.fields).length} right ${Object.keys(fields).length}\n${JSON.stringify(layout.marks)} ${JSON.stringify(layout.words)}\n`,
    )
    for (const name of Object.keys(pointed))
      process.stdout.write(
        `   ${name} ${JSON.stringify(layout.fields[name as 'total']?.anchors)} ${JSON.stringify(fields[name as 'total']?.value)}\n`,
      )
    expect(taught).toEqual([1])
    const wrong = POINTED_FIELDS.filter(
      (name) => fields[name] && fields[name].value !== other.expected[name],
    )
    expect(wrong).toEqual([])
  },
)
