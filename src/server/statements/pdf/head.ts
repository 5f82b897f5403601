/** Lays out whom a statement is from, which one it is, and whom it pays. */
import { flow, type Cell, type TextPart, type Row } from './flow.ts'
import type { Block, Logo } from '#server/statements/parts.ts'
import { RULE } from './rows.ts'
import { MARGIN, MUTED, RIGHT, rule, WIDTH, type Sheet } from './sheet.ts'
import type { Statement } from '#server/statements/text.ts'

const LEFT_WIDTH = 290
const FACTS_WIDTH = WIDTH - LEFT_WIDTH - 16
const VALUE_WIDTH = 124
const LOGO_WIDTH = 200
const LOGO_HEIGHT = 56
const POINTS_A_PIXEL = 0.75

export function head(sheet: Sheet, { logo, carrier, title, facts }: Statement): void {
  const beside: Sheet = { ...sheet }
  if (logo) sheet.y += drawLogo(sheet, logo) + 8
  flow(sheet, [{ cells: [carrierCell(carrier)] }])
  flow(beside, [titleRow(title), ...facts.map(factRow)])
  sheet.y = Math.max(sheet.y, beside.y) + 9
  sheet.unknown ||= beside.unknown
  rule(sheet, sheet.y, RULE)
  sheet.y += 9
}

export function parties(sheet: Sheet, { payee, truck }: Statement, pageHead: Row[]): void {
  const half = (WIDTH - 24) / 2
  const cells = [
    partyCell('Pay to', payee, MARGIN, half),
    partyCell('Equipment', truck, MARGIN + half + 24, half),
  ]
  flow(sheet, [{ cells, after: 12 }], pageHead)
}

/** Fitted into its place, and never larger than it is on a screen; gives its height. */
function drawLogo({ pdf, y }: Sheet, { bytes, width, height }: Logo): number {
  const scale = Math.min(LOGO_WIDTH / width, LOGO_HEIGHT / height, POINTS_A_PIXEL)
  pdf.image(bytes as Buffer, MARGIN, y, { width: width * scale, height: height * scale })
  return height * scale
}

function carrierCell({ heading, lines }: Block): Cell {
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

function partyCell(caption: string, { heading, lines }: Block, x: number, width: number): Cell {
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
