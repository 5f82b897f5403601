import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { fill } from './steps.ts'

const app = startApp()

async function addLoad() {
  const page = await app.enter()
  await page.goto('/loads?add')
  const field = (label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))
  await fill(page, { 'Load #': 'L-5' })
  await page.getByRole('tab', { name: 'Route' }).click()
  const expectValue = async (label: string, value: string) =>
    expect.poll(() => field(label).inputValue()).toBe(value)
  return { page, field, expectValue }
}

test('B44 A ZIP code fills in city and state, and two ZIP codes estimate the miles', async () => {
  const { page, field, expectValue } = await addLoad()
  await fill(page, { 'Pickup ZIP': '75201' })
  await expectValue('Pickup City', 'Dallas')
  await expectValue('Pickup State', 'TX')
  await fill(page, { 'Delivery ZIP': '30303-1234' })
  await expectValue('Delivery City', 'Atlanta')
  await expectValue('Miles', '849')
  await page.getByText('Estimated from ZIP codes').waitFor()
  await expectAccessible(page)

  // A corrected ZIP code changes the values that were filled in.
  await fill(page, { 'Delivery ZIP': '60601' })
  await expectValue('Delivery City', 'Chicago')
  await expectValue('Delivery State', 'IL')
  await expect.poll(() => field('Miles').inputValue()).not.toBe('849')

  await fill(page, { Miles: '970.5', 'Pickup Date': '11/16/2026' })
  expect(await page.getByText('Estimated from ZIP codes').count()).toBe(0)
  await page.getByRole('tab', { name: 'Financial' }).click()
  await fill(page, { Revenue: '2400' })
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added successfully').waitFor()
  const [load] = (await (await page.request.get('/api/loads')).json()) as [object]
  expect(load).toMatchObject({ pickupCity: 'Dallas', deliveryCity: 'Chicago', miles: '970.50' })
})

test('B44 Typed values are not overwritten, and an unknown ZIP code fills in nothing', async () => {
  const { page, expectValue } = await addLoad()
  await fill(page, { 'Pickup City': 'Fort Worth', 'Delivery State': 'ga', Miles: '800' })
  app.expectComplaint(/404/)
  await fill(page, { 'Pickup ZIP': '00000' })
  await page.waitForResponse(/zip-codes\/00000/)
  await fill(page, { 'Pickup ZIP': '75201', 'Delivery ZIP': '60601' })
  await expectValue('Pickup State', 'TX')
  await expectValue('Delivery City', 'Chicago')
  await expectValue('Pickup City', 'Fort Worth')
  await expectValue('Delivery State', 'GA')
  await expectValue('Miles', '800')
})

test('Opening a load does not change its values', async () => {
  const page = await app.enter()
  const stored = { ...makeSample('loads'), pickupCity: null, pickupZip: '75201', miles: 0 }
  const { id } = await create(page, 'loads', { ...stored, deliveryZip: '30303' })
  const calls: string[] = []
  page.on('request', (call) => calls.push(call.url()))
  await page.goto(`/loads?edit=${id}`)
  await page.getByRole('tab', { name: 'Route' }).click()
  expect(await page.getByLabel('Pickup City').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(calls.filter((url) => url.includes('/api/zip-codes'))).toEqual([])
})

test.each(['row', 'details'])('B43 C61 A load is duplicated from its %s', async (place) => {
  const page = await app.enter()
  const { id: truckId } = await create(page, 'trucks', { ...makeSample('trucks'), truckId: '104' })
  const { id: driverId } = await create(page, 'drivers', makeSample('drivers'))
  const { id: brokerId } = await create(page, 'brokers', makeSample('brokers'))
  const states = { deliveryStatus: 'delivered', paymentStatus: 'paid', bolStatus: 'received' }
  const details = { ...states, notes: 'Dock 4', weight: '42000', cargoType: 'Steel' }
  const links = { truckId, driverId, brokerId, driver2Id: driverId }
  await create(page, 'loads', { ...makeSample('loads'), ...links, ...details })
  await page.goto('/loads')
  if (place === 'details') await page.getByRole('button', { name: 'View L-1' }).click()
  await page
    .getByRole('button', { name: /^Duplicate/ })
    .last()
    .click()

  const number = page.getByLabel(/^Load #/)
  await number.and(page.locator(':focus')).waitFor()
  expect(await number.inputValue()).toBe('')
  expect(await page.getByLabel('Truck', { exact: true }).innerText()).toBe('104')
  await page.keyboard.type('L-2')
  await page.getByRole('tab', { name: 'Route' }).click()
  expect(await page.getByLabel(/^Pickup Date/).inputValue()).toBe('')
  await fill(page, { 'Pickup Date': '11/23/2026' })
  const settlementDate = page.getByLabel('Settlement Date')
  await expect.poll(() => settlementDate.inputValue()).toBe('11/27/2026')
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added successfully').waitFor()
  const [copy, first] = (await (await page.request.get('/api/loads')).json()) as [object, object]
  expect(copy).toEqual({
    ...first,
    loadId: 'L-2',
    pickupDate: '2026-11-23',
    deliveryDate: null,
    settlementDate: '2026-11-27',
    deliveryStatus: 'pending',
    paymentStatus: 'unpaid',
    bolStatus: 'not-received',
    notes: null,
    id: expect.any(Number),
    weekNumber: expect.any(Number),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
})
