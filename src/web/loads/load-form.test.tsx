/** The load form: its tabs, defaults, links, pasted rows and charges. */
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
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

async function openTab(name: string): Promise<void> {
  await user.click(await screen.findByRole('tab', { name: new RegExp(`^${name}`) }))
}

async function readStoredLoad(): Promise<Record<string, unknown>> {
  const [load] = await call<Record<string, unknown>[]>('GET', '/api/loads')
  return load ?? {}
}

const textOf = async (label: string) => (await findField(label)).textContent
const chosen = async (label: string) => {
  const select = (await findField(label)) as unknown as HTMLSelectElement
  return select.selectedOptions[0]?.textContent
}
const expectClosed = () => waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]))

test('A2.loads.1 The load form has three tabs: General, Route, Financial', async () => {
  await enter()
  await open('/loads?add')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(Object.keys(TABS))
  for (const [tab, labels] of Object.entries(TABS)) {
    await openTab(tab)
    for (const label of labels) await findField(label)
  }
})

test('A5.load.1 A5.load.2 A2.loads.1 An error on a hidden tab marks and opens the tab', async () => {
  await enter()
  await open('/loads?add')
  await fill({ 'Load #': 'L-1' })
  await press('Save')
  await screen.findByText('Pickup date is required')
  expect(screen.getAllByText('State must be exactly 2 characters')).toHaveLength(2)
  const route = screen.getByRole('tab', { name: /^Route/ })
  expect(route.getAttribute('aria-selected')).toBe('true')
  await screen.findByRole('tab', { name: /^Financial.*error/s })
  expect((await findField('Pickup State')).getAttribute('aria-invalid')).toBe('true')
})

