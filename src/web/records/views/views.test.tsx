/** Built-in views, saved views and chosen columns. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  check,
  enterWithLoads,
  expectLoads,
  expectView,
  follow,
  readColumn,
} from '#web/testing/loads.ts'
import {
  create,
  enter,
  fill,
  findButton,
  findText,
  findToast,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

test('B61 The built-in views Pending BOL, Unpaid and In Transit show their loads', async () => {
  await enterWithLoads()
  await open('/loads')
  for (const [name, numbers] of [
    ['Pending BOL', ['L-4', 'L-2']],
    ['Unpaid', ['L-2', 'L-1']],
    ['In Transit', ['L-3']],
  ] as const) {
    await follow(name)
    await expectLoads([...numbers])
    await expectView(name)
  }
})

test('B61 C56 Today and This Week’s Pickups follow the day; the totals are of all pages', async () => {
  await enter()
  setClock('2026-11-18T12:00:00')
  const trips = [
    ['L-1', '2026-11-14', '2026-11-18'],
    ['L-2', '2026-11-15', '2026-11-17'],
    ['L-3', '2026-11-18', '2026-11-18'],
    ['L-4', '2026-11-21', '2026-11-23'],
    ['L-5', '2026-11-22', '2026-11-23'],
  ]
  for (const [loadId, pickupDate, deliveryDate] of trips)
    await create('loads', { ...makeSample('loads'), loadId, pickupDate, deliveryDate })
  await open('/loads')
  const totals = await screen.findByLabelText('Totals')
  await findText('$12,000.00', totals)
  await follow('Today')
  await expectLoads(['L-3', 'L-1'])
  await follow("This Week's Pickups")
  await expectLoads(['L-2', 'L-3', 'L-4'])
  await findButton(/^Pickup Date: is this week/)
  await findText('$7,200.00', screen.getByLabelText('Totals'))
  setClock('2026-11-22T12:00:00')
  await open(location.pathname + location.search)
  await expectLoads(['L-5'])
})

test('B61 Expiring Licenses has expired licenses and those of the next 30 days', async () => {
  await enter()
  const today = new Date().toLocaleDateString('en-CA')
  for (const [name, days] of [
    ['Past', -3],
    ['Soon', 20],
    ['Later', 60],
  ] as const) {
    const licenseExpiration = addDays(today, days)
    await create('drivers', { ...makeSample('drivers'), name, licenseExpiration })
  }
  await open('/drivers')
  await follow('Expiring Licenses')
  await waitFor(() => expect(readColumn(2)).toEqual(['PPast', 'SSoon']))
  await findButton(/^License Expiry: to in 30 days/)
})

test('B61 A saved view is opened, renamed, replaced and deleted', async () => {
  await enterWithLoads()
  await open('/loads?paymentStatus=paid&sort=revenue')
  await press('Save view')
  await press('Save')
  await findText('Name is required')
  await fill({ 'View name': 'My Invoices' })
  await user.keyboard('{Enter}')
  await expectView('My Invoices')

  await follow('All')
  await expectLoads(['L-4', 'L-3', 'L-2', 'L-1'])
  await open('/loads')
  await follow('My Invoices')
  await expectLoads(['L-4', 'L-3'])
  await press('Edit view')
  await fill({ 'View name': 'Friday' })
  await press('Rename')
  await expectView('Friday')

  await open('/loads?search=L-2')
  await press('Save view')
  await fill({ 'View name': 'Friday' })
  await press('Replace')
  await expectView('Friday')
  await expectLoads(['L-2'])
  await press('Edit view')
  await press('Delete view')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Friday' })).toBe(null))
  await press('Undo')
  await findToast('View Friday restored')
  await expectView('Friday')
  await expectLoads(['L-2'])
})

test('B62 The browser remembers the columns; a button resets them', async () => {
  await enterWithLoads()
  await open('/loads')
  const readHeads = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
  const chosen = ['Load #', 'Truck', 'Route', 'Delivery', 'Payment', 'Revenue', 'Pickup Date']
  await press('Columns')
  await check('Driver')
  await check('Pickup Date')
  await user.keyboard('{Escape}')
  await open('/loads')
  await expectLoads(['L-4', 'L-3', 'L-2', 'L-1'])
  expect(readHeads().filter(Boolean)).toEqual([...chosen, 'Actions'])
  await press('Pickup Date')
  await expectLoads(['L-1', 'L-2', 'L-3', 'L-4'])
  await press('Columns')
  await press('Reset to default')
  await waitFor(() => expect(readHeads()).toContain('Driver'))
})

test('B62 A saved view keeps its columns, in another browser too', async () => {
  await enterWithLoads()
  await open('/loads?sort=-revenue')
  await press('Columns')
  await check('Miles')
  await user.keyboard('{Escape}')
  await press('Save view')
  await fill({ 'View name': 'Miles' })
  await press('Save')
  await expectView('Miles')
  localStorage.clear()
  await open('/loads')
  await follow('Miles')
  await screen.findByRole('columnheader', { name: 'Miles' })
})
