import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  findText,
  hold,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

/** A Wednesday whose full week (from Sunday the 15th) is in one month. */
const TODAY = '2026-11-18'

async function openDashboard(): Promise<void> {
  setClock(`${TODAY}T12:00:00`)
  await open('/')
  await findText('Loads This Week')
}

function card(title: string): HTMLElement {
  const found = screen.getByRole('heading', { name: title }).closest('section')
  if (!found) throw new Error(`No card "${title}"`)
  return found
}

const textsOf = (elements: Iterable<Element>) =>
  [...elements].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())

let loadCount = 0
function addLoad(deliveryDate: string, revenue: string, more: object = {}) {
  const sample = { ...makeSample('loads', ++loadCount), settlementDate: null }
  const days = { pickupDate: addDays(deliveryDate, -2), deliveryDate }
  return create('loads', { ...sample, ...days, revenue, ...more })
}

test('A2.dashboard.1 The dashboard shows skeleton cards until its figures arrive', async () => {
  await enter()
  const release = hold('GET', /^\/api\/dashboard\?/)
  await open('/')
  await findText('Overview of your fleet operations')
  await findText('Loading...')
  expect(document.querySelectorAll('[role=status] .animate-pulse').length).toBeGreaterThanOrEqual(8)
  expect(screen.queryByText('Active Trucks')).toBe(null)
  release()
  await findText('Active Trucks')
  expect(document.querySelectorAll('[role=status] .animate-pulse').length).toBe(0)
})

test('A2.dashboard.5 A2.dashboard.7 A2.dashboard.8 An empty account shows empty states', async () => {
  await enter()
  await openDashboard()
  for (const title of ['Revenue', 'Expenses']) {
    await findText('No data from last month for comparison', card(title))
    expect(within(card(title)).getAllByText('$0.00').length).toBe(3)
  }
  await findText('All BOLs received', card('Pending BOL'))
  await findText('Bills of lading awaiting receipt', card('Pending BOL'))
  await findText('All loads paid', card('Unpaid Loads'))
  await findText('Loads awaiting payment from brokers', card('Unpaid Loads'))
  expect(screen.queryAllByRole('link', { name: /View all/ })).toEqual([])
})

test('A2.dashboard.2 A2.dashboard.10 A2.dashboard.11 A9.limits.4 Counts use weeks from Sunday', async () => {
  await enter()
  const { id: first } = await create('trucks', makeSample('trucks', 1))
  const inactive = { ...makeSample('trucks', 2), status: 'inactive' }
  const { id: second } = await create('trucks', inactive)
  await create('drivers', makeSample('drivers'))
  await create('drivers', makeSample('drivers'))
  await addLoad('2026-11-14', '100')
  await addLoad('2026-11-15', '100')
  // Two loads of one truck and date are one settlement to generate.
  const settlementDate = '2026-11-20'
  await addLoad(TODAY, '100', { truckId: first, settlementDate })
  await addLoad(TODAY, '100', { truckId: first, settlementDate })
  await addLoad(TODAY, '100', { truckId: second, settlementDate })
  await addLoad(TODAY, '100', { truckId: first, settlementDate: '2026-11-22' })
  await openDashboard()
  const titles = ['Active Trucks', 'Active Drivers', 'Loads This Week', 'Settlements']
  expect(titles.map((title) => card(title).textContent)).toEqual([
    'Active Trucks12 total trucks',
    'Active Drivers22 total drivers',
    'Loads This Week56 total loads',
    'Settlements2To generate this week',
  ])
})

