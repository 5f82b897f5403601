import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp, findToast } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

test('A5.driver.1 B19 A new driver has direct deposit and a license that expires today', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(new Date('2026-11-18T23:30:00'))
  await page.goto('/drivers')
  await button(page, 'Add Driver').first().click()
  const payment = page.getByLabel(/^Payment Method/)
  expect(await payment.locator('option:checked').innerText()).toBe('Direct Deposit')
  const options = await payment.locator('option').allInnerTexts()
  expect(options).toEqual(['Direct Deposit', 'Check', 'Cash', 'Wire Transfer'])
  expect(await page.getByLabel(/^License Expiry/).inputValue()).toBe('11/18/2026')
  await page.getByText('Expires today').waitFor()
  await page.getByLabel(/^License Expiry/).fill('11/19/2026')
  await page.getByLabel(/^Name/).focus()
  expect(await page.getByText('Expires today').count()).toBe(0)
})

test('A5.payment.1 An owner has four payment methods', async () => {
  const page = await app.enter()
  await page.goto('/owners')
  await button(page, 'Add Owner').first().click()
  await page.getByRole('dialog', { name: 'Add New Owner' }).waitFor()
  const values = await page
    .getByLabel(/^Payment Method/)
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(values.filter(Boolean)).toEqual(['check', 'ach', 'wire', 'direct_deposit'])
})

test('A5.truck.1 B14 An unreadable year counts as 0 and is marked, not saved', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(new Date('2026-11-18T12:00:00'))
  await page.goto('/trucks')
  await button(page, 'Add Truck').first().click()
  const year = page.getByLabel(/^Year/)
  expect(await year.inputValue()).toBe('2026')
  await year.fill('new')
  await page.getByLabel(/^Make/).fill('Volvo')
  expect(await year.inputValue()).toBe('0')
  await page.getByLabel(/^Model/).fill('VNL')
  await page.getByLabel(/^Truck #/).fill('9')
  expect(await page.getByLabel(/^Owner/).innerText()).toContain('None')
  await page.getByText('Enter a year, such as 2024. Anything else counts as 0.').waitFor()
  await button(page, 'Save').click()
  await year.and(page.locator(':focus')).waitFor()
  expect(await (await page.request.get('/api/trucks')).json()).toEqual([])
  await year.fill('2019')
  await button(page, 'Save').click()
  await findToast(page, 'Truck added successfully').waitFor()
  const [truck] = (await (await page.request.get('/api/trucks')).json()) as object[]
  expect(truck).toMatchObject({
    year: 2019,
    ownerId: null,
    driverId: null,
    status: 'active',
    vin: null,
  })
})

test('A5.generic.1 Missing fields are reported, and the first one gets the focus', async () => {
  const page = await app.enter()
  await page.goto('/dispatchers')
  await button(page, 'Add Dispatcher').first().click()
  await button(page, 'Save').click()
  for (const label of ['Name', 'Phone', 'Email'])
    await page.getByText(`${label} is required`, { exact: true }).waitFor()
  expect(await page.getByText('Extension is required').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  await page.getByLabel(/^Email/).fill('not-an-email')
  await page.getByLabel(/^Name/).focus()
  await page.getByText('Invalid email address').waitFor()
})

test('B9 B15 A duplicate is reported at its field, and typed text stays', async () => {
  const page = await app.enter()
  await create(page, 'trucks', makeSample('trucks', 1))
  await page.goto('/trucks')
  await button(page, 'Add Truck').first().click()
  await page.getByLabel(/^Truck #/).fill('T-1')
  await page.getByLabel(/^Make/).fill('Volvo')
  await page.getByLabel(/^Model/).fill('VNL')
  app.expectComplaint(/409/)
  await button(page, 'Save').click()
  await findToast(page, 'Failed to add truck').waitFor()
  expect(await page.getByText('Truck # T-1 already exists').count()).toBeGreaterThanOrEqual(2)
  expect(await page.getByLabel(/^Make/).inputValue()).toBe('Volvo')
})

test('B24 A deletion lists linked records; a truck with settlements can’t be deleted', async () => {
  const page = await app.enter()
  const driver = await create(page, 'drivers', makeSample('drivers'))
  const truck = await create(page, 'trucks', { ...makeSample('trucks'), driverId: driver.id })
  await create(page, 'loads', { ...makeSample('loads', 1), driverId: driver.id, truckId: truck.id })
  await create(page, 'loads', {
    ...makeSample('loads', 2),
    driver2Id: driver.id,
    truckId: truck.id,
  })
  await page.goto('/drivers')
  await button(page, /^Delete/).click()
  await page.getByText('It will be unlinked from 1 truck and 2 loads.').waitFor()
  await button(page, 'Delete').click()
  await findToast(page, 'Driver deleted successfully').waitFor()
  const [, load] = (await (await page.request.get('/api/loads')).json()) as object[]
  expect(load).toMatchObject({ driverId: null, truckId: truck.id })

  await page.goto('/trucks')
  await button(page, /^Delete/).click()
  await page.getByText('It will be unlinked from 2 loads.').waitFor()
  await create(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  app.expectComplaint(/409/)
  await button(page, 'Delete').click()
  await findToast(page, 'Failed to delete truck').waitFor()
  await button(page, /^Delete/).click()
  await page
    .getByRole('alertdialog')
    .getByText("This truck has 1 settlement and can't be deleted.")
    .waitFor()
  expect(await button(page, 'Delete').isDisabled()).toBe(true)
})
