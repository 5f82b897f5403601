import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { addFilter, check, enterWithLoads, expectLoads, readQuery } from '#web/testing/loads.ts'
import { create, enter, fill, findButton, findText, open, press } from '#web/testing/page.tsx'

test('B60 A range of days or amounts includes both bounds; an unreadable bound is an error', async () => {
  await enterWithLoads()
  await open('/loads')
  await addFilter('Revenue')
  await fill({ From: 'a lot' })
  await press('Apply')
  await findText('Enter an amount')
  await fill({ From: '$900', To: '100' })
  await press('Apply')
  await findText('Must be at least From')
  await fill({ To: '1,500' })
  await press('Apply')
  await expectLoads(['L-2', 'L-1'])
  await findButton('Revenue: from $900.00 to $1,500.00')

  await addFilter('Pickup Date')
  await fill({ From: '11/3/2026' })
  await press('Apply')
  await expectLoads(['L-2'])
  await findButton('Pickup Date: from 11/3/2026')
  expect(readQuery()).toMatchObject({ 'pickupDate.from': '2026-11-03' })
})

test('B60 A link filter finds records by typing, and records without a link', async () => {
  await enter()
  const truck = await create('trucks', makeSample('trucks', 7))
  await create('loads', { ...makeSample('loads', 1), truckId: truck.id })
  await create('loads', makeSample('loads', 2))
  await open('/loads')
  await addFilter('Truck')
  const search = await screen.findByPlaceholderText('Type to search')
  fireEvent.change(search, { target: { value: 'T-7' } })
  await check('T-7')
  await expectLoads(['L-1'])
  fireEvent.change(search, { target: { value: '' } })
  await check('T-7')
  await check('N/A')
  await expectLoads(['L-2'])
  expect(readQuery()).toEqual({ truckId: 'none' })
})

test('B60 One click clears search and filters if nothing matches', async () => {
  await enterWithLoads()
  await open('/loads?search=nowhere&paymentStatus=paid&sort=-revenue')
  await findText('Nothing matches')
  await press('Clear search and filters')
  await expectLoads(['L-3', 'L-2', 'L-1', 'L-4'])
  expect(readQuery()).toEqual({ sort: '-revenue' })
})

test('B60 Unreadable values in the address are ignored', async () => {
  await enterWithLoads()
  for (const address of [
    '?nonsense=1&sort=nonsense&columns=nonsense',
    '?paymentStatus=nonsense&truckId=x&pickupDate.from=yesterday&revenue.to=much&page=-1&size=7',
  ]) {
    await open(`/loads${address}`)
    await expectLoads(['L-4', 'L-3', 'L-2', 'L-1'])
  }
})
