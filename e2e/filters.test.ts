import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'
import { addFilter, box, enterWithLoads, expectLoads, query } from './loads-list.ts'
import { button } from './steps.ts'

const app = startApp()

test('B60 A status filter has several values; Back and a reload restore them', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await addFilter(page, 'Payment Status')
  await box(page, 'Unpaid').click()
  await box(page, 'Pending').click()
  await expectLoads(page, ['L-2', 'L-1'])
  expect(query(page)).toEqual({ paymentStatus: 'unpaid,pending' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await button(page, 'Payment Status: Unpaid, Pending').waitFor()
  await page.reload()
  await expectLoads(page, ['L-2', 'L-1'])
  await button(page, 'Remove filter: Payment Status').click()
  await expectLoads(page, ['L-4', 'L-3', 'L-2', 'L-1'])
  await page.goBack()
  await expectLoads(page, ['L-2', 'L-1'])
})

test('B60 A range of days or amounts includes both bounds; an unreadable bound is an error', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads')
  await addFilter(page, 'Revenue')
  await page.getByLabel('From', { exact: true }).fill('a lot')
  await button(page, 'Apply').click()
  await page.getByText('Enter an amount').waitFor()
  await page.getByLabel('From', { exact: true }).fill('$900')
  await page.getByLabel('To', { exact: true }).fill('100')
  await button(page, 'Apply').click()
  await page.getByText('Must be at least From').waitFor()
  await page.getByLabel('To', { exact: true }).fill('1,500')
  await button(page, 'Apply').click()
  await expectLoads(page, ['L-2', 'L-1'])
  await button(page, 'Revenue: from $900.00 to $1,500.00').waitFor()

  await addFilter(page, 'Pickup Date')
  await page.getByLabel('From', { exact: true }).fill('11/3/2026')
  await button(page, 'Apply').click()
  await expectLoads(page, ['L-2'])
  await button(page, 'Pickup Date: from 11/3/2026').waitFor()
  expect(query(page)).toMatchObject({ 'pickupDate.from': '2026-11-03' })
  await expectAccessible(page)
})

test('B60 A link filter finds records by typing, and records without a link', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', makeSample('trucks', 7))
  await create(page, 'loads', { ...makeSample('loads', 1), truckId: truck.id })
  await create(page, 'loads', makeSample('loads', 2))
  await page.goto('/loads')
  await addFilter(page, 'Truck')
  await page.getByPlaceholder('Type to search').fill('T-7')
  await box(page, 'T-7').click()
  await expectLoads(page, ['L-1'])
  await page.getByPlaceholder('Type to search').fill('')
  await box(page, 'T-7').click()
  await box(page, 'N/A').click()
  await expectLoads(page, ['L-2'])
  expect(query(page)).toEqual({ truckId: 'none' })
})

test('B60 One click clears search and filters if nothing matches', async () => {
  const page = await enterWithLoads(app)
  await page.goto('/loads?search=nowhere&paymentStatus=paid&sort=-revenue')
  await page.getByText('Nothing matches').waitFor()
  await expectAccessible(page)
  await button(page, 'Clear search and filters').click()
  await expectLoads(page, ['L-3', 'L-2', 'L-1', 'L-4'])
  expect(query(page)).toEqual({ sort: '-revenue' })
})

test.each([
  '?nonsense=1&sort=nonsense&columns=nonsense',
  '?paymentStatus=nonsense&truckId=x&pickupDate.from=yesterday&revenue.to=much&page=-1&size=7',
])('B60 unreadable values in the address are ignored: %s', async (address) => {
  const page = await enterWithLoads(app)
  await page.goto(`/loads${address}`)
  await expectLoads(page, ['L-4', 'L-3', 'L-2', 'L-1'])
})
