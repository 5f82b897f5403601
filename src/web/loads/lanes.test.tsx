/** ZIP codes fill in a lane, and a load is copied. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  fill,
  findField,
  findNoText,
  findText,
  findToast,
  listSent,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const openTab = async (name: string) =>
  user.click(await screen.findByRole('tab', { name: new RegExp(`^${name}`) }))
const valueOf = async (label: string) => (await findField(label)).value
const expectValue = (label: string, value: string) =>
  waitFor(async () => expect(await valueOf(label)).toBe(value))

async function addLoad(): Promise<void> {
  await enter()
  await open('/loads?add')
  await fill({ 'Load #': 'L-5' })
  await openTab('Route')
}

test('B44 A ZIP code fills in city and state, and two ZIP codes estimate the miles', async () => {
  await addLoad()
  await fill({ 'Pickup ZIP': '75201' })
  await expectValue('Pickup City', 'Dallas')
  await expectValue('Pickup State', 'TX')
  await fill({ 'Delivery ZIP': '30303-1234' })
  await expectValue('Delivery City', 'Atlanta')
  await expectValue('Miles', '849')
  await findText('Estimated from ZIP codes')

  // A corrected ZIP code changes the values that were filled in.
  await fill({ 'Delivery ZIP': '60601' })
  await expectValue('Delivery City', 'Chicago')
  await expectValue('Delivery State', 'IL')
  await waitFor(async () => expect(await valueOf('Miles')).not.toBe('849'))

  await fill({ Miles: '970.5', 'Pickup Date': '11/16/2026' })
  await findNoText('Estimated from ZIP codes')
  await openTab('Financial')
  await fill({ Revenue: '2400' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Load added successfully')
  expect(await call('GET', '/api/loads')).toMatchObject([
    { pickupCity: 'Dallas', deliveryCity: 'Chicago', miles: '970.50' },
  ])
})

test('B44 Typed values are not overwritten, and an unknown ZIP code fills in nothing', async () => {
  await addLoad()
  await fill({ 'Pickup City': 'Fort Worth', 'Delivery State': 'ga', Miles: '800' })
  await fill({ 'Pickup ZIP': '00000' })
  await waitFor(() =>
    expect(listSent('GET').map(({ path }) => path)).toContain('/api/zip-codes/00000'),
  )
  await fill({ 'Pickup ZIP': '75201', 'Delivery ZIP': '60601' })
  await expectValue('Pickup State', 'TX')
  await expectValue('Delivery City', 'Chicago')
  await expectValue('Pickup City', 'Fort Worth')
  await expectValue('Delivery State', 'GA')
  await expectValue('Miles', '800')
})

test('B44 Opening a load does not change its values', async () => {
  await enter()
  const stored = { ...makeSample('loads'), pickupCity: null, pickupZip: '75201', miles: 0 }
  const { id } = await create('loads', { ...stored, deliveryZip: '30303' })
  await open(`/loads?edit=${id}`)
  await openTab('Route')
  expect(await valueOf('Pickup City')).toBe('')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]))
  expect(listSent().filter(({ path }) => path.includes('/api/zip-codes'))).toEqual([])
})

test.each(['row', 'details'])('B43 C61 A load is duplicated from its %s', async (place) => {
  await enter()
  const { id: truckId } = await create('trucks', { ...makeSample('trucks'), truckId: '104' })
  const { id: driverId } = await create('drivers', makeSample('drivers'))
  const { id: brokerId } = await create('brokers', makeSample('brokers'))
  const states = { deliveryStatus: 'delivered', paymentStatus: 'paid', bolStatus: 'received' }
  const details = { ...states, notes: 'Dock 4', weight: '42000', cargoType: 'Steel' }
  const links = { truckId, driverId, brokerId, driver2Id: driverId }
  await create('loads', { ...makeSample('loads'), ...links, ...details })
  await open('/loads')
  if (place === 'details') await press('View L-1')
  await press(place === 'details' ? 'Duplicate' : 'Duplicate L-1')

  const number = await findField('Load #')
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(number.value).toBe('')
  expect((await findField('Truck')).textContent).toBe('104')
  await user.keyboard('L-2')
  await openTab('Route')
  expect(await valueOf('Pickup Date')).toBe('')
  await fill({ 'Pickup Date': '11/23/2026' })
  await expectValue('Settlement Date', '11/27/2026')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Load added successfully')
  const [copy, first] = await call<[object, object]>('GET', '/api/loads')
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
