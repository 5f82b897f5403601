import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, PASSWORD, startApp, findToast } from './app.ts'
import { fill } from './steps.ts'

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

/** Opens the load form from the dashboard and types a load number. */
async function startLoad(): Promise<Page> {
  const page = await app.enter()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await dialog(page, 'Search or jump to…').waitFor()
  await page.keyboard.type('add load')
  await page.keyboard.press('Enter')
  await dialog(page, 'Add New Load').waitFor()
  await fill(page, { 'Load #': 'L-5' })
  return page
}

test('B26 B42 A truck and its owner are added from the load form and selected', async () => {
  const page = await startLoad()
  await openPicker(page, 'Truck', '+ Add New Truck')
  await dialog(page, 'Add New Truck').getByLabel('Truck #').fill('T-9')
  await openPicker(page, 'Owner', '+ Add New Owner')
  const owner = makeSample('owners') as Record<string, string>
  const newOwner = dialog(page, 'Add New Owner')
  await newOwner.getByLabel(/^Name/).fill('Prairie Leasing')
  for (const [label, name] of [
    ['Email', 'email'],
    ['Phone', 'phone'],
    ['Address', 'address'],
  ] as const) {
    await newOwner.getByLabel(new RegExp(`^${label}`)).fill(owner[name] ?? '')
  }
  await expectAccessible(page)
  await button(page, 'Save').click()
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
})

test('B42 Back asks once about unsaved changes in two open forms', async () => {
  const page = await startLoad()
  await openPicker(page, 'Broker', '+ Add New Broker')
  await dialog(page, 'Add New Broker').waitFor()
  await page.goBack()
  await page.getByText('Your unsaved changes to this load will be lost.').waitFor()
  await button(page, 'Keep editing').click()
  await dialog(page, 'Add New Broker')
    .getByLabel(/^Company Name/)
    .fill('Landstar')
  await page.goBack()
  await page.getByText('Your unsaved changes to this load and this broker will be lost.').waitFor()
  await expectAccessible(page)
  await button(page, 'Keep editing').click()
  expect(
    await dialog(page, 'Add New Broker')
      .getByLabel(/^Company Name/)
      .inputValue(),
  ).toBe('Landstar')
  await page.goBack()
  await button(page, 'Discard').click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('B42 After signing in again in place, the open form is saved', async () => {
  const page = await app.enter({ theme: 'dark', width: 360 })
  await page.goto('/dispatchers?add')
  await fill(page, { Name: 'Zoë', Phone: '555', Email: 'zoe@example.com' })
  await page.context().clearCookies()
  app.expectComplaint(/401/)
  await button(page, 'Save').click()
  const again = dialog(page, 'Log In Again')
  await again.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
  await expectAccessible(page)
  await page.keyboard.type('wrong password')
  await page.keyboard.press('Enter')
  await again.getByText('Invalid email or password').waitFor()
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await findToast(page, 'Dispatcher added successfully').waitFor()
  await page.getByText('zoe@example.com').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
