import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'
import { button } from './steps.ts'

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

test('C64 C65 The dashboard fills an empty account with sample data and empties it', async () => {
  const page = await app.enter()
  await page.goto('/')
  await button(page, 'Fill with Sample Data').click()
  const notice = page.getByRole('region', { name: 'Sample data' })
  await notice.getByText('These figures are sample data.').waitFor()
  await expectAccessible(page)
  const [load] = (await (await page.request.get('/api/loads')).json()) as { id: number }[]
  const data = { ...load, notes: 'Ours' }
  expect((await page.request.put(`/api/loads/${load?.id}`, { data })).status()).toBe(200)
  await notice.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Keep 1 sample record that you changed').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove Sample Data' }).click()
  await page.getByText('Get Started').waitFor()
  await button(page, 'Fill with Sample Data').waitFor()
})

test('B67 Help is the user guide, with a search; the palette finds its pages', async () => {
  const page = await app.enter()
  await page.goto('/')
  await page.getByRole('link', { name: 'Help' }).click()
  await page.getByRole('heading', { level: 1, name: 'The First Hour' }).waitFor()
  await page.getByRole('article').getByRole('link', { name: 'Importing Spreadsheets' }).click()
  await page.getByRole('heading', { level: 1, name: 'Importing Spreadsheets' }).waitFor()
  await page.getByLabel('Search the guide').fill('escrow target')
  const contents = page.getByRole('navigation', { name: 'Guide' })
  expect(await contents.getByRole('link').allInnerTexts()).toEqual(['Deductions and Balances'])
  await contents.getByRole('link').click()
  await page.getByRole('img', { name: 'Balances of each payee' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('1099')
  await page.getByRole('option', { name: 'Year-End and 1099s' }).click()
  await page.getByRole('heading', { level: 1, name: 'Year-End and 1099s' }).waitFor()
})
