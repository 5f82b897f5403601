import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { PASSWORD, startApp, findToast } from './app.ts'
import { selectedOption } from './steps.ts'

const app = startApp()
const MAX_TABS = 60

/** Presses Tab until the field or button with this name has the focus. */
async function tabTo(page: Page, name: string) {
  const field = page.getByLabel(new RegExp(`^${name}( \\*)?$`))
  await pressUntilFocused(page, 'Tab', field.or(page.getByRole('button', { name, exact: true })))
}

/** Moves from a form's field to its tabs, then opens the next tab. */
async function nextTab(page: Page) {
  await pressUntilFocused(page, 'Shift+Tab', page.getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
}

async function pressUntilFocused(page: Page, key: string, target: Locator) {
  const focused = page.locator(':focus')
  await target.first().waitFor()
  for (let n = 0; n < MAX_TABS; n++) {
    if (await target.and(focused).count()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${String(target)}`)
}

/** Types into fields in tab order. */
async function type(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, label)
    await page.keyboard.type(value)
  }
}

/** Opens the palette, types, and chooses the first result. */
async function goTo(page: Page, typed: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or jump to…' }).waitFor()
  await page.keyboard.type(typed)
  await selectedOption(page, /./).waitFor()
  await page.keyboard.press('Enter')
}

/** Opens a picker, types, and chooses the selected option by Enter. */
async function pick(page: Page, label: string, typed: string, option: string) {
  await tabTo(page, label)
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Type to search').waitFor()
  await page.keyboard.type(typed)
  await selectedOption(page, option).waitFor()
  await page.keyboard.press('Enter')
}

/** Waits until a dialog has the focus: before that it gets no keys. */
async function waitForDialog(page: Page, name: string) {
  await page.getByRole('dialog', { name }).locator(':focus').waitFor()
}

async function save(page: Page, toast: string) {
  await page.keyboard.press('Control+Enter')
  await findToast(page, toast).waitFor()
}

async function signUpByKeys(page: Page) {
  await page.getByLabel('First Name').and(page.locator(':focus')).waitFor()
  const email = `keys.${Date.now()}@example.com`
  await type(page, { 'First Name': 'Pat', 'Last Name': 'Doe', Email: email, Password: PASSWORD })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** Adds a truck, and its driver from within the truck's form. */
async function addTruck(page: Page) {
  await goTo(page, 'add truck')
  await waitForDialog(page, 'Add New Truck')
  await type(page, { 'Truck #': '101' })
  await pick(page, 'Driver', 'Zoë Ångström', '+ Add New Driver')
  await waitForDialog(page, 'Add New Driver')
  await type(page, { Email: 'zoe@example.com', Phone: '555', Address: '1 Oak Road' })
  await type(page, { 'License #': 'D123', 'License State': 'tx' })
  await save(page, 'Driver added successfully')
  await page.getByLabel('Driver', { exact: true }).and(page.locator(':focus')).waitFor()
  await type(page, { Make: 'Volvo', Model: 'VNL' })
  await save(page, 'Truck added successfully')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Adds a load, and its broker from within the load's form. */
async function addLoad(page: Page) {
  await goTo(page, 'add load')
  await waitForDialog(page, 'Add New Load')
  await type(page, { 'Load #': 'L-1' })
  await pick(page, 'Truck', '101', '101')
  await pick(page, 'Broker', 'Landstar', '+ Add New Broker')
  await waitForDialog(page, 'Add New Broker')
  await save(page, 'Broker added successfully')
  await page.getByLabel('Broker', { exact: true }).and(page.locator(':focus')).waitFor()
  await nextTab(page)
  await type(page, { 'Pickup ZIP': '75201', 'Pickup Date': '11/16/2026', 'Delivery ZIP': '30303' })
  await expect.poll(() => page.getByLabel(/^Miles/).inputValue()).toBe('849')
  await nextTab(page)
  await type(page, { Revenue: '2,400.10', 'Settlement Date': '11/20/2026' })
  await save(page, 'Load added successfully')
}

/** Adds the lane's next load as a copy of the first. */
async function duplicateLoad(page: Page) {
  await page.getByRole('link', { name: 'L-1', exact: true }).waitFor()
  await page.keyboard.press('j')
  await tabTo(page, 'Duplicate L-1')
  await page.keyboard.press('Enter')
  await page
    .getByLabel(/^Load #/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.type('L-2')
  // Saving focuses the missing field on its tab.
  await page.keyboard.press('Control+Enter')
  await page
    .getByLabel(/^Pickup Date/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.type('11/17/2026')
  await nextTab(page)
  await type(page, { 'Settlement Date': '11/20/2026' })
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'L-2', exact: true }).waitFor()
}

async function saveSettlement(page: Page) {
  await goTo(page, 'settlements')
  await page.getByRole('heading', { level: 1, name: 'Settlements' }).waitFor()
  await pick(page, 'Truck', '101', '101')
  await page.getByLabel('Settlement Date').and(page.locator(':enabled')).waitFor()
  await page.getByRole('option', { name: '11/20/2026' }).waitFor({ state: 'attached' })
  await tabTo(page, 'Settlement Date')
  await page.keyboard.type('11')
  await tabTo(page, 'Load Settlement Data')
  await page.keyboard.press('Enter')
  await findToast(page, 'Loaded 2 loads for 11/20/2026').waitFor()
  await type(page, { Fuel: '612.35', Tolls: '$40.05' })
  await save(page, 'Settlement saved successfully')
  await tabTo(page, 'Generate PDF Invoice')
  const popup = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  await (await popup).close()
}

test('B38 The main job needs no mouse: from the sign-up to the PDF', async () => {
  const page = await app.openPage('/signup')
  await signUpByKeys(page)
  await addTruck(page)
  await addLoad(page)
  await duplicateLoad(page)
  await saveSettlement(page)
  const [saved] = (await (await page.request.get('/api/billing')).json()) as [Settlement]
  expect(saved).toMatchObject({ totalRevenue: '4800.20', totalExpenses: '652.40' })
  const pdf = await page.request.get(saved.statementUrl ?? '')
  const text = (await pdfText(await pdf.body())).join('\n')
  for (const part of ['L-1', 'L-2', '$4,147.80', 'Dallas, TX', 'Atlanta, GA']) {
    expect(text).toContain(part)
  }
})
