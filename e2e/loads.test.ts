import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { readStoredLoad } from './confirmation-form.ts'
import { choose, fill, selectedOption } from './steps.ts'

const app = startApp()

async function addLoad(page: Page) {
  await page.goto('/loads')
  await page.getByRole('button', { name: 'Add Load' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Load' })
  await dialog.getByRole('tab').first().waitFor()
  return dialog
}

function getField(page: Page, label: string) {
  return page.getByLabel(new RegExp(`^${label}( \\*)?$`))
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test('C61 B41 A load is entered by keyboard: the truck sets the driver, the week sets the settlement date', async () => {
  const page = await app.enter()
  const driver = await create(page, 'drivers', makeSample('drivers'))
  await create(page, 'trucks', { ...makeSample('trucks', 44), driverId: driver.id })
  await create(page, 'brokers', makeSample('brokers'))
  await addLoad(page)
  const keys = page.keyboard
  await keys.type('L-1')
  await keys.press('Tab')
  await keys.press('Tab')
  // A letter opens the picker and starts the search.
  await keys.type('t-4')
  await selectedOption(page, 'T-44').waitFor()
  await keys.press('Enter')
  await page.getByText('Driver of truck T-44').waitFor()
  expect(await getField(page, 'Driver').innerText()).toContain('Nguyễn')

  await keys.press('Alt+PageDown')
  expect(await getField(page, 'Pickup ZIP').evaluate((at) => at === document.activeElement)).toBe(
    true,
  )
  await fill(page, { 'Pickup State': 'tx', 'Pickup Date': '11/16/2026', 'Delivery State': 'ga' })
  await keys.press('Alt+PageDown')
  await page.getByText('Suggested for the week 11/15/2026 – 11/21/2026').waitFor()
  expect(await getField(page, 'Settlement Date').inputValue()).toBe('11/21/2026')
  await keys.type('2400')
  await fill(page, { 'Settlement Date': '11/20/2026' })
  await keys.press('Alt+PageUp')
  await fill(page, { 'Delivery Date': '11/24/2026' })
  await expectAccessible(page)
  await keys.press('Control+Shift+Enter')
  await findToast(page, 'Load added successfully').waitFor()
  expect(await readStoredLoad(page)).toMatchObject({
    driverId: driver.id,
    settlementDate: '2026-11-20',
    revenue: '2400.00',
  })

  const number = getField(page, 'Load #')
  await number.and(page.locator(':focus')).waitFor()
  expect(await number.inputValue()).toBe('')
  expect(await getField(page, 'Truck').innerText()).toBe('None')
  await keys.type('L-2')
  await choose(page, 'Truck', 'T-44')
  await page.getByRole('tab', { name: 'Route' }).click()
  await fill(page, { 'Pickup State': 'tx', 'Pickup Date': '11/23/2026', 'Delivery State': 'ga' })
  await page.getByRole('tab', { name: 'Financial' }).click()
  expect(await getField(page, 'Revenue').inputValue()).toBe('')
  await fill(page, { Revenue: '100' })
  // The weekday of the truck's last settlement date.
  await page.getByText('Suggested for the week 11/22/2026 – 11/28/2026').waitFor()
  expect(await getField(page, 'Settlement Date').inputValue()).toBe('11/27/2026')
  await save(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await readStoredLoad(page)).toMatchObject({ loadId: 'L-2', settlementDate: '2026-11-27' })
})

test('C106 C148 Line haul, fuel surcharge and detention are typed with 15 keys, and saved with the load', async () => {
  const page = await app.enter()
  const dialog = await addLoad(page)
  await fill(page, { 'Load #': 'L-1' })
  await dialog.getByRole('tab', { name: 'Route' }).click()
  await fill(page, { 'Pickup State': 'tx', 'Pickup Date': '11/16/2026', 'Delivery State': 'ga' })
  await dialog.getByRole('tab', { name: 'Financial' }).click()
  await getField(page, 'Revenue').focus()
  let pressed = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    pressed += keys.length
  }
  const charge = (name: string) => dialog.getByRole('listitem', { name })
  const focused = (name: string) =>
    charge(name).getByLabel('Charge', { exact: true }).and(page.locator(':focus')).waitFor()
  await press(...'2000', '+')
  await focused('Fuel Surcharge')
  await press('Tab', ...'350', 'Enter')
  await focused('Detention')
  await press('Tab', ...'3*75')
  expect(pressed).toBe(15)
  await dialog.getByText('$2,575.00').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added successfully').waitFor()
  const load = await readStoredLoad(page)
  expect(load?.revenue).toBe('2575.00')

  await page.goto(`/loads/${String(load?.id)}`)
  const card = page.getByRole('region', { name: 'Charges' })
  await card.getByText('3 × $75.00').waitFor()
  await card.getByText('Requested').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.or(page.getByRole('dialog')).getByRole('tab', { name: 'Financial' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Comes from the charges').waitFor()
  expect(await getField(page, 'Revenue').getAttribute('readonly')).not.toBeNull()
  await form.getByRole('button', { name: '+ Lumper' }).click()
  const lumper = form.getByRole('listitem', { name: 'Lumper' })
  await lumper.getByLabel('Amount', { exact: true }).fill('180')
  const detention = form.getByRole('listitem', { name: 'Detention' })
  await detention.getByLabel('Approval').selectOption('Approved')
  await form.getByText('$2,755.00').waitFor()
  expect(await getField(page, 'Revenue').inputValue()).toBe('2,575.00')
  await save(page)
  await findToast(page, 'Load updated successfully').waitFor()
  await card.getByText('Approved').waitFor()
  await card.getByText('$2,755.00').waitFor()

  // C148: one click restores the charges.
  await page.getByRole('button', { name: 'Undo Charges' }).click()
  await findToast(page, 'Charges restored').waitFor()
  await card.getByText('Requested').waitFor()
  await card.getByText('$2,755.00').waitFor({ state: 'hidden' })
  await card.getByText('Lumper').waitFor({ state: 'hidden' })
})
