/** What a load shows, and its charges in a conflict and in a copy. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  fill,
  findText,
  findToast,
  hold,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

async function viewLoad(): Promise<HTMLElement> {
  await open('/loads')
  await press('View L-1')
  return screen.findByRole('dialog', { name: 'Load L-1' })
}

/** The texts of the terms and values of a section of the details. */
function readSection(dialog: HTMLElement, title: string): string[] {
  const section = within(dialog).getByRole('heading', { name: title }).closest('section')
  return [...(section?.querySelectorAll('dt, dd, p') ?? [])].map(({ textContent }) => textContent)
}

test('A2.loads.2 A2.lists.4 View shows read-only details of a load, with its notes', async () => {
  await enter()
  const { id: truckId } = await create('trucks', { ...makeSample('trucks'), truckId: '104' })
  const { id: driverId } = await create('drivers', makeSample('drivers'))
  const { id: brokerId } = await create('brokers', makeSample('brokers'))
  const states = { deliveryStatus: 'in_transit', paymentStatus: 'overdue', bolStatus: 'received' }
  const notes = 'Call before 8 am.\nDock 4.'
  const links = { truckId, driverId, brokerId }
  const load = { ...makeSample('loads'), ...links, ...states, pickupZip: '75201', notes }
  await create('loads', load)
  const dialog = await viewLoad()
  expect(readSection(dialog, 'General Information')).toEqual([
    ...['Truck', '104', 'Driver', 'Łukasz Nguyễn'],
    ...['Broker', 'Landstar', 'Revenue', '$2,400.00'],
  ])
  const route = readSection(dialog, 'Route Information')
  for (const part of ['Dallas, TX 75201', '11/16/2026', 'Atlanta, GA', '11/18/2026', '781 miles'])
    expect(route).toContain(part)
  const status = ['Delivery', 'In Transit', 'Payment', 'Overdue', 'BOL', 'Received']
  expect(readSection(dialog, 'Status')).toEqual(status)
  expect(readSection(dialog, 'Notes')).toEqual([notes])
  expect(dialog.querySelectorAll('input, select, textarea')).toHaveLength(0)
})

test('A2.loads.3 Missing values of a load are N/A, and missing notes are hidden', async () => {
  await enter()
  await create('loads', { ...makeSample('loads'), deliveryDate: null, miles: 0 })
  const dialog = await viewLoad()
  const value = (term: string) =>
    within(dialog).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
  expect(['Delivery Date', 'Distance', 'Truck'].map(value)).toEqual(['N/A', 'N/A', 'N/A'])
  expect(within(dialog).queryByText('Notes')).toBe(null)
})

test('C150 C106 A conflict lists the charges it would delete; a duplicate waits for its charges', async () => {
  await enter()
  const { id } = await create('loads', { ...makeSample('loads', 1), revenue: '2054.00' })
  const path = `/api/loads/${id}/charges`
  type Charges = { charges: { kind: string; amount: string }[]; revenue: string }
  const haul = { kind: 'line-haul', amount: '2000.00' }
  const surcharge = { kind: 'fuel-surcharge', amount: '54.00' }
  const detention = { kind: 'detention', amount: '150.00' }
  const change = (charges: object[]) => call('PUT', path, { charges })
  const openForm = async () => {
    // The form's placeholder is a dialog too.
    const tab = await screen.findByRole('tab', { name: /^Financial/ })
    await user.click(tab)
    const form = tab.closest<HTMLElement>('[role=dialog]')
    if (!form) throw new Error('The tab is in no dialog')
    return form
  }
  await change([haul, surcharge])
  await open(`/loads/${id}`)
  await press('Edit')
  const form = await openForm()
  const item = await within(form).findByRole('listitem', { name: 'Fuel Surcharge' })
  const amount = within(item).getByLabelText('Amount')
  await user.clear(amount)
  await user.type(amount, '44')
  await change([haul, surcharge, detention])
  await press('Save')
  const conflict = await screen.findByRole('dialog', { name: 'This record was changed' })
  await findText(/Your version deletes .*Detention \$150.00/, conflict)
  const groups = within(conflict).getAllByRole('group')
  expect(groups.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Charges/)])
  const saved = within(conflict).getByRole<HTMLInputElement>('radio', { name: /^Saved version: / })
  expect(saved.checked).toBe(true)
  await press('Save as chosen')
  await findToast('Load updated successfully')
  await waitFor(() => expect(form.isConnected).toBe(false))
  expect(await call<Charges>('GET', path)).toMatchObject({
    revenue: '2204.00',
    charges: [haul, surcharge, detention],
  })

  const release = hold('GET', new RegExp(`^${path}`))
  await open('/loads')
  await press('Duplicate L-1')
  await fill({ 'Load #': 'L-2' })
  await user.click(await screen.findByRole('tab', { name: /^Route/ }))
  await fill({ 'Pickup Date': '11/23/2026' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findText(/charges of the copied load are still loading/)
  release()
  await screen.findByRole('listitem', { name: 'Detention' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Load added successfully')
  const [copy] = await call<[{ id: number }]>('GET', '/api/loads?search=L-2')
  expect(await call('GET', `/api/loads/${copy.id}/charges`)).toMatchObject({
    revenue: '2204.00',
    charges: [{}, {}, { kind: 'detention' }],
  })
})
