import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'

const app = startApp()

test('B65 A new account sees the steps to its first statement', async () => {
  const page = await app.enter()
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'Get Started' }).getByRole('listitem')
  const open = async () => steps.filter({ hasNotText: '(done)' }).getByRole('link').allInnerTexts()
  await expect
    .poll(open)
    .toEqual(['Company details', 'Add a truck', 'Add a load', 'Create a settlement'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add a truck' }).click()
  await page.getByRole('dialog', { name: 'Add New Truck' }).waitFor()

  const truck = await create(page, 'trucks', makeSample('trucks'))
  await create(page, 'loads', { ...makeSample('loads'), truckId: truck.id })
  await page.goto('/')
  await expect.poll(open).toEqual(['Company details', 'Create a settlement'])

  await create(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await page.goto('/')
  await page.getByText('Last Twelve Months').waitFor()
  expect(await page.getByText('Get Started').count()).toBe(0)
})
