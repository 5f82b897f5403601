import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp } from './app.ts'

const app = startApp()

test('A2.loads.2 A2.lists.4 View shows read-only details of a load, with its notes', async () => {
  const page = await app.enter({ width: 1440 })
  const { id: truckId } = await create(page, 'trucks', { ...makeSample('trucks'), truckId: '104' })
  const { id: driverId } = await create(page, 'drivers', makeSample('drivers'))
  const { id: brokerId } = await create(page, 'brokers', makeSample('brokers'))
  const states = { deliveryStatus: 'in_transit', paymentStatus: 'overdue', bolStatus: 'received' }
  const links = { truckId, driverId, brokerId }
  const notes = 'Call before 8 am.\nDock 4.'
  await create(page, 'loads', {
    ...makeSample('loads'),
    ...links,
    ...states,
    pickupZip: '75201',
    notes,
  })
  await page.goto('/loads')
  await page.getByRole('button', { name: 'View L-1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Load L-1' })
  const section = async (title: string) => {
    const heading = page.getByRole('heading', { name: title })
    return (await dialog.locator('section', { has: heading }).innerText()).split('\n').slice(1)
  }
  const general = [
    'Truck',
    '104',
    'Driver',
    'Łukasz Nguyễn',
    'Broker',
    'Landstar',
    'Revenue',
    '$2,400.00',
  ]
  expect(await section('General Information')).toEqual(general)
  const route = await section('Route Information')
  for (const part of ['Dallas, TX 75201', '11/16/2026', 'Atlanta, GA', '11/18/2026', '781 miles'])
    expect(route).toContain(part)
  const status = ['Delivery', 'In Transit', 'Payment', 'Overdue', 'BOL', 'Received']
  expect(await section('Status')).toEqual(status)
  expect((await section('Notes')).join('\n').trim()).toBe(notes)
  expect(await dialog.locator('input, select, textarea').count()).toBe(0)
  await expectAccessible(page)
})

test('A2.loads.3 Missing values of a load are N/A, and missing notes are hidden', async () => {
  const page = await app.enter()
  await create(page, 'loads', { ...makeSample('loads'), deliveryDate: null, miles: 0 })
  await page.goto('/loads')
  await page.getByRole('button', { name: 'View L-1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Load L-1' })
  const value = async (term: string) =>
    dialog
      .locator('dt', { hasText: new RegExp(`^${term}$`) })
      .locator('+ dd')
      .innerText()
  expect(await value('Delivery Date')).toBe('N/A')
  expect(await value('Distance')).toBe('N/A')
  expect(await value('Truck')).toBe('N/A')
  expect(await dialog.getByText('Notes').count()).toBe(0)
})
