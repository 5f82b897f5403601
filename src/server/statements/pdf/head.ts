/** Lays out the carrier, the facts of the statement, the payee and the truck. */
import type { Captions } from '#server/statements/formats/captions.ts'
import type { Logo, Statement, TextBlock } from '#server/statements/statement.ts'
import { drawRows } from './flow.ts'
import type { Cell, Row, TextPart } from './row.ts'
import { RULE_COLOR } from './rows.ts'
import { drawRule, MARGIN, MUTED, RIGHT, WIDTH, type Sheet } from './sheet.ts'

const LEFT_WIDTH = 290
const FACTS_WIDTH = WIDTH - LEFT_WIDTH - 16
const VALUE_WIDTH = 124
const LOGO_WIDTH = 200
const LOGO_HEIGHT = 56
const POINTS_PER_PIXEL = 0.75

type Head = Pick<Statement, 'logo' | 'carrier' | 'title' | 'facts'>

export function drawHead(sheet: Sheet, { logo, carrier, title, facts }: Head): void {
  const rightColumn: Sheet = { ...sheet }
  if (logo) sheet.y += drawLogo(sheet, logo) + 8
  drawRows(sheet, [{ cells: [carrierCell(carrier)] }])
  drawRows(rightColumn, [titleRow(title), ...facts.map(factRow)])
  sheet.y = Math.max(sheet.y, rightColumn.y) + 9
  sheet.hasUnknown ||= rightColumn.hasUnknown
  drawRule(sheet, sheet.y, RULE_COLOR)
  sheet.y += 9
}

export function drawParties(
  sheet: Sheet,
  { payee, truck }: Statement,
  captions: Captions,
  pageHead: Row[],
): void {
  const half = (WIDTH - 24) / 2
  const cells = [
    partyCell(captions.payTo, payee, MARGIN, half),
    partyCell(captions.equipment, truck, MARGIN + half + 24, half),
  ]
  drawRows(sheet, [{ cells, after: 12 }], pageHead)
}

/** Draws the logo to fit its space, at most at screen size, and returns its height in points. */
function drawLogo({ pdf, y }: Sheet, { bytes, width, height }: Logo): number {
  const scale = Math.min(LOGO_WIDTH / width, LOGO_HEIGHT / height, POINTS_PER_PIXEL)
  pdf.image(bytes as Buffer, MARGIN, y, { width: width * scale, height: height * scale })
  return height * scale
}

function carrierCell({ heading, lines }: TextBlock): Cell {
  const muted = lines.map((text): TextPart => ({ text, color: MUTED }))
  return {
    x: MARGIN,
    width: LEFT_WIDTH,
    parts: [{ text: heading, size: 16, strong: true }, ...muted],
  }
}

function titleRow(text: string): Row {
  const part: TextPart = { text, size: 11, strong: true, align: 'right' }
  return { cells: [{ x: RIGHT - FACTS_WIDTH, width: FACTS_WIDTH, parts: [part] }], after: 6 }
}

function factRow({ label, value }: { label: string; value: string }): Row {
  const x = RIGHT - VALUE_WIDTH
  const left = RIGHT - FACTS_WIDTH
  return {
    cells: [
      { x: left, width: x - left - 8, parts: [{ text: label, color: MUTED, align: 'right' }] },
      { x, width: VALUE_WIDTH, parts: [{ text: value, align: 'right' }] },
    ],
    after: 1.5,
  }
}

function partyCell(caption: string, { heading, lines }: TextBlock, x: number, width: number): Cell {
  return {
    x,
    width,
    parts: [
      { text: caption, size: 8, color: MUTED },
      { text: heading, size: 10, strong: true },
      ...lines.map((text): TextPart => ({ text })),
    ],
  }
}
