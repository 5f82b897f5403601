import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawPdf, type DrawnPaper } from '#server/testing/confirmations/draw.ts'
import { drawRidge } from '#server/testing/confirmations/ridge.ts'
import { ntg } from '#server/testing/confirmations/ntg.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { field, findForm, openFile, readStoredLoad, TODAY } from './confirmation-form.ts'
import { selectedOption } from './steps.ts'

const app = startApp()

async function openPaper(page: Page, { name, pages }: Pick<DrawnPaper, 'name' | 'pages'>) {
  const buffer = Buffer.from(await drawPdf(pages))
  await openFile(page, { name: `${name}.pdf`, mimeType: 'application/pdf', buffer })
}

test('C124 A load is added from its confirmation: Tab goes to unsure fields, Ctrl+Enter saves', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(TODAY)
  const broker = { ...makeSample('brokers', 1), companyName: 'NTG', email: 'ap@ntgfreight.com' }
  await create(page, 'brokers', broker)
  const truck = await create(page, 'trucks', { ...makeSample('trucks', 1), truckId: '104' })
  await openPaper(page, ntg)
  const form = findForm(page)
  await form.getByText('values read from NTG.pdf').waitFor()
  expect(await field(form, 'Load #').evaluate(isFocused)).toBe(true)
  await expectAccessible(page)

  const revenue = field(form, 'Revenue')
  await expect.poll(() => revenue.inputValue()).toBe('3,420.00')
  await revenue.focus()
  const mark = form.locator('button[data-active]')
  await expect.poll(() => mark.getAttribute('aria-label')).toBe('Revenue: $3,420.00')
  await form.getByRole('button', { name: 'Pickup City: EL PASO,' }).click()
  await expect.poll(() => field(form, 'Pickup City').evaluate(isFocused)).toBe(true)

  expect(await field(form, 'Load #').evaluate(tabTo)).toBe('truckId')
  await field(form, 'Load #').focus()
  await page.keyboard.type('L-1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('104')
  await selectedOption(page, '104').waitFor()
  await page.keyboard.press('Enter')
  await form
    .getByRole('combobox', { name: /^Truck/ })
    .getByText('104')
    .waitFor()
  const stored = waitForPaper(page)
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added successfully').waitFor()
  const load = await readStoredLoad(page)
  expect(load).toMatchObject({
    loadId: 'L-1',
    brokerLoadNumber: '7719302',
    truckId: truck.id,
    labels: { brokerId: 'NTG' },
    pickupCity: 'EL PASO',
    pickupState: 'TX',
    pickupZip: '79936',
    pickupDate: '2026-11-23',
    pickupTime: '10:00',
    deliveryCity: 'NORCROSS',
    deliveryDate: '2026-11-26',
    deliveryTime: '07:00-15:00',
    cargoType: 'CERAMIC TILE',
    weight: '41700.00',
    revenue: '3420.00',
  })
  const charges = await (await page.request.get(`/api/loads/${load?.id}/charges`)).json()
  expect(charges).toMatchObject({
    billedTotal: '3420.00',
    charges: [{ kind: 'line-haul' }, { kind: 'fuel-surcharge' }],
  })
  await stored
  await page.goto(`/loads/${load?.id}`)
  await page.getByText('Agrees with the rate confirmation: $3,420.00.').waitFor()
  await page
    .getByText(/^Rate Confirmation .* \(2 p\)\.pdf$/)
    .first()
    .waitFor()
})

/** Waits until the load's paper is stored, with what was read from it. Call it before the save: the form then closes by itself. */
function waitForPaper(page: Page) {
  return page.waitForResponse(/\/api\/documents\/\d+\/reading$/)
}

const RIDGE = { job: '77-4417', from: 'Dallas, TX 75201', to: 'Eagan, MN 55121', fee: '$1,650.00' }
const NEXT_RIDGE = {
  job: '77-5520',
  from: 'Reno, NV 89501',
  to: 'Boise, ID 83702',
  fee: '$2,100.00',
}

/** Clicks on the page of the paper, at a position in points. */
async function clickOnPage(form: Locator, x: number, y: number) {
  const layer = form.locator('[data-pointing]').first()
  const box = await layer.boundingBox()
  if (!box) throw new Error('not pointing')
  await layer.click({ position: { x: (x / 612) * box.width, y: (y / 792) * box.height } })
}

test('C145 C146 C147 A user points at values once, and the next paper of the broker is read with them', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(TODAY)
  await openPaper(page, drawRidge(RIDGE))
  const form = findForm(page)
  const revenue = field(form, 'Revenue')
  await form.getByText('values read from Ridge').waitFor()
  // The form is filled in, and the first unsure field has the focus.
  await expect.poll(() => field(form, 'Load #').evaluate(isFocused)).toBe(true)
  await revenue.focus()
  expect(await revenue.inputValue()).toBe('')
  await form.getByRole('button', { name: 'Point at Revenue' }).click()
  await form.getByText('Click Revenue on a page').waitFor()
  await expectAccessible(page)
  await clickOnPage(form, 45, 295)
  await form.getByText('“Haul” is not a dollar amount').waitFor()
  await clickOnPage(form, 210, 295)
  await expect.poll(() => revenue.evaluate(isFocused)).toBe(true)
  expect((await revenue.inputValue()).replace(/[$,]/g, '')).toBe('1650.00')

  await field(form, 'Pickup City').focus()
  await form.getByRole('button', { name: 'Point at Pickup City' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Point at Pickup City' }).click()
  await clickOnPage(form, 45, 173)
  await expect.poll(() => field(form, 'Pickup City').inputValue()).toBe('Dallas')
  expect(await field(form, 'Pickup ZIP').inputValue()).toBe('75201')

  await field(form, 'Load #').fill('L-1')
  const stored = waitForPaper(page)
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Remembered for Ridge Brokerage LLC: 4 fields.').waitFor()
  await stored

  await openPaper(page, drawRidge(NEXT_RIDGE))
  await form.getByText('Remembered for Ridge Brokerage LLC: 4 fields').waitFor()
  await expect.poll(() => field(form, 'Pickup City').inputValue()).toBe('Reno')
  expect(await revenue.inputValue()).toContain('2,100.00')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Forget' }).click()
  await form.getByText('Forgotten.').waitFor()
  expect(await (await page.request.get('/api/taught-layouts')).json()).toEqual([])
})

/** The field that has the focus as soon as Tab is pressed: the next letter goes there. */
function tabTo(element: HTMLElement): string | null | undefined {
  element.focus()
  element.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }),
  )
  return document.activeElement?.getAttribute('name')
}

function isFocused(element: Element): boolean {
  return element === document.activeElement
}
