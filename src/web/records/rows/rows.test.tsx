/** What rows and the pages of records show. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { follow, readColumn } from '#web/testing/loads.ts'
import {
  changeAnswer,
  create,
  enter,
  fill,
  findText,
  listSent,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

/** The cells of a row, between the checkbox and the actions: the texts of a cell's lines. */
async function readRow(label: string): Promise<(string | string[])[]> {
  const cell = await screen.findByRole('cell', { name: label })
  const cells = [...(cell.closest('tr')?.querySelectorAll('td') ?? [])].slice(1, -1)
  return cells.map((one) => {
    const second = one.querySelector('[data-second]')?.textContent
    const first = one.cloneNode(true) as HTMLElement
    first.querySelector('[data-second]')?.remove()
    return second === undefined ? first.textContent : [first.textContent, second]
  })
}

test("A2.lists.8 A5.payment.1 B38 A driver's row has initials, a US date and the payment label", async () => {
  await enter()
  await create('drivers', makeSample('drivers'))
  await open('/drivers')
  await findText('2/29/2028')
  expect([1, 2, 3, 4, 5, 6, 7].map((column) => readColumn(column + 1)[0])).toEqual([
    'ŁNŁukasz Nguyễn',
    '(555) 010-2030',
    'lukasz@example.com',
    'D1234567',
    'TX',
    '2/29/2028',
    'Direct Deposit',
  ])
})

test("A2.lists.10 A4.truck.1 A truck's row names owner and driver, Unassigned or Unknown", async () => {
  await enter()
  const owner = await create('owners', makeSample('owners'))
  await create('trucks', { ...makeSample('trucks', 1), ownerId: owner.id })
  await create('trucks', { ...makeSample('trucks', 2), status: 'maintenance' })
  // The database rejects broken links, so the response is changed to have one.
  changeAnswer(/^\/api\/trucks\?/, (rows: { truckId: string; labels: object }[]) =>
    rows.map((row) =>
      row.truckId === 'T-1'
        ? { ...row, driverId: 77, labels: { ...row.labels, driverId: null } }
        : row,
    ),
  )
  await open('/trucks')
  const make = 'Freightliner Cascadia'
  expect(await readRow('T-1')).toEqual(['T-1', make, '2021', 'Łukasz Nguyễn', 'Unknown', 'Active'])
  expect(await readRow('T-2')).toEqual([
    'T-2',
    make,
    '2021',
    'Unassigned',
    'Unassigned',
    'Maintenance',
  ])
  const badges = [...document.querySelectorAll('tbody td:nth-child(7) span')]
  expect(new Set(badges.map(({ className }) => className)).size).toBe(2)
})

test("A2.lists.13 A4.badges.1 C55 A load's row has route, badges, revenue and N/A", async () => {
  await enter()
  setClock('2026-11-22T12:00:00')
  const states = { deliveryStatus: 'in_transit', paymentStatus: 'overdue' }
  await create('loads', { ...makeSample('loads'), ...states, revenue: '12345.6' })
  const odd = { id: 999, loadId: 'L-odd', paymentStatus: 'lost at sea', revenue: null, truckId: 5 }
  changeAnswer(/^\/api\/loads\?/, (rows: object[]) => [...rows, { ...rows[0], ...odd }])
  await open('/loads')
  const trip = ['Dallas, TX -> Atlanta, GA', '11/16 – 11/18 · 781 mi']
  expect(await readRow('L-1')).toEqual([
    ...['L-1', 'N/A', 'N/A', trip, 'In Transit'],
    ...['Overdue', ['$12,345.60', '$15.81/mi']],
  ])
  expect(await readRow('L-odd')).toEqual([
    'L-odd',
    'Unknown',
    'N/A',
    trip,
    'In Transit',
    'lost at sea',
    'N/A',
  ])
})

test('C546 A4.badges.1 A payment status says what it means', async () => {
  await enter()
  await create('loads', { ...makeSample('loads', 1), paymentStatus: 'pending' })
  await create('loads', { ...makeSample('loads', 2), paymentStatus: 'processed' })
  await open('/loads')
  expect((await screen.findByTitle('Invoiced, not paid yet')).textContent).toBe('Pending')
  expect((await screen.findByTitle('With the factor')).textContent).toBe('Processed')
})

