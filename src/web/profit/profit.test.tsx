import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { efsFile } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import {
  call,
  create,
  enter,
  fill,
  findText,
  hold,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

/** A Friday. */
const NOW = '2026-11-20T12:00:00'

/** Truck T-1 of an owner with two loads of $2,000.00 in all, and one load without a truck and without miles. */
async function haul(): Promise<number> {
  await enter()
  setClock(NOW)
  const { id: ownerId } = await create('owners', makeSample('owners'))
  const { id: truckId } = await create('trucks', { ...makeSample('trucks', 1), ownerId })
  const load = { settlementDate: null, deliveryDate: '2026-11-18', miles: '500', emptyMiles: '0' }
  await create('loads', { ...makeSample('loads', 1), ...load, truckId, revenue: '1200.00' })
  await create('loads', { ...makeSample('loads', 2), ...load, truckId, revenue: '800.00' })
  await create('loads', { ...makeSample('loads', 3), ...load, miles: '0', revenue: '300.00' })
  return truckId
}

/** The texts of the row that begins with this name. */
async function readRow(name: string): Promise<string[]> {
  const table = await screen.findByRole('table', { name: /^Profit by/ })
  const row = within(table)
    .getAllByRole('row')
    .find(({ textContent }) => textContent.startsWith(name))
  return [...(row?.children ?? [])].map(({ textContent }) => textContent)
}

test('C582 C584 Each truck has its figures; what has no truck is not assigned; the total has both', async () => {
  const truckId = await haul()
  await open('/profit')
  const ratios = ['$2.00', '$2.00', '0.0%']
  expect(await readRow('T-1')).toEqual([
    ...['T-1', '$2,000.00', '2', '1,000', '0', '1,000', ...ratios, '$0.00', '0.0%'],
  ])
  expect(await readRow('Not assigned')).toEqual([
    ...['Not assigned', '$300.00', '1', '0', '0', '0', '—', '—', '—', '$300.00', '100.0%'],
  ])
  expect((await readRow('Total')).slice(1, 3)).toEqual(['$2,300.00', '3'])
  const behind = screen.getAllByRole('link', { name: '$2,000.00' })[0]
  expect(behind?.getAttribute('href')).toBe(
    `/loads?truckId=${truckId}&deliveryDate.from=2026-11-01&deliveryDate.to=2026-11-30`,
  )
  await findText('Miles are missing on 1 load')
  await findText('3 loads are on no settlement')
})

test('C584 A row opens its loads and costs, with the steps to its margin', async () => {
  const truckId = await haul()
  const cost = { startsOn: '2026-11-10', category: 'tires', vendor: 'Speedco' }
  await call('POST', '/api/costs', { ...cost, truckId, amount: '150.00' })
  await open('/profit')
  await press('T-1')
  const loads = await screen.findByRole('list', { name: 'Loads of T-1' })
  expect(
    within(loads)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['L-2', 'L-1'])
  const costs = screen.getByRole('list', { name: 'Costs and fees of T-1' })
  expect(costs.textContent).toContain('Tires, Speedco11/10/2026 · truck T-1-$150.00')
})

test('C596 A row with loads without a delivery day leads to both lists, with their counts, and so does the total', async () => {
  const truckId = await haul()
  const undelivered = { settlementDate: '2026-11-20', deliveryDate: null, truckId }
  await create('loads', { ...makeSample('loads', 5), ...undelivered, revenue: '500.00' })
  await open('/profit')
  expect((await readRow('T-1')).slice(1, 3)).toEqual(['$2,500.00', '3'])
  expect(screen.queryByRole('link', { name: '$2,500.00' })).toBe(null)
  const days = ['from=2026-11-01', 'to=2026-11-30']
  const delivered = days.map((day) => `deliveryDate.${day}`).join('&')
  const settled = `deliveryDate=none&${days.map((day) => `settlementDate.${day}`).join('&')}`
  const readLink = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(readLink('3 loads by delivery day')).toBe(`/loads?${delivered}`)
  expect(readLink('1 load without a delivery day, by settlement date')).toBe(`/loads?${settled}`)
  await press('T-1')
  await screen.findByRole('list', { name: 'Loads of T-1' })
  expect(readLink('All with a delivery day')).toBe(`/loads?truckId=${truckId}&${delivered}`)
  expect(readLink('1 load without a delivery day')).toBe(`/loads?truckId=${truckId}&${settled}`)
})

test('C584 The card purchases behind a row lead to those of the truck and the period', async () => {
  await haul()
  const truckId = (await create('trucks', { ...makeSample('trucks', 2), truckId: '104' })).id
  await open('/fuel-and-tolls/import')
  const file = makeFile('week.csv', efsFile([{ day: '2026-11-09' }]))
  await chooseFiles('CSV file or Excel workbook', file)
  await press('Save 1 Purchase')
  await findText('1 purchase saved.')
  await open('/profit')
  await press('104')
  const link = await screen.findByRole('link', { name: '1 card purchase' })
  expect(link.getAttribute('href')).toBe(
    `/fuel-and-tolls?truckId=${truckId}&day.from=2026-11-01&day.to=2026-11-30&pile=off,company,unnamed,ready,conflict`,
  )
  link.click()
  await screen.findByRole('heading', { level: 1, name: 'Fuel & Tolls' })
  await findText('$313.17')
  await findText('Carrier’s Cost')
})

test('C584 Rows and days are in the address', async () => {
  await haul()
  await open('/profit?by=lane&unit=week')
  expect((await readRow('TX → GA')).slice(0, 3)).toEqual(['TX → GA', '$2,300.00', '3'])
  await press('Previous week')
  await findText('No load was delivered and no cost was entered from 11/8/2026 to 11/14/2026.')
  expect(location.search).toBe('?by=lane&unit=week&from=2026-11-08')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'month')
  await waitFor(() => expect(location.search).toBe('?by=lane'))
  expect((await readRow('Total'))[1]).toBe('$2,300.00')
})

test('C584 The figures appear once they are all there', async () => {
  await haul()
  const release = hold('GET', /^\/api\/profit\?/)
  await open('/profit')
  await screen.findByRole('heading', { level: 1, name: 'Profit' })
  expect(screen.queryByRole('table')).toBe(null)
  expect(screen.queryByText('Gross')).toBe(null)
  release()
  expect((await readRow('Total'))[1]).toBe('$2,300.00')
})

test('C588 The form of a load says what it brings a mile, and how that compares', async () => {
  await haul()
  await open('/loads?add')
  await fill({ Revenue: '2310' })
  await fill({ Miles: '900', 'Empty Miles': '100' })
  await findText('$2.31 a mile all in, $0.31 above your 13 weeks.')
  await fill({ Revenue: '1900' })
  await findText('$1.90 a mile all in, $0.10 below your 13 weeks.')
})

test('C588 The page of a load says it too', async () => {
  await haul()
  const load = { ...makeSample('loads', 4), deliveryDate: '2026-11-19', revenue: '1500.00' }
  const { id } = await create('loads', { ...load, miles: '400', emptyMiles: '100' })
  await open(`/loads/${id}`)
  await findText('$3.00 a mile all in, $1.00 above your 13 weeks.')
})

test('C586 A cost is typed on its list', async () => {
  await haul()
  await open('/costs?add')
  await fill({ Amount: '900', Vendor: 'Great West' })
  await press('Save')
  await findText('Great West')
  expect(await call('GET', '/api/costs')).toMatchObject([
    { amount: '900.00', vendor: 'Great West', startsOn: '2026-11-20', truckId: null },
  ])
})
