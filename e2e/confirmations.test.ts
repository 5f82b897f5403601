import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawPdf, type DrawnPaper } from '#server/testing/confirmations/draw.ts'
import { drawRidge } from '#server/testing/confirmations/ridge.ts'
import { ntg } from '#server/testing/confirmations/ntg.ts'
import { makeSample } from '#server/testing/samples.ts'
import { drawPhoto } from './draw-photo.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'

const app = startApp()

/** The drawn papers are dated November 2026. */
const TODAY = new Date('2026-11-21T09:00:00')

async function openPaper(page: Page, { name, pages }: Pick<DrawnPaper, 'name' | 'pages'>) {
  const buffer = Buffer.from(await drawPdf(pages))
  await openFile(page, { name: `${name}.pdf`, mimeType: 'application/pdf', buffer })
}

async function openFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.goto('/loads?confirmation')
  await page.getByLabel('Rate confirmation (PDF or photo)').setInputFiles(file)
}

function findForm(page: Page) {
  return page.getByRole('dialog', { name: 'New Load from a Rate Confirmation' })
}

/** The marks on the pages have the same names. */
function field(form: Locator, label: string) {
  return form.getByRole('textbox', { name: label, exact: true })
}

async function readStoredLoad(page: Page) {
  const [load] = (await (await page.request.get('/api/loads')).json()) as Record<string, unknown>[]
  return load
}

const CHANGED: Pick<DrawnPaper, 'name' | 'pages'> = {
  name: 'NTG revised',
  pages: ntg.pages.map((page) =>
    page.map((text) => ({
      ...text,
      text: text.text.replace('$3,000.00', '$3,100.00').replace('$3,420.00', '$3,520.00'),
    })),
  ),
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
  await expect.poll(() => revenue.inputValue()).toBe('$3,420.00')
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
  await page.getByRole('option', { name: '104' }).waitFor()
  await page.keyboard.press('Enter')
  await form
    .getByRole('combobox', { name: /^Truck/ })
    .getByText('104')
    .waitFor()
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added').waitFor()
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
  await page.getByText('Storing its rate confirmation').waitFor({ state: 'hidden' })
  await page.goto(`/loads/${load?.id}`)
  await page.getByText('Agrees with the rate confirmation: $3,420.00.').waitFor()
  await page
    .getByText(/^Rate Confirmation .* \(2 p\)\.pdf$/)
    .first()
    .waitFor()
})

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
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added. Remembered for Ridge Brokerage LLC: 4 fields').waitFor()
  await page.getByText('Storing its rate confirmation').waitFor({ state: 'hidden' })

  await openPaper(page, drawRidge(NEXT_RIDGE))
  await form.getByText('Remembered for Ridge Brokerage LLC: 4 fields').waitFor()
  await expect.poll(() => field(form, 'Pickup City').inputValue()).toBe('Reno')
  expect(await revenue.inputValue()).toContain('2,100.00')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Forget' }).click()
  await form.getByText('Forgotten.').waitFor()
  expect(await (await page.request.get('/api/taught-layouts')).json()).toEqual([])
})

test('C125 Another confirmation of a load shows its differences; selected ones are applied', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(TODAY)
  const { brokerLoadNumber, pickupDate, total } = ntg.expected
  const load = { ...makeSample('loads', 1), loadId: brokerLoadNumber, pickupDate, revenue: total }
  await create(page, 'loads', load)
  await openPaper(page, CHANGED)
  const dialog = page.getByRole('dialog', { name: `Revision of Load ${brokerLoadNumber}` })
  const change = dialog.getByRole('checkbox', { name: /^Revenue/ })
  await change.waitFor()
  await expectAccessible(page)
  await change.check()
  await dialog.getByRole('button', { name: 'Apply 1 Change' }).click()
  await findToast(page, `Load ${brokerLoadNumber} updated`).waitFor()
  expect(await readStoredLoad(page)).toMatchObject({ revenue: '3520.00' })
})

test('C155 C159 A confirmation is read after any upload, or by a button, or its total is typed', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(TODAY)
  const load = await create(page, 'loads', { ...makeSample('loads', 2), revenue: '3000.00' })
  const store = async (data: Buffer, mimeType = 'application/pdf') => {
    const path = `/api/loads/${load.id}/documents?kind=rate-confirmation&name=stored`
    const stored = await page.request.post(path, { data, headers: { 'content-type': mimeType } })
    expect(stored.status()).toBe(201)
  }
  await store(Buffer.from(await drawPdf(ntg.pages)))
  await page.goto(`/loads/${load.id}`)
  await page.getByText('The rate confirmation has not been read yet.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Read It' }).click()
  await page.getByText('The rate confirmation says $3,420.00.').waitFor()

  await page.getByLabel('Documents to add').setInputFiles({
    name: 'rate confirmation.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await drawPdf(CHANGED.pages)),
  })
  await page.getByRole('button', { name: 'Upload 1 Document' }).click()
  await page.getByText('The rate confirmation says $3,520.00.').waitFor()

  // OCR reports that the page is sideways.
  app.expectComplaint(/Image too small to scale|Line cannot be recognized/)
  await store(await drawPhoto(page, ntg.pages[0] ?? [], true), 'image/jpeg')
  await page.reload()
  await page.getByRole('button', { name: 'Read It' }).click()
  await page.getByText('The rate confirmation says $3,420.00.').waitFor({ timeout: 60_000 })

  await store(await drawPhoto(page, []), 'image/jpeg')
  await page.reload()
  await page.getByText('The rate confirmation has not been read yet.').waitFor()
  await page.getByLabel('Total on the Paper').fill('3000')
  await page.getByRole('button', { name: 'Save Total' }).click()
  await page.getByText('Agrees with the rate confirmation: $3,000.00.').waitFor()
  await page.getByText('typed the total of the rate confirmation.').waitFor()
})

