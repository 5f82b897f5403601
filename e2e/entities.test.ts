import { test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, findToast, startApp } from './app.ts'
import { button, fill } from './steps.ts'

const app = startApp()

test('A2.lists.5 A2.lists.6 A2.lists.7 A7.2 B22 A truck is added, edited after a conflict, and deleted', async () => {
  const page = await app.enter()
  await page.goto('/trucks')
  await button(page, 'Add Truck').first().click()
  await fill(page, { 'Truck #': 'T-1', Make: 'Volvo', Model: 'VNL' })
  await button(page, 'Save').click()
  await findToast(page, 'Truck added successfully').waitFor()
  const [truck] = await (await page.request.get('/api/trucks')).json()

  await button(page, 'Edit T-1').click()
  await fill(page, { 'Truck #': 'Mine' })
  const other = { ...makeSample('trucks'), truckId: 'Other' }
  await page.request.put(`/api/trucks/${truck.id}`, { data: other })
  app.expectComplaint(/412/)
  await button(page, 'Save').click()
  await page.getByText('Other').first().waitFor()
  await expectAccessible(page)
  await button(page, 'Keep my version').click()
  await findToast(page, 'Truck updated successfully').waitFor()

  await button(page, 'Delete Mine').click()
  await page.getByText('Are you sure you want to delete Mine?').waitFor()
  await expectAccessible(page)
  await button(page, 'Delete').click()
  await findToast(page, 'Truck deleted successfully').waitFor()
  await page.getByText('No data available').waitFor()
})
