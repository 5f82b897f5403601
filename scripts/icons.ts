/** Draws the icons of the installed app from the favicon: `npm run icons` (SPEC C81). */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openBrowser } from '#e2e/browser.ts'

const PUBLIC = path.join(import.meta.dirname, '../src/web/public')
const BACKGROUND = '#1f5fbf'

/** `inset`: the part of the width that a system may cut off at each side, and its color. */
const ICONS = [
  { name: 'icon-192.png', size: 192, inset: 0 },
  { name: 'icon-512.png', size: 512, inset: 0 },
  { name: 'icon-maskable-512.png', size: 512, inset: 0.1 },
  { name: 'apple-touch-icon.png', size: 180, inset: 0.05 },
]

const drawing = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8')
const browser = await openBrowser()
try {
  for (const { name, size, inset } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const background = inset > 0 ? BACKGROUND : 'transparent'
    const style = `margin:0;padding:${size * inset}px;box-sizing:border-box;height:${size}px;background:${background}`
    await page.setContent(`<body style="${style}">${drawing}</body>`)
    await page.addStyleTag({ content: 'svg { display: block; width: 100%; height: 100% }' })
    await writeFile(path.join(PUBLIC, name), await page.screenshot({ omitBackground: inset === 0 }))
    await page.close()
  }
} finally {
  await browser.close()
}
