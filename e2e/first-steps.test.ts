import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'

const app = startApp()

test('B65 a new account is led to its first statement, step by step', async () => {
  const page = await app.enter()
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'First Steps' }).getByRole('listitem')
  const open = async () => steps.filter({ hasNotText: '(done)' }).getByRole('link').allInnerTexts()
  await expect.poll(open).toEqual(['Your company', 'A truck', 'A load', 'A settlement'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'A truck' }).click()
  await page.getByRole('dialog', { name: 'Add New Truck' }).waitFor()

  const truck = await create(page, 'trucks', makeSample('trucks'))
  await create(page, 'loads', { ...makeSample('loads'), truckId: truck.id })
  await page.goto('/')
  await expect.poll(open).toEqual(['Your company', 'A settlement'])

  await create(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await page.goto('/')
  await page.getByText('Last Twelve Months').waitFor()
  expect(await page.getByText('First Steps').count()).toBe(0)
})
