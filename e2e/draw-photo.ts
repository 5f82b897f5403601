/** Draws a photo of a paper for tests. */
import type { Page } from 'playwright-core'
import type { Text } from '#server/testing/confirmations/draw.ts'

/** A letter page at 96 dpi. The picture has 192 dpi. */
const [WIDTH, HEIGHT] = [816, 1056]
const PIXELS_PER_POINT = WIDTH / 612

/** The browser draws the page. `isSideways`: the page is turned onto its left side, as a scanner can deliver it. */
export async function drawPhoto(
  page: Page,
  texts: readonly Text[],
  isSideways = false,
): Promise<Buffer> {
  const [width, height] = isSideways ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]
  const sideways = `position:absolute;width:${WIDTH}px;height:${HEIGHT}px;transform-origin:0 0;transform:translateY(${WIDTH}px) rotate(-90deg)`
  const context = await page.context().browser()?.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
  })
  if (!context) throw new Error('The browser is closed')
  const paper = await context.newPage()
  await paper.setContent(
    `<body style="margin:0;font-family:sans-serif"><div style="${isSideways ? sideways : ''}">${texts.map(toSpan).join('')}`,
  )
  const jpeg = await paper.screenshot({ type: 'jpeg', quality: 80 })
  await context.close()
  return jpeg
}

function toSpan({ x, y, text, size = 9, bold = false }: Text): string {
  const [left, top, height] = [x, y, size].map((points) => points * PIXELS_PER_POINT)
  const style = `position:absolute;white-space:pre;left:${left}px;top:${top}px;font-size:${height}px;font-weight:${bold ? 700 : 400}`
  return `<span style="${style}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`
}