test('B20 B21 A long list has pages, and the address restores the page', async () => {
  await enter()
  for (let n = 1; n <= 30; n++)
    await create('dispatchers', { ...makeSample('dispatchers'), name: `Person ${n}` })
  await open('/dispatchers')
  await findText('1–25 of 30')
  await press('Next page')
  await findText('26–30 of 30')
  const second = location.pathname + location.search
  await open(second)
  await findText('26–30 of 30')
  await user.type(await screen.findByRole('searchbox'), 'person 3')
  await findText('1–2 of 2')
  await open(second)
  await findText('26–30 of 30')
  const lists = listSent('GET').filter(({ path }) => path.startsWith('/api/dispatchers?'))
  expect(lists.length).toBeGreaterThan(2)
  for (const { path } of lists)
    expect(new URL(path, location.origin).searchParams.get('limit')).toBe('25')
})

/** One record of each entity, linked to each other. */
async function createOfEach() {
  const owner = await create('owners', { ...makeSample('owners'), name: 'Ann' })
  const driver = await create('drivers', { ...makeSample('drivers'), name: 'Dan' })
  const links = { ownerId: owner.id, driverId: driver.id }
  const truck = await create('trucks', { ...makeSample('trucks'), ...links })
  const broker = await create('brokers', { ...makeSample('brokers'), phone: '5550102030' })
  await create('dispatchers', { ...makeSample('dispatchers'), name: 'Di' })
  const eve = { ...makeSample('drivers'), name: 'Eve', paymentMethod: 'check' }
  const second = await create('drivers', eve)
  await create('loads', {
    ...makeSample('loads'),
    truckId: truck.id,
    driverId: driver.id,
    driver2Id: second.id,
    brokerId: broker.id,
    settlementDate: '2099-11-20',
  })
}

test('C53 C54 A click on a row opens the page of each entity', async () => {
  await enter()
  await createOfEach()
  for (const [entity, text, title] of [
    ['owners', 'ACH', 'Ann'],
    ['drivers', 'Direct Deposit', 'Dan'],
    ['trucks', '2021', 'Truck T-1'],
    ['brokers', 'MC1', 'Landstar'],
    ['dispatchers', '12', 'Di'],
    ['loads', '$2,400.00', 'Load L-1'],
  ] as const) {
    await open(`/${entity}`)
    await user.click(await screen.findByText(text, { selector: 'td, td *' }))
    await findTitle(title)
    expect(location.pathname).toMatch(new RegExp(`^/${entity}/\\d+$`))
  }
})

test('C54 Names lead from page to page, E edits, and the page shows the change', async () => {
  await enter()
  await createOfEach()
  await open('/loads')
  await follow('T-1')
  await findTitle('Truck T-1')
  await follow('Ann')
  await findTitle('Ann')
  await user.keyboard('e')
  await screen.findByRole('dialog', { name: 'Edit Owner' })
  await fill({ Name: 'Ann Smith' })
  await press('Save')
  await findTitle('Ann Smith')
})

test("C53 A second driver's page has the load, an owner's page the open settlement", async () => {
  await enter()
  await createOfEach()
  await open('/drivers')
  await follow('Eve')
  await screen.findByRole('heading', { name: 'Loads as Second Driver' })
  await screen.findByRole('link', { name: 'L-1' })
  await open('/owners')
  await follow('Ann')
  await findText('1 load, $2,400.00')
  await follow(/, truck T-1$/)
  await findTitle('Settlements')
})

test('C53 The page of a record has one form of an empty value', async () => {
  await enter()
  const broker = await create('brokers', { companyName: 'Summit Load Desk' })
  await open(`/brokers/${broker.id}`)
  await findTitle('Summit Load Desk')
  const limit = await screen.findByText('Credit Limit')
  expect(limit.parentElement?.textContent).toBe('Credit Limit–')
  expect(screen.queryByText('N/A')).toBe(null)
})

test('C53 The page of a record that does not exist leads back to the list', async () => {
  await enter()
  for (const path of ['/owners/999999', '/owners/x']) {
    await open(path)
    await findTitle('Owner Not Found')
    await follow('‹ Owners')
    await findTitle('Truck Owners')
    await waitFor(() => expect(location.pathname).toBe('/owners'))
  }
})
