import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'

const app = startApp()
const { SCREENSHOTS } = process.env

/** With SCREENSHOTS, takes pictures for a person to look at. */
async function look(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('C501 C502 C503 Two records of one driver are merged from the notice above the list', async () => {
  const page = await app.enter()
  const sample = { ...makeSample('drivers'), licenseNumber: 'TX-4471', licenseState: 'TX' }
  const first = { ...sample, name: 'Luis Ramirez', phone: '(555) 010-0001' }
  const second = { ...sample, name: 'Luis R.', phone: '(555) 010-0002', licenseNumber: 'tx4471' }
  await create(page, 'drivers', first)
  const { id } = await create(page, 'drivers', second)
  await create(page, 'loads', { ...makeSample('loads'), driverId: id })
  await page.goto('/drivers')
  const merge = page.getByRole('button', { name: /^Merge 2 drivers have the License #/ })
  await merge.waitFor()
  await expectAccessible(page, 'main')
  await look(page, 'doubles')
  await merge.click()
  const dialog = page.getByRole('dialog', { name: 'Merge Drivers' })
  await dialog.getByText('Moves to Luis Ramirez: 1 load.').waitFor()
  await expectAccessible(page, '[role=dialog]')
  await look(page, 'merge')
  await dialog.getByRole('radio', { name: '(555) 010-0002' }).check()
  await dialog.getByRole('button', { name: 'Merge Drivers' }).click()
  await findToast(page, 'Luis R. was merged into Luis Ramirez').waitFor()
  await merge.waitFor({ state: 'detached' })
  await page.getByText('(555) 010-0002').first().waitFor()
  await page.getByText('Luis R.', { exact: true }).waitFor({ state: 'detached' })
})
