/** Checks the accessibility of a screen. With SCREENSHOTS it also makes pictures of it: light, dark, and at three widths. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expectAccessible } from './app.ts'

const { SCREENSHOTS } = process.env

export async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  if (!SCREENSHOTS) return
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), dark)
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const file = path.join(SCREENSHOTS, `${name}-${width}${dark ? '-dark' : ''}.png`)
      await page.screenshot({ path: file, fullPage: true })
    }
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
  await page.setViewportSize({ width: 1440, height: 900 })
}
