import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

test('C1 C2 Deductions set in Settings and on the truck are on the next settlement, with a line that is added there', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', makeSample('trucks', 1))
  const load = { ...makeSample('loads', 1), truckId: truck.id, revenue: '1000' }
  await create(page, 'loads', load)
  await page.goto('/settings/deductions')
  await button(page, 'Add Recurring Deduction').click()
  await page.getByLabel(/^Description/).fill('Carrier fee')
  await page.getByLabel(/^Category/).selectOption('other')
  await page.getByLabel(/^Calculated As/).selectOption('percent')
  await page.getByLabel(/^Amount or Rate/).fill('12')
  await expectAccessible(page)
  await button(page, 'Save').last().click()
  await page.getByText('12% of revenue').waitFor()

  await page.goto('/trucks')
  await button(page, 'Edit T-1').click()
  await button(page, 'Add Recurring Deduction').click()
  await page.getByLabel(/^Description/).fill('Cash advance')
  await page.getByLabel(/^Amount or Rate/).fill('$100')
  await page.getByLabel(/^Balance Type/).selectOption('advance')
  await button(page, 'Save').last().click()
  app.expectComplaint(/400/)
  await page.getByText('Enter a total greater than $0').first().waitFor()
  await page.getByLabel(/^Total Amount/).fill('250')
  await button(page, 'Save').last().click()
  await page.getByText('$100.00 per settlement · advance, up to $250.00').waitFor()
  await expectAccessible(page)

  await page.goto(`/settlements?truck=${truck.id}&date=2026-11-20`)
  await page
    .getByText(/Carrier fee \(12% × \$1,000.00\), Cash advance \(installment 1 of 3/)
    .waitFor()
  expect(await page.getByLabel('Other', { exact: true }).inputValue()).toBe('220.00')
  await button(page, 'Save Settlement Data').click()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await button(page, 'Other: 2 deductions').click()
  await page.getByText('11/20/2026 · 12% × $1,000.00').waitFor()

  await button(page, 'Fuel: No deductions').click()
  await button(page, 'Add Fuel Deduction').click()
  await page.getByLabel('Description').fill('Loves #331')
  await page.getByLabel('Quantity').fill('120.5')
  await page.getByLabel('Rate').fill('3.89')
  await button(page, 'Save').click()
  await findToast(page, 'Deduction added successfully').waitFor()
  await page.getByText('11/20/2026 · 120.5 × $3.89').waitFor()
  await expect.poll(() => page.getByLabel('Fuel', { exact: true }).inputValue()).toBe('468.75')
  await expectAccessible(page)
})