test('A2.dashboard.3 A2.dashboard.4 A2.dashboard.6 A2.dashboard.12 A9.limits.3 B34 Revenue and expenses of this week, month and year, and their months', async () => {
  await enter()
  const { id: truckId } = await create('trucks', makeSample('trucks', 1))
  for (const [day, revenue] of [
    ['2026-11-16', '1000.10'],
    ['2026-11-02', '500'],
    ['2026-10-31', '1200'],
    ['2026-01-01', '9500'],
    ['2025-12-01', '500'],
    ['2025-11-30', '77777'],
  ] as const)
    await addLoad(day, revenue)
  for (const [settlementDate, fuel] of [
    ['2026-11-20', '300.25'],
    ['2026-11-06', '100'],
    ['2026-10-02', '800.50'],
  ])
    await create('billing', { truckId, settlementDate, fuel })
  await openDashboard()
  const sums = (title: string) => textsOf(card(title).querySelectorAll('dd'))
  expect(sums('Revenue')).toEqual(['$1,000.10', '$1,500.10', '$12,200.10'])
  expect(sums('Expenses')).toEqual(['$300.25', '$400.25', '$1,200.75'])
  await findText('+25.0%', card('Revenue'))
  await findText('-50.0%', card('Expenses'))

  const months = card('Last Twelve Months')
  await user.click(within(months).getByText('Show as table'))
  const rows = within(months).getAllByRole('row')
  expect(rows.length).toBe(13)
  const cells = (row: Element | undefined) => textsOf(row?.children ?? [])
  expect(cells(rows[1])).toEqual(['Dec 2025', '$500.00', '$0.00'])
  expect(cells(rows.at(-1))).toEqual(['Nov 2026', '$1,500.10', '$400.25'])
  await user.click(within(months).getByRole('link', { name: '$500.00' }))
  await findText('1–1 of 1')

  await addLoad('2026-10-30', '3000')
  await create('billing', { truckId, settlementDate: '2026-11-27', fuel: '801' })
  await openDashboard()
  await findText('-64.3%', card('Revenue'))
  await findText('+50.1%', card('Expenses'))
})

test('A2.dashboard.7 A2.dashboard.8 A2.dashboard.9 A2.dashboard.13 A9.limits.2 Five open loads link to forms', async () => {
  await enter()
  const { id: truckId } = await create('trucks', { ...makeSample('trucks'), truckId: '104' })
  const done = { bolStatus: 'received', paymentStatus: 'paid' }
  const states = [
    { bolStatus: 'pending', paymentStatus: 'paid' },
    ...Array.from({ length: 5 }, () => ({ bolStatus: 'not-received', paymentStatus: 'unpaid' })),
    done,
    { ...done, paymentStatus: 'overdue' },
    { ...done, paymentStatus: 'processed' },
  ]
  for (const [index, state] of states.entries())
    await addLoad(TODAY, '1', { loadId: `W-${index}`, truckId, ...state })
  await openDashboard()
  // Five loads are all there are: no link leads to more.
  expect(within(card('Unpaid Loads')).getAllByRole('listitem').length).toBe(5)
  expect(within(card('Unpaid Loads')).queryAllByRole('link', { name: /View all/ })).toEqual([])

  await addLoad(TODAY, '1', { truckId, bolStatus: 'received', paymentStatus: 'pending' })
  await openDashboard()
  for (const title of ['Pending BOL', 'Unpaid Loads']) {
    const found = within(card(title))
    found.getByText('6')
    expect(found.getAllByRole('listitem').length).toBe(5)
    expect(found.getAllByText(/Truck 104/).length).toBe(5)
    found.getByRole('link', { name: 'View all 6 loads' })
  }
  const edits = within(card('Unpaid Loads')).getAllByRole('link', { name: /^Edit load W-/ })
  expect(edits[0]?.getAttribute('href')).toMatch(/^\/loads\?edit=\d+$/)
  if (edits[0]) await user.click(edits[0])
  await screen.findByRole('dialog', { name: 'Edit Load' })
  expect(location.search).toBe('')

  await openDashboard()
  await user.click(within(card('Pending BOL')).getByRole('link', { name: 'View all 6 loads' }))
  await screen.findByRole('heading', { level: 1, name: 'Loads' })
})

