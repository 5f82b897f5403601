import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { choose, fill } from './steps.ts'

const app = startApp()

const TABS = {
  General: [
    'Load #',
    'Truck',
    'Driver',
    'Driver 2',
    'Broker',
    'Delivery Status',
    'Cargo Description',
  ],
  Route: ['Pickup City', 'Pickup State', 'Pickup Date', 'Delivery City', 'Delivery Date', 'Miles'],
  Financial: ['Revenue', 'Settlement Date', 'Payment Status', 'BOL Status'],
}

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

async function readStoredLoad(page: Page) {
  const [load] = (await (await page.request.get('/api/loads')).json()) as Record<string, unknown>[]
  return load
}

test('A2.loads.1 The load form has three tabs: General, Route, Financial', async () => {
  const page = await app.enter()
  const dialog = await addLoad(page)
  expect(await dialog.getByRole('tab').allInnerTexts()).toEqual(Object.keys(TABS))
  for (const [tab, labels] of Object.entries(TABS)) {
    await dialog.getByRole('tab', { name: tab }).click()
    for (const label of labels) await getField(page, label).waitFor()
    await expectAccessible(page)
  }
})

test('A5.load.1 A5.load.2 A2.loads.1 An error on a hidden tab marks and opens the tab', async () => {
  const page = await app.enter()
  const dialog = await addLoad(page)
  await fill(page, { 'Load #': 'L-1' })
  await save(page)
  await page.getByText('Pickup date is required').waitFor()
  expect(await page.getByText('State must be exactly 2 characters').count()).toBe(2)
  const route = dialog.getByRole('tab', { name: 'Route' })
  expect(await route.getAttribute('aria-selected')).toBe('true')
  await dialog.getByRole('tab', { name: /^Financial.*error/s }).waitFor()
  expect(await getField(page, 'Pickup State').evaluate((input) => input.ariaInvalid)).toBe('true')
  await expectAccessible(page)
})

test('A5.load.2 A5.load.4 A4.load.1 A4.load.2 A4.load.3 B14 B16 A new load has its defaults', async () => {
  const page = await app.enter()
  const dialog = await addLoad(page)
  const chosen = (label: string) => getField(page, label).locator('option:checked').innerText()
  await fill(page, { 'Load #': 'L-1' })
  expect(await chosen('Delivery Status')).toBe('Pending')
  await dialog.getByRole('tab', { name: 'Financial' }).click()
  expect(await chosen('Payment Status')).toBe('Unpaid')
  expect(await chosen('BOL Status')).toBe('Not Received')
  await fill(page, { Revenue: '$1,234.5' })
  await getField(page, 'Settlement Date').focus()
  expect(await getField(page, 'Revenue').inputValue()).toBe('1,234.50')
  await dialog.getByRole('tab', { name: 'Route' }).click()
  await getField(page, 'Pickup State').pressSequentially('texas')
  expect(await getField(page, 'Pickup State').inputValue()).toBe('TE')
  await fill(page, { 'Pickup Date': '11/16/2026', 'Delivery State': 'ga', Miles: '' })
  await save(page)
  await findToast(page, 'Load added successfully').waitFor()
  expect(await readStoredLoad(page)).toMatchObject({
    pickupState: 'TE',
    deliveryState: 'GA',
    pickupDate: '2026-11-16',
    deliveryDate: null,
    revenue: '1234.50',
    miles: '0.00',
    weight: '0.00',
    deliveryStatus: 'pending',
    paymentStatus: 'unpaid',
    bolStatus: 'not-received',
  })
})

