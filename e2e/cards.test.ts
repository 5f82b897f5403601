/** From a card company's file to its purchases and back, with the keyboard and at every width (SPEC C562–C566). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { efsFile, weekOfTrucks } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, findToast, startApp } from './app.ts'
import { inspect } from './inspect.ts'
import { button } from './steps.ts'

const app = startApp()

async function choose(page: Page, text: string): Promise<void> {
  await page.getByLabel('CSV file or Excel workbook').setInputFiles({
    name: 'week.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
}

test('C562 C563 C565 A week of 20 trucks is imported, a truck is answered, the import is undone', async () => {
  const page = await app.enter()
  // The question about the total.
  app.expectComplaint(/409/)
  for (let n = 0; n < 20; n++)
    await create(page, 'trucks', { ...makeSample('trucks', n), truckId: String(100 + n) })
  await page.goto('/')
  await page.getByRole('link', { name: 'Fuel & Tolls', exact: true }).click()
  await page.getByRole('link', { name: 'Import Card File' }).first().click()
  await choose(page, weekOfTrucks(500))
  await page.getByText('500 ready').waitFor()
  await inspect(page, 'card-file')
  await button(page, 'Save 500 Purchases').click()
  await findToast(page, '500 purchases saved.').waitFor()
  await page.getByText('of 500').waitFor()
  await inspect(page, 'purchases')

  await page.getByRole('link', { name: 'Import Card File' }).first().click()
  await choose(page, efsFile([{ card: '0999', unit: '', invoice: '9' }], '320.00'))
  await page.getByText('is not explained').waitFor()
  await inspect(page, 'card-file-problems')
  await button(page, 'Save 1 Purchase').click()
  await button(page, 'Import').click()
  await findToast(page, '1 purchase saved. 1 purchase without a truck.').waitFor()
  await button(page, 'Whose Truck? Card 0999, 1/9/2026').click()
  await page.getByRole('dialog').getByLabel('Truck', { exact: true }).click()
  await page.keyboard.type('104')
  await page.getByRole('option', { name: '104' }).click()
  await inspect(page, 'whose-truck')
  await button(page, 'Save').click()
  await findToast(page, '1 purchase saved').waitFor()

  await page.goto('/card-imports')
  await page.getByText('week.csv').first().waitFor()
  await inspect(page, 'card-files')
  await button(page, 'Undo import of week.csv').first().click()
  await button(page, 'Undo Import').click()
  await findToast(page, 'Import undone').waitFor()
  await expect.poll(() => page.getByRole('row', { name: /week\.csv/ }).count()).toBe(1)
})
