/**
 * Draws rate confirmations in the layouts of known brokers, with invented names, numbers and addresses. Real papers hold
 * personal data, so tests must not use them.
 */
import PDFDocument from 'pdfkit'
import type { ReadField } from '#core/confirmations/reading.ts'

/** `x`, `y`: the top left corner in points. `end`: the right edge, for right-aligned text. `spacing`: between letters. */
export type Text = {
  x: number
  y: number
  text: string
  size?: number
  bold?: boolean
  end?: number
  spacing?: number
}

/** `charges`: kind and dollars. `problem`: the total is not clear. */
export type DrawnPaper = {
  name: string
  layout: string | null
  pages: Text[][]
  expected: Partial<Record<ReadField, string>>
  charges: [kind: string, amount: string][]
  problem?: true
  furtherStops?: number
}

/** A US letter page in portrait, 612 × 792 points. */
export async function drawPdf(pages: readonly Text[][]): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', autoFirstPage: false, margin: 0 })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => document.on('end', resolve))
  for (const page of pages) {
    document.addPage()
    for (const text of page) drawText(document, text)
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

function drawText(document: PDFKit.PDFDocument, text: Text): void {
  const { x, y, size = 9, bold = false, end, spacing = 0 } = text
  document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
  const left = end === undefined ? x : end - document.widthOfString(text.text)
  document.text(text.text, left, y, { lineBreak: false, characterSpacing: spacing })
}

/** Draws lines one below the other. */
export function column(x: number, y: number, lines: readonly string[], style: Style = {}): Text[] {
  const { leading = 12, ...rest } = style
  return lines.map((text, index) => ({ x, y: y + index * leading, text, ...rest }))
}

type Style = Partial<Omit<Text, 'x' | 'y' | 'text'>> & { leading?: number }

/** Draws cells side by side, each at its own place. */
export function row(
  y: number,
  cells: readonly [x: number, text: string][],
  style: Style = {},
): Text[] {
  return cells.map(([x, text]) => ({ x, y, text, ...style }))
}

/** A page of terms, full of words that look like places, days, amounts and stops. */
export function terms(title: string, heads: readonly Text[] = []): Text[] {
  return [...heads, { x: 40, y: 60, text: title, size: 11, bold: true }, ...column(40, 84, TERMS)]
}

const TERMS = [
  '1. Carrier agrees to comply with all laws of any kind, whether they are FEDERAL, STATE, MUNICIPAL, OR',
  'of any other body, and to pay for all claims of INJURY, DAMAGE, OR',
  'DEATH, OR',
  'loss that arise from its work. Carrier keeps cargo insurance of $100,000.00 and liability of $1,000,000.00.',
  '2. Detention: $50.00 per hour after two free hours, at most $400.00, with times on the signed BOL.',
  '3. Layover: $150.00. TONU: $200.00. Late delivery: a fine of $250.00 for each day after 1/15/2027.',
  'Total liability: $100,000.00',
  '4. Delivery',
  'The driver calls the broker at each stop. Empty at delivery: send the POD within 24 hours.',
  'Pickup',
  'Seals stay on until delivery in',
  'Louisville, KY 40290',
  '5. Claims go to P.O. Box 799, Milford, OH 45150. Load # must be on every page of the invoice.',
  '6. Fuel advances: $25.00 fee. Quick pay: 3 %, total less $0.00. Rate changes need a new confirmation.',
]