test('A5.load.3 B26 B17 Links are found by typing, and Driver 2 can be None', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', makeSample('trucks', 44))
  const driver = await create(page, 'drivers', makeSample('drivers'))
  const broker = await create(page, 'brokers', makeSample('brokers'))
  const load = await create(page, 'loads', { ...makeSample('loads'), driver2Id: driver.id })
  await page.goto('/loads')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await choose(page, 'Truck', 't-44')
  await choose(page, 'Driver', 'nguyễn')
  await choose(page, 'Broker', 'land')
  await getField(page, 'Driver 2').click()
  await page.getByRole('option', { name: 'None' }).click()
  await save(page)
  await findToast(page, 'Load updated successfully').waitFor()
  expect(await readStoredLoad(page)).toMatchObject({
    id: load.id,
    truckId: truck.id,
    driverId: driver.id,
    driver2Id: null,
    brokerId: broker.id,
  })
})

test('A2.loads.4 /loads?edit={id} opens the load and becomes /loads', async () => {
  const page = await app.enter()
  await create(page, 'loads', makeSample('loads', 6))
  const { id } = await create(page, 'loads', makeSample('loads', 7))
  await page.goto(`/loads?edit=${id}`)
  await page.getByRole('dialog', { name: 'Edit Load' }).waitFor()
  expect(await getField(page, 'Load #').inputValue()).toBe('L-7')
  expect(page.url()).toBe(`${app.url()}/loads`)
  await page.getByRole('button', { name: 'Cancel' }).click()

  app.expectComplaint(/404/)
  await page.goto('/loads?edit=999999999')
  await page.getByRole('button', { name: 'View L-7' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('A2.loads.5 A5.optional.1 A8.entity.1 B19a A broker added from a load is chosen', async () => {
  const page = await app.enter()
  await addLoad(page)
  await fill(page, { 'Load #': 'L-9' })
  await getField(page, 'Broker').click()
  await page.getByRole('option', { name: '+ Add New Broker' }).click()
  const quick = page.getByRole('dialog', { name: 'Add New Broker' })
  await quick.getByLabel(/^Company Name/).fill('Prairie Freight')
  await expectAccessible(page)
  await quick.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Broker added successfully').waitFor()
  expect(await getField(page, 'Broker').innerText()).toContain('Prairie Freight')
  expect(await getField(page, 'Load #').inputValue()).toBe('L-9')
})

test('A8.entity.2 B9 The quick broker form shows its errors and keeps what was typed', async () => {
  const page = await app.enter()
  await create(page, 'brokers', makeSample('brokers', 5))
  await addLoad(page)
  await getField(page, 'Broker').click()
  await page.getByRole('option', { name: '+ Add New Broker' }).click()
  const quick = page.getByRole('dialog', { name: 'Add New Broker' })
  await quick.getByLabel(/^Company Name/).fill('Prairie Freight')
  await quick.getByLabel(/^MC Number/).fill('MC5')
  app.expectComplaint(/409/)
  await quick.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Failed to add broker').filter({ hasText: 'MC5' }).waitFor()
  await quick.getByText(/MC5 already exists/).waitFor()
  expect(await quick.getByLabel(/^Company Name/).inputValue()).toBe('Prairie Freight')
})

test('A4.load.4 A4.forms.1 Any status can follow any other; Cancel changes nothing', async () => {
  const page = await app.enter()
  await create(page, 'loads', { ...makeSample('loads'), deliveryStatus: 'delivered' })
  await page.goto('/loads')
  for (const [state, label] of [
    ['scheduled', 'Scheduled'],
    ['in-transit', 'In Transit'],
    ['pending', 'Pending'],
  ] as const) {
    await page.getByRole('button', { name: /^Edit/ }).click()
    await getField(page, 'Delivery Status').selectOption(state)
    await save(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /L-1/ }).getByText(label).first().waitFor()
    expect(await readStoredLoad(page)).toMatchObject({ deliveryStatus: state })
  }
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await readStoredLoad(page)).toMatchObject({ version: 4 })
})

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
  await page
    .getByRole('option', { name: 'T-44' })
    .and(page.locator('[data-selected=true]'))
    .waitFor()
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

test('C61 A row of a spreadsheet is pasted into the form and replaces nothing that was typed', async () => {
  const page = await app.enter()
  await create(page, 'trucks', { ...makeSample('trucks', 44) })
  await addLoad(page)
  await fill(page, { 'Load #': 'typed' })
  const paste = (text: string) =>
    getField(page, 'Load #').evaluate((field, data) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', data)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, text)
  await paste('L-1\tT-44\tDallas, TX\n')
  await findToast(page, 'Nothing was pasted').waitFor()
  const heading = 'Load #\tUnit #\tOrigin\tPU Date\tTo St\tRate\tCustomer\tTrailer\n'
  await paste(`${heading}L-1\tT-44\tDallas, TX 75201\t11/16/2026\tGA\t$2,400.10\tAcme\tTR-9\n`)
  await findToast(page, 'Row pasted: 7 fields').waitFor()
  await findToast(page, 'Kept what you typed: Load #. Left out: Trailer.').waitFor()
  await page.getByText('Broker “Acme” was not found').waitFor()
  expect(await getField(page, 'Truck').innerText()).toContain('T-44')
  expect(await getField(page, 'Pickup City').inputValue()).toBe('Dallas')
  await save(page)
  await findToast(page, 'Load added successfully').waitFor()
  expect(await readStoredLoad(page)).toMatchObject({
    loadId: 'typed',
    pickupZip: '75201',
    pickupDate: '2026-11-16',
    deliveryState: 'GA',
    revenue: '2400.10',
  })
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
  expect(await getField(page, 'Revenue').inputValue()).toBe('$2,575.00')
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

test('C127 C128 A dispatcher types references and appointments, and finds the load by each', async () => {
  const page = await app.enter({ width: 1440 })
  await create(page, 'dispatchers', { ...makeSample('dispatchers'), name: 'Karen Whitfield' })
  await addLoad(page)
  await fill(page, {
    'Load #': 'L-1',
    'Broker Load #': '20512345',
    'BOL #': '6100450',
    Pieces: '24',
  })
  await choose(page, 'Dispatcher', 'Karen Whitfield')
  await page.keyboard.press('Alt+PageDown')
  await fill(page, { 'Pickup State': 'TX', 'Pickup Date': '11/16/2026', 'Pickup Time': '8' })
  await fill(page, { 'Pickup #': 'PU-9', 'Delivery State': 'GA', 'Delivery Time': '9am - 2pm' })
  await fill(page, { 'PO #': 'PO-7712' })
  await page.keyboard.press('Alt+PageDown')
  await fill(page, { Revenue: '2400' })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Pickup time must be a time or a window').waitFor()
  await expectAccessible(page)
  await fill(page, { 'Pickup Time': '8 am' })
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added successfully').waitFor()
  expect(await readStoredLoad(page)).toMatchObject({
    brokerLoadNumber: '20512345',
    poNumber: 'PO-7712',
    bolNumber: '6100450',
    pickupNumber: 'PU-9',
    pickupTime: '08:00',
    deliveryTime: '09:00-14:00',
    pieces: 24,
  })

  await create(page, 'loads', makeSample('loads', 2))
  await page.goto('/loads')
  await page.getByRole('row', { name: /L-2/ }).waitFor()
  for (const search of ['20512345', 'po-77', '6']) {
    await page.getByRole('searchbox').fill(search)
    await page.getByRole('row', { name: /L-2/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /L-1/ }).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('row', { name: /L-2/ }).waitFor()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or jump to…' }).waitFor()
  await page.keyboard.type('pu-9')
  await page.getByRole('option', { name: 'Load L-1 Pickup # PU-9' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Load L-1' }).waitFor()
  await page.getByText('09:00-14:00').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Karen Whitfield' }).click()
  await page.getByRole('heading', { level: 1, name: 'Karen Whitfield' }).waitFor()
  await page.getByRole('link', { name: /L-1/ }).first().waitFor()
})