test('C121 C123 C124 An unclear total and a new broker are offered, not guessed', async () => {
  const page = await app.enter({ width: 390, touch: true })
  await page.clock.setFixedTime(TODAY)
  const pages = CHANGED.pages.map((one) =>
    one.map((text) => ({ ...text, text: text.text.replace('$3,520.00', '$3,250.00') })),
  )
  await openPaper(page, { name: 'unclear', pages })
  const form = findForm(page)
  await form.getByText('but its charges add up to $3,520.00').waitFor()
  expect(await field(form, 'Revenue').inputValue()).toBe('')
  await form.getByRole('button', { name: '$3,250.00', exact: true }).click()
  await expect.poll(() => field(form, 'Revenue').inputValue()).toBe('3,250.00')
  await form.getByRole('button', { name: 'Add Nolan Transportation Group' }).click()
  const broker = page.getByRole('dialog', { name: 'Add New Broker' })
  await broker.getByLabel(/^Company Name/).waitFor()
  await broker.getByRole('button', { name: 'Save', exact: true }).click()
  await form
    .getByRole('combobox', { name: /^Broker/ })
    .getByText('Nolan')
    .waitFor()
  await expectAccessible(page)
})

test('C143 C144 A photo is read on request, with OCR files from this server; typed values stay', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(TODAY)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const buffer = await drawPhoto(page, ntg.pages[0] ?? [])
  await openFile(page, { name: 'scan.jpg', mimeType: 'image/jpeg', buffer })
  const form = findForm(page)
  await form.getByText('This page is a scan without text.').waitFor()
  expect(requests.filter(isOcr)).toEqual([])
  await field(form, 'Load #').fill('L-1')
  await field(form, 'Cargo Description').fill('Tile')

  await page.route('**/eng.traineddata.gz', (route) => route.abort())
  app.expectComplaint(/Failed to load resource/)
  await form.getByRole('button', { name: 'Read the Scan' }).click()
  await form.getByText('The scan reader did not load.').waitFor()
  await page.unroute('**/eng.traineddata.gz')
  await form.getByRole('button', { name: 'Try Again' }).click()
  await form.getByRole('progressbar', { name: 'Reading the scan' }).waitFor()
  await form.getByRole('button', { name: 'Cancel', exact: true }).first().click()
  await form.getByRole('button', { name: 'Read the Scan' }).click()
  await form.getByText('Read from the scan.').waitFor({ timeout: 60_000 })
  await expectAccessible(page)

  expect(await field(form, 'Revenue').inputValue()).toBe('$3,420.00')
  const kept = page.waitForRequest(/\/reading$/)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const { values } = (await kept).postDataJSON() as { values: Record<string, object> }
  expect(values.total).toMatchObject({ value: '3420.00', confidence: expect.any(Number) })
  const load = (await readStoredLoad(page)) ?? {}
  const { brokerLoadNumber, pickupDate, deliveryDate } = ntg.expected
  expect(load).toMatchObject({ loadId: 'L-1', cargoType: 'Tile', revenue: '3420.00' })
  expect(load).toMatchObject({ brokerLoadNumber, pickupDate, deliveryDate })
  const wrong = Object.entries({ ...ntg.expected, cargoType: 'Tile', weight: '41700.00' }).filter(
    ([name, value]) => load[name] && load[name] !== value,
  )
  expect(wrong).toEqual([])
  const origins = requests
    .map((url) => new URL(url))
    .filter(({ protocol }) => /^http/.test(protocol))
  expect([...new Set(origins.map(({ origin }) => origin))]).toEqual([app.url()])
  expect(requests.some(isOcr)).toBe(true)
})

test('C124 A damaged file, or one that is not a PDF, is rejected with a clear message', async () => {
  const page = await app.enter()
  const buffer = Buffer.from('%PDF-1.7 broken')
  await openFile(page, { name: 'x.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('This file is not a PDF, or it is damaged.').waitFor()
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

function isOcr(url: string): boolean {
  return /tesseract|traineddata|\/worker\.min-/.test(url)
}