test('A5.load.2 A5.load.4 A4.load.1 A4.load.2 A4.load.3 B14 B16 A new load has its defaults', async () => {
  await enter()
  await open('/loads?add')
  await fill({ 'Load #': 'L-1' })
  expect(await chosen('Delivery Status')).toBe('Pending')
  await openTab('Financial')
  expect(await chosen('Payment Status')).toBe('Unpaid')
  expect(await chosen('BOL Status')).toBe('Not Received')
  await fill({ Revenue: '$1,234.5' })
  await user.click(await findField('Settlement Date'))
  expect((await findField('Revenue')).value).toBe('1,234.50')
  await openTab('Route')
  const state = await findField('Pickup State')
  await user.type(state, 'texas')
  expect(state.value).toBe('TE')
  await fill({ 'Pickup Date': '11/16/2026', 'Delivery State': 'ga', Miles: '' })
  await press('Save')
  await findToast('Load added successfully')
  expect(await readStoredLoad()).toMatchObject({
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
  await enter()
  const { id: truckId } = await create('trucks', makeSample('trucks', 44))
  const { id: driverId } = await create('drivers', makeSample('drivers'))
  const { id: brokerId } = await create('brokers', makeSample('brokers'))
  const { id } = await create('loads', { ...makeSample('loads'), driver2Id: driverId })
  await open('/loads')
  await press('Edit L-1')
  for (const [label, typed, found] of [
    ['Truck', 't-44', 'T-44'],
    ['Driver', 'nguyễn', 'Łukasz'],
    ['Broker', 'land', 'Landstar'],
  ] as const) {
    await user.click(await findField(label))
    await user.type(await screen.findByPlaceholderText('Type to search'), typed)
    await user.click(await screen.findByRole('option', { name: new RegExp(found) }))
  }
  await user.click(await findField('Driver 2'))
  await user.click(await screen.findByRole('option', { name: 'None' }))
  await press('Save')
  await findToast('Load updated successfully')
  const links = { truckId, driverId, driver2Id: null, brokerId }
  expect(await readStoredLoad()).toMatchObject({ id, ...links })
})

test('A2.loads.4 /loads?edit={id} opens the load and becomes /loads', async () => {
  await enter()
  await create('loads', makeSample('loads', 6))
  const { id } = await create('loads', makeSample('loads', 7))
  await open(`/loads?edit=${id}`)
  await screen.findByRole('dialog', { name: 'Edit Load' })
  expect((await findField('Load #')).value).toBe('L-7')
  expect(location.pathname + location.search).toBe('/loads')
  await press('Cancel')

  await open('/loads?edit=999999999')
  await findButton('View L-7')
  expect(screen.queryAllByRole('dialog')).toEqual([])
})

test('A2.loads.5 A5.optional.1 A8.entity.1 A8.entity.2 B9 B19a A broker added from a load is chosen; a duplicate keeps what was typed', async () => {
  await enter()
  await create('brokers', makeSample('brokers', 5))
  await open('/loads?add')
  await fill({ 'Load #': 'L-9' })
  await user.click(await findField('Broker'))
  await user.click(await screen.findByRole('option', { name: '+ Add New Broker' }))
  const quick = await screen.findByRole('dialog', { name: 'Add New Broker' })
  await fill({ 'Company Name': 'Prairie Freight', 'MC Number': 'MC5' })
  await press('Save', quick)
  await findText('MC5', await findToast('Failed to add broker'))
  await findText(/MC5 already exists/, quick)
  expect((await findField('Company Name')).value).toBe('Prairie Freight')
  await fill({ 'MC Number': '' })
  await press('Save', quick)
  await findToast('Broker added successfully')
  expect(await textOf('Broker')).toContain('Prairie Freight')
  expect((await findField('Load #')).value).toBe('L-9')
})

test('A4.load.4 A4.forms.1 Any status can follow any other; Cancel changes nothing', async () => {
  await enter()
  await create('loads', { ...makeSample('loads'), deliveryStatus: 'delivered' })
  await open('/loads')
  for (const [state, label] of [
    ['scheduled', 'Scheduled'],
    ['in-transit', 'In Transit'],
    ['pending', 'Pending'],
  ] as const) {
    await press('Edit L-1')
    await user.selectOptions(await findField('Delivery Status'), state)
    await press('Save')
    await expectClosed()
    await waitFor(() => expect(document.querySelector('tbody')?.textContent).toContain(label))
    expect(await readStoredLoad()).toMatchObject({ deliveryStatus: state })
  }
  await press('Edit L-1')
  await press('Cancel')
  await expectClosed()
  expect(await readStoredLoad()).toMatchObject({ version: 4 })
})

async function paste(text: string): Promise<void> {
  const field = await findField('Load #')
  const event = createEvent.paste(field, { clipboardData: { getData: () => text } })
  fireEvent(field, event)
}

test('C61 A row of a spreadsheet is pasted into the form and replaces nothing that was typed', async () => {
  await enter()
  await create('trucks', makeSample('trucks', 44))
  await open('/loads?add')
  await fill({ 'Load #': 'typed' })
  await paste('L-1\tT-44\tDallas, TX\n')
  await findToast('Nothing was pasted')
  const heading = 'Load #\tUnit #\tOrigin\tPU Date\tTo St\tRate\tCustomer\tSeal\n'
  await paste(`${heading}L-1\tT-44\tDallas, TX 75201\t11/16/2026\tGA\t$2,400.10\tAcme\tTR-9\n`)
  const toast = await findToast('Row pasted: 7 fields')
  await findText('Kept what you typed: Load #. Left out: Seal.', toast)
  await findText('Broker “Acme” was not found')
  expect(await textOf('Truck')).toContain('T-44')
  expect((await findField('Pickup City')).value).toBe('Dallas')
  await press('Save')
  await findToast('Load added successfully')
  expect(await readStoredLoad()).toMatchObject({
    loadId: 'typed',
    pickupZip: '75201',
    pickupDate: '2026-11-16',
    deliveryState: 'GA',
    revenue: '2400.10',
  })
})

test('C437 Rows without titles are pasted by the titles of an earlier paste, with a quotation mark in a cell', async () => {
  await enter()
  await open('/loads?add')
  const heading = 'Load #\tPU Date\tOrigin\tTo St\tRate\tCommodity\tRemarks\n'
  const [one, two] = ['E7', 'E8'].map(
    (number) => `${number}\t20-Nov-26\tBoston, MA 2118\tOH\t$2,700.00\t53" Van\t"call\nahead"\r\n`,
  )
  await paste(heading + one)
  await findToast('Row pasted: 9 fields')
  await paste(`${two}${one}`)
  const toast = await findToast('Row pasted: 8 fields')
  await findText('Kept what you typed: Load #. Only the first row was pasted', toast)
  expect((await findField('Pickup ZIP')).value).toBe('02118')
  expect((await findField('Cargo Description')).value).toBe('53" Van')
  expect((await findField('Notes')).value).toBe('call\nahead')
  // The titles of the first paste are still the remembered ones.
  await fill({ 'Load #': '' })
  await paste(two ?? '')
  await waitFor(async () => expect((await findField('Load #')).value).toBe('E8'))
})

test('C436 One driver twice is named at the field', async () => {
  await enter()
  await create('drivers', makeSample('drivers', 3))
  await open('/loads?add')
  const { name } = makeSample('drivers', 3) as { name: string }
  await choose('Driver', name)
  await choose('Driver 2', name)
  await findText('The same driver twice')
})

test('C436 A delivery before the pickup and a distant year are named at the field', async () => {
  await enter()
  await open('/loads?add')
  await openTab('Route')
  await fill({ 'Pickup Date': '11/30/2206', 'Delivery Date': '11/28/2206' })
  await findText('Check the year: 2206')
  await findText('Before the pickup. Check both dates')
})

test('C127 C128 A dispatcher types references and appointments, and finds the load by each', async () => {
  await enter()
  const dispatcher = { ...makeSample('dispatchers'), name: 'Karen Whitfield' }
  await create('dispatchers', dispatcher)
  await open('/loads?add')
  const general = { 'Load #': 'L-1', 'Broker Load #': '20512345', 'BOL #': '6100450' }
  await fill({ ...general, Pieces: '24' })
  await choose('Dispatcher', 'Karen Whitfield')
  await openTab('Route')
  await fill({ 'Pickup State': 'TX', 'Pickup Date': '11/16/2026', 'Pickup Time': '8' })
  await fill({ 'Pickup #': 'PU-9', 'Delivery State': 'GA', 'Delivery Time': '9am - 2pm' })
  await fill({ 'PO #': 'PO-7712' })
  await openTab('Financial')
  await fill({ Revenue: '2400' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findText('Pickup time must be a time or a window')
  await fill({ 'Pickup Time': '8 am' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Load added successfully')
  expect(await readStoredLoad()).toMatchObject({
    brokerLoadNumber: '20512345',
    poNumber: 'PO-7712',
    bolNumber: '6100450',
    pickupNumber: 'PU-9',
    pickupTime: '08:00',
    deliveryTime: '09:00-14:00',
    pieces: 24,
  })

  await create('loads', makeSample('loads', 2))
  for (const search of ['20512345', 'po-77', '6']) {
    await open(`/loads?search=${search}`)
    await findButton('Edit L-1')
    expect(screen.queryByRole('button', { name: 'Edit L-2' })).toBe(null)
  }
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Search or jump to…' })
  await user.keyboard('pu-9')
  await screen.findByRole('option', { name: 'Load L-1 Pickup # PU-9' })
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Load L-1' })
  await findText('09:00-14:00')
  await user.click(await screen.findByRole('link', { name: 'Karen Whitfield' }))
  await screen.findByRole('heading', { level: 1, name: 'Karen Whitfield' })
  await screen.findAllByRole('link', { name: /L-1/ })
})
