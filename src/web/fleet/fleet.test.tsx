/** What belongs to trucks: trailers, readings, leases and cards, on their pages. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  becomeMember,
  call,
  choose,
  create,
  enter,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

async function makeTruck(): Promise<{ truckId: number; ownerId: number }> {
  const owner = await create('owners', { ...makeSample('owners'), name: 'Ann Lee' })
  const truck = await create('trucks', { ...makeSample('trucks'), ownerId: owner.id })
  return { truckId: truck.id, ownerId: owner.id }
}

test('C520 C521 A trailer is chosen on a load, and its page has the load', async () => {
  await enter()
  const { id } = await create('trailers', { ...makeSample('trailers'), trailerId: '53120' })
  await open('/trucks')
  await user.click(await screen.findByRole('link', { name: 'Trailers' }))
  await findText('53120')
  await open('/loads?add')
  await fill({ 'Load #': 'L-1' })
  await choose('Trailer', '53120')
  await user.click(await screen.findByRole('tab', { name: 'Route' }))
  await fill({ 'Pickup State': 'TX', 'Pickup Date': '11/16/2026', 'Delivery State': 'GA' })
  await user.click(await screen.findByRole('tab', { name: 'Financial' }))
  await fill({ Revenue: '100' })
  await press('Save')
  await findToast('Load added successfully')
  expect(await call('GET', '/api/loads')).toMatchObject([{ trailerId: id }])
  await open(`/trailers/${id}`)
  await findText('Plate State')
  await waitFor(() => expect(screen.getAllByText('L-1').length).toBeGreaterThan(0))
})

test('C522 A reading on the truck’s page that goes back is asked about, and can be changed and deleted', async () => {
  await enter()
  const { truckId } = await makeTruck()
  await create('odometer-readings', { truckId, day: '2026-11-02', miles: 412_300 })
  await open(`/trucks/${truckId}`)
  await press('Add Odometer Reading')
  const form = await screen.findByRole('dialog', { name: 'Add New Odometer Reading' })
  expect(within(form).queryByLabelText(/^Truck/)).toBe(null)
  await fill({ Day: '11/03/2026', Odometer: '411900' })
  await press('Save')
  await findText(/read 412,300 mi on 11\/2\/2026, which is more/)
  await press('Confirm')
  await findToast('Odometer Reading added successfully')
  await press('11/3/2026')
  await fill({ Odometer: '412900' })
  await press('Save')
  await findToast('Odometer Reading updated successfully')
  await user.click(await screen.findByText('412,900 mi'))
  await press('Delete')
  await findText('Are you sure you want to delete odometer reading 11/3/2026?')
  await press('Delete')
  await findToast('Odometer Reading deleted successfully')
  expect(await call('GET', '/api/odometer-readings')).toHaveLength(1)
})

test('C523 The rate of a lease is in percent or in dollars, and each calendar names its field', async () => {
  await enter()
  await open('/leases')
  await press('Add Lease')
  const rate = async () => (await findField('Rate')).parentElement?.textContent
  expect(await rate()).toBe('%')
  await fill({ Pay: 'per-mile' })
  expect(await rate()).toBe('$')
  await findButton('Open calendar: From')
  await findButton('Open calendar: To')
})

test('C523 C526 C554 A lease starts with the truck’s owner, and its page says what is charged by default', async () => {
  await enter()
  const { truckId, ownerId } = await makeTruck()
  await open(`/trucks/${truckId}`)
  await press('Add Lease')
  await findText('Ann Lee', await findField('Owner'))
  await fill({ From: '1/1/2026', Rate: '88' })
  await press('Save')
  await findToast('Lease added successfully')
  const [lease] = await call<{ id: number }[]>('GET', `/api/leases?ownerId=${ownerId}`)
  await open(`/leases/${lease?.id}`)
  await findText('Lease of Truck T-1, Ann Lee')
  await findText('By Default')
  await findText('Missing: no signed copy yet.')
  await press('Change')
  await fill({ 'Tolls: charged': 'flat' })
  await press('Save')
  await findText('Tolls: enter the amount')
  await fill({ 'Tolls: flat amount': '5' })
  await findText('$100.00 with a discount of $10.00: $5.00 is charged.')
  await press('Save')
  await findToast('Charge-backs saved')
  await press('Use Default')
  const question = await screen.findByRole('alertdialog', { name: 'Use the default charge-backs?' })
  await press('Cancel', question)
  const kept = await call<{ terms: object[] }>('GET', `/api/leases/${lease?.id}`)
  expect(kept.terms).toContainEqual(expect.objectContaining({ kind: 'toll', charge: 'flat' }))
  await press('Use Default')
  await press('Use Default', await screen.findByRole('alertdialog'))
  await findText('By Default')
  expect(await call('GET', `/api/leases/${lease?.id}`)).toMatchObject({ terms: [] })
})

test('C524 C528 Days that are taken are reported at their field; a card that moves ends the earlier row', async () => {
  await enter()
  const { truckId, ownerId } = await makeTruck()
  const days = { startsOn: '2026-01-01', pay: 'percent', rate: '88' }
  await create('leases', { truckId, ownerId, ...days })
  const card = { provider: 'efs', number: '0541', truckId, startsOn: '2026-01-01' }
  await create('cards', card)
  const other = await create('trucks', { ...makeSample('trucks', 2), ownerId })
  await open(`/trucks/${truckId}`)
  await press('Add Lease')
  await fill({ From: '2/1/2026', Rate: '90' })
  await press('Save')
  await findText('This truck has another lease on these days. End it first.')
  await open(`/trucks/${other.id}`)
  await press('Add Card')
  await fill({ Number: '0541', From: '3/1/2026' })
  await press('Save')
  await findText(/is with truck T-1 since 1\/1\/2026. End that on 2\/28\/2026\?/)
  await press('Confirm')
  await findToast('Card added successfully')
  expect(await call('GET', '/api/cards?sort=startsOn')).toMatchObject([
    { endsOn: '2026-02-28' },
    { truckId: other.id, endsOn: null },
  ])
})

test('C523 C72 A dispatcher sees readings, and neither leases nor cards', async () => {
  await enter()
  const { truckId } = await makeTruck()
  await becomeMember('dispatcher')
  await open(`/trucks/${truckId}`)
  await findButton('Add Odometer Reading')
  expect(screen.queryByText('Leases')).toBe(null)
  expect(screen.queryByText('Cards')).toBe(null)
})