test('B65 Every figure links to its list', async () => {
  await enter()
  const truck = await create('trucks', makeSample('trucks'))
  await create('trucks', { ...makeSample('trucks', 2), status: 'inactive' })
  const done = { paymentStatus: 'paid', bolStatus: 'received' }
  for (const [day, loadId, state] of [
    ['2026-11-16', 'week', {}],
    ['2026-11-02', 'month', done],
    ['2026-03-01', 'year', done],
    ['2025-12-31', 'before', done],
  ] as const)
    await addLoad(day, '100', { loadId, ...state })
  await create('billing', { truckId: truck.id, settlementDate: '2026-11-20', fuel: '10.00' })

  for (const [name, found] of [
    ['Active Trucks', ['T-1']],
    ['2 total trucks', ['T-2', 'T-1']],
    ['Loads This Week', ['week']],
    ['4 total loads', ['before', 'year', 'month', 'week']],
    ['Revenue This Week: $100.00', ['week']],
    ['Revenue This Month: $200.00', ['month', 'week']],
    ['Revenue Year to Date: $300.00', ['year', 'month', 'week']],
    ['Pending BOL: 1', ['week']],
    ['Unpaid Loads: 1', ['week']],
    ['Expenses This Month: $10.00', ['T-1']],
  ] as const) {
    await openDashboard()
    await user.click(await screen.findByRole('link', { name }))
    const column = name.startsWith('Expenses') ? 1 : 2
    await waitFor(() => {
      const shown = document.querySelectorAll(`tbody tr td:nth-child(${column})`)
      expect(textsOf(shown), name).toEqual(found)
    })
  }

  await openDashboard()
  await user.click(within(card('Settlements')).getByRole('link'))
  await findText('11/15/2026 – 11/21/2026')
  await screen.findByRole('link', { name: 'T-1' })
})

test('C63 The dashboard says what to do today, with amounts, brokers and ages', async () => {
  await enter()
  const { id: truckId } = await create('trucks', makeSample('trucks', 1))
  const { id: brokerId } = await create('brokers', makeSample('brokers'))
  const load = { truckId, brokerId, settlementDate: null, deliveryStatus: 'delivered' }
  await addLoad('2026-10-09', '1126.65', { ...load, loadId: 'late', bolStatus: 'received' })
  await addLoad('2026-11-17', '900', { ...load, loadId: 'new', bolStatus: 'pending' })
  await openDashboard()
  const links = within(card('To Do Today')).getAllByRole('link')
  expect(textsOf(links)).toEqual([
    expect.stringMatching(/^1 ?delivered load without a BOL$/),
    expect.stringMatching(/^2 ?delivered loads not on a settlement$/),
    expect.stringMatching(/^1 ?load unpaid for more than 30 days$/),
  ])
  const unpaid = card('Unpaid Loads')
  await findText('$2,026.65', unpaid)
  const [newest, oldest] = textsOf(within(unpaid).getAllByRole('listitem'))
  expect(newest).toMatch(/new ?Truck T-1 · Landstar ?\$900.00 ?1 day/)
  expect(oldest).toMatch(/late ?Truck T-1 · Landstar ?\$1,126.65 ?40 days/)
  if (links[2]) await user.click(links[2])
  await screen.findByRole('row', { name: /late/ })
  expect(screen.queryAllByRole('row', { name: /new/ })).toEqual([])
})

test('B65 C340 C506 A new account sees the steps to its first statement', async () => {
  await enter()
  await call('PUT', '/api/team/time-zone', { timeZone: 'America/New_York' })
  await open('/')
  const readOpen = () => {
    const steps = within(screen.getByRole('region', { name: 'Get Started' })).getAllByRole(
      'listitem',
    )
    const left = steps.filter(({ textContent }) => !textContent.includes('(done)'))
    return textsOf(left.flatMap((step) => within(step).getAllByRole('link')))
  }
  const expectOpen = (steps: string[]) => waitFor(() => expect(readOpen()).toEqual(steps))
  const answer = 'Default deductions'
  await findText(/Time zone: .*, as in this browser\. It decides what day it is\./)
  await expectOpen(['Company details', answer, 'Add a truck', 'Add a load', 'Create a settlement'])
  await user.click(await screen.findByRole('link', { name: 'Add a truck' }))
  await screen.findByRole('dialog', { name: 'Add New Truck' })

  const truck = await create('trucks', makeSample('trucks'))
  await create('loads', { ...makeSample('loads'), truckId: truck.id })
  await open('/')
  await expectOpen(['Company details', answer, 'Create a settlement'])
  await press('Use These')
  await expectOpen(['Company details', 'Create a settlement'])

  await create('billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await open('/')
  await findText('Last Twelve Months')
  expect(screen.queryByText('Get Started')).toBe(null)
})
