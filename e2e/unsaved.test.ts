import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, PASSWORD, startApp } from './app.ts'
import { fill, selectedOption } from './steps.ts'

const app = startApp()

function dialog(page: Page, name: string) {
  return page.getByRole('dialog', { name })
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true }).last()
}

async function openPicker(page: Page, label: string, make: string) {
  await page
    .getByLabel(new RegExp(`^${label}( \\*)?$`))
    .last()
    .click()
  await page.getByRole('option', { name: make }).click()
}

test('B26 B42 A truck and its owner are added from the load form; Back and an ended session lose nothing', async () => {
  const page = await app.enter({ theme: 'dark' })
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await dialog(page, 'Search or jump to…').waitFor()
  await page.keyboard.type('add load')
  await selectedOption(page, 'Add Load').waitFor()
  await page.keyboard.press('Enter')
  await dialog(page, 'Add New Load').waitFor()
  await fill(page, { 'Load #': 'L-5' })
  await openPicker(page, 'Truck', '+ Add New Truck')
  await dialog(page, 'Add New Truck').getByLabel('Truck #').fill('T-9')
  await openPicker(page, 'Owner', '+ Add New Owner')
  const newOwner = dialog(page, 'Add New Owner')
  await newOwner.getByLabel(/^Name/).waitFor()
  await page.goBack()
  await page.getByText('Your unsaved changes to this load and this truck will be lost.').waitFor()
  await expectAccessible(page)
  await button(page, 'Keep editing').click()
  const { email, phone, address } = makeSample('owners') as Record<string, string>
  for (const [label, value] of Object.entries({
    Name: 'Prairie Leasing',
    Email: email,
    Phone: phone,
    Address: address,
  })) {
    await newOwner.getByLabel(new RegExp(`^${label}`)).fill(value ?? '')
  }
  await expectAccessible(page)

  await page.context().clearCookies()
  app.expectComplaint(/401/)
  await button(page, 'Save').click()
  const again = dialog(page, 'Log In Again')
  await again.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
  await expectAccessible(page)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await newOwner.waitFor({ state: 'detached' })
  const truck = dialog(page, 'Add New Truck')
  expect(await truck.getByLabel('Owner').innerText()).toBe('Prairie Leasing')
  await truck.getByLabel(/^Make/).fill('Volvo')
  await truck.getByLabel(/^Model/).fill('VNL')
  await page.keyboard.press('Control+Enter')
  await truck.waitFor({ state: 'detached' })
  const chosen = dialog(page, 'Add New Load').getByLabel('Truck', { exact: true })
  expect(await chosen.innerText()).toBe('T-9')
  // The focus returns to the picker.
  await chosen.and(page.locator(':focus')).waitFor()
  expect(await page.getByLabel(/^Load #/).inputValue()).toBe('L-5')
  await page.goBack()
  await page.getByText('Your unsaved changes to this load will be lost.').waitFor()
  await button(page, 'Discard').click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
