import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { box, enterWithLoads, expectLoads } from './loads-list.ts'
import { button, hold } from './steps.ts'

const app = startApp()

test('B63 A click with Shift selects a range, and one status is set for all of it', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await box(page, 'Select L-4').click()
  await box(page, 'Select L-2').click({ modifiers: ['Shift'] })
  await page.getByText('3 loads selected').waitFor()
  await expectAccessible(page)
  await button(page, 'Set Status…').click()
  await page.getByRole('region', { name: 'Payment Status' }).getByText('Processed').click()
  await page
    .getByRole('dialog', { name: 'Set the payment status of 3 loads to Processed?' })
    .waitFor()
  await expectAccessible(page)
  await button(page, 'Update 3 Loads').click()
  await findToast(page, '3 loads updated successfully').waitFor()
  await expect.poll(() => page.getByRole('row').getByText('Processed').count()).toBe(3)
  await page.getByText(/selected$/).waitFor({ state: 'detached' })
})

test('B63 The page can be selected only after its rows load', async () => {
  const page = await enterWithLoads(app)
  const release = await hold(page, '**/api/loads?*')
  await page.goto('/loads')
  const all = box(page, 'Select this page')
  await all.waitFor()
  expect(await all.isDisabled()).toBe(true)
  release()
  await all.click()
  await page.getByText('4 loads selected').waitFor()
})

test('B63 All matches on every page are deleted, other loads stay', async () => {
  const page = await enterWithLoads(app)
  for (let n = 5; n < 34; n++) await create(page, 'loads', makeSample('loads', n))
  await page.goto('/loads?deliveryStatus=scheduled')
  await box(page, 'Select this page').click()
  await page.getByText('25 loads selected').waitFor()
  await button(page, 'Select all 32').click()
  await page.getByText('32 loads selected').waitFor()
  await button(page, 'Next page').click()
  await box(page, 'Select L-2').click()
  await page.getByText('31 loads selected').waitFor()
  await button(page, 'Delete selected').click()
  await page.getByRole('dialog', { name: 'Are you sure you want to delete 31 loads?' }).waitFor()
  await button(page, 'Delete').click()
  await findToast(page, '31 loads deleted successfully').waitFor()
  await expectLoads(page, ['L-2'])
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expectLoads(page, ['L-3', 'L-2'])
})

test('B63 B24 A record that cannot be deleted is listed with the reason and stays selected', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', makeSample('trucks', 1))
  await create(page, 'trucks', makeSample('trucks', 2))
  await create(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await page.goto('/trucks')
  await box(page, 'Select this page').click()
  await button(page, 'Delete selected').click()
  await button(page, 'Delete').click()
  const dialog = page.getByRole('dialog', { name: "1 truck couldn't be deleted" })
  await dialog.getByText("This truck has 1 settlement and can't be deleted.").waitFor()
  await dialog.getByText('T-1', { exact: true }).waitFor()
  await expectAccessible(page)
  await button(page, 'Close').last().click()
  await page.getByText('1 truck selected').waitFor()
  expect(await box(page, 'Select T-1').isChecked()).toBe(true)
})

test('B63 B23 After a failure the change continues where it stopped', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await box(page, 'Select this page').click()
  await button(page, 'Delete selected').click()
  await page.route('**/api/loads/bulk', (route) => route.abort())
  app.expectComplaint(/ERR_FAILED/)
  await button(page, 'Delete').click()
  await page
    .getByRole('alert')
    .getByText(/Can't reach the server.*0 loads were already deleted/)
    .waitFor()
  await page.unrouteAll()
  await button(page, 'Continue').click()
  await findToast(page, '4 loads deleted successfully').waitFor()
  await page.getByText('No data available').waitFor()
})

test('B63 Another search clears the selection; a deleted record is no longer selected', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await box(page, 'Select L-1').click()
  await button(page, 'Delete L-1').click()
  await button(page, 'Delete').click()
  await expectLoads(page, ['L-4', 'L-3', 'L-2'])
  expect(await page.getByText(/selected$/).count()).toBe(0)
  await box(page, 'Select L-2').click()
  await page.getByLabel('Search loads').fill('L-3')
  await expectLoads(page, ['L-3'])
  expect(await page.getByText(/selected$/).count()).toBe(0)
})

test.each(['light', 'dark'] as const)(
  'B38 The list is accessible in the %s theme on phone and desktop',
  async (theme) => {
    for (const width of [360, 1440]) {
      const page = await enterWithLoads(app, { theme, width })
      await page.goto('/loads?paymentStatus=unpaid,paid&revenue.from=10')
      await box(page, 'Select L-3').click()
      await page.getByText('1 load selected').waitFor()
      await expectAccessible(page)
      await button(page, 'Set Status…').click()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await button(page, 'Columns').click()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)
